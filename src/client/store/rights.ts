import type { Channel, Message } from '../api/types.ts';
import type { Permission, Store } from './store.ts';

// The user's rights to messages and topics, as the server grants them: views offer nothing that would be refused.

/** Whether the user may write in a channel. */
export function canSend(store: Store, channel: Channel): boolean {
  return !channel.is_archived && store.isInGroup(channel.can_send_message_group);
}

/** Whether the user may change the text of a message. */
export function canEdit(store: Store, message: Message): boolean {
  const { realm_allow_message_editing, realm_message_content_edit_limit_seconds: limit } = store.read('realm').state;
  const isOwn = message.sender_id === store.user_id && message.submessages.length === 0;
  return isOwn && realm_allow_message_editing && isWithin(store, message, limit);
}

export function canDelete(store: Store, message: Message): boolean {
  const channel = channelOf(store, message);
  if (channel === null) return false;
  if (isGranted(store, 'can_delete_any_message_group', channel?.can_delete_any_message_group)) return true;
  const isOwn = isByUser(store, message.sender_id);
  if (!isOwn || !isGranted(store, 'can_delete_own_message_group', channel?.can_delete_own_message_group)) return false;
  return isWithin(store, message, store.read('realm').state.realm_message_content_delete_limit_seconds);
}

/** Whether the user may move a message to another topic or channel. */
export function canMove(store: Store, message: Message): boolean {
  return canRename(store, message) || canMoveOut(store, message);
}

/** Whether the user may move a message to another topic of its channel. */
export function canRename(store: Store, message: Message): boolean {
  const channel = channelOf(store, message);
  if (!channel || !canRenameIn(store, channel)) return false;
  const { realm_move_messages_within_stream_limit_seconds: limit } = store.read('realm').state;
  return isModerator(store) || isWithin(store, message, limit);
}

/** Whether the user may move a message to another channel. */
export function canMoveOut(store: Store, message: Message): boolean {
  const channel = channelOf(store, message);
  if (!channel || !canMoveOutOf(store, channel)) return false;
  const { realm_move_messages_between_streams_limit_seconds: limit } = store.read('realm').state;
  return isModerator(store) || isWithin(store, message, limit);
}

/** Whether the user may move some topics of a channel: their messages may be too old. */
export function canMoveTopics(store: Store, channel: Channel): boolean {
  return canRenameIn(store, channel) || canMoveOutOf(store, channel);
}

/** Whether the user may pin a message: who orders the topics of a channel or administers it may. */
export function canPin(store: Store, message: Message): boolean {
  const channel = channelOf(store, message);
  if (!channel || channel.is_archived) return false;
  return canRenameIn(store, channel) || canAdminister(store, channel);
}

export function canResolve(store: Store, channel: Channel): boolean {
  return isGranted(store, 'can_resolve_topics_group', channel.can_resolve_topics_group);
}

function canRenameIn(store: Store, channel: Channel): boolean {
  return isGranted(store, 'can_move_messages_between_topics_group', channel.can_move_messages_within_channel_group);
}

function canMoveOutOf(store: Store, channel: Channel): boolean {
  const own = channel.can_move_messages_out_of_channel_group;
  return isGranted(store, 'can_move_messages_between_channels_group', own) || canAdminister(store, channel);
}

/** Whether the user may change a channel: administrators, and users with permission to administer it. */
export function canAdminister(store: Store, channel: Channel): boolean {
  return store.read('people').state.is_admin || store.isInGroup(channel.can_administer_channel_group);
}

/** Whether the organization or a channel grants a permission. */
function isGranted(store: Store, everywhere: Permission, here: Channel['can_send_message_group'] | undefined): boolean {
  return store.isPermitted(everywhere) || (here !== undefined && store.isInGroup(here));
}

/** The channel of a message; undefined for direct messages, null if the user cannot see it. */
function channelOf(store: Store, message: Message): Channel | undefined | null {
  if (message.type === 'private') return undefined;
  return store.channels.value.get(message.stream_id) ?? null;
}

/** Whether a message is the user's own, or of one of their bots. */
function isByUser(store: Store, sender_id: number): boolean {
  return sender_id === store.user_id || store.users.value.get(sender_id)?.bot_owner_id === store.user_id;
}

function isModerator(store: Store): boolean {
  const { is_admin, is_moderator } = store.read('people').state;
  return is_admin || is_moderator;
}

/** Whether a message is not older than a limit in seconds; null means no limit. */
function isWithin(store: Store, { timestamp }: Message, limit: number | null): boolean {
  return limit === null || store.now() - timestamp <= limit;
}
