import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const carol = { email: 'Carol@example.com', password: 'a good password', full_name: 'Carol Newcomer' };

function hideEmail({ db, users }: TestServer, name: CastName, visibility: number): void {
  db.run("INSERT INTO user_settings VALUES (?, 'email_address_visibility', ?)", users[name].id, String(visibility));
}

function record(server: TestServer, name: CastName) {
  const { id, email, full_name, role } = server.users[name];
  return {
    user_id: id,
    email,
    delivery_email: email,
    full_name,
    role,
    is_admin: role <= 200,
    is_owner: role === 100,
    is_guest: role === 600,
    is_bot: name === 'bot',
    is_active: true,
    is_imported_stub: false,
    timezone: '',
    date_joined: '2026-01-05T09:00+00:00',
    avatar_url: avatarOf(id),
    avatar_version: 1,
    ...(name === 'bot' ? { bot_type: 1, bot_owner_id: server.users.alice.id } : {}),
  };
}

describe('POST /users', () => {
  it('makes a member who gets the default channels, and tells everyone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['admin', 'guest']);

    const { body } = await server.as('admin').post('/users', carol);

    const { user_id } = body;
    assert.deepEqual(body, { result: 'success', msg: '', user_id: server.users.bot.id + 1 });
    const person = {
      ...record(server, 'alice'),
      user_id,
      avatar_url: avatarOf(user_id),
      email: 'Carol@example.com',
      delivery_email: 'Carol@example.com',
      full_name: 'Carol Newcomer',
      profile_data: {},
    };
    const added = { type: 'realm_user', op: 'add', person };
    const joined = (['role:members', 'role:fullmembers'] as const).map((name) => ({
      type: 'user_group',
      op: 'add_members',
      group_id: systemGroupId(server.db, name),
      user_ids: [user_id],
    }));
    const peer = { type: 'subscription', op: 'peer_add', user_ids: [user_id], stream_ids: [1] };
    const events = [added, ...joined, peer];
    assert.deepEqual(await ears.heard(), { admin: events, guest: events });
    const { body: login } = await server.anonymous.post('/fetch_api_key', {
      username: 'carol@example.com',
      password: carol.password,
    });
    assert.deepEqual([login.user_id, login.email], [user_id, 'Carol@example.com']);
  });

  it('shows the address only to those who may see it', async (t) => {
    const server = await startServer(t);
    server.db.run("INSERT INTO new_user_settings VALUES ('email_address_visibility', '3')");
    const people = { event_types: ['realm_user'] };
    const ears = await listen(server, ['admin', 'guest'], people);

    const { body } = await server.as('admin').post('/users', carol);

    const { user_id } = body;
    const avatar_url = avatarOf(user_id);
    const common = { ...record(server, 'alice'), user_id, avatar_url, full_name: 'Carol Newcomer', profile_data: {} };
    const shown = { ...common, email: `user${user_id}@chat.example.com`, delivery_email: 'Carol@example.com' };
    const added = (person: object) => ({ type: 'realm_user', op: 'add', person });
    assert.deepEqual(await ears.heard(), {
      admin: [added(shown)],
      guest: [added({ ...shown, delivery_email: null })],
    });
  });

  it('is for administrators who may create users', async (t) => {
    const server = await startServer(t);
    server.db.run("INSERT INTO user_settings VALUES (?, 'can_create_users', 'false')", server.users.admin.id);

    for (const name of ['moderator', 'alice', 'guest', 'bot'] as const) {
      const { status, body } = await server.as(name).post('/users', carol);
      assert.deepEqual([status, body], [400, badRequest('Must be an organization administrator')]);
    }
    const admin = await server.as('admin').post('/users', carol);
    const owner = await server.as('owner').post('/users', carol);

    assert.deepEqual([admin.status, admin.body], [400, badRequest('User not authorized to create users')]);
    assert.equal(owner.status, 200);
  });

  it('says what is wrong, and makes nobody', async (t) => {
    const server = await startServer(t);
    const before = server.db.value('SELECT count(*) FROM users');
    const cases: [Values, string][] = [
      [{ email: 'ALICE@example.com', password: 'x' }, 'Email is already in use.'],
      [{ email: 'ALICE@example.com', full_name: 'C' }, 'Name too short!'],
      [{ email: 'nowhere' }, 'Bad name or username'],
      [{ email: 'a b@example.com' }, 'Bad name or username'],
      [{ email: '' }, 'Bad name or username'],
      [{ full_name: '' }, 'Name too short!'],
      [{ full_name: ' \t' }, 'Name too short!'],
      [{ full_name: '😀'.repeat(101) }, 'Name too long!'],
      [{ full_name: 'Carol *bold*' }, 'Invalid characters in name!'],
      [{ full_name: 'Carol\u0007' }, 'Invalid characters in name!'],
      [{ password: '12345' }, 'The password is too weak.'],
      [{ password: 'x'.repeat(101) }, 'The password is too long (limit: 100 characters).'],
    ];

    for (const [values, msg] of cases) {
      const { status, body } = await server.as('admin').post('/users', { ...carol, ...values });
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }

    assert.equal(server.db.value('SELECT count(*) FROM users'), before);
  });
});

describe('GET /users', () => {
  it('lists everyone, also the deactivated, but not the bots of the server', async (t) => {
    const server = await startServer(t);
    server.db.run("UPDATE users SET is_active = 0 WHERE email = 'guest@example.com'");

    const { body } = await server.as('alice').get('/users');

    const names = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'] as const;
    const members = names.map((name) => ({ ...record(server, name), is_active: name !== 'guest' }));
    assert.deepEqual(body, { result: 'success', msg: '', members });
  });

  it('gives some of them, with avatars and profiles, when asked', async (t) => {
    const server = await startServer(t);
    const { alice, bot } = server.users;

    const { body } = await server.as('bob').get('/users', {
      user_ids: [bot.id, alice.id, 4711],
      client_gravatar: false,
      include_custom_profile_fields: true,
    });

    assert.deepEqual(body.members, [{ ...record(server, 'alice'), profile_data: {} }, record(server, 'bot')]);
  });

  it('shows a hidden address only to those who may see it', async (t) => {
    const server = await startServer(t);
    hideEmail(server, 'bob', 3);
    const { id } = server.users.bob;
    const email = `user${id}@chat.example.com`;

    const seen = async (name: CastName) => (await server.as(name).get(`/users/${id}`)).body.user;

    const avatar_url = avatarOf(id);
    assert.deepEqual(await seen('admin'), { ...record(server, 'bob'), email });
    assert.deepEqual(await seen('bob'), { ...record(server, 'bob'), email });
    assert.deepEqual(await seen('alice'), { ...record(server, 'bob'), email, delivery_email: null, avatar_url });
  });
});

describe('GET /users/{id or email}', () => {
  it('finds by id and by address in any case', async (t) => {
    const server = await startServer(t);

    const byId = await server.as('guest').get(`/users/${server.users.bob.id}`);
    const byEmail = await server.as('guest').get('/users/BOB@example.com');

    assert.deepEqual(byId.body, { result: 'success', msg: '', user: record(server, 'bob') });
    assert.deepEqual(byEmail.body, byId.body);
  });

  it('finds an address with a slash, which is encoded in the path', async (t) => {
    const server = await startServer(t);
    const email = 'build/night@example.com';
    const { user_id } = (await server.as('admin').post('/users', { ...carol, email })).body;

    const { body } = await server.as('alice').get(`/users/${encodeURIComponent(email)}`);

    assert.equal(body.user.user_id, user_id);
    assert.equal((await server.as('alice').get(`/users/${email}`)).status, 404);
  });

  it('finds everyone by placeholder, also those who hide nothing', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('alice').get(`/users/USER${server.users.bob.id}@chat.example.com`);

    assert.equal(body.user.email, 'bob@example.com');
  });

  it('answers for a hidden address as for none', async (t) => {
    const server = await startServer(t);
    hideEmail(server, 'bob', 4);
    const wanted = ['bob@example.com', 'nobody@example.com', '4711', `user4711@chat.example.com`];

    for (const one of wanted) {
      const { status, body } = await server.as('admin').get(`/users/${one}`);
      assert.deepEqual([status, body], [400, badRequest('No such user')]);
    }
    const own = await server.as('bob').get('/users/bob@example.com');
    const placeholder = await server.as('alice').get(`/users/user${server.users.bob.id}@chat.example.com`);

    assert.equal(own.body.user.user_id, server.users.bob.id);
    assert.equal(placeholder.body.user.user_id, server.users.bob.id);
  });
});

describe('GET /users/me', () => {
  it('tells who one is, and the newest message', async (t) => {
    const server = await startServer(t);
    const max_message_id = await send(server.as('bob'), { to: 'general' });

    const { body } = await server.as('alice').get('/users/me');

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      ...record(server, 'alice'),
      avatar_url: avatarOf(server.users.alice.id),
      max_message_id,
      profile_data: {},
    });
  });
});
