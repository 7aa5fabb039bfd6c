import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { startServer } from '../support/server.ts';
import { makePlace } from './place.ts';

const root = new URL('../../', import.meta.url);

/** Every command, with the variables that its help must name. */
const commands: Record<string, string[]> = {
  serve: [
    'CHATD_LISTEN',
    'CHATD_DATA_DIR',
    'CHATD_PUBLIC_URL',
    'CHATD_LOG_FORMAT',
    'CHATD_LOG_LEVEL',
    'CHATD_MAX_UPLOAD_MIB',
    'CHATD_UPLOAD_QUOTA_MIB',
    'CHATD_KEEP_FREE_MIB',
    'CHATD_BACKUP_DIR',
    'CHATD_BACKUP_KEEP',
    'CHATD_RATE_LIMITS',
    'CHATD_TRUSTED_PROXY',
    'CHATD_TLS_CERT',
    'CHATD_TLS_KEY',
    'CHATD_METRICS_LISTEN',
    'CHATD_SMTP_URL',
    'CHATD_MAIL_FROM',
    'CHATD_PUSH_SERVICE_URL',
    'CHATD_PUSH_SERVICE_ORG',
    'CHATD_PUSH_SERVICE_KEY_FILE',
    'CHATD_PRIVATE_WEB_PUSH',
  ],
  'create-user': ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  'reset-password': ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  'list-users': ['CHATD_DATA_DIR'],
  'api-key': ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  render: ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  retention: ['CHATD_DATA_DIR'],
  backup: ['CHATD_DATA_DIR'],
  restore: ['CHATD_DATA_DIR'],
  verify: ['CHATD_DATA_DIR'],
  version: [],
  openapi: [],
};

describe('chatd', { concurrency: 2 }, () => {
  it('shows its help and ends with 2 when no command is named', async (t) => {
    const place = makePlace(t);

    const { exitCode, stdout, stderr } = await place.run([]);

    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
    assert.match(stderr, /^Usage: chatd/);
  });

  it('shows its help and ends with 2 for a command it does not know', async (t) => {
    const place = makePlace(t);

    const { exitCode, stdout, stderr } = await place.run(['sreve']);

    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
    assert.match(stderr, /^chatd: unknown command 'sreve'\n(.*\n)*Usage: chatd/);
  });

  it('ends with 2 for an option it does not know, and for a value that makes no sense', async (t) => {
    const place = makePlace(t);

    const runs = await Promise.all([
      place.run(['list-users', '--jsno']),
      place.run(['create-user', 'ada@example.com', '--name', 'Ada', '--data-dir', '']),
      place.run(['create-user', 'ada@example.com', '--name', 'Ada', '--zuliprc', '']),
      place.run(['serve', '--listen', 'here']),
      place.run(['serve', '--public-url', 'chat.example.com']),
      place.run(['serve', '--public-url', 'https://example.com/chat']),
      place.run(['serve', '--log-level', 'loud']),
      place.run(['create-user', 'ada@example.com', '--name', 'Ada', '--role', 'king']),
      place.run(['create-user', 'ada@example.com']),
      place.run(['create-user', '--name', 'Ada']),
      place.run(['list-users', 'ada@example.com']),
    ]);

    assert.deepEqual(
      runs.map(({ exitCode, stdout, stderr }) => [exitCode, stdout, stderr.startsWith('chatd: ')]),
      runs.map(() => [2, '', true]),
    );
  });

  it('ends with 3 for a variable that makes no sense', async (t) => {
    const place = makePlace(t);

    const { exitCode, stderr } = await place.run(['serve'], { env: { CHATD_LISTEN: 'here' } });

    assert.equal(exitCode, 3);
    assert.match(stderr, /CHATD_LISTEN/);
  });

  it('takes an empty variable for one that is not set', async (t) => {
    const place = makePlace(t);
    const args = ['create-user', 'ada@example.com', '--name', 'Ada', '--json'];

    const { exitCode } = await place.run(args, { env: { CHATD_PUBLIC_URL: '', CHATD_DATA_DIR: '' } });

    assert.equal(exitCode, 0);
  });

  it('lists every command in its help', async (t) => {
    const place = makePlace(t);

    const { exitCode, stdout } = await place.run(['--help']);

    const listed = [...stdout.replace(/^.*\nCommands:|\nExample:.*$/gs, '').matchAll(/^ {2}([a-z-]+) .*\S$/gm)].map(
      ([, name]) => name,
    );
    assert.equal(exitCode, 0);
    assert.deepEqual(listed, [...Object.keys(commands), 'help']);
  });

  for (const [command, variables] of Object.entries(commands)) {
    it(`shows an example of ${command} and the variables that set its options`, async (t) => {
      const place = makePlace(t);

      const { exitCode, stdout } = await place.run([command, '--help']);

      const named = [...stdout.matchAll(/\[env: (\w+)\]/g)].map(([, name]) => name);
      assert.deepEqual({ exitCode, named }, { exitCode: 0, named: variables });
      assert.match(stdout, new RegExp(`\\nExamples?:\\n  chatd ${command}`));
      // What is an argument can be read by everyone on the machine.
      assert.doesNotMatch(stdout, /--\w*(password|key|secret)\w* </);
    });
  }
});

describe('chatd version', () => {
  it('prints the versions of the program and of what is in it', async (t) => {
    const place = makePlace(t);

    const { exitCode, stdout } = await place.run(['version', '--json']);

    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(stdout), {
      chatd: (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }).version,
      node: process.versions.node,
      sqlite: new Sqlite(':memory:').prepare('SELECT sqlite_version()').pluck().get(),
      schema: Number(/^PRAGMA user_version = (\d+);/m.exec(readFileSync(new URL('schema.sql', root), 'utf8'))?.[1]),
    });
  });

  it('prints a line for each to people', async (t) => {
    const place = makePlace(t);

    const { stdout } = await place.run(['version']);

    assert.match(stdout, /^chatd {3}\S+\nnode {4}\S+\nsqlite {2}\S+\nschema {2}\d+\n$/);
  });
});

describe('chatd openapi', () => {
  it('prints what GET /openapi.json answers', async (t) => {
    const place = makePlace(t);
    const server = await startServer(t);

    const { exitCode, stdout } = await place.run(['openapi']);

    const { body } = await server.anonymous.get('/openapi.json');
    assert.equal(exitCode, 0);
    assert.deepEqual(JSON.parse(stdout), body);
  });
});
