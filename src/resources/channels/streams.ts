import { presentChannels, type WrittenChannel, writeChannels } from '../../channels/channel-record.ts';
import type { Context } from '../../context.ts';
import {
  accessChannel,
  accessChannelByName,
  accessReadableChannel,
  type Channel,
  canReadChannel,
  findChannel,
  hasSharedHistory,
  invalidChannelId,
  invalidChannelName,
  isSubscribed,
  listChannels,
  listSubscribedChannelIds,
  listSubscriberIds,
  sightTest,
} from '../../conversations/channel.ts';
import { hasChannelPermission } from '../../conversations/channel-permissions.ts';
import { presentTopic } from '../../conversations/conversation.ts';
import { receivedSql, sawMoveSql } from '../../conversations/read-state.ts';
import { findOpenChannel } from '../../conversations/spectators.ts';
import type { Database } from '../../db/database.ts';
import { channelAddress } from '../../gateway/address.ts';
import { canPostAs } from '../../gateway/destination.ts';
import { insufficientPermission, notLoggedIn } from '../../http/errors.ts';
import { jsonList } from '../../http/json-list.ts';
import { boolean, hint, integer, list, optional, required, text, type Values } from '../../http/params.ts';
import { channelPostRefused } from '../../messages/recipient.ts';
import { accessUser } from '../../users/access.ts';
import { isChannelInScope } from '../../users/bot-scope.ts';
import { ensureActive, getSystemBot, noSuchUser, roles, type User, userIsDeactivated } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const filters = {
  include_public: optional(boolean(), 'Public channels.', { fallback: true }),
  include_web_public: optional(boolean(), 'Channels open to the web.', { fallback: false }),
  include_subscribed: optional(boolean(), 'Channels you are subscribed to.', { fallback: true }),
  exclude_archived: optional(boolean(), 'Leave out archived channels.', { fallback: true }),
  include_all_active: optional(boolean(), 'Older name of `include_all`.', { fallback: false }),
  include_all: optional(boolean(), 'All channels you can see.', { fallback: false }),
  include_default: optional(boolean(), 'Default channels of new users; adds `is_default`.', { fallback: false }),
  include_owner_subscribed: optional(boolean(), "Channels a bot's owner is subscribed to.", { fallback: false }),
  include_can_access_content: optional(boolean(), 'Channels whose messages you can read.', { fallback: false }),
};

export const getStreams: Endpoint = endpoint({
  method: 'GET',
  path: '/streams',
  summary: 'Get the channels you can see',
  access: 'user',
  scoped: 'reads',
  params: filters,
  errors: [],
  handler({ app, db, user }, params) {
    const channels = listChannels(db).filter(listingTest(app, user, params));
    const defaults = new Set(channels.flatMap(({ id, is_default }) => (is_default ? id : [])));
    const last = ({ id }: WrittenChannel) => (params.include_default ? `,"is_default":${defaults.has(id)}` : '');
    return { streams: jsonList(writeChannels(app, channels), (record) => `{${record.fields}${last(record)}}`) };
  },
});

const stream_id = required(integer(), 'The channel.');

/** The maximum number of channels in a request for topics. */
const mostChannels = 100;

export const getStreamById: Endpoint = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}',
  summary: 'Get a channel',
  access: 'user',
  scoped: 'reads',
  params: { stream_id },
  errors: [invalidChannelId],
  handler({ app, user }, params) {
    const channel = accessChannel(app, user, params.stream_id);
    if (channel.is_archived) throw invalidChannelId();
    const [stream] = presentChannels(app, [channel]);
    return { stream };
  },
});

export const getSubscribers: Endpoint = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/members',
  summary: "Get the ids of a channel's subscribers",
  access: 'user',
  scoped: 'reads',
  params: { stream_id },
  errors: [invalidChannelId],
  handler: ({ app, db, user }, params) => ({
    subscribers: listSubscriberIds(db, accessChannel(app, user, params.stream_id).id),
  }),
});

export const getSubscriptionStatus: Endpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id}/subscriptions/{stream_id}',
  summary: 'Get whether a user is subscribed to a channel',
  access: 'user',
  scoped: 'reads',
  params: { user_id: required(integer(), 'The user.'), stream_id },
  errors: [noSuchUser, userIsDeactivated, invalidChannelId],
  handler({ app, db, user }, params) {
    const { id } = ensureActive(accessUser(app, user, params.user_id));
    return { is_subscribed: isSubscribed(db, id, accessChannel(app, user, params.stream_id).id) };
  },
});

export const getUserChannels: Endpoint = endpoint({
  method: 'GET',
  path: '/users/{user_id}/channels',
  summary: 'Get the channels to which a user is subscribed, among those you can see',
  access: 'user',
  params: { user_id: required(integer(), 'The user.') },
  errors: [noSuchUser],
  handler({ app, db, user }, { user_id }) {
    const { id } = accessUser(app, user, user_id);
    const subscribed = new Set(listSubscribedChannelIds(db, id));
    const seen = listChannels(db).filter(sightTest(app, user));
    return { subscribed_channel_ids: seen.flatMap((channel) => (subscribed.has(channel.id) ? channel.id : [])) };
  },
});

export const getStreamEmailAddress: Endpoint = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/email_address',
  summary: 'Get the e-mail address of a channel; empty if this server receives no e-mails',
  access: 'user',
  params: {
    stream_id,
    sender_id: optional(
      integer(),
      'The sender of the messages: you, one of your bots, or a bot of the server; by default the notification bot.',
    ),
  },
  errors: [invalidChannelId, channelPostRefused, noSuchUser, insufficientPermission],
  handler({ app, db, user }, params) {
    const channel = accessReadableChannel(app, user, params.stream_id);
    if (!hasChannelPermission(app, user, channel.id, 'can_send_message_group')) throw channelPostRefused();
    const { sender_id } = params;
    const sender = sender_id === undefined ? getSystemBot(db, 'notification') : accessUser(app, user, sender_id);
    if (!canPostAs(user, sender)) throw insufficientPermission();
    return { email: app.config.mail_in ? channelAddress(app, channel, { creator: user, sender }) : '' };
  },
});

export const getStreamId: Endpoint = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  summary: "Get a channel's id by its name",
  access: 'user',
  scoped: 'reads',
  params: { stream: required(text(), 'Name of the channel.') },
  errors: [invalidChannelName],
  handler: ({ app, user }, { stream }) => ({ stream_id: accessChannelByName(app, user, stream).id }),
});

export const getStreamTopics: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  summary: 'Get the topics of a channel, newest first',
  access: 'user',
  scoped: 'reads',
  params: {
    stream_id,
    allow_empty_topic_name: optional(hint(boolean()), 'Whether the empty topic is returned as an empty string.', {
      fallback: false,
    }),
  },
  errors: [invalidChannelId],
  handler({ app, db, user }, { allow_empty_topic_name, ...params }) {
    const rows = listTopics(db, user, accessReadableChannel(app, user, params.stream_id));
    return { topics: presentTopics(rows, allow_empty_topic_name) };
  },
  spectate({ db }, { stream_id, allow_empty_topic_name }) {
    const channel = findOpenChannel(db, stream_id);
    if (!channel) throw notLoggedIn();
    return { topics: presentTopics(db.all<Topic>(sharedTopics, channel.id), allow_empty_topic_name) };
  },
});

export const getTopicsOfStreams: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/topics',
  summary: 'Get the topics of several channels, newest first; channels whose messages you cannot read are left out',
  access: 'user',
  scoped: 'reads',
  params: {
    stream_ids: required(list(integer(), { max: mostChannels }), 'The channels.'),
    allow_empty_topic_name: optional(boolean(), 'Whether the empty topic is returned as an empty string.', {
      fallback: false,
    }),
  },
  errors: [],
  weight: ({ stream_ids }) => 1 + Math.floor(stream_ids.length / 25),
  handler({ app, db, user }, { stream_ids, allow_empty_topic_name }) {
    const channels = [...new Set(stream_ids)].flatMap((id) => findChannel(db, id) ?? []);
    const topicsOf = (channel: Channel) => presentTopics(listTopics(db, user, channel), allow_empty_topic_name);
    return {
      streams: channels
        .filter((channel) => canReadChannel(app, user, channel))
        .map((channel) => ({ stream_id: channel.id, topics: topicsOf(channel) })),
    };
  },
});

function listTopics(db: Database, user: User, channel: Channel): Topic[] {
  return hasSharedHistory(channel)
    ? db.all<Topic>(sharedTopics, channel.id)
    : db.all<Topic>(receivedTopics, channel.id, user.id);
}

function presentTopics(rows: readonly Topic[], empty_topic_name: boolean): Topic[] {
  return rows.map(({ name, max_id }) => ({ name: presentTopic(name, { empty_topic_name }), max_id }));
}

function listingTest(app: Context, user: User, params: Values<typeof filters>): (channel: Channel) => boolean {
  const sees = sightTest(app, user);
  // A bot may see its owner's subscriptions.
  const owner_id = params.include_owner_subscribed ? user.bot_owner_id : null;
  return (channel) => {
    if (channel.is_archived && params.exclude_archived) return false;
    if (!isChannelInScope(app.db, user, channel.id)) return false;
    if (owner_id !== null && isSubscribed(app.db, owner_id, channel.id)) return true;
    return isWanted(app, user, channel, params) && sees(channel);
  };
}

function isWanted(app: Context, user: User, channel: Channel, params: Values<typeof filters>): boolean {
  return (
    params.include_all ||
    params.include_all_active ||
    (params.include_public && user.role !== roles.guest && !channel.invite_only) ||
    (params.include_web_public && channel.is_web_public === 1) ||
    (params.include_subscribed && isSubscribed(app.db, user.id, channel.id)) ||
    (params.include_default && channel.is_default === 1) ||
    (params.include_can_access_content && canReadChannel(app, user, channel))
  );
}

interface Topic {
  name: string;
  max_id: number;
}

const sharedTopics = `
  SELECT topic AS name, max_message_id AS max_id FROM conversations
  WHERE channel_id = ? AND max_message_id IS NOT NULL ORDER BY max_message_id DESC`;

const receivedTopics = `
  SELECT c.topic AS name, max(m.id) AS max_id
  FROM conversations c JOIN messages m ON m.conversation_id = c.id
  WHERE c.channel_id = ?1 AND (${receivedSql('?2')} OR ${sawMoveSql('?2')})
  GROUP BY c.id ORDER BY max_id DESC`;
