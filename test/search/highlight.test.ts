import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Hit, highlight } from '../../src/search/highlight.ts';
import { findHits, parseQuery } from '../../src/search/query.ts';
import { Seeded } from '../support/seeded.ts';

/** The text in which highlight() looks for hits. */
function textOf(html: string): string {
  let seen = '';
  highlight(html, (text) => {
    seen = text;
    return [];
  });
  return seen;
}

/** HTML with every occurrence of a word in its text marked. */
function marked(html: string, word: string): string {
  const text = textOf(html);
  const hits: Hit[] = [];
  for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length)) {
    hits.push({ start, end: start + word.length });
  }
  return highlight(html, () => hits);
}

const mark = (text: string) => `<span class="highlight">${text}</span>`;

describe('textOf', () => {
  it('is what people read: words whole across emphasis, apart across blocks, with entities decoded', () => {
    const cases: [html: string, text: string][] = [
      ['<p>lunch</p>', '\nlunch\n'],
      ['<p>de<strong>ploy</strong>ed</p>', '\ndeployed\n'],
      ['<p>one<br>\ntwo</p><ul><li>three</li></ul>', '\none\n\ntwo\n\n\nthree\n\n'],
      ['a &lt;b&gt; &amp; &quot;c&#39;&#x27; &nbsp;&eacute;', "a <b> & \"c'' \u00a0&eacute;"],
      ['1 < 2 & 3', '1 < 2 & 3'],
      ['<img alt="a > b" src="x">after', '\nafter'],
      ['x<span class="katex"><math><mi>y</mi></math></span>z<svg><text>t</text></svg>', 'xz'],
      ['&#0; &#1114112; &#128512;', '&#0; &#1114112; 😀'],
      ['', ''],
    ];

    for (const [html, text] of cases) assert.equal(textOf(html), text, html);
  });
});

describe('highlight', () => {
  it('marks hits in text, whatever tags they cross', () => {
    const cases: [html: string, word: string, expected: string][] = [
      ['<p>lunch at noon, lunch at one</p>', 'lunch', `<p>${mark('lunch')} at noon, ${mark('lunch')} at one</p>`],
      ['de<strong>ploy</strong>ed', 'deployed', `${mark('de')}<strong>${mark('ploy')}</strong>${mark('ed')}`],
      ['<a href="lunch" title="lunch">lunch</a>', 'lunch', `<a href="lunch" title="lunch">${mark('lunch')}</a>`],
      ['<lunch>x</lunch>', 'lunch', '<lunch>x</lunch>'],
      ['a &amp; b', 'amp', 'a &amp; b'],
      ['a &amp; b', '& b', `a ${mark('&amp; b')}`],
      ['x &amp;&lt; y', '&<', `x ${mark('&amp;&lt;')} y`],
      ['&#128512;!', '\ude00', `${mark('&#128512;')}!`],
      ['<math><mi>x</mi></math>x', 'x', `<math><mi>x</mi></math>${mark('x')}`],
      ['no such thing', 'lunch', 'no such thing'],
    ];

    for (const [html, word, expected] of cases) assert.equal(marked(html, word), expected, html);
  });

  it('joins hits that overlap or touch, in any order, and passes over empty ones', () => {
    const hits = [
      { start: 4, end: 6 },
      { start: 0, end: 3 },
      { start: 2, end: 4 },
      { start: 8, end: 8 },
      { start: 9, end: 99 },
    ];

    assert.equal(
      highlight('abcdefghij', () => hits),
      `${mark('abcdef')}ghi${mark('j')}`,
    );
    assert.equal(
      highlight('abc', () => []),
      'abc',
    );
  });

  it('changes nothing but the marks, for random HTML and hits', () => {
    const random = new Seeded(1);
    const parts = ['<p>', '</p>', '<b class="x">', '</b>', '&amp;', '&#39;', 'word', ' ', '<', '&', '>', 'é😀', '<br>'];
    for (let count = 0; count < 2000; count++) {
      const html = Array.from({ length: random.below(12) }, () => random.pick(parts)).join('');
      const hits = Array.from({ length: random.below(4) }, () => {
        const start = random.below(20);
        return { start, end: start + random.below(6) };
      });
      const result = highlight(html, () => hits);
      const without = result.replaceAll('<span class="highlight">', '').replaceAll('</span>', '');
      assert.equal(without, html, JSON.stringify({ html, hits }));
      assert.equal(textOf(result), textOf(html), JSON.stringify({ html, hits }));
    }
  });

  it('takes no longer for each character of a long text with several spaces in a row', () => {
    const terms = parseQuery('deploy');
    const html = `<p>${'the deploy  of the web server, see the notes.\n\n'.repeat(2000)}</p>`;
    const began = performance.now();
    const result = highlight(html, (text) => findHits(terms, text));
    assert.ok(performance.now() - began < 500);
    assert.equal(result.split('<span class="highlight">deploy</span>').length, 2001);
  });
});
