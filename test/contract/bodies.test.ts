import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { createServer } from '../../src/app.ts';
import { bodyLimits } from '../../src/http/body.ts';
import type { Method } from '../../src/http/endpoint.ts';
import { integer, list, optional, required, text } from '../../src/http/params.ts';
import { type Endpoint, publicEndpoint } from '../../src/resources/endpoint.ts';
import { Client } from '../support/client.ts';
import { startServer } from '../support/server.ts';
import { carriers, pack } from './requests.ts';

const methods: readonly Method[] = ['POST', 'PATCH', 'PUT', 'DELETE'];
const echo = ['GET', ...methods].map((method) => echoEndpoint(method as Method));

describe('parameters', () => {
  const values = { word: 'größer & "schöner" 100% +1\r\n🙂', count: -3, names: ['a,b', 'c=d&e'] };

  for (const method of methods) {
    for (const carrier of carriers) {
      it(`of a ${method} arrive as they were sent: ${carrier}`, async (t) => {
        const client = await startEcho(t);
        const { suffix, init } = pack(carrier, values);

        const { status, body } = await client.send(method, `/echo${suffix}`, init);

        assert.deepEqual([status, body], [200, { result: 'success', msg: '', ...values }]);
      });
    }

    it(`of a ${method} are taken from the body first, then from the query`, async (t) => {
      const client = await startEcho(t);
      const { init } = pack('urlencoded', { word: 'body' });

      const { body } = await client.send(method, '/echo?word=query&count=5', init);

      assert.deepEqual(body, { result: 'success', msg: '', word: 'body', count: 5 });
    });
  }

  it('of a GET are taken from the query alone', async (t) => {
    const client = await startEcho(t);

    const { body } = await client.send('GET', '/echo?word=query&other=1');

    assert.deepEqual(body, { result: 'success', msg: '', word: 'query', ignored_parameters_unsupported: ['other'] });
  });

  it('may be called like a property that every object has', async (t) => {
    const client = await startEcho(t);
    const odd = '{"word":"w","__proto__":{"count":7},"constructor":1,"toString":2}';

    const asJson = await client.send('POST', '/echo', { body: odd, headers: { 'Content-Type': 'application/json' } });
    const asForm = await client.send('POST', '/echo', {
      body: new URLSearchParams('word=w&__proto__=7&constructor=1'),
    });

    const success = { result: 'success', msg: '', word: 'w' };
    assert.deepEqual(asJson.body, {
      ...success,
      ignored_parameters_unsupported: ['__proto__', 'constructor', 'toString'],
    });
    assert.deepEqual(asForm.body, { ...success, ignored_parameters_unsupported: ['__proto__', 'constructor'] });
  });

  it('may be named "method" unless in a POST', async (t) => {
    const client = await startEcho(t);

    const { body } = await client.send('PATCH', '/echo', { body: new URLSearchParams('word=w&method=DELETE') });

    assert.deepEqual(body, { result: 'success', msg: '', word: 'w', ignored_parameters_unsupported: ['method'] });
  });

  it('of a body without a type that is known are read as a form', async (t) => {
    const client = await startEcho(t);

    const { body } = await client.send('POST', '/echo', { body: 'word=w', headers: { 'Content-Type': 'text/plain' } });

    assert.deepEqual(body, { result: 'success', msg: '', word: 'w' });
  });
});

describe('a body that is malformed', () => {
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=xx' };
  const invalidUtf8 = Buffer.from([0x22, 0xff, 0xfe, 0x22]);
  const notJson = 'Malformed JSON';
  const notUtf8 = 'The request body is not a valid form: it must be percent-encoded UTF-8.';
  const cut = 'The request body is not a valid form: Unexpected end of multipart data.';
  const bodies: [name: string, headers: Record<string, string>, body: string | Buffer, msg: string][] = [
    ['JSON that breaks off', json, '{"word":"w"', notJson],
    ['a JSON list', json, '[{"word":"w"}]', notJson],
    ['a JSON number', json, '3', notJson],
    ['JSON null', json, 'null', notJson],
    [
      'JSON in another encoding',
      json,
      Buffer.concat([Buffer.from('{"word":'), invalidUtf8, Buffer.from('}')]),
      notJson,
    ],
    ['a form with broken UTF-8', form, 'word=%c3%28', notUtf8],
    ['a form in another encoding', form, Buffer.concat([Buffer.from('word='), invalidUtf8]), notUtf8],
    [
      'multipart without its boundary',
      { 'Content-Type': 'multipart/form-data' },
      'word',
      'The request body is not a valid form: Multipart: Boundary not found.',
    ],
    ['multipart that is none', multipart, 'word=w', cut],
    ['multipart that breaks off', multipart, '--xx\r\nContent-Disposition: form-data; name="word"\r\n\r\nw', cut],
    ['multipart that breaks off in a file', multipart, `--xx\r\n${disposition('f"; filename="f')}\r\n\r\nw`, cut],
    [
      'multipart of too many fields',
      multipart,
      manyParts(1001),
      'The request body is not a valid form: it has more than 1000 fields.',
    ],
    [
      'a form of too many fields',
      form,
      `word=w${'&a=b'.repeat(1000)}`,
      'The request body is not a valid form: it has more than 1000 fields.',
    ],
    [
      'JSON of too many fields',
      json,
      JSON.stringify({
        word: 'w',
        ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, 1])),
      }),
      'The request body is not a valid form: it has more than 1000 fields.',
    ],
    ['multipart that breaks off in a header', multipart, '--xx\r\nContent-Dispos', cut],
  ];

  for (const [name, headers, body, msg] of bodies) {
    it(`is refused: ${name}`, async (t) => {
      const client = await startEcho(t);

      const answer = await client.send('POST', '/echo', { headers, body });

      const code = msg === notJson ? 'INVALID_JSON' : 'BAD_REQUEST';
      assert.deepEqual([answer.status, answer.body], [400, { result: 'error', msg, code }]);
    });
  }

  it('reads text that is not escaped beside escapes', async (t) => {
    const client = await startEcho(t);

    const { body } = await client.send('POST', '/echo', { body: 'word=100%+ä+%41', headers: form });

    assert.deepEqual(body, { result: 'success', msg: '', word: '100% ä A' });
  });

  it('keeps a percent sign that begins no escape', async (t) => {
    const client = await startEcho(t);

    const posted = await client.send('POST', '/echo', { headers: form, body: 'word=100% sure %zz' });
    const asked = await client.send('GET', '/echo?word=100%');

    assert.deepEqual([posted.body.word, asked.body.word], ['100% sure %zz', '100%']);
  });

  for (const query of ['word=%ff', 'word=%c3%28', '%80=word']) {
    it(`is refused like a query that is: ${query}`, async (t) => {
      const client = await startEcho(t);

      const { status, body } = await client.send('GET', `/echo?${query}`);

      const msg = 'The URL is not valid: a percent sign must be followed by valid UTF-8.';
      assert.deepEqual([status, body], [400, { result: 'error', msg, code: 'BAD_REQUEST' }]);
    });
  }

  it('leaves no half of a character behind', async (t) => {
    const client = await startEcho(t);
    const body = '{"word":"\\ud83d"}';

    const answer = await client.send('POST', '/echo', { body, headers: json });

    const msg = 'word is not valid Unicode text';
    assert.deepEqual([answer.status, answer.body], [400, { result: 'error', msg, code: 'BAD_REQUEST' }]);
  });
});

describe('a body that is compressed', () => {
  for (const encoding of ['gzip', 'br', 'deflate']) {
    it(`is refused: ${encoding}`, async (t) => {
      const client = await startEcho(t);

      const { status, body } = await client.send('POST', '/echo', {
        body: 'word=w',
        headers: { 'Content-Encoding': encoding },
      });

      assert.equal(status, 415);
      assert.deepEqual(body, {
        result: 'error',
        msg: 'Request bodies must not be compressed.',
        code: 'UNSUPPORTED_CONTENT_ENCODING',
      });
    });
  }
});

describe('a body over the limit', () => {
  const tooLarge = {
    result: 'error',
    msg: `The request body is larger than ${bodyLimits.anyone} bytes.`,
    code: 'REQUEST_BODY_TOO_LARGE',
  };
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const multipart = 'Content-Type: multipart/form-data; boundary=xx';
  const start = '--xx\r\nContent-Disposition: form-data; name="word"\r\n\r\n';
  const over = bodyLimits.anyone + 1024 * 1024;

  it('is refused, and a client that sends all of it first reads the answer', async (t) => {
    const client = await startEcho(t);
    const text = `word=${'x'.repeat(over)}`;

    const answer = await sendAll(t, client, [form, `Content-Length: ${text.length}`], [text]);

    assert.deepEqual(answer, { status: 413, body: tooLarge });
  });

  it('is refused also when it comes in chunks and names no length', async (t) => {
    const client = await startEcho(t);
    const chunk = 'x'.repeat(64 * 1024);
    const chunks = ['word=', ...Array.from({ length: over / chunk.length }, () => chunk)].map(asChunk);

    const answer = await sendAll(t, client, [form, 'Transfer-Encoding: chunked'], [...chunks, asChunk('')]);

    assert.deepEqual(answer, { status: 413, body: tooLarge });
  });

  it('is refused also as multipart, with a length and in chunks', async (t) => {
    const client = await startEcho(t);
    const text = `${start}${'x'.repeat(over)}\r\n--xx--\r\n`;

    const whole = await sendAll(t, client, [multipart, `Content-Length: ${text.length}`], [text]);
    const chunked = await sendAll(t, client, [multipart, 'Transfer-Encoding: chunked'], [asChunk(text), asChunk('')]);

    assert.deepEqual(
      [whole, chunked],
      [
        { status: 413, body: tooLarge },
        { status: 413, body: tooLarge },
      ],
    );
  });

  it('is one of more than ten megabytes where its sender has logged in', async (t) => {
    const { as } = await startServer(t);
    const draft = (length: number) => as('alice').post('/drafts', { drafts: [{ content: 'x'.repeat(length) }] });

    const [fitting, larger] = [await draft(bodyLimits.user - 1000), await draft(bodyLimits.user)];

    assert.deepEqual([fitting.status, larger.status], [400, 413]);
    assert.equal(larger.body.msg, `The request body is larger than ${bodyLimits.user} bytes.`);
  });

  it('leaves the server working, for bodies that just fit as well', async (t) => {
    const client = await startEcho(t);
    const fits = 'x'.repeat(bodyLimits.anyone - 'word='.length);

    await sendAll(t, client, [form, `Content-Length: ${over}`], ['x'.repeat(over)]);
    const { status, body } = await client.post('/echo', { word: fits });

    assert.equal(status, 200);
    assert.ok(body.word === fits);
  });
});

function manyParts(count: number): string {
  const parts = Array.from({ length: count }, (_, index) => `--xx\r\n${disposition(`field${index}`)}\r\n\r\nw\r\n`);
  return `${parts.join('')}--xx--\r\n`;
}

function disposition(name: string): string {
  return `Content-Disposition: form-data; name="${name}"`;
}

/** Returns its parameters, whatever the method. */
function echoEndpoint(method: Method): Endpoint {
  return publicEndpoint({
    method,
    path: '/echo',
    summary: 'Get the parameters back',
    params: {
      word: required(text(), 'A text.'),
      count: optional(integer(), 'A number.'),
      names: optional(list(text()), 'Some texts.'),
    },
    errors: [],
    handler: (_, params) => params,
  });
}

/** A client of a server whose whole API is the echo. */
async function startEcho(t: TestContext): Promise<Client> {
  const { app } = await startServer(t);
  const server = createServer({ ...app, endpoints: Object.fromEntries(echo.map((one) => [`${one.method}Echo`, one])) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** Sends a whole POST before it reads anything, as simple clients do, and returns what it then reads. */
async function sendAll(t: TestContext, client: Client, headers: readonly string[], pieces: readonly string[]) {
  const { port, host } = new URL(client.url);
  const socket = connect(Number(port), '127.0.0.1');
  t.after(() => socket.destroy());
  socket.pause();
  const head = ['POST /api/v1/echo HTTP/1.1', `Host: ${host}`, ...headers, '', ''].join('\r\n');
  for (const piece of [head, ...pieces]) await write(socket, piece);
  return readAnswer(socket);
}

function write(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.write(text, () => {
      socket.off('error', reject);
      resolve();
    });
  });
}

function readAnswer(socket: Socket): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (data: Buffer) => {
      text += data.toString();
      const [head = '', body = ''] = text.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
      if (body.length === length) resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) });
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`the connection ended after: ${text}`)));
    socket.resume();
  });
}

function asChunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}
