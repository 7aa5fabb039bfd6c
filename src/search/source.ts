import type { Sql } from '../db/sql.ts';

/**
 * Where the messages of a condition are found without looking at others: rows that come in the order of their message
 * ids. What several stretches have together is found once however many have it.
 */
export type Source = readonly Stretch[];

/** A stretch of an index, or one for each of some places. */
export interface Stretch {
  places?: Places;
  /** The table and the index to read, as FROM names them; `m` is the message, anything else a row that names one. */
  from: string;
  /** The column with the message's id. */
  id: string;
  /** True of the rows of the stretch, and of the stretch that belongs to a place. */
  where: Sql;
  /** The message id after which the stretch of a place begins, and the one that it reaches to. */
  after?: string;
  until?: string;
  /** What must be true of the rows beside, for which each must be looked at. */
  also?: Sql;
}

/** Conversations, channels or subscriptions that each have a stretch. */
export interface Places {
  /** Lists the places, one value for each. */
  list: Sql;
  /** Whether `list` is about conversations `m` and ends where WHERE may follow. */
  isNarrowable?: boolean;
  /** The places as a table for FROM, made of the list by one `json_each(?)`, which comes after all other values. */
  table: Sql;
}

/** The messages that an index has for one value. */
export function indexSource(index: string, where: Sql): Source {
  return [{ from: `messages m INDEXED BY ${index}`, id: 'm.id', where }];
}

/** The messages of some conversations. */
export function conversationsSource(list: Sql): Source {
  return [
    {
      places: { list, table: { sql: 'json_each(?) p', values: [] } },
      from: 'messages m INDEXED BY messages_by_conversation',
      id: 'm.id',
      where: { sql: 'm.conversation_id = p.value', values: [] },
    },
  ];
}

/** The messages of some channels. */
export function channelsSource(list: Sql): Source {
  return [
    {
      places: { list, table: { sql: 'json_each(?) p', values: [] } },
      from: 'messages m INDEXED BY messages_by_channel',
      id: 'm.id',
      where: { sql: 'm.channel_id = p.value', values: [] },
    },
  ];
}
