import { findMessage } from '../conversations/message.ts';
import { type ReadState, readStatesOf } from '../conversations/read-state.ts';
import type { Database } from '../db/database.ts';
import { withWildcards } from './message-writer.ts';

/** The flags that follow from the read state of a message. */
const readFlags: Record<ReadState, readonly string[]> = {
  read: ['read'],
  unread: [],
  historical: ['read', 'historical'],
  reopened: ['historical'],
};

/** The flags of a message for a user; `own` are the flags stored for them. */
export function userFlags(state: ReadState, own: readonly string[], mentions_channel: 0 | 1): readonly string[] {
  const base = readFlags[state];
  if (mentions_channel === 0 && own.length === 0) return base;
  // Wildcards address the receivers of a message, not readers of its history.
  return withWildcards([...base, ...own], mentions_channel === 1 && !base.includes('historical'));
}

/** Loads the flags of several users on one message; no flags if the message is deleted. */
export function userFlagsOn(
  db: Database,
  message_id: number,
  user_ids: readonly number[],
): (user_id: number) => readonly string[] {
  const message = findMessage(db, message_id);
  if (!message) return () => [];
  const distinct = [...new Set(user_ids)];
  const stateFor = readStatesOf(db, message_id, distinct);
  const rows = db.tuples<[user_id: number, flag: string]>(storedSql, message_id, JSON.stringify(distinct));
  const stored = Map.groupBy(rows, ([user_id]) => user_id);
  return (user_id) => {
    const own = stored.get(user_id)?.map(([, flag]) => flag) ?? [];
    return userFlags(stateFor(user_id), own, message.mentions_channel);
  };
}

const storedSql = `
  SELECT user_id, flag FROM json_each(?2) u CROSS JOIN message_flags ON message_id = ?1 AND user_id = u.value
  WHERE flag != 'group_mentioned'
  ORDER BY flag`;
