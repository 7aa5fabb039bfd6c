import { messages } from './nouns.ts';
import { forEveryone, forNobody, type Outcome, unlessGuest } from './row.ts';
import { type ChannelName, channelNames } from './world.ts';

type MessageName = keyof (typeof messages)['things'];
export type MessageOutcomes = Readonly<Record<MessageName, Outcome>>;
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

/** Who may read a message: who may read what is said in its channel, unless it is older than their history there. */
export const readable = forEachMessage((name): Outcome => {
  if (name === 'direct, of others' || name.includes('from before') || name.includes('received')) return forNobody;
  if (name.endsWith('direct') || name.includes('web-public')) return forEveryone;
  if (!name.endsWith('not subscribed')) return forEveryone;
  return name.includes('private') || name.includes('protected') ? forNobody : unlessGuest;
});

/** Who may act on a message: who may read it, but guests only in channels to which they are subscribed. */
export const usable = forEachMessage(
  (name): Outcome => (name.endsWith('web-public, not subscribed') ? unlessGuest : readable[name]),
);

export function forEachChannel(outcomeIn: (name: ChannelName) => Outcome): ChannelOutcomes {
  return Object.fromEntries(channelNames.map((name) => [name, outcomeIn(name)])) as ChannelOutcomes;
}

/** Those about messages of others, for what makes no difference between one's own and theirs. */
export function ofOthers(outcomes: MessageOutcomes): Partial<MessageOutcomes> {
  return Object.fromEntries(Object.entries(outcomes).filter(([name]) => !name.startsWith('own, ')));
}

export function forEachMessage(outcomeOf: (name: MessageName) => Outcome): MessageOutcomes {
  const names = Object.keys(messages.things) as MessageName[];
  return Object.fromEntries(names.map((name) => [name, outcomeOf(name)])) as MessageOutcomes;
}
