import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stem } from '../../src/search/stem.ts';
import { listWords } from '../../src/search/words.ts';
import { heapGrowth } from '../support/heap.ts';

const megabyte = 1024 * 1024;

/** A word of fifteen letters for each number. */
function longWord(n: number): string {
  return `antidisestab${String.fromCharCode(...[n / 676, (n / 26) % 26, n % 26].map((part) => 97 + Math.floor(part)))}`;
}

describe('stem', () => {
  it('keeps words in memory, and not the texts in which they stood', () => {
    const growth = heapGrowth(() => {
      for (let n = 0; n < 1000; n++) for (const word of listWords(`${longWord(n)} ${'a'.repeat(20_000)}`)) stem(word);
    });

    assert.ok(growth < 5 * megabyte, `${growth} bytes`);
  });

  it('keeps no words that are their own stems', () => {
    const growth = heapGrowth(() => {
      for (let n = 0; n < 1000; n++) stem(`${n}${'a'.repeat(20_000)}${n}`.toLowerCase());
    });

    assert.ok(growth < 5 * megabyte, `${growth} bytes`);
  });
});
