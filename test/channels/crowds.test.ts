import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mostSubscriptions } from '../../src/channels/named-subscriptions.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { roles } from '../../src/users/user.ts';
import { type HeardEvent, listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const path = '/users/me/subscriptions';
const count = 450;
const ofSubscriptions = { event_types: ['subscription'] };

/** Creates people; returns their ids. */
function createCrowd({ db }: TestServer, role: number = roles.member): number[] {
  return db.values<number>(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO users (email, email_key, full_name, role, joined_at)
     SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, ?, 0 FROM numbers RETURNING id`,
    count,
    role,
  );
}

/** A channel with one subscriber. */
async function createDesign(server: TestServer, values = {}): Promise<void> {
  await subscribe(server.as('alice'), 'design', values);
}

function subscriberIds({ db }: TestServer, name = 'design'): number[] {
  return db.values<number>(
    `SELECT user_id FROM subscriptions s JOIN channels c ON c.id = channel_id
     WHERE c.name = ? AND s.is_active = 1 ORDER BY 1`,
    name,
  );
}

/** The users that peer events of one kind name, in order; one list for each event. */
function peersIn(events: readonly HeardEvent[] = [], op: string): number[][] {
  return events.filter((event) => event.op === op).map(({ user_ids }) => user_ids);
}

describe('a crowd that is subscribed', () => {
  it('joins in one transaction, each person whole and once', async (t) => {
    const server = await startServer(t);
    const { db, users } = server;
    await createDesign(server);
    const crowd = [users.bob.id, ...createCrowd(server)];
    const ears = await listen(server, ['alice', 'bob'], ofSubscriptions);

    const { body } = await server.as('alice').post(path, {
      subscriptions: [{ name: 'design' }],
      principals: [...crowd, users.alice.id],
    });

    assert.deepEqual(
      Object.keys(body.subscribed).map(Number),
      crowd.toSorted((a, b) => a - b),
    );
    assert.deepEqual(body.already_subscribed, { [users.alice.id]: ['design'] });
    assert.equal(body.new_subscription_messages_sent, false);
    assert.deepEqual(new Set(subscriberIds(server)), new Set([users.alice.id, ...crowd]));
    for (const table of ['subscription_spans', 'read_floors']) {
      assert.equal(db.value(`SELECT count(*) FROM ${table} WHERE channel_id = 2`), crowd.length + 1);
    }
    const heard = await ears.heard();
    assert.deepEqual(peersIn(heard.alice, 'peer_add'), [crowd]);
    const own = heard.bob?.find(({ op }) => op === 'add').subscriptions[0];
    assert.deepEqual(own.subscribers, subscriberIds(server));
    assert.equal(own.subscriber_count, crowd.length + 1);
    assert.deepEqual(peersIn(heard.bob, 'peer_add'), []);
    const concerned = db.values<number>(
      `SELECT user_id FROM audit_concerned JOIN audit_entries ON id = entry_id
       WHERE action = 'subscribe' AND user_id <> ? ORDER BY user_id`,
      users.alice.id,
    );
    assert.deepEqual(
      concerned,
      crowd.toSorted((a, b) => a - b),
    );
  });

  it('joins several channels, old and new, each once', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    const crowd = createCrowd(server);
    const ears = await listen(server, ['bob'], { event_types: ['subscription', 'stream'] });

    await server.as('alice').post(path, {
      subscriptions: [{ name: 'help' }, { name: 'design' }, { name: 'tea' }],
      principals: crowd,
    });

    assert.deepEqual(subscriberIds(server), [server.users.alice.id, ...crowd]);
    assert.deepEqual(subscriberIds(server, 'help'), crowd);
    assert.deepEqual(subscriberIds(server, 'tea'), crowd);
    const events = (await ears.heard()).bob ?? [];
    for (const channel_id of [2, 3, 4]) {
      const own = events.filter(({ stream_ids }) => stream_ids?.includes(channel_id));
      assert.deepEqual(peersIn(own, 'peer_add').flat(), crowd);
    }
    const created = events.flatMap((event, index) => (event.op === 'create' ? index : []));
    assert.deepEqual(created, [0, 3], 'each after the first subscribers of the one before');
  });

  it('is announced once, when all are there', async (t) => {
    const server = await startServer(t);
    const { alice } = server.users;

    const crowd = [...createCrowd(server), alice.id];
    const { status } = await server.as('alice').post('/channels/create', { name: 'design', subscribers: crowd });

    assert.equal(status, 200);
    assert.deepEqual(new Set(subscriberIds(server)), new Set(crowd));
    const notices = server.db.values('SELECT id FROM messages WHERE channel_id = 2');
    assert.equal(notices.length, 1);
    const froms = server.db.values('SELECT DISTINCT from_message_id FROM subscription_spans WHERE channel_id = 2');
    assert.deepEqual(froms, [0]);
  });

  it('is refused as a whole before anything is written', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    const crowd = createCrowd(server);
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', crowd.at(-1) as number);

    const answers = [
      await server.as('alice').post(path, { subscriptions: [{ name: 'design' }], principals: crowd }),
      await server.as('alice').post('/channels/create', { name: 'new', subscribers: crowd }),
    ];

    for (const { body } of answers) assert.deepEqual(body, { ...badRequest('User is deactivated'), code: body.code });
    assert.deepEqual(subscriberIds(server), [server.users.alice.id]);
  });

  it('stays out of all channels if one cannot be created', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    setRealmSetting(server.db, 'can_create_public_channel_group', systemGroupId(server.db, 'role:moderators'));
    const ears = await listen(server, ['alice'], ofSubscriptions);

    const { body } = await server
      .as('bob')
      .post(path, { subscriptions: [{ name: 'design' }, { name: 'new' }], principals: createCrowd(server) });

    assert.deepEqual(body, badRequest('Insufficient permission'));
    assert.deepEqual(subscriberIds(server), [server.users.alice.id]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('is refused if these are too many subscriptions for one transaction', async (t) => {
    const server = await startServer(t);
    const crowd = createCrowd(server);
    const names = Array.from({ length: Math.floor(mostSubscriptions / count) + 1 }, (_, n) => `channel ${n}`);
    const ask = (method: 'post' | 'delete', subscriptions: unknown[]) =>
      server.as('owner')[method](path, { subscriptions, principals: crowd });

    const wanted = names.map((name) => ({ name }));
    const tooMany = await ask('post', wanted);
    const joined = await ask('post', wanted.slice(1));
    const left = await ask('delete', names.slice(1));
    await subscribe(server.as('owner'), names[0] as string);
    const refused = await ask('delete', names);

    assert.deepEqual([joined.status, left.status], [200, 200]);
    for (const { body } of [tooMany, refused]) {
      assert.deepEqual(body, badRequest(`One request may change at most ${mostSubscriptions} subscriptions.`));
    }
  });
});

describe('a crowd that is unsubscribed', () => {
  it('leaves in one transaction, with who removes it', async (t) => {
    const server = await startServer(t);
    const { alice, bob } = server.users;
    const crowd = [alice.id, bob.id, ...createCrowd(server)];
    await createDesign(server, { invite_only: true, principals: crowd });
    const ears = await listen(server, ['alice', 'bob'], ofSubscriptions);

    const { body } = await server.as('alice').delete(path, { subscriptions: ['design'], principals: crowd });

    assert.equal(body.removed.length, crowd.length);
    assert.deepEqual(body.not_removed, []);
    assert.deepEqual(subscriberIds(server), []);
    const open = server.db.value(
      'SELECT count(*) FROM subscription_spans WHERE until_message_id IS NULL AND channel_id = 2',
    );
    assert.equal(open, 0);
    const heard = await ears.heard();
    for (const name of ['alice', 'bob'] as const) {
      const others = crowd.filter((id) => id !== server.users[name].id);
      assert.deepEqual(peersIn(heard[name], 'peer_remove'), [others]);
    }
  });
});
