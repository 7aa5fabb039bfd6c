import { accessReadableChannel, invalidChannelId } from '../../conversations/channel.ts';
import { accessChangeableMessage, invalidMessage } from '../../conversations/readable.ts';
import { integer, oneOf, optional, required } from '../../http/params.ts';
import { doPinMessage, doUnpinMessage, listPins, pinErrors, pinPlaces, unpinErrors } from '../../messages/pin.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const message_id = required(integer(), 'The message.');

export const getPinnedMessages: Endpoint = endpoint({
  method: 'GET',
  path: '/streams/{stream_id}/pinned_messages',
  summary: 'List the pinned messages of a channel and its topics',
  access: 'user',
  scoped: 'reads',
  params: { stream_id: required(integer(), 'The channel.') },
  errors: [invalidChannelId],
  handler({ app, user }, { stream_id }) {
    return { pinned_messages: listPins(app, user, accessReadableChannel(app, user, stream_id)) };
  },
});

export const pinMessage: Endpoint = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/pin',
  summary: 'Pin a message to its topic or channel',
  access: 'user',
  params: {
    message_id,
    pinned_to: optional(oneOf(pinPlaces), 'Whether it is listed at the head of its topic or of its channel.', {
      fallback: 'topic' as const,
    }),
  },
  errors: [invalidMessage, ...pinErrors],
  handler({ app, user }, { message_id, pinned_to }) {
    doPinMessage(app, user, accessChangeableMessage(app, user, message_id), pinned_to);
    return {};
  },
});

export const unpinMessage: Endpoint = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}/pin',
  summary: 'Unpin a message',
  access: 'user',
  params: { message_id },
  errors: [invalidMessage, ...unpinErrors],
  handler({ app, user }, { message_id }) {
    doUnpinMessage(app, user, accessChangeableMessage(app, user, message_id));
    return {};
  },
});
