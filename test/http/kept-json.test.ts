import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeptJson } from '../../src/http/kept-json.ts';

describe('kept JSON', () => {
  it('is written once for the same values of an id', () => {
    const kept = new KeptJson();
    const row = { name: 'a' };
    let count = 0;
    const of = (id: number, ...values: unknown[]) => kept.of(id, values, () => `${++count}`);

    const texts = [of(1, row, 2), of(1, row, 2), of(2, row, 2), of(1, row, 3), of(1, { ...row }, 3), of(2, row, 2)];

    assert.deepEqual(texts, ['1', '1', '2', '3', '4', '2']);
  });
});
