import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { version } from '../../src/assets.ts';
import type { Database } from '../../src/db/database.ts';
import { EventQueues } from '../../src/events/queues.ts';
import { restoreQueues, saveQueues } from '../../src/registration/saved-queues.ts';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { Seeded } from '../support/seeded.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

/** The server that comes after one that stops, some seconds later, and when the queues it restores were saved. */
async function restart(t: TestContext, { app, db, clock }: TestServer, seconds = 0) {
  saveQueues(app);
  return startAfter(t, db, clock.now() + seconds);
}

async function startAfter(t: TestContext, db: Database, now: number) {
  const server = await startServer(t, db.connection.serialize());
  server.clock.seconds = now;
  return { server, saved_at: restoreQueues(server.app) };
}

function idsOf(queues: EventQueues): string[] {
  return [...queues.list()].map(({ id }) => id);
}

function savedRows(db: Database) {
  return [db.all('SELECT * FROM saved_queues'), db.all('SELECT * FROM saved_events')];
}

function savedIds(db: Database): Set<string> {
  return new Set(db.values<string>('SELECT id FROM saved_queues'));
}

function poll(server: TestServer, name: CastName, queue_id: string, last_event_id = -1) {
  return server.as(name).get('/events', { queue_id, last_event_id, dont_block: true });
}

async function register(server: TestServer, name: CastName, options: object = {}): Promise<string> {
  const { body } = await server.as(name).post('/register', { fetch_event_types: [], ...options });
  return body.queue_id;
}

describe('queues that are saved', () => {
  it('stand in rows that keep each text once, with places for what is merged and acknowledged', async (t) => {
    const server = await startServer(t);
    const { app, db, users, clock } = server;
    const options = { event_types: ['user_status', 'update_message_flags'], narrow: [['is', 'dm']] };
    const alice = await register(server, 'alice', { ...options, queue_lifespan_secs: 1000 });
    await server.as('bob').post('/users/me/status', { status_text: 'away' });
    await poll(server, 'alice', alice);
    const bob = await register(server, 'bob', { event_types: ['user_status'] });
    await server.as('bob').post('/users/me/status', { status_text: 'back' });
    await poll(server, 'alice', alice, 0);
    const first = await send(server.as('alice'), { to: 'general' });
    const flag = { op: 'add', flag: 'starred' };
    await server.as('alice').post('/messages/flags', { ...flag, messages: [first] });
    const second = await send(server.as('alice'), { to: 'general' });
    await server.as('alice').post('/messages/flags', { ...flag, messages: [second] });
    clock.advance(10);

    saveQueues(app);

    const [queues, events] = savedRows(db) as [{ options: string }[], { text: string }[]];
    const capabilities = {
      archived_channels: false,
      bulk_message_deletion: false,
      chatd_events: false,
      empty_topic_name: false,
      include_deactivated_groups: false,
      linkifier_url_template: false,
      notification_settings_null: false,
      simplified_presence_events: false,
      stream_typing_notifications: false,
      user_avatar_url_field_optional: false,
      user_list_incomplete: false,
      user_settings_object: false,
    };
    const wishes = { ...capabilities, apply_markdown: false, all_public_streams: false };
    const both = { seconds_left: 590, saved_at: clock.now(), saved_by: version };
    assert.deepEqual(
      queues.map((row) => ({ ...row, options: JSON.parse(row.options) })),
      [
        {
          id: alice,
          user_id: users.alice.id,
          options: { ...wishes, ...options, lifespan: 1000 },
          first_id: 1,
          sent_id: 1,
          events: '[1,null,2]',
          ...both,
          seconds_left: 990,
        },
        {
          id: bob,
          user_id: users.bob.id,
          options: { ...wishes, event_types: ['user_status'], narrow: [], lifespan: 600 },
          first_id: 0,
          sent_id: -1,
          events: '[1]',
          ...both,
        },
      ],
    );
    const status = `{"type":"user_status","user_id":${users.bob.id},"status_text":"back",`;
    const starred = '{"type":"update_message_flags","op":"add","operation":"add","flag":"starred",';
    assert.deepEqual(events, [
      { id: 1, text: status, merge_key: null },
      { id: 2, text: `${starred}"messages":[${first},${second}],"all":false,`, merge_key: 'add starred' },
    ]);
  });

  it('are there again for their clients, with what was not acknowledged under its ids, and leave no rows', async (t) => {
    const first = await startServer(t);
    const queue_id = await register(first, 'bob', { event_types: ['message', 'subscription'] });
    for (const content of ['one', 'two']) await send(first.as('alice'), { to: 'general', content });
    const before = await poll(first, 'bob', queue_id);

    const { server, saved_at } = await restart(t, first);

    const after = await poll(server, 'bob', queue_id);
    await subscribe(server.as('bob'), 'kitchen');
    await send(server.as('bob'), { to: 'kitchen', content: 'three' });
    const next = await poll(server, 'bob', queue_id, 1);
    assert.deepEqual([before.body.events.length, after.body], [2, before.body]);
    assert.deepEqual(
      next.body.events.map((event: { id: number; type: string }) => [event.id, event.type]),
      [
        [2, 'subscription'],
        // That the channel is there now.
        [3, 'message'],
        [4, 'message'],
      ],
    );
    assert.equal(saved_at, first.clock.now());
    assert.deepEqual(savedRows(server.db), [[], []]);
  });

  it('share their texts again, and count as many bytes', async (t) => {
    const first = await startServer(t);
    for (const name of ['alice', 'bob', 'bob', 'guest'] as const) {
      await poll(first, name, await register(first, name));
    }
    await send(first.as('alice'), { to: 'general', content: 'x'.repeat(1000) });

    const { server } = await restart(t, first);

    assert.deepEqual(server.app.queues.sizes, first.app.queues.sizes);
  });

  it('live on for the time that they had left when they were saved', async (t) => {
    const first = await startServer(t);
    for (const queue_lifespan_secs of [900, 1000, 1010]) await register(first, 'bob', { queue_lifespan_secs });
    const [, long, longer] = idsOf(first.app.queues);

    const { server } = await restart(t, first, 900);

    const left = [99, 1, 9, 1].map((seconds) => {
      server.clock.advance(seconds);
      server.app.queues.sweep();
      return idsOf(server.app.queues);
    });
    assert.deepEqual(left, [[long, longer], [longer], [longer], []]);
  });

  it('are dropped, their rows too, when all have expired', async (t) => {
    const first = await startServer(t);
    await register(first, 'bob');
    await send(first.as('alice'), { to: 'general' });

    const { server, saved_at } = await restart(t, first, 600);

    assert.deepEqual([saved_at, server.app.queues.size, savedRows(server.db)], [undefined, 0, [[], []]]);
  });

  it('are those of clients that polled within a fifth of the lifespan', async (t) => {
    const server = await startServer(t);
    await register(server, 'bob');
    const patient = await register(server, 'bob', { queue_lifespan_secs: 6000 });
    server.clock.advance(1);
    const recent = await register(server, 'bob');
    server.clock.advance(120);

    saveQueues(server.app);

    assert.deepEqual(savedIds(server.db), new Set([patient, recent]));
  });

  it('hold two mebibytes of events together, and are those that were polled last', async (t) => {
    const server = await startServer(t);
    const options = { event_types: ['message'] };
    const sendMany = async () => {
      for (let n = 0; n < 150; n++) await send(server.as('alice'), { to: 'general', content: 'x'.repeat(10_000) });
    };
    await register(server, 'bob', options);
    await sendMany();
    server.clock.advance(1);
    const late = await register(server, 'bob', options);
    await sendMany();
    server.clock.advance(1);
    const empty = await register(server, 'bob', options);

    saveQueues(server.app);

    assert.deepEqual(savedIds(server.db), new Set([late, empty]));
  });

  it('live no longer when the clock was put back', async (t) => {
    const first = await startServer(t);
    await register(first, 'bob');

    const { server } = await restart(t, first, -1000);

    assert.deepEqual(
      [...server.app.queues.list()].map(({ seconds_left }) => seconds_left),
      [600],
    );
  });

  it('have all their time when they are saved while a poll waits', async (t) => {
    const first = await startServer(t);
    const { queues } = first.app;
    await register(first, 'bob', { queue_lifespan_secs: 1000 });
    for (const { id, user_id } of queues.list()) queues.wait(queues.access(id, user_id), () => {});

    const { server } = await restart(t, first);

    assert.deepEqual(
      [...server.app.queues.list()].map(({ seconds_left }) => seconds_left),
      [1000],
    );
  });

  it('are all saved, or none where the disk is full', async (t) => {
    const { as, app, db } = await startServer(t);
    await as('bob').post('/register', { fetch_event_types: [] });
    for (const content of ['x', 'y'.repeat(9000)]) await send(as('alice'), { to: 'general', content });
    // Pages that are free would be filled first.
    db.connection.exec('VACUUM');
    db.connection.pragma(`max_page_count = ${db.connection.pragma('page_count', { simple: true })}`);

    const save = () => saveQueues(app);

    assert.throws(save, { code: 'SQLITE_FULL' });
    assert.deepEqual(savedRows(db), [[], []]);
  });

  it('are dropped, their rows too, where another version of chatd saved them', async (t) => {
    const first = await startServer(t);
    await register(first, 'bob');
    saveQueues(first.app);
    first.db.run("UPDATE saved_queues SET saved_by = '0.0.0'");

    const { server, saved_at } = await startAfter(t, first.db, first.clock.now());

    assert.deepEqual([saved_at, server.app.queues.size, savedRows(server.db)], [undefined, 0, [[], []]]);
  });

  it('are dropped where their user is deactivated', async (t) => {
    const first = await startServer(t);
    const alice = await register(first, 'alice');
    await register(first, 'bob');
    saveQueues(first.app);
    first.db.run('UPDATE users SET is_active = 0 WHERE id = ?', first.users.bob.id);

    const { server } = await startAfter(t, first.db, first.clock.now());

    assert.deepEqual(idsOf(server.app.queues), [alice]);
  });
});

const people = ['alice', 'bob', 'guest'] as const;

describe('queues that are restarted again and again', () => {
  it('tell their clients what queues tell that never were', async (t) => {
    const server = await startServer(t);
    const { app, db, clock } = server;
    const random = new Seeded(2026);
    const lasting = app.queues;
    const ears = await listen(server, [...people, 'bob'], { queue_lifespan_secs: 604_800 });
    const local = { queue_id: ears.queueOf('alice'), local_id: '1.01' };
    let restarted = lasting;
    let restarts = 0;
    const again = () => {
      saveQueues({ db, clock, queues: restarted });
      restarted = new EventQueues(clock);
      restoreQueues({ db, clock, queues: restarted });
      restarts++;
    };
    again();
    app.events = {
      deliver: (publication) => {
        for (const queues of [lasting, restarted]) queues.deliver(publication);
      },
    };
    const newest: number[] = [];
    const flags = async () => {
      const messages = random.some(newest.slice(-3));
      const op = random.pick(['add', 'remove']);
      await server.as(random.pick(people)).post('/messages/flags', { messages, op, flag: 'starred' });
    };
    const heartbeats = async () => {
      const { id, user_id, first_id, events } = random.pick([...lasting.list()]);
      const last_event_id = first_id + events.length - 1;
      for (const queues of [lasting, restarted]) {
        const queue = queues.access(id, user_id);
        queues.acknowledge(queue, last_event_id);
        queues.wait(queue, () => {});
      }
      clock.advance(56);
      for (const queues of [lasting, restarted]) queues.sweep();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const actions = [
      async () => {
        newest.push(await send(server.as('alice'), { to: 'general', ...(random.chance(50) ? local : {}) }));
      },
      flags,
      flags,
      flags,
      () => server.as('bob').post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }),
      () => server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['general'] }),
      heartbeats,
      again,
    ];

    let heard = 0;
    for (let step = 0; step < 1500; step++) {
      await random.pick(actions)();
      const { id, user_id, first_id, events } = random.pick([...lasting.list()]);
      const last_event_id = first_id - 1 + random.below(events.length + 1);
      if (random.chance(50)) continue;
      const [expected, actual] = [lasting, restarted].map((queues) =>
        queues.acknowledge(queues.access(id, user_id), last_event_id),
      );
      assert.equal(actual, expected, `step ${step}`);
      heard += expected === '[]' ? 0 : 1;
    }

    assert.deepEqual(restarted.sizes, lasting.sizes);
    assert.ok(restarts > 100 && heard > 300, `${restarts} restarts, ${heard} polls with events`);
  });
});
