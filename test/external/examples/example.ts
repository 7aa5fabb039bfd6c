/** A request of a tool, as its maker documents it, and the message that it becomes. */
export interface Example {
  what: string;
  headers?: Record<string, string>;
  /** Sent as JSON; URLSearchParams as a form. */
  payload: unknown;
  topic: string;
  text: string;
}
