import { accessReadableChannel, findChannel, invalidChannelId } from '../../conversations/channel.ts';
import { checkTopic, getConversation, topicErrors } from '../../conversations/conversation.ts';
import { accessChangeableMessage, invalidMessage } from '../../conversations/readable.ts';
import { integer, required, text } from '../../http/params.ts';
import { doDeleteMessages, doDeleteTopic } from '../../messages/deletion.ts';
import { canDeleteAny, deleteRefused, deleteTooLate, ensureCanDelete } from '../../messages/edit-permission.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

export const deleteMessage: Endpoint = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}',
  summary: 'Permanently delete a message',
  access: 'user',
  scoped: 'writes',
  params: { message_id: required(integer(), 'The message.') },
  errors: [invalidMessage, deleteRefused, deleteTooLate],
  handler({ app, db, user }, params) {
    const message = accessChangeableMessage(app, user, params.message_id);
    const channel = message.channel_id === null ? undefined : findChannel(db, message.channel_id);
    ensureCanDelete(app, user, channel, message);
    doDeleteMessages(app, getConversation(db, message.conversation_id), [message.id], user);
    return {};
  },
});

export const deleteTopic: Endpoint = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  summary: 'Permanently delete all messages of a topic',
  access: 'user',
  params: { stream_id: required(integer(), 'The channel.'), topic_name: required(text(), 'The topic.') },
  errors: [invalidChannelId, deleteRefused, ...topicErrors],
  handler({ app, user }, { stream_id, topic_name }) {
    const channel = accessReadableChannel(app, user, stream_id);
    if (channel.is_archived) throw invalidChannelId();
    if (!canDeleteAny(app, user, channel)) throw deleteRefused();
    return { complete: doDeleteTopic(app, user, { channel_id: stream_id, topic: checkTopic(topic_name) }) };
  },
});
