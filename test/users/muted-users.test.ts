import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

async function mute({ as, users }: TestServer, name: CastName, muted: CastName) {
  return (await as(name).post(`/users/me/muted_users/${users[muted].id}`)).body;
}

async function unmute({ as, users }: TestServer, name: CastName, muted: CastName) {
  return (await as(name).delete(`/users/me/muted_users/${users[muted].id}`)).body;
}

async function mutedBy({ as }: TestServer, name: CastName): Promise<unknown> {
  return (await as(name).post('/register', { fetch_event_types: ['muted_users'] })).body.muted_users;
}

async function flagsOf({ as }: TestServer, name: CastName, id: number): Promise<string[]> {
  return (await as(name).get(`/messages/${id}`)).body.message.flags;
}

async function countUnread({ as }: TestServer, name: CastName): Promise<number> {
  const { body } = await as(name).post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
  return body.unread_msgs.count;
}

describe('POST /users/me/muted_users/{muted_user_id}', () => {
  it('mutes a user, and tells the clients of the one who mutes alone', async (t) => {
    const server = await startServer(t);
    const { users, clock } = server;
    const ears = await listen(server, ['alice', 'bob', 'owner']);

    const first = await mute(server, 'alice', 'bob');
    clock.advance(5);
    const second = await mute(server, 'alice', 'bot');

    assert.deepEqual([first, second], [ok, ok]);
    const bob = { id: users.bob.id, timestamp: clock.now() - 5 };
    const bot = { id: users.bot.id, timestamp: clock.now() };
    const event = (...muted_users: object[]) => ({ type: 'muted_users', muted_users });
    assert.deepEqual(await ears.heard(), { alice: [event(bob), event(bob, bot)] });
    assert.deepEqual(await mutedBy(server, 'alice'), [bob, bot]);
    assert.deepEqual(await mutedBy(server, 'bob'), []);
  });

  it('reads what the muted user said and the user has not read, and nothing else', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const inChannel = await send(as('bob'), { to: 'general' });
    const other = await send(as('admin'), { to: 'general' });
    const direct = await send(as('bob'), { type: 'direct', to: [users.alice.id] });
    const ears = await listen(server, ['alice', 'guest'], { event_types: ['update_message_flags'] });

    await mute(server, 'alice', 'bob');

    const flag = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', all: false };
    assert.deepEqual(await ears.heard(), { alice: [{ ...flag, messages: [inChannel, direct] }] });
    assert.deepEqual(await flagsOf(server, 'alice', inChannel), ['read']);
    assert.deepEqual(await flagsOf(server, 'alice', other), []);
    assert.deepEqual(await flagsOf(server, 'guest', inChannel), []);
    assert.equal(await countUnread(server, 'alice'), 1);
  });

  it('lets what the muted user says from then on come as read, mentions too', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const before = await send(as('admin'), { to: 'general' });
    await mute(server, 'alice', 'bob');
    const ears = await listen(server, ['alice', 'guest'], { event_types: ['message'] });

    const content = 'Hello @**Alice Member**';
    const id = await send(as('bob'), { to: 'general', content });
    const after = await send(as('admin'), { to: 'general' });

    const { alice = [], guest = [] } = await ears.heard();
    assert.deepEqual(
      alice.map(({ flags }) => flags),
      [['read', 'mentioned'], []],
    );
    assert.deepEqual(
      guest.map(({ flags }) => flags),
      [[], []],
    );
    assert.deepEqual(await flagsOf(server, 'alice', id), ['read', 'mentioned']);
    const unread = [await flagsOf(server, 'alice', before), await flagsOf(server, 'alice', after)];
    assert.deepEqual(unread, [[], []]);
    assert.equal(await countUnread(server, 'alice'), 2);
  });

  it('does so in direct messages', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await mute(server, 'alice', 'bob');

    const id = await send(as('bob'), { type: 'direct', to: [users.alice.id, users.admin.id] });

    assert.deepEqual(await flagsOf(server, 'alice', id), ['read']);
    assert.deepEqual(await flagsOf(server, 'admin', id), []);
  });

  it('does not make those receive a message who do not follow its channel', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    await subscribe(as('bob'), 'kitchen');
    await mute(server, 'alice', 'bob');

    const id = await send(as('bob'), { to: 'kitchen' });

    assert.deepEqual(await flagsOf(server, 'alice', id), ['read', 'historical']);
    assert.deepEqual(server.db.all('SELECT * FROM read_watermarks WHERE user_id = ?', server.users.alice.id), []);
  });

  it('says so when the user is muted already', async (t) => {
    const server = await startServer(t);
    await mute(server, 'alice', 'bob');
    const ears = await listen(server, ['alice']);

    assert.deepEqual(await mute(server, 'alice', 'bob'), badRequest('User already muted'));
    assert.deepEqual(await ears.heard(), {});
  });

  it('is not for oneself', async (t) => {
    const server = await startServer(t);

    assert.deepEqual(await mute(server, 'alice', 'alice'), badRequest('Cannot mute self'));
    assert.deepEqual(await mutedBy(server, 'alice'), []);
  });

  it('mutes the deactivated too', async (t) => {
    const server = await startServer(t);
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);

    assert.deepEqual(await mute(server, 'alice', 'bob'), ok);
  });

  it('does not know whom the user may not know of', async (t) => {
    const server = await startServer(t);
    await isolateGuest(server);

    assert.deepEqual(await mute(server, 'guest', 'bob'), badRequest('No such user'));
    assert.deepEqual(await mutedBy(server, 'guest'), []);
  });
});

describe('DELETE /users/me/muted_users/{muted_user_id}', () => {
  it('lets a user be heard again, and leaves read what is read', async (t) => {
    const server = await startServer(t);
    await mute(server, 'alice', 'bob');
    const muted = await send(server.as('bob'), { to: 'general' });
    const ears = await listen(server, ['alice', 'bob']);

    const body = await unmute(server, 'alice', 'bob');

    assert.deepEqual(body, ok);
    assert.deepEqual(await ears.heard(), { alice: [{ type: 'muted_users', muted_users: [] }] });
    const heard = await send(server.as('bob'), { to: 'general' });
    assert.deepEqual(await flagsOf(server, 'alice', muted), ['read']);
    assert.deepEqual(await flagsOf(server, 'alice', heard), []);
  });

  it('says so when the user is not muted, also when another one mutes them', async (t) => {
    const server = await startServer(t);
    await mute(server, 'admin', 'bob');

    assert.deepEqual(await unmute(server, 'alice', 'bob'), badRequest('User is not muted'));
    assert.equal((await server.as('alice').delete('/users/me/muted_users/999')).body.msg, 'No such user');
    assert.equal(((await mutedBy(server, 'admin')) as unknown[]).length, 1);
  });

  it('works for whom the user may not know of any more, and does not know the others', async (t) => {
    const server = await startServer(t);
    await mute(server, 'guest', 'bob');
    await isolateGuest(server);

    assert.deepEqual(await unmute(server, 'guest', 'bob'), ok);
    assert.deepEqual(await unmute(server, 'guest', 'bob'), badRequest('No such user'));
  });
});

describe('GET /messages/{message_id}/read_receipts', () => {
  it('leaves out whom the one who asks mutes, and who mutes them', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const id = await send(as('admin'), { to: 'general' });
    for (const name of ['alice', 'bob', 'moderator'] as const) {
      await as(name).post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    }

    await mute(server, 'alice', 'bob');

    const readers = async (name: CastName) => (await as(name).get(`/messages/${id}/read_receipts`)).body.user_ids;
    assert.deepEqual(await readers('alice'), [users.moderator.id, users.alice.id].sort());
    assert.deepEqual(await readers('bob'), [users.moderator.id, users.bob.id].sort());
    assert.deepEqual(await readers('moderator'), [users.moderator.id, users.alice.id, users.bob.id].sort());
  });
});

/** Lets guests know only those they have to do with, and the guest with nobody. */
async function isolateGuest({ as, db }: TestServer): Promise<void> {
  const members = db.value<number>("SELECT id FROM groups WHERE name = 'role:members'") as number;
  setRealmSetting(db, 'can_access_all_users_group', members);
  await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
}
