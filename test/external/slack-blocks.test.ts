import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeBlocks } from '../../src/external/slack-blocks.ts';
import { mentionNobody } from '../../src/external/slack-text.ts';

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });
const plain = (text: string) => ({ type: 'plain_text', text });
const words = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const word = (text: string, style?: object) => ({ type: 'text', text, ...(style ? { style } : {}) });
const rich = (...elements: object[]) => ({ type: 'rich_text', elements });

const cases: [what: string, block: unknown, markdown: string][] = [
  ['stars in rich text as stars', rich(words(word('1.08*1.16*1.33'))), '1.08\u22171.16\u22171.33'],
  ['stars in code of rich text as they are', rich(words(word('2*3*4', { code: true }))), '`2*3*4`'],
  [
    'emoji of rich text without skin tones',
    rich(words({ type: 'emoji', name: 'wave::skin-tone-3' }, { type: 'emoji', name: '+1', skin_tone: 3 })),
    ':wave::+1:',
  ],
  [
    'own words after a quotation in rich text',
    rich({ type: 'rich_text_quote', elements: [word('said')] }, words(word('mine'))),
    '> said\n\nmine',
  ],
  [
    'lists and code within a quotation in rich text',
    rich(
      { type: 'rich_text_quote', elements: [word('said')] },
      { type: 'rich_text_list', style: 'bullet', border: 1, elements: [words(word('one')), words(word('two\nlines'))] },
      { type: 'rich_text_preformatted', border: 1, elements: [word('x\ny')] },
      { type: 'rich_text_preformatted', border: 0, elements: [word('z')] },
    ),
    '> said\n\n> * one\n> * two\n>   lines\n\n> ```\n> x\n> y\n> ```\n\n```\nz\n```',
  ],
  [
    'a link of code, and names in bold text',
    rich(
      words(
        { type: 'link', url: 'https://a.example', text: 'x', style: { code: true, bold: true } },
        word(' for ', { bold: true }),
        { type: 'user', user_id: 'U1', style: { bold: true } },
      ),
    ),
    '**[`x`](https://a.example)** **for** @U1',
  ],
  [
    'a moment with its text and link',
    rich(words({ type: 'date', timestamp: 1_392_734_382, format: 'Due {date}', url: 'https://a.example' })),
    'Due [<time:2014-02-18T14:39:42Z>](https://a.example)',
  ],
  ['a header', { type: 'header', text: plain('Deploy\ndone') }, '## Deploy done'],
  ['a section', { type: 'section', text: mrkdwn('*It* works') }, '**It** works'],
  ['plain text without its marks', { type: 'section', text: plain('a *b* &amp; c') }, 'a \u2217b\u2217 & c'],
  [
    'plain text without mentions and links',
    { type: 'section', text: plain('@**all** [c](http://e.example) :tada:') },
    '@\u2217\u2217all\u2217\u2217 [c]\u2060(http://e.example) :tada:',
  ],
  [
    'the fields of a section, below each other',
    { type: 'section', text: mrkdwn('Host'), fields: [mrkdwn('*Name*\nweb1'), mrkdwn('*Load*\n4')] },
    'Host\n\n**Name**\nweb1\n**Load**\n4',
  ],
  [
    'what stands beside a section',
    {
      type: 'section',
      text: plain('Log'),
      accessory: { type: 'button', text: plain('Open'), url: 'https://a.example' },
    },
    'Log\n\n[Open](https://a.example)',
  ],
  ['a divider', { type: 'divider' }, '----'],
  [
    'a picture by its title',
    { type: 'image', image_url: 'https://a.example/1.png', title: plain('Load'), alt_text: 'graph' },
    '[Load](https://a.example/1.png)',
  ],
  [
    'a picture by what it shows',
    { type: 'image', image_url: 'https://a.example/1.png', alt_text: 'graph' },
    '[graph](https://a.example/1.png)',
  ],
  [
    'a context',
    {
      type: 'context',
      elements: [mrkdwn('*by* ada'), { type: 'image', image_url: 'https://a.example/a', alt_text: 'a' }],
    },
    '**by** ada [a](https://a.example/a)',
  ],
  [
    'actions: links, buttons that do something, menus',
    {
      type: 'actions',
      elements: [
        { type: 'button', text: plain('Open'), url: 'https://a.example' },
        { type: 'button', text: plain('Retry'), action_id: 'retry' },
        { type: 'static_select', placeholder: plain('Pick'), options: [{ text: plain('One'), value: '1' }] },
      ],
    },
    '[Open](https://a.example) **Retry** Pick One 1',
  ],
  ['Markdown', { type: 'markdown', text: '**as** _it_ is' }, '**as** _it_ is'],
  [
    'a film',
    { type: 'video', title: plain('Tour'), title_url: 'https://a.example/v', description: plain('An hour') },
    '[Tour](https://a.example/v)\n\nAn hour',
  ],
  [
    'a table',
    {
      type: 'table',
      rows: [
        [
          { type: 'raw_text', text: 'Host' },
          { type: 'raw_text', text: 'Load' },
        ],
        [rich(words(word('web1', { bold: true }))), { type: 'raw_text', text: 'a|b' }],
      ],
    },
    '| Host | Load |\n| --- | --- |\n| **web1** | a¦b |',
  ],
  [
    'rich text in its styles',
    rich(
      words(
        word('a '),
        word('bold ', { bold: true }),
        word('b', { italic: true, strike: true }),
        word('`', { code: true }),
      ),
    ),
    'a **bold** *~~b~~*`` ` ``',
  ],
  [
    'links, names, emoji and moments in rich text',
    rich(
      words(
        { type: 'link', url: 'https://a.example', text: 'A' },
        word(' '),
        { type: 'user', user_id: 'U1' },
        { type: 'usergroup', usergroup_id: 'S1' },
        { type: 'channel', channel_id: 'C1' },
        { type: 'emoji', name: 'tada' },
        { type: 'broadcast', range: 'here' },
        { type: 'color', value: '#fff' },
        { type: 'date', timestamp: 1_392_734_382 },
        { type: 'date', timestamp: 'soon', fallback: 'soon' },
        { type: 'hologram', text: 'boo' },
      ),
    ),
    '[A](https://a.example) @U1@S1#C1:tada:@here#fff<time:2014-02-18T14:39:42Z>soonboo',
  ],
  [
    'lists, also inside each other',
    rich(
      { type: 'rich_text_list', style: 'bullet', elements: [words(word('one')), words(word('two\nlines'))] },
      {
        type: 'rich_text_list',
        style: 'ordered',
        indent: 1,
        offset: 2,
        elements: [words(word('x')), words(word('y'))],
      },
    ),
    '* one\n* two\n  lines\n\n  3. x\n  4. y',
  ],
  [
    'code and quotations',
    rich(
      { type: 'rich_text_preformatted', elements: [word('make *all*\n'), { type: 'link', url: 'https://a.example' }] },
      { type: 'rich_text_quote', elements: [word('said\nso')] },
    ),
    '```\nmake *all*\nhttps://a.example\n```\n\n> said\n> so',
  ],
  [
    'a kind that it does not know, by the texts in it',
    { type: 'hologram', title: plain('Boo'), elements: [{ text: '*loud*' }], value: 3 },
    'Boo\n\n3\n\n**loud**',
  ],
  ['a kind without any text, by its name', { type: 'hologram', id: 3 }, '(hologram: cannot be shown here)'],
  ['a bare text', 'hello *you*', 'hello **you**'],
];

describe('writeBlocks', () => {
  for (const [what, block, markdown] of cases) {
    it(`writes ${what}`, () => {
      assert.equal(mentionNobody(writeBlocks([block])), markdown);
    });
  }

  it('leaves out what says nothing', () => {
    const blocks = [null, {}, [], { type: 'section' }, { type: 'header', text: plain(' ') }, { type: 'rich_text' }];

    assert.equal(writeBlocks([...blocks, { type: 'section', text: plain('here') }]), 'here');
  });

  it('reads no deeper than anybody means it', () => {
    let block: object = { type: 'hologram', text: 'deep' };
    for (let depth = 0; depth < 10_000; depth++) block = { type: 'hologram', elements: [block] };

    assert.equal(writeBlocks([block]), '(hologram: cannot be shown here)');
  });
});
