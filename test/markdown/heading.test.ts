import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

describe('headings', () => {
  const cases: [text: string, html: string][] = [
    ['# a', '<h1>a</h1>'],
    ['###### a', '<h6>a</h6>'],
    ['#  *a* `b`  ', '<h1><em>a</em> <code>b</code></h1>'],
    ['## a ##', '<h2>a</h2>'],
    ['# C#', '<h1>C#</h1>'],
    ['a\n# b\nc', '<p>a</p>\n<h1>b</h1>\n<p>c</p>'],
    ['> # a\n> b', '<blockquote>\n<h1>a</h1>\n<p>b</p>\n</blockquote>'],
    ['* # a', '<ul>\n<li>\n<h1>a</h1>\n</li>\n</ul>'],
  ];
  for (const [text, html] of cases) {
    it(`are read in ${JSON.stringify(text)}`, () => {
      assert.equal(render(text).html, html);
    });
  }

  const texts = ['#a', '#', '# ', '## #', '####### a', 'a # b', 'a\n===', 'a\n==='];
  for (const text of texts) {
    it(`are not made of ${JSON.stringify(text)}`, () => {
      assert.equal(render(text).html, `<p>${text.replaceAll('\n', '<br>\n')}</p>`);
    });
  }
});

describe('lines across', () => {
  for (const line of ['---', '***', '___', '- - -', '-----']) {
    it(`are made of ${line}, and make no heading of what stands above`, () => {
      assert.equal(render(`a\n${line}\nb`).html, '<p>a</p>\n<hr>\n<p>b</p>');
    });
  }
});
