import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doSweepCalls } from '../../src/calls/follow.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { saveQueues } from '../../src/registration/saved-queues.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { change, direct, join, look, lunch, membersOf, signal, start, tab, textOf } from './scene.ts';

const mark = 'v=0-what-nobody-else-may-know';

/** A call of Alice and Bob in a private channel. */
async function beginPrivately(server: TestServer) {
  const { as, users } = server;
  const principals = JSON.stringify([users.alice.id, users.bob.id]);
  await as('owner').post('/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name: 'secret' }]),
    principals,
    invite_only: true,
  });
  const call = await start(server, 'alice', { ...lunch, to: 'secret' });
  for (const name of ['alice', 'bob'] as const) await join(server, name, call.id);
  return call;
}

describe('people who may not read a conversation', () => {
  for (const name of ['moderator', 'guest', 'admin'] as const) {
    it(`learn nothing of its calls: ${name}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, [name], { event_types: ['call', 'call_signal', 'call_reaction', 'message'] });
      const { id } = await beginPrivately(server);
      await start(server, 'alice', direct(server, 'bob'));
      await ears.heard();

      const codes = [
        await join(server, name, id),
        await change(server, name, id),
        await signal(server, name, 'alice', id),
        (await server.as(name).post(`/calls/${id}/decline`)).body.code,
        (await server.as(name).post(`/calls/${id}/reactions`, { session: tab(name), emoji: 'tada' })).body.code,
        (await server.as(name).delete(`/calls/${id}/members/me`, { session: tab('alice') })).body.code,
      ];
      await signal(server, 'alice', 'bob', id);
      await server.as('bob').post(`/calls/${id}/reactions`, { session: tab('bob'), emoji: 'tada' });

      assert.deepEqual(codes, Array(6).fill('CALL_ENDED'));
      assert.deepEqual(await look(server, name), []);
      assert.deepEqual(await ears.heard(), {});
      assert.deepEqual(await membersOf(server, 'alice', id), ['alice', 'bob']);
    });
  }

  it('are out at once: removed from the channel, deactivated, logged out', async (t) => {
    const server = await startServer(t);
    const { as, users, db } = server;
    const { id, message_id } = await beginPrivately(server);
    const ears = await listen(server, ['bob'], { event_types: ['call', 'call_signal'] });

    const principals = JSON.stringify([users.bob.id]);
    await as('owner').delete('/users/me/subscriptions', { subscriptions: JSON.stringify(['secret']), principals });
    assert.deepEqual(await ears.heard(), { bob: [{ type: 'call', op: 'remove', call_id: id }] });
    assert.equal(await signal(server, 'alice', 'bob', id), 'RECEIVER_NOT_IN_CALL');
    assert.equal(await change(server, 'bob', id), 'CALL_ENDED');
    db.run('UPDATE call_people SET login_id = 999 WHERE user_id = ?', users.alice.id);
    doSweepCalls(server.app);
    assert.match(await textOf(server, message_id), /^Call ended after/);

    const open = await start(server, 'bob');
    for (const name of ['alice', 'bob'] as const) await join(server, name, open.id);
    await as('owner').delete(`/users/${users.bob.id}`);
    assert.deepEqual(await membersOf(server, 'alice', open.id), ['alice']);
    await as('owner').delete('/streams/1');
    assert.deepEqual(await look(server, 'alice'), []);
  });

  it('see no call of before they came, where they see no history', async (t) => {
    const server = await startServer(t);
    const subscribe = async (name: CastName, more: Values) => {
      const subscriptions = JSON.stringify([{ name: 'secret' }]);
      const principals = JSON.stringify([server.users[name].id]);
      const { status } = await server
        .as('alice')
        .post('/users/me/subscriptions', { subscriptions, principals, ...more });
      assert.equal(status, 200);
    };
    await subscribe('alice', { invite_only: true, history_public_to_subscribers: false });
    const call = await start(server, 'alice', { ...lunch, to: 'secret' });
    await join(server, 'alice', call.id);
    const ears = await listen(server, ['bob'], { event_types: ['call'] });
    await subscribe('bob', {});

    await change(server, 'alice', call.id, { hand: true });

    assert.deepEqual(await look(server, 'bob'), []);
    assert.equal(await join(server, 'bob', call.id), 'CALL_ENDED');
    assert.deepEqual(await ears.heard(), {});
    assert.deepEqual(await membersOf(server, 'alice', call.id), ['alice']);
  });

  it('are out when the topic of a call moves to where they may not read', async (t) => {
    const server = await startServer(t);
    const { as, db, users } = server;
    const call = await start(server, 'alice');
    for (const name of ['alice', 'moderator'] as const) await join(server, name, call.id);
    await as('owner').post('/users/me/subscriptions', {
      subscriptions: JSON.stringify([{ name: 'secret' }]),
      principals: JSON.stringify([users.owner.id, users.alice.id]),
      invite_only: true,
    });
    const to = db.value<number>("SELECT id FROM channels WHERE name = 'secret'");

    const { body } = await as('owner').patch(`/messages/${call.message_id}`, {
      stream_id: to,
      topic: 'dinner',
      propagate_mode: 'change_all',
    });

    assert.equal(body.result, 'success', JSON.stringify(body));
    assert.deepEqual(await membersOf(server, 'alice', call.id), ['alice']);
    assert.deepEqual(await look(server, 'moderator'), []);
    assert.equal(await change(server, 'moderator', call.id), 'CALL_ENDED');
  });
});

/** An act by which somebody gains sight of a call in a private or public channel, and one by which they lose it. */
interface Sight {
  name: CastName;
  isPublic?: boolean;
  prepare?: (server: TestServer, id: number) => Promise<unknown>;
  gain: (server: TestServer, id: number) => Promise<unknown>;
  lose: (server: TestServer, id: number) => Promise<unknown>;
}

const named = JSON.stringify(['secret']);
const idsOf = ({ users }: TestServer, ...names: CastName[]) => JSON.stringify(names.map((name) => users[name].id));
const groupOf = ({ db }: TestServer) => db.value<number>("SELECT id FROM groups WHERE name = 'callers'");
const setRole = (role: number) => async (server: TestServer) =>
  server.as('owner').patch(`/users/${server.users.guest.id}`, { role });
const setPrivate = (is_private: boolean) => async (server: TestServer, id: number) =>
  server.as('owner').patch(`/streams/${id}`, { is_private });

const sights: Readonly<Record<string, Sight>> = {
  'a subscription': {
    name: 'moderator',
    gain: (server) =>
      server.as('alice').post('/users/me/subscriptions', {
        subscriptions: JSON.stringify([{ name: 'secret' }]),
        principals: idsOf(server, 'moderator'),
      }),
    lose: (server) => server.as('moderator').delete('/users/me/subscriptions', { subscriptions: named }),
  },
  'the privacy of the channel': { name: 'moderator', gain: setPrivate(false), lose: setPrivate(true) },
  'a group that may subscribe': {
    name: 'moderator',
    async prepare(server, id) {
      const { as } = server;
      await as('owner').post('/user_groups/create', { name: 'callers', description: '', members: '[]' });
      await as('owner').patch(`/streams/${id}`, { can_subscribe_group: JSON.stringify({ new: groupOf(server) }) });
    },
    gain: (server) =>
      server.as('owner').post(`/user_groups/${groupOf(server)}/members`, { add: idsOf(server, 'moderator') }),
    lose: (server) =>
      server.as('owner').post(`/user_groups/${groupOf(server)}/members`, { delete: idsOf(server, 'moderator') }),
  },
  'a move of its topic': {
    name: 'moderator',
    gain: (server) => moveCallTo(server, 'general'),
    lose: (server) => moveCallTo(server, 'secret'),
  },
  'their role': { name: 'guest', isPublic: true, gain: setRole(400), lose: setRole(600) },
};

/** Moves the topic of the live call to another channel, under the same name. */
async function moveCallTo(server: TestServer, channel: string) {
  const [call] = await look(server, 'alice');
  const stream_id = server.db.value<number>('SELECT id FROM channels WHERE name = ?', channel);
  const propagate_mode = 'change_all';
  return server.as('owner').patch(`/messages/${call?.message_id}`, { stream_id, propagate_mode });
}

describe('people who gain sight of a live call, or lose it', () => {
  for (const [way, { name, isPublic = false, prepare, gain, lose }] of Object.entries(sights)) {
    it(`are told at once: by ${way}`, async (t) => {
      const server = await startServer(t);
      const { as, db } = server;
      await as('owner').post('/users/me/subscriptions', {
        subscriptions: JSON.stringify([{ name: 'secret' }]),
        principals: idsOf(server, 'owner', 'alice', 'bob'),
        ...{ invite_only: !isPublic, history_public_to_subscribers: true },
      });
      const channel = db.value<number>("SELECT id FROM channels WHERE name = 'secret'") ?? 0;
      await prepare?.(server, channel);
      const call = await start(server, 'alice', { ...lunch, to: 'secret' });
      await join(server, 'alice', call.id);
      assert.deepEqual(await look(server, name), []);
      const ears = await listen(server, [name], { event_types: ['call'] });

      const { body } = (await gain(server, channel)) as { body: Values };
      assert.equal(body.result, 'success', JSON.stringify(body));
      const [shown] = await look(server, name);
      assert.equal(shown?.id, call.id);
      assert.deepEqual(await ears.heard(), { [name]: [{ type: 'call', op: 'add', call: shown }] });
      await join(server, name, call.id);
      await ears.heard();
      await lose(server, channel);

      assert.deepEqual(await look(server, name), []);
      assert.deepEqual(await ears.heard(), { [name]: [{ type: 'call', op: 'remove', call_id: call.id }] });
      assert.deepEqual(await membersOf(server, 'alice', call.id), ['alice']);
    });
  }
});

describe('a live call in a channel where people see nothing of before they came', () => {
  /** A call of Alice's there, and Bob, who came after it began. */
  async function setUp(t: TestContext) {
    const server = await startServer(t);
    const { as, users } = server;
    const subscriptions = JSON.stringify([{ name: 'secret' }]);
    const subscribe = async (more: Values) => {
      const { status } = await as('alice').post('/users/me/subscriptions', { subscriptions, ...more });
      assert.equal(status, 200);
    };
    await subscribe({ invite_only: true, history_public_to_subscribers: false });
    const call = await start(server, 'alice', { ...lunch, to: 'secret' });
    await join(server, 'alice', call.id);
    await subscribe({ principals: JSON.stringify([users.bob.id]) });
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['call'] });
    const write = async (topic: string) => {
      const { body } = await as('alice').post('/messages', { ...lunch, to: 'secret', topic, content: 'Hi' });
      return body.id as number;
    };
    const gist = async () =>
      Object.entries(await ears.heard()).flatMap(([name, events]) => events.map(({ op }) => `${name}: ${op}`));
    return { server, call, write, gist };
  }

  it('is seen from the first message that they receive in its topic, until that is deleted', async (t) => {
    const { server, call, write, gist } = await setUp(t);

    await write('dinner');
    assert.deepEqual(await gist(), []);
    const first = await write('lunch');
    assert.deepEqual(await gist(), ['bob: add']);
    const second = await write('lunch');
    assert.deepEqual(await gist(), []);
    assert.equal(await join(server, 'bob', call.id), 'success');
    await gist();
    const remove = async (id: number) => assert.equal((await server.as('alice').delete(`/messages/${id}`)).status, 200);
    await remove(first);
    assert.deepEqual(await gist(), []);
    await remove(second);

    assert.deepEqual(await gist(), ['alice: update', 'bob: remove']);
    assert.deepEqual(await look(server, 'bob'), []);
  });

  it('answers who starts one there as if there was none, and theirs ends', async (t) => {
    const { server, call, gist } = await setUp(t);

    const own = await start(server, 'bob', { ...lunch, to: 'secret' });
    assert.notEqual(own.id, call.id);
    assert.notEqual(own.message_id, call.message_id);
    assert.match(await textOf(server, own.message_id), /^Call ended\b/);
    assert.deepEqual(await gist(), ['bob: add']);
    assert.deepEqual(await start(server, 'bob', { ...lunch, to: 'secret' }), call);
    assert.deepEqual(await membersOf(server, 'alice', call.id), ['alice']);
  });

  it('refuses who may start none there as if there was none', async (t) => {
    const { server, call } = await setUp(t);
    const nobody = systemGroupId(server.db, 'role:nobody');
    await server.as('owner').patch('/realm', { can_start_calls_group: JSON.stringify({ new: nobody }) });

    const answers = await Promise.all(
      ['lunch', 'dinner'].map((topic) => server.as('bob').post('/calls', { ...lunch, to: 'secret', topic })),
    );

    assert.equal(answers[0]?.status, 400);
    assert.deepEqual(answers[0]?.body, answers[1]?.body);
    assert.deepEqual(await start(server, 'alice', { ...lunch, to: 'secret' }), call);
  });

  it('is seen while a message that they received is in its topic', async (t) => {
    const { server, write, gist } = await setUp(t);
    const id = await write('dinner');
    // Bob would see the topic by a notice, too.
    const notices = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };

    await server.as('alice').patch(`/messages/${id}`, { topic: 'lunch', ...notices });
    assert.deepEqual(await gist(), ['bob: add']);
    await server.as('alice').patch(`/messages/${id}`, { topic: 'dinner', ...notices });

    assert.deepEqual(await gist(), ['bob: remove']);
  });
});

describe('a live call whose topic moves', () => {
  it('is an update for who sees it before and after', async (t) => {
    const server = await startServer(t);
    const call = await start(server, 'alice');
    await join(server, 'alice', call.id);
    const ears = await listen(server, ['bob'], { event_types: ['call'] });

    await server.as('owner').patch(`/messages/${call.message_id}`, { topic: 'dinner', propagate_mode: 'change_all' });

    const [shown] = await look(server, 'bob');
    assert.equal(shown?.topic, 'dinner');
    assert.deepEqual(await ears.heard(), { bob: [{ type: 'call', op: 'update', call: shown }] });
  });

  it('to where there is one ends, and only who saw it is told', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const principals = idsOf(server, 'owner', 'alice');
    const subscriptions = JSON.stringify([{ name: 'secret' }]);
    await as('owner').post('/users/me/subscriptions', { subscriptions, principals, invite_only: true });
    const { id, message_id } = await start(server, 'alice', { ...lunch, to: 'secret' });
    await join(server, 'alice', id);
    const other = await start(server, 'moderator');
    await join(server, 'moderator', other.id);
    const ears = await listen(server, ['alice', 'moderator'], { event_types: ['call'] });

    const { body } = await as('owner').patch(`/messages/${message_id}`, { stream_id: 1, propagate_mode: 'change_all' });

    assert.equal(body.result, 'success', JSON.stringify(body));
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'call', op: 'remove', call_id: id }] });
    assert.deepEqual(
      (await look(server, 'alice')).map((call) => call.id),
      [other.id],
    );
    assert.match(await textOf(server, message_id), /^Call ended\./);
  });
});

describe('signals', () => {
  it('are refused above a rate, and go to the receiver alone', async (t) => {
    const server = await startServer(t);
    const { id } = await start(server, 'alice');
    const names: readonly CastName[] = ['alice', 'bob', 'moderator'];
    for (const name of names) await join(server, name, id);
    const ears = await listen(server, [...names, 'owner'], { event_types: ['call_signal'] });

    const codes: string[] = [];
    for (let count = 0; count < 1000; count++) codes.push(await signal(server, 'alice', 'bob', id));

    assert.equal(codes.filter((code) => code === 'success').length, 600);
    assert.deepEqual([...new Set(codes.slice(600))], ['RATE_LIMIT_HIT']);
    const heard = await ears.heard();
    assert.deepEqual(Object.keys(heard), ['bob']);
    assert.equal(heard.bob?.length, 600);
    assert.equal(await signal(server, 'bob', 'alice', id), 'success');
    server.clock.advance(120);
    assert.equal(await signal(server, 'alice', 'bob', id, 'x'.repeat(32_768)), 'success');
    assert.equal(await signal(server, 'alice', 'bob', id, 'x'.repeat(32_769)), 'BAD_REQUEST');
  });

  it('never reach the disk, also when the server stops with some in its queues', async (t) => {
    const server = await startServer(t);
    const { id } = await beginPrivately(server);
    await listen(server, ['bob'], { event_types: ['call_signal', 'call'] });

    assert.equal(await signal(server, 'alice', 'bob', id, JSON.stringify({ sdp: mark })), 'success');
    await change(server, 'alice', id, { hand: true });
    saveQueues(server.app);

    assert.equal(server.db.connection.serialize().includes(mark), false);
    const saved = server.db.values<string>('SELECT text FROM saved_events ORDER BY id');
    assert.deepEqual(
      saved.map((text) => JSON.parse(`${text}"id":0}`).type),
      ['heartbeat', 'call'],
    );
    assert.equal(server.db.value("SELECT count(*) FROM audit_entries WHERE action LIKE '%Call%'"), 0);
  });
});
