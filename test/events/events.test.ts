import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainPublication } from '../../src/events/event.ts';
import { type Answer, Client, type Values } from '../support/client.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const onlyMessages = { event_types: ['message'], fetch_event_types: [] };
/** An event that says nothing further. */
const bare = { type: 'invites_changed' as const, fields: () => '"type":"invites_changed"' };
const withBare = { event_types: ['message', bare.type] };

async function register(server: TestServer, name: CastName, values: Values = {}): Promise<string> {
  return (await server.as(name).post('/register', { ...onlyMessages, ...values })).body.queue_id;
}

function isWaiting(server: TestServer, name: CastName, queue_id: string): boolean {
  return server.app.queues.access(queue_id, server.users[name].id).outlet !== undefined;
}

/** Begins a poll; resolves, once the server holds it, to a promise of its answer. */
async function beginPoll(server: TestServer, name: CastName, queue_id: string, last_event_id = -1) {
  const answer = server.as(name).get('/events', { queue_id, last_event_id });
  await until(() => isWaiting(server, name, queue_id));
  return { answer };
}

function poll(server: TestServer, name: CastName, queue_id: string, last_event_id: number): Promise<Answer> {
  return server.as(name).get('/events', { queue_id, last_event_id, dont_block: true });
}

/** Alice sends some messages to everybody; returns their ids. */
async function sendSome(server: TestServer, count: number): Promise<number[]> {
  const ids: number[] = [];
  while (ids.length < count) ids.push(await send(server.as('alice'), { to: 'general' }));
  return ids;
}

async function flag(server: TestServer, name: CastName, op: string, flag: string, messages: unknown): Promise<void> {
  const { status } = await server.as(name).post('/messages/flags', { messages, op, flag });
  assert.equal(status, 200);
}

function contentsOf({ body }: Answer): string[] {
  return body.events.map((event: { message: { content: string } }) => event.message.content);
}

function badQueue(queue_id: string) {
  return { result: 'error', msg: `Bad event queue ID: ${queue_id}`, code: 'BAD_EVENT_QUEUE_ID', queue_id };
}

// The limit is for polls that a fault leaves waiting for ever.
describe('GET /events', { timeout: 120_000 }, () => {
  it('waits for the next event', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const { answer } = await beginPoll(server, 'bob', queue_id);

    await send(server.as('alice'), { to: 'general', content: 'at last' });

    const { body } = await answer;
    assert.deepEqual([body.result, body.msg, body.events.length, body.events[0].id], ['success', '', 1, 0]);
    assert.deepEqual(Object.keys(body).sort(), ['events', 'msg', 'result']);
    assert.deepEqual(contentsOf(await answer), ['at last']);
  });

  it('answers at once with what is there, or with nothing when asked not to wait', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');

    const nothing = await poll(server, 'bob', queue_id, -1);
    await send(server.as('alice'), { to: 'general', content: 'one' });
    await send(server.as('alice'), { to: 'general', content: 'two' });
    const something = await server.as('bob').get('/events', { queue_id, last_event_id: -1 });

    assert.deepEqual(nothing.body, { result: 'success', msg: '', events: [] });
    assert.deepEqual(contentsOf(something), ['one', 'two']);
  });

  it('repeats events until they are acknowledged, then forgets them', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    for (const content of ['one', 'two', 'three']) await send(server.as('alice'), { to: 'general', content });

    const first = await poll(server, 'bob', queue_id, -1);
    const again = await poll(server, 'bob', queue_id, -1);
    const rest = await poll(server, 'bob', queue_id, 1);
    const backwards = await poll(server, 'bob', queue_id, 0);
    const ahead = await poll(server, 'bob', queue_id, 3);
    const unharmed = await poll(server, 'bob', queue_id, 1);

    assert.deepEqual(contentsOf(first), ['one', 'two', 'three']);
    assert.deepEqual(again.body, first.body);
    assert.deepEqual(contentsOf(rest), ['three']);
    assert.deepEqual(
      [backwards.status, backwards.body],
      [400, badRequest('An event newer than 0 has already been pruned!')],
    );
    assert.deepEqual([ahead.status, ahead.body], [400, badRequest('Event 3 was not in this queue')]);
    assert.deepEqual(unharmed.body, rest.body);
  });

  it('names what is missing', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');

    const noQueue = await server.as('bob').get('/events', { last_event_id: -1 });
    const noEvent = await server.as('bob').get('/events', { queue_id });

    assert.deepEqual([noQueue.status, noQueue.body], [400, badRequest("Missing 'queue_id' argument")]);
    assert.deepEqual([noEvent.status, noEvent.body], [400, badRequest("Missing 'last_event_id' argument")]);
  });

  it('opens a queue for who names none and does not wait, as register does', async (t) => {
    const server = await startServer(t);
    const values = { dont_block: true, event_types: ['message'], narrow: [['topic', 'lunch']] };

    const opened = await server.as('bob').get('/events', values);
    await send(server.as('alice'), { to: 'general', content: 'soup', topic: 'lunch' });
    await send(server.as('alice'), { to: 'general', content: 'cake', topic: 'tea' });
    const { queue_id } = opened.body;
    const heard = await poll(server, 'bob', queue_id, -1);

    assert.deepEqual(opened.body, { result: 'success', msg: '', events: [], queue_id });
    assert.deepEqual(contentsOf(heard), ['soup']);
    assert.equal('queue_id' in heard.body, false);
    assert.deepEqual((await poll(server, 'alice', queue_id, -1)).body, badQueue(queue_id));
  });

  it('opens none for a guest who wants all public channels', async (t) => {
    const server = await startServer(t);

    const { status, body } = await server.as('guest').get('/events', { dont_block: true, all_public_streams: true });

    assert.deepEqual([status, body], [400, badRequest('User not authorized for this query')]);
    assert.equal(server.app.queues.size, 0);
  });

  it("answers for somebody else's queue as for none", async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');

    for (const id of [queue_id, 'no-such-queue']) {
      const { status, body } = await poll(server, 'alice', id, -1);
      assert.deepEqual([status, body], [400, badQueue(id)]);
    }
  });

  it('ends the first poll when a second one comes', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const first = await beginPoll(server, 'bob', queue_id);

    const second = server.as('bob').get('/events', { queue_id, last_event_id: -1 });
    const ended = await first.answer;
    await until(() => isWaiting(server, 'bob', queue_id));
    await send(server.as('alice'), { to: 'general', content: 'for the second' });

    assert.deepEqual(ended.body, { result: 'success', msg: '', events: [] });
    assert.deepEqual(contentsOf(await second), ['for the second']);
  });

  it('keeps events for a client that went away while it waited', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const gone = new AbortController();
    const path = `/events?queue_id=${queue_id}&last_event_id=-1`;
    const lost = server.as('bob').send('GET', path, { signal: gone.signal });
    await until(() => isWaiting(server, 'bob', queue_id));

    gone.abort();
    await assert.rejects(lost);
    await until(() => !isWaiting(server, 'bob', queue_id));
    await send(server.as('alice'), { to: 'general', content: 'did you get this?' });

    assert.deepEqual(contentsOf(await poll(server, 'bob', queue_id, -1)), ['did you get this?']);
  });

  it('sends a heartbeat after 45 to 55 seconds of silence, whatever types are wanted', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const { answer } = await beginPoll(server, 'bob', queue_id);

    server.clock.advance(44);
    server.app.queues.sweep();
    const waited = isWaiting(server, 'bob', queue_id);
    server.clock.advance(12);
    server.app.queues.sweep();

    assert.equal(waited, true);
    assert.deepEqual((await answer).body, { result: 'success', msg: '', events: [{ type: 'heartbeat', id: 0 }] });
    await send(server.as('alice'), { to: 'general', content: 'after' });
    const { body } = await poll(server, 'bob', queue_id, 0);
    assert.deepEqual(
      body.events.map(({ id, type }: Values) => ({ id, type })),
      [{ id: 1, type: 'message' }],
    );
  });

  it('never puts a heartbeat together with other events', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob', withBare);
    const late = await beginPoll(server, 'bob', queue_id);

    // The event is in the queue and the poll not yet woken when the heartbeat falls due.
    server.clock.advance(60);
    await server.app.writes.submit(() => server.app.db.afterCommit(() => deliverAndSweep(server)));
    const together = await late.answer;
    const next = await beginPoll(server, 'bob', queue_id, 0);
    server.clock.advance(60);
    server.app.queues.sweep();
    await next.answer;
    await send(server.as('alice'), { to: 'general', content: 'after a lost heartbeat' });
    const after = await poll(server, 'bob', queue_id, 0);

    const types = ({ body }: Answer) => body.events.map(({ type }: Values) => type);
    assert.deepEqual(types(together), [bare.type]);
    assert.deepEqual(types(after), ['message']);
  });

  function deliverAndSweep({ app, users }: TestServer): void {
    app.queues.deliver({ ...bare, audience: { user_ids: [users.bob.id] } });
    app.queues.sweep();
  }

  it('forgets a queue nobody polls for ten minutes, and never one with a waiting poll', async (t) => {
    const server = await startServer(t);
    const idle = await register(server, 'bob');
    const held = await register(server, 'bob');

    server.clock.advance(599);
    server.app.queues.sweep();
    const { status } = await poll(server, 'bob', idle, -1);
    await beginPoll(server, 'bob', held);
    server.clock.advance(601);
    server.app.queues.sweep();

    assert.equal(status, 200);
    assert.deepEqual((await poll(server, 'bob', idle, -1)).body, badQueue(idle));
    assert.equal((await poll(server, 'bob', held, -1)).status, 200);
  });

  it('keeps a queue as long as it was asked to, up to a week', async (t) => {
    const server = await startServer(t);
    const hour = await register(server, 'bob', { queue_lifespan_secs: 3600 });
    const long = await register(server, 'bob', { queue_lifespan_secs: 100_000_000 });
    const aliveAfter = (seconds: number) => {
      server.clock.advance(seconds);
      server.app.queues.sweep();
      return server.app.queues.size;
    };

    assert.equal(aliveAfter(3599), 2);
    assert.equal(aliveAfter(2), 1);
    assert.equal(aliveAfter(7 * 86_400 - 3602), 1);
    assert.equal(aliveAfter(2), 0);
    for (const id of [hour, long]) assert.deepEqual((await poll(server, 'bob', id, -1)).body, badQueue(id));
  });

  it('drops a queue that has grown too long, so that its client starts anew', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob', withBare);
    const event = { ...bare, audience: 'everyone' as const };

    for (let count = 0; count < 20_000; count++) server.app.queues.deliver(event);
    const full = await poll(server, 'bob', queue_id, -1);
    server.app.queues.deliver(event);
    const over = await poll(server, 'bob', queue_id, -1);

    assert.equal(full.body.events.length, 20_000);
    assert.equal(over.status, 400);
    assert.deepEqual(over.body, badQueue(queue_id));
  });

  it('tells flag changes that follow one another as one, in place of the last', async (t) => {
    const server = await startServer(t);
    const [one, two, three] = await sendSome(server, 3);
    const queue_id = await register(server, 'bob', { event_types: ['update_message_flags'] });

    await flag(server, 'bob', 'add', 'read', [one, two]);
    await flag(server, 'bob', 'add', 'read', [three]);
    await flag(server, 'bob', 'add', 'starred', [one]);
    await flag(server, 'bob', 'remove', 'starred', [one]);
    await flag(server, 'bob', 'add', 'starred', [two]);
    const { body } = await poll(server, 'bob', queue_id, -1);
    const rest = await poll(server, 'bob', queue_id, 1);

    const change = (id: number, op: 'add' | 'remove', name: string, messages: (number | undefined)[]) => {
      return { type: 'update_message_flags', op, operation: op, flag: name, messages, all: false, id };
    };
    assert.deepEqual(body.events, [
      change(1, 'add', 'read', [one, two, three]),
      change(2, 'add', 'starred', [one]),
      change(3, 'remove', 'starred', [one]),
      change(4, 'add', 'starred', [two]),
    ]);
    assert.deepEqual(rest.body.events, body.events.slice(1));
  });

  it('tells with messages that became unread one after the other where all of them are', async (t) => {
    const server = await startServer(t);
    const [one, two] = await sendSome(server, 2);
    await flag(server, 'bob', 'add', 'read', [one, two]);
    const queue_id = await register(server, 'bob', { event_types: ['update_message_flags'] });

    await flag(server, 'bob', 'remove', 'read', [one]);
    await flag(server, 'bob', 'remove', 'read', [two]);
    const { body } = await poll(server, 'bob', queue_id, -1);

    const [{ messages, message_details }] = body.events;
    assert.deepEqual([body.events.length, messages], [1, [one, two]]);
    assert.deepEqual(Object.keys(message_details).map(Number), [one, two]);
  });

  it('changes no flag event that a client may have, and none with another event after it', async (t) => {
    const server = await startServer(t);
    const [one, two, three] = await sendSome(server, 3);
    const queue_id = await register(server, 'bob', { event_types: ['message', 'update_message_flags'] });

    await flag(server, 'bob', 'add', 'read', [one]);
    await poll(server, 'bob', queue_id, -1);
    await flag(server, 'bob', 'add', 'read', [two]);
    await send(server.as('alice'), { to: 'general' });
    await flag(server, 'bob', 'add', 'read', [three]);
    const { body } = await poll(server, 'bob', queue_id, -1);

    assert.deepEqual(
      body.events.map(({ id, type, messages }: Values) => [id, type, messages]),
      [
        [0, 'update_message_flags', [one]],
        [1, 'update_message_flags', [two]],
        [2, 'message', undefined],
        [3, 'update_message_flags', [three]],
      ],
    );
  });

  it('lets the change of all messages stand alone', async (t) => {
    const server = await startServer(t);
    const [one] = await sendSome(server, 2);
    const queue_id = await register(server, 'bob', { event_types: ['update_message_flags'] });

    await flag(server, 'bob', 'add', 'read', [one]);
    await server.as('bob').post('/mark_all_as_read');
    const { body } = await poll(server, 'bob', queue_id, -1);

    assert.deepEqual(
      body.events.map(({ all }: Values) => all),
      [false, true],
    );
  });

  it('takes an id that is no number, or that was never an event, for what it is', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');

    const words = await server.as('bob').get('/events', { queue_id, last_event_id: 'newest' });
    const before = await poll(server, 'bob', queue_id, -2);
    const after = await poll(server, 'bob', queue_id, 0);

    assert.deepEqual([words.status, words.body], [400, badRequest('last_event_id is not valid JSON')]);
    assert.deepEqual(before.body, badRequest('An event newer than -2 has already been pruned!'));
    assert.deepEqual(after.body, badRequest('Event 0 was not in this queue'));
    assert.equal((await poll(server, 'bob', queue_id, -1)).status, 200);
  });

  it('takes the id of a heartbeat that a real event has replaced meanwhile', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const { answer } = await beginPoll(server, 'bob', queue_id);
    server.clock.advance(60);
    server.app.queues.sweep();
    await answer;

    await send(server.as('alice'), { to: 'general', content: 'after the heartbeat' });
    const next = await poll(server, 'bob', queue_id, 0);

    assert.deepEqual(contentsOf(next), ['after the heartbeat']);
    assert.equal(next.body.events[0].id, 1);
  });

  it('leaves what is more than some MiB for the next poll', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob', { event_types: ['alert_words'] });
    const alert_words = Array.from({ length: 1024 }, (_, n) => `${n}`.padEnd(1024, 'x'));
    const audience = { user_ids: [server.users.bob.id] };
    for (let count = 0; count < 7; count++) {
      server.app.queues.deliver(plainPublication({ type: 'alert_words', alert_words }, audience));
    }

    const ids = ({ body }: Answer) => body.events.map(({ id }: Values) => id);
    const first = await poll(server, 'bob', queue_id, -1);
    const second = await poll(server, 'bob', queue_id, ids(first).at(-1));

    assert.deepEqual(
      [ids(first), ids(second)],
      [
        [0, 1, 2, 3],
        [4, 5, 6],
      ],
    );
  });

  it('ends the polls of a user whose keys became useless, and keeps the queue for the new one', async (t) => {
    const server = await startServer(t);
    const [bobs, alices] = [await register(server, 'bob'), await register(server, 'alice')];
    const { answer } = await beginPoll(server, 'bob', bobs);
    await beginPoll(server, 'alice', alices);

    const { body } = await server.as('bob').post('/users/me/api_key/regenerate');
    const ended = await answer;
    await send(server.as('alice'), { to: 'general', content: 'only for who has the key' });
    const old = await poll(server, 'bob', bobs, -1);
    const renewed = new Client(server.url, { email: server.users.bob.email, key: body.api_key });
    const heard = await renewed.get('/events', { queue_id: bobs, last_event_id: -1 });

    assert.deepEqual(ended.body, { result: 'success', msg: '', events: [] });
    assert.deepEqual([old.status, old.body.msg], [401, 'Invalid API key']);
    assert.deepEqual(contentsOf(heard), ['only for who has the key']);
  });

  it('ends all polls and queues of somebody who is deactivated, and no others', async (t) => {
    const server = await startServer(t);
    const [bobs, alices] = [await register(server, 'bob'), await register(server, 'alice')];
    const { answer } = await beginPoll(server, 'bob', bobs);
    await beginPoll(server, 'alice', alices);

    await server.as('admin').delete(`/users/${server.users.bob.id}`);

    assert.deepEqual((await answer).body, { result: 'success', msg: '', events: [] });
    assert.deepEqual([server.app.queues.size, isWaiting(server, 'alice', alices)], [1, true]);
  });

  it('tells a guest nothing more of a channel that they were taken out of', async (t) => {
    const server = await startServer(t);
    const stream_id = await subscribe(server.as('alice'), 'plans', { principals: [server.users.guest.id] });
    const queues = [await register(server, 'guest'), await register(server, 'guest')];

    await send(server.as('alice'), { to: 'plans', content: 'while there' });
    const values = { subscriptions: ['plans'], principals: [server.users.guest.id] };
    const { body } = await server.as('admin').delete('/users/me/subscriptions', values);
    await send(server.as('alice'), { to: 'plans', content: 'when gone' });

    assert.ok(stream_id > 0);
    assert.deepEqual(body.removed, ['plans']);
    for (const queue_id of queues)
      assert.deepEqual(contentsOf(await poll(server, 'guest', queue_id, -1)), ['while there']);
  });

  // More than a thousand are woken bit by bit.
  for (const count of [300, 1200]) {
    it(`wakes ${count} clients, each with all of its events`, async (t) => {
      const server = await startServer(t);
      const names = Array.from(
        { length: count },
        (_, index) => (['bob', 'owner', 'admin'] as const)[index % 3] ?? 'bob',
      );
      const queues: [name: CastName, queue_id: string][] = [];
      for (const name of names) queues.push([name, await register(server, name)]);
      const answers = queues.map(([name, queue_id]) => server.as(name).get('/events', { queue_id, last_event_id: -1 }));
      await until(() => queues.every(([name, queue_id]) => isWaiting(server, name, queue_id)));

      await send(server.as('alice'), { to: 'general', content: 'all of you' });

      for (const answer of answers) assert.deepEqual(contentsOf(await answer), ['all of you']);
    });
  }
});

// The limit is for polls that a fault leaves waiting for ever.
describe('DELETE /events', { timeout: 120_000 }, () => {
  it('ends the queue and its waiting poll', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const { answer } = await beginPoll(server, 'bob', queue_id);

    const { body } = await server.as('bob').delete('/events', { queue_id });

    assert.deepEqual(body, { result: 'success', msg: '' });
    assert.equal((await answer).status, 200);
    assert.deepEqual((await poll(server, 'bob', queue_id, -1)).body, badQueue(queue_id));
    assert.equal(server.app.queues.size, 0);
  });

  it('ends a poll that arrives together with it', async (t) => {
    const server = await startServer(t);
    const bob = server.as('bob');

    for (let round = 0; round < 100; round++) {
      const queue_id = await register(server, 'bob');
      const [polled, deleted] = await Promise.all([
        bob.get('/events', { queue_id, last_event_id: -1 }),
        bob.delete('/events', { queue_id }),
      ]);

      assert.equal(deleted.status, 200);
      const answer = polled.status === 200 ? { result: 'success', msg: '', events: [] } : badQueue(queue_id);
      assert.deepEqual(polled.body, answer);
    }
  });

  it("answers for somebody else's queue as for none, and leaves it alone", async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');

    for (const id of [queue_id, 'no-such-queue']) {
      const { status, body } = await server.as('alice').delete('/events', { queue_id: id });
      assert.deepEqual([status, body], [400, badQueue(id)]);
    }
    const missing = await server.as('bob').delete('/events');

    assert.equal(missing.body.code, 'REQUEST_VARIABLE_MISSING');
    assert.equal(server.app.queues.size, 1);
  });
});
