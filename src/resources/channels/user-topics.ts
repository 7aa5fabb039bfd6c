import { ensureSubscribed, notSubscribed } from '../../channels/subscription-property.ts';
import { doRequestVisibilityPolicy, doSetVisibilityPolicy, findVisibilityPolicy } from '../../channels/user-topic.ts';
import type { Context } from '../../context.ts';
import {
  accessChannel,
  accessChannelByName,
  accessReadableChannel,
  type Channel,
  canSeeChannel,
  findChannel,
  findChannelByName,
  invalidChannelId,
  invalidChannelName,
} from '../../conversations/channel.ts';
import { checkTopic, topicErrors } from '../../conversations/conversation.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, oneOf, oneOfNumbers, optional, required, text } from '../../http/params.ts';
import { visibilityPolicies } from '../../reach/topic-policy.ts';
import { listFull } from '../../users/own-list.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const channelMissing = errorKind("Missing 'stream_id' argument");
const channelTwice = errorKind('Unsupported parameter combination: stream_id, stream', {
  extra: () => ({ parameters: 'stream_id, stream' }),
});
const topicNotMuted = errorKind('Topic is not muted');

export const updateUserTopic: Endpoint = endpoint({
  method: 'POST',
  path: '/user_topics',
  summary: 'Mute, unmute or follow a topic',
  access: 'user',
  params: {
    stream_id: required(integer(), 'The channel.'),
    topic: required(text(), 'The topic. It need not have messages.'),
    visibility_policy: required(
      oneOfNumbers(Object.values(visibilityPolicies)),
      '0: default, 1: muted, 2: unmuted, 3: followed.',
    ),
  },
  errors: [invalidChannelId, ...topicErrors, listFull],
  handler({ app, user }, { stream_id, visibility_policy, ...params }) {
    const topic = checkTopic(params.topic);
    // A policy can be removed even if the user cannot read the channel: this reveals nothing about it.
    if (visibility_policy !== visibilityPolicies.inherit) accessReadableChannel(app, user, stream_id);
    doRequestVisibilityPolicy(app, user, stream_id, topic, visibility_policy);
    return {};
  },
});

export const muteTopic: Endpoint = endpoint({
  method: 'PATCH',
  path: '/users/me/subscriptions/muted_topics',
  summary: 'Mute or unmute a topic; older form of `POST /user_topics`',
  access: 'user',
  params: {
    stream_id: optional(integer(), 'The channel. Required without its name.'),
    stream: optional(text(), 'Name of the channel. Required without its id.'),
    topic: required(text(), 'The topic. It need not have messages.'),
    op: required(oneOf(['add', 'remove']), '`add` mutes the topic, `remove` unmutes it.'),
  },
  errors: [
    channelMissing,
    channelTwice,
    invalidChannelId,
    invalidChannelName,
    notSubscribed,
    topicNotMuted,
    ...topicErrors,
    listFull,
  ],
  handler({ app, user }, { op, ...params }) {
    const name = nameChannel(params);
    const topic = checkTopic(params.topic);
    const channel = op === 'add' ? accessNamed(app, user, name) : accessMuted(app, user, name);
    ensureSubscribed(app, user, channel);
    if (op === 'add') doRequestVisibilityPolicy(app, user, channel.id, topic, visibilityPolicies.muted);
    else doUnmute(app, user, channel, topic);
    return {};
  },
});

/** A channel's id or its name. */
type ChannelName = { id: number } | { name: string };

function nameChannel({
  stream_id,
  stream,
}: {
  stream_id: number | undefined;
  stream: string | undefined;
}): ChannelName {
  if (stream_id !== undefined && stream !== undefined) throw channelTwice();
  if (stream_id !== undefined) return { id: stream_id };
  if (stream === undefined) throw channelMissing();
  return { name: stream };
}

function accessNamed(app: Context, user: User, name: ChannelName): Channel {
  return 'id' in name ? accessChannel(app, user, name.id) : accessChannelByName(app, user, name.name);
}

function accessMuted(app: Context, user: User, name: ChannelName): Channel {
  const channel = 'id' in name ? findChannel(app.db, name.id) : findChannelByName(app.db, name.name);
  if (!channel || !canSeeChannel(app, user, channel)) throw topicNotMuted();
  return channel;
}

// Only a mute is removed: a followed topic stays followed.
function doUnmute(app: Context, user: User, channel: Channel, topic: string): void {
  if (findVisibilityPolicy(app.db, user.id, channel.id, topic) !== visibilityPolicies.muted) return;
  doSetVisibilityPolicy(app, user.id, channel.id, topic, visibilityPolicies.inherit);
}
