import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

function table(header: string, ...rows: string[]): string {
  const [head, body] = [`<thead><tr>${header}</tr></thead>`, rows.map((row) => `<tr>${row}</tr>`).join('')];
  return `<table>${head}<tbody>${body}</tbody></table>`;
}

describe('tables', () => {
  const cases: [name: string, text: string, html: string][] = [
    ['with bars around', '|a|b|\n|-|-|\n|c|d|', table('<th>a</th><th>b</th>', '<td>c</td><td>d</td>')],
    ['with bars between', 'a | b\n--- | ---\nc | d', table('<th>a</th><th>b</th>', '<td>c</td><td>d</td>')],
    ['of one column', '|a|\n|-|\n|b|', table('<th>a</th>', '<td>b</td>')],
    [
      'with alignment, in exactly the form that clients read',
      'a|b|c|d\n:-|:-:|-:|-\n1|2|3|4',
      table(
        '<th style="text-align: left;">a</th><th style="text-align: center;">b</th><th style="text-align: right;">c</th><th>d</th>',
        '<td style="text-align: left;">1</td><td style="text-align: center;">2</td><td style="text-align: right;">3</td><td>4</td>',
      ),
    ],
    ['with an empty row where there is none', 'a|b\n-|-', table('<th>a</th><th>b</th>', '<td></td><td></td>')],
    [
      'with rows filled up and cut off',
      'a|b\n-|-\nc\nd|e|f',
      table('<th>a</th><th>b</th>', '<td>c</td><td></td>', '<td>d</td><td>e</td>'),
    ],
    [
      'with bars in code and after a backslash',
      'a|b\n-|-\n`c|d` \\| e|``f|`',
      table('<th>a</th><th>b</th>', '<td><code>c|d</code> | e</td><td>``f</td>'),
    ],
    [
      'with marks',
      '*a*|b\n-|-\n**c**|`d`',
      table('<th><em>a</em></th><th>b</th>', '<td><strong>c</strong></td><td><code>d</code></td>'),
    ],
    [
      'below a paragraph and up to an empty line',
      'x\na|b\n-|-\nc|d\n\ny',
      `<p>x</p>${table('<th>a</th><th>b</th>', '<td>c</td><td>d</td>')}<p>y</p>`,
    ],
    [
      'up to another block',
      'a|b\n-|-\nc|d\n> e',
      `${table('<th>a</th><th>b</th>', '<td>c</td><td>d</td>')}<blockquote><p>e</p></blockquote>`,
    ],
  ];
  for (const [name, text, html] of cases) {
    it(`are read ${name}`, () => {
      assert.equal(render(text).html.replaceAll('\n', ''), html);
    });
  }

  it('have a line break between their parts and nothing else', () => {
    const { html } = render('|a|\n|-|\n|b|');

    const head = '<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>';
    assert.equal(html, `<table>\n${head}\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>`);
  });

  const texts = ['a|b\n-', 'a|b\n-|-|-', 'a\n-|-', 'a|b\n=|=', 'a|b\n- -', '-|-', 'a|b\n:|:', 'a\n-|'];
  for (const text of texts) {
    it(`are not made of ${JSON.stringify(text)}`, () => {
      assert.ok(!render(text).html.includes('<table>'));
    });
  }

  it('that would have very many cells are text', () => {
    const [small, large] = [80, 120].map((rows) => `${'a|'.repeat(100)}\n${'-|'.repeat(100)}\n${'b\n'.repeat(rows)}`);

    assert.equal(render(small as string).html.match(/<td>/g)?.length, 8000);
    assert.ok(!render(large as string).html.includes('<table>'));
  });
});
