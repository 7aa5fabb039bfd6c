import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

/** A list of items, in one line. */
function ul(...items: string[]): string {
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function ol(start: number, ...items: string[]): string {
  return ul(...items).replace(/^<ul>|<\/ul>$/g, (tag) =>
    tag.replace('ul', 'ol').replace('<ol', start === 1 ? '<ol' : `<ol start="${start}"`),
  );
}

describe('lists', () => {
  const cases: [name: string, text: string, html: string][] = [
    ['by any of three marks, also mixed', '* a\n- b\n+ c', ul('a', 'b', 'c')],
    ['right below a paragraph', 'a\n* b\n* c\n\nd', `<p>a</p>${ul('b', 'c')}<p>d</p>`],
    ['nested by two spaces', '* a\n  * b\n    * c\n  * d\n* e', ul(`a${ul(`b${ul('c')}`, 'd')}`, 'e')],
    ['nested by four spaces', '* a\n    * b\n* c', ul(`a${ul('b')}`, 'c')],
    ['nested by one space not at all', '* a\n * b', ul('a', 'b')],
    ['on one line', '- 1. a\n  2. b', ul(ol(1, 'a', 'b'))],
    ['with lines that belong to an item', '* a\n  b\nc\n* d', ul('a<br>  b<br>c', 'd')],
    ['with paragraphs', '* a\n\n  b\n* c', ul('<p>a</p><p>b</p>', '<p>c</p>')],
    ['with paragraphs of several lines', '* a\n\n  b \n    c\n  d ', ul('<p>a</p><p>b <br>  c<br>d </p>')],
    ['with space between', '* a\n\n* b\n\nc', `${ul('<p>a</p>', '<p>b</p>')}<p>c</p>`],
    ['with paragraphs that look like code', '* a\n  * b\n\n    c', ul(`a${ul('<p>b</p><p>c</p>')}`)],
    ['with numbers', '1. a\n2. b', ol(1, 'a', 'b')],
    ['with numbers that count themselves', '3. a\n3. b\n1. c', ol(3, 'a', 'b', 'c')],
    ['with numbers from nought', '0. a', ol(0, 'a')],
    [
      'with numbers nested by two spaces',
      '1. a\n  2. b\n    3. c\n  4. d\n5. e',
      ol(1, `a${ol(2, `b${ol(3, 'c')}`, 'd')}`, 'e'),
    ],
    [
      'with numbers of several digits',
      '9. a\n10. b\n\n    c\n11. d',
      ol(9, '<p>a</p>', '<p>b</p><p>c</p>', '<p>d</p>'),
    ],
    ['of either kind beside each other', '* a\n1. b\n* c', `${ul('a')}${ol(1, 'b')}${ul('c')}`],
    ['of either kind in each other', '1. a\n  * b\n2. c', ol(1, `a${ul('b')}`, 'c')],
    ['with text that is neither nested nor beside', '   * a\n    * b', ul('a<br>    * b')],
    ['with wide marks', '*    a\n*     b', ul('a', 'b')],
    ['ended by a line', '* a\n* * *\n* b', `${ul('a')}<hr>${ul('b')}`],
    ['ended by a fence', '* a\n~~~quote\nb\n~~~', `${ul('a')}<blockquote><p>b</p></blockquote>`],
  ];
  for (const [name, text, html] of cases) {
    it(`are read ${name}`, () => {
      assert.equal(render(text).html.replaceAll('\n', ''), html);
    });
  }

  const texts = ['*', '-', '1.', '* ', '*a', '1.a', '1) a', '-1', 'a\n1986. b', '1234567890. a'];
  for (const text of texts) {
    it(`are not made of ${JSON.stringify(text)}`, () => {
      assert.equal(render(text).html, `<p>${text.replaceAll('\n', '<br>\n')}</p>`);
    });
  }

  it('put no line break before what is nested: clients show it', () => {
    const { html } = render('* a\n  * b\n* c\n  > d');

    const nested = '<li>a<ul>\n<li>b</li>\n</ul>\n</li>';
    assert.equal(html, `<ul>\n${nested}\n<li>c<blockquote>\n<p>d</p>\n</blockquote>\n</li>\n</ul>`);
  });

  it('nest no deeper than a screen could show, and show the rest as text', () => {
    const { html } = render('- '.repeat(40).concat('a'));

    assert.equal(html.match(/<ul>/g)?.length, 12);
    assert.ok(html.includes(`<li>${'- '.repeat(28)}a</li>`));
  });
});
