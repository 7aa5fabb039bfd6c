import type { Attachment, Message, State } from '../../api/types.ts';

/** What a client knows: what it was told when it registered, and what it has made of the events since. */
export interface Model {
  /** The answer of POST /register. */
  state: State;
  /** Messages that the client fetched or received and still may read, by id. Never changed in place. */
  messages: Map<number, Message>;
  /** Unread messages that the client heard of, by id: where they are. */
  unread: Map<number, Place>;
  /** Starred messages, fetched or not. */
  starred: Set<number>;
  /** Channels whose messages the user may read. */
  readable: Set<number>;
  /** Channels that messages of the user were in when they went out of sight; 0 stands for any. */
  hidden: Set<number>;
  /** Messages of these channels the client has to fetch again, since events do not bring what was said before. */
  refetched: Set<number>;
  /** Channels that came within sight: no event says whether the user followed them before. */
  discovered: Set<number>;
  /** Messages that came within sight without being sent: to be fetched, too. */
  arrived: Set<number>;
  /** Fields of messages that a client has to work out again by itself. */
  stale: Set<string>;
  /** The answer of GET /attachments, whose list events of files keep true; the space is that of everyone. */
  files: { attachments: Attachment[] };
}

/** Where an unread message is, and whether it mentions the user. Messages of one conversation may share it. */
export interface Place {
  readonly stream_id?: number;
  readonly topic?: string;
  readonly user_ids?: readonly number[];
  readonly mention?: Mention | undefined;
}

/** A mention by name or group, or one of everybody there, which does not count where the topic is muted. */
export type Mention = 'personal' | 'wildcard';

/** What an event of one type means to a client. */
export type Apply<Event = never> = (model: Model, event: Event) => void;

/** The events of some types, by type. `never`: each function declares the fields of its own type. */
export type Fold = Readonly<Record<string, Apply>>;

/** The same for each `op` of a type. */
export function byOp(table: Fold): Apply<{ type: string; op: string }> {
  return (model, event) => {
    const apply = table[event.op];
    if (!apply) throw new Error(`an event ${event.type} with op ${event.op} is unknown: ${JSON.stringify(event)}`);
    apply(model, event as never);
  };
}

/** Where some event changes nothing that a client keeps. */
export const nothing: Apply<object> = () => {};

/** A list with one entry replaced, or added where none has its key. */
export function withEntry<Entry, Key extends keyof Entry>(list: readonly Entry[], entry: Entry, key: Key): Entry[] {
  return [...without(list, entry[key], key), entry];
}

export function without<Entry, Key extends keyof Entry>(list: readonly Entry[], id: Entry[Key], key: Key): Entry[] {
  return list.filter((one) => one[key] !== id);
}

/** Changes those of a list's entries that fit, in place. */
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
