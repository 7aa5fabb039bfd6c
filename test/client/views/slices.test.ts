import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Slicer } from '../../../src/client/messages/slices.ts';

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ key: String(from + index) }));

/** The key of each slice with its first and its last line. */
function ends(slicer: Slicer<{ key: string }>, all: { key: string }[]) {
  return slicer.divide(all).map(({ key, lines }) => [key, lines[0]?.key, lines.at(-1)?.key]);
}

describe('the slices of a list', () => {
  it('have 16 lines at most, and keep them while lines come above and below', () => {
    const slicer = new Slicer<{ key: string }>();
    assert.deepEqual(ends(slicer, lines(100, 119)), [
      [1, '100', '115'],
      [2, '116', '119'],
    ]);
    assert.deepEqual(ends(slicer, lines(98, 121)), [
      [3, '98', '99'],
      [1, '100', '115'],
      [2, '116', '121'],
    ]);
    assert.deepEqual(ends(slicer, lines(96, 133)), [
      [3, '96', '99'],
      [1, '100', '115'],
      [2, '116', '131'],
      [4, '132', '133'],
    ]);
  });

  it('are left by lines that go, and divided where a full one gets another in its middle', () => {
    const slicer = new Slicer<{ key: string }>();
    slicer.divide(lines(1, 32));
    assert.deepEqual(ends(slicer, lines(10, 32)), [
      [1, '10', '16'],
      [2, '17', '32'],
    ]);
    assert.deepEqual(ends(slicer, [...lines(17, 20), { key: 'day' }, ...lines(21, 32)]), [
      [2, '17', '20'],
      [3, 'day', 'day'],
      [4, '21', '32'],
    ]);
  });
});
