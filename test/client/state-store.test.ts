import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { effect } from '@preact/signals-core';
import type { Message, ServerEvent } from '../../src/client/api/types.ts';
import { FakeClock } from './fake-clock.ts';
import { createStore } from './store.ts';

const fields = { type: 'stream', stream_id: 1, subject: 'boats', sender_id: 2, reactions: [] };
const message = (id: number) => ({ ...fields, id, flags: [] }) as unknown as Message;
const arrival = (id: number) => ({ id, type: 'message', message: { ...fields, id }, flags: ['read'] }) as ServerEvent;

describe('the state of the client', () => {
  it('tells all followers of each event, also if one of them fails', (t) => {
    const store = createStore();
    const heard: number[] = [];
    const fault = new Error('A fault');
    const report = t.mock.method(globalThis, 'queueMicrotask', () => {});
    store.follow(() => {
      throw fault;
    });
    const stop = store.follow(({ id }) => heard.push(id));

    store.apply([arrival(1), arrival(2)]);
    stop();
    store.apply([arrival(3)]);

    assert.deepEqual([heard, store.model.messages.size], [[1, 2], 3]);
    assert.throws(() => report.mock.calls[0]?.arguments[0]?.(), fault);
  });

  it('passes over events of a newer server', () => {
    const store = createStore();
    const heard: string[] = [];
    store.follow(({ type }) => heard.push(type));

    store.apply([{ id: 1, type: 'of tomorrow' }, arrival(2)]);

    assert.deepEqual([heard, store.model.messages.size], [['of tomorrow', 'message'], 1]);
  });

  it('takes the other events of a batch if one of them cannot be applied', (t) => {
    const store = createStore();
    const heard: number[] = [];
    const report = t.mock.method(globalThis, 'queueMicrotask', () => {});
    store.follow(({ id }) => heard.push(id));

    store.apply([arrival(1), { id: 2, type: 'drafts', op: 'of tomorrow' }, arrival(3)]);

    assert.deepEqual(
      [heard, [...store.model.messages.keys()]],
      [
        [1, 2, 3],
        [1, 3],
      ],
    );
    assert.throws(() => report.mock.calls[0]?.arguments[0]?.(), /drafts with op of tomorrow is unknown/);
  });

  it('redraws once for all events that come together, and only what they change', () => {
    const store = createStore();
    const draws = { messages: 0, people: 0 };
    effect(() => {
      store.read('messages');
      draws.messages += 1;
    });
    effect(() => {
      store.read('people');
      draws.people += 1;
    });

    store.apply([arrival(1), arrival(2), arrival(3)]);

    assert.deepEqual(draws, { messages: 2, people: 1 });
  });

  it('has the time of the server, also after it begins again', async () => {
    const clock = new FakeClock();
    const begun = clock.now() / 1000;
    const store = createStore({ server_timestamp: begun + 100 }, clock);
    await clock.advance(5000);
    assert.equal(store.now(), begun + 105);

    store.restart(createStore({ server_timestamp: begun + 305 }, clock).model.state);
    await clock.advance(1000);

    assert.equal(store.now(), begun + 306);
  });

  it('begins again with what a registration says', () => {
    const store = createStore();
    store.apply([arrival(1)]);
    const unread_msgs = {
      pms: [],
      huddles: [],
      mentions: [],
      streams: [{ stream_id: 1, topic: 'boats', unread_message_ids: [7] }],
    };

    store.restart(createStore({ unread_msgs, starred_messages: [7] }).model.state);

    const { messages, unread, starred } = store.model;
    assert.deepEqual([messages.size, [...unread.keys()], [...starred]], [0, [7], [7]]);
  });

  it('drops only messages that nobody shows', () => {
    const store = createStore();
    store.addMessages([1, 2, 3, 4].map(message));

    store.dropMessages((id) => id % 2 === 0);

    assert.deepEqual([...store.model.messages.keys()], [2, 4]);
  });

  it('finds members of groups in groups, deactivated ones too, also where groups contain each other', () => {
    const group = (id: number, members: number[], direct_subgroup_ids: number[], deactivated = false) => ({
      ...{ id, members, direct_subgroup_ids, deactivated },
    });
    const groups = [group(1, [], [2]), group(2, [], [1, 3]), group(3, [9], []), group(4, [9], [], true)];
    const store = createStore({ realm_user_groups: [...groups, group(5, [], [4]), group(6, [], [5, 2, 1])] });

    assert.deepEqual(
      [1, 2, 3, 4, 5, 6, 7].map((id) => store.isInGroup(id)),
      [true, true, true, true, true, true, false],
    );
    const loop = createStore({ realm_user_groups: [group(1, [], [2]), group(2, [], [1])] });
    assert.equal(loop.isInGroup(1), false);
    assert.equal(store.isInGroup({ direct_members: [8], direct_subgroups: [5, 3] }), true);
  });
});
