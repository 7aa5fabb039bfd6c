import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  actFor,
  type CallOptions,
  call,
  headers,
  type Method,
  NetworkError,
  register,
} from '../../src/client/api/call.ts';
import '../support/english.ts';
import { settled } from './fake-clock.ts';

/** A server that says what the test lets it say, and a clock that the test moves. */
function openSilence(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const said = { head: () => {}, body: (_: string) => {}, end: () => {} };
  t.mock.method(globalThis, 'fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        said.body = (text) => stream.enqueue(new TextEncoder().encode(text));
        said.end = () => stream.close();
        signal.addEventListener('abort', () => stream.error(signal.reason));
      },
    });
    return new Promise<Response>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      said.head = () => resolve(new Response(body));
    });
  });
  const pass = async (seconds: number) => {
    await settled();
    t.mock.timers.tick(seconds * 1000);
    await settled();
  };
  return { said, pass };
}

/** What becomes of a request, as far as it is over. */
function follow(request: Promise<unknown>): { result: unknown } {
  const found: { result: unknown } = { result: 'pending' };
  request.then(
    (answer) => {
      found.result = answer;
    },
    (error) => {
      found.result = error;
    },
  );
  return found;
}

const ask = (method: Method, options?: CallOptions) => follow(call(method, '/messages', {}, options));

describe('a request that is never answered', () => {
  it('fails in the time for what it does', async (t) => {
    const { pass } = openSilence(t);
    const reading = ask('GET');
    const acts = (['POST', 'PATCH', 'PUT', 'DELETE'] as const).map((method) => ask(method));
    const poll = ask('GET', { silence: 65_000 });
    const registration = follow(register(call));

    await pass(29);
    assert.deepEqual([reading.result, registration.result], ['pending', 'pending']);
    await pass(1);
    assert.deepEqual(reading.result, new NetworkError('The server did not answer.'));
    assert.ok(registration.result instanceof NetworkError);
    await pass(34);
    assert.equal(poll.result, 'pending');
    await pass(1);
    assert.deepEqual(poll.result, new NetworkError('The server did not answer.'));
    await pass(24);
    assert.ok(acts.every(({ result }) => result === 'pending'));
    await pass(1);
    for (const { result } of acts) {
      assert.ok(result instanceof NetworkError);
      assert.match(result.message, /^The server did not answer, so this may or may not have worked/);
    }
  });

  it('still fails as it was wanted if somebody gives it up', async (t) => {
    const { pass, said } = openSilence(t);
    const [first, second] = [new AbortController(), new AbortController()];
    const early = ask('POST', { signal: first.signal });
    const late = ask('POST', { signal: second.signal });

    first.abort();
    said.head();
    said.body('{');
    await pass(1);
    assert.equal(late.result, 'pending');
    second.abort();
    await pass(1);

    for (const { result } of [early, late]) assert.equal((result as Error).name, 'AbortError');
  });
});

describe('an answer that has begun', () => {
  it('may take five minutes, and fails then', async (t) => {
    const { said, pass } = openSilence(t);
    const slow = ask('GET');
    await pass(29);
    said.head();
    said.body('{"messages":[');
    await pass(299);
    assert.equal(slow.result, 'pending');
    await pass(1);

    assert.deepEqual(slow.result, new NetworkError('The server did not answer.'));
  });

  it('arrives as a whole if it ends in time, and nothing is left to wait for', async (t) => {
    const { said, pass } = openSilence(t);
    const slow = ask('POST');
    await pass(89);
    said.head();
    said.body('{"id":');
    await pass(299);
    said.body('7}');
    said.end();
    await pass(1);
    assert.deepEqual(slow.result, { id: 7 });
  });
});

describe('a refusal', () => {
  const refuse = (t: TestContext, status: number, body: string) =>
    t.mock.method(globalThis, 'fetch', async () => new Response(body, { status }));

  it("is the server's if it has a code", async (t) => {
    refuse(t, 400, '{"result":"error","msg":"No.","code":"BAD_REQUEST"}');

    await assert.rejects(call('POST', '/messages'), { status: 400, code: 'BAD_REQUEST', message: 'No.' });
  });

  for (const [form, body] of [
    ['a page', '<h1>Forbidden</h1>'],
    ['JSON of its own', '{"error":"forbidden"}'],
    ['nothing', ''],
  ] as const)
    for (const status of [401, 403, 404, 413, 502])
      it(`is no answer if a proxy sends ${form} with ${status}`, async (t) => {
        refuse(t, status, body);

        const expected = new NetworkError(`A proxy answered instead of the server, with status ${status}.`);
        await assert.rejects(call('POST', '/messages'), expected);
      });
});

describe('a request', () => {
  it('waits for no other of the same address, as it would in the cache of a browser', async (t) => {
    const asked = t.mock.method(globalThis, 'fetch', async () => Response.json({ result: 'success' }));

    await call('GET', '/events', { queue_id: 'one' });
    await call('POST', '/typing');

    assert.deepEqual(
      (asked.mock.calls as unknown as { arguments: [string, RequestInit] }[]).map(
        ({ arguments: [, init] }) => init.cache,
      ),
      ['no-store', 'no-store'],
    );
  });

  it('names the user of the page once there is one', async (t) => {
    const { mock } = t.mock.method(globalThis, 'fetch', async () => new Response('{}'));
    t.after(() => Reflect.deleteProperty(headers, 'X-Chatd-User'));

    await call('GET', '/users/me');
    const before = { ...headers };
    actFor(7);
    await call('GET', '/users/me');

    assert.deepEqual([before, mock.calls.at(-1)?.arguments[1]?.headers], [{}, { 'X-Chatd-User': '7' }]);
  });
});

/** As much of an XMLHttpRequest as an upload uses. */
class FakeRequest {
  static last: FakeRequest;
  status = 0;
  response: unknown = null;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onabort = () => {};
  onloadend = () => {};
  isAborted = false;

  constructor() {
    FakeRequest.last = this;
  }

  names: Record<string, string> = {};

  open() {}

  send() {}

  setRequestHeader(name: string, value: string) {
    this.names[name] = value;
  }

  abort() {
    this.isAborted = true;
    this.onabort();
    this.onloadend();
  }

  answer(response: object) {
    Object.assign(this, { status: 200, response });
    this.onload();
    this.onloadend();
  }
}

/** Imported by its address: it names what only the types of browsers have. */
async function importUpload() {
  const address = new URL('../../src/client/api/upload.ts', import.meta.url).href;
  return ((await import(address)) as { upload(file: File, options: object): Promise<unknown> }).upload;
}

describe('an upload', () => {
  const file = new File(['ducks'], 'ducks.txt');
  const begin = async (t: TestContext) => {
    const upload = await importUpload();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    Object.assign(globalThis, { XMLHttpRequest: FakeRequest });
    t.after(() => Reflect.deleteProperty(globalThis, 'XMLHttpRequest'));
    const found = follow(upload(file, {}));
    const { last } = FakeRequest;
    const pass = async (seconds: number) => {
      t.mock.timers.tick(seconds * 1000);
      await settled();
    };
    return { found, last, pass };
  };

  it('may take as long as it wants while there is progress', async (t) => {
    const { found, last, pass } = await begin(t);
    for (let loaded = 0; loaded <= 20; loaded += 1) {
      await pass(179);
      last.upload.onprogress?.({ loaded, total: 20 });
    }
    await pass(179);
    last.answer({ url: '/user_uploads/1' });
    await pass(1000);

    assert.deepEqual(found.result, { url: '/user_uploads/1' });
    assert.equal(last.isAborted, false);
  });

  it('names the user of the page', async (t) => {
    t.after(() => Reflect.deleteProperty(headers, 'X-Chatd-User'));
    actFor(7);

    const { last } = await begin(t);

    assert.deepEqual(last.names, { 'X-Chatd-User': '7' });
  });

  it('fails once there is none any more, and asks for no more', async (t) => {
    const { found, last, pass } = await begin(t);
    last.upload.onprogress?.({ loaded: 3, total: 20 });
    await pass(179);
    assert.equal(found.result, 'pending');
    await pass(1);

    assert.deepEqual(found.result, new NetworkError('The server did not answer.'));
    assert.equal(last.isAborted, true);
  });
});
