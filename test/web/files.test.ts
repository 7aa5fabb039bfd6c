import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fetchFile, storedFiles, uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const everyone: CastName[] = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'];
const notFound = { result: 'error', msg: 'File not found.', code: 'NOT_FOUND' };

interface Scene {
  server: TestServer;
  /** Of a file of Alice's that says `0123456789`. */
  url: string;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  return { server, url: await uploadFile(server.as('alice'), '0123456789', 'digits.txt') };
}

async function readers({ server, url }: Scene): Promise<CastName[]> {
  const found: CastName[] = [];
  for (const name of everyone) {
    const response = await fetchFile(server, url, name);
    if (response.status === 200) found.push(name);
    else assert.deepEqual([response.status, await response.json()], [404, notFound]);
  }
  return found;
}

describe('GET /user_uploads/{path}', () => {
  it('sends a file whole, with how to keep it and how to treat it', async (t) => {
    const { server, url } = await setScene(t);

    const response = await fetchFile(server, url, 'alice');

    const { date, connection, 'keep-alive': _, ...headers } = Object.fromEntries(response.headers);
    assert.deepEqual([response.status, await response.text()], [200, '0123456789']);
    assert.deepEqual(headers, {
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': `attachment; filename="digits.txt"; filename*=UTF-8''digits.txt`,
      'content-length': '10',
      'content-security-policy':
        "default-src 'none'; sandbox; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'none'",
      'content-type': 'text/plain; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      etag: '"84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882"',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it('tells HEAD the same without the file', async (t) => {
    const { server, url } = await setScene(t);

    const response = await fetchFile(server, url, 'alice', { method: 'HEAD' });

    assert.deepEqual([response.status, response.headers.get('Content-Length'), await response.text()], [200, '10', '']);
  });

  it('refuses other methods, and who is not logged in, whether there is such a file or not', async (t) => {
    const { server, url } = await setScene(t);

    const posted = await fetchFile(server, url, 'alice', { method: 'POST' });
    const anonymous = await fetchFile(server, url);
    const stray = await fetchFile(server, '/user_uploads/1/none/none.txt');

    assert.deepEqual([posted.status, posted.headers.get('Allow')], [405, 'GET, HEAD']);
    assert.deepEqual([anonymous.status, stray.status], [401, 401]);
    assert.deepEqual(await anonymous.json(), await stray.json());
  });

  it('is for the owner alone until a message refers to it', async (t) => {
    const scene = await setScene(t);

    assert.deepEqual(await readers(scene), ['alice']);
  });

  it('is for all who read a public channel, subscribed or not, once a message there refers to it', async (t) => {
    const scene = await setScene(t);
    const { server, url } = scene;
    await subscribe(server.as('alice'), 'design');
    await send(server.as('alice'), { to: 'design', content: `[digits](${url})` });

    assert.deepEqual(await readers(scene), ['owner', 'admin', 'moderator', 'alice', 'bob', 'bot']);
  });

  it('is for those in a direct conversation, by any form of its address', async (t) => {
    const scene = await setScene(t);
    const { server, url } = scene;
    const content = `See ${server.url}${url}?x#y`;
    await send(server.as('alice'), { type: 'direct', to: [server.users.guest.id], content });

    assert.deepEqual(await readers(scene), ['alice', 'guest']);
  });

  it('follows who may read the message', async (t) => {
    const scene = await setScene(t);
    const { server, url } = scene;
    const { users } = server;
    const channel_id = await subscribe(server.as('alice'), 'secret', {
      invite_only: true,
      history_public_to_subscribers: true,
      principals: [users.alice.id, users.bob.id],
    });
    const id = await send(server.as('alice'), { to: 'secret', content: `[digits](${url})` });
    const seen = [await readers(scene)];

    await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['secret'] });
    seen.push(await readers(scene));
    await subscribe(server.as('alice'), 'design');
    const { body } = await server.as('alice').get('/get_stream_id', { stream: 'design' });
    await server.as('owner').patch(`/realm`, { can_move_messages_between_channels_group: { new: 1, old: 1 } });
    const moved = await server.as('alice').patch(`/messages/${id}`, { stream_id: body.stream_id });
    seen.push(await readers(scene));

    assert.ok(channel_id > 0);
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    assert.deepEqual(seen, [['alice', 'bob'], ['alice'], ['owner', 'admin', 'moderator', 'alice', 'bob', 'bot']]);
  });

  it('is not opened by a message of somebody who only knows the address', async (t) => {
    const scene = await setScene(t);
    const { server, url } = scene;

    const id = await send(server.as('bob'), { to: 'general', content: `[digits](${url})` });
    await server.as('bob').patch(`/messages/${id}`, { content: `again: [digits](${url})` });

    assert.deepEqual(await readers(scene), ['alice']);
    const { body } = await server.as('alice').get('/attachments');
    assert.deepEqual(body.attachments[0].message_ids, []);
  });

  it('is passed on by whoever may see it', async (t) => {
    const scene = await setScene(t);
    const { server, url } = scene;
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: `[digits](${url})` });

    await send(server.as('bob'), { type: 'direct', to: [server.users.guest.id], content: `> [digits](${url})` });

    assert.deepEqual(await readers(scene), ['alice', 'bob', 'guest']);
  });

  it('is for everyone on the web once a message of a channel that is open to it refers to it', async (t) => {
    const scene = await setScene(t);
    const { server, url } = scene;
    await openToWeb(server);
    const before = await fetchFile(server, url);
    const id = await send(server.as('alice'), { to: 'general', content: `[digits](${url})` });

    const open = await fetchFile(server, url);
    const part = await fetchFile(server, url, undefined, { headers: { Range: 'bytes=1-2' } });
    const wrongKey = await fetchFile(server, url, undefined, { headers: { Authorization: 'Basic YTpi' } });
    await server.as('owner').delete(`/messages/${id}`);
    const after = await fetchFile(server, url);

    assert.deepEqual([before.status, open.status, part.status, wrongKey.status], [401, 200, 206, 401]);
    assert.deepEqual([await open.text(), await part.text()], ['0123456789', '12']);
    assert.deepEqual([after.status, await after.json()], [401, await before.json()]);
  });

  const closings: [how: string, close: (server: TestServer) => unknown][] = [
    [
      'the organization is closed to the web',
      ({ as }) => as('owner').patch('/realm', { enable_spectator_access: false }),
    ],
    ['the channel is', ({ db }) => db.run('UPDATE channels SET is_web_public = 0')],
    ['the channel is archived', ({ db }) => db.run('UPDATE channels SET is_archived = 1')],
  ];
  for (const [how, close] of closings) {
    it(`is for nobody on the web any more once ${how}`, async (t) => {
      const { server, url } = await setScene(t);
      await openToWeb(server);
      await send(server.as('alice'), { to: 'general', content: `[digits](${url})` });
      const open = await fetchFile(server, url);

      await close(server);

      const closed = await fetchFile(server, url);
      const stray = await fetchFile(server, '/user_uploads/1/none/none.txt');
      assert.deepEqual([open.status, closed.status], [200, 401]);
      assert.deepEqual(await closed.json(), await stray.json());
    });
  }

  it('shows the web a thumbnail too, and gives no link to it', async (t) => {
    const server = await startServer(t);
    await openToWeb(server);
    const url = await uploadFile(server.as('alice'), png(), 'a.png');
    await send(server.as('alice'), { to: 'general', content: `[a](${url})` });
    await server.app.thumbnailer.finished();

    const small = await fetchFile(server, `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.jpg`);
    const link = await server.anonymous.get(url);

    assert.deepEqual([small.status, small.headers.get('Content-Type'), link.status], [200, 'image/jpeg', 401]);
  });

  const strays = [
    '/user_uploads',
    '/user_uploads/',
    '/user_uploads/1',
    '/user_uploads/../secret.key',
    '/user_uploads/1/../../../../etc/passwd',
    '/user_uploads/1/%2e%2e/%2e%2e/secret.key',
    '/user_uploads/..%2f..%2fsecret.key',
    '/user_uploads/1/a%00b/c',
    '/user_uploads/%ff/%zz',
    '/user_uploads/__proto__/constructor',
    '/user_uploads/transit/half',
    '/user_uploads/temporary',
    '/user_uploads/temporary/',
    '/user_uploads/temporary/1.99999999999.AAAA/digits.txt',
    '/user_uploads/temporary/../1/x',
    '/user_uploads/download/',
    '/user_uploads/thumbnail/1/x/y.png/840x560.jpg',
    `/user_uploads/${'a/'.repeat(1000)}`,
  ];
  for (const path of strays) {
    it(`knows no file at ${path.slice(0, 60)}`, async (t) => {
      const { server } = await setScene(t);
      const authorization = server.as('alice').authorization;

      const { status, body } = await getRaw(server, path, authorization);

      assert.deepEqual([status, JSON.parse(body)], [404, notFound]);
    });
  }

  it('knows no file by a part of its address, or by more', async (t) => {
    const { server, url } = await setScene(t);

    const answers = await Promise.all(
      [url.slice(0, -1), `${url}/x`, url.replace('digits', 'Digits'), url.replace('/1/', '/2/')].map((path) =>
        fetchFile(server, path, 'alice'),
      ),
    );

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404],
    );
  });

  it('sends a file to be saved when asked to', async (t) => {
    const server = await startServer(t);
    const url = await uploadFile(server.as('alice'), png(), 'a.png');

    const shown = await fetchFile(server, url, 'alice');
    const saved = await fetchFile(server, url.replace('/user_uploads/', '/user_uploads/download/'), 'alice');
    const others = await fetchFile(server, url.replace('/user_uploads/', '/user_uploads/download/'), 'bob');

    assert.match(shown.headers.get('Content-Disposition') ?? '', /^inline;/);
    assert.match(saved.headers.get('Content-Disposition') ?? '', /^attachment;/);
    assert.equal(others.status, 404);
  });

  it('says that a file cannot be read rather than sending half an answer', async (t) => {
    const { server, url } = await setScene(t);
    for (const file of storedFiles(server)) rmSync(join(server.app.config.data_dir, 'uploads', file));

    const response = await fetchFile(server, url, 'alice');

    assert.deepEqual([response.status, ((await response.json()) as { code: string }).code], [500, 'INTERNAL_ERROR']);
  });
});

describe('a Range', () => {
  const ranges: [header: string, status: number, range: string | null, text: string][] = [
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=4-', 206, 'bytes 4-9/10', '456789'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=-30', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=9-9', 206, 'bytes 9-9/10', '9'],
    ['bytes=5-500', 206, 'bytes 5-9/10', '56789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=-0', 416, 'bytes */10', ''],
    ['bytes=99999999999-', 416, 'bytes */10', ''],
    ['bytes=3-1', 200, null, '0123456789'],
    ['bytes=0-1,4-5', 200, null, '0123456789'],
    ['bytes=-', 200, null, '0123456789'],
    ['bytes=a-b', 200, null, '0123456789'],
    ['lines=0-3', 200, null, '0123456789'],
    ['', 200, null, '0123456789'],
  ];
  for (const [header, status, range, text] of ranges) {
    it(`is answered: ${header || 'empty'}`, async (t) => {
      const { server, url } = await setScene(t);

      const response = await fetchFile(server, url, 'alice', { headers: { Range: header } });

      assert.deepEqual(
        [response.status, response.headers.get('Content-Range'), await response.text()],
        [status, range, text],
      );
      assert.equal(response.headers.get('Content-Length'), String(text.length));
    });
  }

  it('counts for nothing where only the headers are asked for', async (t) => {
    const { server, url } = await setScene(t);

    const response = await fetchFile(server, url, 'alice', { method: 'HEAD', headers: { Range: 'bytes=0-3' } });

    assert.deepEqual([response.status, response.headers.get('Content-Length')], [200, '10']);
  });

  it('of an empty file lies outside', async (t) => {
    const server = await startServer(t);
    const url = await uploadFile(server.as('alice'), '', 'empty.txt');

    const { status } = await fetchFile(server, url, 'alice', { headers: { Range: 'bytes=0-' } });

    assert.equal(status, 416);
  });

  it('counts only for the content it was meant for', async (t) => {
    const { server, url } = await setScene(t);
    const etag = (await fetchFile(server, url, 'alice')).headers.get('ETag') ?? '';
    const ask = async (tag: string) =>
      (await fetchFile(server, url, 'alice', { headers: { Range: 'bytes=0-3', 'If-Range': tag } })).status;

    assert.deepEqual([await ask(etag), await ask('"other"')], [206, 200]);
  });
});

describe('a file that a client has already', () => {
  it('is not sent again', async (t) => {
    const { server, url } = await setScene(t);
    const etag = (await fetchFile(server, url, 'alice')).headers.get('ETag') ?? '';
    const ask = async (name: CastName, tags: string) => {
      const { status } = await fetchFile(server, url, name, { headers: { 'If-None-Match': tags } });
      return status;
    };

    assert.deepEqual([await ask('alice', etag), await ask('alice', `"a", W/${etag}`)], [304, 304]);
    assert.deepEqual([await ask('alice', '"a"'), await ask('bob', etag)], [200, 404]);
  });
});

describe('GET /user_uploads/{realm_id_str}/{filename}', () => {
  it('gives a link that needs no login, for a minute and for this file alone', async (t) => {
    const { server, url } = await setScene(t);
    const other = await uploadFile(server.as('alice'), 'other', 'other.txt');

    const { status, body } = await server.as('alice').get(url);

    assert.equal(status, 200);
    assert.deepEqual(body, { result: 'success', msg: '', url: body.url });
    assert.match(body.url, /^\/user_uploads\/temporary\/1-\d+\.\d+\.[\w-]{43}\/digits\.txt$/);
    const first = await fetchFile(server, body.url);
    assert.deepEqual([first.status, await first.text()], [200, '0123456789']);
    const ranged = await fetchFile(server, body.url, undefined, { headers: { Range: 'bytes=1-2' } });
    assert.equal(await ranged.text(), '12');
    assert.equal((await fetchFile(server, body.url.replace('/1-', '/2-'))).status, 404);
    assert.equal((await fetchFile(server, body.url.replace(/(\d+)\.(?=[\w-]{43})/, '9$1.'))).status, 404);
    assert.equal((await fetchFile(server, other)).status, 401);
    server.clock.advance(59);
    assert.equal((await fetchFile(server, body.url)).status, 200);
    server.clock.advance(1);
    assert.equal((await fetchFile(server, body.url)).status, 404);
  });

  it('answers alike for what one may not see and what does not exist', async (t) => {
    const { server, url } = await setScene(t);

    const others = await server.as('owner').get(url);
    const none = await server.as('owner').get('/user_uploads/1/none/digits.txt');

    assert.deepEqual([others.status, others.body], [404, notFound]);
    assert.deepEqual([none.status, none.body], [404, notFound]);
  });

  it('ends with the file', async (t) => {
    const { server, url } = await setScene(t);
    const { body } = await server.as('alice').get(url);

    await server.as('alice').delete('/attachments/1');

    assert.equal((await fetchFile(server, body.url)).status, 404);
  });
});

async function openToWeb({ as, db }: TestServer): Promise<void> {
  const { status } = await as('owner').patch('/realm', { enable_spectator_access: true });
  assert.equal(status, 200);
  db.run("UPDATE channels SET is_web_public = 1 WHERE name = 'general'");
}

/** Asks for a path exactly as written: fetch would tidy it up. */
function getRaw({ url }: TestServer, path: string, authorization: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers: { Authorization: authorization } }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
}
