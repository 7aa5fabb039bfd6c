import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canCut, cutPower } from './power-cut.ts';

const skip = canCut ? false : 'needs root, loop devices, mkfs.ext4 and cc';

describe('A server whose power is cut under load', () => {
  it('has everything it acknowledged when it is back', { skip }, async (t) => {
    const outcome = await cutPower(2, false, (line) => t.diagnostic(line));

    assert.deepEqual([outcome.cuts, outcome.lost], [2, 0]);
    assert.ok(outcome.acknowledged > 0);
  });

  it('would lose some of it if it did not wait for the disk', { skip }, async (t) => {
    let lost = 0;
    for (let round = 0; round < 10 && lost === 0; round++) {
      lost += (await cutPower(1, true, (line) => t.diagnostic(line))).lost;
    }

    assert.ok(lost > 0);
  });
});
