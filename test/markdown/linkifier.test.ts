import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Link } from '../../src/markdown/link.ts';
import { render, renderLine } from './lookups.ts';

/** Links each `#` with a number. */
function findLinks(text: string): Link[] {
  return [...text.matchAll(/#(\d+)/g)].map(({ 0: found, 1: id, index }) => ({
    text: found,
    url: id === '666' ? 'javascript:alert(1)' : `https://bugs.example.com/${id}?a=1&b`,
    index,
  }));
}

const link = '<a href="https://bugs.example.com/12?a=1&amp;b">#12</a>';

describe('linkifiers', () => {
  const cases: [text: string, html: string][] = [
    ['see #12, #12', `see ${link}, ${link}`],
    ['#12', link],
    ['**#12** <', `<strong>${link}</strong> &lt;`],
    ['`#12`', '<code>#12</code>'],
    ['[#12](http://x.org)', '<a href="http://x.org">#12</a>'],
    ['http://x.org/#12', '<a href="http://x.org/#12">http://x.org/#12</a>'],
    ['#666', '#666'],
  ];
  for (const [text, html] of cases) {
    it(`make of ${text} what they should`, () => {
      assert.equal(renderLine(text, { findLinks }), html);
    });
  }

  it('are asked for texts without any syntax, too', () => {
    const words = (text: string): Link[] => [{ text: 'BUG', url: 'http://x.org', index: text.indexOf('BUG') }];

    const { html, findings } = render('A BUG here', { findLinks: words });

    assert.equal(html, '<p>A <a href="http://x.org">BUG</a> here</p>');
    assert.equal(findings.links.length, 1);
  });
});
