import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canFail, type Fault, fail } from './fault.ts';

const skip = canFail ? false : 'needs Linux and a C compiler';
const faults: Fault[] = [
  { kind: 'fsync', nth: 12 },
  { kind: 'fsync', nth: 25 },
  { kind: 'read', nth: 150 },
];

describe('A server whose disk fails to flush or to read', () => {
  it('stops, has what it acknowledged when it is back, and checks its database', { skip }, async (t) => {
    const outcome = await fail(faults, (line) => t.diagnostic(line));

    assert.deepEqual([outcome.faults, outcome.lost, outcome.problems], [3, 0, []]);
    assert.ok(outcome.acknowledged > 0);
  });
});
