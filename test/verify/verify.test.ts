import assert from 'node:assert/strict';
import { mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { isSound } from '../../src/verify/report.ts';
import { verifyDataDir } from '../../src/verify/verify.ts';
import { storedFiles } from '../support/files.ts';
import { send } from '../support/scene.ts';
import { temporaryFile } from '../support/search.ts';
import { type Place, startInFolder } from './place.ts';

/** The problems that are found, by check; checks that found none are left out. */
async function problemsIn({ folder }: { folder: string }) {
  const { checks } = await verifyDataDir(folder);
  const found = checks.filter(({ problems }) => problems.length > 0);
  return Object.fromEntries(found.map(({ check, problems }) => [check, problems]));
}

async function notesIn({ folder }: Place, name: string): Promise<string[] | undefined> {
  const { checks } = await verifyDataDir(folder);
  return checks.find(({ check }) => check === name)?.notes;
}

function uploads({ folder }: Place, ...names: string[]): string {
  return join(folder, 'uploads', ...names);
}

describe('a data directory', () => {
  it('is sound beside the server that writes to it', async (t) => {
    const place = await startInFolder(t);

    const report = await verifyDataDir(place.folder);

    assert.deepEqual(report, {
      checks: [
        { check: 'database', problems: [] },
        { check: 'schema', problems: [] },
        { check: 'references', problems: [] },
        { check: 'conversations', problems: [] },
        { check: 'read state', problems: [] },
        { check: 'attachments', problems: [] },
        { check: 'search index', problems: [] },
        { check: 'files', problems: [], notes: [] },
        { check: 'key file', problems: [] },
      ],
    });
    assert.ok(isSound(report));
  });

  it('has no triggers, views or columns but those of chatd', async (t) => {
    const place = await startInFolder(t);
    place.db.run('CREATE TRIGGER theirs AFTER INSERT ON messages BEGIN UPDATE users SET role = 100; END');
    place.db.run('CREATE VIEW "their view" AS SELECT content FROM messages');
    place.db.run('ALTER TABLE drafts ADD COLUMN theirs TEXT');

    assert.deepEqual(await problemsIn(place), {
      schema: [
        'the trigger theirs does not belong to chatd',
        'the view their view does not belong to chatd',
        'the table drafts is not defined as by chatd',
      ],
    });
  });

  it('may have the tables of Litestream, but no trigger on them', async (t) => {
    const place = await startInFolder(t);
    place.db.run('CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)');
    place.db.run('CREATE TABLE _litestream_lock (id INTEGER)');
    const sound = await problemsIn(place);
    place.db.run('CREATE TRIGGER theirs AFTER INSERT ON _litestream_seq BEGIN DELETE FROM messages; END');

    assert.deepEqual(sound, {});
    assert.deepEqual(await problemsIn(place), { schema: ['the trigger theirs does not belong to chatd'] });
  });

  it('keeps its schema when SQLite counts its rows', async (t) => {
    const place = await startInFolder(t);
    place.db.run('ANALYZE');

    assert.deepEqual(await problemsIn(place), {});
  });

  it('is sound while its index has yet to follow what was written, edited, renamed and deleted', async (t) => {
    const place = await startInFolder(t);
    const alice = place.as('alice');
    await send(alice, { to: 'general', content: 'one more' });
    await alice.patch('/messages/1', { content: 'other words' });
    await alice.patch('/messages/2', { topic: 'supper', propagate_mode: 'change_all' });
    await place.as('owner').delete('/messages/3');

    const behind = await problemsIn(place);
    while (place.search.step(100));
    const followed = await problemsIn(place);

    assert.deepEqual([behind, followed], [{}, {}]);
  });

  it('has each broken rule named', async (t) => {
    const place = await startInFolder(t);
    place.db.connection.exec(`
      UPDATE conversations SET max_message_id = 1 WHERE members_key IS NULL;
      DELETE FROM direct_members WHERE user_id = ${place.users.bob.id};
      INSERT INTO read_watermarks VALUES (1, 4711, 1);
      UPDATE subscription_spans SET until_message_id = from_message_id + 1 WHERE user_id = ${place.users.alice.id};
      UPDATE upload_space SET used = 1;
      DELETE FROM unclaimed_attachments WHERE attachment_id = 1`);

    const problems = await problemsIn(place);

    assert.deepEqual(problems, {
      conversations: [
        'conversation 1 has a wrong newest message',
        'conversation 2 has members that differ from its key',
      ],
      'read state': [
        'watermark of user 1 in 4711 belongs to neither a conversation nor a joined place',
        `subscription of user ${place.users.alice.id} to channel 1 is active without an open span, or has one without being active`,
      ],
      attachments: [
        'the upload space of 1 bytes differs from the size of all attachments',
        'attachment 1 is both referred to and unclaimed, or neither',
      ],
    });
  });

  it('has rows named that refer to nothing', async (t) => {
    const place = await startInFolder(t);
    place.db.connection.pragma('foreign_keys = 0');
    place.db.run('DELETE FROM users WHERE id = ?', place.users.bob.id);

    const problems = await problemsIn(place);

    assert.match(problems.references?.join() ?? '', /row \d+ of api_keys refers to nothing in users/);
  });

  it('has messages and words named that the index has otherwise', async (t) => {
    const place = await startInFolder(t);
    const index = new Sqlite(join(place.folder, 'search.db'));
    t.after(() => index.close());
    index.exec(`DELETE FROM message_index WHERE rowid = 2; DELETE FROM words WHERE word = 'hostna'`);

    const problems = await problemsIn(place);

    assert.deepEqual(problems, {
      'search index': ['message 2 is indexed wrongly', 'the word "hostna" is indexed wrongly'],
    });
  });

  it('has files named that are missing, short, or hold something else', async (t) => {
    const place = await startInFolder(t);
    const [tea = '', photo = '', thumbnail = ''] = storedFiles(place).sort(
      (a, b) => readFileSync(uploads(place, a)).length - readFileSync(uploads(place, b)).length,
    );
    const before = await problemsIn(place);
    writeFileSync(uploads(place, tea), 'Buy tee');
    writeFileSync(uploads(place, photo), '');
    const changed = await problemsIn(place);
    for (const file of [tea, photo, thumbnail]) rmSync(uploads(place, file));
    const missing = await problemsIn(place);

    assert.deepEqual(before, {});
    assert.equal(changed.files?.length, 2);
    assert.match(changed.files?.join() ?? '', /does not match its checksum/);
    assert.match(changed.files?.join() ?? '', /has 0 bytes instead of \d+/);
    assert.equal(missing.files?.length, 2);
    assert.match(missing.files?.join() ?? '', /is missing.*is missing/);
  });

  it('has files noted that the database does not name, which is no damage', async (t) => {
    const place = await startInFolder(t);
    const stray = uploads(place, 'ab', `ab${'0'.repeat(62)}`);
    mkdirSync(dirname(stray), { recursive: true });
    writeFileSync(stray, 'stray');
    mkdirSync(uploads(place, 'transit'), { recursive: true });
    writeFileSync(uploads(place, 'transit', 'half'), 'half');

    const notes = await notesIn(place, 'files');

    assert.deepEqual(notes, [`unnamed: ${stray}`]);
    assert.deepEqual(await problemsIn(place), {});
  });

  it('misses its key file where keys depend on it', async (t) => {
    const place = await startInFolder(t);
    renameSync(join(place.folder, 'secret.key'), join(place.folder, 'elsewhere'));

    assert.deepEqual(await problemsIn(place), {
      'key file': [`${join(place.folder, 'secret.key')} is missing or damaged`],
    });
  });

  it('has damage reported, in whatever part of the database it is', async (t) => {
    const place = await startInFolder(t);
    place.db.connection.pragma('wal_checkpoint(TRUNCATE)');
    const sound = readFileSync(join(place.folder, 'chatd.db'));
    const folder = dirname(temporaryFile(t));
    const silent: number[] = [];
    for (let page = 0; page * 4096 < sound.length; page++) {
      writeFileSync(join(folder, 'chatd.db'), sound);
      writeFileSync(join(folder, 'secret.key'), Buffer.alloc(32, 7));
      for (const end of ['-wal', '-shm']) rmSync(join(folder, `chatd.db${end}`), { force: true });
      overwrite(join(folder, 'chatd.db'), page * 4096, Buffer.alloc(4096, 0xa5));
      const { database } = await problemsIn({ folder });
      if (!database) silent.push(page);
    }

    assert.deepEqual(silent, []);
  });
});

function overwrite(file: string, position: number, bytes: Buffer): void {
  writeSync(openSync(file, 'r+'), bytes, 0, bytes.length, position);
}
