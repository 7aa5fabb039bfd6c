import { forEveryone, forNobody, type Outcome, unlessGuest } from './row.ts';
import { type ChannelName, channelNames } from './world.ts';

export type ChannelOutcomes = Readonly<Record<ChannelName, Outcome>>;

const unlessPrivate: Outcome = { ok: 'admin+', hidden: 'guest member full bot moderator' };

/** Who may know of a channel. */
export const seen: ChannelOutcomes = {
  'public, subscribed': forEveryone,
  'public, not subscribed': unlessGuest,
  'private, subscribed': forEveryone,
  'private, not subscribed': unlessPrivate,
  'protected, subscribed': forEveryone,
  'protected, not subscribed': unlessPrivate,
  'web-public, subscribed': forEveryone,
  'web-public, not subscribed': forEveryone,
  'archived, subscribed': forEveryone,
  'archived, not subscribed': unlessGuest,
  'archived private, subscribed': forEveryone,
  'archived private, not subscribed': unlessPrivate,
};

/** Who may read what is said in a channel. */
export const read: ChannelOutcomes = {
  ...seen,
  'private, not subscribed': forNobody,
  'protected, not subscribed': forNobody,
  'archived private, not subscribed': forNobody,
};

export function forEachChannel(outcomeIn: (name: ChannelName) => Outcome): ChannelOutcomes {
  return Object.fromEntries(channelNames.map((name) => [name, outcomeIn(name)])) as ChannelOutcomes;
}
