import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { plainPublication } from '../../src/events/event.ts';
import { Outflow } from '../../src/http/outflow.ts';
import { restoreQueues, saveQueues } from '../../src/registration/saved-queues.ts';
import type { HeardEvent } from '../support/events.ts';
import { send } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { EventStream } from '../support/stream.ts';
import { until } from '../support/until.ts';

async function register(server: TestServer, name: CastName): Promise<string> {
  const { body } = await server.as(name).post('/register', { event_types: ['message', 'alert_words'] });
  return body.queue_id;
}

/** Bob, whose stream is open. */
async function openScene(t: TestContext) {
  const server = await startServer(t);
  const queue_id = await register(server, 'bob');
  const stream = await EventStream.open(server.as('bob'), queue_id);
  await until(() => stream.comments === 1);
  const say = (content: string) => send(server.as('alice'), { to: 'general', content });
  const acknowledge = (last_event_id: number) => server.as('bob').post('/events/stream', { queue_id, last_event_id });
  /** What the server does each second, after some seconds. */
  const pass = (seconds: number) => {
    server.clock.advance(seconds);
    server.app.queues.sweep();
  };
  const open = (last_event_id: number) => EventStream.open(server.as('bob'), queue_id, last_event_id);
  const queue = server.app.queues.access(queue_id, server.users.bob.id);
  return { server, queue_id, queue, stream, say, acknowledge, pass, open };
}

/** An event of some size for everybody, without the work of a message. */
function tell({ app }: TestServer, text: string): void {
  app.queues.deliver(plainPublication({ type: 'alert_words', alert_words: [text] }, 'everyone'));
}

function shortly({ id, message }: HeardEvent): string {
  return `${id}: ${message.content}`;
}

describe('GET /events/stream', { timeout: 120_000 }, () => {
  it('carries each event as it happens, as a poll would list it', async (t) => {
    const { server, queue_id, stream, say } = await openScene(t);
    const { headers } = stream.response;

    await say('one');
    await stream.untilEvents(1);
    await say('two, with é and 🙂');
    const events = await stream.untilEvents(2);
    const listed = await server.as('bob').get('/events', { queue_id, last_event_id: -1, dont_block: true });

    assert.deepEqual(events, listed.body.events);
    assert.deepEqual(events.map(shortly), ['0: one', '1: two, with é and 🙂']);
    assert.equal(headers['content-type'], 'text/event-stream');
    assert.equal(headers['cache-control'], 'private, no-store, no-transform');
    assert.equal(headers['x-accel-buffering'], 'no');
  });

  it('begins with what was not acknowledged, whatever was sent before', async (t) => {
    const { server, queue_id, stream, say, open } = await openScene(t);
    for (const content of ['one', 'two', 'three']) await say(content);
    await stream.untilEvents(3);
    stream.close();

    const again = await open(0);

    assert.deepEqual((await again.untilEvents(2)).map(shortly), ['1: two', '2: three']);
    const pruned = await server.as('bob').get('/events', { queue_id, last_event_id: -1, dont_block: true });
    assert.equal(pruned.body.msg, 'An event newer than -1 has already been pruned!');
  });

  it('has a heartbeat 25 seconds after the client was last heard, and no other', async (t) => {
    const { stream, acknowledge, pass, say } = await openScene(t);

    for (let second = 0; second < 24; second++) pass(1);
    const before = stream.comments;
    pass(1);
    await until(() => stream.comments === 2);
    await acknowledge(-1);
    for (let second = 0; second < 24; second++) pass(1);
    await say('still there');
    await stream.untilEvents(1);

    assert.deepEqual([before, stream.comments, stream.isEnded], [1, 2, false]);
  });

  it('ends within thirty seconds after its client vanished, events or not, and the queue stays', async (t) => {
    for (const hasEvents of [false, true]) {
      const { server, queue_id, stream, pass, say, open } = await openScene(t);

      if (hasEvents) await say('not acknowledged');
      pass(25);
      pass(3);
      assert.equal(stream.isEnded, false);
      pass(1);
      await stream.untilEnd();
      pass(599);

      assert.equal(server.app.queues.access(queue_id, server.users.bob.id).outlet, undefined);
      const again = await open(-1);
      await say('back');
      await again.untilEvents(hasEvents ? 2 : 1);
    }
  });

  it('goes on while its client acknowledges, which removes the events from the queue', async (t) => {
    const { queue, stream, say, acknowledge, pass } = await openScene(t);

    for (let count = 0; count < 5; count++) {
      await say(`message ${count}`);
      await stream.untilEvents(count + 1);
      pass(24);
      const { status, body } = await acknowledge(count);
      assert.deepEqual([status, body], [200, { result: 'success', msg: '' }]);
      assert.deepEqual([queue.first_id, queue.events.length], [count + 1, 0]);
    }

    assert.equal(stream.isEnded, false);
  });

  for (const [name, end] of Object.entries<(server: TestServer, queue_id: string) => unknown>({
    'a new stream': (server, queue_id) => EventStream.open(server.as('bob'), queue_id),
    'a waiting poll': (server, queue_id) => {
      void server.as('bob').get('/events', { queue_id, last_event_id: -1 });
    },
    'a poll that does not wait': (server, queue_id) =>
      server.as('bob').get('/events', { queue_id, last_event_id: -1, dont_block: true }),
    'the end of its queue': (server, queue_id) => server.as('bob').delete('/events', { queue_id }),
    'a new key': (server) => server.as('bob').post('/users/me/api_key/regenerate'),
    'the deactivation of its user': (server) => server.as('admin').delete(`/users/${server.users.bob.id}`),
    'the end of the server': ({ app }) => app.queues.release(),
  })) {
    it(`is ended by ${name}`, async (t) => {
      const { server, queue_id, queue, stream } = await openScene(t);
      const { outlet } = queue;

      await end(server, queue_id);
      await stream.untilEnd();

      assert.notEqual(queue.outlet, outlet);
      assert.deepEqual([stream.events, server.app.outflow.answers], [[], 0]);
    });
  }

  it('ends a waiting poll of its queue', async (t) => {
    const { server, queue_id, queue, open } = await openScene(t);
    const poll = server.as('bob').get('/events', { queue_id, last_event_id: -1 });
    await until(() => queue.outlet?.constructor.name === 'Poll');

    await open(-1);

    assert.deepEqual((await poll).body.events, []);
  });

  it('leaves its queue to expire like one that is not polled when the client closes it', async (t) => {
    const { server, queue, stream, pass } = await openScene(t);

    stream.close();
    await until(() => queue.outlet === undefined);
    pass(599);
    assert.equal(server.app.queues.size, 1);
    pass(2);

    assert.equal(server.app.queues.size, 0);
  });

  it('goes on in the server after a restart, with what came before and after', async (t) => {
    const { server, queue_id, stream, say } = await openScene(t);
    await say('acknowledged');
    await say('sent');
    await stream.untilEvents(2);
    saveQueues(server.app);

    const next = await startServer(t, server.db.connection.serialize());
    restoreQueues(next.app);
    const again = await EventStream.open(next.as('bob'), queue_id, 0);
    await send(next.as('alice'), { to: 'general', content: 'new' });

    assert.deepEqual((await again.untilEvents(2)).map(shortly), ['1: sent', '2: new']);
  });

  it('sends many events of one moment once each, in order', async (t) => {
    const { server, stream } = await openScene(t);

    for (let count = 0; count < 3000; count++) tell(server, `${count} ${'x'.repeat(200)}`);
    const events = await stream.untilEvents(3000);

    assert.deepEqual(
      events.map(({ id, alert_words }) => [id, Number.parseInt(alert_words[0], 10)]),
      Array.from({ length: 3000 }, (_, count) => [count, count]),
    );
  });
});

/** Opens a stream and reads nothing of it. */
function openUnread(t: TestContext, { url, as }: TestServer, name: CastName, queue_id: string, last = -1): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  socket.write(
    `GET /api/v1/events/stream?queue_id=${queue_id}&last_event_id=${last} HTTP/1.1\r\nHost: x\r\n` +
      `Authorization: ${as(name).authorization}\r\n\r\n`,
  );
  return socket;
}

describe('a stream of a client that means no good', { timeout: 120_000 }, () => {
  const large = 'x'.repeat(100_000);

  it('is bounded in memory if nobody reads it, and ends', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const socket = openUnread(t, server, 'bob', queue_id);
    const queue = server.app.queues.access(queue_id, server.users.bob.id);
    await until(() => queue.outlet !== undefined);

    for (let count = 0; count < 200; count++) {
      tell(server, large);
      await new Promise(setImmediate);
    }
    await until(() => server.app.outflow.answers === 1);
    assert.ok(server.app.outflow.waiting < 400_000, `${server.app.outflow.waiting} bytes`);
    assert.equal(queue.events.length, 200);
    for (const seconds of [26, 5]) {
      server.clock.advance(seconds);
      server.app.queues.sweep();
    }

    await until(() => server.app.outflow.answers === 0);
    assert.deepEqual([server.app.outflow.waiting, queue.outlet], [0, undefined]);
    socket.destroy();
  });

  it('has everything, in order, if it is read slowly', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    const stream = await EventStream.open(server.as('bob'), queue_id);
    for (let count = 0; count < 100; count++) tell(server, `${count} ${large}`);

    while (stream.events.length < 100) {
      stream.response.pause();
      await new Promise((resolve) => setTimeout(resolve, 2));
      stream.response.resume();
      await new Promise(setImmediate);
    }

    assert.deepEqual(
      stream.events.map(({ alert_words }) => Number.parseInt(alert_words[0], 10)),
      Array.from({ length: 100 }, (_, count) => count),
    );
  });

  it('is cut, and no other, once too much waits for its user', async (t) => {
    const server = await startServer(t);
    server.app.outflow = new Outflow({ user: 5_000_000 });
    const others = await EventStream.open(server.as('bob'), await register(server, 'bob'));
    const queues = await Promise.all(Array.from({ length: 60 }, () => register(server, 'guest')));
    for (const queue_id of queues) openUnread(t, server, 'guest', queue_id);
    const open = () =>
      queues.filter((id) => server.app.queues.access(id, server.users.guest.id).outlet !== undefined).length;
    await until(() => open() === 60);

    for (let count = 0; count < 100 && server.app.outflow.cuts === 0; count++) {
      tell(server, large);
      await others.untilEvents(count + 1);
      assert.ok(server.app.outflow.waiting < 6_000_000, `${server.app.outflow.waiting} bytes`);
    }

    assert.ok(server.app.outflow.cuts > 0 && open() < 60);
    assert.equal(others.isEnded, false);
  });

  it('is not cut while a thousand clients read slowly', async (t) => {
    const server = await startServer(t);
    const queues = await Promise.all(Array.from({ length: 20 }, () => register(server, 'guest')));
    const room = new Outflow().limits.all / 1000;
    server.app.outflow = new Outflow({ all: room * queues.length });
    for (const queue_id of queues) openUnread(t, server, 'guest', queue_id);
    const open = () =>
      queues.filter((id) => server.app.queues.access(id, server.users.guest.id).outlet !== undefined).length;
    await until(() => open() === queues.length);

    // More than the operating system takes for each.
    for (let count = 0; count < 1000; count++) {
      tell(server, 'x'.repeat(10_000));
      if (count % 100 === 99) await new Promise(setImmediate);
    }
    const { outflow } = server.app;
    await until(() => outflow.answers === queues.length || outflow.cuts > 0);

    assert.deepEqual([outflow.cuts, open()], [0, queues.length]);
  });

  it('leaves nothing behind if it is opened a thousand times', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'guest');
    const streams: EventStream[] = [];

    for (let count = 0; count < 1000; count++) streams.push(await EventStream.open(server.as('guest'), queue_id));
    await until(() => streams.filter(({ isEnded }) => !isEnded).length === 1);
    tell(server, 'once');
    await streams.at(-1)?.untilEvents(1);

    assert.deepEqual([server.app.queues.size, server.app.outflow.answers, server.app.outflow.waiting], [1, 0, 0]);
    assert.deepEqual(
      streams.filter(({ events }) => events.length > 0),
      [streams.at(-1)],
    );
  });

  it('is resumed without a loss or a repetition wherever it was cut', async (t) => {
    const server = await startServer(t);
    const queue_id = await register(server, 'bob');
    for (const text of ['one', 'é 🙂', 'three']) tell(server, text);
    const whole = await readBytes(server, queue_id, 3);

    for (let length = 0; length <= whole.length; length++) {
      // As a client reads it: nothing but whole parts count.
      const parts = whole.subarray(0, length).toString().split('\n\n').slice(0, -1);
      const events = parts.filter((part) => part.startsWith('data: ')).map((part) => JSON.parse(part.slice(6)));
      const queue = await register(server, 'bob');
      for (const text of ['one', 'é 🙂', 'three']) tell(server, text);
      const again = await EventStream.open(server.as('bob'), queue, events.at(-1)?.id ?? -1);
      await again.untilEvents(3 - events.length);
      again.close();
      await server.as('bob').delete('/events', { queue_id: queue });

      const words = [...events, ...again.events].map(({ alert_words }) => alert_words[0]);
      assert.deepEqual(words, ['one', 'é 🙂', 'three'], `cut after ${length} bytes`);
    }
  });
});

/** The body of a stream up to its end in so many events. */
async function readBytes({ url, as }: TestServer, queue_id: string, count: number): Promise<Buffer> {
  const query = new URLSearchParams({ queue_id, last_event_id: '-1' });
  const headers = { authorization: as('bob').authorization };
  const { body } = await fetch(`${url}/api/v1/events/stream?${query}`, { headers });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    if (Buffer.concat(chunks).toString().split('data: ').length > count) break;
  }
  return Buffer.concat(chunks);
}
