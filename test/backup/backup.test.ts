import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs';
import { backUpToFile } from '../../src/backup/backup.ts';
import { DataInPlace, restore, UnusableBackup } from '../../src/backup/restore.ts';
import { openApp } from '../../src/cli/open-app.ts';
import { lockDataDir } from '../../src/db/data-dir.ts';
import { UnusableDatabase } from '../../src/db/migrate.ts';
import { silentLog } from '../../src/ground/log.ts';
import { isSound } from '../../src/verify/report.ts';
import { mode } from '../cli/place.ts';
import { filledUpTo } from '../db/old-database.ts';
import { Client } from '../support/client.ts';
import { storedFiles } from '../support/files.ts';
import { temporaryFile } from '../support/search.ts';
import { serve, testConfig } from '../support/server.ts';
import { startInFolder } from '../verify/place.ts';

const now = Date.UTC(2026, 10, 22, 9, 30) / 1000;
const wish = { replaces: false, despiteDamage: false, now };

function freshFolder(t: TestContext): string {
  return dirname(temporaryFile(t));
}

async function backUp(t: TestContext, { folder }: { folder: string }): Promise<string> {
  const file = join(freshFolder(t), 'chat.tar');
  await backUpToFile(folder, file, now);
  return file;
}

/** All files of a folder with their contents. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'base64')]));
}

/** Unpacks a backup, changes it, and packs it again. */
async function alter(t: TestContext, file: string, change: (folder: string) => void): Promise<string> {
  const folder = freshFolder(t);
  await pipeline(createReadStream(file), unpackTar(folder));
  change(folder);
  const sources = Object.keys(contentsOf(folder)).map(
    (name): TarSource => ({ type: 'file', source: join(folder, name), target: name }),
  );
  const altered = join(freshFolder(t), 'altered.tar');
  await pipeline(packTar(sources), createWriteStream(altered));
  return altered;
}

async function assertRefused(file: string, kind: new (...args: never[]) => Error, message: RegExp, t: TestContext) {
  const data_dir = freshFolder(t);
  await assert.rejects(restore(file, { ...wish, data_dir }), (error: unknown) => {
    assert.ok(error instanceof kind, String(error));
    assert.match(error.message, message);
    return true;
  });
  assert.deepEqual(Object.keys(contentsOf(data_dir)), ['chatd.lock']);
}

describe('a backup', () => {
  it('is one file for its owner only, and nothing else is left', async (t) => {
    const place = await startInFolder(t);
    const file = join(freshFolder(t), 'chat.tar');

    const backup = await backUpToFile(place.folder, file, now);

    assert.deepEqual({ ...backup, bytes: 0 }, { created_at: now, bytes: 0, messages: 5, files: 3, missing: [] });
    assert.equal(backup.bytes, readFileSync(file).length);
    assert.equal(mode(file), '600');
    assert.deepEqual(readdirSync(dirname(file)), ['chat.tar']);
  });

  it('restored, is the same chat with the same keys and files', async (t) => {
    const place = await startInFolder(t);
    const file = await backUp(t, place);
    const data_dir = join(freshFolder(t), 'new');

    const restored = await restore(file, { ...wish, data_dir });

    assert.deepEqual([isSound(restored.report), restored.moved_to], [true, undefined]);
    const { created_at, schema } = restored.manifest;
    assert.deepEqual([created_at, schema], [now, place.db.connection.pragma('user_version', { simple: true })]);
    const app = openApp({ ...testConfig(), data_dir }, silentLog);
    const alice = new Client(await serve(t, app), loginOf(place.as('alice')));
    const messages = async (client: Client) =>
      (await client.get('/messages', { anchor: 'newest', num_before: 9, num_after: 0 })).body;
    assert.deepEqual(await messages(alice), await messages(place.as('alice')));
    assert.deepEqual(storedFiles({ ...place, app }), storedFiles(place));
  });

  it('lacks files that are missing, says so, and is restored only when damage is accepted', async (t) => {
    const place = await startInFolder(t);
    const [lost = ''] = storedFiles(place).filter((name) => existsSync(join(place.folder, 'uploads', `${name}.jpg`)));
    rmSync(join(place.folder, 'uploads', lost));
    const file = join(freshFolder(t), 'chat.tar');

    const { missing, files } = await backUpToFile(place.folder, file, now);

    assert.deepEqual([missing, files], [[lost], 2]);
    await assertRefused(file, UnusableBackup, /It is damaged: uploads.*is missing\. --despite-damage restores/, t);
    const data_dir = freshFolder(t);
    const { report } = await restore(file, { ...wish, data_dir, despiteDamage: true });
    assert.equal(isSound(report), false);
  });

  it('is not made of a damaged database, and what was there stays', async (t) => {
    const place = await startInFolder(t);
    const file = join(freshFolder(t), 'chat.tar');
    place.db.connection.pragma('wal_checkpoint(TRUNCATE)');
    const root = place.db.value<number>("SELECT rootpage FROM sqlite_schema WHERE name = 'messages'") ?? 0;
    const copy = freshFolder(t);
    const bytes = readFileSync(join(place.folder, 'chatd.db'));
    bytes.fill(0xa5, (root - 1) * 4096, root * 4096);
    writeFileSync(join(copy, 'chatd.db'), bytes);
    writeFileSync(join(copy, 'secret.key'), Buffer.alloc(32, 7));

    await assert.rejects(backUpToFile(copy, file, now), /malformed/);

    assert.deepEqual(readdirSync(dirname(file)), []);
  });
});

describe('restoring', () => {
  it('leaves data that is there, unless it is told to move it aside', async (t) => {
    const place = await startInFolder(t);
    const file = await backUp(t, place);
    const data_dir = freshFolder(t);
    mkdirSync(join(data_dir, 'uploads'));
    for (const name of ['chatd.db', 'chatd.db-wal', 'secret.key', 'uploads/x', 'search.db']) {
      writeFileSync(join(data_dir, name), `old ${name}`);
    }
    const before = contentsOf(data_dir);

    await assert.rejects(restore(file, { ...wish, data_dir }), DataInPlace);
    const refused = { ...contentsOf(data_dir) };
    delete refused['chatd.lock'];
    const { moved_to, report } = await restore(file, { ...wish, data_dir, replaces: true });

    assert.deepEqual(refused, before);
    assert.equal(moved_to, join(data_dir, 'before-restore-20261122T093000Z'));
    assert.deepEqual(contentsOf(moved_to), before);
    assert.ok(isSound(report));
    assert.deepEqual(readdirSync(data_dir).sort(), [
      'before-restore-20261122T093000Z',
      'chatd.db',
      'chatd.lock',
      'secret.key',
      'uploads',
    ]);
  });

  it('waits for no server: a directory in use is refused', async (t) => {
    const file = await backUp(t, await startInFolder(t));
    const data_dir = freshFolder(t);
    t.after(lockDataDir(data_dir));

    const restoring = restore(file, { ...wish, data_dir, replaces: true });

    await assert.rejects(restoring, /is in use by/);
  });

  it('refuses a backup that was cut off, wherever', async (t) => {
    const file = await backUp(t, await startInFolder(t));
    const bytes = readFileSync(file);
    const cut = join(dirname(file), 'cut.tar');
    // The end of an archive is nothing but zeros.
    const end = bytes.length - 1024;

    for (let part = 0; part < 12; part++) {
      writeFileSync(cut, bytes.subarray(0, Math.floor((part * end) / 12)));
      await assertRefused(cut, UnusableBackup, /./, t);
    }
  });

  it('refuses a backup of which a byte is another, wherever it counts', async (t) => {
    const file = await backUp(t, await startInFolder(t));
    const changes: [RegExp, (folder: string) => void][] = [
      [/Its chatd\.db is missing or damaged/, (folder) => flip(join(folder, 'chatd.db'))],
      [/Its secret\.key is missing or damaged/, (folder) => flip(join(folder, 'secret.key'))],
      [/it has no manifest\.json/, (folder) => writeFileSync(join(folder, 'manifest.json'), 'no')],
      [/It is damaged: uploads.* does not match its checksum/, (folder) => flip(uploadIn(folder))],
      [/It is damaged: uploads.* is missing/, (folder) => rmSync(uploadIn(folder))],
    ];

    for (const [message, change] of changes)
      await assertRefused(await alter(t, file, change), UnusableBackup, message, t);
  });

  const foreign: [string, problem: RegExp, (db: Sqlite.Database) => void][] = [
    ['a trigger', /the trigger theirs does not belong to chatd/, (db) => db.exec(trigger)],
    ['a view', /the view theirs does not/, (db) => db.exec('CREATE VIEW theirs AS SELECT content FROM messages')],
    ['a table', /the table theirs does not/, (db) => db.exec('CREATE TABLE theirs (x)')],
    [
      'an index of an expression',
      /the index theirs does not/,
      (db) => db.exec('CREATE INDEX theirs ON users (abs(role))'),
    ],
    ['a virtual table', /the table theirs does not/, (db) => db.exec('CREATE VIRTUAL TABLE theirs USING fts5 (x)')],
    ['another column', /the table users is not defined/, (db) => db.exec('ALTER TABLE users ADD COLUMN x TEXT')],
    [
      'a generated column',
      /the table users is not defined as by chatd/,
      (db) => db.exec('ALTER TABLE users ADD COLUMN x TEXT AS (hex(password_hash)) VIRTUAL'),
    ],
    ['a trigger in place of one', /trigger \w+ is not defined/, (db) => replaceTrigger(db)],
    ['an index less', /the index messages_by_\w+ is missing/, (db) => dropIndex(db)],
    ['a CHECK less', /the table \w+ is not defined as by chatd/, (db) => dropCheck(db)],
    [
      'a trigger, of an older schema',
      /the trigger theirs does not belong to chatd/,
      (db) => {
        const old = filledUpTo(9).connection;
        old.exec(trigger);
        writeFileSync(db.name, old.serialize());
      },
    ],
  ];
  for (const [what, problem, change] of foreign) {
    it(`refuses a database with ${what}, even where damage is accepted`, async (t) => {
      const file = await backUp(t, await startInFolder(t));
      const altered = await alter(t, file, (folder) => changeDatabase(folder, change));

      await assertRefused(altered, UnusableBackup, problem, t);
      const data_dir = freshFolder(t);
      await assert.rejects(restore(altered, { ...wish, despiteDamage: true, data_dir }), UnusableBackup);
    });
  }

  it('refuses what is no backup', async (t) => {
    const file = await backUp(t, await startInFolder(t));
    const note = join(dirname(file), 'note.txt');
    writeFileSync(note, 'Just a note. '.repeat(200));

    const withMore = await alter(t, file, (folder) => writeFileSync(join(folder, 'more.txt'), 'more'));

    await assertRefused(note, UnusableBackup, /cannot be unpacked/, t);
    await assertRefused(withMore, UnusableBackup, /is no backup of chatd: it holds more\.txt/, t);
  });

  it('refuses what a newer chatd made', async (t) => {
    const file = await backUp(t, await startInFolder(t));
    const newer = await alter(t, file, (folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, format: 2 }));
    });
    const place = await startInFolder(t);
    const other = await backUp(t, place);
    const newerSchema = await alter(t, other, (folder) => {
      const db = new Sqlite(join(folder, 'chatd.db'));
      db.pragma('user_version = 1000');
      db.close();
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      const database = hash(join(folder, 'chatd.db'));
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, database }));
    });

    await assertRefused(newer, UnusableDatabase, /made by chatd .*, which is newer/, t);
    await assertRefused(newerSchema, UnusableDatabase, /has schema 1000, made by a newer chatd/, t);
  });
});

function loginOf({ authorization }: Client): { email: string; key: string } {
  const [email = '', key = ''] = Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':');
  return { email, key };
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}

function uploadIn(folder: string): string {
  const [name = ''] = Object.keys(contentsOf(folder)).filter((one) => /^uploads.*[0-9a-f]$/.test(one));
  return join(folder, name);
}

function hash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

const trigger = 'CREATE TRIGGER theirs AFTER INSERT ON messages BEGIN UPDATE users SET role = 100; END';

/** Changes the database of an unpacked backup, and its checksum in the manifest. */
function changeDatabase(folder: string, change: (db: Sqlite.Database) => void): void {
  const path = join(folder, 'chatd.db');
  const db = new Sqlite(path);
  db.pragma('journal_mode = delete');
  change(db);
  db.close();
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  manifest.database = createHash('sha256').update(readFileSync(path)).digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

function replaceTrigger(db: Sqlite.Database): void {
  const [first] = namesOf(db, 'trigger');
  const sql =
    db
      .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
      .pluck()
      .get(first ?? '') ?? '';
  db.exec(`DROP TRIGGER ${first}; ${sql.replace(/\bEND\s*$/, 'UPDATE users SET role = 100; END')}`);
}

function dropIndex(db: Sqlite.Database): void {
  const index = namesOf(db, 'index').find((name) => name.startsWith('messages_by_'));
  db.exec(`DROP INDEX ${index}`);
}

/** As with any editor of files: SQLite itself has no statement for it. */
function dropCheck(db: Sqlite.Database): void {
  db.unsafeMode();
  db.pragma('writable_schema = 1');
  db.exec("UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (', 'CHECK (1 OR ') WHERE type = 'table'");
}

function namesOf(db: Sqlite.Database, type: string): string[] {
  const sql = 'SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY name';
  return db.prepare<[string], string>(sql).pluck().all(type);
}
