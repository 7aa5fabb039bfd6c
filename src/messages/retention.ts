import type { App } from '../app.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { type Conversation, findConversation } from './conversation.ts';
import { doDeleteMessages } from './edit.ts';

/** How many messages one run deletes, so that it is over soon; the next one goes on. */
const batch = 1000;

const day = 86_400;
const forever = -1;

interface Expired {
  id: number;
  conversation_id: number;
}

/**
 * Deletes messages that were sent longer ago than their channel keeps them, or the organization where the channel does
 * not say and for direct messages; the oldest first, and only so many at once.
 */
export function doDeleteExpired(app: App): void {
  const usual = findRealmSetting(app.db, 'message_retention_days');
  let left = batch;
  for (const { id, days } of listForgetfulChannels(app, usual)) {
    left -= deleteAll(app, listExpiredInChannel(app, id, before(app, days), left));
  }
  if (usual === forever) return;
  for (const conversation_id of listOldDirectConversations(app, before(app, usual), left)) {
    left -= deleteAll(app, listExpiredInConversation(app, conversation_id, before(app, usual), left));
  }
}

function before(app: App, days: number): number {
  return app.clock.now() - days * day;
}

function listForgetfulChannels(app: App, usual: number): { id: number; days: number }[] {
  const sql = 'SELECT id, ifnull(message_retention_days, ?) AS days FROM channels ORDER BY id';
  return app.db.all<{ id: number; days: number }>(sql, usual).filter(({ days }) => days !== forever);
}

// Ids grow with time, so that the first few tell whether there is anything to do.
function listExpiredInChannel(app: App, channel_id: number, sent_before: number, limit: number): Expired[] {
  return app.db.all(
    `SELECT id, conversation_id FROM (
       SELECT id, conversation_id, sent_at FROM messages WHERE channel_id = ? ORDER BY id LIMIT ?
     ) WHERE sent_at < ?`,
    channel_id,
    limit,
    sent_before,
  );
}

function listOldDirectConversations(app: App, sent_before: number, limit: number): number[] {
  return app.db.values(
    `SELECT conversations.id FROM conversations
       JOIN messages ON messages.id = (SELECT min(id) FROM messages WHERE conversation_id = conversations.id)
     WHERE conversations.channel_id IS NULL AND sent_at < ? LIMIT ?`,
    sent_before,
    limit,
  );
}

function listExpiredInConversation(app: App, conversation_id: number, sent_before: number, limit: number): Expired[] {
  return app.db.all(
    `SELECT id, conversation_id FROM (
       SELECT id, conversation_id, sent_at FROM messages WHERE conversation_id = ? ORDER BY id LIMIT ?
     ) WHERE sent_at < ?`,
    conversation_id,
    limit,
    sent_before,
  );
}

/** Deletes messages, those of each conversation together; returns how many there were. */
function deleteAll(app: App, expired: readonly Expired[]): number {
  for (const [conversation_id, messages] of Map.groupBy(expired, (one) => one.conversation_id)) {
    const conversation = findConversation(app.db, conversation_id) as Conversation;
    app.db.transaction(() =>
      doDeleteMessages(
        app,
        conversation,
        messages.map(({ id }) => id),
      ),
    );
  }
  return expired.length;
}
