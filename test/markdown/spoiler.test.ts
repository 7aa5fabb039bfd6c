import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plainText } from '../../src/push/plain-text.ts';
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
    [
      'with code in the header of tildes',
      '~~~spoiler Ending of `x`\na\n~~~\nafter **b**',
      `${spoiler('<p>Ending of <code>x</code></p>\n', '<p>a</p>\n')}\n<p>after <strong>b</strong></p>`,
    ],
    [
      'with code in the header of backticks',
      '```spoiler Ending of `x` and ``y``\na\n```\nb',
      `${spoiler('<p>Ending of <code>x</code> and <code>y</code></p>\n', '<p>a</p>\n')}\n<p>b</p>`,
    ],
    ['with one backtick', '````spoiler it`s\na\n````', spoiler('<p>it`s</p>\n', '<p>a</p>\n')],
    ['with tildes among backticks', '```spoiler ~~a~~\nb\n```', spoiler('<p><del>a</del></p>\n', '<p>b</p>\n')],
    ['with tildes among tildes', '~~~~spoiler ~ a ~~~~\nb\n~~~~', spoiler('<p>~ a ~~~~</p>\n', '<p>b</p>\n')],
    [
      'with code in the header, in a quotation and a list',
      '> ~~~spoiler `x`\n> a\n> ~~~\n\n* ```spoiler `y`\n  b\n  ```',
      `<blockquote>\n${spoiler('<p><code>x</code></p>\n', '<p>a</p>\n')}\n</blockquote>\n` +
        `<ul>\n<li>\n${spoiler('<p><code>y</code></p>\n', '<p>b</p>\n')}\n</li>\n</ul>`,
    ],
    [
      'with code in the headers of both, in each other',
      '~~~spoiler `x`\n```spoiler `y`\na\n```\nb\n~~~\nc',
      `${spoiler(
        '<p><code>x</code></p>\n',
        `${spoiler('<p><code>y</code></p>\n', '<p>a</p>\n')}\n<p>b</p>\n`,
      )}\n<p>c</p>`,
    ],
    [
      'with the marks of the block in the header, where they close it below',
      '```spoiler ```x``` y\na\n```\nb',
      `${spoiler('<p><code>x</code> y</p>\n', '<p>a</p>\n')}\n<p>b</p>`,
    ],
    ['not in one line', '```spoiler a```\nb', '<p><code>spoiler a</code><br>\nb</p>'],
  ];
  for (const [name, text, html] of cases) {
    it(`are read ${name}`, () => {
      assert.equal(render(text).html, html);
    });
  }

  it('are hidden in notifications and mails, whatever the header', () => {
    for (const mark of ['```', '~~~', '~~~~~']) {
      for (const title of [
        '',
        'x',
        '`x`',
        'a ``b`` `c`',
        '~ it`s ~',
        '*a* `b` [c](https://example.com/`)',
        '```',
        'a ```b```',
      ]) {
        const text = plainText(render(`${mark}spoiler ${title}\nthe secret\n${mark}\nafter`).html);
        assert.doesNotMatch(text, /secret/, `${mark}spoiler ${title}`);
        assert.match(text, /after$/);
      }
    }
  });
});
