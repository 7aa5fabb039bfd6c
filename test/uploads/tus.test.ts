import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { type ClientRequest, request as openRequest } from 'node:http';
import { describe, it } from 'node:test';
import { deleteExpiredUploads } from '../../src/uploads/unfinished.ts';
import { getUser } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { fetchFile, storedFiles } from '../support/files.ts';
import { type Bytes, png } from '../support/pictures.ts';
import { send } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

const base = '/api/v1/tus';
const part = 'application/offset+octet-stream';
const day = 86_400;

interface Sending {
  as?: CastName | 'nobody';
  headers?: Record<string, string>;
  body?: Bytes | string;
}

interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the server sent, and assert what it is
  body: any;
}

async function speak(server: TestServer, method: string, path: string, sending: Sending = {}): Promise<Reply> {
  const { as = 'alice', headers = {}, body = null } = sending;
  const login = as === 'nobody' ? {} : { Authorization: server.as(as).authorization };
  const init = { method, headers: { 'Tus-Resumable': '1.0.0', ...login, ...headers }, body };
  const response = await fetch(server.url + path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const metadata = (name: string) => `filename ${Buffer.from(name).toString('base64')},filetype dGV4dC9wbGFpbg==`;

/** Begins an upload; returns its path. */
async function begin(server: TestServer, length: number, name = 'note.txt', as: CastName = 'alice'): Promise<string> {
  const headers = { 'Upload-Length': String(length), 'Upload-Metadata': metadata(name) };
  const { status, headers: told, body } = await speak(server, 'POST', base, { as, headers });
  assert.equal(status, 201, JSON.stringify(body));
  return told.get('Location') ?? '';
}

function sendPart(server: TestServer, path: string, offset: number, bytes: Bytes | string, as: CastName = 'alice') {
  const headers = { 'Content-Type': part, 'Upload-Offset': String(offset) };
  return speak(server, 'PATCH', path, { as, headers, body: bytes });
}

/** The offset that a client asks for, and the length. */
async function sizesOf(server: TestServer, path: string): Promise<(string | null)[]> {
  const { status, headers } = await speak(server, 'HEAD', path);
  assert.equal(status, 200);
  return [headers.get('Upload-Offset'), headers.get('Upload-Length')];
}

/** Sends the beginning of a part and keeps the connection open. */
function openPart({ url, as }: TestServer, path: string, { offset, length, bytes }: Part): ClientRequest {
  const headers = {
    'Tus-Resumable': '1.0.0',
    Authorization: as('alice').authorization,
    'Content-Type': part,
    'Upload-Offset': offset,
    'Content-Length': length,
  };
  const sent = openRequest(url + path, { method: 'PATCH', headers });
  sent.on('error', () => {});
  sent.write(bytes);
  return sent;
}

interface Part {
  offset: number;
  length: number;
  bytes: string;
}

async function assertRefused(reply: Promise<Reply>, status: number, msg: string): Promise<void> {
  const { status: told, body, headers } = await reply;
  assert.deepEqual([told, body?.result, body?.msg], [status, 'error', msg]);
  assert.equal(headers.get('Tus-Resumable'), '1.0.0');
}

describe('uploads in parts', () => {
  it('become files when the last part is there, as clients of the original expect', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['attachment'] });
    const path = await begin(server, 11, 'grüße.txt');
    assert.match(path, /^\/api\/v1\/tus\/[\w-]+$/);

    const first = await sendPart(server, path, 0, 'Buy ');
    assert.deepEqual([first.status, first.headers.get('Upload-Offset'), first.body], [204, '4', undefined]);
    assert.deepEqual(await sizesOf(server, path), ['4', '11']);
    assert.deepEqual(await ears.heard(), {});
    const last = await sendPart(server, path, 4, 'tea now');

    const { url, uri, filename, ...rest } = last.body;
    assert.deepEqual(
      [last.status, last.headers.get('Upload-Offset'), rest],
      [200, '11', { result: 'success', msg: '' }],
    );
    assert.deepEqual([filename, uri], ['grüße.txt', url]);
    assert.equal(await (await fetchFile(server, url, 'alice')).text(), 'Buy tea now');
    const { alice, bob = [] } = await ears.heard();
    assert.deepEqual([alice?.map(({ op, attachment }) => [op, attachment.name]), bob], [[['add', 'grüße.txt']], []]);
    assert.equal((await speak(server, 'HEAD', path)).status, 404);
    assert.equal(storedFiles(server).length, 1);
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: `[note](${url})` });
    assert.equal((await fetchFile(server, url, 'bob')).status, 200);
  });

  it('have the type of their content, and pictures are shown', async (t) => {
    const server = await startServer(t);
    const bytes = png();
    const path = await begin(server, bytes.length, 'photo.png');

    const { body } = await sendPart(server, path, 0, bytes);

    const { rendered } = (await server.as('alice').post('/messages/render', { content: `[p](${body.url})` })).body;
    assert.match(rendered, /message_inline_image/);
  });

  it('of nothing are files at once', async (t) => {
    const server = await startServer(t);
    const headers = { 'Upload-Length': '0', 'Upload-Metadata': metadata('empty.txt') };
    const { status, body } = await speak(server, 'POST', `${base}/`, { headers });

    assert.deepEqual([status, body.filename], [201, 'empty.txt']);
    assert.equal(await (await fetchFile(server, body.url, 'alice')).text(), '');
  });

  it('say what this server can do, to everybody', async (t) => {
    const server = await startServer(t);
    const { status, headers } = await speak(server, 'OPTIONS', base, {
      as: 'nobody',
      headers: { 'Tus-Resumable': '' },
    });

    const told = ['Tus-Version', 'Tus-Extension', 'Tus-Max-Size'].map((name) => headers.get(name));
    assert.deepEqual([status, ...told], [204, '1.0.0', 'creation,expiration,termination', String(100 * 1024 * 1024)]);
  });

  it('go on after a broken connection with what has arrived', async (t) => {
    const server = await startServer(t);
    const path = await begin(server, 8);
    const broken = openPart(server, path, { offset: 0, length: 8, bytes: 'abc' });
    await until(() => sizeOnDisk(server, path) === 3);
    broken.destroy();

    assert.deepEqual(await sizesOf(server, path), ['3', '8']);
    const { status, body } = await sendPart(server, path, 3, 'defgh');

    assert.equal(status, 200);
    assert.equal(await (await fetchFile(server, body.url, 'alice')).text(), 'abcdefgh');
  });

  it('break off a part whose client asks again on another connection', async (t) => {
    const server = await startServer(t);
    const path = await begin(server, 8);
    const hanging = openPart(server, path, { offset: 0, length: 8, bytes: 'abc' });
    await until(() => sizeOnDisk(server, path) === 3);

    assert.deepEqual(await sizesOf(server, path), ['3', '8']);
    await until(() => hanging.destroyed);
    const replies = await Promise.all(
      [sendPart(server, path, 3, 'defgh'), sendPart(server, path, 3, 'defgh')].map(quiet),
    );

    const finished = replies.filter((reply) => reply?.status === 200);
    assert.equal(finished.length, 1);
    assert.equal(await (await fetchFile(server, finished[0]?.body.url, 'alice')).text(), 'abcdefgh');
  });

  it('end when their owner ends them, or after a day', async (t) => {
    const server = await startServer(t);
    const [ended, forgotten] = [await begin(server, 8), await begin(server, 8)];
    await sendPart(server, forgotten, 0, 'abc');
    const expires = (await speak(server, 'HEAD', forgotten)).headers.get('Upload-Expires');
    assert.equal(Date.parse(expires ?? '') / 1000, server.clock.now() + day);

    assert.equal((await speak(server, 'DELETE', ended)).status, 204);
    server.clock.advance(day - 1);
    deleteExpiredUploads(server.app);
    assert.deepEqual(await sizesOf(server, forgotten), ['3', '8']);
    server.clock.advance(1);

    for (const path of [ended, forgotten]) {
      await assertRefused(sendPart(server, path, 3, 'de'), 404, 'Upload not found.');
    }
    deleteExpiredUploads(server.app);
    assert.deepEqual(storedFiles(server), []);
  });

  it('are those of their owner alone: for others they do not exist', async (t) => {
    const server = await startServer(t);
    const path = await begin(server, 4);

    for (const id of [path, `${base}/nothing`, `${path}x`, `${base}/..%2f..%2fchatd.db`]) {
      const as = id === path ? 'owner' : 'alice';
      await assertRefused(sendPart(server, id, 0, 'abcd', as), 404, 'Upload not found.');
      assert.equal((await speak(server, 'HEAD', id, { as })).status, 404);
      await assertRefused(speak(server, 'DELETE', id, { as }), 404, 'Upload not found.');
    }
    assert.deepEqual(await sizesOf(server, path), ['0', '4']);
  });

  it('take the credentials and rights of POST /user_uploads', async (t) => {
    const server = await startServer(t);
    const headers = { 'Upload-Length': '1' };
    const notLoggedIn = 'Not logged in: API authentication or user session required';
    await assertRefused(speak(server, 'POST', base, { as: 'nobody', headers }), 401, notLoggedIn);
    const path = await begin(server, 1);
    for (const method of ['PATCH', 'DELETE']) {
      await assertRefused(speak(server, method, path, { as: 'nobody' }), 401, notLoggedIn);
    }
    for (const as of ['guest', 'bot'] as const) assert.ok(await begin(server, 1, 'x', as));
    server.db.run('UPDATE users SET bot_type = 2 WHERE id = ?', server.users.bot.id);
    const webhook = 'This API is not available to incoming webhook bots.';
    await assertRefused(speak(server, 'POST', base, { as: 'bot', headers }), 401, webhook);
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.alice.id);
    assert.equal(getUser(server.db, server.users.alice.id).is_active, 0);
    await assertRefused(sendPart(server, path, 0, 'a'), 401, 'Account is deactivated');
  });

  it('have bounds: of length, number, space of the organization and of the disk', async (t) => {
    const server = await startServer(t);
    const { config } = server.app;
    const ask = (length: number, as: CastName = 'bob') =>
      speak(server, 'POST', base, { as, headers: { 'Upload-Length': String(length) } });
    config.max_upload_mib = 1;
    await assertRefused(ask(1024 * 1024 + 1), 413, 'File is larger than the allowed limit of 1 MiB');
    config.upload_quota_mib = 0;
    await assertRefused(ask(1), 400, "Upload would exceed your organization's upload quota.");
    delete config.upload_quota_mib;
    config.keep_free_mib = Number.MAX_SAFE_INTEGER;
    const full = 'The disk of the server is nearly full; files cannot be uploaded at the moment.';
    await assertRefused(ask(1), 503, full);
    delete config.keep_free_mib;
    for (let count = 0; count < 20; count++) assert.equal((await ask(1)).status, 201);
    await assertRefused(ask(1), 400, 'You have too many unfinished uploads (limit: 20).');
    assert.equal((await ask(1, 'alice')).status, 201);
  });

  it('keep what has arrived when the last part is refused, and can be finished later', async (t) => {
    const server = await startServer(t);
    const path = await begin(server, 2);
    server.app.config.upload_quota_mib = 0;
    await assertRefused(sendPart(server, path, 0, 'ab'), 400, "Upload would exceed your organization's upload quota.");
    delete server.app.config.upload_quota_mib;

    assert.deepEqual(await sizesOf(server, path), ['2', '2']);
    assert.equal((await sendPart(server, path, 2, '')).status, 200);
  });

  it('refuse what the protocol does not have', async (t) => {
    const server = await startServer(t);
    const path = await begin(server, 4);
    const count = { 'Upload-Length': '4' };
    const patch = (headers: Record<string, string>, body = 'ab') => speak(server, 'PATCH', path, { headers, body });
    const length = 'The header Upload-Length must be a number of bytes.';
    const offset = 'The header Upload-Offset must be a number of bytes.';
    const pairs = 'The header Upload-Metadata must have keys with values in base64.';
    const other = 'This server speaks version 1.0.0 of the tus protocol.';
    for (const headers of [{}, { 'Upload-Length': '-1' }, { 'Upload-Length': '1e3' }, { 'Upload-Defer-Length': '1' }]) {
      await assertRefused(speak(server, 'POST', base, { headers }), 400, length);
    }
    const odd = { ...count, 'Upload-Metadata': 'filename not!base64' };
    await assertRefused(speak(server, 'POST', base, { headers: odd }), 400, pairs);
    const old = await speak(server, 'POST', base, { headers: { ...count, 'Tus-Resumable': '0.2.0' } });
    assert.deepEqual([old.status, old.body.msg, old.headers.get('Tus-Version')], [412, other, '1.0.0']);
    await assertRefused(patch({ 'Upload-Offset': '0' }), 415, `The Content-Type must be ${part}.`);
    await assertRefused(patch({ 'Content-Type': part }), 400, offset);
    await assertRefused(patch({ 'Content-Type': part, 'Upload-Offset': '1' }), 409, 'The next part begins at byte 0.');
    const tooLong = 'There is more than the upload was said to have.';
    await assertRefused(patch({ 'Content-Type': part, 'Upload-Offset': '0' }, 'abcde'), 413, tooLong);
    for (const [method, at] of [
      ['GET', path],
      ['PUT', path],
      ['PATCH', base],
    ] as const) {
      assert.equal((await speak(server, method, at)).status, 405);
    }
    assert.equal((await speak(server, 'POST', `${path}/more`, { headers: count })).status, 404);
    assert.deepEqual(await sizesOf(server, path), ['0', '4']);
  });

  it('end a part of unknown length that is too long, without keeping what is too much', async (t) => {
    const server = await startServer(t);
    const path = await begin(server, 4);
    const headers = {
      'Tus-Resumable': '1.0.0',
      Authorization: server.as('alice').authorization,
      'Content-Type': part,
      'Upload-Offset': '0',
    };
    const sent = openRequest(server.url + path, { method: 'PATCH', headers });
    sent.on('error', () => {});
    const status = new Promise((resolve) => sent.on('response', (response) => resolve(response.statusCode)));
    sent.write('abc');
    await until(() => sizeOnDisk(server, path) === 3);
    sent.write('de');

    assert.equal(await status, 413);
    assert.deepEqual(await sizesOf(server, path), ['3', '4']);
  });

  it('can be sent by clients that can only post', async (t) => {
    const server = await startServer(t);
    const path = await begin(server, 4);
    const headers = { 'X-HTTP-Method-Override': 'PATCH', 'Content-Type': part, 'Upload-Offset': '0' };

    assert.equal((await speak(server, 'POST', path, { headers, body: 'abcd' })).status, 200);
  });
});

/** The bytes of an upload that lie on the disk, without a request that would end one that is running. */
function sizeOnDisk({ app }: TestServer, path: string): number {
  return statSync(`${app.config.data_dir}/uploads/unfinished/${path.slice(base.length + 1)}`).size;
}

/** A reply, or undefined where the connection was cut. */
function quiet(reply: Promise<Reply>): Promise<Reply | undefined> {
  return reply.catch(() => undefined);
}
