import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { restore } from '../../src/backup/restore.ts';
import { createLog } from '../../src/ground/log.ts';
import { backUpDaily } from '../../src/jobs/backups.ts';
import { isSound } from '../../src/verify/report.ts';
import { type Place, startInFolder } from '../verify/place.ts';

const day = 86_400;
const { signal } = new AbortController();

interface Watched extends Place {
  backups: string;
  log: string[];
  /** Lets time pass and does what is due; returns what the folder of backups holds. */
  after(seconds: number): Promise<string[]>;
}

async function startWithBackups(t: TestContext, keep: number): Promise<Watched> {
  const place = await startInFolder(t);
  const backups = join(place.folder, 'backups');
  mkdirSync(backups);
  const log: string[] = [];
  place.app.config.backup = { folder: backups, keep };
  place.app.log = createLog('info', 'text', (line) => log.push(line.replace(/^\S+ /, '')));
  const after = async (seconds: number) => {
    place.clock.advance(seconds);
    await backUpDaily(place.app, signal);
    return readdirSync(backups).sort();
  };
  return { ...place, backups, log, after };
}

describe('daily backups', () => {
  it('are made once a day, as many as are kept, and can be restored', async (t) => {
    const place = await startWithBackups(t, 2);

    const found = [
      await place.after(0),
      await place.after(day - 1),
      await place.after(1),
      await place.after(day),
      await place.after(60),
    ];

    const [first, second, third] = ['05', '06', '07'].map((date) => `chatd-202601${date}T090000Z.tar`);
    assert.deepEqual(found, [[first], [first], [first, second], [second, third], [second, third]]);
    assert.equal(place.log.length, 3);
    assert.match(place.log[0] ?? '', /^info backup made file=\S+0105T090000Z\.tar bytes=\d+ messages=5$/);
    const wish = { data_dir: join(place.folder, 'new'), replaces: false, despiteDamage: false, now: 0 };
    assert.ok(isSound((await restore(join(place.backups, third ?? ''), wish)).report));
  });

  it('go on after the clock was wrong, and those from the future are the first to be deleted', async (t) => {
    const place = await startWithBackups(t, 2);
    await place.after(0);
    const ahead = await place.after(1000 * day);

    const found = [await place.after(-999 * day), await place.after(day - 1), await place.after(1)];

    const [first, second, third] = ['05', '06', '07'].map((date) => `chatd-202601${date}T090000Z.tar`);
    assert.deepEqual(ahead, [first, 'chatd-20281001T090000Z.tar']);
    assert.deepEqual(found, [
      [first, second],
      [first, second],
      [second, third],
    ]);
  });

  it('that fail delete nothing, and are tried again an hour later', async (t) => {
    const place = await startWithBackups(t, 1);
    const first = await place.after(0);
    rmSync(join(place.folder, 'secret.key'));

    const failed = await place.after(day);
    const early = await place.after(3599);
    writeFileSync(join(place.folder, 'secret.key'), Buffer.alloc(32, 7));
    const again = await place.after(1);

    assert.deepEqual([failed, early], [first, first]);
    assert.deepEqual(again, ['chatd-20260106T100000Z.tar']);
    assert.deepEqual(
      place.log.map((line) => line.split(' file=')[0]),
      ['info backup made', 'error a backup failed', 'info backup made'],
    );
  });

  it('leave other files of the folder alone, but for what killed backups left', async (t) => {
    const place = await startWithBackups(t, 1);
    const others = ['chatd-mine.tar', 'chatd-20260101T000000Z.tar.gz', 'notes'];
    for (const name of [...others, 'chatd-20251231T090000Z.tar.partial']) writeFileSync(join(place.backups, name), '');
    utimesSync(join(place.backups, 'chatd-20251231T090000Z.tar.partial'), 0, 0);

    const found = await place.after(0);

    assert.deepEqual(found, [...others, 'chatd-20260105T090000Z.tar'].sort());
  });
});
