import type { Attachment, Message, State } from '../../api/types.ts';

/** The state of a client: the answer to its registration, updated by the events since. */
export interface Model {
  /** The answer of POST /register. */
  state: State;
  /** Fetched or received messages that the user may still read, by id. Never changed in place. */
  messages: Map<number, Message>;
  /** Known unread messages by id, with their places. */
  unread: Map<number, Place>;
  /** Starred messages, fetched or not. */
  starred: Set<number>;
  /** Channels whose messages the user may read. */
  readable: Set<number>;
  /** Channels whose history is open to those who may read them. */
  shared: Set<number>;
  /** Channels in which messages of the user were when they moved out of sight; 0 stands for any. */
  hidden: Set<number>;
  /** Channels whose messages must be fetched again, because events do not contain earlier messages. */
  refetched: Set<number>;
  /** Newly visible channels: no event says whether the user was subscribed to them before. */
  discovered: Set<number>;
  /** Messages that became visible without being sent; they must be fetched, too. */
  arrived: Set<number>;
  /** Fields of messages that a client must compute again itself. */
  stale: Set<string>;
  /** The answer of GET /attachments. Events keep its list up to date; the used space is that of all users. */
  files: { attachments: Attachment[] };
}

/** The place of an unread message, and whether it mentions the user. Messages of one conversation may share it. */
export interface Place {
  readonly stream_id?: number;
  readonly topic?: string;
  readonly user_ids?: readonly number[];
  readonly mention?: Mention | undefined;
}

/** A mention by name or group, or by a wildcard, which does not count in muted topics. */
export type Mention = 'personal' | 'wildcard';

/** Parts of the model that cause a redraw together; `marks` are unread and starred messages. */
export type Section = 'people' | 'channels' | 'messages' | 'marks' | 'realm' | 'personal' | 'calls';

/** Applies an event of one type to the model. `never`: each function declares the fields of its own type. */
export type Apply<Event = never> = (model: Model, event: Event) => void;

/** What events of one type change. */
export interface Effect {
  sections: readonly Section[];
  apply: Apply;
}

/** The effects of some types of events. */
export type Fold = Readonly<Record<string, Effect>>;

/** The functions for the values of `op` of one type. */
export type Ops = Readonly<Record<string, Apply>>;

export function changes(sections: Section | readonly Section[], apply: Apply): Effect {
  return { sections: typeof sections === 'string' ? [sections] : sections, apply };
}

export function byOp(table: Ops): Apply<{ type: string; op: string }> {
  return (model, event) => {
    const apply = table[event.op];
    if (!apply) throw new Error(`an event ${event.type} with op ${event.op} is unknown: ${JSON.stringify(event)}`);
    apply(model, event as never);
  };
}

/** For events that change nothing in the model. */
export const nothing: Effect = { sections: [], apply: () => {} };

/** A list with one entry replaced, or added if none has its key. */
export function withEntry<Entry, Key extends keyof Entry>(list: readonly Entry[], entry: Entry, key: Key): Entry[] {
  return [...without(list, entry[key], key), entry];
}

export function without<Entry, Key extends keyof Entry>(list: readonly Entry[], id: Entry[Key], key: Key): Entry[] {
  return list.filter((one) => one[key] !== id);
}

/** Changes the matching entries of a list in place. */
export function change<Entry extends object, Key extends keyof Entry>(
  list: readonly Entry[],
  id: Entry[Key],
  key: Key,
  fields: object,
): void {
  for (const one of list) if (one[key] === id) Object.assign(one, fields);
}

/** Replaces a message, if the client has it. */
export function changeMessage(
  { messages }: Pick<Model, 'messages'>,
  id: number,
  fields: (message: Message) => object,
): void {
  const message = messages.get(id);
  if (message) messages.set(id, { ...message, ...fields(message) });
}
