import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crash } from './kill.ts';

describe('A server that is killed under load', () => {
  it('has everything it acknowledged when it is back', async (t) => {
    const rounds = 3;

    const outcome = await crash(rounds, (line) => t.diagnostic(line));

    assert.deepEqual(
      { ...outcome, acknowledged: outcome.acknowledged > 0 },
      {
        rounds,
        acknowledged: true,
        lost: 0,
        problems: [],
      },
    );
  });
});
