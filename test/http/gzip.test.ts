import assert from 'node:assert/strict';
import { get, type IncomingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { acceptsGzip } from '../../src/http/gzip.ts';
import { send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** An answer as it comes over the wire. */
interface Raw {
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

function fetchRaw(server: TestServer, path: string, encoding?: string): Promise<Raw> {
  const headers = {
    Authorization: server.as('alice').authorization,
    ...(encoding === undefined ? {} : { 'Accept-Encoding': encoding }),
  };
  return new Promise((resolve, reject) => {
    get(server.url + path, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ headers: response.headers, bytes: Buffer.concat(chunks) });
    }).on('error', reject);
  });
}

function encodingOf({ headers }: Raw) {
  return headers['content-encoding'];
}

const page = (count: number) => `/api/v1/messages?anchor=newest&num_before=${count}&num_after=0`;

describe('Accept-Encoding', () => {
  it('has answers beyond 4 KB compressed, and says the same', async (t) => {
    const server = await startServer(t);
    for (let count = 0; count < 20; count++) {
      await send(server.as('alice'), {
        to: 'general',
        content: `Soup ${count}, **hot** and with 🥕, ${'x'.repeat(300)}`,
      });
    }

    const plain = await fetchRaw(server, page(20));
    const packed = await fetchRaw(server, page(20), 'gzip, deflate, br');

    assert.deepEqual([encodingOf(plain), plain.headers.vary], [undefined, undefined]);
    assert.deepEqual([encodingOf(packed), packed.headers.vary], ['gzip', 'Accept-Encoding']);
    assert.equal(packed.headers['content-length'], String(packed.bytes.length));
    assert.equal(packed.headers['content-type'], 'application/json');
    assert.deepEqual(gunzipSync(packed.bytes), plain.bytes);
    assert.ok(packed.bytes.length < plain.bytes.length / 3);
  });

  it('leaves small answers and errors as they are', async (t) => {
    const server = await startServer(t);

    const small = await fetchRaw(server, '/api/v1/users/me', 'gzip');
    const error = await fetchRaw(server, '/api/v1/nothing', 'gzip');

    assert.deepEqual([encodingOf(small), encodingOf(error)], [undefined, undefined]);
    assert.ok(small.bytes.length < 4096);
  });

  it('has large answers compressed too, which are written piece by piece', async (t) => {
    const server = await startServer(t);
    const content = 'A long story. '.repeat(600);
    for (let count = 0; count < 60; count++) await send(server.as('alice'), { to: 'general', content });

    const plain = await fetchRaw(server, page(60));
    const packed = await fetchRaw(server, page(60), 'gzip');
    const document = await fetchRaw(server, '/api/v1/openapi.json', 'gzip');

    assert.ok(plain.bytes.length > 512 * 1024);
    assert.equal(encodingOf(packed), 'gzip');
    assert.deepEqual(gunzipSync(packed.bytes), plain.bytes);
    assert.equal(JSON.parse(gunzipSync(document.bytes).toString()).openapi.slice(0, 2), '3.');
  });
});

describe('the page of the app', () => {
  it('is compressed with the state that stands in it', async (t) => {
    const server = await startServer(t);

    const plain = await fetchRaw(server, '/');
    const packed = await fetchRaw(server, '/', 'gzip');

    const html = gunzipSync(packed.bytes).toString();
    assert.deepEqual(
      [encodingOf(plain), encodingOf(packed), packed.headers.vary],
      [undefined, 'gzip', 'Accept-Encoding'],
    );
    assert.match(html, /<script type="application\/json" id="state">\{"result":"success"/);
    assert.ok(packed.bytes.length < plain.bytes.length / 3);
  });
});

describe('acceptsGzip', () => {
  const headers: [string | undefined, boolean][] = [
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['gzip;q=0', false],
    ['gzip;q=0.0, *', false],
    ['*', true],
    ['*;q=0', false],
    ['identity', false],
    ['x-gzip', false],
    ['gzip;q=x', false],
  ];
  for (const [header, expected] of headers) {
    it(`is ${expected} for ${JSON.stringify(header)}`, () => {
      assert.equal(acceptsGzip(header), expected);
    });
  }
});
