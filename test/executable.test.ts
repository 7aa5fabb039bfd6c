import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { makePlace } from './cli/place.ts';
import { uploadFile } from './support/files.ts';
import { png } from './support/pictures.ts';

const executable = fileURLToPath(new URL('../dist/chatd', import.meta.url));

describe('dist/chatd', () => {
  before(() => assert.ok(existsSync(executable), 'dist/chatd is missing: npm run build makes it'));

  it('serves, makes an account and carries a message, with no PATH and nothing else beside it', async (t) => {
    const place = makePlace(t, executable, '');
    const server = await place.serve();
    const ada = await place.create('ada@example.com', '--role', 'owner');

    const sent = await server
      .as(ada)
      .post('/messages', { type: 'stream', to: 'general', topic: 'hello', content: 'It **works**.' });
    const { body } = await server.as(ada).get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });

    const { exitCode } = await server.end('SIGTERM');
    assert.deepEqual(
      body.messages.map(({ id, content }: { id: number; content: string }) => ({ id, content })),
      [{ id: sent.body.id, content: '<p>It <strong>works</strong>.</p>' }],
    );
    assert.equal(exitCode, 0);
    assert.deepEqual(
      readdirSync(place.folder).filter((name) => !name.startsWith('.')),
      ['chatd-data'],
    );
  });

  it('has the thread inside that makes thumbnails', async (t) => {
    const place = makePlace(t, executable, '');
    const server = await place.serve();
    const client = server.as(await place.create('ada@example.com'));
    const url = await uploadFile(client, png(), 'photo.png');
    const { body } = await client.post('/register', { event_types: ['update_message'], fetch_event_types: [] });

    const content = `[photo](${url})`;
    const { body: sent } = await client.post('/messages', { type: 'stream', to: 'general', topic: 'photos', content });

    // The thumbnail may have been quicker than the message.
    const { body: first } = await client.get(`/messages/${sent.id}`);
    const isThere = first.message.content.includes('/thumbnail/');
    const { body: poll } = isThere
      ? { body: { events: [{ rendered_content: first.message.content }] } }
      : await client.get('/events', { queue_id: body.queue_id, last_event_id: -1 });
    assert.match(poll.events[0].rendered_content, /src="\/user_uploads\/thumbnail\//);
  });

  it('has the examples of tools inside', async (t) => {
    const place = makePlace(t, executable, '');
    const server = await place.serve();
    const ada = server.as(await place.create('ada@example.com', '--role', 'owner'));
    const { body: bot } = await ada.post('/bots', { full_name: 'Hook', short_name: 'hook', bot_type: 2 });

    const { status, body } = await ada.post(`/external/github?api_key=${bot.api_key}&stream=general&example=true`);

    assert.deepEqual([status, body.result], [200, 'success'], body.msg);
  });

  it('has the thread inside that reads mails', async (t) => {
    const place = makePlace(t, executable, '');
    const server = await place.serve(['--mail-in', '127.0.0.1:0']);
    await server.hear('takes mail');
    const [, port] = /smtp:\/\/127\.0\.0\.1:(\d+)/.exec(server.said()) ?? [];
    const client = server.as(await place.create('ada@example.com'));
    const { body } = await client.get('/streams/1/email_address');

    const transport = createTransport({ host: '127.0.0.1', port: Number(port), ignoreTLS: true });
    const { response } = await transport.sendMail({ from: 'a@x.test', to: body.email, html: '<p>By <b>mail</b></p>' });
    transport.close();

    assert.equal(response, '250 2.0.0 OK');
  });

  it('starts for a user whom the machine does not know, without HOME', {
    skip: process.geteuid?.() !== 0 && 'needs root',
  }, (t) => {
    const temporary = mkdtempSync(join(tmpdir(), 'chatd-homeless-'));
    t.after(() => rmSync(temporary, { recursive: true }));
    chmodSync(temporary, 0o777);
    // Another user may not read the checkout.
    const copy = join(temporary, 'chatd');
    copyFileSync(executable, copy);

    const { status, stderr, stdout } = spawnSync(copy, ['version'], {
      uid: 54_321,
      gid: 54_321,
      cwd: temporary,
      env: { TMPDIR: temporary },
      encoding: 'utf8',
    });

    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^chatd /);
  });

  it('serves with the settings of bin/chatd', { skip: process.platform !== 'linux' && 'needs Linux' }, async (t) => {
    const place = makePlace(t, executable, '');
    await place.serve();

    const [pid] = readFileSync(place.path('chatd-data/chatd.pid'), 'utf8').split('\n');
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');

    assert.deepEqual(variables.filter((variable) => variable.startsWith('MALLOC')).sort(), [
      'MALLOC_ARENA_MAX=2',
      'MALLOC_MMAP_THRESHOLD_=1048576',
    ]);
  });

  it('has the flag of bin/chatd, beside the flags of the user', (t) => {
    const probe = makePlace(t).path('probe.cjs');
    writeFileSync(probe, 'console.log(process.execArgv)');

    const { stdout } = spawnSync(executable, ['version'], {
      env: { NODE_OPTIONS: `--require ${probe}` },
      encoding: 'utf8',
    });

    assert.match(stdout, /^\[ '--max-semi-space-size=16' \]\nchatd /);
  });

  it('has the demo inside', async (t) => {
    const place = makePlace(t, executable, '');

    const server = await place.serve(['--demo']);

    const { body } = await server.as().get('/server_settings');
    assert.notEqual(body.realm_description, '');
  });

  it('has the thread inside that copies databases', async (t) => {
    const place = makePlace(t, executable, '');
    await place.addAccount('ada@example.com');

    const { exitCode, stderr } = await place.run(['backup', 'chat.tar']);

    assert.equal(exitCode, 0, stderr);
  });

  it('has the versions of the checkout', async (t) => {
    const packed = await makePlace(t, executable, '').run(['version', '--json']);
    const checkout = await makePlace(t).run(['version', '--json']);

    assert.deepEqual(packed, checkout);
  });
});

describe('npm run build', () => {
  it('makes the same bytes of the same sources in every folder', async (t) => {
    const executables = await Promise.all(['one', 'another-with-a-longer-name'].map((name) => buildIn(t, name)));

    const [one, other] = executables.map((file) => hash('sha256', readFileSync(file)));
    assert.equal(one, other);
  });
});

const checkout = fileURLToPath(new URL('..', import.meta.url));

/** Builds a copy of the sources; returns the executable. */
async function buildIn(t: TestContext, name: string): Promise<string> {
  mkdirSync(join(checkout, 'dist'), { recursive: true });
  // In the same file system, for hard links.
  const copy = mkdtempSync(join(checkout, `dist/${name}-`));
  t.after(() => rmSync(copy, { recursive: true }));
  for (const file of ['bin', 'src', 'schema.sql', 'package.json', 'package-lock.json', 'tsconfig.json', 'LICENSE']) {
    cpSync(join(checkout, file), join(copy, file), { recursive: true });
  }
  linkTree(join(checkout, 'node_modules'), join(copy, 'node_modules'));
  await promisify(execFile)(join(copy, 'bin/node'), ['bin/build.ts'], { cwd: copy });
  return join(copy, 'dist/chatd');
}

/** Copies a folder, but for its hidden files, by hard links. */
function linkTree(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}
