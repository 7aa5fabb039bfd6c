import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canFail, fail } from './fault.ts';

describe('A server whose disk fails to flush', () => {
  it('stops, has what it acknowledged when it is back, and checks its database', { skip: !canFail }, async (t) => {
    const outcome = await fail([12, 25], (line) => t.diagnostic(line));

    assert.deepEqual([outcome.faults, outcome.lost, outcome.problems], [2, 0, []]);
    assert.ok(outcome.acknowledged > 0);
  });
});
