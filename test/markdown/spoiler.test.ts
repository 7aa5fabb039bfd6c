import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

// Some clients read no other form than this, to the line break.
function spoiler(header: string, content: string): string {
  const [opening, middle] = ['<div class="spoiler-block"><div class="spoiler-header">\n', '</div>'];
  return `${opening}${header}${middle}<div class="spoiler-content" aria-hidden="true">\n${content}</div></div>`;
}

describe('spoilers', () => {
  const cases: [name: string, text: string, html: string][] = [
    ['with a header', '```spoiler The end\na\n```\nb', `${spoiler('<p>The end</p>\n', '<p>a</p>\n')}\n<p>b</p>`],
    ['without one', '```spoiler\na\n```', spoiler('', '<p>a</p>\n')],
    ['without anything', '~~~ spoiler\n~~~', spoiler('', '')],
    ['with marks in the header', '```spoiler *a* <b>\nc\n```', spoiler('<p><em>a</em> &lt;b&gt;</p>\n', '<p>c</p>\n')],
    ['with blocks inside', '```spoiler a\n* b\n\nc', spoiler('<p>a</p>\n', '<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n')],
    [
      'in quotations',
      '~~~quote\n```spoiler a\nb\n```\nc\n~~~\nd',
      `<blockquote>\n${spoiler('<p>a</p>\n', '<p>b</p>\n')}\n<p>c</p>\n</blockquote>\n<p>d</p>`,
    ],
    [
      'in spoilers',
      '```spoiler a\n```spoiler b\nc\n```\nd\n```\ne',
      `${spoiler('<p>a</p>\n', `${spoiler('<p>b</p>\n', '<p>c</p>\n')}\n<p>d</p>\n`)}\n<p>e</p>`,
    ],
  ];
  for (const [name, text, html] of cases) {
    it(`are read ${name}`, () => {
      assert.equal(render(text).html, html);
    });
  }
});
