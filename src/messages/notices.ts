import type { ChannelDeed } from '../channels/deeds.ts';
import type { Context } from '../context.ts';
import { type Channel, findChannel, getChannel } from '../conversations/channel.ts';
import {
  type Conversation,
  emptyTopicDisplayName,
  ensureDirectConversation,
  ensureTopic,
} from '../conversations/conversation.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { mention } from '../users/mention.ts';
import { getSystemBot, isBot, type User } from '../users/user.ts';
import { doSendMessage } from './message.ts';
import type { MovedMessages } from './move.ts';
import type { Rendering } from './rendering.ts';

/** If one request subscribes more users than this, none is notified. */
export const maxBulkSubscriptionMessages = 100;

const channelEventsTopic = 'channel events';
const newChannelsTopic = 'new channels';
const newcomersTopic = 'signups';

/** Posts in a new channel who created it and, on request, announces it in the organization's announcement channel. */
export function doAnnounceChannel(app: Context, creator: User, channel: Channel, announce: boolean): void {
  const kind = channel.is_web_public ? 'web-public' : channel.invite_only ? 'private' : 'public';
  const description = channel.description === '' ? '' : `\n\n> ${channel.description}`;
  doNoticeInChannel(app, channel, `${mention(creator)} created this ${kind} channel.${description}`);
  const target = findChannel(app.db, Number(findRealmSetting(app.db, 'new_stream_announcements_stream_id')));
  if (!announce || !target || target.is_archived || channel.invite_only) return;
  const text = `${mention(creator)} created a new channel: #**${channel.name}**`;
  doNotify(app, ensureTopic(app.db, target.id, topicFor(target, newChannelsTopic)), text);
}

/** Posts a notice in the channel it is about, if the organization enables that. Archived channels get none. */
export function doNoticeInChannel(app: Context, channel: Channel, content: string): void {
  if (channel.is_archived || findRealmSetting(app.db, 'send_channel_events_messages') !== true) return;
  doNotify(app, ensureTopic(app.db, channel.id, topicFor(channel, channelEventsTopic)), content);
}

/** Posts in a channel, in one sentence, what a user did to it. */
export function doNoticeDeed(app: Context, { actor, channel, deed }: ChannelDeed): void {
  doNoticeInChannel(app, channel, `${mention(actor)} ${deed}`);
}

function topicFor(channel: Channel, name: string): string {
  return channel.topics_policy === 'empty_topic_only' ? '' : name;
}

/**
 * Notifies users whom somebody else subscribed to channels, once each. Skips bots; notifies nobody if there are too
 * many. Returns whether the number was small enough.
 */
export function doTellSubscribed(
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
    const names = channels.map(({ channel }) => `* #**${channel.name}**`).join('\n');
    const noun = channels.length === 1 ? 'a channel' : 'some channels';
    doNotifyUser(app, user, `${mention(actor)} subscribed you to ${noun}:\n\n${names}`);
  }
  return true;
}

/** Sends a direct message from the notification bot. `rendering`: if names must be resolved for another user. */
export function doNotifyUser(app: Context, person: User, content: string, rendering?: Rendering): void {
  const sender = notificationBot(app);
  const conversation = ensureDirectConversation(app.db, [sender.id, person.id]);
  doSendMessage(app, { sender, conversation, content, ...internal, ...(rendering ? { rendering } : {}) });
}

/** Sends a new user the greeting of the welcome bot. */
export function doGreet(app: Context, person: User, content: string): void {
  const bot = getSystemBot(app.db, 'welcome');
  doNotify(app, ensureDirectConversation(app.db, [bot.id, person.id]), content, bot);
}

/** Announces a new user, if the organization has a channel for that. */
export function doAnnounceNewcomer(app: Context, person: User): void {
  const target = findChannel(app.db, Number(findRealmSetting(app.db, 'signup_announcements_stream_id')));
  if (!target || target.is_archived) return;
  doNotify(app, ensureTopic(app.db, target.id, newcomersTopic), `${mention(person)} joined this organization.`);
}

/** Notifies an inviter that the invited user has joined. */
export function doTellJoined(app: Context, inviter: User, person: User): void {
  doNotifyUser(app, inviter, `${mention(person)} has joined with your invitation.`);
}

/** Posts in the old and the new topic that messages moved, as the editor requested. */
export function doNoticeMove(app: Context, notice: MovedMessages): void {
  const { editor, ids, from, to, channel, conversation } = notice;
  const target = getChannel(app.db, to.channel_id);
  const what = amount(notice.isWhole, ids.length);
  if (notice.tellNew) {
    doNotify(app, conversation, `${mention(editor)} moved ${what} here from ${topicLink(channel, from.topic)}.`);
  }
  if (notice.tellOld) {
    const old = ensureTopic(app.db, channel.id, from.topic);
    doNotify(app, old, `${mention(editor)} moved ${what} from here to ${topicLink(target, to.topic)}.`);
  }
}

function amount(isWhole: boolean, count: number): string {
  if (isWhole) return 'this topic';
  return count === 1 ? 'a message' : `${count} messages`;
}

function topicLink(channel: Channel, topic: string): string {
  return `#**${channel.name}>${topic === '' ? emptyTopicDisplayName : topic}**`;
}

function doNotify(app: Context, conversation: Conversation, content: string, sender = notificationBot(app)): void {
  doSendMessage(app, { sender, conversation, content, ...internal });
}

const internal = { client: 'Internal', read_by_sender: false };

function notificationBot(app: Context): User {
  return getSystemBot(app.db, 'notification');
}
