import type { HeardEvent } from '../events.ts';

/** Whatever the server sent. */
export type Json = HeardEvent;

/** What a client knows: what it was told when it registered, and what it has made of the events since. */
export interface Model {
  /** The answer of POST /register. */
  state: Json;
  /** Messages that the client fetched or received and still may read, by id. */
  messages: Map<number, Json>;
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
  files: Json;
}

/** Where an unread message is, and whether it mentions the user. */
export interface Place {
  stream_id?: number;
  topic?: string;
  user_ids?: readonly number[];
}

/** What an event of one type means to a client. */
export type Apply = (model: Model, event: Json) => void;

/** The same for each `op` of a type. */
export function byOp(table: Readonly<Record<string, Apply>>): Apply {
  return (model, event) => {
    const apply = table[event.op];
    if (!apply) throw new Error(`an event ${event.type} with op ${event.op} is unknown: ${JSON.stringify(event)}`);
    apply(model, event);
  };
}

/** Where some event changes nothing that a client keeps. */
export const nothing: Apply = () => {};

/** A list with one entry replaced, or added where none has its key. */
export function withEntry(list: readonly Json[], entry: Json, key: string): Json[] {
  return [...without(list, entry[key], key), entry];
}

export function without(list: readonly Json[], id: unknown, key: string): Json[] {
  return list.filter((one) => one[key] !== id);
}

/** Those of a list's entries that fit, changed in place. */
export function change(list: readonly Json[], id: unknown, key: string, fields: object): void {
  for (const one of list) if (one[key] === id) Object.assign(one, fields);
}
