import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signal } from '@preact/signals-core';
import type { State } from '../../src/client/api/types.ts';
import { createBadge } from '../../src/client/store/badge.ts';
import { Store } from '../../src/client/store/store.ts';
import { createUnread } from '../../src/client/store/unread.ts';
import { isQuiet } from '../../src/reach/quiet.ts';
import {
  type Incoming,
  type Person,
  type ReachedBy,
  reachesByTopic,
  reachOf,
  ringOf,
  type Way,
} from '../../src/reach/reach.ts';
import { userSettingDefaults } from '../../src/users/setting-table.ts';

const noon = Date.UTC(2026, 5, 1, 12) / 1000;

/** A person and a message, as a row of the table says. */
interface Scene {
  quiet_until?: number;
  hours?: { weekday: number; from: number; until: number }[];
  timezone?: string;
  now?: number;
  isHere?: boolean;
  settings?: Record<string, boolean>;
  message?: Partial<Incoming>;
  /** Of the channel; null without a subscription. */
  subscription?: Partial<ReachedBy> | null;
  policy?: number;
}

const direct: Partial<Incoming> = { isDirect: true };
const mention: Partial<Incoming> = { isMentioned: true };
const alert: Partial<Incoming> = { hasAlertWord: true };
const everyone: Partial<Incoming> = { mentionsAll: true };
const [muted, unmuted, followed] = [1, 2, 3];

function personIn({ quiet_until, hours = [], timezone = 'UTC', now = noon, isHere = false, settings }: Scene): Person {
  const values: Record<string, unknown> = { ...userSettingDefaults, ...settings };
  return {
    isHere: () => isHere,
    isQuiet: () => isQuiet({ quiet_until: quiet_until ?? null, hours }, timezone, now),
    has: (setting) => values[setting] === true,
  };
}

function messageIn({ message, subscription = {}, policy = 0 }: Scene): Incoming {
  return {
    ...{ isDirect: false, isMentioned: false, mentionsAll: false, hasAlertWord: false, isFromMuted: false },
    subscription: () => ((subscription ?? undefined) ? { is_muted: false, ...subscription } : undefined),
    policy: () => policy,
    ...message,
  };
}

/** The number on the icon, of one unread message. */
function badgeOf(scene: Scene): string {
  const { message = {}, subscription = {}, policy = 0 } = scene;
  const unread_message_ids = [1];
  const store = new Store({
    user_id: 9,
    unread_msgs: {
      pms: message.isDirect ? [{ other_user_id: 2, unread_message_ids }] : [],
      streams: message.isDirect ? [] : [{ stream_id: 1, topic: 'plain', unread_message_ids }],
      huddles: [],
      mentions: message.isMentioned || message.mentionsAll ? [1] : [],
    },
    subscriptions: subscription ? [{ stream_id: 1, name: 'river', is_muted: false, ...subscription }] : [],
    user_topics: policy ? [{ stream_id: 1, topic_name: 'plain', visibility_policy: policy }] : [],
    user_settings: { desktop_icon_count_display: 1 },
    muted_users: message.isFromMuted ? [{ id: 2, timestamp: 1 }] : [],
    ...{ streams: [], unsubscribed: [], never_subscribed: [], realm_user_groups: [], starred_messages: [] },
  } as unknown as State);
  return createBadge(store, createUnread(store), signal(personIn(scene).isQuiet())).value > 0 ? 'now' : 'never';
}

// Web push and phone push obey the same settings: `push` is both. Nobody counts what they look at, so nothing is said
// of the badge of a person who is here: what was read counts no more.
const ways: readonly Way[] = ['sound', 'desktop', 'push', 'mail'];

/** Hours on Mondays, in Berlin. */
const monday = { hours: [{ weekday: 1, from: 540, until: 1080 }], timezone: 'Europe/Berlin' };
const at = (text: string) => ({ now: Date.parse(text) / 1000 });

/** A reason, and what it leaves of sound, desktop, push, mail, badge: N(ow), L(ater), - for never. */
const table: [string, Scene, string][] = [
  ['a direct message', { message: direct }, 'NNNNN'],
  ['a mention', { message: mention }, 'NNNNN'],
  ['an alert word', { message: alert }, 'NNNNN'],
  ['a mention of everybody', { message: everyone }, 'NNNNN'],
  ['plain talk', {}, '----N'],
  ['plain talk of a followed topic', { policy: followed }, 'NNNNN'],

  ['do not disturb, and a direct message', { message: direct, quiet_until: noon + 1 }, '---L-'],
  ['do not disturb, and a mention', { message: mention, quiet_until: noon + 1 }, '---L-'],
  ['do not disturb, and an alert word', { message: alert, quiet_until: noon + 1 }, '---L-'],
  ['do not disturb, and a followed topic', { policy: followed, quiet_until: noon + 1 }, '---L-'],
  ['do not disturb that is over', { message: direct, quiet_until: noon }, 'NNNNN'],
  ['do not disturb, and plain talk', { quiet_until: noon + 1 }, '-----'],

  ['within the hours', { message: direct, ...monday, ...at('2026-06-01T15:59:59Z') }, 'NNNNN'],
  ['after the hours, in summer', { message: direct, ...monday, ...at('2026-06-01T16:00:00Z') }, '---L-'],
  ['within the hours, in winter', { message: mention, ...monday, ...at('2026-01-05T16:30:00Z') }, 'NNNNN'],
  ['before the hours, in winter', { message: mention, ...monday, ...at('2026-01-05T07:59:59Z') }, '---L-'],
  ['a day without hours', { message: direct, ...monday, ...at('2026-06-02T10:00:00Z') }, '---L-'],
  [
    'do not disturb within the hours',
    { message: direct, ...monday, ...at('2026-06-01T10:00:00Z'), quiet_until: Date.parse('2026-06-01T10:01Z') / 1000 },
    '---L-',
  ],

  ['a muted person', { message: { ...direct, isFromMuted: true } }, '-----'],
  ['a muted person in a channel', { message: { ...mention, isFromMuted: true } }, '----N'],
  ['a muted topic', { policy: muted, message: alert }, '-----'],
  ['a mention in a muted topic', { policy: muted, message: mention }, 'NNNN-'],
  ['everybody in a muted topic', { policy: muted, message: everyone }, '-----'],
  ['a muted channel', { subscription: { is_muted: true, push_notifications: true }, message: alert }, '-----'],
  ['a mention in a muted channel', { subscription: { is_muted: true }, message: mention }, 'NNNN-'],
  ['an unmuted topic of it', { subscription: { is_muted: true }, policy: unmuted, message: alert }, 'NNNNN'],
  ['a followed topic of it', { subscription: { is_muted: true }, policy: followed }, 'NNNNN'],
  ['a channel that one left', { subscription: null, message: alert }, '-----'],

  ['somebody who is here', { message: direct, isHere: true }, '--N-N'],
  [
    'somebody who is here and wants no push then',
    { message: direct, isHere: true, settings: { enable_online_push_notifications: false } },
    '----N',
  ],
  ['somebody who is here and not to be disturbed', { message: direct, isHere: true, quiet_until: noon + 1 }, '-----'],
];

describe('the ways to reach a person', () => {
  for (const [name, scene, expected] of table) {
    it(`obey: ${name}`, () => {
      const reached = [...ways.map((way) => reachOf(way, personIn(scene), messageIn(scene))), badgeOf(scene)];

      const letters = { now: 'N', later: 'L', never: '-' };
      assert.equal(reached.map((one) => letters[one as keyof typeof letters]).join(''), expected);
    });
  }

  it('can each be turned off, for each kind of message', () => {
    const names = (way: string, other: string) =>
      [
        [`enable_${way === 'sound' ? 'sounds' : other}${way === 'sound' ? '' : '_notifications'}`, direct, 0],
        [`enable_followed_topic_${other.replace('offline_', '')}_notifications`, {}, followed],
      ] as const;
    const others = { sound: 'audible', desktop: 'desktop', push: 'offline_push', mail: 'offline_email' } as const;
    for (const way of ways) {
      for (const [setting, message, policy] of names(way, others[way])) {
        const scene = (value: boolean): Scene => ({ message, policy, settings: { [setting]: value } });
        const reached = [true, false].map((value) => reachOf(way, personIn(scene(value)), messageIn(scene(value))));
        assert.deepEqual(reached, ['now', 'never'], setting);
      }
    }
  });

  it('follow the setting of a channel before the general one', () => {
    const own = { sound: 'audible', desktop: 'desktop', push: 'push', mail: 'email' } as const;
    for (const way of ways) {
      const set = (value: boolean | null) => ({ subscription: { [`${own[way]}_notifications`]: value } });
      const reached = [true, false, null].map((value) => reachOf(way, personIn({}), messageIn(set(value))));
      assert.deepEqual(reached, ['now', 'never', 'never'], way);
      assert.equal(reachesByTopic(way, personIn({}), messageIn(set(true))), true);
    }
  });
});

describe('a call that rings', () => {
  const table: [string, Scene, string][] = [
    ['anybody', {}, 'loud'],
    ['somebody who is here', { isHere: true }, 'loud'],
    ['somebody without sounds', { settings: { enable_sounds: false } }, 'silent'],
    ['somebody without notifications on the desktop', { settings: { enable_desktop_notifications: false } }, 'loud'],
    ['do not disturb', { quiet_until: noon + 1 }, 'never'],
    ['do not disturb that is over', { quiet_until: noon }, 'loud'],
    ['after the hours', { ...monday, ...at('2026-06-01T16:00:00Z') }, 'never'],
    ['whoever muted the caller', { message: { isFromMuted: true } }, 'never'],
  ];
  for (const [name, scene, expected] of table) {
    it(`reaches ${name}: ${expected}`, () => {
      assert.equal(ringOf(personIn(scene), messageIn(scene)), expected);
    });
  }
});
