import type { Database } from '../db/database.ts';

/** A message that mentions a user. */
export interface Mention {
  id: number;
  conversation_id: number;
  /** Whether it names the user; otherwise it mentions a group or everybody. */
  is_by_name: 0 | 1;
}

/**
 * The messages from `first` to `last` that mention a user by name, group or wildcard; ascending. Those with a wildcard
 * may be messages that the user did not receive.
 */
export function listMentions(
  db: Database,
  user: { id: number },
  { first, last }: { first: number; last: number },
): Mention[] {
  return db.all<Mention>(mentionsSql, user.id, first, last);
}

// Mentions are rare: reading all of a range is faster than looking up each message.
const mentionsSql = `
  SELECT id, conversation_id, max(is_by_name) AS is_by_name FROM (
    SELECT m.id, m.conversation_id, f.flag = 'mentioned' AS is_by_name
    FROM message_flags f CROSS JOIN messages m ON m.id = f.message_id
    WHERE f.user_id = ?1 AND f.message_id BETWEEN ?2 AND ?3
      AND f.flag IN ('mentioned', 'group_mentioned', 'topic_wildcard_mentioned')
    UNION ALL
    SELECT id, conversation_id, 0 FROM messages INDEXED BY messages_mentioning_channel
    WHERE mentions_channel = 1 AND id BETWEEN ?2 AND ?3
  ) GROUP BY id ORDER BY id`;
