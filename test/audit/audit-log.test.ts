import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deleteOldEntries, type Entry, listEntries } from '../../src/audit/entries.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { startServer, type TestServer } from '../support/server.ts';

const day = 86_400;

/** A server with an empty audit log. */
async function start(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  server.db.run('DELETE FROM audit_entries');
  return server;
}

/** What was recorded, newest first, without ids and times. */
function recorded({ db }: TestServer): Omit<Entry, 'id' | 'timestamp'>[] {
  return listEntries(db, {}, 1000).map(({ id, timestamp, ...entry }) => entry);
}

describe('the audit log', () => {
  it('has what an administrator changed about a user, with old and new values and the address', async (t) => {
    const server = await start(t);
    const { admin, alice } = server.users;

    await server.as('admin').patch(`/users/${alice.id}`, { role: 300, full_name: 'Alice Moderator' });

    assert.deepEqual(listEntries(server.db, {}, 9), [
      {
        id: 1,
        timestamp: server.clock.now(),
        acting_user_id: admin.id,
        action: 'updateUser',
        address: '127.0.0.1',
        about: { user_id_or_email: String(alice.id) },
        changes: [
          { object: 'user', key: { id: alice.id }, old: { role: 400 }, new: { role: 300 } },
          {
            object: 'user',
            key: { id: alice.id },
            old: { full_name: 'Alice Member' },
            new: { full_name: 'Alice Moderator' },
          },
        ],
        omitted_changes: 0,
      },
    ]);
  });

  it('has settings with their defaults as old and new values', async (t) => {
    const server = await start(t);
    const owner = server.as('owner');
    const moderators = systemGroupId(server.db, 'role:moderators');
    const members = systemGroupId(server.db, 'role:members');

    await owner.patch('/realm', { message_retention_days: 30, can_create_bots_group: { new: moderators } });
    await owner.patch('/realm', { message_retention_days: 90 });
    await owner.patch('/realm', { message_retention_days: 'unlimited' });

    const changes = recorded(server).map((entry) => entry.changes);
    const key = { name: 'message_retention_days' };
    assert.deepEqual(changes, [
      [{ object: 'setting', key, old: { value: 90 }, new: { value: -1 } }],
      [{ object: 'setting', key, old: { value: 30 }, new: { value: 90 } }],
      [
        { object: 'setting', key, old: { value: -1 }, new: { value: 30 } },
        {
          object: 'setting',
          key: { name: 'can_create_bots_group' },
          old: { value: members },
          new: { value: moderators },
        },
      ],
    ]);
  });

  it('has what others do for everybody or to others, and not what they do with their own', async (t) => {
    const server = await start(t);
    const { alice, bob } = server.users;
    const own = server.as('alice');

    await own.patch('/settings', { full_name: 'Alice', enter_sends: true });
    await own.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    await own.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup' });
    await own.delete('/users/me/subscriptions', { subscriptions: ['general'] });
    await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    assert.deepEqual(recorded(server), []);
    await own.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals: [bob.id] });

    const [entry] = recorded(server);
    const key = { user_id: bob.id, channel_id: 1 };
    assert.deepEqual(entry, {
      acting_user_id: alice.id,
      action: 'subscribe',
      address: '127.0.0.1',
      about: {},
      changes: [{ object: 'subscription', key, old: { is_active: 0 }, new: { is_active: 1 } }],
      omitted_changes: 0,
    });
  });

  it("has who deleted another's message and not what it said", async (t) => {
    const server = await start(t);
    const { alice } = server.users;
    const sent = { type: 'channel', to: 'general', topic: 'lunch', content: 'Secret soup' };
    const { body } = await server.as('alice').post('/messages', sent);
    const { body: mine } = await server.as('alice').post('/messages', sent);

    await server.as('alice').delete(`/messages/${mine.id}`);
    await server.as('owner').delete(`/messages/${body.id}`);

    assert.deepEqual(recorded(server), [
      {
        acting_user_id: server.users.owner.id,
        action: 'deleteMessage',
        address: '127.0.0.1',
        about: { message_id: body.id },
        changes: [{ object: 'message', key: { id: body.id }, old: { sender_id: alice.id, channel_id: 1 }, new: null }],
        omitted_changes: 0,
      },
    ]);
  });

  it('has no secrets', async (t) => {
    const server = await start(t);
    const { owner } = server.users;
    const password = 'correct horse battery staple';

    await server.as('owner').post('/users', { email: 'new@example.com', full_name: 'New', password });
    const { body } = await server.as('owner').post('/bots', {
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: 3,
      payload_url: '"https://example.com/hook"',
      service_name: 'hook',
    });
    await server.as('owner').post(`/bots/${body.user_id}/api_key/regenerate`);

    const text = JSON.stringify(recorded(server));
    const rows = server.db.all<object>('SELECT password_hash FROM users WHERE password_hash IS NOT NULL');
    assert.equal(text.includes(password), false);
    assert.equal(text.includes('argon2'), false);
    assert.equal(text.includes(String(body.api_key)), false);
    assert.equal(rows.length, 1);
    assert.match(text, /"password_hash":"hidden"/);
    assert.match(text, /"service_token":"hidden"/);
    assert.equal(
      recorded(server).every((entry) => entry.acting_user_id === owner.id),
      true,
    );
  });

  it('has nothing of what was refused', async (t) => {
    const server = await start(t);
    const { owner, alice } = server.users;

    await server.as('admin').patch(`/users/${owner.id}`, { role: 400 });
    await server.as('alice').patch(`/users/${alice.id}`, { role: 100 });
    await server.as('admin').patch('/realm', { name: 'New', message_retention_days: 3 });

    assert.deepEqual(recorded(server), []);
  });

  it('cuts long values and long lists, and says how many changes it left out', async (t) => {
    const server = await start(t);
    const { db, users } = server;
    db.transaction(() => {
      for (let id = 1000; id < 1150; id++) {
        db.run(
          `INSERT INTO users (id, email, email_key, full_name, role, joined_at) VALUES (?, ?, ?, 'One', 400, 0)`,
          id,
          `u${id}@example.com`,
          `u${id}@example.com`,
        );
      }
    });
    const principals = db.values<number>('SELECT id FROM users WHERE id >= 1000');

    await server.as('owner').patch('/realm', { description: 'x'.repeat(1000) });
    await server.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }], principals });

    const [subscribing, describing] = recorded(server);
    assert.deepEqual([subscribing?.changes.length, subscribing?.omitted_changes], [100, 50]);
    assert.deepEqual(describing?.changes[0]?.new, { description: `${'x'.repeat(500)}…` });
    assert.equal(describing?.acting_user_id, users.owner.id);
  });

  it('keeps entries for two years', async (t) => {
    const server = await start(t);
    await server.as('owner').patch('/realm', { name: 'One' });
    server.clock.advance(400 * day);
    await server.as('owner').patch('/realm', { name: 'Two' });
    server.clock.advance(331 * day);

    const deleted = [deleteOldEntries(server.app), deleteOldEntries(server.app)];

    assert.deepEqual(deleted, [1, 0]);
    assert.deepEqual(
      recorded(server).map(({ changes }) => changes[0]?.new),
      [{ name: 'Two' }],
    );
  });
});

describe('GET /realm/audit_log', () => {
  it('picks what a user did, and what changed something of theirs', async (t) => {
    const server = await start(t);
    const { alice, bob, admin } = server.users;
    await server.as('admin').patch(`/users/${bob.id}`, { role: 300 });
    await server.as('admin').patch(`/users/${alice.id}`, { role: 300 });
    await server.as('bob').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'tea' }],
      principals: [alice.id, admin.id],
    });
    // Changes no row of the log.
    await server.as('admin').post(`/users/${alice.id}/password_reset`);
    const get = async (user_id: number) => {
      const { body } = await server.as('owner').get('/realm/audit_log', { user_id });
      return body.entries.map((entry: Entry) => entry.id);
    };

    const picked = [await get(bob.id), await get(alice.id), await get(admin.id), await get(server.users.owner.id)];

    assert.deepEqual(picked, [[3, 1], [4, 3, 2], [4, 3, 2, 1], []]);
  });

  it('pages through the entries, newest first, and picks them by actor, action and time', async (t) => {
    const server = await start(t);
    const owner = server.as('owner');
    for (const name of ['One', 'Two', 'Three']) {
      server.clock.advance(60);
      await owner.patch('/realm', { name });
    }
    await server.as('admin').patch(`/users/${server.users.bob.id}`, { role: 300 });
    const now = server.clock.now();
    const get = async (values: Record<string, unknown>) => {
      const { body } = await owner.get('/realm/audit_log', values);
      return [body.entries.map((entry: Entry) => entry.id), body.found_oldest];
    };

    assert.deepEqual(await get({}), [[4, 3, 2, 1], true]);
    assert.deepEqual(await get({ limit: 2 }), [[4, 3], false]);
    assert.deepEqual(await get({ limit: 2, before: 3 }), [[2, 1], true]);
    assert.deepEqual(await get({ acting_user_id: server.users.admin.id }), [[4], true]);
    assert.deepEqual(await get({ acting_user_id: 0 }), [[], true]);
    assert.deepEqual(await get({ action: 'updateRealm', since: now - 60 }), [[3, 2], true]);
  });

  it('picks the entries that changed a kind of row, whatever values look like', async (t) => {
    const server = await start(t);
    const owner = server.as('owner');
    await owner.patch('/realm', { name: '","object":"channel","' });
    await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'tea' }] });
    await server.as('admin').patch(`/users/${server.users.bob.id}`, { role: 300 });
    const get = async (object: string) => {
      const { status, body } = await owner.get('/realm/audit_log', { object });
      return body.entries?.map((entry: Entry) => entry.id) ?? status;
    };

    const picked = [await get('organization'), await get('channel'), await get('user'), await get('linkifier')];

    assert.deepEqual(picked, [[1], [2], [3], []]);
    assert.equal(await get('teapot'), 400);
  });
});
