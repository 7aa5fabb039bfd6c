import { type Database, inJsonList } from '../db/database.ts';
import { listReopened } from './unread-messages.ts';

/**
 * The ids in `lists`, each ascending, of unread messages that mention a user by name, group or wildcard; ascending.
 * Wildcards address the receivers of a message, not users who reopened it.
 */
export function listMentioning(db: Database, user: { id: number }, lists: readonly (readonly number[])[]): number[] {
  const { first, last } = rangeOf(lists);
  // Mentions are rare: scanning the whole range is faster than looking up each message.
  const mentioning = new Set(
    db.values<number>(
      `SELECT message_id FROM message_flags WHERE user_id = ?1 AND message_id BETWEEN ?2 AND ?3
         AND flag IN ('mentioned', 'group_mentioned', 'topic_wildcard_mentioned')
       UNION SELECT id FROM messages INDEXED BY messages_mentioning_channel
         WHERE mentions_channel = 1 AND id BETWEEN ?2 AND ?3 AND id NOT IN (SELECT value FROM json_each(?4))`,
      user.id,
      first,
      last,
      JSON.stringify(listReopened(db, user.id)),
    ),
  );
  if (mentioning.size === 0) return [];
  return lists.flatMap((ids) => ids.filter((id) => mentioning.has(id))).sort((a, b) => a - b);
}

/** The lowest and the highest of the ids; an empty range if there are none. */
function rangeOf(lists: readonly (readonly number[])[]): { first: number; last: number } {
  const range = { first: Number.MAX_SAFE_INTEGER, last: 0 };
  for (const ids of lists) {
    range.first = Math.min(range.first, ids[0] ?? range.first);
    range.last = Math.max(range.last, ids.at(-1) ?? range.last);
  }
  return range;
}

/** Ids of the messages among `ids` that mention a user by name or group; ascending. */
export function listNaming(db: Database, user: { id: number }, ids: readonly number[]): number[] {
  return db.values(
    `SELECT message_id FROM message_flags WHERE user_id = ? AND flag = 'mentioned' AND message_id ${inJsonList}
     ORDER BY 1`,
    user.id,
    JSON.stringify(ids),
  );
}
