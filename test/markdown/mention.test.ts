import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render, renderLine } from './lookups.ts';

const bob = '<span class="user-mention" data-user-id="3">@Bob Member</span>';

describe('mentions', () => {
  const cases: [text: string, html: string][] = [
    ['@**Bob Member**', bob],
    ['@**Bob Member|3**', bob],
    ['@**|3**', bob],
    ['@_**Bob Member**', '<span class="user-mention silent" data-user-id="3">Bob Member</span>'],
    ['@**Gone <b>**', '<span class="user-mention silent" data-user-id="4">Gone &lt;b&gt;</span>'],
    ['@*cooks*', '<span class="user-group-mention" data-user-group-id="7">@cooks</span>'],
    ['@_*cooks*', '<span class="user-group-mention silent" data-user-group-id="7">cooks</span>'],
    ['@*gone*', '<span class="user-group-mention silent" data-user-group-id="8">gone</span>'],
    ['@**all**', '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>'],
    ['@**everyone**', '<span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span>'],
    ['@**channel**', '<span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span>'],
    ['@**stream**', '<span class="user-mention channel-wildcard-mention" data-user-id="*">@stream</span>'],
    ['@_**all**', '<span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span>'],
    ['@**topic**', '<span class="topic-mention">@topic</span>'],
    ['@_**topic**', '<span class="topic-mention silent">topic</span>'],
    ['(@**Bob Member**)', `(${bob})`],
    ['你好@**Bob Member**', `你好${bob}`],
    ['*@**Bob Member***', `<em>${bob}</em>`],
    ['@**Bob Member**@**Bob Member**', bob + bob],
  ];
  for (const [text, html] of cases) {
    it(`makes of ${text} what clients read as one`, () => {
      assert.equal(renderLine(text), html);
    });
  }

  const strangers: [text: string, html: string][] = [
    ['@**Nobody**', '@<strong>Nobody</strong>'],
    ['@**Bob Member|4**', '@<strong>Bob Member|4</strong>'],
    ['@*nobody*', '@<em>nobody</em>'],
    ['bob@**Bob Member**', 'bob@<strong>Bob Member</strong>'],
    ['`@**Bob Member**`', '<code>@**Bob Member**</code>'],
    ['@**Bob Member', '@**Bob Member'],
    ['@****', '@****'],
    ['@**Bob\nMember**', '@**Bob<br>\nMember**'],
    ['[@**Bob Member**](http://x.org)', '<a href="http://x.org">@<strong>Bob Member</strong></a>'],
  ];
  for (const [text, html] of strangers) {
    it(`leaves ${JSON.stringify(text)} text`, () => {
      const { findings } = render(text);

      assert.equal(renderLine(text), html);
      assert.deepEqual([...findings.user_ids, ...findings.group_ids], []);
    });
  }

  it('are told by person, group and wildcard, each once', () => {
    const { findings } = render('@**Bob Member** @**Bob Member|3** @*cooks* @**all** @**topic** @**Gone <b>** @*gone*');

    const { user_ids, group_ids, channel, topic } = findings;
    assert.deepEqual([[...user_ids], [...group_ids], channel, topic], [[3], [7], true, true]);
  });

  it('call nobody when silent', () => {
    const { findings } = render('@_**Bob Member** @_*cooks* @_**all** @_**topic**');

    const { user_ids, group_ids, channel, topic } = findings;
    assert.deepEqual([[...user_ids], [...group_ids], channel, topic], [[], [], false, false]);
  });

  it('are silent in quotations, also nested ones, and not after them', () => {
    const { html, findings } = render('> > @**all**\n>\n> @*cooks*\n\n@**Bob Member**');

    assert.deepEqual([[...findings.user_ids], [...findings.group_ids], findings.channel], [[3], [], false]);
    assert.ok(html.includes('<span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span>'));
    assert.ok(html.includes('<span class="user-group-mention silent" data-user-group-id="7">cooks</span>'));
    assert.ok(html.endsWith(`<p>${bob}</p>`));
  });
});

describe('what is spoken', () => {
  const cases: [text: string, spoken: string][] = [
    ['just words', 'just words'],
    ['a `b` c', 'a b c\n'],
    ['a\nb **c**d', 'a\nb cd\n'],
    ['a *b*\n\n> c\n\n* d', 'a b\nc\nd\n'],
    ['    code\n\nx *y*', 'x y\n'],
    ['[text](http://x.org) y', 'text y\n'],
    ['ask @*cooks*, @_**Bob Member**', 'ask cooks, Bob Member\n'],
    ['> @*cooks*\n\nno', 'cooks\nno\n'],
  ];
  for (const [text, spoken] of cases) {
    it(`is ${JSON.stringify(spoken)} in ${JSON.stringify(text)}`, () => {
      assert.equal(render(text).findings.spoken, spoken);
    });
  }
});
