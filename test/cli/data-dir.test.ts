import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { ensureNotBereft, lockDataDir, networkFileSystem, writeRunningServer } from '../../src/db/data-dir.ts';
import { oldest } from '../db/old-database.ts';
import { launcher } from '../support/program.ts';
import { makePlace, type Place, type Run } from './place.ts';

describe('a data directory', () => {
  it('is refused where a file is in the way', async (t) => {
    const place = makePlace(t);
    writeFileSync(place.path('file'), '');

    const runs = [
      await place.run(['serve', '--data-dir', 'file']),
      await place.run(['serve', '--data-dir', 'file/below']),
      await place.ask(['create-user', 'ada@example.com', '--name', 'Ada', '--data-dir', 'file']),
    ];

    assertUnusable(runs, /a file of that name is in the way/);
  });

  it('is refused where the system makes none', async (t) => {
    const place = makePlace(t);

    const run = await place.run(['serve', '--data-dir', '/proc/chatd']);

    assertUnusable([run], /\/proc\/chatd cannot be the data directory/);
  });

  it('is refused with the reason of the file system, of which SQLite says nothing', (t) => {
    const { path } = makePlace(t);

    assert.throws(() => lockDataDir(path('missing')), {
      message: `${path('missing')} cannot be used: it cannot be made there.`,
    });
  });

  it('is refused where the user may not write', async (t) => {
    const place = makePlace(t);
    mkdirSync(place.path('locked'));
    mkdirSync(place.path('served'));
    // Left by an earlier server.
    writeFileSync(place.path('served/chatd.lock'), '', { mode: 0o644 });
    for (const folder of ['locked', 'served']) chmodSync(place.path(folder), 0o555);
    chmodSync(place.folder, 0o755);

    const runs = [
      await runAsOther(['serve', '--data-dir', place.path('locked')]),
      await runAsOther(['serve', '--data-dir', place.path('served')]),
    ];
    // The user who removes the place may be the one who ran it.
    for (const folder of ['locked', 'served']) chmodSync(place.path(folder), 0o755);

    assertUnusable(runs, /this user may not write there/);
  });

  it('is refused where the user may not read', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const data = place.path('chatd-data');
    writeRunningServer(data, { pid: 4711, address: 'http://127.0.0.1:9', public_url: 'http://a' });

    chmodSync(place.folder, 0o755);
    chmodSync(data, 0);
    const closed = await runAsOther(['list-users', '--data-dir', data]);
    chmodSync(data, 0o755);
    chmodSync(join(data, 'chatd.db'), 0);
    const verified = await runAsOther(['verify', '--data-dir', data]);
    chmodSync(join(data, 'chatd.pid'), 0);
    const open = await runAsOther(['api-key', 'ada@example.com', '--data-dir', data]);

    assertUnusable([closed], /chatd\.db cannot be read by this user/);
    assertUnusable([verified], /The database cannot be opened: run this as the user of the server/);
    assertUnusable([open], /chatd\.pid cannot be read by this user/);
  });

  it('is refused on a network drive', () => {
    assert.deepEqual([0x6969, 0xfe534d42, 0xfe534d42 | 0, 0xef53].map(networkFileSystem), [
      'NFS',
      'SMB',
      'SMB',
      undefined,
    ]);
  });
});

/** What a data directory without a database holds after a server tried to start. */
const left = ['chatd.lock', 'secret.key', 'uploads'];

describe('a database', () => {
  it('is refused when it is none', async (t) => {
    const place = makePlace(t);
    const file = await fileInPlace(place, Buffer.from('No database, just a note of some length.'));

    const runs = await tryAll(place);

    assertUnusable(runs, /chatd\.db is not a SQLite database\./);
    assert.equal(readFileSync(file, 'utf8'), 'No database, just a note of some length.');
  });

  it("is refused and stays as it is when it is another program's", async (t) => {
    const place = makePlace(t);
    const other = new Sqlite(':memory:');
    other.exec("CREATE TABLE notes (text); INSERT INTO notes VALUES ('Buy milk.')");
    const before = other.serialize();
    const file = await fileInPlace(place, before);

    const runs = await tryAll(place);
    const copies = await tryAll(place, [
      ['backup', 'chat.tar'],
      ['export', 'chat.tar'],
    ]);

    assertUnusable(runs, /chatd-data\/chatd\.db: This SQLite file is not a chatd database\./);
    assertUnusable(copies, /secret\.key is missing|This SQLite file is not a chatd database\./);
    assert.deepEqual(readFileSync(file), before);
  });

  for (const looks of [1, 2, 3, 4]) {
    it(`is not missing when another program creates it after ${looks} of the files were looked for`, (t) => {
      const { path } = makePlace(t);
      afterLooks(t, looks, () => {
        for (const name of ['chatd.db', 'chatd.db-wal', 'secret.key']) writeFileSync(path(name), 'new');
      });

      ensureNotBereft(path('.'));

      assert.ok(existsSync(path('secret.key')));
    });
  }

  it('is refused with 4 and stays as it is when it is newer than the program', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const file = place.path('chatd-data/chatd.db');
    const db = new Sqlite(file);
    db.pragma('user_version = 1000');
    db.close();
    const before = readFileSync(file);

    const runs = [...(await tryAll(place)), await place.ask(['export', 'chat.tar'])];

    assert.deepEqual(
      runs.map(({ exitCode, stdout }) => [exitCode, stdout]),
      runs.map(() => [4, '']),
    );
    assert.match(
      runs[0]?.stderr ?? '',
      /^chatd: \/.*\/chatd-data\/chatd\.db: The database has schema 1000, made by a newer chatd; .*\n$/,
    );
    assert.deepEqual(readFileSync(file), before);
  });

  it('is said to be damaged, with 6, when it is', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const file = place.path('chatd-data/chatd.db');
    writeFileSync(file, readFileSync(file).fill(0xa5, 100, 4096));

    const runs = await tryAll(place);

    assert.deepEqual(
      runs.map(({ exitCode, stdout }) => [exitCode, stdout]),
      runs.map(() => [6, '']),
    );
    for (const { stderr } of runs)
      assert.match(stderr, /^chatd: The database is damaged \(.*\)\. chatd verify shows details/);
  });

  it('is said to have no room when it has none', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const script = `ulimit -f 0; trap '' XFSZ; exec "$0" "$@" --data-dir "${place.path('chatd-data')}"`;
    const shell = makePlace(t, '/bin/sh');

    const runs = await Promise.all([
      shell.run(['-c', script, launcher, 'list-users']),
      shell.run(['-c', script, launcher, 'serve', '--listen', '127.0.0.1:0']),
    ]);

    assertUnusable(runs, /the disk (may be|is) full/);
  });

  it('of an older schema stays as it is while a server runs, and is upgraded by whoever comes next', async (t) => {
    const place = makePlace(t);
    const file = await fileInPlace(place, oldDatabase());
    const before = readFileSync(file);
    const unlock = lockDataDir(place.path('chatd-data'));
    t.after(unlock);
    writeRunningServer(place.path('chatd-data'), { pid: 4711, address: 'http://127.0.0.1:9', public_url: 'http://a' });

    const runs = await tryAll(place, adminCommands);

    const advice = /must be upgraded first\. .* is in use by process 4711, which listens on .*\. Stop it first, or/;
    assertUnusable(runs, advice);
    assert.deepEqual(readFileSync(file), before);
    assert.equal(schemaOf(file), 1);
    unlock();
    // One after the other: while the first upgrades, another would be refused.
    const again = [await place.ask(adminCommands[0] ?? []), await place.ask(adminCommands[1] ?? [])];
    assert.deepEqual(
      again.map(({ exitCode, stderr }) => [exitCode, stderr]),
      again.map(() => [0, '']),
    );
    assert.ok(schemaOf(file) > 1);
  });

  for (const [state, lose] of Object.entries({ missing: rmSync, empty: (file: string) => writeFileSync(file, '') })) {
    it(`is not begun anew when it is ${state} beside a key and files, which stay`, async (t) => {
      const place = makePlace(t);
      await place.addAccount('ada@example.com');
      mkdirSync(place.path('chatd-data/uploads/ab'), { recursive: true });
      writeFileSync(place.path('chatd-data/uploads/ab/file'), 'precious');
      lose(place.path('chatd-data/chatd.db'));

      const runs = await tryAll(place);

      assertUnusable(runs, new RegExp(`chatd\\.db is ${state}, but .*secret\\.key and .*uploads are there\\. Put`));
      assert.deepEqual(readdirSync(place.path('chatd-data')).sort(), state === 'empty' ? ['chatd.db', ...left] : left);
      assert.equal(readFileSync(place.path('chatd-data/uploads/ab/file'), 'utf8'), 'precious');
    });
  }

  it('is refused when it is a directory', async (t) => {
    const place = makePlace(t);
    mkdirSync(place.path('chatd-data/chatd.db'), { recursive: true });

    const runs = await tryAll(place);

    assertUnusable(runs, /chatd\.db is a directory\./);
  });
});

describe('the key file', () => {
  it('has 32 bytes, which are others everywhere', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com', { dataDir: 'one' });
    await place.addAccount('ada@example.com', { dataDir: 'two' });

    const [one, two] = ['one', 'two'].map((name) => readFileSync(place.path(`${name}/secret.key`)));

    assert.equal(one?.length, 32);
    assert.notDeepEqual(one, two);
  });

  it('is made again while no API key depends on it', async (t) => {
    const place = makePlace(t);
    await (await place.serve()).end('SIGTERM');
    rmSync(place.path('chatd-data/secret.key'));

    const ada = await place.addAccount('ada@example.com');

    const server = await place.serve();
    assert.equal((await server.as(ada).get('/users/me')).status, 200);
  });

  it('is missed, and not made again, when API keys depend on it', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const file = place.path('chatd-data/secret.key');
    rmSync(file);

    const runs = [...(await tryAll(place)), await place.ask(['backup', 'chat.tar'])];

    assertUnusable(runs, /secret\.key is missing, .* Restore it from your backup\./);
    assert.ok(!existsSync(file));
  });

  it('is refused, and stays as it is, when its length is wrong', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const file = place.path('chatd-data/secret.key');
    writeFileSync(file, 'too short');

    const runs = [...(await tryAll(place)), await place.ask(['backup', 'chat.tar'])];

    assertUnusable(runs, /secret\.key is damaged: it has 9 bytes instead of 32\. Restore it/);
    assert.equal(readFileSync(file, 'utf8'), 'too short');
  });
});

async function fileInPlace(place: Place, content: Buffer): Promise<string> {
  mkdirSync(place.path('chatd-data'));
  writeFileSync(place.path('chatd-data/chatd.db'), content);
  return place.path('chatd-data/chatd.db');
}

/** The bytes of an empty database of the first schema. */
function oldDatabase(): Buffer {
  const old = new Sqlite(':memory:');
  old.exec(oldest);
  return old.serialize();
}

function schemaOf(file: string): number {
  const db = new Sqlite(file, { readonly: true });
  const version = db.pragma('user_version', { simple: true });
  db.close();
  return version as number;
}

const adminCommands = [
  ['create-user', 'bob@example.com', '--name', 'Bob', '--json', '--if-not-exists'],
  ['list-users', '--json'],
];

/** Runs every kind of command that opens the database, or those that are named. */
function tryAll(
  place: Place,
  commands = [
    ['serve', '--listen', '127.0.0.1:0'],
    ['create-user', 'bob@example.com', '--name', 'Bob'],
    ['list-users', '--json'],
  ],
) {
  return Promise.all(commands.map((args) => (args[0] === 'serve' ? place.run(args) : place.ask(args))));
}

/** Asserts that each run ended with 3, one sentence for people, and no data. */
function assertUnusable(runs: { exitCode: number | null; stdout: string; stderr: string }[], sentence: RegExp): void {
  assert.deepEqual(
    runs.map(({ exitCode, stdout, stderr }) => [exitCode, stdout, stderr.split('\n').length]),
    runs.map(() => [3, '', 2]),
  );
  for (const { stderr } of runs) assert.match(stderr, sentence);
}

/** Runs the program as somebody who is not the superuser, who may write everywhere. */
async function runAsOther(args: string[]): Promise<Run> {
  const user = process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(launcher, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...user });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await ended;
  return { exitCode, stdout, stderr };
}

/** Does something when a number of files have been looked for. */
function afterLooks(t: TestContext, looks: number, act: () => void): void {
  const { statSync } = fs;
  const mocked = t.mock.method(fs, 'statSync', (...args: Parameters<typeof statSync>) => {
    const found = statSync(...args);
    if (mocked.mock.callCount() === looks - 1) act();
    return found;
  });
  syncBuiltinESMExports();
  t.after(() => {
    mocked.mock.restore();
    syncBuiltinESMExports();
  });
}
