import { worstBlocks } from './worst-blocks.ts';

/** In characters: the longest message. */
const size = 10_000;

function repeated(piece: string): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}

/** What is slow to repeat, with or without an end, and what markdown-it knows too. */
const common = [
  ...[
    '>',
    '> ',
    '[',
    '](',
    '[a](',
    '[a](http://x) ',
    '![',
    '![a](',
    '*',
    '**',
    '*a ',
    '**a*',
    '_',
    '~~',
    '~~a',
    '&',
    '&amp;',
  ],
  ...['`', '`` ` ', '```\n', '~~~', '|', 'a|', '- ', '* a\n', '1. ', 'a\n', '\n\na', '# ', '<', '<a', '\\', "'", '"('],
  ...[
    'http://',
    'http://a.b/ ',
    'a://',
    'a@b.',
    'mailto:a@',
    'a.b.c.',
    'a.com ',
    'a.com/a(',
    'a.com/a[',
    'www.',
    '\u0301',
  ],
];

/** The same of what it does not. */
const own = [
  ...[
    '@',
    '@**',
    '@*a',
    '@**a|1',
    '@**Person 1** ',
    '#',
    '#**',
    '#**a>',
    '#**channel 0>a** ',
    ':',
    ':a',
    ':+1',
    ':smile:',
  ],
  ...['😀', '👩‍🚀', '1️⃣', ':) ', '(:', '[](x)', '$$', '$$a', '<time:', '[a](/user_uploads/a.png)'],
  ...['```quote\n', '```spoiler a\n', '```math\n'],
];

/** Messages of 10,000 characters that take long to render, by what they are: of syntax that markdown-it knows. */
export const commonInputs: Readonly<Record<string, string>> = {
  ...byPiece(common),
  'brackets in brackets': '['.repeat(size / 2) + ']'.repeat(size / 2),
  'quotations in quotations': Array.from({ length: 140 }, (_, depth) => `${'>'.repeat(depth)} a`).join('\n'),
  'lists in lists': Array.from({ length: 98 }, (_, depth) => `${'  '.repeat(depth)}* a`).join('\n'),
  'a long table': `a|a\n-|-\n${repeated('a|a\n')}`.slice(0, size),
  'a wide table': `${'a|'.repeat(1600)}\n${'-|'.repeat(1600)}\n${'a|'.repeat(1600)}`,
  'plain text': repeated('The soup was good, and so was the bread. '),
};

/** The same, of syntax that it does not know. */
export const ownInputs: Readonly<Record<string, string>> = {
  ...byPiece(own),
  ...worstBlocks(size),
  'many pictures': Array.from({ length: 370 }, (_, n) => `[a](/user_uploads/${n}.png)`)
    .join(' ')
    .slice(0, size),
};

function byPiece(pieces: readonly string[]): Record<string, string> {
  return Object.fromEntries(pieces.map((piece) => [JSON.stringify(piece), repeated(piece)]));
}
