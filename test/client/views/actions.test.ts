import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Message } from '../../../src/client/api/types.ts';
import { createClient } from './fake-client.ts';
import { fakeDocument } from './page.ts';

const actions = await import('../../../src/client/commands/actions.ts');
const { startPresence } = await import('../../../src/client/companions/presence-ping.ts');

const sun = { emoji_name: 'sun', emoji_code: '2600', reaction_type: 'unicode_emoji' } as const;
const topic = (name: string) => ({ type: 'topic', stream_id: 1, topic: name }) as const;
const message = (fields: object = {}) =>
  ({
    id: 5,
    type: 'stream',
    stream_id: 1,
    subject: 'boats',
    flags: [],
    reactions: [],
    ...fields,
  }) as unknown as Message;

const paramsOf = (call: readonly unknown[] | undefined) => call?.[2] as Record<string, unknown> | undefined;

const turn = () => new Promise(setImmediate);

describe('a reaction', () => {
  it('is asked for once, however often it is clicked before the answer', async () => {
    const { client, calls } = createClient();
    const react = (emoji = sun) => actions.toggleReaction(client, message(), emoji);

    react();
    react();
    assert.equal(calls.length, 1);
    react({ ...sun, emoji_code: '2601' } as never);
    assert.equal(calls.length, 2, 'another emoji is another act');
    await turn();
    react();

    assert.equal(calls.length, 3);
  });

  it('is taken back only if it is one’s own', () => {
    const { client, calls } = createClient();
    const by = (user_id: number, fields: object = {}) =>
      message({ id: user_id, reactions: [{ ...sun, user_id, ...fields }] });

    actions.toggleReaction(client, by(9), sun);
    actions.toggleReaction(client, by(8), sun);
    actions.toggleReaction(client, { ...by(9, { emoji_code: '1' }), id: 7 }, sun);

    assert.deepEqual(
      calls.map(([method, path]) => `${method} ${path}`),
      ['DELETE /messages/9/reactions', 'POST /messages/8/reactions', 'POST /messages/7/reactions'],
    );
  });
});

describe('a message that is marked as unread', () => {
  it('stays so: what was read before is told first, and reading waits', async () => {
    const { client, calls } = createClient();
    const order: string[] = [];
    const reader = { isPaused: false, flush: async () => void order.push(`${reader.isPaused} ${calls.length}`) };
    Object.assign(client, { reader });

    await actions.markUnreadFrom(client, message());

    assert.deepEqual(order, ['true 0']);
    const [[, path, params] = assert.fail()] = calls;
    const { anchor, include_anchor, num_before, op, narrow } = params as Record<string, unknown>;
    assert.deepEqual([path, anchor, include_anchor, num_before, op], ['/messages/flags/narrow', 5, true, 0, 'remove']);
    assert.equal(JSON.stringify(narrow).includes('boats'), true);
  });
});

describe('a topic', () => {
  const answers = { 'GET /messages': { messages: [message({ id: 40 })] } };

  it('is resolved and opened again by its name, with all its messages', async () => {
    const { client, calls } = createClient({ answers });

    await actions.toggleResolved(client, topic('boats'));
    await actions.toggleResolved(client, topic('✔ boats'));
    const changes = calls.filter(([method]) => method === 'PATCH');

    assert.deepEqual(
      changes.map(([, path, params]) => [path, (params as { topic: string }).topic]),
      [
        ['/messages/40', '✔ boats'],
        ['/messages/40', 'boats'],
      ],
    );
    assert.equal(paramsOf(changes[0])?.propagate_mode, 'change_all');
  });

  it('without messages is left alone', async () => {
    const { client, calls } = createClient({ answers: { 'GET /messages': { messages: [] } } });

    await actions.toggleResolved(client, topic('boats'));

    assert.deepEqual(
      calls.map(([method]) => method),
      ['GET'],
    );
  });
});

describe('messages that are looked up', () => {
  it('are not asked for if they are here', async () => {
    const { client, calls } = createClient({ answers: { 'GET /messages': { messages: [message({ id: 6 })] } } });
    client.store.addMessages([message()]);

    assert.equal((await actions.findMessage(client, 5))?.id, 5);
    await actions.fetchMissing(client, [5]);
    assert.equal(calls.length, 0);
    await actions.fetchMissing(client, [5, 6]);

    assert.deepEqual(paramsOf(calls[0])?.message_ids, [6]);
    assert.ok(client.store.model.messages.has(6));
  });

  it('are none if the server refuses them', async () => {
    const { client } = createClient();
    Object.assign(client, { call: () => Promise.reject(new Error('Invalid message')) });

    assert.equal(await actions.findMessage(client, 5), undefined);
    await actions.fetchMissing(client, [5]);
  });
});

describe('the presence of the user', () => {
  /** Lets time pass as a test says. `ping` returns the status that the server is told, if any. */
  async function setUp(t: TestContext) {
    t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: 1_000_000 });
    const answer = { presences: {}, presence_last_update_id: 7, server_timestamp: 50 };
    const heard = createClient({
      state: { server_presence_ping_interval_seconds: 60, presence_last_update_id: 3 },
      answers: { 'POST /users/me/presence': answer },
    });
    const learned: unknown[] = [];
    Object.assign(heard.client, { presence: { learn: (...all: unknown[]) => learned.push(all) } });
    fakeDocument.visibilityState = 'visible';
    startPresence(heard.client);
    await turn();
    const told = () => heard.calls.splice(0).map(([, , params]) => params as Record<string, unknown>);
    const pass = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        t.mock.timers.tick(60_000);
        await turn();
      }
      return told().map(({ status }) => status);
    };
    return { ...heard, learned, told, pass };
  }

  it('is told each minute, and asks only for what changed since', async (t) => {
    const { told, learned, pass } = await setUp(t);
    const [first] = told();

    assert.deepEqual([first?.status, first?.new_user_input, first?.last_update_id], ['active', true, 3]);
    assert.deepEqual(learned, [[{}, 50]]);
    t.mock.timers.tick(60_000);
    await turn();
    assert.deepEqual(
      told().map((one) => one.last_update_id),
      [7],
    );
    assert.deepEqual(await pass(2), ['active', 'active']);
  });

  it('is idle after five minutes without a key or a pointer', async (t) => {
    const { told, pass } = await setUp(t);
    told();
    assert.deepEqual(await pass(5), ['active', 'active', 'active', 'active', 'idle']);

    for (const name of ['keydown', 'pointermove', 'pointerdown']) {
      dispatchEvent(new Event(name));
      assert.deepEqual(await pass(5), ['active', 'active', 'active', 'active', 'idle'], name);
    }
  });

  it('is not told by a hidden page, and at once when it is shown', async (t) => {
    const { told, pass } = await setUp(t);
    told();
    fakeDocument.visibilityState = 'hidden';
    fakeDocument.dispatchEvent(new Event('visibilitychange'));
    assert.deepEqual(await pass(3), []);

    fakeDocument.visibilityState = 'visible';
    fakeDocument.dispatchEvent(new Event('visibilitychange'));
    await turn();

    assert.equal(told().length, 1);
  });

  it('is idle as long as the computer is not used, which the desktop program knows', async (t) => {
    let isIdle = true;
    Object.assign(globalThis, { electron_bridge: { get_idle_on_system: () => isIdle } });
    t.after(() => Object.assign(globalThis, { electron_bridge: undefined }));
    const { told, pass } = await setUp(t);

    assert.deepEqual(
      told().map(({ status }) => status),
      ['idle'],
    );
    isIdle = false;
    assert.deepEqual((await pass(8)).at(-1), 'active');
  });
});
