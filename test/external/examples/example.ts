/** A request of a tool, as its maker documents it, and the message that it becomes. */
export interface Example {
  what: string;
  headers?: Record<string, string>;
  /** Sent as JSON; URLSearchParams as a form. */
  payload: unknown;
  /** Parameters of the URL. */
  query?: Readonly<Record<string, string | boolean>>;
  topic: string;
  text: string;
  /** Further messages about the same request. */
  more?: readonly { topic: string; text: string }[];
}
