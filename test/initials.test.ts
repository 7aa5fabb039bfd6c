import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { initialsOf } from '../src/ground/initials.ts';

describe('initialsOf', () => {
  const names = [
    ['Ada Lovelace', 'AL'],
    ['Ada', 'A'],
    ['Anna Maria van der Berg', 'AB'],
    ['  jean-luc   picard ', 'JP'],
    ['(Bob) 🦊', 'B'],
    ['🦊 🦊', ''],
    ['build_bot', 'BB'],
    ['4 Chan', '4C'],
    ['Åsa Öberg', 'ÅÖ'],
    ['ßarah ﬁsh', 'ßﬁ'],
    ['山田 太郎', '山太'],
    ['홍길동', '홍'],
    ['محمد علي', 'مع'],
    ['क्षितिज शर्मा', 'क्षिश'],
    ['Дарья Ёжикова', 'ДЁ'],
    ['', ''],
  ] as const;
  for (const [name, initials] of names) {
    it(`gives ${initials || 'nothing'} for ${name || 'nothing'}`, () => {
      assert.equal(initialsOf(name).normalize('NFC'), initials.normalize('NFC'));
    });
  }

  it('has no more of a letter than eight code points, however many marks it has', () => {
    assert.equal([...initialsOf(`a${'\u0301'.repeat(5000)}`)].length, 8);
  });
});
