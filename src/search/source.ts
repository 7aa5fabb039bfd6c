import type { Sql } from '../db/sql.ts';

/**
 * An index that has the messages of a condition, in the order of their ids, as one or more ranges. A message in several
 * ranges is found once.
 */
export type Source = readonly IndexRange[];

/** A range of an index, or one range for each key. */
export interface IndexRange {
  keys?: Keys;
  /** The table and index, for FROM. `m` is the message; other tables have a row that refers to it. */
  from: string;
  /** The column with the message id. */
  id: string;
  /** True of the rows in the range, and of the range of a key. */
  where: Sql;
  /** The range of a key begins after this message id and ends with the other. */
  after?: string;
  until?: string;
  /** A condition that must be tested on each row. */
  also?: Sql;
}

/** Conversations, channels or subscriptions, each with its own range. */
export interface Keys {
  /** Selects the keys, one value a row. */
  list: Sql;
  /** Whether `list` selects from conversations `m`, so that a WHERE can be appended. */
  isNarrowable?: boolean;
  /** The keys as a table for FROM: reads the list with one `json_each(?)`, whose value is the last. */
  table: Sql;
}

export function indexSource(index: string, where: Sql): Source {
  return [{ from: `messages m INDEXED BY ${index}`, id: 'm.id', where }];
}

export function conversationsSource(list: Sql): Source {
  return [
    {
      keys: { list, table: { sql: 'json_each(?) p', values: [] } },
      from: 'messages m INDEXED BY messages_by_conversation',
      id: 'm.id',
      where: { sql: 'm.conversation_id = p.value', values: [] },
    },
  ];
}

export function channelsSource(list: Sql): Source {
  return [
    {
      keys: { list, table: { sql: 'json_each(?) p', values: [] } },
      from: 'messages m INDEXED BY messages_by_channel',
      id: 'm.id',
      where: { sql: 'm.channel_id = p.value', values: [] },
    },
  ];
}
