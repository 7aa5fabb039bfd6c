import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Call, CallError, NetworkError, type Params } from '../../src/client/api/call.ts';
import type { ServerEvent } from '../../src/client/api/types.ts';
import { adoptEarlierOutbox } from '../../src/client/live/earlier-outbox.ts';
import { Outbox } from '../../src/client/live/outbox.ts';
import { OutboxFinder } from '../../src/client/live/outbox-finder.ts';
import { type KeyedStorage, OutboxStorage, type OutgoingMessage } from '../../src/client/live/outbox-storage.ts';
import { type Conversation, keyOf } from '../../src/client/store/conversation.ts';
import '../support/english.ts';
import { BrowserModel } from './chat-model.ts';
import { FakeClock, settled } from './fake-clock.ts';
import { createStore } from './store.ts';

const boats: Conversation = { type: 'topic', stream_id: 1, topic: 'boats' };
const ducks: Conversation = { type: 'topic', stream_id: 1, topic: 'ducks' };

interface Request {
  name: string;
  params: Params;
  answer: (answer: object) => void;
  fail: (error: Error) => void;
  isAborted: boolean;
}

interface Options {
  clock?: FakeClock;
  storage?: KeyedStorage;
  isOnline?: boolean;
  queue_id?: string;
  alone?: (act: () => Promise<void>) => Promise<void>;
}

/** An outbox in a browser, the requests that wait for an answer, and how often the connection was doubted. */
function scene(options: Options = {}) {
  const { clock = new FakeClock(), storage = memory(), isOnline = true, queue_id = 'one' } = options;
  const waiting: Request[] = [];
  const call: Call = (method, path, params = {}, { signal } = {}) =>
    new Promise<object>((answer, fail) => {
      const request = { name: `${method} ${path}`, params, answer, fail, isAborted: false };
      waiting.push(request);
      signal?.addEventListener('abort', () => {
        request.isAborted = true;
        fail(new DOMException('', 'AbortError'));
      });
    }) as never;
  const store = createStore({ queue_id, server_timestamp: clock.now() / 1000 }, clock);
  const network = { isOnline, doubts: 0 };
  const outbox = new Outbox(store, call, {
    isOnline: () => network.isOnline,
    doubt: () => {
      network.doubts += 1;
    },
    describe: keyOf,
    alone: options.alone ?? ((act) => act()),
    storage: new OutboxStorage(storage, 9),
    clock,
  });
  outbox.useFinder((fetch) => new OutboxFinder(9, fetch));
  const hear = (event: object) => store.apply([{ id: 1, ...event } as ServerEvent]);
  /** The next request, once it is sent. */
  const next = async () => {
    await settled();
    const request = waiting.shift();
    assert.ok(request, 'a request');
    return request;
  };
  const states = () =>
    outbox.entries.value.map(({ content, state, problem }) => `${content}: ${state} ${problem}`.trim());
  const open = (more: Options = {}) => scene({ clock, storage, ...more });
  return { clock, storage, store, outbox, network, hear, next, states, open, waiting };
}

function memory(): KeyedStorage {
  return new BrowserModel().storageOf({ isAlive: true });
}

function keysOf(storage: KeyedStorage): string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
}

function message(id: number, content: string, fields: object = {}): object {
  const place = { type: 'stream', stream_id: 1, subject: 'boats', display_recipient: 'river' };
  return { id, content, sender_id: 9, flags: ['read'], reactions: [], timestamp: 0, ...place, ...fields };
}

function move(subject: string, fields: object = {}): object {
  const place = { message_id: 5, message_ids: [5], stream_id: 1, orig_subject: 'boats', subject };
  return { type: 'update_message', flags: [], propagate_mode: 'change_all', edit_timestamp: 4e9, ...place, ...fields };
}

const lost = new NetworkError('The server cannot be reached.');

describe('a message that is sent', () => {
  it('stands until its event arrives, with the answer before or after', async () => {
    const { outbox, next, states, hear, storage } = scene();

    void outbox.send(boats, 'one');
    const first = await next();
    assert.deepEqual(states(), ['one: waiting']);
    first.answer({ id: 5 });
    await settled();
    assert.deepEqual(states(), ['one: sent']);
    hear({ type: 'message', message: message(5, 'one'), flags: [], local_message_id: first.params.local_id });
    assert.deepEqual(states(), []);
    void outbox.send(boats, 'two');
    const second = await next();
    hear({ type: 'message', message: message(6, 'two'), flags: [], local_message_id: second.params.local_id });
    assert.deepEqual(states(), []);
    second.answer({ id: 6 });
    await settled();

    assert.deepEqual(states(), []);
    assert.deepEqual(
      keysOf(storage).filter((key) => key.startsWith('outbox')),
      [],
    );
  });

  it('has a name of its own, under the queue of its page', async () => {
    const { outbox, next } = scene();

    void outbox.send(boats, 'one');
    void outbox.send(ducks, 'one');
    const first = await next();
    first.answer({ id: 5 });
    const second = await next();

    assert.deepEqual([first.params.queue_id, second.params.queue_id], ['one', 'one']);
    assert.notEqual(first.params.local_id, second.params.local_id);
    const { to, topic, content, type } = first.params;
    assert.deepEqual({ to, topic, content, type }, { type: 'channel', to: 1, topic: 'boats', content: 'one' });
  });

  it('comes after those that were written before', async () => {
    const { outbox, next, states, waiting } = scene();

    void outbox.send(boats, 'one');
    void outbox.send(boats, 'two');
    const first = await next();
    await settled();
    assert.equal(waiting.length, 0);
    first.answer({ id: 5 });
    const second = await next();

    assert.deepEqual([first.params.content, second.params.content], ['one', 'two']);
    assert.deepEqual(states(), ['two: waiting', 'one: sent']);
  });

  it('stands in the order of writing', async () => {
    const { outbox, states, clock } = scene({ isOnline: false });
    void outbox.send(boats, 'one');
    void outbox.send(boats, 'two');
    await clock.advance(2000);
    void outbox.send(boats, 'three');
    await settled();

    assert.deepEqual(
      states().map((state) => state.split(':')[0]),
      ['one', 'two', 'three'],
    );
  });

  it('is discarded by the user while its event is missing', async () => {
    const { outbox, next, states } = scene();
    void outbox.send(boats, 'one');
    (await next()).answer({ id: 5 });
    await settled();

    const [entry] = outbox.entries.value;
    if (entry) outbox.discard(entry);

    assert.deepEqual(states(), []);
  });

  it('is gone from the list when its message was fetched, deleted, or everything starts again', async () => {
    for (const end of ['fetched', 'deleted', 'restarted']) {
      const { outbox, next, states, hear, store } = scene();
      void outbox.send(boats, 'one');
      (await next()).answer({ id: 5 });
      await settled();
      assert.deepEqual(states(), ['one: sent']);

      if (end === 'fetched') store.addMessages([message(5, 'one') as never]);
      else if (end === 'deleted') hear({ type: 'delete_message', message_ids: [5] });
      else outbox.restart();

      assert.deepEqual(states(), [], end);
    }
  });

  it('doubts the connection if the event is overdue, and leaves the list if it does not come then', async () => {
    const { outbox, next, states, clock, network } = scene();
    void outbox.send(boats, 'one');
    (await next()).answer({ id: 5 });

    await clock.advance(4000);
    assert.equal(network.doubts, 0);
    network.isOnline = false;
    await clock.advance(12_000);
    assert.ok(network.doubts > 0);
    assert.deepEqual(states(), ['one: sent']);
    network.isOnline = true;
    await clock.advance(5000);
    assert.deepEqual(states(), ['one: sent'], 'nobody has asked for events since the connection is back');
    await clock.advance(7000);

    assert.deepEqual(states(), []);
  });

  it('waits for events that are asked for once before it leaves the list', async () => {
    const { outbox, next, states, clock, network } = scene();
    void outbox.send(boats, 'one');
    (await next()).answer({ id: 5 });

    await clock.advance(6000);
    assert.deepEqual([network.doubts, states()], [1, ['one: sent']]);
    await clock.advance(5000);

    assert.deepEqual([network.doubts, states()], [1, []]);
  });
});

describe('a message without an answer', () => {
  it('is sent again with its name by itself, later each time, and once the server can be reached', async () => {
    const { outbox, next, states, clock, network, waiting } = scene();
    void outbox.send(boats, 'one');
    const first = await next();
    first.fail(lost);
    await settled();
    assert.deepEqual(states(), ['one: waiting The server cannot be reached.']);
    assert.equal(outbox.unsent.value.length, 1);
    assert.equal(network.doubts, 1);

    await clock.advance(900);
    assert.equal(waiting.length, 0);
    await clock.advance(100);
    const second = await next();
    assert.deepEqual(second.params, first.params);
    second.fail(new CallError(503, { msg: 'Starting.' }));
    await clock.advance(1900);
    assert.deepEqual([states(), waiting.length], [['one: waiting Starting.'], 0]);
    void outbox.flush();
    const third = await next();
    assert.deepEqual(third.params, first.params);
    third.answer({ id: 5 });
    await settled();

    assert.deepEqual([states(), outbox.unsent.value], [['one: sent Starting.'], []]);
  });

  it('is tried again once, and no earlier than planned, if somebody has tried it in between', async () => {
    const { outbox, next, clock, waiting } = scene();
    void outbox.send(boats, 'one');
    (await next()).fail(lost);
    await clock.advance(500);
    void outbox.flush();
    (await next()).fail(lost);

    await clock.advance(1900);
    assert.equal(waiting.length, 0);
    await clock.advance(100);

    assert.equal(waiting.length, 1);
  });

  it('asks once for a lock that is refused, as in a closed page, and again when it is to be sent', async () => {
    let isClosed = false;
    let asked = 0;
    const alone = async (act: () => Promise<void>) => {
      asked += 1;
      // In the end it is given, because a loop without an end would stop the tests.
      if (isClosed && asked < 20) throw new DOMException('', 'InvalidStateError');
      await act();
    };
    const { outbox, next, waiting } = scene({ alone });
    await settled();
    [isClosed, asked] = [true, 0];

    await assert.rejects(outbox.send(boats, 'one'), { name: 'InvalidStateError' });
    await settled();
    assert.deepEqual([asked, waiting.length], [1, 0]);
    isClosed = false;
    void outbox.flush();

    assert.equal((await next()).params.content, 'one');
    assert.equal(asked, 2);
  });

  it('is tried again soon after others were sent', async () => {
    const { outbox, next, clock, waiting } = scene();
    void outbox.send(boats, 'one');
    for (const pause of [1000, 2000, 4000]) {
      (await next()).fail(lost);
      await clock.advance(pause);
    }
    (await next()).answer({ id: 5 });
    await settled();
    void outbox.send(boats, 'two');
    (await next()).fail(lost);
    await clock.advance(1000);

    assert.equal(waiting.length, 1);
  });

  it('is given up after ten seconds, doubted after two, and repeated', async () => {
    const { outbox, next, clock, network } = scene();
    void outbox.send(boats, 'one');
    const first = await next();

    await clock.advance(1900);
    assert.deepEqual([network.doubts, first.isAborted], [0, false]);
    await clock.advance(200);
    assert.deepEqual([network.doubts, first.isAborted], [1, false]);
    await clock.advance(8000);
    assert.equal(first.isAborted, true);
    await clock.advance(1000);

    assert.deepEqual((await next()).params, first.params);
  });

  it('waits while there is no connection, and is repeated at once on a new one', async () => {
    const { outbox, next, states, clock, network, waiting } = scene();
    void outbox.send(boats, 'one');
    void outbox.send(ducks, 'two');
    const first = await next();
    network.isOnline = false;
    outbox.renew();
    assert.equal(first.isAborted, true);
    await clock.advance(60_000);
    assert.equal(waiting.length, 0);
    assert.deepEqual(states(), ['one: waiting The server did not answer.', 'two: waiting No connection.']);

    network.isOnline = true;
    void outbox.flush();

    assert.deepEqual((await next()).params, first.params);
  });

  it('holds up those of its conversation, and no others', async () => {
    const { outbox, next, states, waiting } = scene();
    void outbox.send(boats, 'one');
    void outbox.send(boats, 'two');
    void outbox.send(ducks, 'three');

    (await next()).fail(new CallError(500, { msg: 'A fault.' }));
    const other = await next();
    assert.equal(other.params.content, 'three');
    other.answer({ id: 5 });
    await settled();

    assert.equal(waiting.length, 0);
    assert.deepEqual(states(), ['one: waiting A fault.', 'two: waiting The server did not answer.', 'three: sent']);
  });

  it('waits for the user if it was refused, and for a server that is busy or asks for a login by itself', async () => {
    for (const status of [400, 403, 404, 413]) {
      const { outbox, next, states, clock, waiting } = scene();
      void outbox.send(boats, 'one');
      (await next()).fail(new CallError(status, { msg: 'No.' }));
      await clock.advance(60_000);
      assert.deepEqual(
        [states(), waiting.length, outbox.unsent.value.length],
        [['one: failed No.'], 0, 1],
        `${status}`,
      );
    }
    for (const status of [401, 408, 429, 500, 502]) {
      const { outbox, next, states, clock, waiting } = scene();
      void outbox.send(boats, 'one');
      (await next()).fail(new CallError(status, { msg: 'Later.' }));
      await clock.advance(1000);
      assert.deepEqual([states(), waiting.length], [['one: waiting Later.'], 1], `${status}`);
    }
  });

  it('is sent after a refusal when the user tries again', async () => {
    const { outbox, next, states } = scene();
    void outbox.send(boats, 'one');
    const first = await next();
    first.fail(new CallError(400, { msg: 'Not today.' }));
    await settled();

    const [entry] = outbox.entries.value;
    assert.ok(entry);
    void outbox.retry(entry);
    const again = await next();
    assert.deepEqual([states(), outbox.unsent.value, again.params], [['one: waiting'], [], first.params]);
    again.fail(lost);
    await settled();
    void outbox.retry(entry);
    (await next()).answer({ id: 5 });
    await settled();

    assert.deepEqual(states(), ['one: sent The server cannot be reached.']);
  });

  it('fails for good through a fault of the client', async () => {
    const { outbox, next, states } = scene();
    void outbox.send(boats, 'one');

    (await next()).fail(new TypeError('A fault'));
    await settled();

    assert.deepEqual(states(), ['one: failed A fault']);
  });

  it('is discarded by the user, also while it is being sent', async () => {
    const { outbox, next, states, storage } = scene();
    void outbox.send(boats, 'one');
    const first = await next();

    const [entry] = outbox.entries.value;
    if (entry) outbox.discard(entry);
    assert.deepEqual(states(), []);
    first.fail(lost);
    await settled();

    assert.deepEqual([states(), keysOf(storage)], [[], []]);
  });
});

describe('a message of an earlier page', () => {
  /** A page that ended while it sent a message. */
  async function ended(options: Options = {}) {
    const page = scene(options);
    void page.outbox.send(boats, 'one');
    const { params } = await page.next();
    return { ...page, params };
  }

  it('is there once, however often pages are opened, and goes by its name', async () => {
    const { open, params, storage } = await ended();
    for (let count = 0; count < 5; count += 1) open({ isOnline: false });
    const page = open({ queue_id: 'other' });

    assert.deepEqual(page.states(), ['one: waiting No connection.']);
    assert.equal(keysOf(storage).length, 1);
    const request = await page.next();
    assert.deepEqual(request.params, params);
    request.answer({ id: 5 });
    await settled();

    assert.deepEqual(page.states(), ['one: sent No connection.']);
    assert.deepEqual(open().states(), []);
  });

  it('belongs to its user alone', async () => {
    const { storage } = await ended();

    assert.deepEqual(new OutboxStorage(storage, 8).list(), []);
    assert.deepEqual(new OutboxStorage(storage, 99).list(), []);
    assert.equal(new OutboxStorage(storage, 9).list().length, 1);
    for (const other of [1, 90, 99]) new OutboxStorage(storage, other).put({ local_id: '7' } as OutgoingMessage);
    assert.equal(new OutboxStorage(storage, 9).list().length, 1);
    assert.deepEqual([new OutboxStorage(storage, 9).isOwn('outbox:99:7'), storage.length], [false, 4]);
  });

  it('is looked for after the server forgot its name, and found where it is now', async () => {
    const { clock, open } = await ended();
    const at = Math.floor(clock.now() / 1000);
    clock.sleep(49 * 60_000);
    assert.equal((await open().next()).name, 'POST /messages');
    clock.sleep(2 * 60_000);
    const page = open();
    const search = await page.next();
    assert.equal(search.name, 'GET /messages');
    assert.deepEqual(search.params.narrow, [{ operator: 'sender', operand: 9 }]);
    assert.equal(search.params.anchor, 'date');

    search.answer({ messages: [message(7, 'one', { timestamp: at, subject: 'rafts' })] });
    await settled();

    assert.deepEqual(page.states(), ['one: sent']);
    assert.equal(page.waiting.length, 0);
  });

  it('is not taken for another one', async () => {
    const begun = new FakeClock().now() / 1000;
    const others = {
      'of another text': message(7, 'two', { timestamp: begun }),
      'that was there before': message(4, 'one', { timestamp: begun }),
      'of long before': message(7, 'one', { timestamp: begun - 6 }),
      'of long after': message(7, 'one', { timestamp: begun + 21 }),
      'that was sent by another tab meanwhile': message(6, 'one', { timestamp: begun }),
    };
    for (const [name, other] of Object.entries(others)) {
      const first = scene();
      first.store.addMessages([message(4, 'old') as never]);
      if (name.includes('another tab')) first.storage.setItem('sent:9', '6');
      void first.outbox.send(ducks, 'one');
      await first.next();
      first.clock.sleep(3600_000);
      const page = first.open();
      (await page.next()).answer({ messages: [other] });
      await settled();
      assert.deepEqual(page.states(), ['one: unknown This may or may not have been sent.'], name);
      assert.equal(page.outbox.unsent.value.length, 1);
    }
  });

  it('is found with a clock that differs, and without the spaces at its end', async () => {
    for (const shift of [-4, 0, 18]) {
      const page = scene();
      const at = page.clock.now() / 1000;
      void page.outbox.send(ducks, 'one \n');
      await page.next();
      page.clock.sleep(3600_000);
      const later = page.open();
      (await later.next()).answer({ messages: [message(7, 'one', { timestamp: at + shift })] });
      await settled();

      assert.match(later.states().join(), /sent$/, String(shift));
    }
  });

  it('of which nothing is known is sent when the user says so, and not before', async () => {
    const { clock, open } = await ended();
    clock.sleep(3600_000);
    const page = open();
    (await page.next()).answer({ messages: [] });
    await page.clock.advance(60_000);
    assert.equal(page.waiting.length, 0);

    const [entry] = page.outbox.entries.value;
    if (entry) void page.outbox.retry(entry);
    const search = await page.next();
    assert.equal(search.name, 'GET /messages');
    search.answer({ messages: [] });

    const request = await page.next();
    assert.equal(request.name, 'POST /messages');
    request.fail(lost);
    await page.clock.advance(1000);
    assert.deepEqual((await page.next()).params, request.params);
  });

  it('that was never tried is sent however old it is, unless it is there', async () => {
    for (const isThere of [true, false]) {
      const written = scene({ isOnline: false });
      void written.outbox.send(boats, 'one');
      await settled();
      written.clock.sleep(86_400_000);
      const page = written.open();
      const search = await page.next();
      assert.equal(search.name, 'GET /messages');
      const found = message(7, 'one', { timestamp: written.clock.now() / 1000 - 86_000 });
      search.answer({ messages: isThere ? [found] : [] });
      await settled();

      assert.equal(page.waiting.length, isThere ? 0 : 1);
    }
  });

  it('is told from an equal one that was sent', async () => {
    const { outbox, next, clock, open } = scene();
    void outbox.send(boats, 'ok');
    const first = await next();
    void outbox.send(ducks, 'ok');
    first.fail(lost);
    (await next()).answer({ id: 5 });
    await settled();
    clock.sleep(3600_000);

    const page = open();
    (await page.next()).answer({ messages: [message(5, 'ok', { timestamp: clock.now() / 1000 - 3600 })] });
    await settled();

    assert.deepEqual(page.states(), ['ok: unknown This may or may not have been sent.']);
  });

  it('waits for an equal one whose answer tells which of two is on the server', async () => {
    const { outbox, next, clock, hear, waiting } = scene();
    void outbox.send(boats, 'ok');
    void outbox.send(ducks, 'ok');
    (await next()).fail(lost);
    (await next()).fail(lost);
    await settled();
    hear(move('rafts'));
    for (let second = 0; second < 25; second += 1) {
      await clock.advance(1000);
      for (const one of waiting.splice(0)) {
        assert.deepEqual([one.name, one.params.topic], ['POST /messages', 'ducks']);
        one.fail(lost);
      }
    }

    await clock.advance(10_000);
    (await next()).answer({ id: 6 });
    await clock.advance(1000);
    const search = await next();
    assert.equal(search.name, 'GET /messages');
    search.answer({ messages: [message(6, 'ok', { timestamp: clock.now() / 1000 - 36 })] });

    assert.equal((await next()).params.topic, 'rafts');
  });

  it('is taken over from the list of an earlier client, each once', () => {
    const storage = memory();
    const one = {
      local_id: '1',
      queue_id: 'q',
      conversation: boats,
      content: 'one',
      timestamp: 1,
      problem: '',
      after: 0,
    };
    const all = ['unknown', 'unknown', 'sending'].map((state) => ({ ...one, state }));
    const failed = { ...one, local_id: '2', content: 'two', state: 'failed', problem: 'No.' };
    const waiting = { ...one, local_id: '3', content: 'three', state: 'waiting' };
    storage.setItem('outbox:9', JSON.stringify([...all, failed, waiting, ...all]));

    adoptEarlierOutbox(storage, 9);
    const list = new OutboxStorage(storage, 9).list();

    assert.deepEqual(
      list.map(({ content, state, tried }) => [content, state, tried?.first]),
      [
        ['one', 'waiting', 1],
        ['two', 'failed', undefined],
        ['three', 'waiting', undefined],
      ],
    );
    assert.equal(storage.getItem('outbox:9'), null);
  });

  it('is there once if the browser has no space for what changed, and once it has space again', () => {
    const storage = memory();
    let isFull = false;
    const limited = {
      ...storage,
      get length() {
        return storage.length;
      },
      setItem: (key: string, value: string) => {
        if (isFull) throw new Error('full');
        storage.setItem(key, value);
      },
    };
    const outbox = new OutboxStorage(limited, 9);
    const entry = { local_id: '1', timestamp: 1, content: 'one', problem: '' } as OutgoingMessage;
    const problems = () => outbox.list().map(({ problem }) => problem);

    outbox.put(entry);
    isFull = true;
    outbox.put({ ...entry, problem: 'No space.' });
    assert.deepEqual(problems(), ['No space.']);
    isFull = false;
    outbox.put({ ...entry, problem: 'Space.' });
    assert.deepEqual(problems(), ['Space.']);
    outbox.remove('1');

    assert.deepEqual(problems(), []);
  });

  it('survives a storage without space or with nonsense in it', async () => {
    const storage = memory();
    storage.setItem('outbox:9:1', '{');
    storage.setItem('outbox:9', 'no list');
    adoptEarlierOutbox(storage, 9);
    const full = {
      ...storage,
      get length() {
        return storage.length;
      },
      setItem: () => {
        throw new Error('full');
      },
    };
    const { outbox, next, states } = scene({ storage: full });

    void outbox.send(boats, 'one');
    const request = await next();
    assert.deepEqual(states(), ['one: waiting']);
    request.answer({ id: 5 });
    await settled();

    assert.deepEqual(states(), ['one: sent']);
  });
});

describe('a message whose topic moves', () => {
  /** A page with a message of the topic, and one that was written without a connection. */
  async function written(fields: Partial<OutgoingMessage> = {}) {
    const page = scene({ isOnline: false });
    page.store.addMessages([message(5, 'old') as never, message(4, 'older') as never]);
    void page.outbox.send(fields.conversation ?? boats, 'one');
    await settled();
    const topics = () => page.outbox.entries.value.map((one) => (one.conversation as { topic: string }).topic);
    const sent = async () => {
      page.network.isOnline = true;
      void page.outbox.flush();
      return page.next();
    };
    return { ...page, topics, sent };
  }

  it('goes along, and is sent there', async () => {
    const { hear, topics, sent } = await written();

    hear(move('✔ boats'));
    hear(move('rafts', { orig_subject: '✔ Boats', new_stream_id: 2 }));

    assert.deepEqual(topics(), ['rafts']);
    const { name, params } = await sent();
    assert.deepEqual([name, params.to, params.topic], ['POST /messages', 2, 'rafts']);
  });

  it('goes along with the message before it, and with no others', async () => {
    const { hear, topics } = await written();

    hear(move('rafts', { message_ids: [4], propagate_mode: 'change_one' }));
    hear(move('rafts', { orig_subject: 'ducks' }));
    hear(move('rafts', { stream_id: 2 }));
    hear(move('rafts', { orig_subject: undefined, subject: undefined }));
    assert.deepEqual(topics(), ['boats']);
    hear(move('rafts', { message_ids: [5], propagate_mode: 'change_later' }));

    assert.deepEqual(topics(), ['rafts']);
  });

  it('does not follow events that are older than itself', async () => {
    const { hear, topics, clock } = await written();

    hear(move('rafts', { edit_timestamp: clock.now() / 1000 - 60 }));
    assert.deepEqual(topics(), ['boats']);
    hear(move('rafts', { edit_timestamp: clock.now() / 1000 + 60 }));
    hear(move('ducks', { orig_subject: 'rafts', edit_timestamp: clock.now() / 1000 + 30 }));

    assert.deepEqual(topics(), ['rafts']);
  });

  it('is looked for at both places before it is sent to the new one', async () => {
    const { outbox, next, hear, clock, waiting, states } = scene();
    void outbox.send(boats, 'one');
    (await next()).fail(lost);
    await settled();
    hear(move('rafts'));

    await clock.advance(14_000);
    assert.equal(waiting.length, 0, 'the request may still be on its way');
    await clock.advance(10_000);
    const search = await next();
    assert.equal(search.name, 'GET /messages');
    search.answer({ messages: [] });
    const request = await next();

    assert.deepEqual([request.name, request.params.topic], ['POST /messages', 'rafts']);
    request.answer({ id: 6 });
    await settled();
    assert.deepEqual(states().length, 1);
  });

  it('finds it when the events were missed', async () => {
    for (const start of ['opened', 'restarted']) {
      const { open, outbox, network, next, storage } = await written();
      network.isOnline = true;
      const page = start === 'opened' ? open() : { outbox, next };
      if (start === 'restarted') outbox.restart();
      const search = await page.next();
      assert.deepEqual([search.name, search.params.message_ids], ['GET /messages', [5]]);

      search.answer({ messages: [message(5, 'old', { subject: 'rafts' })] });
      const request = await page.next();

      assert.deepEqual([request.name, request.params.topic], ['POST /messages', 'rafts'], start);
      assert.match(storage.getItem(keysOf(storage)[0] ?? '') ?? '', /"topic":"rafts"/);
    }
  });

  it('believes an event that came during the search', async () => {
    const { open } = await written();
    const page = open();
    const search = await page.next();

    page.hear(move('ships'));
    search.answer({ messages: [message(5, 'old', { subject: 'rafts' })] });

    assert.equal((await page.next()).params.topic, 'ships');
  });

  it('stays if its topic has other messages, and waits for the user if there are none', async () => {
    for (const isLeft of [true, false]) {
      const { hear, sent, next, states, outbox, waiting, topics } = await written();
      hear({ type: 'delete_message', message_ids: [5] });
      const search = await sent();
      assert.deepEqual(search.params.message_ids, [5]);
      search.answer({ messages: [] });
      (await next()).answer({ messages: isLeft ? [message(4, 'older')] : [] });
      await settled();
      if (isLeft) {
        assert.equal((await next()).name, 'POST /messages');
        hear(move('ships', { message_ids: [4], propagate_mode: 'change_later' }));
        assert.deepEqual(topics(), ['ships']);
        continue;
      }
      assert.deepEqual(states(), ['one: failed The topic was deleted.']);
      assert.equal(waiting.length, 0);
      const [entry] = outbox.entries.value;
      if (entry) void outbox.retry(entry);
      const request = await next();
      assert.deepEqual([request.name, request.params.topic], ['POST /messages', 'boats']);
      assert.notEqual(request.params.local_id, entry?.local_id, 'the server may know the name of the deleted one');
    }
  });

  it('waits for the user if its channel is out of reach', async () => {
    const { open } = await written();
    const page = open();

    (await page.next()).fail(new CallError(400, { msg: 'Invalid channel.' }));
    await settled();

    assert.deepEqual(page.states(), ['one: failed Invalid channel.']);
  });
});

describe('messages of several tabs', () => {
  it('are shown in all of them, and sent by one at a time', async () => {
    const browser = new BrowserModel();
    const clock = new FakeClock();
    const open = () => {
      const page = { isAlive: true };
      const tab = scene({ clock, storage: browser.storageOf(page), isOnline: false });
      browser.hear(page, (key) => tab.outbox.adopt(key));
      return tab;
    };
    const [one, two] = [open(), open()];

    void one.outbox.send(boats, 'one');
    await settled();
    assert.deepEqual(two.states(), ['one: waiting No connection.']);
    one.network.isOnline = true;
    void one.outbox.flush();
    (await one.next()).answer({ id: 5 });
    await settled();

    assert.deepEqual([one.states().length, two.states().length], [1, 0]);
  });

  it('ignore what others store elsewhere', async () => {
    const { outbox, storage, states } = scene({ isOnline: false });
    new OutboxStorage(storage, 9).put({ local_id: '1', content: 'one', state: 'waiting' } as OutgoingMessage);

    outbox.adopt('drafts:9');
    assert.deepEqual(states(), []);
    outbox.adopt('outbox:9:1');

    assert.equal(states().length, 1);
  });
});
