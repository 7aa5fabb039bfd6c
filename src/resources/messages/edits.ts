import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { findChannel, invalidChannelId } from '../../conversations/channel.ts';
import {
  type Conversation,
  checkTopic,
  findTopic,
  getConversation,
  resolvedPrefix,
  topicErrors,
} from '../../conversations/conversation.ts';
import type { Message } from '../../conversations/message.ts';
import { accessChangeableMessage, invalidMessage } from '../../conversations/readable.ts';
import type { Topic } from '../../conversations/relocation.ts';
import type { Database } from '../../db/database.ts';
import { errorKind } from '../../http/errors.ts';
import { boolean, integer, isLongerThan, oneOf, optional, required, text } from '../../http/params.ts';
import { doEditMessage } from '../../messages/edit.ts';
import { bareTopic, contentEditErrors, ensureCanEditContent, moveErrors } from '../../messages/edit-permission.ts';
import { ensureMentionsAllowed, mentionErrors } from '../../messages/mentions.ts';
import { maxMessageLength, messageTooLong } from '../../messages/message.ts';
import { doMoveMessages } from '../../messages/move.ts';
import { type MoveParams, readMove } from '../../messages/move-request.ts';
import { namedTopicRefused, writingRefusals } from '../../messages/recipient.ts';
import { htmlTooLong, type Rendering, renderToSend } from '../../messages/rendering.ts';
import { presentAttachments } from '../../uploads/attachment.ts';
import type { User } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

const nothingToChange = errorKind('Nothing to change');
const directToChannel = errorKind('Direct messages cannot be moved to channels.');
const directTopic = errorKind('Direct messages cannot have topics.');
const propagationWithoutMove = errorKind('Invalid propagate_mode without topic edit');
const contentWithChannel = errorKind('Cannot change message content while changing channel');
const emptyResolved = errorKind('General chat cannot be marked as resolved');
const widgetEdited = errorKind('Widgets cannot be edited.');
const contentChangedMeanwhile = errorKind("'prev_content_sha256' value does not match the expected value.", {
  code: 'EXPECTATION_MISMATCH',
  extra: () => ({ field_name: 'prev_content_sha256' }),
});

const message_id = required(integer(), 'The message.');

export const updateMessage: Endpoint = endpoint({
  method: 'PATCH',
  path: '/messages/{message_id}',
  summary: "Change a message's content, topic or channel",
  access: 'user',
  params: {
    message_id,
    topic: optional(text(), 'New topic.', { aliases: ['subject'] }),
    propagate_mode: optional(
      oneOf(['change_one', 'change_later', 'change_all']),
      'Which messages of the topic are moved.',
      {
        fallback: 'change_one' as const,
      },
    ),
    send_notification_to_old_thread: optional(boolean(), 'Whether to post a notice about the move in the old topic.', {
      fallback: false,
    }),
    send_notification_to_new_thread: optional(boolean(), 'Whether to post a notice about the move in the new topic.', {
      fallback: true,
    }),
    content: optional(text(), 'New content, in Markdown.'),
    prev_content_sha256: optional(text(), 'SHA-256, in hexadecimal, of the old content.'),
    stream_id: optional(integer({ min: 0 }), 'Channel to move to.'),
  },
  errors: [
    invalidMessage,
    nothingToChange,
    directToChannel,
    directTopic,
    propagationWithoutMove,
    contentWithChannel,
    emptyResolved,
    widgetEdited,
    messageTooLong,
    htmlTooLong,
    contentChangedMeanwhile,
    ...new Set([...contentEditErrors, ...moveErrors]),
    ...topicErrors,
    ...mentionErrors,
    invalidChannelId,
    ...writingRefusals,
  ],
  handler({ app, db, user }, params) {
    const message = accessChangeableMessage(app, user, params.message_id);
    const conversation = getConversation(db, message.conversation_id);
    if (params.content !== undefined) ensureCanEditContent(app, user, message);
    const { content, to } = readChange(db, message, conversation, params);
    const move = to && readMove(app, user, message, { ...to, params });
    if (content === undefined && !move) throw nothingToChange();
    const rendering = content === undefined ? undefined : renderToSend(app, user, content);
    if (rendering) ensureContentAllowed(app, user, conversation, move?.to, rendering);
    const edit = content === undefined || !rendering ? undefined : { content, rendering };
    const detached = move
      ? doMoveMessages(app, user, message, move, edit)
      : edit
        ? doEditMessage(app, user, message, edit)
        : [];
    return { detached_uploads: presentAttachments(db, detached) };
  },
});

interface UpdateParams extends MoveParams {
  topic: string | undefined;
  content: string | undefined;
  prev_content_sha256: string | undefined;
  stream_id: number | undefined;
}

interface Change {
  content?: string;
  to?: Topic;
}

const deletedText = '(deleted)';

/** The actual changes in the request. Throws for contradictory parameters. */
function readChange(db: Database, message: Message, conversation: Conversation, params: UpdateParams): Change {
  const { channel_id, topic: present } = conversation;
  if (channel_id === null && params.stream_id !== undefined) throw directToChannel();
  if (channel_id === null && params.topic !== undefined) throw directTopic();
  const topic = params.topic === undefined ? present : checkTopic(params.topic);
  const target = params.stream_id ?? channel_id;
  const isMoved = topic !== present || target !== channel_id;
  const content = params.content === undefined ? undefined : params.content.trimEnd() || deletedText;
  const isEdited = content !== undefined && content !== message.content;
  if (!isMoved && !isEdited) throw nothingToChange();
  if (!isMoved && params.propagate_mode !== 'change_one') throw propagationWithoutMove();
  if (params.content !== undefined && params.stream_id !== undefined) throw contentWithChannel();
  if (present === '' && topic !== null && isMarkAlone(topic)) throw emptyResolved();
  if (isEdited) checkContent(db, message, content);
  if (params.prev_content_sha256 !== undefined && params.prev_content_sha256 !== sha256(message.content)) {
    throw contentChangedMeanwhile();
  }
  return {
    ...(isEdited ? { content } : {}),
    ...(isMoved && target !== null && topic !== null ? { to: { channel_id: target, topic } } : {}),
  };
}

function checkContent(db: Database, message: Message, content: string): void {
  if (isLongerThan(content, maxMessageLength)) throw messageTooLong();
  const widget = db.value<number>('SELECT 1 FROM submessages WHERE message_id = ? LIMIT 1', message.id);
  if (widget !== undefined) throw widgetEdited();
}

// Trimming reduces a resolved empty topic to the mark alone.
function isMarkAlone(topic: string): boolean {
  return topic === resolvedPrefix.trim() || (bareTopic(topic) !== topic && checkTopic(bareTopic(topic)) === '');
}

/** Throws unless the user may write this content in the message's current or new conversation. */
function ensureContentAllowed(
  app: Context,
  user: User,
  conversation: Conversation,
  to: Topic | undefined,
  { mentions }: Rendering,
): void {
  const { channel_id, topic } = conversation;
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  if (!to && topic !== '' && channel?.topics_policy === 'empty_topic_only') throw namedTopicRefused();
  const target = to && findTopic(app.db, to.channel_id, to.topic);
  ensureMentionsAllowed(app, user, target ?? conversation, mentions);
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
