import type { Context } from '../context.ts';
import { accessActiveChannel, type Channel, getChannel } from '../conversations/channel.ts';
import { type Conversation, findConversation, findTopic } from '../conversations/conversation.ts';
import type { Message } from '../conversations/message.ts';
import type { Topic } from '../conversations/relocation.ts';
import { ensureMayWriteIn } from '../conversations/writing-scope.ts';
import type { Database } from '../db/database.ts';
import type { RealmSetting } from '../realm/settings.ts';
import type { User } from '../users/user.ts';
import {
  ensureAllMovable,
  ensureCanMoveOut,
  ensureCanRename,
  ensureCanResolve,
  isMarking,
  isResolving,
} from './edit-permission.ts';
import type { Move } from './move.ts';
import { accessChannelToSend, ensureTopicAllowed, ensureTopicCreatable } from './recipient.ts';
import { listReadableInTopic, type TopicMessage } from './topic-messages.ts';
import { findSeenTopic } from './unseen-topic.ts';

/** The parameters of a move request. */
export interface MoveParams {
  propagate_mode: 'change_one' | 'change_later' | 'change_all';
  send_notification_to_old_thread: boolean;
  send_notification_to_new_thread: boolean;
}

/**
 * The requested move, if the user may perform it. Undefined if it would only change the spelling of a topic for some of
 * its messages: they all share one spelling, also those that the user does not see.
 */
export function readMove(
  app: Context,
  user: User,
  message: Message,
  { params, ...to }: Topic & { params: MoveParams },
): Move | undefined {
  const from = findConversation(app.db, message.conversation_id) as Conversation & Topic;
  const channel = getChannel(app.db, from.channel_id);
  if (from.channel_id !== to.channel_id) accessActiveChannel(app, user, to.channel_id);
  const readable = listReadableInTopic(app, user, from);
  const messages = listMoving(message, readable, params.propagate_mode);
  const isWhole = messages.length === readable.length;
  const target = findSeenTopic(app, user, to);
  const marking = isWhole ? markingOf(from, to, target?.topic ?? undefined) : undefined;
  if (marking) ensureCanResolve(app, user, channel);
  const resolves = marking === 'alone';
  const limits = ensureCanMove(app, user, channel, { message, from, to, resolves });
  if (params.propagate_mode === 'change_all') ensureAllMovable(app, user, messages, limits);
  ensureTopicOpen(app, user, to, resolves);
  const isSpelling = findTopic(app.db, to.channel_id, to.topic)?.id === from.id;
  if (isSpelling && !isWhole) return undefined;
  return {
    ids: isSpelling ? listAll(app.db, from) : messages.map(({ id }) => id),
    from,
    to,
    propagate_mode: params.propagate_mode,
    isWhole,
    resolves,
    tellOld: params.send_notification_to_old_thread,
    tellNew: params.send_notification_to_new_thread && !resolves,
  };
}

/**
 * Whether the move of a whole topic adds or removes the mark of resolved topics, and does nothing else. `existing` is the
 * name of the topic that it joins.
 */
function markingOf(from: Topic, to: Topic, existing: string | undefined): 'alone' | 'with more' | undefined {
  // An existing topic keeps its spelling; joining one of another spelling is a move, as clients see it.
  if (from.channel_id === to.channel_id && isResolving(from.topic, existing ?? to.topic)) return 'alone';
  // A move to an existing topic resolves nothing.
  return existing === undefined && isMarking(from.topic, to.topic) ? 'with more' : undefined;
}

interface Attempt {
  message: Message;
  from: Topic;
  to: Topic;
  resolves: boolean;
}

/** Throws unless a user may move a message. Returns the settings that limit the age of the other messages. */
function ensureCanMove(
  app: Context,
  user: User,
  channel: Channel,
  { message, from, to, resolves }: Attempt,
): RealmSetting[] {
  const limits: RealmSetting[] = [];
  if (from.topic !== to.topic && !resolves) {
    ensureCanRename(app, user, channel, message);
    limits.push('move_messages_within_stream_limit_seconds');
  }
  if (from.channel_id !== to.channel_id) {
    ensureCanMoveOut(app, user, channel, message);
    accessChannelToSend(app, user, to.channel_id);
    limits.push('move_messages_between_streams_limit_seconds');
  }
  return limits;
}

/** Throws unless the user may move messages to this topic. */
function ensureTopicOpen(app: Context, user: User, { channel_id, topic }: Topic, resolves: boolean): void {
  const channel = getChannel(app.db, channel_id);
  ensureTopicAllowed(app, channel, topic);
  ensureMayWriteIn(app.db, user, findTopic(app.db, channel_id, topic));
  if (!resolves) ensureTopicCreatable(app, user, channel, topic);
}

function listMoving(
  message: Message,
  readable: readonly TopicMessage[],
  mode: MoveParams['propagate_mode'],
): readonly TopicMessage[] {
  if (mode === 'change_one') return [message];
  return mode === 'change_all' ? readable : readable.filter(({ id }) => id >= message.id);
}

function listAll(db: Database, { id }: Conversation): number[] {
  return db.values('SELECT id FROM messages WHERE conversation_id = ? ORDER BY id', id);
}
