import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { ServerEvent } from '../../src/client/api/types.ts';
import { Presence } from '../../src/client/live/presence.ts';
import { Typing } from '../../src/client/live/typing.ts';
import { createStore } from './store.ts';

const boats = { type: 'topic', stream_id: 1, topic: 'boats' } as const;

function scene(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1e12 });
  const store = createStore({
    server_typing_started_expiry_period_milliseconds: 15_000,
    server_typing_started_wait_period_milliseconds: 10_000,
    server_typing_stopped_wait_period_milliseconds: 5000,
    user_settings: { send_private_typing_notifications: false, send_stream_typing_notifications: true },
  });
  const said: string[] = [];
  const typing = new Typing(store, async (_method, _path, params = {}) => {
    const { op, topic, to } = params as { op: string; topic?: string; to?: number[] };
    said.push(`${op} ${topic ?? to}`);
    return {} as never;
  });
  const hear = (event: object) => store.apply([{ id: 1, ...event } as ServerEvent]);
  const say = (user_id: number, op: 'start' | 'stop', place: object = { stream_id: 1, topic: 'boats' }) =>
    hear({ type: 'typing', op, message_type: 'stream', sender: { user_id }, ...place });
  return { typing, say, said, hear, pass: (time: number) => t.mock.timers.tick(time) };
}

describe('who is typing', () => {
  it('is told by start and stop, in each conversation', (t) => {
    const { typing, say } = scene(t);
    const recipients = [{ user_id: 9 }, { user_id: 3 }, { user_id: 2 }];
    say(2, 'start');
    say(3, 'start', { stream_id: 1, topic: 'Boats' });
    say(2, 'start', { message_type: 'direct', recipients });

    assert.deepEqual([typing.in(boats), typing.in({ ...boats, topic: 'ducks' })], [[2, 3], []]);
    assert.deepEqual(typing.in({ type: 'direct', user_ids: [2, 3] }), [2]);
    say(2, 'stop');

    assert.deepEqual([typing.in(boats), typing.in({ type: 'direct', user_ids: [3, 2] })], [[3], [2]]);
  });

  it('is not the user', (t) => {
    const { typing, say } = scene(t);
    say(9, 'start');

    assert.deepEqual(typing.in(boats), []);
  });

  it('ends after a time without a sign, and with the message', (t) => {
    const { typing, say, hear, pass } = scene(t);
    say(2, 'start');
    pass(14_000);
    say(2, 'start');
    pass(14_000);
    assert.deepEqual(typing.in(boats), [2]);
    pass(2000);
    assert.deepEqual(typing.in(boats), []);

    say(2, 'start');
    say(3, 'start');
    const fields = { type: 'stream', stream_id: 1, subject: 'boats', id: 5 };
    hear({ type: 'message', message: { ...fields, sender_id: 2 }, flags: ['read'] });

    assert.deepEqual(typing.in(boats), [3]);
  });
});

describe('that the user types', () => {
  it('is told where they do, not too often, and when they stop or go elsewhere', (t) => {
    const { typing, said, pass } = scene(t);
    const heard = () => said.splice(0);

    for (let count = 0; count < 12; count += 1) {
      typing.say(boats);
      pass(1000);
    }
    assert.deepEqual(heard(), ['start boats', 'start boats']);
    pass(4000);
    assert.deepEqual(heard(), ['stop boats']);
    typing.say(boats);
    typing.say({ ...boats, topic: 'ducks' });
    typing.say(undefined);
    typing.say(undefined);
    pass(60_000);

    assert.deepEqual(heard(), ['start boats', 'stop boats', 'start ducks', 'stop ducks']);
  });

  it('is not told where they do not want that', (t) => {
    const { typing, said, pass } = scene(t);

    typing.say({ type: 'direct', user_ids: [2] });
    pass(60_000);

    assert.deepEqual(said, []);
  });
});

describe('the presence of people', () => {
  it('is that of their last sign, in time', () => {
    const presences = {
      2: { active_timestamp: 1000, idle_timestamp: 1000 },
      3: { active_timestamp: 100, idle_timestamp: 1000 },
      4: { active_timestamp: 100, idle_timestamp: 100 },
    };
    const fields = { presences, server_presence_offline_threshold_seconds: 200 };
    const store = createStore({ ...fields, server_timestamp: 1200 });
    const presence = new Presence(store);
    const all = () => [2, 3, 4, 5].map((id) => presence.of(id));
    assert.deepEqual(all(), ['active', 'idle', 'offline', 'offline']);

    store.apply([
      { id: 1, type: 'presence', presences: { 4: { active_timestamp: 1190, idle_timestamp: 1190 } } } as ServerEvent,
    ]);
    assert.deepEqual(all(), ['active', 'idle', 'active', 'offline']);
    presence.learn({ 5: { active_timestamp: 1201, idle_timestamp: 1201 } } as never, 1201);

    assert.deepEqual(all(), ['offline', 'offline', 'active', 'active']);
  });
});
