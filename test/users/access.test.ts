import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doSubscribe } from '../../src/channels/subscription.ts';
import { type Channel, findChannelByName } from '../../src/conversations/channel.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { listUsersAmong } from '../../src/users/user.ts';
import { type HeardEvent, listen } from '../support/events.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const noSuchUser = badRequest('No such user');
const modern = {
  client_capabilities: { notification_settings_null: true, user_list_incomplete: true },
  event_types: ['realm_user'],
};

/** An organization whose guests know only those they have to do with; the guest shares a channel with alice alone. */
async function setScene(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  const { db, as, users } = server;
  setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:members'));
  await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
  await subscribe(as('alice'), 'kitchen', { principals: [users.alice.id, users.guest.id] });
  return server;
}

function placeholder(user_id: number): string {
  return `user${user_id}@chat.example.com`;
}

function bobAs(user_id: number): unknown[] {
  return ['bob@example.com', 'Bob Member', avatarOf(user_id), user_id];
}

function senderOf(message: HeardEvent): unknown[] {
  return [message.sender_email, message.sender_full_name, message.avatar_url, message.sender_id];
}

function insertPeople({ db }: TestServer, count: number): number[] {
  return db.values(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO users (email, email_key, full_name, role, joined_at)
     SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 400, 0 FROM numbers RETURNING id`,
    count,
  );
}

async function names({ as }: TestServer, name: CastName): Promise<string[]> {
  return (await as(name).get('/users')).body.members.map((one: { full_name: string }) => one.full_name);
}

describe('where guests do not know everyone', () => {
  it('they know bots, themselves, and those they share a channel or a conversation with', async (t) => {
    const server = await setScene(t);
    const before = await names(server, 'guest');

    await send(server.as('bob'), { type: 'direct', to: [server.users.guest.id] });

    assert.deepEqual(before, ['Alice Member', 'Gus Guest', 'Build Bot']);
    assert.deepEqual(await names(server, 'guest'), ['Alice Member', 'Bob Member', 'Gus Guest', 'Build Bot']);
    assert.equal((await names(server, 'alice')).length, 7);
  });

  it('the others do not exist for them, by id, by address and in what they ask for', async (t) => {
    const server = await setScene(t);
    const guest = server.as('guest');
    const { bob, alice, bot } = server.users;

    for (const path of [`/users/${bob.id}`, '/users/bob@example.com', `/users/user${bob.id}@chat.example.com`]) {
      assert.deepEqual((await guest.get(path)).body, noSuchUser);
    }
    const direct = await guest.post('/messages', { type: 'direct', to: [bob.id], content: 'Hello' });
    const toNobody = await guest.post('/messages', { type: 'direct', to: [4711], content: 'Hello' });

    assert.deepEqual(direct.body, badRequest(`Invalid user ID ${bob.id}`));
    assert.deepEqual(toNobody.body, badRequest('Invalid user ID 4711'));
    assert.equal((await guest.get(`/users/${alice.id}`)).body.user.full_name, 'Alice Member');
    assert.equal((await guest.get(`/users/${bot.id}`)).body.user.full_name, 'Build Bot');
  });

  it('messages of the others come without name, address and picture, as page and as event', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    await send(as('alice'), { to: 'kitchen' });
    const ears = await listen(server, ['guest', 'alice'], { event_types: ['message'], client_gravatar: true });

    const id = await send(as('bob'), { to: 'kitchen' });

    const unknown = [placeholder(users.bob.id), 'Unknown user', '/avatar/0?version=1', users.bob.id];
    const heard = await ears.heard();
    assert.deepEqual(
      heard.guest?.map(({ message }) => senderOf(message)),
      [unknown],
    );
    assert.deepEqual(
      heard.alice?.map(({ message }) => senderOf(message)),
      [bobAs(users.bob.id)],
    );
    for (const name of ['alice', 'guest', 'alice'] as const) {
      const page = await as(name).get('/messages', { anchor: id, num_before: 1, num_after: 0 });
      const one = await as(name).get(`/messages/${id}`);
      const [first, second] = page.body.messages.map(senderOf);
      const isGuest = name === 'guest';
      assert.deepEqual(first, ['alice@example.com', 'Alice Member', avatarOf(users.alice.id), users.alice.id]);
      assert.deepEqual(second, isGuest ? unknown : bobAs(users.bob.id));
      assert.equal(one.body.message.sender_full_name, isGuest ? 'Unknown user' : 'Bob Member');
    }
  });

  it('reactions and typing of the others name nobody', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    const message_id = await send(as('alice'), { to: 'kitchen' });
    const channel = (await as('alice').get('/get_stream_id', { stream: 'kitchen' })).body.stream_id;
    const capabilities = { notification_settings_null: true, stream_typing_notifications: true };
    const ears = await listen(server, ['guest', 'alice'], {
      event_types: ['reaction', 'typing'],
      client_capabilities: capabilities,
    });

    await as('bob').post(`/messages/${message_id}/reactions`, { emoji_name: 'heart' });
    await as('bob').post('/typing', { type: 'stream', op: 'start', stream_id: channel, topic: 'lunch' });
    await as('bob').post('/typing', { op: 'start', to: [users.guest.id, users.alice.id] });

    const { guest = [], alice = [] } = await ears.heard();
    const [user_id, email] = [users.bob.id, placeholder(users.bob.id)];
    assert.deepEqual(guest[0].user, { user_id, email, full_name: 'Unknown user' });
    assert.deepEqual(alice[0].user, { user_id, email: 'bob@example.com', full_name: 'Bob Member' });
    assert.deepEqual(
      [guest[1].sender, alice[1].sender],
      [
        { user_id, email },
        { user_id, email: 'bob@example.com' },
      ],
    );
    const [her, him] = [users.alice, users.guest].map((one) => ({ user_id: one.id, email: one.email }));
    assert.deepEqual([guest[2].sender, guest[2].recipients], [{ user_id, email }, [{ user_id, email }, him, her]]);
    assert.deepEqual(alice[2].recipients, [{ user_id, email: 'bob@example.com' }, him, her]);
  });

  it('read receipts leave the others out', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    await as('alice').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'kitchen' }],
      principals: [users.bob.id, users.bot.id],
    });
    const id = await send(as('alice'), { to: 'kitchen' });
    for (const name of ['bob', 'bot', 'guest'] as const) {
      await as(name).post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    }
    const readers = async (name: CastName) => (await as(name).get(`/messages/${id}/read_receipts`)).body.user_ids;

    assert.deepEqual(await readers('guest'), [users.bob.id, users.guest.id, users.bot.id]);
    await as('bob').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });

    assert.deepEqual(await readers('guest'), [users.guest.id, users.bot.id]);
    assert.deepEqual(await readers('admin'), [users.bob.id, users.guest.id, users.bot.id]);
  });

  it('members know everyone all the same', async (t) => {
    const server = await setScene(t);

    const { body } = await server.as('bob').get(`/users/${server.users.guest.id}`);

    assert.equal(body.user.full_name, 'Gus Guest');
  });

  it('clients that know incomplete lists get none of them, others a record that says nothing', async (t) => {
    const server = await setScene(t);
    const { owner, bob } = server.users;
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', bob.id);
    const register = async (user_list_incomplete: boolean) => {
      const values = {
        fetch_event_types: ['realm_user'],
        client_capabilities: { notification_settings_null: true, user_list_incomplete },
      };
      return (await server.as('guest').post('/register', values)).body;
    };

    const incomplete = await register(true);
    const complete = await register(false);

    const idsOf = (users: { user_id: number }[]) => users.map(({ user_id }) => user_id);
    const { alice, guest, bot, admin, moderator } = server.users;
    assert.deepEqual(idsOf(incomplete.realm_users), [alice.id, guest.id, bot.id]);
    assert.deepEqual(idsOf(complete.realm_users), [
      ...[alice.id, guest.id, bot.id],
      ...[owner.id, admin.id, moderator.id, bob.id],
    ]);
    assert.deepEqual([incomplete.realm_non_active_users, complete.realm_non_active_users], [[], []]);
    const unknown = complete.realm_users.find((one: { user_id: number }) => one.user_id === owner.id);
    assert.deepEqual(unknown, {
      user_id: owner.id,
      email: `user${owner.id}@chat.example.com`,
      delivery_email: null,
      full_name: 'Unknown user',
      role: 400,
      is_admin: false,
      is_owner: false,
      is_guest: false,
      is_bot: false,
      is_imported_stub: false,
      timezone: '',
      date_joined: '1970-01-01T00:00+00:00',
      avatar_url: '/avatar/0?version=1',
      avatar_version: 1,
      profile_data: {},
    });
  });

  it('they hear of changes to those they know, and of nobody else', async (t) => {
    const server = await setScene(t);
    const { users, as } = server;
    const ears = await listen(server, ['guest', 'bob'], modern);

    await as('admin').patch(`/users/${users.alice.id}`, { full_name: 'Alice Two' });
    await as('admin').patch(`/users/${users.moderator.id}`, { full_name: 'Mona Two', role: 400 });
    await as('admin').delete(`/users/${users.moderator.id}`);

    const update = (user_id: number, fields: object) => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id, ...fields },
    });
    const alice = update(users.alice.id, { full_name: 'Alice Two' });
    const mona = [{ role: 400 }, { full_name: 'Mona Two' }, { is_active: false }];
    assert.deepEqual(await ears.heard(), {
      guest: [alice],
      bob: [alice, ...mona.map((fields) => update(users.moderator.id, fields))],
    });
  });

  it('they hear of newcomers only once they have to do with them', async (t) => {
    const server = await setScene(t);
    const { as } = server;
    const ears = await listen(server, ['guest'], modern);
    const old = await listen(server, ['guest'], { event_types: ['realm_user'] });

    const newcomer = { email: 'carol@example.com', password: 'good enough', full_name: 'Carol' };
    const { body } = await as('admin').post('/users', newcomer);
    const before = await ears.heard();
    await as('alice').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'kitchen' }],
      principals: [body.user_id],
    });

    assert.deepEqual(before, {});
    assert.deepEqual(await ears.gist(), { guest: ['realm_user add: Carol'] });
    assert.deepEqual(await old.gist(), { guest: ['realm_user add: Unknown user', 'realm_user add: Carol'] });
  });

  it('they hear whom they come to know and no longer know', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    const ears = await listen(server, ['guest'], modern);

    await as('bob').post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }] });
    await send(as('moderator'), { type: 'direct', to: [users.guest.id] });
    await send(as('moderator'), { type: 'direct', to: [users.guest.id] });
    await as('bob').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    assert.deepEqual((await as('guest').get(`/users/${users.bob.id}`)).body, noSuchUser);
    await as('guest').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });

    assert.deepEqual(await ears.gist(), {
      guest: [
        'realm_user add: Bob Member',
        'realm_user add: Mona Moderator',
        'realm_user remove: Unknown user',
        'realm_user remove: Unknown user',
      ],
    });
    assert.deepEqual(await names(server, 'guest'), ['Mona Moderator', 'Gus Guest', 'Build Bot']);
    assert.equal((await as('guest').get(`/users/${users.moderator.id}`)).status, 200);
  });

  it('they no longer know whom they only wrote with once the last message is deleted', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    const to = { type: 'direct', to: [users.guest.id] };
    const ids = [await send(as('moderator'), to), await send(as('moderator'), to)];
    setRealmSetting(server.db, 'can_delete_own_message_group', systemGroupId(server.db, 'role:everyone'));
    const ears = await listen(server, ['guest'], modern);

    await as('moderator').delete(`/messages/${ids[0]}`);
    assert.deepEqual(await ears.gist(), {});
    await as('moderator').delete(`/messages/${ids[1]}`);

    assert.deepEqual(await ears.gist(), { guest: ['realm_user remove: Unknown user'] });
    assert.deepEqual((await as('guest').get(`/users/${users.moderator.id}`)).body, noSuchUser);
  });

  it('they hear of each of many who join at once, and whom they met meanwhile only once', async (t) => {
    const server = await setScene(t);
    const { app, db, as, users } = server;
    const ids = insertPeople(server, 120);
    const ears = await listen(server, ['guest'], modern);
    const kitchen = findChannelByName(db, 'kitchen') as Channel;
    const join = (some: readonly number[]) => db.transaction(() => doSubscribe(app, kitchen, listUsersAmong(db, some)));
    join(ids.slice(0, 30));
    join(ids.slice(30, 60));
    await ears.heard();
    await send(as('bob'), { type: 'direct', to: [users.guest.id] });
    join([...ids, users.bob.id]);

    const gist = (await ears.gist()).guest;
    assert.deepEqual(gist, [
      'realm_user add: Bob Member',
      ...Array.from({ length: 60 }, (_, n) => `realm_user add: Person ${n + 61}`),
    ]);
  });

  it('a change of their role changes whom they know', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    const ears = await listen(server, ['guest'], modern);

    await as('admin').patch(`/users/${users.guest.id}`, { role: 400 });
    const promoted = await ears.gist();
    await as('admin').patch(`/users/${users.guest.id}`, { role: 600 });

    const others = ['Olive Owner', 'Adam Admin', 'Mona Moderator', 'Bob Member'];
    const role = 'realm_user update: undefined';
    assert.deepEqual(promoted.guest, [role, ...others.map((name) => `realm_user add: ${name}`)]);
    assert.deepEqual((await ears.gist()).guest, [role, ...others.map(() => 'realm_user remove: Unknown user')]);
  });
});

describe('where guests know everyone', () => {
  it('a subscription tells nobody of people', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['guest'], modern);

    await subscribe(server.as('alice'), 'kitchen', { principals: [server.users.alice.id, server.users.guest.id] });

    assert.deepEqual(await ears.heard(), {});
  });
});

describe('where guests do not know everyone, and somebody is deactivated', () => {
  it('guests lose those whom they met in channels alone, and meet them again afterwards', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    await as('owner').delete(`/bots/${users.bot.id}`);
    const ears = await listen(server, ['guest'], modern);

    await as('owner').delete(`/users/${users.alice.id}`);
    const lost = await ears.heard();
    const shut = await as('guest').get(`/users/${users.alice.id}`);
    const known = await names(server, 'guest');
    await as('owner').post(`/users/${users.alice.id}/reactivate`);
    const [met] = (await ears.heard()).guest ?? [];

    const person = { user_id: users.alice.id, full_name: 'Unknown user' };
    assert.deepEqual(lost, { guest: [{ type: 'realm_user', op: 'remove', person }] });
    assert.deepEqual(shut.body, noSuchUser);
    assert.ok(!known.includes('Alice Member'));
    assert.equal(met?.op, 'add');
    assert.equal(met?.person.user_id, users.alice.id);
  });

  it('guests keep those whom they wrote with', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    await send(as('alice'), { type: 'direct', to: [users.guest.id] });
    await as('owner').delete(`/bots/${users.bot.id}`);
    const ears = await listen(server, ['guest'], modern);

    await as('owner').delete(`/users/${users.alice.id}`);

    const person = { user_id: users.alice.id, is_active: false };
    assert.deepEqual(await ears.heard(), { guest: [{ type: 'realm_user', op: 'update', person }] });
    assert.ok((await names(server, 'guest')).includes('Alice Member'));
  });

  it('a guest who joins later meets only active users', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;
    const channel_id = await subscribe(as('bob'), 'hall');
    await send(as('bob'), { to: channel_id });
    await as('owner').delete(`/users/${users.bob.id}`);
    const ears = await listen(server, ['guest'], modern);

    await subscribe(as('alice'), 'hall', { principals: [users.alice.id, users.guest.id] });

    assert.deepEqual(await ears.heard(), {});
    assert.deepEqual((await as('guest').get(`/users/${users.bob.id}`)).body, noSuchUser);
    const { messages } = (
      await as('guest').get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: channel_id }],
      })
    ).body;
    assert.deepEqual(
      messages.map((one: HeardEvent) => one.sender_full_name),
      ['Unknown user'],
    );
  });

  it('everybody else goes on knowing them', async (t) => {
    const server = await setScene(t);
    const { as, users } = server;

    await as('owner').delete(`/users/${users.alice.id}`);

    assert.equal((await as('bob').get(`/users/${users.alice.id}`)).status, 200);
    assert.ok((await names(server, 'bob')).includes('Alice Member'));
  });
});
