import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render, renderLine } from './lookups.ts';

/** What clients that draw TeX themselves read of a formula, and whether it stands alone. */
function formulas(html: string): [tex: string, isBlock: boolean][] {
  const opening =
    /(<p><span class="katex-display">)?<span class="katex"><span class="katex-mathml"><math xmlns="http:\/\/www.w3.org\/1998\/Math\/MathML"( display="block")?><semantics>/;
  return html
    .split(/(?=<p><span class="katex-display">)|(?<!<span class="katex-display">)(?=<span class="katex">)/)
    .filter((piece) => piece.includes('class="katex"'))
    .map((piece) => {
      const [, display, attribute] = opening.exec(piece) as RegExpExecArray;
      const [, tex = ''] =
        /<annotation encoding="application\/x-tex">([^<]*)<\/annotation><\/semantics><\/math>/.exec(piece) ?? [];
      assert.equal(display === undefined, attribute === undefined);
      return [tex, display !== undefined];
    });
}

describe('math', () => {
  const cases: [text: string, formulas: [string, boolean][]][] = [
    ['$$a^2$$', [['a^2', false]]],
    [
      'a ($$b$$, $$  c $$)',
      [
        ['b', false],
        ['  c ', false],
      ],
    ],
    ['$5 and $$x \\approx 500\\$$$)', [['x \\approx 500\\$', false]]],
    ['$$\\text{**a**}$$', [['\\text{**a**}', false]]],
    ['$$a<b$$', [['a&lt;b', false]]],
    ['```math\na\n+b\n```', [['a\n+b', true]]],
    [
      '~~~ math\na\n\n \nb\n~~~',
      [
        ['a', true],
        ['b', true],
      ],
    ],
    ['```math\n````js\nx\n````\n```', [['````js\nx\n````', true]]],
  ];
  for (const [text, found] of cases) {
    it(`is typeset in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(formulas(render(text).html), found);
    });
  }

  it('is drawn with the classes that style sheets and parsers of clients know', () => {
    const html = renderLine('$$a_b \\underline{c} \\boxed{d}$$');

    assert.ok(
      html.includes('<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="'),
    );
    assert.ok(html.includes('class="sizing reset-size6 size3 mtight"'));
    assert.deepEqual([...new Set(html.match(/katex-\w+/g))], ['katex-mathml', 'katex-html']);
  });

  it('says nothing of classes inside a formula', () => {
    assert.ok(renderLine('$$\\text{katex-base}$$').includes('>\\text{katex-base}</annotation>'));
  });

  it('that is none is shown as it was written', () => {
    const html = render('$$\\nope{<b>}$$ c\n```math\n\\nope\n```').html;

    const inline = '<span class="tex-error">$$\\nope{&lt;b&gt;}$$</span>';
    assert.equal(html, `<p>${inline} c</p>\n<p><span class="tex-error">\\nope</span></p>`);
  });

  it('makes no links, pictures or HTML', () => {
    const html = renderLine(
      '$$\\href{javascript:alert(1)}{a} \\url{http://x} \\includegraphics{http://x/y.png} \\htmlClass{a}{b} \\htmlStyle{color:red}{c} \\htmlData{a=b}{d}$$',
    );

    assert.ok(html.includes('katex'));
    assert.ok(!/<a |<img|src=|href=|data-/.test(html.replace(/<annotation.*<\/annotation>/, '')));
  });

  const texts = ['$$_$$', '$$$ $$$$', '$a$', 'a$$b$$', '$$b$$c', '$$$b$$', '$$b$$$', '$$a\nb$$', '$$$$', '$$a'];
  for (const text of texts) {
    it(`is not made of ${JSON.stringify(text)}`, () => {
      assert.equal(renderLine(text), text.replaceAll('\n', '<br>\n'));
    });
  }

  const toobig: [name: string, text: string][] = [
    ['nested too deep', `$$${'{'.repeat(900)}${'}'.repeat(900)}\\nope$$`],
    ['too long', `$$${'x'.repeat(2000)}$$`],
    ['too large to send', `$$${'é'.repeat(1900)}$$`],
    ['endless', '$$\\def\\a{\\a}\\a$$'],
    [
      'growing',
      '$$\\def\\a{xxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c}\\d\\d\\d$$',
    ],
  ];
  for (const [name, text] of toobig) {
    it(`that is ${name} is shown as it was written`, () => {
      assert.equal(renderLine(text), `<span class="tex-error">${text}</span>`);
    });
  }

  it('covers nothing else', () => {
    const html = renderLine('$$\\rule{9999em}{9999em} \\kern{9999em} \\raisebox{9999em}{a}$$');
    const moved = ['\\kern{-9999em} a', '\\raisebox{-9999em}{a}', '\\rule[-9999em]{1em}{1em}'];

    const sizes = html.match(/style="[^"]*"/g)?.flatMap((style) => style.match(/[\d.]+(?=em)/g) ?? []) ?? [];

    assert.ok(sizes.length > 4);
    assert.ok(sizes.every((size) => Number(size) < 100));
    for (const tex of moved) assert.equal(renderLine(`$$${tex}$$`), `<span class="tex-error">$$${tex}$$</span>`);
  });

  it('is typeset as much as a text may have of it, and no more', () => {
    const { html } = render('$$x^2$$ '.repeat(300));

    assert.equal(html.match(/class="katex"/g)?.length, 153);
    assert.equal(html.match(/class="tex-error"/g)?.length, 147);
  });
});
