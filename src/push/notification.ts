import { isRung } from '../calls/call.ts';
import type { Context } from '../context.ts';
import { findChannel } from '../conversations/channel.ts';
import { type Conversation, getConversation, memberIds, presentTopic } from '../conversations/conversation.ts';
import type { Texts } from '../ground/texts.ts';
import { findRealm } from '../realm/realm.ts';
import { textsFor } from '../users/language.ts';
import { presentIdentityTo } from '../users/public-identity.ts';
import { findUserSetting } from '../users/settings.ts';
import { getUser, type User } from '../users/user.ts';
import { plainText } from './plain-text.ts';

interface Common {
  realm_url: string;
  realm_name: string;
  user_id: number;
}

interface TestContent extends Common {
  type: 'test';
  /** UNIX seconds. */
  time: number;
}

interface RemovalContent extends Common {
  type: 'remove';
  message_ids: readonly number[];
}

type MessageContent = Common & {
  type: 'message';
  message_id: number;
  sender_id: number;
  sender_full_name: string;
  sender_avatar_url: string;
  /** UNIX seconds. */
  time: number;
  /** Plain text. */
  content: string;
  /** The group mention that addresses the user. */
  mentioned_user_group_id?: number;
  mentioned_user_group_name?: string;
} & RecipientFields;

type RecipientFields =
  | { recipient_type: 'channel'; channel_id: number; channel_name: string; topic: string }
  | { recipient_type: 'direct'; recipient_user_ids: readonly number[] };

/** The content of a notification before encryption. */
export type Content = TestContent | RemovalContent | MessageContent;

/** What a browser gets: with the title of the notification, in the language of the user. */
export type BrowserContent =
  | RemovalContent
  | (MessageContent & { title: string })
  | (TestContent & { title: string; content: string });

/** Maximum text length in Unicode code points. */
const maxText = 200;

/** A notification with which a user tests the delivery. */
export function testContent(app: Context, user: User): TestContent {
  return { type: 'test', ...commonFields(app, user.id), time: app.clock.now() };
}

/** Retracts the notifications of messages. */
export function removalContent(app: Context, user_id: number, message_ids: readonly number[]): RemovalContent {
  return { type: 'remove', ...commonFields(app, user_id), message_ids };
}

interface Row {
  id: number;
  conversation_id: number;
  sender_id: number;
  sent_at: number;
  rendered_content: string;
}

/**
 * The notification of an existing message; `group_id` is the mentioned group that addresses the user, if any, and
 * `empty_topic_name` whether the receiver supports the empty topic.
 */
export function messageContent(
  app: Context,
  user: User,
  message_id: number,
  { group_id, empty_topic_name }: { group_id: number | undefined; empty_topic_name: boolean },
): MessageContent {
  const row = app.db.get<Row>(
    'SELECT id, conversation_id, sender_id, sent_at, rendered_content FROM messages WHERE id = ?',
    message_id,
  ) as Row;
  const sender = getUser(app.db, row.sender_id);
  const face = presentIdentityTo(app, user, sender);
  return {
    type: 'message',
    ...commonFields(app, user.id),
    message_id,
    sender_id: sender.id,
    sender_full_name: face.full_name,
    sender_avatar_url: new URL(face.avatar_url, app.config.public_url).href,
    time: row.sent_at,
    content: isRung(app.db, user.id, message_id)
      ? textsFor(app.db, user).t('push.callsYou', { person: face.full_name })
      : cut(plainText(row.rendered_content)),
    ...recipientFields(app, getConversation(app.db, row.conversation_id), empty_topic_name),
    ...groupFields(app, group_id),
  };
}

/** The content for a user's browser. Others may see the screen of a computer. */
export function forBrowser(app: Context, content: Content): BrowserContent {
  if (content.type === 'remove') return content;
  const texts = textsFor(app.db, { id: content.user_id });
  if (content.type === 'test') return { ...content, title: content.realm_name, content: texts.t('push.testArrives') };
  const isHidden =
    content.recipient_type === 'direct' &&
    !isRung(app.db, content.user_id, content.message_id) &&
    !findUserSetting(app.db, content.user_id, 'pm_content_in_desktop_notifications');
  return { ...content, title: titleOf(texts, content), ...(isHidden ? { content: texts.t('push.newDirect') } : {}) };
}

function titleOf(texts: Texts, content: MessageContent): string {
  const sender = content.sender_full_name;
  if (content.recipient_type === 'direct') return sender;
  const topic = content.topic === '' ? '' : ` > ${content.topic}`;
  return texts.t('companions.senderIn', { sender, conversation: `#${content.channel_name}${topic}` });
}

function commonFields(app: Context, user_id: number): Common {
  return { realm_url: app.config.public_url, realm_name: findRealm(app.db).name, user_id };
}

function recipientFields(app: Context, conversation: Conversation, empty_topic_name: boolean): RecipientFields {
  const { channel_id, topic } = conversation;
  if (channel_id === null || topic === null) {
    return { recipient_type: 'direct', recipient_user_ids: memberIds(conversation) };
  }
  return {
    recipient_type: 'channel',
    channel_id,
    channel_name: findChannel(app.db, channel_id)?.name ?? '',
    topic: presentTopic(topic, { empty_topic_name }),
  };
}

function groupFields(app: Context, group_id: number | undefined) {
  if (group_id === undefined) return {};
  const name = app.db.value<string>('SELECT name FROM groups WHERE id = ?', group_id);
  return name === undefined ? {} : { mentioned_user_group_id: group_id, mentioned_user_group_name: name };
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= maxText ? text : `${characters.slice(0, maxText).join('')}…`;
}
