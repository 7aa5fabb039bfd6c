import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { signal } from '@preact/signals-core';
import type { State } from '../../../src/client/api/types.ts';
import { createClient } from './fake-client.ts';
import { fakeDocument } from './page.ts';

/** The browser's database with one table, whose answers come a moment later. */
class FakeDatabase {
  stored: Record<string, unknown> = {};
  isFull = false;
  opened = 0;
  readonly #close = () => {
    this.opened -= 1;
  };

  readonly open = () => {
    const database = { transaction: () => ({ objectStore: () => table }), close: this.#close };
    const table = {
      put: (value: unknown, key: string) => {
        if (this.isFull) return answer(undefined, new Error('full'));
        this.stored[key] = structuredClone(value);
        return answer(undefined);
      },
      get: (key: string) => answer(this.stored[key]),
      clear: () => {
        this.stored = {};
        return answer(undefined);
      },
    };
    this.opened += 1;
    return answer(database);
  };
}

function answer(result: unknown, error?: Error) {
  const request = { result, error, onsuccess: () => {}, onerror: () => {} };
  setImmediate(() => (error ? request.onerror() : request.onsuccess()));
  return request;
}

const database = new FakeDatabase();
const deleted: string[] = [];
let unsubscribed = 0;
const subscription = {
  unsubscribe: async () => {
    unsubscribed += 1;
  },
};
const registration = { pushManager: { getSubscription: async () => subscription } };
Object.assign(globalThis, { indexedDB: database, caches: { delete: async (name: string) => deleted.push(name) } });
Object.defineProperty(globalThis, 'navigator', {
  value: { serviceWorker: { getRegistration: async () => registration } },
});

const kept = await import('../../../src/client/device/kept.ts');
const { Keeper } = await import('../../../src/client/companions/keeper.ts');

const stateOf = (user_id: number) => ({ user_id }) as State;
const nothing = { unread: [], messages: [] };

async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
}

beforeEach(async () => {
  await kept.forgetAll();
  database.isFull = false;
  deleted.length = 0;
  unsubscribed = 0;
});

describe('what this device keeps', () => {
  it('is there again for its user, who wished it', async () => {
    await kept.resumeKeeping(stateOf(9));
    await kept.setKeeping(stateOf(9), true);
    await kept.keep({ state: stateOf(9), unread: [[5, { user_ids: [11] }]], messages: [] });
    kept.isKeeping.value = false;

    const found = await kept.readKept();

    assert.deepEqual(found, { state: { user_id: 9 }, unread: [[5, { user_ids: [11] }]], messages: [] });
    assert.deepEqual([kept.isKeeping.value, kept.lastUser(), database.opened], [true, 9, 0]);
  });

  it('is nothing unless the user wishes it, and nothing once they no longer do', async () => {
    await kept.resumeKeeping(stateOf(9));
    assert.equal(kept.isKeeping.value, false);
    await kept.setKeeping(stateOf(9), true);
    await kept.keep({ state: stateOf(9), ...nothing });
    await kept.setKeeping(stateOf(9), false);

    assert.deepEqual([await kept.readKept(), database.stored, kept.isKeeping.value], [undefined, {}, false]);
    await kept.resumeKeeping(stateOf(9));
    assert.equal(kept.isKeeping.value, false);
  });

  it('is deleted, with pictures and the subscription, once another user is here', async () => {
    await kept.resumeKeeping(stateOf(9));
    await kept.setKeeping(stateOf(9), true);
    await kept.keep({ state: stateOf(9), ...nothing });

    await kept.resumeKeeping(stateOf(8));

    assert.deepEqual([database.stored, deleted, unsubscribed], [{}, ['pictures'], 1]);
    assert.deepEqual([kept.isKeeping.value, kept.lastUser(), await kept.readKept()], [false, 8, undefined]);
  });

  it('is not shown to another user, even if it could not be deleted', async () => {
    await kept.resumeKeeping(stateOf(8));
    await kept.setKeeping(stateOf(8), true);
    database.stored = { kept: { state: stateOf(9), ...nothing } };

    assert.equal(await kept.readKept(), undefined);
  });

  it('is deleted at the end of the session, also by a browser that refuses a part of it', async () => {
    await kept.resumeKeeping(stateOf(9));
    await kept.setKeeping(stateOf(9), true);
    await kept.keep({ state: stateOf(9), ...nothing });
    registration.pushManager.getSubscription = () => Promise.reject(new Error('refused'));

    await kept.forgetAll();
    registration.pushManager.getSubscription = async () => subscription;

    assert.deepEqual([database.stored, kept.lastUser(), kept.isLeaving.value], [{}, undefined, true]);
  });
});

describe('the keeper', () => {
  const message = (id: number, fields: object = {}) => ({
    ...{ id, type: 'stream', stream_id: 1, subject: 'boats', sender_id: 11, content: `Text ${id}`, flags: ['read'] },
    ...{ reactions: [], submessages: [], display_recipient: 'river' },
    ...fields,
  });
  const ids = () => (database.stored.kept as { messages: { id: number }[] } | undefined)?.messages.map(({ id }) => id);

  async function start(t: TestContext, isLeading = true) {
    const channel = { stream_id: 1, name: 'river' };
    const state = { streams: [channel], subscriptions: [channel] };
    const answers = { 'GET /messages': { messages: [message(1), message(2), message(3)] } };
    const heard = createClient({ state, answers });
    const isLeader = signal(isLeading);
    const isOnline = signal(true);
    t.after(() => {
      isLeader.value = false;
    });
    Object.assign(heard.client, { tabs: { isLeader }, connection: { isOnline } });
    const timers: (() => void)[] = [];
    t.mock.method(globalThis, 'setInterval', (act: () => void) => timers.push(act));
    t.mock.method(globalThis, 'clearInterval', (timer: number) => delete timers[timer - 1]);
    await kept.setKeeping(heard.client.store.model.state, true);
    new Keeper(heard.client).start();
    await settled();
    const hear = (event: object) => heard.client.store.apply([{ id: 1, ...event } as never]);
    const hide = async () => {
      fakeDocument.visibilityState = 'hidden';
      fakeDocument.dispatchEvent(new Event('visibilitychange'));
      fakeDocument.visibilityState = 'visible';
      await settled();
    };
    return { ...heard, isLeader, isOnline, timers, hear, hide };
  }

  it('stores the newest messages at once, and what came since when the page is hidden', async (t) => {
    const { hear, hide } = await start(t);
    assert.deepEqual(ids(), [1, 2, 3]);

    hear({ type: 'message', message: message(4), flags: [] });
    await hide();

    assert.deepEqual(ids(), [1, 2, 3, 4]);
    assert.deepEqual(
      (database.stored.kept as { unread: [number][] }).unread.map(([id]) => id),
      [4],
    );
  });

  it('stores nothing of what was deleted', async (t) => {
    const { hear, hide } = await start(t);

    hear({ type: 'delete_message', message_ids: [2], message_type: 'stream', stream_id: 1 });
    hear({ type: 'delete_message', message_id: 3, message_type: 'private' });
    await hide();

    assert.deepEqual(ids(), [1]);
  });

  it('stores nothing of what was deleted while it was fetched', async (t) => {
    const { client, hear, timers, hide } = await start(t);
    const { call } = client;
    Object.assign(client, {
      call: async (...params: Parameters<typeof call>) => {
        const answer = await call(...params);
        hear({ type: 'delete_message', message_ids: [2], message_type: 'stream', stream_id: 1 });
        return answer;
      },
    });

    timers[0]?.();
    await settled();
    await hide();

    assert.deepEqual(ids(), [1, 3]);
  });

  it('stores nothing of a channel that is closed to the user now', async (t) => {
    const { client, hear, hide } = await start(t);
    const nobody = { direct_members: [], direct_subgroups: [] };
    const shut = { invite_only: true, can_add_subscribers_group: nobody, can_subscribe_group: nobody };
    for (const channel of client.store.model.state.streams) Object.assign(channel, shut);

    hear({ type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1, name: 'river' }] });
    await hide();

    assert.deepEqual(ids(), []);
  });

  it('fetches only in the leading tab, with a connection, and only while it is wished', async (t) => {
    const { calls, isLeader, isOnline, timers, client, hide } = await start(t, false);
    assert.deepEqual([calls.length, timers.length], [0, 0]);
    isLeader.value = true;
    await settled();
    assert.deepEqual([calls.length, timers.length], [1, 1]);
    isOnline.value = false;
    timers[0]?.();
    assert.equal(calls.length, 1);

    await kept.setKeeping(client.store.model.state, false);
    await settled();

    assert.deepEqual([timers[0], database.stored], [undefined, {}]);
    await hide();
    assert.deepEqual(database.stored, {});
  });

  it('keeps the earlier copy if there is no space', async (t) => {
    const { hear, hide } = await start(t);
    database.isFull = true;

    hear({ type: 'message', message: message(4), flags: ['read'] });
    await hide();

    assert.deepEqual([ids(), database.opened], [[1, 2, 3], 0]);
  });
});
