import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { makePlace } from './place.ts';

describe('chatd verify', () => {
  it('prints a line for each check and ends with 0 where all is sound', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const { exitCode, stdout, stderr } = await place.run(['verify']);

    assert.deepEqual([exitCode, stderr], [0, '']);
    assert.match(stdout, /^database +ok\nschema +ok\nreferences +ok\n/);
  });

  it('ends with 6 where something is damaged, and says what, also as JSON', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    const db = new Sqlite(place.path('chatd-data/chatd.db'));
    db.exec('INSERT INTO upload_space (id, used) VALUES (1, 5)');
    db.close();

    const runs = await Promise.all([place.ask(['verify']), place.ask(['verify', '--json'])]);

    assert.deepEqual(
      runs.map(({ exitCode, stderr }) => [exitCode, stderr]),
      runs.map(() => [6, 'chatd: The data is damaged. chatd restore restores a backup.\n']),
    );
    assert.match(runs[0]?.stdout ?? '', /^attachments +DAMAGED\n +the upload space of 5 bytes differs/m);
    const { ok, checks } = JSON.parse(runs[1]?.stdout ?? '');
    assert.deepEqual([ok, checks[5].check, checks[5].problems.length], [false, 'attachments', 1]);
  });

  it('ends with 6 where the database is not readable at all, and with 3 where there is none', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    writeFileSync(place.path('chatd-data/chatd.db'), Buffer.alloc(8192, 1));

    const damaged = await place.ask(['verify']);
    const missing = await place.ask(['verify', '--data-dir', 'elsewhere']);

    assert.deepEqual([damaged.exitCode, missing.exitCode], [6, 3]);
    assert.match(damaged.stdout, /^database +DAMAGED\n +cannot be read: file is not a database$/m);
  });

  it('tells a damaged search index from a damaged database', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    writeFileSync(place.path('chatd-data/search.db'), Buffer.alloc(8192, 1));

    const { exitCode, stdout } = await place.ask(['verify']);

    assert.equal(exitCode, 6);
    assert.match(stdout, /^database +ok$/m);
    assert.match(stdout, /^search index +DAMAGED\n +cannot be read: file is not a database$/m);
  });

  it('does not call a database damaged that it cannot open', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');
    mkdirSync(place.path('chatd-data/chatd.db-wal'));

    const runs = await Promise.all([place.ask(['verify']), place.ask(['verify', '--quick', '--json'])]);

    for (const { exitCode, stdout, stderr } of runs) {
      assert.deepEqual([exitCode, stdout], [3, '']);
      assert.match(stderr, /^chatd: The database cannot be opened: /);
    }
  });
});
