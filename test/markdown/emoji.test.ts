import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderMarkdown } from '../../src/markdown/render.ts';
import { renderLine } from './lookups.ts';

function span(name: string, code: string): string {
  const label = name.replaceAll('_', ' ');
  return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`;
}

describe('emoji', () => {
  const cases: [text: string, html: string][] = [
    [':smile:', span('smile', '1f642')],
    [':thumbs_up:', span('thumbs_up', '1f44d')],
    [':+1:', span('+1', '1f44d')],
    ['a:smile:b', `a${span('smile', '1f642')}b`],
    [':smile::heart:', span('smile', '1f642') + span('heart', '2764')],
    [':party_parrot:', '<img alt=":party_parrot:" class="emoji" src="/emoji/5.png" title="party parrot">'],
    [
      ':zulip:',
      '<img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">',
    ],
    ['😀', span('grinning', '1f600')],
    ['a😀😀', `a${span('grinning', '1f600').repeat(2)}`],
    ['❤ ✔ ❤️', `❤ ✔ ${span('heart', '2764')}`],
    ['👩‍🚀', span('woman_astronaut', '1f469-200d-1f680')],
    ['🇩🇪', span('flag_germany', '1f1e9-1f1ea')],
    ['1️⃣', span('one', '0031-20e3')],
    ['©️', span('copyright', '00a9')],
    ['**😀**', `<strong>${span('grinning', '1f600')}</strong>`],
  ];
  for (const [text, html] of cases) {
    it(`shows ${text}`, () => {
      assert.equal(renderLine(text), html);
    });
  }

  const strangers: [text: string, html: string][] = [
    [':nobody_knows:', ':nobody_knows:'],
    ['12:30:45', '12:30:45'],
    [':__proto__: :constructor:', ':__proto__: :constructor:'],
    ['::', '::'],
    [':smile', ':smile'],
    ['© ™ 1 #', '© ™ 1 #'],
    ['❤︎', '❤︎'],
    ['👍🏽', '👍🏽'],
    ['`:smile: 😀`', '<code>:smile: 😀</code>'],
    ['[:smile: 😀](http://x.org)', '<a href="http://x.org">:smile: 😀</a>'],
    ['http://x.org/:smile:', '<a href="http://x.org/:smile">http://x.org/:smile</a>:'],
    [':) <3', ':) &lt;3'],
  ];
  for (const [text, html] of strangers) {
    it(`leaves ${text} text`, () => {
      assert.equal(renderLine(text), html);
    });
  }

  it('are shown in descriptions too, but for those of the organization', () => {
    assert.equal(renderMarkdown(':smile: :party_parrot:'), `<p>${span('smile', '1f642')} :party_parrot:</p>`);
  });
});

describe('emoticons', () => {
  const wishing = { translates_emoticons: () => true };
  const smile = span('smile', '1f642');
  const cases: [text: string, html: string][] = [
    [':)', smile],
    ['Hi :), you', `Hi ${smile}, you`],
    ['(:', smile],
    ['a\n:(', `a<br>\n${span('frown', '1f641')}`],
    ['I <3 you', `I ${span('heart', '2764')} you`],
    [';) :/ :|', `${span('wink', '1f609')} ${span('confused', '1f615')} ${span('neutral', '1f610')}`],
    ['a:) x:D 1:/2', 'a:) x:D 1:/2'],
    ['`:)`', '<code>:)</code>'],
    ['http://x.org', '<a href="http://x.org">http://x.org</a>'],
  ];
  for (const [text, html] of cases) {
    it(`make ${JSON.stringify(text)} what those see who wish for emoji`, () => {
      assert.equal(renderLine(text, wishing), html);
    });
  }

  it('ask for the wish only where a text has one', () => {
    const never = { translates_emoticons: () => assert.fail('asked') };

    assert.equal(renderLine('*no* smile', never), '<em>no</em> smile');
  });
});
