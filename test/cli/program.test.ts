import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { createProgram, listCommands, pathOf, runCommand } from '../../src/cli/program.ts';
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
    'CHATD_ACME',
    'CHATD_ACME_NAMES',
    'CHATD_ACME_DIRECTORY',
    'CHATD_ACME_CA_FILE',
    'CHATD_HTTP_LISTEN',
    'CHATD_METRICS_LISTEN',
    'CHATD_SSO_FILE',
    'CHATD_SMTP_URL',
    'CHATD_SMTP_URL_FILE',
    'CHATD_MAIL_FROM',
    'CHATD_MAIL_IN',
    'CHATD_MAIL_DOMAIN',
    'CHATD_PUSH_SERVICE_URL',
    'CHATD_PUSH_SERVICE_ORG',
    'CHATD_PUSH_SERVICE_KEY_FILE',
    'CHATD_STUN_URL',
    'CHATD_TURN_URL',
    'CHATD_TURN_SECRET_FILE',
    'CHATD_PRIVATE_WEB_PUSH',
  ],
  status: ['CHATD_DATA_DIR'],
  doctor: [
    'CHATD_DATA_DIR',
    'CHATD_PUBLIC_URL',
    'CHATD_BACKUP_DIR',
    'CHATD_SMTP_URL',
    'CHATD_SMTP_URL_FILE',
    'CHATD_MAIL_FROM',
  ],
  service: [],
  'service install': [],
  'service uninstall': [],
  'service status': [],
  'service logs': [],
  healthcheck: ['CHATD_DATA_DIR'],
  'create-user': ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  'list-users': ['CHATD_DATA_DIR'],
  'change-role': ['CHATD_DATA_DIR'],
  'deactivate-user': ['CHATD_DATA_DIR'],
  'reactivate-user': ['CHATD_DATA_DIR'],
  grant: ['CHATD_DATA_DIR'],
  revoke: ['CHATD_DATA_DIR'],
  'reset-password': ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  unlink: ['CHATD_DATA_DIR'],
  'api-key': ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  invite: ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  'list-channels': ['CHATD_DATA_DIR'],
  settings: [],
  'settings list': ['CHATD_DATA_DIR'],
  'settings get': ['CHATD_DATA_DIR'],
  'settings set': ['CHATD_DATA_DIR'],
  audit: ['CHATD_DATA_DIR'],
  render: ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  retention: ['CHATD_DATA_DIR'],
  backup: ['CHATD_DATA_DIR'],
  restore: ['CHATD_DATA_DIR'],
  export: ['CHATD_DATA_DIR'],
  import: ['CHATD_DATA_DIR', 'CHATD_PUBLIC_URL'],
  verify: ['CHATD_DATA_DIR'],
  send: ['CHATD_ZULIPRC'],
  tail: ['CHATD_ZULIPRC'],
  mcp: ['CHATD_ZULIPRC'],
  upgrade: ['CHATD_UPGRADE_URL'],
  version: [],
  licenses: [],
  openapi: [],
  completion: [],
  manual: [],
};

const allCommands = listCommands(await createProgram());

describe('chatd', { concurrency: 2 }, () => {
  it('shows its help and ends with 2 when no command is named', async (t) => {
    const place = makePlace(t);

    const { exitCode, stdout, stderr } = await place.run([]);

    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
    assert.match(stderr, /^Usage: chatd/);
  });

  it('shows its help, then what is wrong, and ends with 2 for a command it does not know', async (t) => {
    const place = makePlace(t);

    const { exitCode, stdout, stderr } = await place.run(['sreve']);

    assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
    assert.match(stderr, /^Usage: chatd(.*\n)*chatd: unknown command 'sreve'\n\(Did you mean serve\?\)\n$/);
  });

  it('ends with 2 for an option it does not know, and for a value that makes no sense', async (t) => {
    const said = t.mock.method(process.stderr, 'write', () => true);
    // Should one of them be no mistake, nothing is made in the folder of the program.
    const dataDir = ['--data-dir', makePlace(t).path('chatd-data')];
    const mistakes = [
      ['list-users', '--jsno'],
      ['create-user', 'ada@example.com', '--name', 'Ada', '--zuliprc', '', ...dataDir],
      ['serve', '--smtp-url', 'smtp://me:secret@mail.example.com', ...dataDir],
      ['create-user', 'ada@example.com', '--name', 'Ada', '--role', 'king', ...dataDir],
      ['create-user', 'ada@example.com', ...dataDir],
      ['create-user', '--name', 'Ada', ...dataDir],
      ['list-users', 'ada@example.com', ...dataDir],
    ];

    const runs: [exitCode: number, isOwn: boolean][] = [];
    for (const args of mistakes) {
      said.mock.resetCalls();
      const exitCode = await runCommand(args);
      runs.push([exitCode, String(said.mock.calls[0]?.arguments[0]).startsWith('chatd: ')]);
    }

    assert.deepEqual(
      runs,
      mistakes.map(() => [2, true]),
    );
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
    assert.deepEqual(listed, [...Object.keys(commands).filter((name) => !name.includes(' ')), 'help']);
  });

  for (const command of allCommands) {
    const path = pathOf(command).replace('chatd ', '');
    it(`shows an example of ${path} and the variables that set its options`, () => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();

      const named = [...help.matchAll(/\[env: (\w+)\]/g)].map(([, name]) => name);
      assert.deepEqual(named, commands[path]);
      assert.match(help, new RegExp(`\\nExamples?.*:\\n  .*chatd.*${path.split(' ').at(-1)}`));
      // Everyone on the machine can read arguments.
      assert.doesNotMatch(help, /--\w*(password|key|secret)\w* </);
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

  it('is the newest version of the changelog', async (t) => {
    const [, newest] = /^## (\S+)/m.exec(readFileSync(new URL('.docs/changelog.md', root), 'utf8')) ?? [];

    const { stdout } = await makePlace(t).run(['version', '--json']);

    assert.equal(newest, (JSON.parse(stdout) as { chatd: string }).chatd);
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
