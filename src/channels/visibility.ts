import { announceChange, type Context, change } from '../context.ts';
import {
  type Channel,
  getChannel,
  listChannelsAmong,
  listVisibleChannels,
  sightTest,
} from '../conversations/channel.ts';
import { listChannelAudience } from '../conversations/channel-audience.ts';
import { listChannelIdsSeenThrough } from '../conversations/channel-permissions.ts';
import { listGroupUserIds } from '../groups/membership.ts';
import { getUser, listUsersAmong, roles, type User } from '../users/user.ts';
import { publishAboutChannel, publishDiscovery, publishLoss } from './channel-event.ts';
import { listSubscribers } from './subscriber-lists.ts';

/** A channel becomes public or private, or one of its permissions changes. */
export const channelSightChange = change<{ channel: Channel }>('channelSightChange');

/**
 * Runs a change that may change who sees a channel, and publishes the difference. Returns the audience that saw the
 * channel before and still sees it.
 */
export function withVisibilityEvents(app: Context, channel: Channel, act: () => void): number[] {
  let kept: number[] = [];
  announceChange(app, channelSightChange, { channel }, () => {
    const publishDifference = watchSight(app, channel);
    act();
    kept = publishDifference();
  });
  return kept;
}

/** Watches a change of a group's members. The returned function publishes the channels gained and lost through it. */
export function watchVisibilityThroughGroup(app: Context, { group_id }: { group_id: number }): () => void {
  const channels = listChannelsAmong(app.db, listChannelIdsSeenThrough(app.db, group_id));
  if (channels.length === 0) return () => {};
  const before = new Set(listGroupUserIds(app, group_id));
  return () => {
    const after = new Set(listGroupUserIds(app, group_id));
    publishThroughGroup(app, channels, { group_id, user_ids: without(after, before) }, publishSight);
    publishThroughGroup(app, channels, { group_id, user_ids: without(before, after) }, publishLoss);
  };
}

/**
 * Publishes the channels that users see through a group and in no other way. Each user is looked at once: hundreds of
 * channels may belong to one group, and the list of all users who see a channel takes milliseconds.
 */
function publishThroughGroup(
  app: Context,
  channels: readonly Channel[],
  { group_id, user_ids }: { group_id: number; user_ids: readonly number[] },
  publishTo: (app: Context, channels: readonly Channel[], user_ids: readonly number[]) => void,
): void {
  const online = user_ids.filter((id) => app.clients.isOnline(id));
  const members = listUsersAmong(app.db, online).filter(({ role }) => role !== roles.guest);
  const tests = members.map((user) => ({ id: user.id, sees: sightTest(app, user, group_id) }));
  const idsOf = (channel: Channel) => tests.filter(({ sees }) => !sees(channel)).map(({ id }) => id);
  const audiences = channels.map((channel) => ({ channel, user_ids: idsOf(channel) }));
  for (const alike of Map.groupBy(audiences, (one) => one.user_ids.join()).values()) {
    const some = alike.map(({ channel }) => channel);
    publishTo(app, some, alike[0]?.user_ids ?? []);
  }
}

/** Watches a change of a user, such as their role. The returned function publishes channels gained and lost. */
export function watchVisibilityTo(app: Context, { user: { id } }: { user: User }): () => void {
  const before = listSeen(app, id);
  return () => {
    const after = listSeen(app, id);
    publishSight(app, missingFrom(before, after), [id]);
    publishLoss(app, missingFrom(after, before), [id]);
  };
}

/** Publishes the channels that became visible to a user over time; `past` is the application at the earlier time. */
export function publishVisibilitySince(past: Context, app: Context, user_id: number): void {
  publishSight(app, missingFrom(listSeen(past, user_id), listSeen(app, user_id)), [user_id]);
}

/** Records who sees a channel. The returned function publishes it to users who gained or lost sight of it. */
function watchSight(app: Context, channel: Channel): () => number[] {
  const before = new Set(listChannelAudience(app, channel));
  return () => {
    const changed = getChannel(app.db, channel.id);
    const after = new Set(listChannelAudience(app, changed));
    publishSight(app, [changed], without(after, before));
    publishLoss(app, [changed], without(before, after));
    return [...after].filter((id) => before.has(id));
  };
}

function without(some: ReadonlySet<number>, others: ReadonlySet<number>): number[] {
  return [...some].filter((id) => !others.has(id));
}

/** Publishes newly visible channels and their subscribers to users. */
function publishSight(app: Context, channels: readonly Channel[], user_ids: readonly number[]): void {
  publishDiscovery(app, channels, user_ids);
  if (user_ids.length === 0) return;
  const lists = listSubscribers(app.db, channels);
  for (const channel of channels) {
    const subscribers: number[] = JSON.parse(lists.get(channel.id) ?? '[]');
    const event = { type: 'subscription', op: 'peer_add', user_ids: subscribers, stream_ids: [channel.id] } as const;
    if (subscribers.length > 0) publishAboutChannel(app, channel, event, { user_ids });
  }
}

function listSeen(app: Context, user_id: number): Channel[] {
  return listVisibleChannels(app, getUser(app.db, user_id));
}

function missingFrom(some: readonly Channel[], others: readonly Channel[]): Channel[] {
  const known = new Set(some.map(({ id }) => id));
  return others.filter(({ id }) => !known.has(id));
}
