import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Call, CallError, NetworkError } from '../../src/client/api/call.ts';
import type { ListenToStream } from '../../src/client/api/stream.ts';
import type { ServerEvent, State } from '../../src/client/api/types.ts';
import { rememberStreams } from '../../src/client/device/streams.ts';
import { Connection } from '../../src/client/live/connection.ts';
import { FakeClock, settled } from './fake-clock.ts';

interface Opened {
  params: Record<string, unknown>;
  say: (...events: object[]) => void;
  end: () => void;
  fail: (error: Error) => void;
  isAborted: boolean;
}

const message = (id: number) => ({ id, type: 'message' });

/** A connection by stream to a server that answers every other request at once. */
function scene() {
  const clock = new FakeClock();
  const heard: string[] = [];
  const requests: string[] = [];
  const opened: Opened[] = [];
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const network = { isDown: false, waiting: 0 };
  const call: Call = (method, path, params = {}, { signal } = {}) =>
    new Promise<object>((resolve, reject) => {
      const { dont_block, last_event_id } = params;
      const waits = method === 'GET' && dont_block !== true;
      requests.push(`${method} ${path}${waits ? ', waiting' : ''} after ${last_event_id}`);
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      if (network.isDown) reject(new NetworkError(''));
      else if (path === '/register') resolve({ user_id: 9, queue_id: 'new', last_event_id: -1 });
      else if (!waits) resolve({ events: [] });
    }) as never;
  const listen: ListenToStream = (params, pass, signal) =>
    new Promise((resolve, reject) => {
      const stream: Opened = {
        params,
        say: (...events) => pass(events as ServerEvent[]),
        end: resolve,
        fail: reject,
        isAborted: false,
      };
      signal.addEventListener('abort', () => {
        stream.isAborted = true;
        reject(new DOMException('', 'AbortError'));
      });
      opened.push(stream);
    });
  const listener = {
    model: { state: { user_id: 9, queue_id: 'old', last_event_id: 4 } as State },
    apply: (events: readonly ServerEvent[]) => {
      for (const { id, type } of events) heard.push(`${type} ${id}`);
    },
    restart: (state: State) => {
      listener.model.state = state;
      heard.push('restart');
    },
    reconnected: () => heard.push('reconnected'),
    loggedOut: () => heard.push('logged out'),
    replaced: () => heard.push('replaced'),
  };
  const turns = { next: () => Promise.resolve('wait' as const), isShown: () => true };
  const streams = rememberStreams(storage, clock);
  const connection = new Connection({ call, listen, streams }, listener, turns, clock);
  void connection.run();
  const stream = () => opened.at(-1) as Opened;
  return { clock, heard, requests, opened, network, connection, stream, streams };
}

describe('a connection by stream', () => {
  it('hears each event as it comes, and acknowledges after twenty seconds', async () => {
    const { clock, heard, requests, stream } = scene();
    await settled();

    stream().say();
    stream().say(message(5));
    await clock.advance(19_000);
    stream().say(message(6), message(7));
    await settled();
    const early = [...requests];
    await clock.advance(1000);
    stream().say(message(8));
    await settled();

    assert.deepEqual(stream().params, { queue_id: 'old', last_event_id: 4 });
    assert.deepEqual(heard, ['message 5', 'message 6', 'message 7', 'message 8']);
    assert.deepEqual([early, requests], [[], ['POST /events/stream after 8']]);
  });

  it('acknowledges a heartbeat at once, and a thousand events', async () => {
    const { clock, requests, stream } = scene();
    await settled();

    stream().say();
    await clock.advance(25_000);
    stream().say();
    for (let id = 5; id < 1006; id += 1) stream().say(message(id));
    await settled();

    assert.deepEqual(requests, ['POST /events/stream after 4', 'POST /events/stream after 1004']);
  });

  it('is back at once when a stream ends or breaks off, after the last event that came', async () => {
    for (const end of ['end', 'fail'] as const) {
      const { clock, requests, opened, stream, connection } = scene();
      await settled();
      stream().say();
      await clock.advance(10_000);
      stream().say(message(5));

      stream()[end](new NetworkError(''));
      await settled();
      await settled();

      assert.deepEqual(requests, ['GET /events after 5']);
      assert.deepEqual([opened.length, stream().params.last_event_id, connection.isOnline.value], [2, 5, true]);
    }
  });

  it('is doubted after thirty seconds without a word, and back with the first answer', async () => {
    const { clock, heard, opened, network, stream, connection } = scene();
    await settled();
    stream().say();
    await clock.advance(25_000);
    stream().say();
    network.isDown = true;

    await clock.advance(29_999);
    assert.equal(stream().isAborted, false);
    await clock.advance(2000);
    assert.deepEqual([opened[0]?.isAborted, connection.isOnline.value], [true, false]);
    network.isDown = false;
    await clock.advance(1500);

    assert.deepEqual([heard, opened.length, connection.isOnline.value], [['reconnected'], 2, true]);
  });

  it('polls, for some hours, once two streams in a row did not begin while the server answered', async () => {
    const { clock, requests, opened, streams } = scene();

    await clock.advance(7000);

    assert.equal(opened.length, 2);
    assert.deepEqual(requests, ['GET /events after 4', 'GET /events after 4', 'GET /events, waiting after 4']);
    assert.equal(streams.mayOpen(), false);
    await clock.advance(8 * 3600_000);
    assert.equal(streams.mayOpen(), true);
  });

  it('polls where the beginning of streams comes through and their events do not', async () => {
    const { clock, opened, streams, stream } = scene();
    await settled();
    stream().say();
    await clock.advance(30_000);
    stream().say();
    await clock.advance(30_000);

    assert.deepEqual([opened.length, streams.mayOpen()], [2, false]);
  });

  it('polls where streams are cut off at once, and asks no more than that', async () => {
    const { clock, requests, opened, streams, stream } = scene();
    await settled();
    stream().end();
    await settled();
    await settled();
    stream().fail(new CallError(502, {}));
    await clock.advance(1000);

    assert.deepEqual([opened.length, requests.length, streams.mayOpen()], [2, 3, false]);
  });

  it('keeps streams that a tab gave up itself, or that fell silent once', async () => {
    const { clock, stream, streams, connection } = scene();
    await settled();
    for (let count = 0; count < 10; count += 1) {
      stream().say();
      connection.renew();
      await settled();
      await settled();
    }
    for (let count = 0; count < 10; count += 1) {
      stream().say();
      await clock.advance(25_000);
      stream().say();
      await clock.advance(31_000);
    }

    assert.equal(streams.mayOpen(), true);
  });

  it('registers again when its queue is gone', async () => {
    const { clock, heard, stream } = scene();
    await settled();

    stream().fail(new CallError(400, { code: 'BAD_EVENT_QUEUE_ID' }));
    await clock.advance(1000);

    assert.deepEqual(heard, ['restart']);
    assert.deepEqual(stream().params, { queue_id: 'new', last_event_id: -1 });
  });

  it('does not trust a date of years ahead', () => {
    const clock = new FakeClock();
    const { mayOpen } = rememberStreams({ getItem: () => String(clock.now() + 10 ** 12), setItem: () => {} }, clock);

    assert.equal(mayOpen(), true);
  });
});
