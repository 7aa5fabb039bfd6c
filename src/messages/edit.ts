import { announce, announcement, type Context } from '../context.ts';
import { findChannel } from '../conversations/channel.ts';
import { type Conversation, getConversation } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { listUpdateAudience } from '../conversations/update-audience.ts';
import type { Database } from '../db/database.ts';
import { type Attachment, doRefer } from '../uploads/attachment.ts';
import { getUser, type User } from '../users/user.ts';
import { flagsByUser } from './mentions.ts';
import { mentionsChannel, setFlags, setMentions } from './message.ts';
import { messagesChanged } from './message-cache.ts';
import { isMeMessage } from './message-writer.ts';
import { type Rendering, renderedColumns } from './rendering.ts';
import { type ContentUpdate, publishUpdate } from './update-event.ts';

/** New content of a message. */
export interface Edit {
  /** Markdown. */
  content: string;
  rendering: Rendering;
}

/** A message whose content was edited. */
export interface EditedMessage {
  message_id: number;
  conversation: Conversation;
  /** Groups mentioned by the new content. */
  group_ids: readonly number[];
  /** Ids of users addressed only since the edit, and of users no longer addressed. */
  gained_ids: readonly number[];
  lost_ids: readonly number[];
}

export const messageEdited = announcement<EditedMessage>('messageEdited');

/**
 * Replaces a message's content, keeps the old content in its history, and publishes the edit to everyone who sees the
 * message. The caller has checked the permission. Returns the editor's files that no message refers to any longer.
 */
export function doEditMessage(app: Context, editor: User, message: Message, edit: Edit): Attachment[] {
  const edited_at = app.clock.now();
  const conversation = getConversation(app.db, message.conversation_id);
  announce(app, messagesChanged, { ids: [message.id] });
  recordEdits(app.db, [message.id], { editor, edited_at, replaced: message });
  const content = storeEdit(app, message, conversation, edit);
  const channel = message.channel_id === null ? undefined : findChannel(app.db, message.channel_id);
  const update = { message_id: message.id, editor, edited_at, channel, content };
  publishUpdate(app, update, listUpdateAudience(app, conversation, [message.id]));
  return doRefer(app, editor, message.id, edit.rendering.path_ids);
}

/** Stores new content and the flags and mentions that follow from it. */
export function storeEdit(
  app: Context,
  message: Message,
  conversation: Conversation,
  { content, rendering }: Edit,
): ContentUpdate {
  const { mentions } = rendering;
  const before = new Set(listAddressed(app.db, message.id));
  updateContent(app.db, message.id, content, mentionsChannel(conversation, rendering), rendering);
  app.db.run(`DELETE FROM message_flags WHERE message_id = ? AND flag NOT IN ('starred', 'collapsed')`, message.id);
  setFlags(app.db, message.id, flagsByUser(app, getUser(app.db, message.sender_id), conversation, rendering));
  app.db.run('DELETE FROM mentions WHERE message_id = ?', message.id);
  setMentions(app.db, message.id, mentions.user_ids);
  const after = new Set(listAddressed(app.db, message.id));
  announce(app, messageEdited, {
    message_id: message.id,
    conversation,
    group_ids: mentions.group_ids,
    gained_ids: [...after].filter((user_id) => !before.has(user_id)),
    lost_ids: [...before].filter((user_id) => !after.has(user_id)),
  });
  return {
    orig_content: message.content,
    orig_rendered_content: message.rendered_content,
    content,
    rendered_content: rendering.html,
    is_me_message: isMeMessage(content),
  };
}

function updateContent(
  db: Database,
  message_id: number,
  content: string,
  mentions_channel: boolean,
  rendering: Rendering,
): void {
  db.run(
    `UPDATE messages SET content = ?, mentions_channel = ?, rendered_content = ?, rendered_version = ?, has_link = ?,
       has_image = ?, has_attachment = ?
     WHERE id = ?`,
    content,
    Number(mentions_channel),
    ...renderedColumns(rendering),
    message_id,
  );
}

/** Ids of the users whom a message addresses: by a mention (including groups and wildcards) or by an alert word. */
function listAddressed(db: Database, message_id: number): number[] {
  return db.values(
    `SELECT user_id FROM message_flags WHERE message_id = ?1 AND flag NOT IN ('starred', 'collapsed')
     UNION SELECT user_id FROM messages JOIN subscriptions USING (channel_id)
       WHERE messages.id = ?1 AND mentions_channel = 1 AND is_active = 1`,
    message_id,
  );
}

/** An entry of a message's history. */
interface EditRecord {
  editor: User;
  edited_at: number;
  /** The message before its content was replaced. */
  replaced?: Message | undefined;
  /** Source and destination of a move. */
  from?: { channel_id: number | null; topic: string };
  to?: { channel_id: number; topic: string };
  /** Whether the move only marks the topic as resolved or unresolved. */
  resolves?: boolean;
}

/** Stores one edit row for each message. Only the message `replaced` has a content change. */
export function recordEdits(
  db: Database,
  ids: readonly number[],
  { editor, edited_at, replaced, from, to, resolves = false }: EditRecord,
): void {
  const topics = from?.topic === to?.topic ? [] : [from?.topic, to?.topic];
  const channel_ids = from?.channel_id === to?.channel_id ? [] : [from?.channel_id, to?.channel_id];
  const values = [topics[0], topics[1], channel_ids[0], channel_ids[1]];
  db.run(
    `INSERT INTO message_edits (message_id, user_id, edited_at, prev_topic, topic, prev_channel_id, channel_id,
       resolves, prev_content, prev_rendered_content)
     SELECT value, ?2, ?3, ?4, ?5, ?6, ?7, ?11, iif(value = ?8, ?9, NULL), iif(value = ?8, ?10, NULL) FROM json_each(?1)`,
    JSON.stringify(ids),
    editor.id,
    edited_at,
    ...values.map((value) => value ?? null),
    ...[replaced?.id, replaced?.content, replaced?.rendered_content].map((value) => value ?? null),
    Number(resolves),
  );
}
