import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convertDialect } from '../../src/import/dialect.ts';

const refer = (text: string) => text;
const convertOfDiscord = (text: string) => convertDialect(text, { isOfDiscord: true, hasFormulas: false, refer });
const convertOfMattermost = (text: string) => convertDialect(text, { isOfDiscord: false, hasFormulas: true, refer });

const both: Readonly<Record<string, string>> = {
  '_italic_ and __strong__': '*italic* and **strong**',
  '___both___, __*both*__, _**both**_': '***both***, ***both***, ***both***',
  '**__strong__**': '**strong**',
  'snake_case_name and :white_check_mark:': 'snake_case_name and :white_check_mark:',
  '`_code_` and ``a ` _b_``': '`_code_` and ``a ` _b_``',
  'https://a.test/_x_/__y__': 'https://a.test/_x_/__y__',
  '[_label_](https://a.test/_x_)': '[*label*](https://a.test/_x_)',
  '[a](https://a.test/b_(c) "title")': '[a](https://a.test/b_(c))',
  '\\*stars\\* and \\_lines\\_': '\u2217stars\u2217 and _lines_',
  '\\`ticks\\`': '\u02cbticks\u02cb',
  '\\# no heading\n\\> no quotation': '\u2060# no heading\n\u2060> no quotation',
  'back\\slash': 'back\\slash',
  '```js\n_x_\n```': '```js\n_x_\n```',
  '~~~\n_x_\n~~~': '```\n_x_\n```',
  'see ```js\nx\n``` there': 'see \n```js\nx\n```\n there',
  '> ```\n> _x_\n> ```': '> ```\n> _x_\n> ```',
  '<https://a.test/_x_>': 'https://a.test/_x_',
};

const ofDiscord: Readonly<Record<string, string>> = {
  '||secret||': '```spoiler\nsecret\n```',
  'It was ||the _gardener_|| again': 'It was\n```spoiler\nthe *gardener*\n```\nagain',
  '||two\nlines||': '```spoiler\ntwo\nlines\n```',
  '||```js\nx\n```||': '````spoiler\n```js\nx\n```\n````',
  '> ||quoted||': '> ```spoiler\n> quoted\n> ```',
  '`||code||` and \\||text\\||': '`||code||` and \u2060||text\u2060||',
  'a || b': 'a || b',
  '-# small\n> -# small': 'small\n> small',
  '[masked](<https://a.test/_x_>)': '[masked](https://a.test/_x_)',
  '> quoted\nown': '> quoted\n\nown',
  '> one\n> two\n\nown': '> one\n> two\n\nown',
  '>no quotation': '\u2060>no quotation',
  'own\n>>> quoted\n\n_too_\n```\nx\n```': 'own\n> quoted\n> \n> *too*\n> ```\n> x\n> ```',
  '```latex\nx\n```': '```latex\nx\n```',
};

const ofMattermost: Readonly<Record<string, string>> = {
  '```latex\nx^2\n```': '```math\nx^2\n```',
  '```tex\nx^2\n```': '```math\nx^2\n```',
  '![plan](https://a.test/p.png =100x50)': '[plan](https://a.test/p.png)',
  '![plan](https://a.test/p.png =100 "The plan")': '[plan](https://a.test/p.png)',
  '![](https://a.test/p_a_.png)': '[https://a.test/p_a_.png](https://a.test/p_a_.png)',
  '> quoted\nalso quoted': '> quoted\nalso quoted',
  '||no spoiler||': '||no spoiler||',
};

for (const [program, convert, texts] of [
  ['Discord', convertOfDiscord, { ...both, ...ofDiscord }],
  ['Mattermost', convertOfMattermost, { ...both, ...ofMattermost }],
] as const) {
  describe(`the Markdown of ${program}`, () => {
    for (const [written, converted] of Object.entries(texts)) {
      it(`keeps its meaning: ${JSON.stringify(written)}`, () => {
        assert.equal(convert(written), converted);
      });
    }
  });
}
