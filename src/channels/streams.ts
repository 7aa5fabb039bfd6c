import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { administratorRequired } from '../http/errors.ts';
import { boolean, integer, optional, required, text } from '../http/params.ts';
import { presentTopic } from '../messages/message-json.ts';
import { receivedSql, sawMoveSql } from '../messages/read-state.ts';
import { isAdministrator } from '../users/user.ts';
import {
  accessChannel,
  accessChannelByName,
  type Channel,
  canReadChannel,
  canSeeChannel,
  hasSharedHistory,
  invalidChannelId,
  invalidChannelName,
  isSubscribed,
  listChannels,
  presentChannels,
} from './channel.ts';

export const getStreams: Endpoint = endpoint({
  method: 'GET',
  path: '/streams',
  summary: 'Get the channels one may know of',
  access: 'user',
  params: {
    include_public: optional(boolean(), 'Public channels.', { fallback: true }),
    include_web_public: optional(boolean(), 'Channels open to the web.', { fallback: false }),
    include_subscribed: optional(boolean(), 'Channels one is subscribed to.', { fallback: true }),
    exclude_archived: optional(boolean(), 'Leave out archived channels.', { fallback: true }),
    include_all_active: optional(boolean(), 'Older name of `include_all`; administrators only.', { fallback: false }),
    include_all: optional(boolean(), 'Everything one may know of.', { fallback: false }),
    include_default: optional(boolean(), 'Add `is_default`.', { fallback: false }),
    include_owner_subscribed: optional(boolean(), "Channels a bot's owner is subscribed to.", { fallback: false }),
    include_can_access_content: optional(boolean(), 'Channels whose messages one may read.', { fallback: false }),
  },
  errors: [administratorRequired],
  handler({ app, db, user }, params) {
    if (params.include_all_active && !isAdministrator(user)) throw administratorRequired();
    const isWanted = (channel: Channel) =>
      params.include_all ||
      params.include_all_active ||
      (params.include_public && !channel.invite_only && canReadChannel(app, user, channel)) ||
      (params.include_web_public && channel.is_web_public === 1) ||
      (params.include_subscribed && isSubscribed(db, user.id, channel.id)) ||
      (params.include_owner_subscribed && isSubscribed(db, user.bot_owner_id ?? 0, channel.id)) ||
      (params.include_can_access_content && canReadChannel(app, user, channel));
    const channels = listChannels(db).filter(
      (channel) =>
        (!channel.is_archived || !params.exclude_archived) && canSeeChannel(app, user, channel) && isWanted(channel),
    );
    const defaults = new Map(channels.map(({ id, is_default }) => [id, is_default === 1]));
    const streams = presentChannels(app, channels);
    if (!params.include_default) return { streams };
    return { streams: streams.map((record) => ({ ...record, is_default: defaults.get(record.stream_id) })) };
  },
});

export const getStreamId: Endpoint = endpoint({
  method: 'GET',
  path: '/get_stream_id',
  summary: "Get a channel's id by its name",
  access: 'user',
  params: { stream: required(text(), 'Name of the channel.') },
  errors: [invalidChannelName],
  handler: ({ app, user }, { stream }) => ({ stream_id: accessChannelByName(app, user, stream).id }),
});

export const getStreamTopics: Endpoint = endpoint({
  method: 'GET',
  path: '/users/me/{stream_id}/topics',
  summary: 'Get the topics of a channel, newest first',
  access: 'user',
  params: {
    stream_id: required(integer(), 'The channel.'),
    allow_empty_topic_name: optional(boolean(), 'Whether the empty topic is returned as it is.', { fallback: false }),
  },
  errors: [invalidChannelId],
  handler({ app, db, user }, { stream_id, allow_empty_topic_name }) {
    const channel = accessChannel(app, user, stream_id);
    if (!canReadChannel(app, user, channel)) throw invalidChannelId();
    const rows = hasSharedHistory(channel)
      ? db.all<Topic>(sharedTopics, channel.id)
      : db.all<Topic>(receivedTopics, channel.id, user.id);
    const variant = { empty_topic_name: allow_empty_topic_name };
    return { topics: rows.map(({ name, max_id }) => ({ name: presentTopic(name, variant), max_id })) };
  },
});

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
