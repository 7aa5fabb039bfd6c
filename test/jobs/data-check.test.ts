import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changeCheck, findCheck } from '../../src/db/check-record.ts';
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
});
