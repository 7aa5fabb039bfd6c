import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commonStart, stem } from '../../src/search/stem.ts';
import { listWords } from '../../src/search/words.ts';
import { heapGrowth } from '../support/heap.ts';
import { Seeded } from '../support/seeded.ts';

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

  it('has a beginning that all its words have', () => {
    const random = new Seeded(1);
    const endings =
      `s ss es ies sses ed eed ing y e i at bl iz ll ational tional enci anci izer bli alli entli eli ousli
      ization ation ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al
      ance ence er ic able ible ant ement ment ent sion tion ou ism ate iti ous ive ize ability ibility ity ly`.split(
        /\s+/,
      );
    for (let n = 0; n < 200_000; n++) {
      const letters = Array.from({ length: 1 + random.below(4) }, () => random.pick([...'abceilmnostyz'])).join('');
      const word = letters + Array.from({ length: random.below(4) }, () => random.pick(endings)).join('');
      assert.ok(word.startsWith(commonStart(stem(word))), `${word}: ${stem(word)}`);
    }
  });
});
