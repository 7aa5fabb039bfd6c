import type { App } from '../context.ts';
import { type Channel, listUserIdsWhoSee } from '../conversations/channel.ts';
import { type Audience, type Event, type Profile, plainPublication, publishVariants } from '../events/event.ts';
import { presentChannels } from './channel-record.ts';
import { publishPoliciesIn } from './user-topic.ts';

/** Sends an event about a channel to those clients that know of such channels. */
export function publishAboutChannel(
  app: App,
  channel: Pick<Channel, 'is_archived'>,
  event: Event,
  audience: Audience,
): void {
  publishVariants(app, { ...plainPublication(event, audience), accepts: acceptsChannel(channel) });
}

/** Whether a client hears of a channel: those that do not know of archived ones hear nothing about them. */
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

/** Tells everyone who may know of a channel, or the given users, what is new about it; `channel` is as it was before. */
export function publishChange(
  app: App,
  channel: Channel,
  change: Change,
  user_ids = listUserIdsWhoSee(app, channel),
): void {
  const { id, name } = channel;
  publishAboutChannel(app, channel, { type: 'stream', op: 'update', stream_id: id, name, ...change }, { user_ids });
}

/** Tells users of channels that they did not see before. */
export function publishDiscovery(app: App, channels: readonly Channel[], user_ids: readonly number[]): void {
  publishByKind(app, channels, user_ids, (some) => ({
    type: 'stream',
    op: 'create',
    streams: presentChannels(app, some),
  }));
  if (user_ids.length > 0) for (const { id } of channels) publishPoliciesIn(app, id, user_ids);
}

/** Tells users of channels that they do not see any more. */
export function publishLoss(app: App, channels: readonly Channel[], user_ids: readonly number[]): void {
  publishByKind(app, channels, user_ids, lossOf);
}

/** What those hear for whom channels are gone. */
export function lossOf(channels: readonly Channel[]): Event {
  const stream_ids = channels.map(({ id }) => id);
  return { type: 'stream', op: 'delete', stream_ids, streams: stream_ids.map((stream_id) => ({ stream_id })) };
}

// Not every client hears of the archived ones.
function publishByKind(
  app: App,
  channels: readonly Channel[],
  user_ids: readonly number[],
  make: (channels: readonly Channel[]) => Event,
): void {
  if (user_ids.length === 0) return;
  for (const [is_archived, some] of Map.groupBy(channels, (channel) => channel.is_archived)) {
    publishAboutChannel(app, { is_archived }, make(some), { user_ids });
  }
}
