import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMarkdown, renderText } from '../../src/markdown/render.ts';
import { lookups } from './lookups.ts';
import { problemsOf } from './safe-html.ts';
import { contexts, payloads, vectors } from './vectors.ts';

// Here every name exists as it is written, and linkifiers make links of anything.
const gullible = {
  ...lookups,
  default_code_language: () => '"><script>run()</script>',
  translates_emoticons: () => true,
  findPerson: (name: string) => ({ id: 3, full_name: name, is_active: true }),
  findGroup: (name: string) => ({ id: 4, name, is_active: true }),
  findChannel: (name: string) => ({ id: 5, name }),
  findTopic: (_channel_id: number, name: string) => ({ name, display_name: name, newest_id: 6 }),
  findEmoji: (name: string) => (name.startsWith('smile') ? undefined : '/emoji/7.png'),
  findLinks: (text: string) =>
    [...text.matchAll(/link-(\S+)/g)].map(({ 0: found, 1: url = '', index }) => ({ index, text: found, url })),
};

/** The texts whose HTML holds something that is not allowed, each with what. */
function unsafe(texts: readonly string[]): [text: string, problems: string[]][] {
  return texts.flatMap((text) => {
    const htmls = [renderText(text, gullible).html, renderText(text, lookups).html, renderMarkdown(text)];
    const problems = [...new Set(htmls)].flatMap(problemsOf);
    return problems.length === 0 ? [] : [[text, problems] as [string, string[]]];
  });
}

describe('the check of HTML', () => {
  const wrong = [
    '<script>x</script>',
    '<p onclick="x">',
    '<a href="javascript:x">x</a>',
    '<a href=" javascript:x">x</a>',
    '<a href="//evil.example">x</a>',
    '<a href="/\\evil.example">x</a>',
    '<a>x</a>',
    '<img src="http://evil.example/x.png">',
    '<span class="x">x</span>',
    '<span style="position:fixed;inset:0">x</span>',
    '<p>x',
    '<p>x</b></p>',
    '<p a="1" a="2">x</p>',
    '<!-- x -->',
    '<svg><script>x</script></svg>',
    '<math href="x"></math>',
    '<table><p>x</p></table>',
    '&nope;<',
    '<div class="codehilite"><iframe></iframe></div>',
  ];
  for (const html of wrong) {
    it(`finds ${html}`, () => {
      assert.notDeepEqual(problemsOf(html), []);
    });
  }
});

describe('messages', () => {
  it('are safe whatever attack they hold', () => {
    assert.ok(vectors.length > 600);
    assert.deepEqual(unsafe(vectors), []);
  });

  for (const [index, context] of contexts.entries()) {
    it(`are safe with HTML of any kind in construct ${index}: ${JSON.stringify(context('…'))}`, () => {
      assert.ok(payloads.length > 180);
      assert.deepEqual(unsafe(payloads.map(context)), []);
    });
  }

  it('are safe however syntax is mixed', () => {
    const random = generator(20_261_121);

    const texts = Array.from({ length: 4000 }, () => randomText(random));

    assert.deepEqual(unsafe(texts), []);
  });

  it('are safe with all kinds of math', () => {
    const random = generator(7);

    const formulas = Array.from({ length: 500 }, () => mixture(random, tex, 12));

    assert.deepEqual(unsafe(formulas.map((formula) => `\`\`\`math\n${formula}\n\`\`\``)), []);
  });
});

const syntax = [
  ...[
    '*',
    '**',
    '***',
    '~~',
    '`',
    '``',
    '_',
    '\\',
    '!',
    '[',
    ']',
    '(',
    ')',
    '](',
    '[x](',
    '<',
    '>',
    '&',
    '&lt;',
    '"',
    "'",
  ],
  ...[
    '\n',
    '\n\n',
    '\n> ',
    '\n>> ',
    '\n* ',
    '\n  - ',
    '\n1. ',
    '\n    ',
    '\n# ',
    '\n---\n',
    '\n|',
    '|',
    '\n-|-\n',
    '|a|\n|-|\n|',
  ],
  ...[
    '\n```\n',
    '\n```js\n',
    '\n```quote\n',
    '\n```spoiler ',
    '\n```math\n',
    '\n~~~\n',
    '\n~~~quote\n',
    '\n````\n',
    '\n```html\n',
  ],
  ...[
    '$$',
    '$$x$$',
    '$$\\frac{',
    '}',
    '{',
    '^',
    '\\text{',
    '\\color{',
    '<time:',
    '<time:0>',
    '@**',
    '@_**',
    '**',
    '@*',
    '#**',
    '>',
  ],
  ...[
    ':',
    ':smile:',
    ':x:',
    '😀',
    '👩‍🚀',
    ':)',
    'http://',
    'https://a.example/',
    'a@b.example',
    'javascript:',
    'data:',
    '//',
    '/user_uploads/1/a.png',
  ],
  ...[
    'link-javascript:x',
    'link-http://a.example',
    'a',
    ' ',
    '  ',
    '\t',
    '0',
    'é',
    '\u0000',
    '\u202e',
    '\ud800',
    '\ufeff',
    '\u2028',
  ],
  ...[
    '<script>',
    '</script>',
    '<img src=x onerror=run()>',
    '<!--',
    '-->',
    '<svg>',
    '</math>',
    '<style>',
    ' onclick=run() ',
    '" onclick="run()',
  ],
];

const tex = [
  ...[
    'a',
    'b',
    '1',
    '+',
    '=',
    '<',
    '>',
    '&',
    '"',
    "'",
    '^',
    '_',
    '{',
    '}',
    '{x}',
    '[',
    ']',
    '(',
    ')',
    '|',
    '~',
    '\\\\',
    '\n',
    '%',
    '#',
    '$',
  ],
  ...[
    '\\frac{a}{b}',
    '\\sqrt[3]{x}',
    '\\sqrt',
    '\\left(',
    '\\right)',
    '\\sum_{i}^n',
    '\\int',
    '\\overline{x}',
    '\\underbrace{x}_y',
    '\\vec{x}',
  ],
  ...[
    '\\begin{matrix}a&b\\\\c&d\\end{matrix}',
    '\\begin{cases}a&b\\end{cases}',
    '\\begin{array}{c|c:c}a&b\\\\\\hline c\\end{array}',
    '\\begin{align}a&=b\\end{align}',
  ],
  ...[
    '\\cancel{x}',
    '\\boxed{x}',
    '\\fbox{x}',
    '\\sout{x}',
    '\\xrightarrow[a]{b}',
    '\\overset{a}{b}',
    '\\stackrel{a}{b}',
    '\\binom{n}{k}',
    '\\tag{1}',
  ],
  ...[
    '\\color{red}',
    '\\textcolor{#0f0}{x}',
    '\\colorbox{blue}{x}',
    '\\fcolorbox{red}{blue}{x}',
    '\\rule{1em}{2em}',
    '\\kern-1em',
    '\\hspace{3em}',
    '\\raisebox{1em}{x}',
  ],
  ...[
    '\\text{<b>}',
    '\\textbf{x}',
    '\\mathbb{R}',
    '\\mathcal{A}',
    '\\operatorname{x}',
    '\\limits',
    '\\Huge',
    '\\tiny',
    '\\displaystyle',
    '\\phantom{x}',
    '\\smash{x}',
  ],
  ...[
    '\\href{http://a.example}{x}',
    '\\url{x}',
    '\\includegraphics{x}',
    '\\htmlClass{a}{b}',
    '\\htmlStyle{color:red}{x}',
    '\\verb|<b>|',
    '\\char"3c',
    '\\def\\a{<b>}',
    '\\a',
  ],
  ...[
    '\\mathchoice{a}{b}{c}{d}',
    '\\bra{x}',
    '\\ket{x}',
    '\\angl{x}',
    '\\utilde{x}',
    '\\widehat{xyz}',
    '\\overgroup{x}',
    '\\underleftrightarrow{x}',
    '\\not=',
    '\\middle|',
    '\\Bigg|',
    '\\begin{CD}A@>a>>B\\end{CD}',
  ],
];

/** Numbers from 0 up to 1, always the same for a seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function randomText(random: () => number): string {
  return random() < 0.1 ? mixture(random, payloads, 3) : mixture(random, syntax, 16);
}

function mixture(random: () => number, pieces: readonly string[], most: number): string {
  const length = 1 + Math.floor(random() * most);
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
}
