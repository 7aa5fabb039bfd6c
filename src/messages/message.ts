import type { App } from '../app.ts';
import { isSubscribed } from '../channels/channel.ts';
import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { rendererVersion, renderMarkdown } from '../markdown/render.ts';
import { compileNarrow } from '../search/narrow.ts';
import { findAmong } from '../search/page.ts';
import type { User } from '../users/user.ts';
import { type Conversation, memberIds } from './conversation.ts';
import { publishMessage } from './message-event.ts';
import { doMarkSentAsRead } from './read-state.ts';

export const invalidMessage = errorKind('Invalid message(s)');

/** In Unicode code points. */
export const maxMessageLength = 10_000;

export interface Draft {
  sender: User;
  conversation: Conversation;
  content: string;
  client: string;
  read_by_sender: boolean;
  /** The sending client's queue and its own name for the message, for local echo. */
  local?: { queue_id: string; local_id: string } | undefined;
}

/** Stores a message and tells everyone it is for. The caller has checked the permission. Returns its id. */
export function doSendMessage(app: App, draft: Draft): number {
  const { sender, conversation, content, client } = draft;
  const sent_at = app.clock.now();
  const rendered_content = renderMarkdown(content);
  const { id } = app.db.run(
    `INSERT INTO messages (conversation_id, channel_id, sender_id, client, sent_at, content, rendered_content,
       rendered_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    conversation.id,
    conversation.channel_id,
    sender.id,
    client,
    sent_at,
    content,
    rendered_content,
    rendererVersion,
  );
  app.db.run('UPDATE conversations SET max_message_id = ? WHERE id = ?', id, conversation.id);
  if (draft.read_by_sender && receives(app.db, sender, conversation)) {
    doMarkSentAsRead(app.db, sender.id, conversation, id, conversation.max_message_id);
  }
  publishMessage(app, { id, sender, conversation, content, rendered_content, client, sent_at }, draft);
  return id;
}

/** The Markdown of a message that the user may read. Throws invalidMessage. */
export function accessContent(app: App, user: User, message_id: number): string {
  const [row] = findAmong<[string]>(app, user, compileNarrow(app, user, []), [message_id], 'm.content');
  if (!row) throw invalidMessage();
  return row[0];
}

function receives(db: Database, user: User, conversation: Conversation): boolean {
  if (conversation.channel_id !== null) return isSubscribed(db, user.id, conversation.channel_id);
  return memberIds(conversation).includes(user.id);
}
