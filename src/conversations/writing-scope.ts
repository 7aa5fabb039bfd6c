import type { Database } from '../db/database.ts';
import { outOfScope } from '../http/errors.ts';
import { findBotScope } from '../users/bot-scope.ts';
import type { User } from '../users/user.ts';

/**
 * Throws outOfScope unless the scope of a bot lets it write in a conversation; undefined is one without messages. People
 * and bots without a scope have no such limit.
 */
export function ensureMayWriteIn(db: Database, user: User, conversation: { id: number } | undefined): void {
  const writing = findBotScope(db, user)?.writing ?? 'anywhere';
  if (writing === 'anywhere') return;
  const isAsked = writing === 'where_mentioned' && conversation !== undefined && isCalledIn(db, user, conversation.id);
  if (!isAsked) throw outOfScope();
}

/** The same for direct messages: a bot with a scope of channels writes only to people who wrote to it. */
export function ensureMayWriteDirectly(db: Database, user: User, conversation: { id: number } | undefined): void {
  const scope = findBotScope(db, user);
  if (!scope || (scope.writing === 'anywhere' && scope.channel_ids === null)) return;
  const isAsked = conversation !== undefined && isWrittenToIn(db, conversation.id);
  if (scope.writing === 'nowhere' || !isAsked) throw outOfScope();
}

const mentionedSql = `SELECT 1 FROM mentions JOIN messages m ON m.id = mentions.message_id
  JOIN users sender ON sender.id = m.sender_id
  WHERE mentions.user_id = ? AND m.conversation_id = ? AND sender.bot_type IS NULL LIMIT 1`;

const directSql = `SELECT 1 FROM messages m JOIN users sender ON sender.id = m.sender_id
  WHERE m.conversation_id = ? AND m.channel_id IS NULL AND sender.bot_type IS NULL LIMIT 1`;

function isCalledIn(db: Database, user: User, conversation_id: number): boolean {
  return db.value(mentionedSql, user.id, conversation_id) !== undefined || isWrittenToIn(db, conversation_id);
}

function isWrittenToIn(db: Database, conversation_id: number): boolean {
  return db.value(directSql, conversation_id) !== undefined;
}
