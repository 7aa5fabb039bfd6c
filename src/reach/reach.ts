import { mutesTopic, visibilityPolicies } from './topic-policy.ts';

/** Ways to bring a message to a person who is not reading it. */
export type Way = 'sound' | 'desktop' | 'push' | 'mail';

/** `later`: once the person may be disturbed again, unless the message was read by then. */
export type Reach = 'now' | 'later' | 'never';

/** The settings of a way, by their names. */
interface Names {
  /** Without this one, there is none of the others. */
  all?: string;
  /** Direct messages and mentions. */
  addressed: string;
  /** All messages of channels. */
  channel: string;
  followed: string;
  /** The setting of a single channel. */
  own: OwnSetting;
  /** The setting that notifies people even while they are here. */
  here?: string;
}

type OwnSetting = `${'push' | 'email' | 'desktop' | 'audible'}_notifications`;

const ways: Readonly<Record<Way, Names>> = {
  sound: {
    addressed: 'enable_sounds',
    channel: 'enable_stream_audible_notifications',
    followed: 'enable_followed_topic_audible_notifications',
    own: 'audible_notifications',
  },
  desktop: {
    all: 'enable_desktop_notifications',
    addressed: 'enable_desktop_notifications',
    channel: 'enable_stream_desktop_notifications',
    followed: 'enable_followed_topic_desktop_notifications',
    own: 'desktop_notifications',
  },
  push: {
    addressed: 'enable_offline_push_notifications',
    channel: 'enable_stream_push_notifications',
    followed: 'enable_followed_topic_push_notifications',
    own: 'push_notifications',
    here: 'enable_online_push_notifications',
  },
  mail: {
    addressed: 'enable_offline_email_notifications',
    channel: 'enable_stream_email_notifications',
    followed: 'enable_followed_topic_email_notifications',
    own: 'email_notifications',
  },
};

/** A setting of one channel; null or undefined where the general one holds. */
type OwnValue = boolean | 0 | 1 | null | undefined;

/** A subscription, as far as it decides. */
export type ReachedBy = { is_muted: boolean | 0 | 1; wildcard_mentions_notify?: OwnValue } & {
  [Name in OwnSetting]?: OwnValue;
};

/** A message for a person. Functions are asked only where the answer matters. */
export interface Incoming {
  isDirect: boolean;
  /** The message names the person, or a group of theirs. */
  isMentioned: boolean;
  /** The message mentions everybody in the channel or topic. */
  mentionsAll: boolean;
  hasAlertWord: boolean;
  /** By somebody whom the person muted. */
  isFromMuted: boolean;
  /** The person's subscription to the channel. */
  subscription(): ReachedBy | undefined;
  /** The person's policy for the topic. */
  policy(): number;
}

/** A person at a time. */
export interface Person {
  /** At the keyboard, for push and mail; looking at this page, for sound and desktop. */
  isHere(): boolean;
  /** Not to be disturbed, as `isQuiet` says. */
  isQuiet(): boolean;
  /** Whether a setting is on. */
  has(setting: string): boolean;
}

/** Whether a message may reach a person now in a way: by what the person does, set and muted. */
export function reachOf(way: Way, person: Person, message: Incoming): Reach {
  const { all, here } = ways[way];
  if (message.isFromMuted || (all && !person.has(all))) return 'never';
  if (person.isHere() && !(here && person.has(here))) return 'never';
  if (!concerns(way, person, message)) return 'never';
  if (!person.isQuiet()) return 'now';
  return way === 'mail' ? 'later' : 'never';
}

/** How a call that rings reaches a person at a device, also one who looks at it: `silent` on the screen alone. */
export function ringOf({ isQuiet, has }: Omit<Person, 'isHere'>, { isFromMuted }: Pick<Incoming, 'isFromMuted'>): Ring {
  if (isFromMuted || isQuiet()) return 'never';
  return has(ways.sound.addressed) ? 'loud' : 'silent';
}

type Ring = 'loud' | 'silent' | 'never';

/** Whether a message concerns a person, by settings and mutes. Mentions do in muted channels, too. */
function concerns(way: Way, person: Person, message: Incoming): boolean {
  const isForAddressed = person.has(ways[way].addressed);
  if (message.isDirect) return isForAddressed;
  if (message.isMentioned && isForAddressed) return true;
  return reachesInChannel(way, person, message, isForAddressed);
}

/** Whether a person wants every message of a topic in a way. */
export function reachesByTopic(way: Way, person: Pick<Person, 'has'>, topic: TopicFacts): boolean {
  return reachesInChannel(way, person, { ...topic, mentionsAll: false, hasAlertWord: false }, false);
}

type TopicFacts = Pick<Incoming, 'subscription' | 'policy'>;

function reachesInChannel(
  way: Way,
  { has }: Pick<Person, 'has'>,
  message: TopicFacts & Pick<Incoming, 'mentionsAll' | 'hasAlertWord'>,
  isForAddressed: boolean,
): boolean {
  const subscription = message.subscription();
  if (!subscription) return false;
  const { followed, own, channel } = ways[way];
  const policy = message.policy();
  const topic = {
    isFollowed: policy === visibilityPolicies.followed,
    isSilent: mutesTopic(policy, Boolean(subscription.is_muted)),
  };
  if (isForAddressed && isAddressedByAll(has, message, subscription, topic)) return true;
  if (topic.isFollowed && has(followed)) return true;
  return !topic.isSilent && choiceOf(has, subscription[own], channel);
}

/** Whether a message concerns everybody in a channel, or has an alert word. */
function isAddressedByAll(
  has: Person['has'],
  { hasAlertWord, mentionsAll }: Pick<Incoming, 'mentionsAll' | 'hasAlertWord'>,
  { wildcard_mentions_notify: own }: ReachedBy,
  { isFollowed, isSilent }: { isFollowed: boolean; isSilent: boolean },
): boolean {
  if (hasAlertWord && !isSilent) return true;
  if (!mentionsAll) return false;
  if (isFollowed && has('enable_followed_topic_wildcard_mentions_notify')) return true;
  return !isSilent && choiceOf(has, own, 'wildcard_mentions_notify');
}

/** A setting of one channel, or the general one where the channel has none. */
function choiceOf(has: Person['has'], own: OwnValue, setting: string): boolean {
  return own == null ? has(setting) : Boolean(own);
}
