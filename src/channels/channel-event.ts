import type { Context } from '../context.ts';
import type { Channel } from '../conversations/channel.ts';
import { listChannelAudience } from '../conversations/channel-audience.ts';
import { type Audience, type Event, type Profile, plainPublication, publishVariants } from '../events/event.ts';
import { presentChannels } from './channel-record.ts';
import { publishPoliciesIn } from './user-topic.ts';

/** Publishes an event about a channel to the clients that support such channels. */
export function publishAboutChannel(
  app: Context,
  channel: Pick<Channel, 'is_archived'>,
  event: Event,
  audience: Audience,
): void {
  publishVariants(app, { ...plainPublication(event, audience), accepts: acceptsChannel(channel) });
}

/** Whether a client receives events about a channel: not about archived channels, unless it supports them. */
export function acceptsChannel({ is_archived }: Pick<Channel, 'is_archived'>): (profile: Profile) => boolean {
  return is_archived ? (profile) => profile.archived_channels : () => true;
}

interface Change {
  property: string;
  value: unknown;
  rendered_description?: string;
  history_public_to_subscribers?: boolean;
  is_web_public?: boolean;
}

/** Publishes a change of a channel to all users who see it, or to the given users. `channel` is its old state. */
export function publishChange(
  app: Context,
  channel: Channel,
  change: Change,
  user_ids = listChannelAudience(app, channel),
): void {
  const { id, name } = channel;
  publishAboutChannel(app, channel, { type: 'stream', op: 'update', stream_id: id, name, ...change }, { user_ids });
}

/** Publishes channels that are newly visible to users. */
export function publishDiscovery(app: Context, channels: readonly Channel[], user_ids: readonly number[]): void {
  publishByKind(app, channels, user_ids, (some) => ({
    type: 'stream',
    op: 'create',
    streams: presentChannels(app, some),
  }));
  if (user_ids.length === 0) return;
  publishPoliciesIn(
    app,
    channels.map(({ id }) => id),
    user_ids,
  );
}

/** Publishes channels that are no longer visible to users. */
export function publishLoss(app: Context, channels: readonly Channel[], user_ids: readonly number[]): void {
  publishByKind(app, channels, user_ids, lossOf);
}

/** The event for clients that no longer see some channels. */
export function lossOf(channels: readonly Channel[]): Event {
  const stream_ids = channels.map(({ id }) => id);
  return { type: 'stream', op: 'delete', stream_ids, streams: stream_ids.map((stream_id) => ({ stream_id })) };
}

// Archived channels are published separately, as not all clients support them.
function publishByKind(
  app: Context,
  channels: readonly Channel[],
  user_ids: readonly number[],
  make: (channels: readonly Channel[]) => Event,
): void {
  if (user_ids.length === 0) return;
  for (const [is_archived, some] of Map.groupBy(channels, (channel) => channel.is_archived)) {
    publishAboutChannel(app, { is_archived }, make(some), { user_ids });
  }
}
