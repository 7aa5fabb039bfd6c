import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import {
  type ChannelPermission,
  canAdministerChannel,
  hasChannelPermission,
} from '../conversations/channel-permissions.ts';
import { resolvedPrefix } from '../conversations/conversation.ts';
import { hasRealmPermission } from '../groups/realm-permission.ts';
import { errorKind } from '../http/errors.ts';
import { findRealmSetting, type RealmPermission, type RealmSetting } from '../realm/settings.ts';
import { getUser, isModerator, type User } from '../users/user.ts';

const editingOff = errorKind('Your organization has turned off message editing');
const editRefused = errorKind("You don't have permission to edit this message");
const editTooLate = errorKind('The time limit for editing this message has passed');
const resolveRefused = errorKind("You don't have permission to resolve topics in this channel.");
const moveRefused = errorKind("You don't have permission to move this message");
const topicEditTooLate = errorKind("The time limit for editing this message's topic has passed.");
const channelEditTooLate = errorKind("The time limit for editing this message's channel has passed");
const moveTooLate = errorKind<{ first: number | null; total: number; allowed: number }>(
  'You only have permission to move the {allowed}/{total} most recent messages in this topic.',
  {
    code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    extra: ({ first, total, allowed }) => ({
      first_message_id_allowed_to_move: first,
      total_messages_in_topic: total,
      total_messages_allowed_to_move: allowed,
    }),
  },
);
export const pinRefused = errorKind("You don't have permission to pin messages in this channel.");
export const deleteRefused = errorKind("You don't have permission to delete this message");
export const deleteTooLate = errorKind('The time limit for deleting this message has passed');

/** Errors of content edits. */
export const contentEditErrors = [editingOff, editRefused, editTooLate] as const;
/** Errors of moves. */
export const moveErrors = [
  resolveRefused,
  editRefused,
  moveRefused,
  topicEditTooLate,
  channelEditTooLate,
  moveTooLate,
] as const;

/** The sender of a message and the time it was sent. */
interface Authorship {
  sender_id: number;
  sent_at: number;
}

// An edit that was begun in time may arrive slightly late.
const graceSeconds = 20;

/** Throws unless a user may edit the content of a message. */
export function ensureCanEditContent(app: Context, user: User, message: Authorship): void {
  if (findRealmSetting(app.db, 'allow_message_editing') !== true) throw editingOff();
  if (message.sender_id !== user.id) throw editRefused();
  if (isPast(app, message, 'message_content_edit_limit_seconds', graceSeconds)) throw editTooLate();
}

/** Whether a new topic name only adds or removes the mark of resolved topics. */
export function isResolving(topic: string, renamed: string): boolean {
  return topic !== renamed && bareTopic(topic) === bareTopic(renamed);
}

/** Whether a new topic name adds or removes the mark of resolved topics, whatever else it changes. */
export function isMarking(topic: string, renamed: string): boolean {
  return topic.startsWith(resolvedPrefix) !== renamed.startsWith(resolvedPrefix);
}

/** Throws unless a user may resolve topics in a channel. */
export function ensureCanResolve(app: Context, user: User, channel: Channel): void {
  if (!has(app, user, channel, 'can_resolve_topics_group', 'can_resolve_topics_group')) throw resolveRefused();
}

/** Throws unless a user may pin messages in a channel: those may who order its topics, whatever the age of a message. */
export function ensureCanPin(app: Context, user: User, channel: Channel): void {
  if (!mayRename(app, user, channel) && !canAdministerChannel(app, user, channel.id)) throw pinRefused();
}

/** Throws unless a user may change the topic of a message. */
export function ensureCanRename(app: Context, user: User, channel: Channel, message: Authorship): void {
  if (!mayRename(app, user, channel)) throw editRefused();
  if (isModerator(user)) return;
  if (isPast(app, message, 'move_messages_within_stream_limit_seconds', graceSeconds)) throw topicEditTooLate();
}

/** Throws unless a user may move a message out of its channel. */
export function ensureCanMoveOut(app: Context, user: User, channel: Channel, message: Authorship): void {
  const may = has(
    app,
    user,
    channel,
    'can_move_messages_between_channels_group',
    'can_move_messages_out_of_channel_group',
  );
  if (!may && !canAdministerChannel(app, user, channel.id)) throw moveRefused();
  if (isModerator(user)) return;
  if (isPast(app, message, 'move_messages_between_streams_limit_seconds', graceSeconds)) throw channelEditTooLate();
}

/**
 * Throws moveTooLate if some messages of a whole topic are too old to be moved. `messages` are ascending; `limits` are
 * the settings that apply.
 */
export function ensureAllMovable(
  app: Context,
  user: User,
  messages: readonly { id: number; sent_at: number }[],
  limits: readonly RealmSetting[],
): void {
  if (isModerator(user)) return;
  const seconds = limits.map((name) => findRealmSetting(app.db, name)).filter((limit) => typeof limit === 'number');
  if (seconds.length === 0) return;
  const oldest = app.clock.now() - Math.min(...seconds) - graceSeconds;
  const allowed = messages.filter(({ sent_at }) => sent_at >= oldest);
  if (allowed.length === messages.length) return;
  throw moveTooLate({ first: allowed[0]?.id ?? null, total: messages.length, allowed: allowed.length });
}

/** Throws unless a user may delete a message. */
export function ensureCanDelete(app: Context, user: User, channel: Channel | undefined, message: Authorship): void {
  if (canDeleteAny(app, user, channel)) return;
  const isOwn = message.sender_id === user.id || getUser(app.db, message.sender_id).bot_owner_id === user.id;
  const may = channel
    ? has(app, user, channel, 'can_delete_own_message_group', 'can_delete_own_message_group')
    : hasRealmPermission(app, user, 'can_delete_own_message_group');
  if (!isOwn || !may) throw deleteRefused();
  if (isPast(app, message, 'message_content_delete_limit_seconds', 0)) throw deleteTooLate();
}

/** Whether a user may delete any message of a channel, or, without a channel, any direct message. */
export function canDeleteAny(app: Context, user: User, channel: Channel | undefined): boolean {
  if (channel) return has(app, user, channel, 'can_delete_any_message_group', 'can_delete_any_message_group');
  return hasRealmPermission(app, user, 'can_delete_any_message_group');
}

/** A topic's name without the mark of resolved topics. */
export function bareTopic(topic: string): string {
  return topic.startsWith(resolvedPrefix) ? topic.slice(resolvedPrefix.length) : topic;
}

function mayRename(app: Context, user: User, channel: Channel): boolean {
  return has(app, user, channel, 'can_move_messages_between_topics_group', 'can_move_messages_within_channel_group');
}

// A channel can only extend the permissions that the organization grants.
function has(app: Context, user: User, channel: Channel, realm: RealmPermission, own: ChannelPermission): boolean {
  return hasRealmPermission(app, user, realm) || hasChannelPermission(app, user, channel.id, own);
}

function isPast(app: Context, { sent_at }: Authorship, name: RealmSetting, grace: number): boolean {
  const limit = findRealmSetting(app.db, name);
  return typeof limit === 'number' && app.clock.now() - sent_at > limit + grace;
}
