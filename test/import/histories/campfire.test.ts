import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { isSound } from '../../../src/verify/report.ts';
import { verifyDataDir } from '../../../src/verify/verify.ts';
import { importBroken, importFiles, makeFolder, openEmpty } from '../scene.ts';
import { storage } from './campfire-storage.ts';
import { presentMessages, remarksOf } from './present.ts';

describe('chatd import campfire', () => {
  it('brings rooms, mentions, files, boosts and people', async (t) => {
    const app = openEmpty(t);
    const { tally } = await importFiles(t, app, storage(), { format: 'campfire' });
    const [picture] = app.db.values<string>('SELECT path_id FROM attachments');
    const [olga] = app.db.values<number>("SELECT id FROM users WHERE full_name = 'Olga Owner'");

    assert.deepEqual(presentMessages(app), [
      ['Olga Owner', 'All Talk>', 'What about **tea**, ∗now∗?'],
      ['Ada Adams', 'All Talk>', `Ask @**Olga Owner|${olga}**\nlater`],
      ['Ada Adams', 'All Talk>', `[shot.png](/user_uploads/${picture})`],
      ['Builder', 'Kitchen>', 'psst\n\n(file: lost.pdf)'],
      ['Olga Owner', 'Ada Adams + Olga Owner', 'Lunch?'],
    ]);
    assert.deepEqual(app.db.tuples('SELECT message_id, edited_at FROM message_edits'), [[1, 1_700_000_090]]);
    assert.deepEqual(app.db.tuples('SELECT message_id, emoji_name FROM reactions'), [[1, '+1']]);
    assert.deepEqual(
      app.db.tuples(`SELECT full_name, email, role, is_active, bot_type IS NOT NULL, avatar_image_id IS NOT NULL FROM users
        WHERE is_system_bot = 0 ORDER BY email DESC`),
      [
        ['Olga Owner', 'olga@example.com', 200, 1, 0, 1],
        ['Gone', 'gone@example.com', 400, 0, 0, 0],
        ['Ada Adams', 'ada@example.com', 400, 1, 0, 0],
        ['Builder', '3@campfire.invalid', 400, 1, 1, 0],
      ],
    );
    assert.deepEqual(app.db.tuples('SELECT name, invite_only FROM channels ORDER BY id'), [
      ['All Talk', 0],
      ['Kitchen', 1],
    ]);
    assert.deepEqual(remarksOf(tally), [
      '1 files: the archive lacks their content',
      '1 reactions: boosts of words are no reactions here',
      '1 searches: chatd has no equivalent',
    ]);
    assert.ok(isSound(await verifyDataDir(app.config.data_dir)));
  });

  it('tells two servers apart, whose ids are the same numbers', async (t) => {
    const app = openEmpty(t);
    await importFiles(t, app, storage(), { format: 'campfire' });
    const other = storage({ id: 6, room: 1, user: 2, body: '<div>Of another</div>' });
    const name = 'storage/db/production.sqlite3';
    other[name] = Buffer.from(
      (other[name] as Buffer).toString('latin1').replaceAll('c0ffee', 'decafe').replaceAll('2023-', '2022-'),
      'latin1',
    );
    await importFiles(t, app, other, { format: 'campfire', merges: true });
    assert.equal(presentMessages(app).length, 5 + 6);
  });

  it('reads a database alone, with what was written last in the log beside it', async (t) => {
    const folder = makeFolder(t);
    const file = join(folder, 'production.sqlite3');
    writeFileSync(file, storage()['storage/db/production.sqlite3'] as Buffer);
    const db = new Sqlite(file);
    db.pragma('journal_mode = WAL');
    db.exec("UPDATE rooms SET name = 'Renamed' WHERE id = 1");
    t.after(() => db.close());
    const app = openEmpty(t);
    await importFiles(t, app, {}, { format: 'campfire', file });
    assert.deepEqual(app.db.values('SELECT name FROM channels ORDER BY id'), ['Renamed', 'Kitchen']);
  });

  it('reads the database with its tables, also if another one has the same name', async (t) => {
    const folder = makeFolder(t);
    const other = join(folder, 'other.sqlite3');
    new Sqlite(other).exec('CREATE TABLE notes (text)').close();
    const app = openEmpty(t);
    const files = { ...storage(), 'storage/old/production.sqlite3': readFileSync(other) };
    await importFiles(t, app, files, { format: 'campfire' });
    assert.deepEqual(app.db.values('SELECT name FROM channels ORDER BY id'), ['All Talk', 'Kitchen']);
  });

  it('is refused without its tables, or if it is no database', async (t) => {
    for (const content of [Buffer.from('SQLite format 3\0, not'), Buffer.alloc(0), Buffer.from('x')]) {
      const said = await importBroken(t, { 'production.sqlite3': content }, { format: 'campfire' });
      assert.deepEqual(said, ['The archive holds no database with the tables users, rooms, memberships, messages.']);
    }
  });
});
