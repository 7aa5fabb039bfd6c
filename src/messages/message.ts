import { listMuterIds } from '../accounts/muted-user.ts';
import { publishFirstMessage } from '../channels/first-message.ts';
import type { VisibilityPolicy } from '../channels/user-topic.ts';
import { type App, announce, announcement } from '../context.ts';
import { receives } from '../conversations/audience.ts';
import { findChannel } from '../conversations/channel.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import { doMarkSentAsRead, type Placed } from '../conversations/read-state.ts';
import { listReadable } from '../conversations/readable.ts';
import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { doRefer } from '../uploads/attachment.ts';
import { publishKnown, rememberKnownToGuests } from '../users/access.ts';
import { isBot, type User } from '../users/user.ts';
import { doFollowOnMention, doFollowOnSend } from './automatic-policy.ts';
import { listCalledBotIds } from './called-bots.ts';
import { flagsByUser } from './mentions.ts';
import { publishMessage } from './message-event.ts';
import { type Rendering, renderedColumns, renderMessage } from './rendering.ts';
import { findWidget } from './widget.ts';

/** Facts of a new message. */
export interface SentMessage {
  message_id: number;
  sender: User;
  conversation: Conversation;
  /** Users mentioned by name. */
  mentioned_ids: readonly number[];
  /** Groups mentioned. */
  group_ids: readonly number[];
}

export const messageSent = announcement<SentMessage>('messageSent');

export const invalidMessage = errorKind('Invalid message(s)');

/** In Unicode code points. */
export const maxMessageLength = 10_000;
export const messageTooLong = errorKind(`Message is too long (limit: ${maxMessageLength} characters).`);

export interface Draft {
  sender: User;
  conversation: Conversation;
  content: string;
  /** Of the content, where the caller has needed it already. */
  rendering?: Rendering;
  client: string;
  read_by_sender: boolean;
  /** The sending client's queue and its own name for the message, for local echo. */
  local?: { queue_id: string; local_id: string } | undefined;
}

/** What sending did. */
export interface Sent {
  id: number;
  /** The sender's new policy for the topic, when their settings changed it. */
  automatic_new_visibility_policy?: VisibilityPolicy;
}

/** Stores a message and tells everyone it is for. The caller has checked the permission. */
export function doSendMessage(app: App, draft: Draft): Sent {
  const { sender, conversation, content, client } = draft;
  const sent_at = app.clock.now();
  const rendering = draft.rendering ?? renderMessage(app, sender, content);
  const { html: rendered_content, mentions } = rendering;
  const mentions_channel = conversation.channel_id !== null && mentions.channel;
  const id = insertMessage(app.db, draft, { ...rendering, sent_at, mentions_channel });
  const isFirst = conversation.max_message_id === null;
  // A guest comes to know whom they are in conversation with.
  const known =
    isFirst && conversation.channel_id === null ? rememberKnownToGuests(app, memberIds(conversation)) : null;
  app.db.run('UPDATE conversations SET max_message_id = ? WHERE id = ?', id, conversation.id);
  if (known) publishKnown(app, known);
  const muter_ids = listMuterIds(app.db, sender);
  const read_by = new Set(draft.read_by_sender ? [sender.id, ...muter_ids] : muter_ids);
  for (const user_id of read_by) {
    if (!receives(app.db, user_id, conversation)) continue;
    doMarkSentAsRead(app.db, user_id, conversation, id, conversation.max_message_id);
  }
  const flags = flagsByUser(app, conversation, rendering);
  setFlags(app.db, id, flags);
  const called_ids = listCalledBotIds(app, sender, conversation, mentions.user_ids);
  setFlags(app.db, id, new Map(called_ids.map((bot_id) => [bot_id, ['mentioned']])));
  setMentions(app.db, id, mentions.user_ids);
  if (rendering.path_ids.length > 0) doRefer(app, sender, id, rendering.path_ids);
  const submessages = addWidget(app.db, id, sender, content);
  const message = { id, sender, conversation, content, rendered_content, client, sent_at, submessages };
  publishMessage(app, message, { ...draft, read_by, flags, mentions_channel, called_ids });
  if (isFirst && conversation.channel_id !== null) publishFirstMessage(app, conversation.channel_id, id);
  announce(app, messageSent, {
    message_id: id,
    sender,
    conversation,
    mentioned_ids: mentions.user_ids,
    group_ids: mentions.group_ids,
  });
  doFollowOnMention(
    app,
    mentions.user_ids.filter((id) => id !== sender.id && flags.has(id) && !muter_ids.includes(id)),
    conversation,
  );
  const policy = doFollowOnSend(app, sender, conversation, isFirst);
  return policy === undefined ? { id } : { id, automatic_new_visibility_policy: policy };
}

function insertMessage(
  db: Database,
  { sender, conversation, content, client }: Draft,
  facts: Rendering & { sent_at: number; mentions_channel: boolean },
): number {
  const { id } = db.run(
    `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
       mentions_channel, rendered_content, rendered_version, has_link, has_image, has_attachment)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    conversation.id,
    conversation.channel_id,
    conversation.channel_id,
    sender.id,
    client,
    facts.sent_at,
    content,
    Number(facts.mentions_channel),
    ...renderedColumns(facts),
  );
  return id;
}

/** Stores the poll or to-do list that a message may be; returns the JSON list of its steps. */
function addWidget(db: Database, message_id: number, sender: User, written: string): string {
  const content = findWidget(written);
  if (content === undefined) return '[]';
  const step = { message_id, sender_id: sender.id, msg_type: 'widget', content };
  const sql = 'INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)';
  const { id } = db.run(sql, message_id, sender.id, step.msg_type, content);
  return JSON.stringify([{ id, ...step }]);
}

/** Stores the flags that a message's text sets, by user. */
export function setFlags(db: Database, message_id: number, flags: Map<number, string[]>): void {
  for (const [user_id, names] of flags) {
    for (const flag of names) {
      db.run(
        'INSERT OR IGNORE INTO message_flags (user_id, flag, message_id) VALUES (?, ?, ?)',
        user_id,
        flag,
        message_id,
      );
    }
  }
}

/** Stores whom a message mentions by name. */
export function setMentions(db: Database, message_id: number, user_ids: readonly number[]): void {
  for (const user_id of user_ids)
    db.run('INSERT INTO mentions (user_id, message_id) VALUES (?, ?)', user_id, message_id);
}

// The programs that people type into; everything else sends for someone who has yet to read it.
const handheld = /^(zulip ?(mobile|flutter|terminal|electron|desktop|android|ios)|website|android|ios|chatd ?web)/i;

/** Whether a message comes from the hand of the user, who then has read it. */
export function isTypedByHand(user: User, client: string): boolean {
  return !isBot(user) && handheld.test(client);
}

/** The Markdown of a message that the user may read. Throws invalidMessage. */
export function accessContent(app: App, user: User, message_id: number): string {
  ensureReadable(app, user, message_id);
  return app.db.value<string>('SELECT content FROM messages WHERE id = ?', message_id) as string;
}

/** Where a message is that the user may read, and whose it is. Throws invalidMessage. */
export function accessPlaced(app: App, user: User, message_id: number): Placed & { sender_id: number } {
  ensureReadable(app, user, message_id);
  return app.db.get<Placed & { sender_id: number }>(placedSql, message_id) as Placed & { sender_id: number };
}

/** The same for a change: an archived channel stays as it is. Throws invalidMessage. */
export function accessChangeable(app: App, user: User, message_id: number): Placed & { sender_id: number } {
  const message = accessPlaced(app, user, message_id);
  if (message.channel_id !== null && findChannel(app.db, message.channel_id)?.is_archived) throw invalidMessage();
  return message;
}

const placedSql =
  'SELECT id, conversation_id, place_id, channel_id, sent_channel_id, sender_id FROM messages WHERE id = ?';

function ensureReadable(app: App, user: User, message_id: number): void {
  if (listReadable(app, user, [message_id]).length === 0) throw invalidMessage();
}
