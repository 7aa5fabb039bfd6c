import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainText } from '../../src/push/plain-text.ts';
import { render } from '../markdown/lookups.ts';

describe('plainText', () => {
  const cases: [string, string][] = [
    ['*one* **two** `three`', 'one two three'],
    ['one\ntwo\n\nthree', 'one\ntwo\nthree'],
    ['a < b & "c" > d', 'a < b & "c" > d'],
    ['soup :heart: :flag_cuba:', 'soup ❤ 🇨🇺'],
    ['@**Bob Member** hello', '@Bob Member hello'],
    ['> said\n> twice\n\nanswer', '> said\n> twice\nanswer'],
    ['* one\n* two', '• one\n• two'],
    ['```spoiler The end\nThe *butler*\n```\nafter', 'The end (…)\nafter'],
    ['```python\nx = 1\n```', 'x = 1'],
    ['so $$x^2$$ it is', 'so x^2 it is'],
    ['[here](https://example.com/)', 'here'],
    ['[a.png](/user_uploads/1/a.png)', 'a.png'],
    ['|a|b|\n|-|-|\n|c|d|', 'a b\nc d'],
    ['', ''],
  ];
  for (const [markdown, text] of cases) {
    it(`reads ${JSON.stringify(markdown)}`, () => assert.equal(plainText(render(markdown).html), text));
  }

  it('takes HTML that does not end as it began', () => {
    const broken = '<span class="emoji emoji--">x</span><span class="emoji emoji-ffffffff-1f600">x</span>';
    assert.equal(
      plainText(`a${broken}&#1114112;&#xffffffffff;&constructor;`),
      'a\ufffd\ufffd\ufffd\ufffd&constructor;',
    );
    assert.equal(plainText('</p><p>a<b>b</p>c</i>&#x41;&#66;&unknown; <'), 'ab\ncAB&unknown; <');
  });
});
