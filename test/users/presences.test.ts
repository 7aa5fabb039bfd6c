import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const simple = { client_capabilities: { notification_settings_null: true, simplified_presence_events: true } };

async function report({ as }: TestServer, name: CastName, values: Values = {}) {
  return (await as(name).post('/users/me/presence', { status: 'active', ping_only: true, ...values })).body;
}

/** What a client gets that asks for everyone's presence by user id. */
async function slimSeenBy(server: TestServer, name: CastName, values: Values = {}) {
  const { presences } = await report(server, name, { ping_only: false, last_update_id: -1, ...values });
  return presences;
}

function rows({ db }: TestServer): unknown[] {
  return db.all('SELECT * FROM presence ORDER BY update_id');
}

describe('POST /users/me/presence', () => {
  it('notes that the user is there, and says no more when only that is wanted', async (t) => {
    const server = await startServer(t);
    const now = server.clock.now();

    const body = await report(server, 'alice', { new_user_input: true });

    assert.deepEqual(body, { result: 'success', msg: '' });
    const entry = { active_timestamp: now, idle_timestamp: now };
    assert.deepEqual(await slimSeenBy(server, 'alice'), { [server.users.alice.id]: entry });
  });

  it('answers by user id to clients that name what they have, and to those that ask for it', async (t) => {
    const server = await startServer(t);
    const { users, clock } = server;
    const now = clock.now();
    await report(server, 'bob', { status: 'idle' });

    const modern = await report(server, 'alice', { ping_only: false, last_update_id: -1 });
    const slim = await report(server, 'alice', { ping_only: false, slim_presence: true });

    const expected = {
      result: 'success',
      msg: '',
      presences: {
        [users.bob.id]: { active_timestamp: users.bob.joined_at, idle_timestamp: now },
        [users.alice.id]: { active_timestamp: now, idle_timestamp: now },
      },
      presence_last_update_id: 2,
      server_timestamp: now,
    };
    assert.deepEqual(modern, expected);
    assert.deepEqual(slim, expected);
  });

  it('answers by address to older clients', async (t) => {
    const server = await startServer(t);
    const now = server.clock.now();
    await report(server, 'bob', { status: 'idle' });

    const body = await report(server, 'alice', { ping_only: false });

    const entry = (status: string) => {
      const aggregated = { client: 'website', status, timestamp: now };
      return { aggregated, website: { ...aggregated, pushable: false } };
    };
    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      presences: { 'bob@example.com': entry('idle'), 'alice@example.com': entry('active') },
      presence_last_update_id: 2,
      server_timestamp: now,
    });
  });

  it('counts a user as active, for older clients, until a minute or so after the last activity', async (t) => {
    const server = await startServer(t);
    const first = server.clock.now();
    await report(server, 'bob');
    const seen = async (seconds: number) => {
      server.clock.advance(seconds);
      await report(server, 'bob', { status: 'idle' });
      const { status, timestamp } = (await server.as('alice').get('/users/bob@example.com/presence')).body.presence
        .website;
      return [status, timestamp];
    };

    assert.deepEqual(await seen(70), ['active', first]);
    assert.deepEqual(await seen(60), ['idle', first + 130]);
  });

  it('sends only what is new to a client that has something', async (t) => {
    const server = await startServer(t);
    const { users, clock } = server;
    for (const name of ['alice', 'bob'] as const) await report(server, name);
    const first = await report(server, 'alice', { ping_only: false, last_update_id: -1 });
    const again = await report(server, 'alice', { ping_only: false, last_update_id: first.presence_last_update_id });
    clock.advance(60);
    await report(server, 'bob', { status: 'idle' });

    const { presence_last_update_id } = again;
    const news = await report(server, 'guest', { ping_only: false, last_update_id: presence_last_update_id });

    assert.deepEqual([again.presences, presence_last_update_id], [{}, first.presence_last_update_id]);
    const now = clock.now();
    assert.deepEqual(news.presences, {
      [users.bob.id]: { active_timestamp: now - 60, idle_timestamp: now },
      [users.guest.id]: { active_timestamp: now, idle_timestamp: now },
    });
    assert.equal(news.presence_last_update_id, presence_last_update_id + 2);
  });

  it('goes two weeks back where the client has nothing, or as far as it wants', async (t) => {
    const server = await startServer(t);
    const { users, clock } = server;
    const seen = clock.now();
    for (const name of ['bob', 'owner'] as const) await report(server, name);
    clock.advance(15 * 86_400);

    const usual = await slimSeenBy(server, 'alice');
    const long = await slimSeenBy(server, 'alice', { history_limit_days: 15 });
    const later = await slimSeenBy(server, 'alice', { history_limit_days: 0, last_update_id: 1 });

    const entry = (time: number) => ({ active_timestamp: time, idle_timestamp: time });
    const alice = { [users.alice.id]: entry(clock.now()) };
    const owner = { [users.owner.id]: entry(seen) };
    const bob = { [users.bob.id]: entry(seen) };
    assert.deepEqual([usual, long, later], [alice, { ...bob, ...owner, ...alice }, { ...owner, ...alice }]);
  });

  it('writes nothing when the last report is less than a minute old', async (t) => {
    const server = await startServer(t);
    await report(server, 'alice');
    const before = rows(server);
    server.clock.advance(54);

    await report(server, 'alice');
    await report(server, 'alice', { status: 'idle' });

    assert.deepEqual(rows(server), before);
    server.clock.advance(1);
    await report(server, 'alice');
    assert.notDeepEqual(rows(server), before);
  });

  it('notes activity at once in a client that was idle', async (t) => {
    const server = await startServer(t);
    await report(server, 'alice', { status: 'idle' });
    server.clock.advance(5);

    await report(server, 'alice');

    const now = server.clock.now();
    const entry = { active_timestamp: now, idle_timestamp: now };
    assert.deepEqual(await slimSeenBy(server, 'alice'), { [server.users.alice.id]: entry });
  });

  it('remembers when an idle user was last active', async (t) => {
    const server = await startServer(t);
    const first = server.clock.now();
    await report(server, 'alice');
    server.clock.advance(60);

    await report(server, 'alice', { status: 'idle' });

    const entry = { active_timestamp: first, idle_timestamp: first + 60 };
    assert.deepEqual(await slimSeenBy(server, 'bob', { status: 'idle' }), {
      [server.users.alice.id]: entry,
      [server.users.bob.id]: { active_timestamp: server.users.bob.joined_at, idle_timestamp: first + 60 },
    });
  });

  it('tells everyone at once of a user who comes, each client in the form it knows', async (t) => {
    const server = await startServer(t);
    const { users, clock } = server;
    const older = await listen(server, ['alice', 'guest']);
    const newer = await listen(server, ['bob'], simple);

    await report(server, 'alice');

    const now = clock.now();
    const website = { client: 'website', status: 'active', timestamp: now, pushable: false };
    const event = {
      type: 'presence',
      user_id: users.alice.id,
      email: 'alice@example.com',
      server_timestamp: now,
      presence: { website },
    };
    assert.deepEqual(await older.heard(), { alice: [event], guest: [event] });
    const entry = { active_timestamp: now, idle_timestamp: now };
    assert.deepEqual(await newer.heard(), { bob: [{ type: 'presence', presences: { [users.alice.id]: entry } }] });
  });

  it('tells nobody of a user who stays, but of one who was away for some minutes', async (t) => {
    const server = await startServer(t);
    await report(server, 'alice');
    const ears = await listen(server, ['bob'], simple);

    for (const seconds of [60, 200, 60]) {
      server.clock.advance(seconds);
      await report(server, 'alice');
    }
    assert.deepEqual(await ears.heard(), {});

    server.clock.advance(201);
    await report(server, 'alice', { status: 'idle' });
    assert.deepEqual(await ears.heard(), {});

    await report(server, 'alice');
    assert.deepEqual(await ears.gist(), { bob: ['presence'] });
  });

  it('leaves it to their asking when very many clients are there', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob'], simple);
    const queue = server.app.queues.access(ears.queueOf('bob'), server.users.bob.id);
    // Spread over all users, because one may not have this many.
    const users = Object.values(server.users);
    for (let count = 0; count < 1000; count++) {
      server.app.queues.register({ ...queue, user_id: users[count % users.length]?.id ?? 0 }, []);
    }

    await report(server, 'alice');

    assert.deepEqual(await ears.heard(), {});
    assert.ok(server.users.alice.id in (await slimSeenBy(server, 'bob')));
  });

  it('notes nothing of a user who hides, who still sees the others', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');
    await server.as('alice').patch('/settings', { presence_enabled: false });
    const ears = await listen(server, ['bob'], simple);
    server.clock.advance(60);

    const seen = await slimSeenBy(server, 'alice');

    const hidden = server.clock.now() - 60;
    assert.deepEqual(seen, {
      [server.users.bob.id]: { active_timestamp: hidden, idle_timestamp: hidden },
      [server.users.alice.id]: { active_timestamp: hidden - 320, idle_timestamp: hidden - 320 },
    });
    assert.deepEqual(await ears.heard(), {});
  });

  it('notes and shows nothing where the organization wants none of it', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');
    setRealmSetting(server.db, 'presence_disabled', true);
    const ears = await listen(server, ['bob'], simple);

    const body = await report(server, 'alice', { ping_only: false, last_update_id: -1 });

    const nothing = { presences: {}, presence_last_update_id: -1, server_timestamp: server.clock.now() };
    assert.deepEqual(body, { result: 'success', msg: '', ...nothing });
    assert.equal(rows(server).length, 1);
    assert.deepEqual(await ears.heard(), {});
  });

  it('leaves out the deactivated', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);

    assert.deepEqual(Object.keys(await slimSeenBy(server, 'alice')), [String(server.users.alice.id)]);
  });

  const refusals: [Values, string, string][] = [
    [{ status: 'offline' }, 'BAD_REQUEST', 'Invalid status: offline'],
    [{ status: undefined }, 'REQUEST_VARIABLE_MISSING', "Missing 'status' argument"],
  ];
  for (const [values, code, msg] of refusals) {
    it(`refuses ${JSON.stringify(values)}: ${msg}`, async (t) => {
      const server = await startServer(t);

      const body = await report(server, 'alice', values);

      assert.deepEqual([body.result, body.code, body.msg], ['error', code, msg]);
      assert.deepEqual(rows(server), []);
    });
  }

  it('refuses bots', async (t) => {
    const server = await startServer(t);

    assert.deepEqual(await report(server, 'bot'), badRequest('This endpoint does not accept bot requests.'));
    assert.deepEqual(rows(server), []);
  });
});

describe('GET /users/{user_id_or_email}/presence', () => {
  it('tells when a user was last seen, by id and by address', async (t) => {
    const server = await startServer(t);
    const { as, users, clock } = server;
    await report(server, 'bob');

    const byId = await as('alice').get(`/users/${users.bob.id}/presence`);
    const byEmail = await as('bot').get('/users/bob@example.com/presence');

    const entry = { status: 'active', timestamp: clock.now() };
    const expected = { result: 'success', msg: '', presence: { aggregated: entry, website: entry } };
    assert.deepEqual(byId.body, expected);
    assert.deepEqual(byEmail.body, expected);
  });

  it('says offline when that is some minutes ago', async (t) => {
    const server = await startServer(t);
    const { as, clock } = server;
    const timestamp = clock.now();
    await report(server, 'bob', { status: 'idle' });
    const status = async () => (await as('alice').get('/users/bob@example.com/presence')).body.presence;

    clock.advance(200);
    const recent = await status();
    clock.advance(1);
    const old = await status();

    const idle = { status: 'idle', timestamp };
    assert.deepEqual(recent, { aggregated: idle, website: idle });
    assert.deepEqual(old, { aggregated: { status: 'offline', timestamp }, website: idle });
  });

  it('says offline of a user who hides', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');

    await server.as('bob').patch('/settings', { presence_enabled: false });

    const { body } = await server.as('alice').get('/users/bob@example.com/presence');
    assert.equal(body.presence.aggregated.status, 'offline');
  });

  it('knows nothing of who was never seen, nor where nobody is shown', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');
    setRealmSetting(server.db, 'presence_disabled', true);
    const ask = async (named: string | number) => (await server.as('alice').get(`/users/${named}/presence`)).body;

    assert.deepEqual(await ask('owner@example.com'), badRequest('No presence data for owner@example.com'));
    assert.deepEqual(await ask('bob@example.com'), badRequest('No presence data for bob@example.com'));
  });

  it('does not know the deactivated', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);

    const { body } = await server.as('alice').get(`/users/${server.users.bob.id}/presence`);

    assert.deepEqual(body, badRequest('No such user'));
  });
});

describe('GET /realm/presence', () => {
  it('lists everyone by address', async (t) => {
    const server = await startServer(t);
    const now = server.clock.now();
    await report(server, 'bob');

    const { body } = await server.as('bot').get('/realm/presence');

    const aggregated = { client: 'website', status: 'active', timestamp: now };
    const entry = { aggregated, website: { ...aggregated, pushable: false } };
    const presences = { 'bob@example.com': entry };
    assert.deepEqual(body, { result: 'success', msg: '', presences, server_timestamp: now });
  });

  it('names those by a placeholder who hide their address', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');
    await server.as('bob').patch('/settings', { email_address_visibility: 3 });

    const { body } = await server.as('alice').get('/realm/presence');

    assert.deepEqual(Object.keys(body.presences), [`user${server.users.bob.id}@chat.example.com`]);
  });

  it('shows guests only whom they may know of', async (t) => {
    const server = await startServer(t);
    const { as, db, users } = server;
    const members = db.value<number>("SELECT id FROM groups WHERE name = 'role:members'") as number;
    setRealmSetting(db, 'can_access_all_users_group', members);
    for (const name of ['bob', 'guest'] as const) {
      await as(name).delete('/users/me/subscriptions', { subscriptions: ['general'] });
    }
    const ears = await listen(server, ['guest', 'alice'], { ...simple, event_types: ['presence'] });

    for (const name of ['bob', 'guest'] as const) await report(server, name);

    const { body } = await as('guest').get('/realm/presence');
    assert.deepEqual(Object.keys(body.presences), ['guest@example.com']);
    assert.deepEqual(Object.keys(await slimSeenBy(server, 'guest')), [String(users.guest.id)]);
    const bob = await as('guest').get(`/users/${users.bob.id}/presence`);
    assert.deepEqual(bob.body, badRequest('No such user'));
    assert.deepEqual(await ears.gist(), { alice: ['presence', 'presence'], guest: ['presence'] });
  });
});

describe('presence of POST /register', () => {
  it('comes in the form the client asks for', async (t) => {
    const server = await startServer(t);
    const now = server.clock.now();
    await report(server, 'bob');
    const ask = async (values: Values) => {
      const { body } = await server.as('alice').post('/register', { fetch_event_types: ['presence'], ...values });
      return [body.presences, body.presence_last_update_id, body.server_timestamp];
    };

    const slim = await ask({ slim_presence: true });
    const older = await ask({});

    const entry = { active_timestamp: now, idle_timestamp: now };
    assert.deepEqual(slim, [{ [server.users.bob.id]: entry }, 1, now]);
    assert.deepEqual([Object.keys(older[0]), older[1], older[2]], [['bob@example.com'], 1, now]);
  });

  it('goes as far back as the client wants', async (t) => {
    const server = await startServer(t);
    await report(server, 'bob');
    server.clock.advance(2 * 86_400);
    const ask = async (presence_history_limit_days: number) => {
      const values = { fetch_event_types: ['presence'], slim_presence: true, presence_history_limit_days };
      return Object.keys((await server.as('alice').post('/register', values)).body.presences);
    };

    assert.deepEqual(await ask(1), []);
    assert.deepEqual(await ask(2), [String(server.users.bob.id)]);
  });
});
