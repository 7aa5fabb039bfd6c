import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { signal } from '@preact/signals-core';
import '../../support/english.ts';
import { channelState, createClient, userState } from './fake-client.ts';
import { fakeDocument } from './page.ts';

interface Shown {
  title: string;
  body: string;
  tag: string;
  data: { hash: string; ids: number[] };
}

/** What is on screen, by title; what was closed, by tag; and sounds. */
const shown: Shown[] = [];
const closed: string[] = [];
const badges: number[] = [];
let sounds = 0;

class FakeNotification {
  static permission = 'granted';
  onclick = () => {};
  readonly tag: string;
  readonly data: Shown['data'];
  constructor(title: string, options: Shown) {
    this.tag = options.tag;
    this.data = options.data;
    shown.push({ ...options, title });
    last = this;
  }
  close(): void {
    closed.push(this.tag);
  }
}

let last: FakeNotification | undefined;

let now = 0;
performance.now = () => now;

/** Its sounds are over at once, but not while the events of one batch are heard. */
class FakeAudio {
  readonly currentTime = 0;
  readonly destination = {};
  constructor() {
    sounds += 1;
    setImmediate(() => {
      now += 1000;
    });
  }
  createGain() {
    const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} };
    return { gain, connect: () => {} };
  }
  createOscillator() {
    return { frequency: {}, connect: (next: object) => next, start: () => {}, stop: () => {} };
  }
  async close() {}
}

class FakeParser {
  parseFromString(html: string) {
    return { body: { querySelectorAll: () => [], textContent: html.replace(/<[^>]*>/g, '') } };
  }
}

Object.assign(globalThis, { Notification: FakeNotification, AudioContext: FakeAudio, DOMParser: FakeParser });
Object.assign(globalThis, { window: { focus: () => {} } });
const setAppBadge = async (count: number) => void badges.push(count);
Object.defineProperty(globalThis, 'navigator', { value: { userActivation: { hasBeenActive: true }, setAppBadge } });

const { startNotifier } = await import('../../../src/client/companions/notifier.ts');
const { playSound } = await import('../../../src/client/device/sound.ts');

const settings = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  notification_sound: 'ding',
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  wildcard_mentions_notify: true,
};

interface Setting {
  settings?: object;
  subscription?: object;
  policy?: number;
  state?: object;
}

let nextId = 100;

/** A client whose user looks elsewhere. `hear` is told of a message and says what the user is told: text, sound. */
function setUp({ settings: own = {}, subscription = {}, policy = 0, state = {} }: Setting = {}) {
  const { streams } = channelState('river');
  const user_topics = [{ stream_id: 1, topic_name: 'boats', visibility_policy: policy, last_updated: 1 }];
  const heard = createClient({
    state: {
      ...{ streams, subscriptions: [{ ...streams[0], ...subscription }], ...userState('Bob') },
      ...{ user_settings: { ...settings, ...own }, user_topics, ...state },
    },
  });
  const isLeader = signal(true);
  Object.assign(heard.client, { tabs: { isLeader }, badge: signal(3) });
  startNotifier(heard.client, []);
  const hear = async (fields: object = {}, flags: string[] = []) => {
    const before = [shown.length, sounds] as const;
    nextId += 1;
    const message = {
      ...{ id: nextId, type: 'stream', stream_id: 1, subject: 'boats', sender_id: 11, sender_full_name: 'Bob' },
      ...{ content: '<p>Ahoy</p>', reactions: [], submessages: [], display_recipient: 'river' },
      ...fields,
    };
    heard.client.store.apply([{ id: nextId, type: 'message', message, flags } as never]);
    await new Promise(setImmediate);
    return [shown.length > before[0], sounds > before[1]];
  };
  return { ...heard, hear, isLeader };
}

const direct = { type: 'private', display_recipient: [{ id: 9 }, { id: 11 }] };
const [neither, both, onlyText, onlySound] = [
  [false, false],
  [true, true],
  [true, false],
  [false, true],
];

beforeEach(() => {
  fakeDocument.visibilityState = 'hidden';
  FakeNotification.permission = 'granted';
  for (const list of [shown, closed, badges]) list.length = 0;
});

describe('a user who looks elsewhere is told', () => {
  it('of direct messages and mentions, and not of what is said in channels', async () => {
    const { hear } = setUp();

    assert.deepEqual(await hear(direct), both);
    assert.deepEqual(await hear({}, ['mentioned']), both);
    assert.deepEqual(await hear(), neither);
  });

  it('of nothing of their own, nothing read, and nothing by those whom they muted', async () => {
    const { hear } = setUp({ state: { muted_users: [{ id: 12, timestamp: 1 }] } });

    assert.deepEqual(await hear({ ...direct, sender_id: 9 }), neither);
    assert.deepEqual(await hear(direct, ['read']), neither);
    assert.deepEqual(await hear({ ...direct, sender_id: 12 }), neither);
    assert.deepEqual(await hear({ sender_id: 12 }, ['mentioned']), neither);
  });

  it('by text and by sound as each is set', async () => {
    const silent = setUp({ settings: { enable_sounds: false } });
    assert.deepEqual(await silent.hear(direct), onlyText);
    const noTone = setUp({ settings: { notification_sound: 'none' } });
    assert.deepEqual(await noTone.hear(direct), onlyText);
    const noText = setUp({ settings: { enable_desktop_notifications: false } });

    assert.deepEqual(await noText.hear(direct), onlySound);
  });

  it('of channels as the channel is set, and else as all are', async () => {
    const all = { enable_stream_desktop_notifications: true, enable_stream_audible_notifications: true };
    assert.deepEqual(await setUp({ settings: all }).hear(), both);
    const quiet = { desktop_notifications: false, audible_notifications: null };
    assert.deepEqual(await setUp({ settings: all, subscription: quiet }).hear(), onlySound);
    const loud = { desktop_notifications: true };
    assert.deepEqual(await setUp({ subscription: loud }).hear(), onlyText);
  });

  it('of no channel whose texts are off altogether', async () => {
    const off = { enable_desktop_notifications: false, enable_stream_desktop_notifications: true };

    assert.deepEqual(await setUp({ settings: off, subscription: { desktop_notifications: true } }).hear(), neither);
  });

  it('of followed topics, also in muted channels, unless that is off', async () => {
    const muted = { is_muted: true };
    assert.deepEqual(await setUp({ policy: 3, subscription: muted }).hear(), both);
    const off = { enable_followed_topic_audible_notifications: false };
    assert.deepEqual(await setUp({ policy: 3, settings: off }).hear(), onlyText);
    assert.deepEqual(await setUp({ policy: 3 }).hear({ subject: 'ducks' }), neither);
    assert.deepEqual(await setUp({ policy: 3 }).hear({ subject: 'BOATS' }), both);
  });

  it('of nothing in muted topics and channels except mentions by name', async () => {
    const loud = { desktop_notifications: true, audible_notifications: true };
    for (const one of [
      { policy: 1, subscription: loud },
      { policy: 0, subscription: { ...loud, is_muted: true } },
    ]) {
      const { hear } = setUp(one);
      assert.deepEqual(await hear(), neither);
      assert.deepEqual(await hear({}, ['stream_wildcard_mentioned']), neither);
      assert.deepEqual(await hear({}, ['mentioned']), both);
    }

    assert.deepEqual(await setUp({ policy: 2, subscription: { ...loud, is_muted: true } }).hear(), both);
  });

  it('of mentions of everyone, if they wish that', async () => {
    for (const flag of ['stream_wildcard_mentioned', 'topic_wildcard_mentioned']) {
      assert.deepEqual(await setUp().hear({}, [flag]), both);
      assert.deepEqual(await setUp({ settings: { wildcard_mentions_notify: false } }).hear({}, [flag]), neither);
    }
  });

  it('of nothing in channels that they are not in, except mentions by name', async () => {
    const { hear } = setUp({ settings: { enable_stream_desktop_notifications: true } });

    assert.deepEqual(await hear({ stream_id: 2 }), neither);
    assert.deepEqual(await hear({ stream_id: 2 }, ['mentioned']), both);
  });

  it('by one tab, and while no page is looked at', async () => {
    const { hear, isLeader } = setUp();
    isLeader.value = false;
    assert.deepEqual(await hear(direct), neither);
    isLeader.value = true;
    fakeDocument.visibilityState = 'visible';
    assert.deepEqual(await hear(direct), neither);
    fakeDocument.visibilityState = 'hidden';

    assert.deepEqual(await hear(direct), both);
  });

  it('by one sound of what happens at once, also of a call that rings', async () => {
    const { hear } = setUp();
    const before = sounds;

    const told = hear(direct);
    playSound('ding');
    await told;
    assert.equal(sounds - before, 1);
    playSound('ding');

    assert.equal(sounds - before, 2);
    await new Promise(setImmediate);
  });

  it('by sound only where the browser shows nothing', async () => {
    const { hear } = setUp();
    FakeNotification.permission = 'denied';

    assert.deepEqual(await hear(direct), onlySound);
  });
});

describe('a notification', () => {
  it('tells who wrote what where, and leads there', async () => {
    const { hear, gone } = setUp();

    await hear({}, ['mentioned']);
    const { title, body, data } = shown[0] ?? assert.fail();
    last?.onclick();

    assert.deepEqual([title, body, data.ids], ['Bob in topic:1:boats', 'Ahoy', [nextId]]);
    assert.deepEqual(gone, [`#narrow/channel/1-river/topic/boats/near/${nextId}`]);
  });

  it('has at most 200 characters, and nothing of direct messages if they are to be hidden', async () => {
    await setUp().hear({ ...direct, content: `<p>${'long '.repeat(100)}</p>` });
    const hidden = setUp({ settings: { pm_content_in_desktop_notifications: false } });
    await hidden.hear({ ...direct, content: '<p>secret</p>' });
    await hidden.hear({ content: '<p>open</p>' }, ['mentioned']);

    assert.equal(shown[0]?.body.length, 200);
    assert.deepEqual(
      shown.slice(1).map(({ title, body }) => [title.split(' ')[0], body]),
      [
        ['Bob', 'A direct message'],
        ['Bob', 'open'],
      ],
    );
  });

  it('of a mention in a channel without a subscription is closed once that is read, and only then', async () => {
    const { hear, client } = setUp({ state: { subscriptions: [] } });
    await hear({}, ['mentioned']);
    const mention = nextId;
    const read = { id: 1, type: 'update_message_flags', op: 'add', flag: 'read', all: false };
    await hear(direct);
    client.store.apply([{ ...read, messages: [nextId] } as never]);
    await new Promise(setImmediate);
    const before = [...closed];

    client.store.apply([{ ...read, messages: [mention] } as never]);
    await new Promise(setImmediate);

    assert.deepEqual([shown.length, before, closed.length], [2, ['direct:11'], 2]);
  });

  it('is closed once its conversation is read, and only then', async () => {
    const { hear, client } = setUp();
    await hear(direct);
    await hear({}, ['mentioned']);
    const read = { id: 1, type: 'update_message_flags', op: 'add', flag: 'read', all: false };
    const tags = shown.map(({ tag }) => tag);
    assert.deepEqual(closed, []);

    client.store.apply([{ ...read, messages: [nextId] } as never]);
    await new Promise(setImmediate);

    assert.deepEqual(closed, tags.slice(1));
  });

  it('of a call is closed once that no longer rings, and no other', async () => {
    const { hear, client } = setUp();
    const ring = async (started_by: number, op: string, rings: number[], message_id = nextId) => {
      const call = { id: message_id, message_id, type: 'private', user_ids: [9, started_by], started_by, rings };
      client.store.apply([{ id: 1, type: 'call', op, call: { ...call, started_at: 1, members: [] } } as never]);
      await new Promise(setImmediate);
      return message_id;
    };
    await hear(direct);
    const first = await ring(11, 'add', [9, 11]);
    await hear({}, ['mentioned']);

    await ring(11, 'update', [9], first);
    assert.deepEqual(closed, []);
    await ring(11, 'update', [], first);

    assert.deepEqual(closed, ['direct:11']);
    const other = { ...direct, sender_id: 12, display_recipient: [{ id: 9 }, { id: 12 }] };
    await hear(other);
    await ring(12, 'add', [9]);
    client.store.apply([{ id: 1, type: 'call', op: 'remove', call_id: nextId } as never]);
    await new Promise(setImmediate);
    assert.deepEqual(closed, ['direct:11', 'direct:12']);
  });

  it('stays if its message arrives while older ones are looked for', async () => {
    const { client, hear } = setUp();
    await hear(direct);
    const read = { id: 1, type: 'update_message_flags', op: 'add', flag: 'read', all: false, messages: [nextId] };

    client.store.apply([read as never]);
    await hear({}, ['mentioned']);

    assert.deepEqual(closed, ['direct:11']);
  });

  it('is not needed for the number on the icon', () => {
    setUp();

    assert.deepEqual(badges, [3]);
  });

  it('is shown by the desktop program if there is one, and its click leads to the message', async () => {
    const told: string[] = [];
    const acts: ((name: string) => void)[] = [];
    const desktop = {
      new_notification: (title: string, _options: object, act: (name: string) => void) => {
        told.push(title);
        acts.push(act);
      },
    };
    Object.assign(globalThis, { electron_bridge: desktop });
    const { hear, gone } = setUp();

    await hear(direct);
    Object.assign(globalThis, { electron_bridge: undefined });
    for (const name of ['close', 'click']) acts[0]?.(name);

    assert.deepEqual([told, shown.length, gone.length], [['Bob'], 0, 1]);
  });
});
