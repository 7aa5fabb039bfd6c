import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import {
  accessChannel,
  accessReadableChannel,
  type Channel,
  canReadChannel,
  findChannel,
  hasSharedHistory,
  invalidChannelId,
} from '../channels/channel.ts';
import type { Database } from '../db/database.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import { boolean, integer, isLongerThan, oneOf, optional, required, text } from '../http/params.ts';
import type { RealmSetting } from '../realm/settings.ts';
import { compileNarrow } from '../search/narrow.ts';
import { findAmong } from '../search/page.ts';
import { presentAttachments } from '../uploads/attachment.ts';
import type { User } from '../users/user.ts';
import {
  type Conversation,
  checkTopic,
  findConversation,
  findTopic,
  resolvedPrefix,
  topicErrors,
} from './conversation.ts';
import { doDeleteMessages, doUpdateMessage, findStoredMessage, type Move, type StoredMessage } from './edit.ts';
import {
  bareTopic,
  canDeleteAny,
  contentEditErrors,
  deleteRefused,
  deleteTooLate,
  ensureAllMovable,
  ensureCanDelete,
  ensureCanEditContent,
  ensureCanMoveOut,
  ensureCanRename,
  isResolving,
  moveErrors,
} from './edit-permission.ts';
import { ensureMentionsAllowed, mentionErrors } from './mentions.ts';
import { accessChangeable, invalidMessage, maxMessageLength, messageTooLong } from './message.ts';
import type { Place } from './move.ts';
import {
  accessChannelToSend,
  channelNotOpen,
  channelPostRefused,
  emptyTopicRefused,
  ensureTopicAllowed,
  ensureTopicCreatable,
  namedTopicRefused,
  topicCreationRefused,
} from './recipient.ts';
import { type Rendering, renderMessage } from './rendering.ts';

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
    propagate_mode: optional(oneOf(['change_one', 'change_later', 'change_all']), 'Which messages move along.', {
      fallback: 'change_one' as const,
    }),
    send_notification_to_old_thread: optional(boolean(), 'Say in the old topic what happened.', { fallback: false }),
    send_notification_to_new_thread: optional(boolean(), 'Say in the new topic what happened.', { fallback: true }),
    content: optional(text(), 'New content, in Markdown.'),
    prev_content_sha256: optional(text(), 'SHA-256, in hexadecimal, of the content that is being replaced.'),
    stream_id: optional(integer(), 'Channel to move to.'),
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
    contentChangedMeanwhile,
    ...new Set([...contentEditErrors, ...moveErrors]),
    ...topicErrors,
    ...mentionErrors,
    invalidChannelId,
    channelNotOpen,
    channelPostRefused,
    topicCreationRefused,
    emptyTopicRefused,
    namedTopicRefused,
  ],
  handler({ app, db, user }, params) {
    const message = findStoredMessage(app, accessChangeable(app, user, params.message_id).id);
    const conversation = findConversation(db, message.conversation_id) as Conversation;
    if (params.content !== undefined) ensureCanEditContent(app, user, message);
    const { content, place } = readChange(db, message, conversation, params);
    const move = place && readMove(app, user, message, { ...place, params });
    if (content === undefined && !move) throw nothingToChange();
    const rendering = content === undefined ? undefined : renderMessage(app, user, content);
    if (rendering) ensureContentAllowed(app, user, conversation, move?.to, rendering);
    const detached = doUpdateMessage(app, user, message, { content, rendering, move });
    return { detached_uploads: presentAttachments(db, detached) };
  },
});

export const deleteMessage: Endpoint = endpoint({
  method: 'DELETE',
  path: '/messages/{message_id}',
  summary: 'Delete a message for good',
  access: 'user',
  params: { message_id },
  errors: [invalidMessage, deleteRefused, deleteTooLate],
  handler({ app, db, user }, params) {
    const message = findStoredMessage(app, accessChangeable(app, user, params.message_id).id);
    const channel = message.channel_id === null ? undefined : findChannel(db, message.channel_id);
    ensureCanDelete(app, user, channel, message);
    doDeleteMessages(app, findConversation(db, message.conversation_id) as Conversation, [message.id]);
    return {};
  },
});

export const deleteTopic: Endpoint = endpoint({
  method: 'POST',
  path: '/streams/{stream_id}/delete_topic',
  summary: 'Delete all messages of a topic for good',
  access: 'user',
  params: { stream_id: required(integer(), 'The channel.'), topic_name: required(text(), 'The topic.') },
  errors: [invalidChannelId, deleteRefused, ...topicErrors],
  handler({ app, db, user }, { stream_id, topic_name }) {
    const channel = accessReadableChannel(app, user, stream_id);
    if (channel.is_archived) throw invalidChannelId();
    if (!canDeleteAny(app, user, channel)) throw deleteRefused();
    const topic = findTopic(db, channel.id, checkTopic(topic_name));
    // Asking again, as clients do after a lost answer, finds nothing left and succeeds.
    const messages = topic ? listReadable(app, user, topic) : [];
    if (topic) doDeleteMessages(app, topic, messages.map(idOf));
    return { complete: true };
  },
});

interface UpdateParams {
  topic: string | undefined;
  propagate_mode: 'change_one' | 'change_later' | 'change_all';
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
  content: string | undefined;
  prev_content_sha256: string | undefined;
  stream_id: number | undefined;
}

interface Change {
  content?: string;
  place?: Place;
}

const deletedText = '(deleted)';

/** What of the request is a change at all. Throws for what cannot go together. */
function readChange(db: Database, message: StoredMessage, conversation: Conversation, params: UpdateParams): Change {
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
    ...(isMoved && target !== null && topic !== null ? { place: { channel_id: target, topic } } : {}),
  };
}

function checkContent(db: Database, message: StoredMessage, content: string): void {
  if (isLongerThan(content, maxMessageLength)) throw messageTooLong();
  const widget = db.value<number>('SELECT 1 FROM submessages WHERE message_id = ? LIMIT 1', message.id);
  if (widget !== undefined) throw widgetEdited();
}

// Trimming leaves of "resolved, empty" the mark alone.
function isMarkAlone(topic: string): boolean {
  return topic === resolvedPrefix.trim() || (bareTopic(topic) !== topic && checkTopic(bareTopic(topic)) === '');
}

/** Throws unless a user may write this where the message is, or goes. */
function ensureContentAllowed(
  app: App,
  user: User,
  conversation: Conversation,
  to: Place | undefined,
  { mentions }: Rendering,
): void {
  const { channel_id, topic } = conversation;
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  if (!to && topic !== '' && channel?.topics_policy === 'empty_topic_only') throw namedTopicRefused();
  const target = to && findTopic(app.db, to.channel_id, to.topic);
  ensureMentionsAllowed(app, user, target ?? conversation, mentions);
}

/**
 * The move a request means, if the user may make it; undefined when it would change nothing but the spelling of a topic
 * for a part of its messages, which they all share.
 */
function readMove(
  app: App,
  user: User,
  message: StoredMessage,
  { params, ...to }: Place & { params: UpdateParams },
): Move | undefined {
  const from = findConversation(app.db, message.conversation_id) as Conversation & Place;
  const channel = findChannel(app.db, from.channel_id) as Channel;
  const readable = listReadable(app, user, from);
  const messages = listMoving(message, readable, params.propagate_mode);
  const isWhole = messages.length === readable.length;
  const resolves = isWhole && from.channel_id === to.channel_id && isResolving(from.topic, to.topic);
  const limits = ensureCanMove(app, user, channel, { message, from, to, resolves });
  if (params.propagate_mode === 'change_all') ensureAllMovable(app, user, messages, limits);
  ensureTopicOpen(app, user, to, resolves);
  if (findTopic(app.db, to.channel_id, to.topic)?.id === from.id && messages.length < countAll(app.db, from)) {
    return undefined;
  }
  return {
    ids: messages.map(idOf),
    from,
    to,
    propagate_mode: params.propagate_mode,
    isWhole,
    tellOld: params.send_notification_to_old_thread,
    tellNew: params.send_notification_to_new_thread && !resolves,
  };
}

interface Attempt {
  message: StoredMessage;
  from: Place;
  to: Place;
  resolves: boolean;
}

/** Throws unless a user may move a message. Returns the settings that limit how old the others may be. */
function ensureCanMove(
  app: App,
  user: User,
  channel: Channel,
  { message, from, to, resolves }: Attempt,
): RealmSetting[] {
  const limits: RealmSetting[] = [];
  if (from.topic !== to.topic) {
    ensureCanRename(app, user, channel, message, resolves);
    if (!resolves) limits.push('move_messages_within_stream_limit_seconds');
  }
  if (from.channel_id !== to.channel_id) {
    ensureCanMoveOut(app, user, channel, message);
    accessChannel(app, user, to.channel_id);
    accessChannelToSend(app, user, to.channel_id);
    limits.push('move_messages_between_streams_limit_seconds');
  }
  return limits;
}

/** Throws unless a topic is one that messages may be moved to. */
function ensureTopicOpen(app: App, user: User, { channel_id, topic }: Place, resolves: boolean): void {
  const channel = findChannel(app.db, channel_id) as Channel;
  ensureTopicAllowed(app, channel, topic);
  if (!resolves) ensureTopicCreatable(app, user, channel, topic);
}

interface Movable {
  id: number;
  sent_at: number;
}

function listMoving(
  message: StoredMessage,
  readable: readonly Movable[],
  mode: UpdateParams['propagate_mode'],
): readonly Movable[] {
  if (mode === 'change_one') return [message];
  return mode === 'change_all' ? readable : readable.filter(({ id }) => id >= message.id);
}

/** The messages of a topic that a user may read, ascending: in a channel with protected history not always all. */
function listReadable(app: App, user: User, topic: Conversation): Movable[] {
  const channel = findChannel(app.db, topic.channel_id as number) as Channel;
  const all = app.db.all<Movable>('SELECT id, sent_at FROM messages WHERE conversation_id = ? ORDER BY id', topic.id);
  if (hasSharedHistory(channel) && canReadChannel(app, user, channel)) return all;
  const readable = new Set(findAmong(app, user, compileNarrow(app, user, []), all.map(idOf)));
  return all.filter(({ id }) => readable.has(id));
}

function countAll(db: Database, { id }: Conversation): number {
  return db.value<number>('SELECT count(*) FROM messages WHERE conversation_id = ?', id) ?? 0;
}

function idOf({ id }: { id: number }): number {
  return id;
}

function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
