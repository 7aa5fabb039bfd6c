import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderLine } from './lookups.ts';

describe('times', () => {
  const cases: [text: string, datetime: string][] = [
    ['1496701800', '2017-06-05T22:30:00Z'],
    ['1496701800.9', '2017-06-05T22:30:00Z'],
    ['0', '1970-01-01T00:00:00Z'],
    ['-1', '1969-12-31T23:59:59Z'],
    ['2017-06-05T22:30:00Z', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30:00.123z', '2017-06-05T22:30:00Z'],
    ['2017-06-05T22:30+05:30', '2017-06-05T17:00:00Z'],
    ['2017-06-05T22:30:15-0800', '2017-06-06T06:30:15Z'],
    ['2017-06-05T22:30 +02', '2017-06-05T20:30:00Z'],
    ['2017-06-05 22:30', '2017-06-05T22:30:00Z'],
    ['2017-06-05 22:30 IST', '2017-06-05T17:00:00Z'],
    ['Jun 5th 2017, 10:30PM PST', '2017-06-06T06:30:00Z'],
    ['2017-06-05', '2017-06-05T00:00:00Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    [' 2017-06-05 ', '2017-06-05T00:00:00Z'],
    ['31 Dec 2017', '2017-12-31T00:00:00Z'],
    ['5th June 2017, 10:30pm', '2017-06-05T22:30:00Z'],
    ['Jun 5th 2017, 10:30PM', '2017-06-05T22:30:00Z'],
    ['September 1, 2017 at 12 am UTC', '2017-09-01T00:00:00Z'],
    ['sept. 1 2017 12:05 pm +01:00', '2017-09-01T11:05:00Z'],
  ];
  for (const [text, datetime] of cases) {
    it(`written ${JSON.stringify(text)} are in UTC for clients`, () => {
      assert.equal(renderLine(`<time:${text}>`), `<time datetime="${datetime}">${text}</time>`);
    });
  }

  const wrong = [
    'soon',
    '**now**',
    '2017-02-29',
    '2017-13-01',
    '2017-06-31',
    '2017-06-05T24:00Z',
    '2017-06-05T22:60Z',
    '2017-06-05T22:30:61Z',
    '2017-06-05T22:30+24:00',
    '2017-06-05T22:30+01:60',
    '2017-6-5',
    '0000-01-01',
    '999999999999',
    '5 Foo 2017',
    '5 June 2017, 13:00 pm',
    '5 June 2017, 0 am',
    '5 June 2017, x',
    '2017-06-05T22:30 XYZ',
    '',
    ' ',
  ];
  for (const text of wrong) {
    it(`that are none, such as ${JSON.stringify(text)}, are plain text`, () => {
      assert.equal(renderLine(`<time:${text}>`), `&lt;time:${text}&gt;`);
    });
  }

  it('stand among words', () => {
    const html = renderLine('at <time:0>, <time:<b>> and <time:**x**>');

    const plain = '&lt;time:&lt;b&gt;&gt; and &lt;time:**x**&gt;';
    assert.equal(html, `at <time datetime="1970-01-01T00:00:00Z">0</time>, ${plain}`);
  });

  const texts = ['<time:0', '<time:0\n>', '< time:0>', '`<time:0>`', `<time:${'0'.repeat(100)}>`];
  for (const text of texts) {
    it(`are not made of ${JSON.stringify(text)}`, () => {
      assert.ok(!/<time|error/.test(renderLine(text)));
    });
  }
});
