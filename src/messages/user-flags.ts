import { isReadSql, type ReadState, receivedSql } from '../conversations/read-state.ts';
import type { Database } from '../db/database.ts';
import { withWildcards } from './message-writer.ts';

/** The flags that follow from the read state of a message. */
const readFlags: Record<ReadState, readonly string[]> = {
  read: ['read'],
  unread: [],
  historical: ['read', 'historical'],
};

/** The flags of a message for a user; `own` are the flags stored for them. */
export function userFlags(state: ReadState, own: readonly string[], mentions_channel: 0 | 1): readonly string[] {
  const base = readFlags[state];
  if (mentions_channel === 0 && own.length === 0) return base;
  // Wildcards address the receivers of a message, not readers of its history.
  return withWildcards([...base, ...own], mentions_channel === 1 && state !== 'historical');
}

interface Row {
  /** Null if the message does not exist. */
  mentions_channel: 0 | 1 | null;
  /** A letter for each user, in order. */
  states: string;
}

const stateOfLetter: Record<string, ReadState> = { r: 'read', u: 'unread', h: 'historical' };

/** Loads the flags of several users on one message. Without flags if the message is deleted. */
export function userFlagsOn(
  db: Database,
  message_id: number,
  user_ids: readonly number[],
): (user_id: number) => readonly string[] {
  const distinct = [...new Set(user_ids)];
  const ids = JSON.stringify(distinct);
  const { mentions_channel, states } = db.get<Row>(statesSql, message_id, ids) as Row;
  if (mentions_channel === null) return () => [];
  const read = new Map(distinct.map((user_id, index) => [user_id, stateOfLetter[states.charAt(index)] as ReadState]));
  const stored = Map.groupBy(db.tuples<[user_id: number, flag: string]>(storedSql, message_id, ids), ([id]) => id);
  return (user_id) => {
    const own = stored.get(user_id)?.map(([, flag]) => flag) ?? [];
    return userFlags(read.get(user_id) as ReadState, own, mentions_channel);
  };
}

// One text: reading a row for each of thousands of users takes longer than finding them.
const statesSql = `
  SELECT m.mentions_channel,
    group_concat(iif(${receivedSql('u.value')}, iif(${isReadSql('u.value')}, 'r', 'u'), 'h'), '') AS states
  FROM messages m CROSS JOIN json_each(?2) u
  WHERE m.id = ?1`;

const storedSql = `
  SELECT user_id, flag FROM json_each(?2) u CROSS JOIN message_flags ON message_id = ?1 AND user_id = u.value
  WHERE flag != 'group_mentioned'
  ORDER BY flag`;
