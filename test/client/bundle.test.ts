import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { clientFolder } from '../../src/assets.ts';
import { languageCodes } from '../../src/languages/list.ts';
import { bundleClient, type ClientBundle, findBundle } from '../../src/web/bundle.ts';
import { startServer } from '../support/server.ts';

const kilobyte = 1000;

describe('the bundle of the client', () => {
  let bundle: ClientBundle;
  before(async () => {
    bundle = await bundleClient();
  });

  it('loads one script of at most 60 kB at first, and 80 kB in all', () => {
    const { script, style, files } = bundle;

    const text = files.get(script)?.body.toString() ?? '';
    const size = compressed(bundle, script);

    assert.doesNotMatch(text, /(from|import)"\.\//);
    assert.ok(size <= 60 * kilobyte, `${size} bytes of scripts`);
    // The messages of a language are in the page.
    const largest = Math.max(...namesOfTexts(bundle, 'first').map((name) => compressed(bundle, name)));
    const all = size + compressed(bundle, style) + largest;
    assert.ok(all <= 80 * kilobyte, `${all} bytes`);
  });

  it('has at most 14 kB of messages in each file of a language', () => {
    const groups = ['first', 'more', 'pages'].map((group) => namesOfTexts(bundle, group));

    const large = groups.flat().filter((name) => compressed(bundle, name) > 14 * kilobyte);

    assert.deepEqual(large, []);
    for (const names of groups) assert.equal(names.length, languageCodes.length);
  });

  it('loads at most 30 kB for anything that comes later', () => {
    const { script, style, files } = bundle;
    const first = new Set([script, style]);

    const large = [...files.keys()].filter((name) => !first.has(name) && compressed(bundle, name) > 30 * kilobyte);

    assert.deepEqual(large, []);
  });

  it('lists for each part all files but the first script, as its loader needs them', () => {
    const { script, files, parts } = bundle;
    const importsOf = (name: string) =>
      [...textOf(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, one = '']) => one);
    const textOf = (name: string) => files.get(name)?.body.toString() ?? '';

    const sources = readdirSync(clientFolder, { recursive: true, encoding: 'utf8' }).filter((one) =>
      /\.tsx?$/.test(one),
    );
    const imports = sources.flatMap((source) => findImports(source));

    assert.deepEqual(new Set(imports), new Set(Object.keys(parts)));
    for (const names of Object.values(parts)) {
      assert.ok(names.length > 0 && !names.includes(script));
      const needed = names.flatMap(importsOf).filter((one) => one !== script);
      assert.deepEqual(
        needed.filter((one) => !names.includes(one)),
        [],
      );
    }
  });

  it('asks no other host for anything', () => {
    const texts = [...bundle.files.values()].map(({ body }) => body.toString());
    const allowed = /^https?:\/\/(www\.w3\.org\/|example\.com\/?$|$)/;

    const hosts = texts
      .flatMap((text) => text.match(/https?:\/\/[\w.-]*\/?/g) ?? [])
      .filter((one) => !allowed.test(one));

    assert.deepEqual(hosts, []);
  });
});

describe('GET /', () => {
  it('sends the client with the state of its user, under a strict policy', async (t) => {
    const { url, users, as } = await startServer(t);
    const { authorization } = as('alice');

    const response = await fetch(url, { headers: { authorization } });
    const html = await response.text();

    const [, json = ''] = /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html) ?? [];
    const state = JSON.parse(json) as { user_id: number; queue_id: string };
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.match(response.headers.get('content-security-policy') ?? '', /require-trusted-types-for 'script'/);
    assert.equal(state.user_id, users.alice.id);
    const { status } = await as('alice').get('/events', {
      queue_id: state.queue_id,
      last_event_id: -1,
      dont_block: true,
    });
    assert.equal(status, 200);
  });

  it('keeps what people wrote inside the state', async (t) => {
    const { url, as } = await startServer(t);
    const subscriptions = [{ name: 'plans', description: '</script><script>alert(1)' }];
    await as('bob').post('/users/me/subscriptions', { subscriptions });
    const { authorization } = as('bob');

    const html = await (await fetch(url, { headers: { authorization } })).text();

    assert.match(html, /"description":"\\u003c\/script>/);
    assert.equal(html.match(/<\/script/g)?.length, 3);
  });

  it('sends the page for everyone without an account', async (t) => {
    const { url } = await startServer(t);

    const html = await (await fetch(url)).text();

    assert.doesNotMatch(html, /id="state"/);
  });
});

describe('GET /assets', () => {
  it('sends the files that the page names, to be kept for ever', async (t) => {
    const { url, as } = await startServer(t);
    const { authorization } = as('alice');
    const html = await (await fetch(url, { headers: { authorization } })).text();

    const names = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    const answers = await Promise.all(names.map((path) => fetch(`${url}${path}`)));

    assert.ok(names.length >= 2);
    for (const { status, headers } of answers) {
      assert.equal(status, 200);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
    }
  });

  it('sends them compressed to those who accept that', async (t) => {
    const { url } = await startServer(t);
    const { script, style, files } = await findBundle();

    for (const name of [script, style]) {
      const whole = await fetchRaw(`${url}/assets/${name}`, 'gzip');
      assert.equal(whole.coding, 'gzip');
      assert.deepEqual(gunzipSync(whole.bytes), files.get(name)?.body);
      assert.ok(whole.bytes.length < 60 * kilobyte, `${whole.bytes.length} bytes`);
    }
    for (const accepted of ['', 'gzip;q=0', 'br;q=0, *;q=0', 'identity'])
      assert.equal((await fetchRaw(`${url}/assets/${script}`, accepted)).coding, undefined, accepted);
    for (const accepted of ['*', 'deflate, gzip;q=0.5', 'GZIP, br;q=0'])
      assert.equal((await fetchRaw(`${url}/assets/${script}`, accepted)).coding, 'gzip', accepted);
  });

  it('answers 404 for others, and 405 for writing', async (t) => {
    const { url, as } = await startServer(t);
    const { authorization } = as('alice');
    const html = await (await fetch(url, { headers: { authorization } })).text();
    const [, path = ''] = /src="(\/assets\/[^"]+)"/.exec(html) ?? [];

    const statuses = await Promise.all([
      fetch(`${url}/assets/main.js`),
      fetch(`${url}/assets`),
      fetch(`${url}${path}/more`),
      fetch(`${url}${path}`, { method: 'POST' }),
    ]);

    assert.deepEqual(
      statuses.map(({ status }) => status),
      [404, 404, 404, 405],
    );
  });
});

/** The parts that a source imports later. Each import is the loader of a part that has the name of its source. */
function findImports(source: string): string[] {
  const text = readFileSync(join(clientFolder, source), 'utf8');
  const all = text.match(/\bimport\(/g) ?? [];
  const parts = [...text.matchAll(/\bpart\(\s*'([^']+)',\s*\(\) => import\('([^']+)'/g)];
  assert.equal(parts.length, all.length, `${source} imports something in another way than by part()`);
  return parts.map(([, name = '', path = '']) => {
    assert.equal(join(dirname(source), path), name);
    return name;
  });
}

function namesOfTexts({ files, texts }: ClientBundle, group: string): string[] {
  return [...files.keys()].filter((name) => name.endsWith(`-${group}-${texts.version}.json`));
}

function compressed({ files }: ClientBundle, name: string): number {
  const file = files.get(name);
  assert.ok(file, name);
  return gzipSync(file.body, { level: 9 }).length;
}

/** A file as it comes over the wire. */
function fetchRaw(url: string, accepted: string): Promise<{ coding: string | undefined; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': accepted } }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ coding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) });
    }).on('error', reject);
  });
}
