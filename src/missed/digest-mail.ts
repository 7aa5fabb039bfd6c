import { findVisibilityPolicy } from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import { getChannel, isSubscribed, listVisibleChannels } from '../conversations/channel.ts';
import { getConversation } from '../conversations/conversation.ts';
import { getMessage } from '../conversations/message.ts';
import { listReadable } from '../conversations/readable.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Mail } from '../mail/mail.ts';
import { isUnread } from '../push/fan-out.ts';
import { visibilityPolicies } from '../reach/topic-policy.ts';
import { findRealm } from '../realm/realm.ts';
import { textsFor } from '../users/language.ts';
import type { User } from '../users/user.ts';
import { conversationUrl, excerpt, inLanguage, namelessUrl, nameOf, paragraph, showsContent } from './missed-mail.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

/** A topic of a channel with messages since some time. */
export interface BusyTopic {
  conversation_id: number;
  messages: number;
  senders: number;
}

/** Number of busy topics from which each reader's topics are chosen. */
const mostBusy = 300;
const most = { topics: 5, messages: 2, channels: 5, direct: 100 };
/** In Unicode code points. */
const longestExcerpt = 200;

/** The topics of all channels with the most people and messages since a time in UNIX seconds. */
export function listBusyTopics({ db }: Context, since: number): BusyTopic[] {
  return db.all<BusyTopic>(
    `SELECT conversation_id, count(*) AS messages, count(DISTINCT sender_id) AS senders FROM messages
     WHERE id > ? AND channel_id IS NOT NULL AND sent_at >= ?
     GROUP BY conversation_id ORDER BY senders DESC, messages DESC, conversation_id LIMIT ?`,
    lastBefore({ db }, since),
    since,
    mostBusy,
  );
}

/** The id of the last message before a time. Scans only the messages since then. */
function lastBefore({ db }: Pick<Context, 'db'>, time: number): number {
  return db.value<number>('SELECT id FROM messages WHERE sent_at < ? ORDER BY id DESC LIMIT 1', time) ?? 0;
}

interface Part {
  text: string;
  url?: string;
}

/**
 * The summary of messages that a user missed and may read, since a time in UNIX seconds; undefined if there are none.
 */
export function writeDigest(
  app: Context,
  user: User,
  { since, busy }: { since: number; busy: readonly BusyTopic[] },
): Mail | undefined {
  const parts = [...directPart(app, user, since), ...topicParts(app, user, busy), ...channelPart(app, user, since)];
  if (parts.length === 0) return undefined;
  const { name: organization } = findRealm(app.db);
  const texts = textsFor(app.db, user);
  const hello = texts.t('digest.hello', { name: user.full_name, organization });
  return {
    to: user.email,
    from_name: organization,
    subject: texts.t('digest.subject', { organization }),
    ...frame(app, user, [{ text: hello }, ...parts]),
  };
}

function directPart(app: Context, user: User, since: number): Part[] {
  const ids = app.db.values<number>(
    `SELECT m.id FROM direct_members d JOIN messages m ON m.conversation_id = d.conversation_id
     WHERE d.user_id = ? AND m.id > ? AND m.sender_id <> d.user_id ORDER BY m.id DESC LIMIT ?`,
    user.id,
    lastBefore(app, since),
    most.direct,
  );
  const unread = ids.filter((id) => isUnread(app.db, user.id, id));
  if (unread.length === 0) return [];
  const names = new Set(unread.map((id) => nameOf(app, user, getMessage(app.db, id).sender_id)));
  const texts = textsFor(app.db, user);
  const count = unread.length;
  const text = showsContent(app, user)
    ? texts.t('digest.directFrom', { count, names: texts.list([...names]) })
    : texts.t('digest.direct', { count });
  return [{ text, url: `${app.config.public_url}/#narrow/is/dm` }];
}

function topicParts(app: Context, user: User, busy: readonly BusyTopic[]): Part[] {
  const parts: Part[] = [];
  for (const topic of busy) {
    if (parts.length >= most.topics) break;
    const part = writeTopic(app, user, topic);
    if (part) parts.push(part);
  }
  return parts;
}

function writeTopic(app: Context, user: User, { conversation_id, messages, senders }: BusyTopic): Part | undefined {
  const conversation = getConversation(app.db, conversation_id);
  const { topic, channel_id } = conversation;
  if (channel_id === null || topic === null || !isWanted(app, user, { channel_id, topic })) return undefined;
  const sql = 'SELECT id FROM messages WHERE conversation_id = ? ORDER BY id DESC LIMIT ?';
  const newest = app.db.values<number>(sql, conversation_id, most.messages);
  const ids = listReadable(app, user, newest);
  if (ids.length < newest.length || !ids.some((id) => isUnread(app.db, user.id, id))) return undefined;
  const newest_id = ids[0] as number;
  const texts = textsFor(app.db, user);
  const counts = { messages, senders };
  if (!showsContent(app, user)) {
    return { text: texts.t('digest.topicNameless', counts), url: namelessUrl(app, newest_id) };
  }
  const place = `#${getChannel(app.db, channel_id).name} > ${topic || texts.t('topics.generalChat')}`;
  const title = texts.t('digest.topic', { place, ...counts });
  const lines = ids.map((id) => writeLine(app, user, id));
  return { text: [title, ...lines].join('\n'), url: conversationUrl(app, conversation, newest_id) };
}

function writeLine(app: Context, user: User, id: number): string {
  const message = getMessage(app.db, id);
  const name = nameOf(app, user, message.sender_id);
  return textsFor(app.db, user).t('digest.line', { name, text: excerpt(message, longestExcerpt) });
}

/** Whether a user is subscribed to a topic's channel and has not muted it. */
function isWanted({ db }: Context, user: User, place: { channel_id: number; topic: string }): boolean {
  if (!isSubscribed(db, user.id, place.channel_id)) return false;
  const sql = 'SELECT is_muted FROM subscriptions WHERE user_id = ? AND channel_id = ?';
  const policy = findVisibilityPolicy(db, user.id, place.channel_id, place.topic);
  if (policy === visibilityPolicies.inherit) return db.value<number>(sql, user.id, place.channel_id) === 0;
  return policy !== visibilityPolicies.muted;
}

function channelPart(app: Context, user: User, since: number): Part[] {
  const fresh = listVisibleChannels(app, user).filter(
    ({ id, created_at, is_archived }) => created_at >= since && !is_archived && !isSubscribed(app.db, user.id, id),
  );
  if (fresh.length === 0) return [];
  const shown = fresh.slice(0, most.channels).map(({ name }) => `#${name}`);
  const texts = textsFor(app.db, user);
  const names = texts.list(shown);
  return [{ text: texts.t(fresh.length > shown.length ? 'digest.channelsAndMore' : 'digest.channels', { names }) }];
}

function frame(app: Context, user: User, parts: readonly Part[]) {
  const unsubscribe_url = unsubscribeUrl(app, user, 'digest');
  const texts = textsFor(app.db, user);
  const open = (url: string | undefined) =>
    url === undefined ? '' : `<p><a href="${escapeHtml(url)}">${escapeHtml(texts.t('digest.open'))}</a></p>`;
  const written = parts.map(({ text, url }) => (url === undefined ? text : `${text}\n${url}`));
  return {
    text: `${written.join('\n\n')}\n\n-- \n${texts.t('digest.noMoreHere')}\n${unsubscribe_url}\n`,
    html: inLanguage(
      texts,
      `${parts.map(({ text, url }) => paragraph(text) + open(url)).join('\n')}
<hr><p><a href="${escapeHtml(unsubscribe_url)}">${escapeHtml(texts.t('digest.noMore'))}</a></p>`,
    ),
    unsubscribe_url,
  };
}
