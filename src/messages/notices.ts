import type { ChannelChange } from '../channels/change-notice.ts';
import { listPolicies } from '../channels/user-topic.ts';
import type { Context } from '../context.ts';
import { type Channel, findChannel, getChannel, listSubscriberIds } from '../conversations/channel.ts';
import {
  type Conversation,
  ensureDirectConversation,
  ensureTopic,
  resolvedPrefix,
} from '../conversations/conversation.ts';
import type { Topic } from '../conversations/relocation.ts';
import type { Database } from '../db/database.ts';
import type { Texts } from '../ground/texts.ts';
import { channelLink, topicLink } from '../markdown/place-link.ts';
import { visibilityPolicies } from '../reach/topic-policy.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { organizationTexts, textsFor } from '../users/language.ts';
import { mention } from '../users/mention.ts';
import { userSettingFinder } from '../users/settings.ts';
import { getSystemBot, isBot, type User } from '../users/user.ts';
import { doDeleteMessages } from './deletion.ts';
import { type Draft, doSendMessage } from './message.ts';
import type { MovedMessages } from './move.ts';
import { type Rendering, renderMessage } from './rendering.ts';

/** If one request subscribes more users than this, none is notified. */
export const maxBulkSubscriptionMessages = 100;

/** Posts in a new channel who created it and, on request, announces it in the organization's announcement channel. */
export function doAnnounceChannel(app: Context, creator: User, channel: Channel, announce: boolean): void {
  const texts = organizationTexts(app.db);
  const actor = mention(creator);
  const kind = channel.is_web_public ? 'web' : channel.invite_only ? 'private' : 'public';
  const description = channel.description === '' ? '' : `\n\n> ${channel.description}`;
  doNoticeInChannel(app, creator, channel, texts.markdown('notice.createdChannel', { actor, kind }) + description);
  const target = findChannel(app.db, Number(findRealmSetting(app.db, 'new_stream_announcements_stream_id')));
  if (!announce || !target || target.is_archived || channel.invite_only) return;
  const text = texts.markdown('notice.announcedChannel', { actor, channel: channelLink(channel) });
  const topic = ensureTopic(app.db, target.id, topicFor(target, texts.t('notice.newChannelsTopic')));
  doNotify(app, topic, text, { read_by: [creator.id] });
}

/**
 * Posts a notice in the channel that it is about, if the organization enables that. Archived channels get none. It
 * starts as read for the actor and for `read_by`. Names are resolved as the actor sees them, because the actor may have written parts of
 * the notice.
 */
function doNoticeInChannel(
  app: Context,
  actor: User,
  channel: Channel,
  content: string,
  read_by: readonly number[] = [],
): void {
  if (channel.is_archived || findRealmSetting(app.db, 'send_channel_events_messages') !== true) return;
  const topic = topicFor(channel, organizationTexts(app.db).t('notice.channelEventsTopic'));
  doNotify(app, ensureTopic(app.db, channel.id, topic), content, {
    read_by: [actor.id, ...read_by],
    rendering: renderMessage(app, actor, content),
  });
}

/** Posts in a channel a sentence about a user's change to it. */
export function doNoticeChange(app: Context, { actor, channel, notice, read_by }: ChannelChange): void {
  doNoticeInChannel(app, actor, channel, notice, read_by);
}

function topicFor(channel: Channel, name: string): string {
  return channel.topics_policy === 'empty_topic_only' ? '' : name;
}

/**
 * Notifies users who were subscribed to channels by another user, once each. Skips bots; notifies nobody if there are
 * too many. Returns whether the number was small enough.
 */
export function doNotifySubscribed(
  app: Context,
  actor: User,
  rows: readonly { user: User; channel: Channel }[],
): boolean {
  const byUser = Map.groupBy(
    rows.filter(({ user }) => user.id !== actor.id),
    ({ user }) => user,
  );
  if (byUser.size > maxBulkSubscriptionMessages) return false;
  for (const [user, channels] of byUser) {
    if (isBot(user)) continue;
    const names = channels.map(({ channel }) => `* ${channelLink(channel)}`).join('\n');
    const opening = { actor: mention(actor), count: channels.length };
    doNotifyUser(app, user, `${textsFor(app.db, user).markdown('notice.subscribedYou', opening)}\n\n${names}`);
  }
  return true;
}

/** Sends a direct message from the notification bot. Pass `rendering` if names must be resolved for another user. */
export function doNotifyUser(app: Context, person: User, content: string, rendering?: Rendering): void {
  const sender = notificationBot(app);
  const conversation = ensureDirectConversation(app.db, [sender.id, person.id]);
  doSendMessage(app, { sender, conversation, content, ...internal, ...(rendering ? { rendering } : {}) });
}

/** Sends a user the greeting of the welcome bot. Returns the message's id. */
export function doGreet(app: Context, person: User, content: string): number {
  const bot = getSystemBot(app.db, 'welcome');
  return doNotify(app, ensureDirectConversation(app.db, [bot.id, person.id]), content, { sender: bot });
}

/** Announces a new user whom the actor created, if the organization has a channel for that. */
export function doAnnounceNewcomer(app: Context, person: User, actor: User = person): void {
  const target = findChannel(app.db, Number(findRealmSetting(app.db, 'signup_announcements_stream_id')));
  if (!target || target.is_archived) return;
  const texts = organizationTexts(app.db);
  const topic = ensureTopic(app.db, target.id, texts.t('notice.signupsTopic'));
  doNotify(app, topic, texts.markdown('notice.joined', { person: mention(person) }), { read_by: [actor.id] });
}

/** Notifies an inviter that the invited user has joined. */
export function doNotifyInviter(app: Context, inviter: User, person: User): void {
  const texts = textsFor(app.db, inviter);
  doNotifyUser(app, inviter, texts.markdown('notice.acceptedInvitation', { person: mention(person) }));
}

/** Posts in the old and the new topic that messages moved, as the editor requested. It starts as read for the editor. */
export function doNoticeMove(app: Context, notice: MovedMessages): void {
  const { editor, ids, from, to, channel, conversation } = notice;
  const target = getChannel(app.db, to.channel_id);
  const texts = organizationTexts(app.db);
  const moved = { actor: mention(editor), what: notice.isWhole ? 'topic' : 'messages', count: ids.length };
  const read_by = [editor.id];
  if (notice.resolves) doNoticeResolution(app, notice);
  if (notice.tellNew) {
    const place = linkTo(texts, channel, from.topic);
    doNotify(app, conversation, texts.markdown('notice.movedHere', { ...moved, place }), { read_by });
  }
  if (notice.tellOld) {
    const old = ensureTopic(app.db, channel.id, from.topic);
    const place = linkTo(texts, target, to.topic);
    doNotify(app, old, texts.markdown('notice.movedAway', { ...moved, place }), { read_by });
  }
}

/** If a topic is marked again within this many seconds, the earlier notice is deleted instead of adding one. */
const undoPeriod = 60;

/** Posts in a topic who marked it as resolved or unresolved, or deletes the notice that this undoes. */
function doNoticeResolution(app: Context, { editor, to, conversation }: MovedMessages): void {
  const undone = findUndone(app, conversation);
  if (undone !== undefined) {
    doDeleteMessages(app, conversation, [undone]);
    return;
  }
  const key = to.topic.startsWith(resolvedPrefix) ? 'notice.resolved' : 'notice.unresolved';
  const read_by = [editor.id, ...listResolutionReaderIds(app, to)];
  doNotify(app, conversation, organizationTexts(app.db).markdown(key, { actor: mention(editor) }), { read_by });
}

/** The newest message of the topic, if it is a recent notice that the topic is resolved. */
function findUndone({ db, clock }: Context, conversation: Conversation): number | undefined {
  const sql = `SELECT id, content FROM messages WHERE conversation_id = ? AND sender_id = ? AND sent_at >= ?
    AND id = (SELECT max(id) FROM messages WHERE conversation_id = ?)`;
  const bot = getSystemBot(db, 'notification');
  const since = clock.now() - undoPeriod;
  const newest = db.get<{ id: number; content: string }>(sql, conversation.id, bot.id, since, conversation.id);
  return newest && isResolutionNotice(db, newest.content) ? newest.id : undefined;
}

function isResolutionNotice(db: Database, content: string): boolean {
  const texts = organizationTexts(db);
  const [actor = ''] = firstMention.exec(content) ?? [];
  return [texts.markdown('notice.resolved', { actor }), texts.markdown('notice.unresolved', { actor })].includes(
    content,
  );
}

const firstMention = /@_\*\*[^*]*\*\*/;

/** Ids of the subscribers for whom the notice that a topic is resolved starts as read. */
function listResolutionReaderIds({ db }: Context, { channel_id, topic }: Topic): number[] {
  const subscriber_ids = listSubscriberIds(db, channel_id);
  const policyOf = userSettingFinder(db, subscriber_ids, 'resolved_topic_notice_auto_read_policy');
  const policies = listPolicies(db, { channel_id, topic });
  return subscriber_ids.filter((user_id) => {
    const policy = policyOf(user_id);
    if (policy !== 'except_followed') return policy === 'always';
    return policies.get(user_id) !== visibilityPolicies.followed;
  });
}

function linkTo(texts: Texts, channel: Channel, topic: string): string {
  return topicLink(channel, { name: topic, display_name: topic || texts.t('topics.generalChat') });
}

function doNotify(
  app: Context,
  conversation: Conversation,
  content: string,
  options: Partial<Pick<Draft, 'sender' | 'read_by' | 'rendering'>> = {},
): number {
  return doSendMessage(app, { sender: notificationBot(app), conversation, content, ...internal, ...options }).id;
}

const internal = { client: 'Internal', read_by_sender: false };

function notificationBot(app: Context): User {
  return getSystemBot(app.db, 'notification');
}
