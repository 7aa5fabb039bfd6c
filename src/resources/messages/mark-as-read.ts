import type { Context } from '../../context.ts';
import { accessReadableChannel, type Channel, invalidChannelId } from '../../conversations/channel.ts';
import { type Conversation, findTopic, isEmptyTopicName } from '../../conversations/conversation.ts';
import { escapeHtml } from '../../ground/text.ts';
import { errorKind } from '../../http/errors.ts';
import { integer, required, text } from '../../http/params.ts';
import { doMarkAllRead, doMarkConversationRead, doMarkWholeChannelRead } from '../../messages/flag.ts';
import { newestAnchor } from '../../search/anchor.ts';
import { compileNarrow } from '../../search/narrow.ts';
import { findPage } from '../../search/page.ts';
import { finish } from '../../search/steps.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const noSuchTopic = errorKind<{ topic: string }>("No such topic '{topic}'");
const stream_id = required(integer(), 'The channel.');

export const markAllAsRead: Endpoint = endpoint({
  method: 'POST',
  path: '/mark_all_as_read',
  summary: 'Mark all messages as read',
  access: 'user',
  scoped: 'reads',
  params: {},
  errors: [],
  handler({ app, user }) {
    doMarkAllRead(app, user);
    return { complete: true };
  },
});

export const markStreamAsRead: Endpoint = endpoint({
  method: 'POST',
  path: '/mark_stream_as_read',
  summary: 'Mark all messages of a channel as read',
  access: 'user',
  scoped: 'reads',
  params: { stream_id },
  errors: [invalidChannelId],
  handler({ app, user }, params) {
    doMarkWholeChannelRead(app, user, accessReadableChannel(app, user, params.stream_id).id);
    return {};
  },
});

export const markTopicAsRead: Endpoint = endpoint({
  method: 'POST',
  path: '/mark_topic_as_read',
  summary: 'Mark all messages of a topic as read',
  access: 'user',
  scoped: 'reads',
  params: {
    stream_id,
    topic_name: required(
      text(),
      'The topic; the empty topic by its display name; an empty string for the whole channel.',
    ),
  },
  errors: [invalidChannelId, noSuchTopic],
  handler({ app, user }, { stream_id: channel_id, topic_name }) {
    const channel = accessReadableChannel(app, user, channel_id);
    const name = topic_name.trim();
    // Clients that predate the empty topic mean the whole channel.
    if (name === '') doMarkWholeChannelRead(app, user, channel.id);
    else doMarkConversationRead(app, user, accessTopic(app, user, channel, name));
    return {};
  },
});

/** A topic with at least one message that the user may read. Throws noSuchTopic. */
function accessTopic(app: Context, user: User, channel: Channel, name: string): Conversation {
  const topic = findTopic(app.db, channel.id, isEmptyTopicName(name) ? '' : name);
  const terms = { channel: channel.id, topic: name };
  const narrow = compileNarrow(
    app,
    user,
    Object.entries(terms).map(([operator, operand]) => ({ operator, operand, negated: false })),
  );
  const range = { anchor: newestAnchor, include_anchor: true, num_before: 1, num_after: 0 };
  const { ids } = finish(findPage(app.db, user, narrow, range));
  if (!topic || ids.length === 0) throw noSuchTopic({ topic: escapeHtml(name) });
  return topic;
}
