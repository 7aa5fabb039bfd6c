import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { type ClientFile, findBundle } from '../../src/web/bundle.ts';
import { avatarOf, bytesOf, widthOf } from '../support/pictures.ts';
import { startServer } from '../support/server.ts';

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const notFound = { result: 'error', msg: 'This URL does not exist on this server.', code: 'NOT_FOUND' };

describe('GET /apps', () => {
  it('says whose server it is and which address to type', async (t) => {
    const { url, app } = await startServer(t);
    app.config.public_url = 'https://chat.example.com';

    const response = await fetch(`${url}/apps`);

    const html = await response.text();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(html, /<h1 dir="auto">Test Organization<\/h1>/);
    assert.match(html, /<p class="address" dir="ltr">https:\/\/chat\.example\.com<\/p>/);
    assert.match(html, /site=https:\/\/chat\.example\.com</);
    assert.match(html, /curl --user you@example\.com https:\/\/chat\.example\.com\/api\/v1\/users\/me</);
    assert.doesNotMatch(html, /only on this computer/);
  });

  it('leads to the web client, which the desktop app shows too', async (t) => {
    const { url } = await startServer(t);

    const html = await (await fetch(`${url}/apps`)).text();
    assert.match(html, /<a href="\/">open chatd in your browser<\/a>\. The Zulip\sdesktop app shows the same\./);
  });

  it('says when its address is of no use to other computers', async (t) => {
    const { url, app } = await startServer(t);

    for (const local of ['http://127.0.0.1:9991', 'http://localhost:9991', 'http://[::1]:9991']) {
      app.config.public_url = local;
      assert.match(await (await fetch(`${url}/apps`)).text(), /only on this computer/, local);
    }
  });

  it('shows names and addresses as text and the description as Markdown', async (t) => {
    const { url, app, db } = await startServer(t);
    db.run('UPDATE realm SET name = ?, description = ?', '<script>"&', '**Hello** <script>alert(1)</script>');
    app.config.public_url = 'https://chat.example.com/a&b';

    const html = await (await fetch(`${url}/apps`)).text();

    assert.doesNotMatch(html, /<script/);
    assert.match(html, /<title>Apps for &lt;script&gt;&quot;&amp;<\/title>/);
    assert.match(html, /<h1 dir="auto">&lt;script&gt;&quot;&amp;<\/h1>/);
    assert.match(html, /<p class="address" dir="ltr">https:\/\/chat\.example\.com\/a&amp;b<\/p>/);
    assert.match(html, /<strong>Hello<\/strong>/);
  });

  it('lets the browser do nothing but show it', async (t) => {
    const { url } = await startServer(t);

    const response = await fetch(`${url}/apps`);

    const style = /<style>(.*)<\/style>/s.exec(await response.text())?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    const names = [
      'content-security-policy',
      'x-content-type-options',
      'referrer-policy',
      'cross-origin-opener-policy',
      'cache-control',
    ];
    assert.deepEqual(Object.fromEntries(names.map((name) => [name, response.headers.get(name)])), {
      'content-security-policy':
        `default-src 'none'; style-src 'self' 'sha256-${hash}'; img-src 'self'; ` +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
  });
});

describe('GET /icon.png', () => {
  it("is the organization's picture, and the browser's small one is the same", async (t) => {
    const { url, anonymous } = await startServer(t);
    const { realm_icon } = (await anonymous.get('/server_settings')).body;

    const icon = await fetch(url + realm_icon);
    const small = await fetch(`${url}/favicon.ico`);

    const types = [icon, small].map(({ headers }) => headers.get('content-type'));
    assert.deepEqual(types, ['image/png', 'image/png']);
    assert.deepEqual([widthOf(await bytesOf(icon)), widthOf(await bytesOf(small))], [256, 64]);
  });
});

describe('If-None-Match', () => {
  it('sends nothing again that the browser has, and says that it may keep it', async (t) => {
    const { url } = await startServer(t);

    for (const path of [
      avatarOf(1),
      avatarOf(1, 'drawn', 'medium'),
      '/icon.png',
      '/favicon.ico',
      '/robots.txt',
      '/apps',
    ]) {
      const first = await fetch(url + path);
      const etag = first.headers.get('etag') ?? '';
      const ifKnown = (tags: string) => fetch(url + path, { headers: { 'If-None-Match': tags } });
      const weak = etag.replace(/^(W\/)?/, 'W/');
      const [same, among, any, other] = await Promise.all([etag, `"x", ${weak}`, '*', '"x"'].map(ifKnown));
      assert.match(etag, /^(W\/)?"[\w-]{22}"$/);
      for (const known of [same, among, any]) {
        assert.deepEqual([known?.status, (await bytesOf(known as Response)).length], [304, 0], path);
        const kept = ['etag', 'cache-control', 'content-security-policy'].map((name) => known?.headers.get(name));
        assert.deepEqual(kept, [
          etag,
          first.headers.get('cache-control'),
          first.headers.get('content-security-policy'),
        ]);
      }
      assert.deepEqual([other?.status, await bytesOf(other as Response)], [200, await bytesOf(first)], path);
    }
  });

  it('is another tag for another picture', async (t) => {
    const { url } = await startServer(t);

    const tags = await Promise.all(
      [avatarOf(1), avatarOf(2)].map(async (path) => (await fetch(url + path)).headers.get('etag')),
    );

    assert.equal(new Set(tags).size, 2);
  });
});

describe('GET /robots.txt', () => {
  it('sends robots away', async (t) => {
    const { url } = await startServer(t);

    const response = await fetch(`${url}/robots.txt`);

    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(await response.text(), 'User-agent: *\nDisallow: /\n');
  });
});

describe('any other address', () => {
  it('gets the error of the API, or a page for browsers', async (t) => {
    const { url } = await startServer(t);

    const forPrograms = await fetch(`${url}/nothing`, { headers: { Accept: '*/*' } });
    const forBrowsers = await fetch(`${url}/nothing`, { headers: browser });
    const jsonFirst = await fetch(`${url}/nothing`, { headers: { Accept: 'application/json, text/html;q=0.5' } });

    assert.deepEqual([forPrograms.status, await forPrograms.json()], [404, notFound]);
    assert.deepEqual([jsonFirst.status, await jsonFirst.json()], [404, notFound]);
    assert.deepEqual([forBrowsers.status, forBrowsers.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
    assert.match(await forBrowsers.text(), /<h1>Nothing here<\/h1>/);
  });

  it('is never a failure of the server, however odd', async (t) => {
    const { url } = await startServer(t);
    const odd = ['/%zz', '/%', '/%00', '/%2e%2e/', '/avatar/%zz', `/${'x'.repeat(8000)}`, '/?%zz', '//', '//x//'];

    const lines = await Promise.all(odd.map((target) => statusOf(url, target)));

    const page = 'HTTP/1.1 200 OK';
    const missing = 'HTTP/1.1 404 Not Found';
    assert.deepEqual(lines, [...Array(6).fill(missing), page, page, missing]);
  });

  it('below /api/ belongs to the API', async (t) => {
    const { url } = await startServer(t);

    const response = await fetch(`${url}//api/v1/nothing`, { headers: browser });

    assert.deepEqual([response.status, await response.json()], [404, notFound]);
  });
});

describe('methods of pages and pictures', () => {
  const paths = ['/apps', avatarOf(1), '/icon.png', '/favicon.ico', '/robots.txt'];

  it('HEAD tells what GET would send', async (t) => {
    const { url } = await startServer(t);

    for (const path of paths) {
      const got = await fetch(url + path);
      const head = await fetch(url + path, { method: 'HEAD' });
      assert.equal(head.headers.get('content-length'), got.headers.get('content-length'), path);
      assert.deepEqual([head.status, (await bytesOf(head)).length, headersOf(head)], [200, 0, headersOf(got)], path);
    }
  });

  it('others are refused', async (t) => {
    const { url } = await startServer(t);

    for (const path of paths) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await fetch(url + path, { method });
        assert.deepEqual(
          { status: response.status, allow: response.headers.get('allow'), body: await response.json() },
          {
            status: 405,
            allow: 'GET, HEAD',
            body: {
              result: 'error',
              msg: 'Method Not Allowed',
              code: 'METHOD_NOT_ALLOWED',
              allowed_methods: ['GET', 'HEAD'],
            },
          },
          `${method} ${path}`,
        );
      }
    }
  });

  it('answer 500 when something unforeseen happens', async (t) => {
    const { url, db } = await startServer(t);
    db.run('ALTER TABLE realm RENAME TO gone');

    const response = await fetch(`${url}/apps`);

    const { code } = (await response.json()) as { code: string };
    assert.deepEqual([response.status, code], [500, 'INTERNAL_ERROR']);
  });
});

const ofConnection = new Set(['date', 'connection', 'keep-alive']);

function headersOf({ headers }: Response): object {
  return Object.fromEntries([...headers].filter(([name]) => !ofConnection.has(name)));
}

/** The first line of the answer to a request whose target no URL class has tidied up. */
async function statusOf(url: string, target: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return chunk.toString('latin1').split('\r\n')[0] ?? '';
}

describe('texts outside the API', () => {
  it('are compressed for those who accept that, and pictures and fonts are not', async (t) => {
    const { url } = await startServer(t);
    const { files } = await findBundle();
    const font = [...files.keys()].find((name) => name.endsWith('.woff2'));
    const texts = ['/static/emoji-data.json', '/apps', '/login', '/forgot', '/sw.js', '/app-shell', '/missing'];
    const isLong = ([name, { body }]: [string, ClientFile]) => !name.endsWith('.woff2') && body.length > 200;
    const assets = [...files].filter(isLong).map(([name]) => `/assets/${name}`);

    for (const path of [...texts, ...assets]) {
      const packed = await getRaw(url + path, 'gzip');
      assert.equal(packed.headers['content-encoding'], 'gzip', path);
      assert.match(`${packed.headers.vary}`, /Accept-Encoding/, path);
      const plain = await getRaw(url + path, 'identity');
      assert.equal(plain.headers['content-encoding'], undefined, path);
      assert.ok(packed.bytes.length < plain.bytes.length, path);
      assert.deepEqual(gunzipSync(packed.bytes), plain.bytes, path);
    }
    for (const path of ['/icon.png', '/robots.txt', `/assets/${font}`])
      assert.equal((await getRaw(url + path, 'gzip')).headers['content-encoding'], undefined, path);
  });

  it('are known by their tag, however they were sent', async (t) => {
    const { url } = await startServer(t);

    for (const accepted of ['gzip', 'identity']) {
      const { headers } = await getRaw(`${url}/static/emoji-data.json`, accepted);
      assert.match(`${headers.etag}`, /^W\//);
      for (const tag of [`${headers.etag}`, `${headers.etag}`.slice(2)]) {
        const again = await fetch(`${url}/static/emoji-data.json`, { headers: { 'If-None-Match': tag } });
        assert.equal(again.status, 304);
      }
    }
  });
});

/** An answer as it comes over the wire. */
function getRaw(url: string, accepted: string): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const headers = { ...browser, 'Accept-Encoding': accepted };
  return new Promise((resolve, reject) => {
    get(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ headers: response.headers, bytes: Buffer.concat(chunks) });
    }).on('error', reject);
  });
}

describe('GET /accent.css', () => {
  it("is the organization's color, for the pages that link it", async (t) => {
    const { url, as } = await startServer(t);
    const style = async () => (await fetch(`${url}/accent.css`)).text();
    assert.equal(await style(), '');

    await as('owner').patch('/realm', { accent_color: '#7a1f5c' });

    assert.match(await style(), /^:root\{--brand:light-dark\(#7a1f5c, #[0-9a-f]{6}\)\}$/);
    for (const path of ['/login', '/reset', '/apps', '/nowhere', '/join/none', '/setup/none']) {
      const page = await fetch(url + path, { headers: { Accept: 'text/html' } });
      assert.match(await page.text(), /<link rel="stylesheet" href="\/accent\.css">/, path);
      assert.match(page.headers.get('content-security-policy') ?? '', /style-src 'self' /, path);
    }
  });
});
