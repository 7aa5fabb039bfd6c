import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findLitestream } from './litestream.ts';
import { loseMachines } from './second-machine.ts';

const litestream = findLitestream();
const skip = litestream ? false : 'needs Litestream: bin/node test/crash/second-machine.ts builds it, where Go is';

describe('A second machine that Litestream copies the database to', () => {
  it('has a prefix of what the first acknowledged before it was lost', { skip }, async (t) => {
    const outcome = await loseMachines(litestream ?? '', 2, (line) => t.diagnostic(line));

    assert.deepEqual(outcome.problems, []);
    assert.ok(outcome.acknowledged > outcome.lost, JSON.stringify(outcome));
  });
});
