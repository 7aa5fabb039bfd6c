import type { Channel, ChannelMessage, GroupSetting, State } from '../../api/types.ts';
import type { Model } from './model.ts';

const changingSight = new Set(['stream', 'subscription', 'user_group', 'realm_user']);

/**
 * Updates the readable channels after an event of this type: messages of channels that are now closed are removed, and
 * those of newly readable ones are to be fetched. Of a channel that begins to protect its history, messages that the
 * user never received are removed; those that the user saw move there are to be fetched again.
 */
export function followSight(model: Model, type: string): void {
  if (!changingSight.has(type)) return;
  const { readable: before, shared } = model;
  model.readable = listReadable(model.state);
  model.shared = listShared(model.state);
  for (const id of model.readable) if (!before.has(id)) model.refetched.add(id);
  const closing = new Set([...shared].filter((id) => !model.shared.has(id)));
  for (const id of closing) if (model.readable.has(id)) model.refetched.add(id);
  for (const [id, message] of model.messages) {
    if (message.type !== 'stream' || isReadable(model, closing, message)) continue;
    model.messages.delete(id);
    model.unread.delete(id);
    model.starred.delete(id);
    model.hidden.add(message.stream_id);
  }
}

/** Ids of the channels whose messages the user may read. */
export function listReadable(state: State): Set<number> {
  const followed = new Set(state.subscriptions.map((one) => one.stream_id));
  const readable = state.streams.filter((one) => followed.has(one.stream_id) || isOpen(state, one));
  return new Set(readable.map((one) => one.stream_id));
}

/** Ids of the channels whose history is open to those who may read them. */
export function listShared(state: State): Set<number> {
  const shared = state.streams.filter((one) => one.history_public_to_subscribers);
  return new Set(shared.map((one) => one.stream_id));
}

function isReadable({ readable }: Model, closing: ReadonlySet<number>, { stream_id, flags }: ChannelMessage): boolean {
  return readable.has(stream_id) && !(closing.has(stream_id) && flags.includes('historical'));
}

function isOpen(state: State, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  if (state.is_guest) return false;
  const groups = [channel.can_add_subscribers_group, channel.can_subscribe_group];
  return !channel.invite_only || groups.some((group) => isAmong(state, group));
}

/** Whether the user belongs to a group, given by id or as a set. */
export function isAmong(state: State, group: GroupSetting, seen = new Set<number>()): boolean {
  if (typeof group !== 'number') {
    return (
      group.direct_members.includes(state.user_id) || group.direct_subgroups.some((id) => isAmong(state, id, seen))
    );
  }
  if (seen.has(group)) return false;
  seen.add(group);
  const found = state.realm_user_groups.find(({ id }) => id === group);
  if (!found) return false;
  return found.members.includes(state.user_id) || found.direct_subgroup_ids.some((id) => isAmong(state, id, seen));
}
