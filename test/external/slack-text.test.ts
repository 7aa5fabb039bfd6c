import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromMrkdwn, mentionBroadcasts, mentionNobody, replaceReferences } from '../../src/external/slack-text.ts';

const cases: [what: string, slack: string, markdown: string][] = [
  ['bold', 'a *bold* word', 'a **bold** word'],
  ['italics', '_slanted_ text', '*slanted* text'],
  ['what is struck', '~gone~.', '~~gone~~.'],
  ['styles inside each other', '*_both_* and _*both*_', '***both*** and ***both***'],
  ['styles of several words, on one line', '*two words*\n*no\nend*', '**two words**\n*no\nend*'],
  ['a link with a text', '<https://ci.example/1|Build 1>', '[Build 1](https://ci.example/1)'],
  ['a link without one', 'see <https://ci.example/1>.', 'see https://ci.example/1.'],
  ['a link that a letter follows', '<https://ci.example/1>x', '[https://ci.example/1](https://ci.example/1)x'],
  ['a link that is bold', '*<https://a.example|Go>*', '**[Go](https://a.example)**'],
  ['a link with odd characters', '<https://a.example/(1)?a=1&amp;b=2|A]>', '[A)](https://a.example/%281%29?a=1&b=2)'],
  ['an address for mails', '<mailto:ada@example.com|ada@example.com>', '[ada@example.com](mailto:ada@example.com)'],
  ['an address for mails alone', '<mailto:ada@example.com>', 'ada@example.com'],
  ['people, by the name that comes with them', '<@U024BE7LH|ada> and <@W1>', '@ada and @W1'],
  ['channels', '<#C024BE7LR|general> <#C1>', '#general #C1'],
  ['groups', '<!subteam^S012|@ops> <!subteam^S013>', '@ops @S013'],
  ['a moment', '<!date^1392734382^{date} at {time}|Feb 18>', '<time:2014-02-18T14:39:42Z>'],
  ['a moment in a text', '<!date^1392734382^Due {date}, sharp|Feb 18>', 'Due <time:2014-02-18T14:39:42Z>, sharp'],
  [
    'a moment that is a link',
    '<!date^1392734382^{date} at {time}^https://a.example/?a&amp;b|Feb 18>',
    '[<time:2014-02-18T14:39:42Z>](https://a.example/?a&b)',
  ],
  ['a moment without a format', '<!date^1392734382|Feb 18>', '<time:2014-02-18T14:39:42Z>'],
  ['a moment that is none', '<!date^soon^{date}|in a while>', 'in a while'],
  ['a command that nobody knows', '<!poll|vote>', '@vote'],
  ['characters that Slack escapes', '1 &lt; 2 &amp;&amp; &amp;lt;', '1 < 2 && &lt;'],
  ['a quotation', '&gt; said', '> said'],
  ['brackets that are no tag', 'Map<K, *V*>', 'Map<K, *V*>'],
  ['code, in which nothing is markup', '`a *b* &lt; _c_`', '`a *b* < _c_`'],
  ['a block of code on one line', 'run ```make *all*``` now', 'run \n```\nmake *all*\n```\n now'],
  ['a block of code on lines of its own', '```\nmake\n```\nnow', '```\nmake\n```\nnow'],
  ['a block of code in a language', '```json\n{}\n```', '```json\n{}\n```'],
  ['links in code as their text', '```<https://a.example|a.example>```', '```\na.example\n```'],
  ['names with underscores as they are', 'foo_bar_baz', 'foo_bar_baz'],
  ['stars between numbers as stars', '1.08*1.16*1.33 = 1.67', '1.08\u22171.16\u22171.33 = 1.67'],
  ['stars between brackets and words as stars', 'f(x)*g(y)*h', 'f(x)\u2217g(y)\u2217h'],
  ['bold text beside such stars', '2*3 is *six*', '2\u22173 is **six**'],
  ['own words after a quotation', '&gt; said\nmy answer', '> said\n\nmy answer'],
  ['own words after a quotation of two lines', '&gt; a\n&gt; b\nmine\n&gt; c', '> a\n> b\n\nmine\n> c'],
  ['a quotation up to the end', 'see\n&gt;&gt;&gt; a\nb', 'see\n> a\n> b'],
  ['code in a quotation up to the end', '&gt;&gt;&gt; a\n```x\n\ny```\nb', '> a\n> ```\n> x\n> \n> y\n> ```\n> b'],
  ['a quotation that begins with code', '&gt;&gt;&gt;```x\ny```', '> ```\n> x\n> y\n> ```'],
  ['code in a quoted line', '&gt; see ```x\ny```\nmine', '> see \n> ```\n> x\n> y\n> ```\n\nmine'],
  ['code after a quotation', '&gt; a\n```x```', '> a\n\n```\nx\n```'],
  ['marks of quotations in code', '```\n&gt;&gt;&gt; x\n```', '```\n>>> x\n```'],
  ['lists in quotations', '&gt; • one\n&gt; • two\nmine', '> • one\n> • two\n\nmine'],
  ['a first line of code that is no language', '```well\nthen```', '```\nwell\nthen\n```'],
  ['fences that are not closed', '```x\n~~~y', '\u02cb\u02cb\u02cbx\n\u223c\u223c\u223cy'],
  [
    'mentions outside of bold text',
    '*<!here>* *see <!here> now* _<!here>_',
    '@**all** **see** @**all** **now** @**all**',
  ],
  ['code in the text of a link', '<https://a.example|`code`>', '[`code`](https://a.example)'],
  ['a link in bold text', '*see <https://a.example|it>*', '**see [it](https://a.example)**'],
  ['emoji without skin tones', 'hi :wave::skin-tone-3: :+1::skin-tone-6:!', 'hi :wave: :+1:!'],
  ['a bare URL as it is', 'https://a.example/_x_/*y*', 'https://a.example/_x_/*y*'],
  ['Markdown as it is', '**bold** and ~~gone~~', '**bold** and ~~gone~~'],
  ['a list with stars', '* one\n* *two*', '* one\n* **two**'],
];

describe('fromMrkdwn', () => {
  for (const [what, slack, markdown] of cases) {
    it(`writes ${what}`, () => {
      assert.equal(mentionBroadcasts(fromMrkdwn(slack)), markdown);
    });
  }

  it('keeps calls to everyone apart until it is known whether they may be made', () => {
    const text = fromMrkdwn('<!here> <!channel|channel> <!everyone>');

    assert.equal(mentionBroadcasts(text), '@**all** @**all** @**all**');
    assert.equal(mentionNobody(text), '@here @channel @everyone');
  });

  it('mentions nobody else: tools quote strangers', () => {
    const text = fromMrkdwn('@**Ada** @**all** @*ops* <@U1|**all**> <!poll|**all**> <https://a.example|@**all**>');

    for (const call of [mentionBroadcasts, mentionNobody]) {
      const silent = '@_**Ada** @_**all** @_*ops* @_**all** @_**all** [@_**all**](https://a.example)';
      assert.equal(call(text), silent);
    }
  });

  it('keeps apart what it names by id, with the name that comes along', () => {
    const text = fromMrkdwn('*<@U1|ada/b>* <#C2> <!subteam^S3|@ops> <!here>');

    assert.equal(
      replaceReferences(text, ({ kind, id, label }) => `(${kind} ${id} ${label})`),
      '(user U1 ada/b) (channel C2 ) (group S3 @ops) (everyone here )',
    );
  });

  it('makes no mention of what is none', () => {
    assert.equal(fromMrkdwn('@*all* and #*general*'), '@*all* and #*general*');
  });
});

describe('the work of fromMrkdwn', () => {
  // Functions do not count what a regular expression does, so this is processor time of the thread, which other
  // processes do not change. It is known to a few milliseconds only.
  const unknown = 10;
  const workOf = (text: string): number => {
    const before = process.threadCpuUsage();
    mentionBroadcasts(fromMrkdwn(text));
    return process.threadCpuUsage(before).user / 1000 + unknown;
  };
  const pieces = ['\n', ' ', ' \n', '\t\n ', '*', '*a', '*a\n', '_', '_ ', '~', '  ~~~', '`', '`a\n', '```', '<', '<a'];
  const others = [
    '<a>',
    '<@U1',
    '<http://a|',
    '>',
    '> ',
    '> a\n',
    '>>> ',
    ':',
    ':a',
    ':a:',
    '&',
    '&lt;',
    'http://a',
    'á',
  ];
  for (const piece of [...pieces, ...others]) {
    it(`grows as the text does when it repeats ${JSON.stringify(piece)}`, () => {
      const [short, long] = [3000, 24_000].map((length) => piece.repeat(length / piece.length)) as [string, string];
      workOf(short);

      const ratio = workOf(long) / workOf(short);

      assert.ok(ratio < 20, `eight times the text takes ${ratio.toFixed(1)} times as long`);
    });
  }
});
