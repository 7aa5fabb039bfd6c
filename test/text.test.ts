import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { foldName, normalize } from '../src/ground/text.ts';

describe('a normal form', () => {
  it('joins and orders the marks of a character', () => {
    assert.equal(normalize('e\u0301', 'NFC'), 'é');
    assert.equal(normalize('ﬁ', 'NFKC'), 'fi');
    assert.equal(normalize(`${'x'.repeat(30)}a\u0301\u0316`, 'NFKD'), `${'x'.repeat(30)}a\u0316\u0301`);
  });

  // Their order takes time with the square of their number: a million in a row would hold up the server for hours.
  it('orders no more than thirty marks together', () => {
    const ordered = `a${'\u0316'.repeat(15)}${'\u0300'.repeat(15)}`;

    assert.equal(normalize(`a${'\u0300\u0316'.repeat(15)}`, 'NFKD'), ordered);
    assert.equal(normalize(`a${'\u0300\u0316'.repeat(16)}`, 'NFKD'), `${ordered}\u034f\u0316\u0300`);
  });

  it('of a text in that form is the text', () => {
    const zalgo = normalize(`a${'\u0300\u0316'.repeat(100)}`, 'NFC');

    assert.equal(normalize(zalgo, 'NFC'), zalgo);
  });

  it('counts halfwidth voicing signs among the marks', () => {
    assert.equal(normalize(`a${'\u0301\uff9e'.repeat(16)}`, 'NFKD').split('\u034f').length, 2);
  });

  it('of names is the same for those that look the same', () => {
    assert.equal(foldName('Ｃａｆｅ\u0301'), foldName('café'));
  });
});
