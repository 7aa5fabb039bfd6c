import { type Database, inJsonList } from '../db/database.ts';

/**
 * Ids of the messages among `ids` that mention a user by name, group or wildcard; ascending. The user must have
 * received them.
 */
export function listMentioning(db: Database, user: { id: number }, ids: readonly number[]): number[] {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0];
  for (const id of ids) {
    if (id < first) first = id;
    if (id > last) last = id;
  }
  // Mentions are rare: scanning the whole range is faster than looking up each message.
  const mentioning = new Set(
    db.values<number>(
      `SELECT message_id FROM message_flags WHERE user_id = ?1 AND message_id BETWEEN ?2 AND ?3
         AND flag IN ('mentioned', 'group_mentioned', 'topic_wildcard_mentioned')
       UNION SELECT id FROM messages INDEXED BY messages_mentioning_channel
         WHERE mentions_channel = 1 AND id BETWEEN ?2 AND ?3`,
      user.id,
      first,
      last,
    ),
  );
  return ids.filter((id) => mentioning.has(id)).sort((a, b) => a - b);
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
