import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromJira } from '../../src/external/jira-text.ts';

const cases: readonly (readonly [jira: string, markdown: string])[] = [
  ['*bold* and _slanted_ and -struck-', '**bold** and *slanted* and ~~struck~~'],
  ['*two words*, (*three*).', '**two words**, (**three**).'],
  ['*bold _and slanted_*', '**bold *and slanted***'],
  ['2*3*4, snake_case_name, well-known-word', '2∗3∗4, snake_case_name, well-known-word'],
  ['* not bold*', '- not bold∗'],
  ['{{code *x*}}', '`code *x*`'],
  ['{code}\na *b*\n{code}', '```\na *b*\n```'],
  ['see:{code:title=Tea|ts}\nlet a;{code}', 'see:\n```ts\nlet a;\n```'],
  ['{noformat}```{noformat}', '````\n```\n````'],
  ['{code:ts} never closed', '{code:ts} never closed'],
  ['{quote}\nHot.\nVery.\n{quote}\nNo.', '> Hot.\n> Very.\n\nNo.'],
  ['[tea|https://tea.example/a*b]', '[tea](https://tea.example/a%2Ab)'],
  ['[https://tea.example]', '[https://tea.example](https://tea.example)'],
  ['[mail|mailto:ida@tea.example]', '[mail](mailto:ida@tea.example)'],
  ['[x|javascript:alert(1)] and [note]', '[x|javascript:alert(1)] and [note]'],
  ['[~ida] and [~accountid:5c76]', '@ida and @somebody'],
  ['h1. Tea\nh3. Green', '# Tea\n### Green'],
  ['bq. Said somebody', '> Said somebody'],
  ['bq. Said *he*\nMy answer', '> Said **he**\n\nMy answer'],
  ['bq. One\nbq. Two\n\nMine', '> One\n\n> Two\n\nMine'],
  ['{quote}One{quote}Mine', '> One\n\nMine'],
  ['{quote}One{quote} {color:red}Mine{color}', '> One\n\n Mine'],
  ['* a\n** b\n# one\n## two\n- c', '- a\n  - b\n1. one\n  1. two\n- c'],
  [
    '||Tea||*Time*||\n|_green_|[two|https://tea.example]|\n|black|3|\nHot',
    '| Tea | **Time** |\n|---|---|\n| *green* | [two](https://tea.example) |\n| black | 3 |\n\nHot',
  ],
  ['Now:\n||Tea||\n\nHot', 'Now:\n\n| Tea |\n|---|\n\nHot'],
  ['a || b || c', 'a || b || c'],
  ['||Tea', '||Tea'],
  ['{color:red}warm{color} {panel:title=x}in{panel}', 'warm in'],
  ['Hot\\! \\*plain\\*', 'Hot! ∗plain∗'],
  ['@**all** and @*all*', '@∗∗all∗∗ and @∗all∗'],
  ['@{color:red}*all*{color}', '@∗all∗'],
  ['水は*冷たい* 🫖', '水は∗冷たい∗ 🫖'],
  ['', ''],
];

describe("Jira's markup", () => {
  for (const [jira, markdown] of cases) {
    it(`becomes Markdown: ${jira.replace(/\n/g, '⏎') || 'nothing'}`, () => {
      assert.equal(fromJira(jira).source.trim(), markdown);
    });
  }

  it('is read up to 8000 characters', () => {
    const { source } = fromJira(`${'x'.repeat(8000)}*bold*`);

    assert.equal(source, `${'x'.repeat(8000)}…`);
  });
});
