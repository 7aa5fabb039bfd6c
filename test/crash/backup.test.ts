import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { backUpUnderLoad } from './backup.ts';

describe('A backup of a server under load', () => {
  it('holds all that was acknowledged before it, and a prefix of the rest', async (t) => {
    const outcome = await backUpUnderLoad(3, (line) => t.diagnostic(line));

    t.diagnostic(`p99 of sends: ${outcome.p99.during.toFixed(1)} ms, ${outcome.p99.between.toFixed(1)} ms between`);
    assert.deepEqual([outcome.backups, outcome.problems], [3, []]);
    assert.ok(outcome.acknowledged > 100 && outcome.compared > 300, JSON.stringify(outcome));
  });
});
