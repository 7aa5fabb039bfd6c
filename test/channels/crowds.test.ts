import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { subscriptionsAtOnce } from '../../src/channels/batches.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { roles } from '../../src/users/user.ts';
import { type HeardEvent, listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { beforeSecondTurn } from '../support/turns.ts';

const path = '/users/me/subscriptions';
const count = 2 * subscriptionsAtOnce + 50;
const ofSubscriptions = { event_types: ['subscription'] };

/** Creates more people than join or leave in one transaction; returns their ids. */
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
  it('joins in several transactions, each person whole and once', async (t) => {
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
    const joined = peersIn(heard.alice, 'peer_add');
    assert.deepEqual(
      joined.map(({ length }) => length),
      [subscriptionsAtOnce - 1, subscriptionsAtOnce, crowd.length - 2 * subscriptionsAtOnce + 1],
    );
    assert.deepEqual(joined.flat(), crowd);
    const own = heard.bob?.find(({ op }) => op === 'add').subscriptions[0];
    assert.deepEqual([...own.subscribers, ...peersIn(heard.bob, 'peer_add').flat()], subscriberIds(server));
    assert.equal(own.subscriber_count, subscriptionsAtOnce);
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

  it('lets other requests be answered in between', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    const answered: number[] = [];
    await beforeSecondTurn(server, 'alice', async () => {
      const { body } = await server.as('bob').get('/streams/2/members');
      answered.push(body.subscribers.length);
      await server.as('bob').post('/messages', { type: 'stream', to: 2, topic: 'x', content: 'Welcome.' });
    });

    await server.as('alice').post(path, { subscriptions: [{ name: 'design' }], principals: createCrowd(server) });

    assert.deepEqual(answered, [1 + subscriptionsAtOnce]);
    const starts = server.db.tuples(
      `SELECT from_message_id, count(*) FROM subscription_spans WHERE channel_id = 2 AND user_id > ?
       GROUP BY 1 ORDER BY 1`,
      server.users.bot.id,
    );
    const last = server.db.value("SELECT id FROM messages WHERE content = 'Welcome.'");
    assert.deepEqual(starts, [
      [Number(last) - 1, subscriptionsAtOnce],
      [last, count - subscriptionsAtOnce],
    ]);
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

  it('is completed by the same request after the server failed in between', async (t) => {
    const server = await startServer(t);
    const request = {
      subscriptions: [{ name: 'design' }, { name: 'tea' }],
      principals: [...createCrowd(server), server.users.alice.id],
      invite_only: true,
    };
    await beforeSecondTurn(server, 'alice', () => {
      throw Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL' });
    });

    const failed = await server.as('alice').post(path, request);
    const before = subscriberIds(server).length + subscriberIds(server, 'tea').length;
    const again = await server.as('alice').post(path, request);

    assert.equal(failed.status, 503);
    assert.equal(before, subscriptionsAtOnce + 1);
    assert.equal(again.status, 200);
    assert.equal(subscriberIds(server).length, request.principals.length);
    assert.equal(subscriberIds(server, 'tea').length, request.principals.length);
  });

  it('goes without those who are deactivated meanwhile', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    const crowd = createCrowd(server);
    const gone = crowd.at(-1) as number;
    await beforeSecondTurn(server, 'alice', () => server.as('owner').delete(`/users/${gone}`));

    const { status, body } = await server
      .as('alice')
      .post(path, { subscriptions: [{ name: 'design' }], principals: crowd });

    assert.equal(status, 200);
    assert.equal(gone in body.subscribed, false);
    assert.deepEqual(subscriberIds(server), [server.users.alice.id, ...crowd.slice(0, -1)]);
  });

  it('stops with who subscribes it', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    await beforeSecondTurn(server, 'alice', () => server.as('owner').delete(`/users/${server.users.alice.id}`));

    const { status } = await server
      .as('alice')
      .post(path, { subscriptions: [{ name: 'design' }], principals: createCrowd(server) });

    assert.equal(status, 401);
    assert.equal(subscriberIds(server).length, 1 + subscriptionsAtOnce);
  });

  it('stops when who subscribes it may no longer', async (t) => {
    const server = await startServer(t);
    const { db } = server;
    await createDesign(server);
    const crowd = createCrowd(server);
    const moderators = systemGroupId(db, 'role:moderators');
    const taken = (name: 'can_add_subscribers_group' | 'can_create_public_channel_group') =>
      beforeSecondTurn(server, 'bob', () => setRealmSetting(db, name, moderators));

    await taken('can_create_public_channel_group');
    const created = await server.as('bob').post('/channels/create', { name: 'new', subscribers: crowd });
    await taken('can_add_subscribers_group');
    const added = await server.as('bob').post(path, { subscriptions: [{ name: 'design' }], principals: crowd });

    for (const { body } of [created, added]) assert.deepEqual(body, badRequest('Insufficient permission'));
    assert.equal(subscriberIds(server, 'new').length, subscriptionsAtOnce);
    assert.equal(subscriberIds(server).length, 1 + subscriptionsAtOnce);
  });

  it('joins the channel that it began with, renamed and archived as it may be', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    const crowd = createCrowd(server);
    const ears = await listen(server, ['bob'], ofSubscriptions);
    await beforeSecondTurn(server, 'alice', async () => {
      await server.as('alice').patch('/streams/2', { new_name: 'art' });
      await server.as('alice').delete('/streams/2');
    });

    await server.as('alice').post(path, { subscriptions: [{ name: 'design' }], principals: crowd });

    assert.deepEqual(subscriberIds(server, 'art'), [server.users.alice.id, ...crowd]);
    assert.equal(server.db.value('SELECT count(*) FROM channels'), 2);
    const heard = (await ears.heard()).bob;
    assert.deepEqual(peersIn(heard, 'peer_add'), [crowd.slice(0, subscriptionsAtOnce)], 'not of an archived channel');
  });
});

describe('a crowd that is unsubscribed', () => {
  it('leaves in several transactions, last of all who removes it', async (t) => {
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
    const left = peersIn(heard.alice, 'peer_remove');
    assert.equal(left.length, 3);
    assert.deepEqual(left.flat(), crowd.slice(1));
    // Bob leaves with the first, and does not see a private channel then.
    assert.deepEqual(peersIn(heard.bob, 'peer_remove').flat(), crowd.slice(2, 1 + subscriptionsAtOnce));
  });

  it('stays when who removes it may no longer', async (t) => {
    const server = await startServer(t);
    await createDesign(server);
    const crowd = createCrowd(server);
    await server.as('alice').post(path, { subscriptions: [{ name: 'design' }], principals: crowd });
    const { bob } = server.users;
    await server.as('alice').patch('/streams/2', {
      can_remove_subscribers_group: { new: { direct_members: [bob.id], direct_subgroups: [] } },
    });
    const nobody = systemGroupId(server.db, 'role:nobody');
    await beforeSecondTurn(server, 'bob', () =>
      server.as('alice').patch('/streams/2', { can_remove_subscribers_group: { new: nobody } }),
    );

    const { body } = await server.as('bob').delete(path, { subscriptions: ['design'], principals: crowd });

    assert.deepEqual(body, badRequest('Insufficient permission'));
    assert.equal(subscriberIds(server).length, 1 + crowd.length - subscriptionsAtOnce);
  });
});
