import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startServer } from '../support/server.ts';

describe('GET /app.webmanifest', () => {
  it('describes the organization as an app of the device', async (t) => {
    const { url, db } = await startServer(t);
    db.run("UPDATE realm SET name = 'Tea House'");

    const response = await fetch(`${url}/app.webmanifest`);

    assert.equal(response.headers.get('content-type'), 'application/manifest+json; charset=utf-8');
    assert.deepEqual(await response.json(), {
      id: '/',
      name: 'Tea House',
      short_name: 'Tea House',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#f8f6f1',
      theme_color: '#f8f6f1',
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
      },
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    });
  });

  it('answers 500 while the organization cannot be read', async (t) => {
    const { url, app } = await startServer(t);
    t.mock.method(app.log, 'error', () => {});
    t.mock.method(app.db, 'get', () => {
      throw new Error('unreadable');
    });

    assert.equal((await fetch(`${url}/app.webmanifest`)).status, 500);
  });

  it('names icons of the size that it says', async (t) => {
    const { url } = await startServer(t);

    for (const size of [192, 512]) {
      const png = Buffer.from(await (await fetch(`${url}/icon-${size}.png`)).arrayBuffer());

      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [size, size]);
    }
  });
});

describe('GET /sw.js', () => {
  it('names its version and the files that it keeps in its first line, and all of them are there', async (t) => {
    const { url } = await startServer(t);

    const response = await fetch(`${url}/sw.js?language=en-xa`);
    const [line = '', ...rest] = (await response.text()).split('\n');
    const script = rest.join('\n');
    const shell = JSON.parse(/^self\.shell=(.*);$/.exec(line)?.[1] ?? '');
    const answers = await Promise.all(shell.files.map((path: string) => fetch(url + path)));

    assert.equal(response.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(response.headers.get('cache-control'), 'no-cache');
    assert.match(script, /addEventListener\("fetch"/);
    assert.match(shell.version, /^[0-9a-f]{12}$/);
    assert.equal(shell.page, '/app-shell?language=en-xa');
    assert.ok(shell.files.length > 5);
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const page = await (await fetch(url + shell.page)).text();
    assert.match(page, new RegExp(`<html lang="en-xa" dir="ltr" data-version="${shell.version}"`));
    const languages = shell.files.filter((path: string) => path.endsWith('.json'));
    assert.ok(languages.length > 0 && languages.every((path: string) => path.startsWith('/assets/en-xa-')));
  });

  it('takes nothing but reading', async (t) => {
    const { url } = await startServer(t);

    const { status, headers } = await fetch(`${url}/sw.js`, { method: 'POST' });

    assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD']);
  });
});

describe('GET /app-shell', () => {
  it('sends the page of the client without the state of anybody, under the same policy', async (t) => {
    const { url, as } = await startServer(t);
    const { authorization } = as('alice');

    const shell = await fetch(`${url}/app-shell`, { headers: { authorization } });
    const whole = await fetch(url, { headers: { authorization } });

    assert.match(await shell.text(), /<script type="application\/json" id="state"><\/script>/);
    assert.equal(shell.headers.get('content-security-policy'), whole.headers.get('content-security-policy'));
    assert.equal(shell.headers.get('cache-control'), 'no-cache');
  });
});
