import { listMuterIds } from '../accounts/muted-user.ts';
import { announce, announceChange, type Context, change } from '../context.ts';
import { listReceiversAmong } from '../conversations/audience.ts';
import { type Conversation, memberIds } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import { markChannelRead } from '../conversations/read-marks.ts';
import { markSentAsRead } from '../conversations/read-state.ts';
import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import type { VisibilityPolicy } from '../reach/topic-policy.ts';
import { doRefer } from '../uploads/attachment.ts';
import { isBot, type User } from '../users/user.ts';
import { doFollowOnSend } from './automatic-policy.ts';
import { listCalledBotIds } from './called-bots.ts';
import { flagsByUser } from './mentions.ts';
import { publishMessage } from './message-event.ts';
import { type Rendering, renderedColumns, renderMessage } from './rendering.ts';
import { messageSent, type SentMessage } from './sent-message.ts';
import { findWidget } from './widget.ts';

/** In Unicode code points. */
export const maxMessageLength = 10_000;
export const messageTooLong = errorKind(`Message is too long (limit: ${maxMessageLength} characters).`);

/** Users exchange their first direct message, or the last one is deleted. */
export const acquaintance = change<{ user_ids: readonly number[] }>('acquaintance');

/** A message to send. */
export interface Draft {
  sender: User;
  conversation: Conversation;
  content: string;
  /** The rendering of `content`, if the caller already has it. */
  rendering?: Rendering;
  client: string;
  read_by_sender: boolean;
  /** Other users for whom the message starts as read. */
  read_by?: readonly number[];
  /** The sending client's queue and its local id for the message, for local echo. */
  local?: { queue_id: string; local_id: string } | undefined;
}

/** The result of sending. */
interface Sent {
  id: number;
  /** The sender's new policy for the topic, if their settings changed it. */
  automatic_new_visibility_policy?: VisibilityPolicy;
}

/** Stores a message and publishes it to everyone who receives it. The caller has checked the permission. */
export function doSendMessage(app: Context, draft: Draft): Sent {
  const sent = storeMessage(app, draft, draft.rendering ?? renderMessage(app, draft.sender, draft.content));
  // Clients must know that a topic is followed before they show its message.
  const policy = doFollowOnSend(app, sent);
  publishMessage(app, sent);
  announce(app, messageSent, sent);
  return { id: sent.message.id, ...(policy === undefined ? {} : { automatic_new_visibility_policy: policy }) };
}

function storeMessage(app: Context, draft: Draft, rendering: Rendering): SentMessage {
  const { sender, conversation, content, local } = draft;
  const { mentions } = rendering;
  const message = insertMessage(app, draft, rendering);
  setNewest(app, conversation, message.id);
  const read_by = markRead(app, draft, message);
  const flags = flagsByUser(app, sender, conversation, rendering);
  setFlags(app.db, message.id, flags);
  const called_ids = listCalledBotIds(app, sender, conversation, mentions.user_ids);
  setFlags(app.db, message.id, new Map(called_ids.map((bot_id) => [bot_id, ['mentioned']])));
  setMentions(app.db, message.id, mentions.user_ids);
  if (rendering.path_ids.length > 0) doRefer(app, sender, message.id, rendering.path_ids);
  const submessages = addWidget(app.db, message.id, sender, content);
  return { message, sender, conversation, mentions, submessages, read_by, flags, called_ids, local };
}

function insertMessage(app: Context, draft: Draft, rendering: Rendering): Message {
  const { sender, conversation, content, client } = draft;
  const sent_at = app.clock.now();
  const mentions_channel = mentionsChannel(conversation, rendering) ? 1 : 0;
  const { channel_id } = conversation;
  const { id } = app.db.run(
    `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
       mentions_channel, rendered_content, rendered_version, has_link, has_image, has_attachment)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    conversation.id,
    channel_id,
    channel_id,
    sender.id,
    client,
    sent_at,
    content,
    mentions_channel,
    ...renderedColumns(rendering),
  );
  const ref = {
    id,
    conversation_id: conversation.id,
    place_id: conversation.id,
    channel_id,
    sent_channel_id: channel_id,
  };
  return { ...ref, sender_id: sender.id, client, sent_at, content, rendered_content: rendering.html, mentions_channel };
}

/** Whether a text mentions all subscribers of the channel. */
export function mentionsChannel({ channel_id }: Conversation, { mentions }: Pick<Rendering, 'mentions'>): boolean {
  return channel_id !== null && mentions.channel;
}

// A direct conversation begins with its first message.
function setNewest(app: Context, conversation: Conversation, id: number): void {
  const set = () => void app.db.run('UPDATE conversations SET max_message_id = ? WHERE id = ?', id, conversation.id);
  if (conversation.channel_id !== null || conversation.max_message_id !== null) set();
  else announceChange(app, acquaintance, { user_ids: memberIds(conversation) }, set);
}

/**
 * Marks a new message as read for users who muted the sender, for a sender who has read it, and for the draft's
 * `read_by`. Returns the ids of all these users.
 */
function markRead({ db }: Context, draft: Draft, { id }: Message): ReadonlySet<number> {
  const { sender, conversation, read_by_sender, read_by: others = [] } = draft;
  const read_by = new Set([...listMuterIds(db, sender), ...(read_by_sender ? [sender.id] : []), ...others]);
  if (read_by.size === 0) return read_by;
  const receiver_ids = listReceiversAmong(db, conversation, [...read_by]);
  if (conversation.channel_id !== null && beginsChannel(db, conversation, id)) {
    // Subscribers already have a floor, so raising it adds no row.
    markChannelRead(db, receiver_ids, conversation.channel_id, id);
  } else {
    const previous = conversation.max_message_id;
    for (const user_id of receiver_ids) markSentAsRead(db, user_id, conversation, id, previous);
  }
  return read_by;
}

/** Whether a new message is alone in its channel. Takes the conversation as it was before the message. */
function beginsChannel(db: Database, { channel_id, max_message_id }: Conversation, id: number): boolean {
  // A topic with earlier messages is in a channel with earlier messages.
  if (channel_id === null || max_message_id !== null) return false;
  return db.value<number>('SELECT min(id) FROM messages WHERE channel_id = ?', channel_id) === id;
}

/** Stores the poll or to-do list that the message describes, if any. Returns its submessages as a JSON list. */
function addWidget(db: Database, message_id: number, sender: User, written: string): string {
  const content = findWidget(written);
  if (content === undefined) return '[]';
  const step = { message_id, sender_id: sender.id, msg_type: 'widget', content };
  const sql = 'INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, ?, ?)';
  const { id } = db.run(sql, message_id, sender.id, step.msg_type, content);
  return JSON.stringify([{ id, ...step }]);
}

/** Stores the flags that a message's text sets, by user. */
export function setFlags(db: Database, message_id: number, flags: ReadonlyMap<number, readonly string[]>): void {
  const pairs = [...flags].flatMap(([user_id, names]) => names.map((flag) => ({ user_id, flag })));
  for (const [flag, those] of Map.groupBy(pairs, (pair) => pair.flag)) {
    db.run(
      'INSERT OR IGNORE INTO message_flags (user_id, flag, message_id) SELECT value, ?, ? FROM json_each(?)',
      flag,
      message_id,
      JSON.stringify(those.map(({ user_id }) => user_id)),
    );
  }
}

/** Stores the users whom a message mentions by name. */
export function setMentions(db: Database, message_id: number, user_ids: readonly number[]): void {
  if (user_ids.length === 0) return;
  const sql = 'INSERT INTO mentions (user_id, message_id) SELECT value, ? FROM json_each(?)';
  db.run(sql, message_id, JSON.stringify(user_ids));
}

// Clients that people type into. Other clients send on behalf of a user who has not read the message yet.
const handheld = /^(zulip ?(mobile|flutter|terminal|electron|desktop|android|ios)|website|android|ios|chatd ?web)/i;

/** Whether the user typed the message and so has read it. */
export function isTypedByHand(user: User, client: string): boolean {
  return !isBot(user) && handheld.test(client);
}
