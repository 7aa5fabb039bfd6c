import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unflow } from '../../src/mail/flowed.ts';

describe('unflow', () => {
  it('joins the lines of a paragraph, and those of a quotation apart from it', () => {
    const texts = {
      'One \r\ntwo\r\nthree': 'One two\nthree',
      'Ann wrote: \n> old \n> words\n>> older \n> \nMine.': 'Ann wrote: \n> old words\n>> older \n> \nMine.',
      '>> a \n>> b\n> > c \n> d': '>> a b\n> > c d',
      'Fine. \n-- \nBob': 'Fine. \n-- \nBob',
    };
    for (const [flowed, text] of Object.entries(texts)) assert.equal(unflow(flowed, false), text);
    assert.equal(unflow('Hel \nlo \n> a \n> b', true), 'Hello\n> ab');
  });

  it('tells a line that its author began with a mark from a quotation', () => {
    assert.equal(unflow(' >no quotation\n From here\n  two spaces\n >> nor this', false), [
      ' >no quotation', 'From here', ' two spaces', ' >> nor this',
    ].join('\n')); // biome-ignore format: one line a line
  });
});
