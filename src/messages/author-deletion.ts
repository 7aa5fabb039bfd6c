import type { Context } from '../context.ts';
import { getConversation } from '../conversations/conversation.ts';
import { inJsonList } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { doDeleteMessages } from './deletion.ts';

/** Where a message was sent to: a channel that everyone or only its subscribers may read, or people. */
export type Kind = 'public' | 'private' | 'direct';

/** Permanently deletes all messages of these kinds that users sent. */
export function doDeleteMessagesOf(
  app: Context,
  author_ids: readonly number[],
  kinds: readonly Kind[],
  deleter: User,
): void {
  const found = app.db.all<Sent>(sentSql, JSON.stringify(author_ids), JSON.stringify(kinds));
  for (const [conversation_id, sent] of Map.groupBy(found, (one) => one.conversation_id)) {
    const ids = sent.map(({ id }) => id);
    doDeleteMessages(app, getConversation(app.db, conversation_id), ids, deleter);
  }
}

interface Sent {
  id: number;
  conversation_id: number;
}

const sentSql = `
  SELECT sent.id, conversation_id FROM messages sent LEFT JOIN channels ON channels.id = sent.channel_id
  WHERE sender_id ${inJsonList} AND CASE WHEN sent.channel_id IS NULL THEN 'direct'
    WHEN invite_only = 1 THEN 'private' ELSE 'public' END ${inJsonList}
  ORDER BY sent.id`;
