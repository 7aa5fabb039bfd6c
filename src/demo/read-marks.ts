import type { Database } from '../db/database.ts';
import { isBot, type User } from '../users/user.ts';

/** Number of conversations in which a user has unread messages. */
const openConversations = 3;

/**
 * Marks everything as read, except the last few messages of the newest conversations that the user has not answered.
 */
export function doMarkRead(db: Database, user: User): void {
  let open = isBot(user) ? 0 : openConversations;
  for (const { id, max_message_id } of listReceived(db, user)) {
    const wanted = open > 0 ? 1 + ((user.id + id) % 4) : 0;
    const readUntil = Math.max(nthNewest(db, id, wanted), newestTouched(db, user, id));
    if (readUntil < max_message_id) open--;
    db.run('INSERT INTO read_watermarks (user_id, place_id, message_id) VALUES (?, ?, ?)', user.id, id, readUntil);
  }
}

function listReceived(db: Database, user: User): { id: number; max_message_id: number }[] {
  return db.all(
    `SELECT id, max_message_id FROM conversations
     WHERE channel_id IN (SELECT channel_id FROM subscriptions WHERE user_id = ?1)
       OR id IN (SELECT conversation_id FROM direct_members WHERE user_id = ?1)
     ORDER BY max_message_id DESC`,
    user.id,
  );
}

/** The message of a conversation with `newer` newer ones; 0 if there is none. */
function nthNewest(db: Database, conversation_id: number, newer: number): number {
  const sql = 'SELECT id FROM messages WHERE conversation_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?';
  return db.value<number>(sql, conversation_id, newer) ?? 0;
}

// A user who wrote, reacted to or starred a message has read all earlier ones.
function newestTouched(db: Database, user: User, conversation_id: number): number {
  const sql = `
    SELECT max(m.id) FROM messages m WHERE m.conversation_id = ?2 AND (m.sender_id = ?1
      OR EXISTS (SELECT 1 FROM reactions r WHERE r.message_id = m.id AND r.user_id = ?1)
      OR EXISTS (SELECT 1 FROM message_flags f WHERE f.message_id = m.id AND f.user_id = ?1))`;
  return db.value<number>(sql, user.id, conversation_id) ?? 0;
}
