import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import * as campfire from '../import/histories/campfire-storage.ts';
import * as rocketchat from '../import/histories/rocketchat-dump.ts';
import * as telegram from '../import/histories/telegram-export.ts';
import { message, tsOf, user } from '../import/slack/slack-export.ts';
import { channelMessage, channels, flags, ids, joined, realmTables, writeExport } from '../import/zulip-export.ts';
import { launcher } from '../support/program.ts';
import { makePlace, type Place } from './place.ts';

/** Writes an export of this many messages into the folder `export`. */
function writeMessages(place: Place, count: number): void {
  mkdirSync(place.path('export'));
  const numbers = Array.from({ length: count }, (_, index) => 101 + index);
  writeExport(place.path('export'), {
    'realm.json': { ...realmTables(), zerver_realmauditlog: [joined(ids.alice, channels.general, 0)] },
    'messages-000001.json': {
      zerver_message: numbers.map((id) => channelMessage(id, ids.owner, channels.general)),
      zerver_usermessage: numbers.map((id) => flags(ids.alice, id, 0)),
    },
  });
}

/** Writes a workspace export of this many messages into the folder `export`. */
function writeSlackMessages(place: Place, count: number): void {
  const messages = Array.from({ length: count }, (_, index) => message('U02', tsOf(index), `Message ${index}`));
  writeExport(place.path('export'), {
    'users.json': [user('U02', 'Nora')],
    'channels.json': [{ id: 'C01', name: 'general', created: 1_690_000_000, members: ['U02'] }],
    'general/2023-11-15.json': messages,
  });
}

function writeTelegramMessages(place: Place, count: number): void {
  const messages = Array.from({ length: count }, (_, index) =>
    telegram.message(index + 1, 'user11', `Message ${index}`),
  );
  writeExport(place.path('export'), { 'result.json': telegram.chat('private_group', 9, 'Tea', messages) });
}

function writeDump(place: Place, count: number): void {
  const more = Array.from({ length: count - 8 }, (_, index) =>
    rocketchat.message(`k${index}`, 100 + index, `Message ${index}`),
  );
  writeExport(place.path('export'), rocketchat.dump(...more));
}

function writeStorage(place: Place, count: number): void {
  const more = Array.from({ length: count - 5 }, (_, index) => ({
    id: 100 + index,
    room: 1,
    user: 2,
    body: `Message ${index}`,
  }));
  writeExport(place.path('export'), campfire.storage(...more));
}

function read<Value>(place: Place, sql: string): Value {
  const db = new Sqlite(place.path('chatd-data/chatd.db'), { readonly: true });
  try {
    return db.prepare(sql).all() as Value;
  } finally {
    db.close();
  }
}

function change(place: Place, sql: string): void {
  const db = new Sqlite(place.path('chatd-data/chatd.db'));
  db.exec(sql);
  db.close();
}

/** A trigger that never ends, so that an import does not end before it is killed. */
function hangAtMessage(id: number): string {
  return `CREATE TRIGGER hang AFTER INSERT ON messages WHEN new.id = ${id} BEGIN
      WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n) SELECT count(*) FROM n;
    END`;
}

function listScratch(place: Place): string[] {
  return readdirSync(place.path('chatd-data')).filter((name) => name.startsWith('import-'));
}

/** Whether an import has begun its transaction, which lasts until its end. */
function isStoring(place: Place): boolean {
  if (listScratch(place).length === 0) return false;
  const db = new Sqlite(place.path('chatd-data/chatd.db'), { timeout: 0 });
  try {
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    db.close();
  }
}

describe('chatd import', () => {
  it('tells what came, and how people get in', async (t) => {
    const place = makePlace(t);
    writeMessages(place, 2);

    const run = await place.run(['import', 'zulip', 'export']);

    assert.equal(run.exitCode, 0, run.stderr);
    assert.match(run.stdout, /^COUNT {2}WHAT\n4 {6}users\n1 {6}bots\n/);
    assert.match(run.stdout, /\n2 {6}channel messages\n/);
    assert.equal(
      run.stderr,
      'Left out: 1 × records: from the log, only joins and leaves of channels are imported (zerver_realmauditlog).\n' +
        'Changed: 1 × users: their names cannot be mentioned (Bob *Star*: Bob Star).\n' +
        'People without a password: 3. With a mail server, they choose one at the log-in, by "forgot\n' +
        `password". Or give each a link, which is valid for a day: ${launcher} reset-password --without-password --link\n` +
        `Bots without an API key: 1. To create one: ${launcher} api-key BOT_ADDRESS\n`,
    );
  });

  it('tells each broken record, and the number of them at the end', async (t) => {
    const place = makePlace(t);
    writeExport(place.path('export'), {
      'users.json': [user('U02', 'Nora')],
      'channels.json': [{ id: 'C01', name: 'general', members: ['U02'] }],
      'general/2023-11-15.json': [message('U02', tsOf(1), 'Hi'), message('', tsOf(2), 'x'), message('', tsOf(3), 'y')],
    });

    const run = await place.run(['import', 'slack', 'export']);

    assert.equal(run.exitCode, 0, run.stderr);
    const lines = run.stderr.replace(/line \d+/g, 'line').split('\n');
    assert.deepEqual(lines.slice(0, 2), [
      'Left out of the messages: general/2023-11-15.json, line, record 2: it has no sender.',
      'Left out of the messages: general/2023-11-15.json, line, record 3: it has no sender.',
    ]);
    assert.match(lines[2] ?? '', /^Left out: 2 × messages: .* broken \(.*sender, .*sender\)\.$/);
  });

  it('names examples of what came before, where these have names', async (t) => {
    const place = makePlace(t);
    writeExport(place.path('export'), {
      'users.json': [user('U02', 'Nora')],
      'channels.json': [{ id: 'C01', name: 'general', members: ['U02'] }],
      'general/2023-11-15.json': [message('U02', tsOf(1), 'Hi'), message('U02', tsOf(2), 'Ho')],
    });
    await place.run(['import', 'slack', 'export']);

    const run = await place.run(['import', 'slack', 'export', '--merge']);

    assert.equal(run.exitCode, 0, run.stderr);
    assert.deepEqual(
      run.stderr.split('\n').filter((line) => line.includes('came') || line.includes('earlier')),
      [
        'Left out: 1 × users: an earlier import brought them (Nora).',
        'Left out: 1 × channels: an earlier import brought them (general).',
        'Left out: 2 × messages: an earlier import brought them.',
        'Left out: 1 × subscriptions: an earlier import brought them.',
      ],
    );
  });

  it('prints with --json what a dry run would bring', async (t) => {
    const place = makePlace(t);
    writeMessages(place, 2);

    const { stdout, exitCode } = await place.ask(['import', 'zulip', 'export', '--dry-run', '--json']);

    assert.equal(exitCode, 0);
    const { came, left_out, changed } = JSON.parse(stdout);
    assert.deepEqual([came.users, came['channel messages']], [4, 2]);
    assert.deepEqual([left_out.length, changed.length], [1, 1]);
    assert.deepEqual(read(place, 'SELECT id FROM messages'), []);
  });

  it('refuses what is not there, is broken, or comes where people are or a server runs', async (t) => {
    const place = makePlace(t);
    writeMessages(place, 1);
    writeFileSync(place.path('broken.tar.gz'), 'nothing');
    const missing = await place.ask(['import', 'zulip', 'missing.tar.gz']);
    const broken = await place.ask(['import', 'zulip', 'broken.tar.gz']);
    await place.addAccount('ada@example.com');
    const crowded = await place.ask(['import', 'zulip', 'export']);
    await place.serve();
    const served = await place.ask(['import', 'zulip', 'export', '--merge']);

    assert.deepEqual(
      [missing, broken, crowded, served].map(({ exitCode }) => exitCode),
      [5, 6, 5, 3],
    );
    assert.equal(missing.stderr, 'chatd: There is no missing.tar.gz.\n');
    assert.match(broken.stderr, /broken\.tar\.gz cannot be unpacked: .*\. Nothing was imported\.\n$/);
    assert.match(crowded.stderr, /^chatd: The organization has people already; --merge adds the archive to it\.\n$/);
    assert.match(served.stderr, /is in use by process \d+, which listens on/);
  });

  it('finds the format out, and shows a dry run in a new page that only its owner can read', async (t) => {
    const place = makePlace(t);
    writeTelegramMessages(place, 3);
    const dry = await place.ask(['import', 'auto', 'export', '--dry-run', '--page', 'page.html']);
    const again = await place.ask(['import', 'auto', 'export', '--dry-run', '--page', 'page.html']);
    const wet = await place.ask(['import', 'auto', 'export', '--page', 'other.html']);
    mkdirSync(place.path('other'));
    writeFileSync(place.path('other/a.bin'), 'nothing');
    const unknown = await place.ask(['import', 'auto', 'other']);

    assert.deepEqual(
      [dry, again, wet, unknown].map(({ exitCode }) => exitCode),
      [0, 5, 2, 6],
    );
    assert.match(dry.stderr, /^The archive has the format telegram\.\n/);
    assert.equal(statSync(place.path('page.html')).mode & 0o777, 0o600);
    assert.match(readFileSync(place.path('page.html'), 'utf8'), /Message 2/);
    assert.match(unknown.stderr, /other looks like no known archive\. Nothing was imported\.\n$/);
    assert.deepEqual(read(place, 'SELECT count(*) AS count FROM messages'), [{ count: 0 }]);
  });

  const writers = {
    zulip: writeMessages,
    slack: writeSlackMessages,
    telegram: writeTelegramMessages,
    rocketchat: writeDump,
    campfire: writeStorage,
  };
  for (const [format, write] of Object.entries(writers)) {
    it(`leaves everything as it was if it is killed in the middle, and can run again: ${format}`, async (t) => {
      const place = makePlace(t);
      write(place, 400);
      await place.addAccount('ada@example.com');
      const before = read(place, 'SELECT id, email FROM users');
      change(place, hangAtMessage(200));
      const args = ['import', format, 'export', '--merge'];
      const child = spawn(launcher, args, { cwd: place.folder, stdio: 'ignore' });
      const ended = once(child, 'close');
      while (child.exitCode === null && !isStoring(place)) await wait(2);
      child.kill('SIGKILL');
      assert.deepEqual(await ended, [null, 'SIGKILL']);
      change(place, 'DROP TRIGGER hang');

      assert.deepEqual(read(place, 'SELECT id, email FROM users'), before);
      assert.deepEqual(read(place, 'SELECT count(*) AS count FROM messages'), [{ count: 0 }]);
      const again = await place.ask([...args, '--json']);
      assert.equal(again.exitCode, 0, again.stderr);
      assert.deepEqual(read(place, 'SELECT count(*) AS count FROM messages'), [{ count: 400 }]);
      assert.deepEqual(listScratch(place), []);
    });
  }

  it('deletes the folder of a killed one, also if it is refused, and so does a server', async (t) => {
    const place = makePlace(t);
    writeMessages(place, 1);
    await place.addAccount('ada@example.com');
    const [left, own] = ['chatd-data/import-aB3xYz', 'chatd-data/import-slack-2025'];
    for (const folder of [`${left}/archive`, own]) mkdirSync(place.path(folder), { recursive: true });

    const refused = await place.ask(['import', 'zulip', 'export']);
    const afterImport = listScratch(place);
    mkdirSync(place.path(left));
    const server = await place.serve();
    await server.end('SIGTERM');

    assert.equal(refused.exitCode, 5);
    assert.deepEqual([afterImport, listScratch(place)], [['import-slack-2025'], ['import-slack-2025']]);
  });

  it('takes files from a folder of theirs, and says where nobody is an owner how to make one', async (t) => {
    const place = makePlace(t);
    mkdirSync(place.path('files'));
    writeSlackMessages(place, 2);

    const missing = await place.ask(['import', 'slack', 'export', '--files', 'none']);
    const wrong = await place.ask(['import', 'slack', 'export', '--files', 'export/users.json']);
    const other = await place.ask(['import', 'zulip', 'export', '--files', 'files']);
    const run = await place.ask(['import', 'slack', 'export', '--files', 'files']);

    assert.deepEqual(
      [missing, wrong, other].map(({ exitCode, stderr }) => [exitCode, stderr]),
      [
        [5, 'chatd: There is no none.\n'],
        [2, 'chatd: export/users.json is no folder.\n'],
        [2, 'chatd: An archive of zulip holds its files itself: --files is for other formats.\n'],
      ],
    );
    assert.equal(
      run.stderr,
      'People without a password: 1. With a mail server, they choose one at the log-in, by "forgot\n' +
        `password". Or give each a link, which is valid for a day: ${launcher} reset-password --without-password --link\n` +
        `The organization has no owner. To appoint one: ${launcher} change-role EMAIL owner\n`,
    );
  });
});
