import { messageAudience } from '../../conversations/audience.ts';
import { accessActiveChannel, invalidChannelId } from '../../conversations/channel.ts';
import {
  type Conversation,
  getConversation,
  memberIds,
  presentTopic,
  topicErrors,
} from '../../conversations/conversation.ts';
import { accessChangeableMessage, invalidMessage } from '../../conversations/readable.ts';
import { publishTopicEvent } from '../../events/event.ts';
import { nullable } from '../../http/combined-kinds.ts';
import { errorKind, parameterMissing } from '../../http/errors.ts';
import { integer, list, oneOf, optional, required, text } from '../../http/params.ts';
import { contentEditErrors, ensureCanEditContent } from '../../messages/edit-permission.ts';
import {
  checkDirectToSend,
  checkTopicToSend,
  directRefusals,
  invalidUserId,
  isDirectType,
  messageType,
  topicMissing,
  writingRefusals,
} from '../../messages/recipient.ts';
import { hearsTyping, publishTyping } from '../../messages/typing.ts';
import { canAccessUser } from '../../users/access.ts';
import { publishNaming } from '../../users/public-identity.ts';
import { findUserSetting } from '../../users/settings.ts';
import { findUser, type User, userIsDeactivated } from '../../users/user.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const noRecipients = errorKind("Empty 'to' list");
const hiddenInChannels = errorKind('User has disabled typing notifications for channel messages');
const hiddenInDirect = errorKind('User has disabled typing notifications for direct messages');
const op = required(oneOf(['start', 'stop']), 'Whether typing starts or stops.');

export const setTypingStatus: Endpoint = endpoint({
  method: 'POST',
  path: '/typing',
  summary: 'Notify other users that you are typing a message',
  access: 'user',
  scoped: 'writes',
  params: {
    type: optional(messageType(), 'Type of the message.', {
      fallback: 'direct' as const,
    }),
    op,
    to: optional(nullable(list(integer())), 'Ids of users, for direct messages.', { fallback: null }),
    stream_id: optional(nullable(integer()), 'The channel, for channel messages.', { fallback: null }),
    topic: optional(text(), 'The topic, for channel messages.'),
  },
  errors: [
    noRecipients,
    topicMissing,
    invalidUserId,
    invalidChannelId,
    ...topicErrors,
    ...writingRefusals,
    ...directRefusals,
    userIsDeactivated,
    hiddenInChannels,
    hiddenInDirect,
  ],
  handler(context, params) {
    if (isDirectType(params.type)) typingDirect(context, params);
    else typingInChannel(context, params);
    return {};
  },
});

export const setTypingStatusForMessageEdit: Endpoint = endpoint({
  method: 'POST',
  path: '/messages/{message_id}/typing',
  summary: 'Notify other users that you are editing a message',
  access: 'user',
  scoped: 'writes',
  params: { message_id: required(integer(), 'The message.'), op },
  errors: [invalidMessage, ...contentEditErrors, hiddenInChannels, hiddenInDirect],
  handler({ app, user }, params) {
    const message = accessChangeableMessage(app, user, params.message_id);
    ensureCanEditContent(app, user, message);
    ensureShowsTyping(app, user, message.channel_id !== null);
    const conversation = getConversation(app.db, message.conversation_id);
    publishTopicEvent(
      app,
      (profile) => ({
        type: 'typing_edit_message',
        op: params.op,
        sender_id: user.id,
        message_id: message.id,
        recipient: presentRecipient(conversation, profile),
      }),
      messageAudience(app, message),
      hearsTyping(app),
    );
    return {};
  },
});

interface TypingParams {
  op: 'start' | 'stop';
  to: number[] | null;
  stream_id: number | null;
  topic: string | undefined;
}

function typingInChannel({ app, user }: Call, { op: operation, stream_id, topic }: TypingParams): void {
  if (stream_id === null) throw parameterMissing({ name: 'stream_id' });
  if (topic === undefined) throw topicMissing();
  ensureShowsTyping(app, user, true);
  const channel = accessActiveChannel(app, user, stream_id);
  // Typing is not shown for users who may not write there.
  const { topic: name } = checkTopicToSend(app, user, channel.id, topic);
  publishTyping(app, user, { op: operation, channel_id: channel.id, topic: name ?? '' });
}

function typingDirect({ app, user }: Call, { op: operation, to }: TypingParams): void {
  if (to === null) throw parameterMissing({ name: 'to' });
  if (to.length === 0) throw noRecipients();
  ensureShowsTyping(app, user, false);
  const recipients = [...new Set([user.id, ...to])].map((id) => {
    const one = findUser(app.db, id);
    if (!one || !canAccessUser(app, user, one)) throw invalidUserId({ id });
    return one;
  });
  checkDirectToSend(
    app,
    user,
    recipients.map(({ id }) => id),
  );
  publishNaming(
    app,
    recipients,
    (identityOf) => {
      const present = (one: User) => ({ user_id: one.id, email: identityOf(one).email });
      const [sender, ...others] = recipients.map(present) as [object, ...object[]];
      return { type: 'typing', op: operation, message_type: 'direct', sender, recipients: [sender, ...others] };
    },
    { user_ids: recipients.map(({ id }) => id).filter((user_id) => hearsTyping(app)({ user_id })) },
  );
}

/** Throws hiddenInChannels or hiddenInDirect if the user's settings disable typing notifications. */
function ensureShowsTyping({ db }: Call['app'], user: User, isInChannel: boolean): void {
  const setting = isInChannel ? 'send_stream_typing_notifications' : 'send_private_typing_notifications';
  if (findUserSetting(db, user.id, setting)) return;
  throw isInChannel ? hiddenInChannels() : hiddenInDirect();
}

function presentRecipient(conversation: Conversation, variant: Parameters<typeof presentTopic>[1]) {
  const { channel_id, topic } = conversation;
  if (channel_id !== null) return { type: 'channel', channel_id, topic: presentTopic(topic ?? '', variant) } as const;
  return { type: 'direct', user_ids: memberIds(conversation) } as const;
}
