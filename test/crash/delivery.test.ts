import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crashDelivery } from './delivery.ts';

describe('A server that is killed while it delivers what was scheduled', () => {
  it('has sent each message and each reminder exactly once when it is through', async (t) => {
    const { due, sent, interrupted, problems } = await crashDelivery(3, (line) => t.diagnostic(line));

    assert.deepEqual(
      { sent, problems, wasInterrupted: interrupted > 0 },
      { sent: due, problems: [], wasInterrupted: true },
    );
  });
});
