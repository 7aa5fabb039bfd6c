import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Ears, listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

interface Scene extends TestServer {
  kitchen: number;
  ids: { lunch: number[]; empty: number[]; garden: number[]; direct: number[] };
  ears: Ears;
  /** Everything one has not read, ascending. */
  unreadOf: (name: CastName) => Promise<number[]>;
}

/** Alice has written in two topics and another channel, and to bob alone. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, users } = server;
  const [alice, bob] = [as('alice'), as('bob')];
  const kitchen = await subscribe(alice, 'kitchen');
  await subscribe(alice, 'garden');
  for (const name of ['kitchen', 'garden']) await subscribe(bob, name);
  const ids = {
    lunch: [await send(alice, { to: 'kitchen' }), await send(alice, { to: 'kitchen' })],
    empty: [await send(alice, { to: 'kitchen', topic: '' })],
    garden: [await send(alice, { to: 'garden' })],
    direct: [await send(alice, { type: 'direct', to: [users.bob.id] })],
  };
  const ears = await listen(server, ['alice', 'bob']);
  return { ...server, kitchen, ids, ears, unreadOf: (name) => unreadOf(server, name) };
}

async function unreadOf({ as }: TestServer, name: CastName): Promise<number[]> {
  const { body } = await as(name).post('/register', { event_types: ['message', 'update_message_flags'] });
  const { pms, streams, huddles } = body.unread_msgs;
  const ids: number[] = [...pms, ...streams, ...huddles].flatMap((one) => one.unread_message_ids);
  return ids.sort((a, b) => a - b);
}

function readEvent(messages: number[], all = false) {
  return { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all };
}

describe('POST /mark_topic_as_read', () => {
  it("marks one topic as read, in any case of its name, and tells one's own clients", async (t) => {
    const { as, kitchen, ids, ears, unreadOf } = await setScene(t);

    const { body } = await as('bob').post('/mark_topic_as_read', { stream_id: kitchen, topic_name: ' Lunch' });

    assert.deepEqual(body, ok);
    assert.deepEqual(await unreadOf('bob'), [...ids.empty, ...ids.garden, ...ids.direct]);
    assert.deepEqual(await ears.heard(), { bob: [readEvent(ids.lunch)] });
  });

  it('reads the display name of the empty topic as the empty one', async (t) => {
    const { as, kitchen, ids, ears } = await setScene(t);

    await as('bob').post('/mark_topic_as_read', { stream_id: kitchen, topic_name: 'general chat' });

    assert.deepEqual(await ears.heard(), { bob: [readEvent(ids.empty)] });
  });

  it('marks the whole channel for no topic at all', async (t) => {
    const { as, kitchen, ids, ears } = await setScene(t);

    await as('bob').post('/mark_topic_as_read', { stream_id: kitchen, topic_name: '' });

    assert.deepEqual(await ears.heard(), { bob: [readEvent([...ids.lunch, ...ids.empty])] });
  });

  it('says nothing again when all is read', async (t) => {
    const { as, kitchen, ears } = await setScene(t);
    const values = { stream_id: kitchen, topic_name: 'lunch' };
    await as('bob').post('/mark_topic_as_read', values);
    await ears.heard();

    assert.deepEqual((await as('bob').post('/mark_topic_as_read', values)).body, ok);
    assert.deepEqual(await ears.heard(), {});
  });

  it('refuses a topic without messages, an unknown channel and missing values', async (t) => {
    const { as, kitchen, ids, unreadOf } = await setScene(t);
    const before = await unreadOf('bob');
    const answerTo = async (values: object) => (await as('bob').post('/mark_topic_as_read', { ...values })).body;

    assert.deepEqual(
      await answerTo({ stream_id: kitchen, topic_name: 'dinner' }),
      badRequest("No such topic 'dinner'"),
    );
    assert.deepEqual(await answerTo({ stream_id: 999, topic_name: 'lunch' }), badRequest('Invalid channel ID'));
    assert.deepEqual(await answerTo({ stream_id: kitchen }), {
      result: 'error',
      msg: "Missing 'topic_name' argument",
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'topic_name',
    });
    assert.deepEqual(await unreadOf('bob'), before);
    assert.equal(before.length, Object.values(ids).flat().length);
  });

  it('does not tell whether a topic exists where one may not read', async (t) => {
    const { as } = await setScene(t);
    const board = await subscribe(as('alice'), 'board', { invite_only: true });
    await send(as('alice'), { to: 'board', topic: 'layoffs' });

    const asMember = await as('bob').post('/mark_topic_as_read', { stream_id: board, topic_name: 'layoffs' });
    const asAdmin = await as('admin').post('/mark_topic_as_read', { stream_id: board, topic_name: 'layoffs' });

    assert.deepEqual(asMember.body, badRequest('Invalid channel ID'));
    assert.deepEqual(asAdmin.body, badRequest('Invalid channel ID'));
  });
});

describe('POST /mark_stream_as_read', () => {
  it("marks a channel as read, and tells one's own clients", async (t) => {
    const { as, kitchen, ids, ears, unreadOf } = await setScene(t);

    const { body } = await as('bob').post('/mark_stream_as_read', { stream_id: kitchen });

    assert.deepEqual(body, ok);
    assert.deepEqual(await unreadOf('bob'), [...ids.garden, ...ids.direct]);
    assert.deepEqual(await ears.heard(), { bob: [readEvent([...ids.lunch, ...ids.empty])] });
  });

  it('keeps what comes after unread', async (t) => {
    const { as, kitchen, ids, unreadOf } = await setScene(t);
    await as('bob').post('/mark_stream_as_read', { stream_id: kitchen });

    const later = await send(as('alice'), { to: 'kitchen' });

    assert.deepEqual(await unreadOf('bob'), [...ids.garden, ...ids.direct, later]);
  });

  it('refuses a channel one may not know of like one that is not there', async (t) => {
    const { as } = await setScene(t);
    const board = await subscribe(as('alice'), 'board', { invite_only: true });
    for (const stream_id of [board, 999]) {
      const { body } = await as('bob').post('/mark_stream_as_read', { stream_id });
      assert.deepEqual(body, badRequest('Invalid channel ID'));
    }
  });
});

describe('POST /mark_all_as_read', () => {
  it('marks everything as read, and says so in one short event', async (t) => {
    const { as, ears, unreadOf } = await setScene(t);

    const { body } = await as('bob').post('/mark_all_as_read');

    assert.deepEqual(body, { ...ok, complete: true });
    assert.deepEqual(await unreadOf('bob'), []);
    assert.deepEqual(await ears.heard(), { bob: [readEvent([], true)] });
  });

  it('says nothing when there was nothing to read', async (t) => {
    const { as, ears } = await setScene(t);
    await as('bob').post('/mark_all_as_read');
    await ears.heard();

    assert.deepEqual((await as('bob').post('/mark_all_as_read')).body, { ...ok, complete: true });
    assert.deepEqual(await ears.heard(), {});
  });

  it("leaves other people's state alone", async (t) => {
    const { as, unreadOf } = await setScene(t);
    const before = await unreadOf('alice');

    await as('bob').post('/mark_all_as_read');

    assert.deepEqual(await unreadOf('alice'), before);
    assert.notEqual(before.length, 0);
  });
});
