import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { changeCheck, findCheck } from '../../src/db/check-record.ts';
import { createLog } from '../../src/ground/log.ts';
import { DataCheck } from '../../src/jobs/data-check.ts';
import { until } from '../support/until.ts';
import { startInFolder } from '../verify/place.ts';

const week = 7 * 86_400;

describe('the weekly check of the database', () => {
  it('is made at once if it is due in more than a week, because the clock was wrong', async (t) => {
    const { app, clock, folder } = await startInFolder(t);
    changeCheck(folder, { due_at: clock.now() + week + 1 });
    const check = new DataCheck();
    t.after(() => check.stop());

    check.start(app);
    await until(() => findCheck(folder).checked_at !== null);

    const { due_at, checked_at, problems } = findCheck(folder);
    assert.deepEqual([due_at, checked_at, problems], [clock.now() + week, clock.now(), []]);
  });

  it('is in the log, with whole milliseconds', async (t) => {
    const { app, folder } = await startInFolder(t);
    const lines: string[] = [];
    app.log = createLog('info', 'text', (line) => lines.push(line));
    changeCheck(folder, { due_at: 0 });
    const check = new DataCheck();
    t.after(() => check.stop());

    await check.wake({ ...app, clock: { now: () => app.clock.now(), monotonic: () => performance.now() } });

    assert.match(lines.join('\n'), /^\S+ info database checked problems=0 milliseconds=\d+$/);
  });

  it('that could not be made is tried again after a minute, and then after twice as long each time', async (t) => {
    const { app, clock, folder } = await startInFolder(t);
    // Nothing is in it, so the command fails.
    app.config.data_dir = join(folder, 'empty');
    mkdirSync(app.config.data_dir);
    changeCheck(app.config.data_dir, { due_at: 0 });
    const began = clock.monotonic();
    const failed: number[] = [];
    app.log = createLog('error', 'text', () => failed.push((clock.monotonic() - began) / 1000));
    const check = new DataCheck();
    t.after(() => check.stop());

    for (const seconds of [0, 59, 1, 119, 1, 239, 1]) {
      clock.advance(seconds);
      await check.wake(app);
    }

    assert.deepEqual(failed, [0, 60, 180, 420]);
  });
});
