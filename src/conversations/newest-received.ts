import type { Database } from '../db/database.ts';
import type { User } from '../users/user.ts';

/**
 * The id of the newest message that a user received or sent in a channel or direct conversation; -1 if there is none.
 */
export function findNewestReceivedId(db: Database, user: User): number {
  return db.value<number | null>(newestSql, user.id) ?? -1;
}

// One index lookup for each span and each conversation of the user, however many messages they have.
const newestSql = `
  SELECT max(id) FROM (
    SELECT (
      SELECT m.id FROM messages m INDEXED BY messages_by_sent_channel
      WHERE m.sent_channel_id = s.channel_id AND m.id > s.from_message_id
        AND m.id <= coalesce(s.until_message_id, 9223372036854775807)
      ORDER BY m.id DESC LIMIT 1
    ) AS id FROM subscriptions sub
    CROSS JOIN subscription_spans s ON s.channel_id = sub.channel_id AND s.user_id = sub.user_id
    WHERE sub.user_id = ?1
    UNION ALL
    SELECT c.max_message_id FROM direct_members d JOIN conversations c ON c.id = d.conversation_id WHERE d.user_id = ?1
  )`;
