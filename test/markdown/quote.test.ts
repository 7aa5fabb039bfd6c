import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

function quote(html: string): string {
  return `<blockquote>\n${html}\n</blockquote>`;
}

describe('quotations', () => {
  const cases: [name: string, text: string, html: string][] = [
    ['by marks', '> a\n> b', quote('<p>a<br>\nb</p>')],
    ['by a mark on the first line alone', '> a\nb\n\nc', `${quote('<p>a<br>\nb</p>')}\n<p>c</p>`],
    ['by empty lines with marks before the text', '>\n>\na\n\nb', `${quote('<p>a</p>')}\n<p>b</p>`],
    ['one after the other', '> a\n\n> b', `${quote('<p>a</p>')}\n${quote('<p>b</p>')}`],
    ['in quotations', '> > a\n\nb', `${quote(quote('<p>a</p>'))}\n<p>b</p>`],
    ['by a fence', '```quote\n*a*\n\nb\n```\nc', `${quote('<p><em>a</em></p>\n<p>b</p>')}\n<p>c</p>`],
    ['by a fence of tildes', '~~~ quote\na\n~~~', quote('<p>a</p>')],
    ['by the other word', '```quoted\na\n```', quote('<p>a</p>')],
    ['to the end where nothing closes them', '```quote\na\n\nb', quote('<p>a</p>\n<p>b</p>')],
    ['of nothing', 'a\n```quote\n```', '<p>a</p>\n<blockquote></blockquote>'],
    ['with lists', '```quote\na:\n* b\n```', quote('<p>a:</p>\n<ul>\n<li>b</li>\n</ul>')],
    ['in lists', '* a\n  > b\n* c', `<ul>\n<li>a${quote('<p>b</p>')}\n</li>\n<li>c</li>\n</ul>`],
    [
      'with code that holds their own marks',
      '````quote\n```\n````\n```\na\n````\nb',
      `${quote('<div class="codehilite"><pre><span></span><code>````\n</code></pre></div>\n<p>a</p>')}\n<p>b</p>`,
    ],
    [
      'by fences in pairs',
      '~~~quote\na\n~~~quote\nb\n~~~\nc\n~~~\nd',
      `${quote(`<p>a</p>\n${quote('<p>b</p>')}\n<p>c</p>`)}\n<p>d</p>`,
    ],
    [
      'by fences of other lengths',
      '`````quote\na\n````quote\nb\n```quote\nc\n```\n````\n`````\nd',
      `${quote(`<p>a</p>\n${quote(`<p>b</p>\n${quote('<p>c</p>')}`)}`)}\n<p>d</p>`,
    ],
  ];
  for (const [name, text, html] of cases) {
    it(`are read ${name}`, () => {
      assert.equal(render(text).html, html);
    });
  }

  const empty: [text: string, html: string][] = [
    ['>', '<p>&gt;</p>'],
    ['>\n>', '<p>&gt;<br>\n&gt;</p>'],
    ['>>>', quote(quote('<p>&gt;</p>'))],
    ['>\n\na', '<p>&gt;</p>\n<p>a</p>'],
    ['a\n> \n\nb', '<p>a</p>\n<p>&gt;</p>\n<p>b</p>'],
  ];
  for (const [text, html] of empty) {
    it(`show the marks where there is nothing else: ${JSON.stringify(text)}`, () => {
      assert.equal(render(text).html, html);
    });
  }

  it('nest no deeper than a screen could show, and show the rest as text', () => {
    const { html } = render(`${'>'.repeat(60)} a`);
    const fenced = render(`${'```quote\n'.repeat(60)}a`).html;

    assert.equal(html.match(/<blockquote>/g)?.length, 24);
    assert.ok(html.includes('<p>a</p>'));
    assert.ok(render('>'.repeat(60)).html.includes(`<p>${'&gt;'.repeat(36)}</p>`));
    assert.equal(fenced.match(/<blockquote>/g)?.length, 24);
    assert.ok(fenced.includes(`<code>${'```quote\n'.repeat(35)}a\n</code>`));
  });
});
