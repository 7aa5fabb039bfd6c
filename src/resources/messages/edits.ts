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
import { doEditMessage, type Edit } from '../../messages/edit.ts';
import { bareTopic, contentEditErrors, ensureCanEditContent, moveErrors } from '../../messages/edit-permission.ts';
import { ensureMentionsAllowed, mentionErrors } from '../../messages/mentions.ts';
import { maxMessageLength, messageTooLong } from '../../messages/message.ts';
import { doMoveMessages, type Move } from '../../messages/move.ts';
import { type MoveParams, readMove } from '../../messages/move-request.ts';
import { namedTopicRefused, writingRefusals } from '../../messages/recipient.ts';
import { htmlTooLong, renderToSend } from '../../messages/rendering.ts';
import { type Attachment, presentAttachments } from '../../uploads/attachment.ts';
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
  scoped: 'writes',
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
    const edit = content === undefined ? undefined : render(app, user, conversation, { content, to: move?.to });
    return { detached_uploads: presentAttachments(db, doUpdate(app, user, message, { move, edit })) };
  },
});

/** What is undefined stays as it is. */
interface Update {
  move: Move | undefined;
  edit: Edit | undefined;
}

function doUpdate(app: Context, user: User, message: Message, { move, edit }: Update): Attachment[] {
  if (move) return doMoveMessages(app, user, message, move, edit);
  return edit ? doEditMessage(app, user, message, edit) : [];
}

interface UpdateParams extends MoveParams {
  topic: string | undefined;
  content: string | undefined;
  prev_content_sha256: string | undefined;
  stream_id: number | undefined;
}

interface Change {
  content: string | undefined;
  to: Topic | undefined;
}

/** The actual changes in the request. Throws for contradictory parameters. */
function readChange(db: Database, message: Message, conversation: Conversation, params: UpdateParams): Change {
  const to = readTarget(conversation, params);
  const content = readContent(message, params);
  if (!to && content === undefined) throw nothingToChange();
  if (!to && params.propagate_mode !== 'change_one') throw propagationWithoutMove();
  if (params.content !== undefined && params.stream_id !== undefined) throw contentWithChannel();
  if (to && conversation.topic === '' && isMarkAlone(to.topic)) throw emptyResolved();
  checkContent(db, message, content);
  ensureUnchanged(message, params);
  return { content, to };
}

/** The other place of the message, if it moves. */
function readTarget(
  { channel_id, topic: present }: Conversation,
  { stream_id, topic }: UpdateParams,
): Topic | undefined {
  if (channel_id === null || present === null) {
    if (stream_id !== undefined) throw directToChannel();
    if (topic !== undefined) throw directTopic();
    return undefined;
  }
  const to = { channel_id: stream_id ?? channel_id, topic: topic === undefined ? present : checkTopic(topic) };
  return to.channel_id === channel_id && to.topic === present ? undefined : to;
}

const deletedText = '(deleted)';

/** The other content of the message, if it is edited. */
function readContent(message: Message, { content }: UpdateParams): string | undefined {
  if (content === undefined) return undefined;
  const written = content.trimEnd() || deletedText;
  return written === message.content ? undefined : written;
}

/** Throws contentChangedMeanwhile if the client has edited another content than the present one. */
function ensureUnchanged({ content }: Message, { prev_content_sha256 }: UpdateParams): void {
  if (prev_content_sha256 === undefined) return;
  if (prev_content_sha256 !== createHash('sha256').update(content).digest('hex')) throw contentChangedMeanwhile();
}

function checkContent(db: Database, message: Message, content: string | undefined): void {
  if (content === undefined) return;
  if (isLongerThan(content, maxMessageLength)) throw messageTooLong();
  const widget = db.value<number>('SELECT 1 FROM submessages WHERE message_id = ? LIMIT 1', message.id);
  if (widget !== undefined) throw widgetEdited();
}

// Trimming reduces a resolved empty topic to the mark alone.
function isMarkAlone(topic: string): boolean {
  return topic === resolvedPrefix.trim() || (bareTopic(topic) !== topic && checkTopic(bareTopic(topic)) === '');
}

/** Renders new content. Throws unless the user may write it in the message's current or new conversation. */
function render(
  app: Context,
  user: User,
  conversation: Conversation,
  { content, to }: Change & { content: string },
): Edit {
  const rendering = renderToSend(app, user, content);
  const { channel_id, topic } = conversation;
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  if (!to && topic !== '' && channel?.topics_policy === 'empty_topic_only') throw namedTopicRefused();
  const target = to && findTopic(app.db, to.channel_id, to.topic);
  ensureMentionsAllowed(app, user, target ?? conversation, rendering.mentions);
  return { content, rendering };
}
