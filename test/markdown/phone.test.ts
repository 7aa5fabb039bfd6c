import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';
import { unshownByPhone } from './phone.ts';

// The phone app shows what it does not know as an error, instead of the paragraph or the block it lies in.

const texts = [
  'One\ntwo  \nthree\n\nfour',
  '**bold** *italic* ~~gone~~ `code` ***both***',
  '# Head\n## Head *two*\n###### Six',
  '---\n***',
  '* one\n* two\n  - nested\n\n  paragraph',
  '1. one\n2. two\n\n7. seven',
  '* code\n  ```\n  x\n  ```\n* > quoted\n* \n  | a |\n  |---|\n  | 1 |',
  '> quoted\n> * list\n>\n> > twice',
  '```quote\nquoted\n```spoiler inside\nhidden\n```\n$$x$$\n```',
  '```\nplain\n```\n\n    indented\n\n```py\ndef f(): # comment\n    return "a" + str(1.5)\n```',
  '```diff\n-a\n+b\n```\n```sh\n$ ls | grep a\n```\n```html\n<a href="x">&amp;</a>\n```',
  '```spoiler **Head**\nhidden\n* list\n```\n```spoiler\nwithout head\n```',
  '| a | b | c |\n|:--|:-:|--:|\n| 1 | **2** | 3 |\n| 4 |\n\n| a |\n|---|',
  '$$x^2$$ and $$\\frac{1}{2}$$\n\n```math\n\\sum_{i}^n i\n\n\\int x\n```',
  ':smile: 🙂 👩‍🚀 :party_parrot:',
  '@**Bob Member** @_**Bob Member** @**all** @_**all** @**topic** @_**topic** @*cooks* @_*cooks* @**Gone <b>|4**',
  '#**The kitchen** #**The kitchen>lunch** #**The kitchen>** #**The kitchen>lunch@12**',
  '<time:2024-01-30T17:33:00Z> <time:1706635980>',
  'https://example.com/a.png [named](https://example.com) a@example.com /user_uploads/1/a.png',
  '[a](/user_uploads/1/a.png) [b](/user_uploads/1/b.png)\n\n![c](/user_uploads/1/c.gif)',
  'a ![b](/user_uploads/1/b.png) c ![d](/user_uploads/1/d.mp3)\n\n> ![e](/user_uploads/1/e.png)\n\n| ![f](/user_uploads/1/f.gif) |\n|---|',
  '[a](/user_uploads/1/a.mp3) [b](/user_uploads/1/b.mp4) [c](/user_uploads/1/c.pdf)',
  '* [a](/user_uploads/1/a.png)\n* [b](/user_uploads/1/b.png) [c](/user_uploads/1/c.mp3) [d](/user_uploads/1/d.mp4)\n* e',
  '# [a](/user_uploads/1/a.mp3)\n| [b](/user_uploads/1/b.ogg) |\n|---|\n| [c](/user_uploads/1/c.png) |',
  '/me waves',
];

describe('the phone app shows', () => {
  for (const text of texts) {
    it(`all of ${JSON.stringify(text)}`, () => {
      assert.deepEqual(unshownByPhone(render(text).html), []);
    });
  }

  for (const picture of [
    { width: 3, height: 2, is_waiting: true, thumbnail_url: undefined, transcoded: undefined },
    {
      width: 3,
      height: 2,
      is_waiting: false,
      thumbnail_url: '/user_uploads/thumbnail/1/a.png/840x560.jpg',
      transcoded: undefined,
    },
  ]) {
    it(`a picture ${picture.is_waiting ? 'whose thumbnail is not there yet' : 'with a thumbnail'}`, () => {
      for (const text of ['[a](/user_uploads/1/a.png)', '![a](/user_uploads/1/a.png)']) {
        const { html } = render(text, { findMedia: () => ({ content_type: 'image/png', picture }) });

        assert.deepEqual(unshownByPhone(html), []);
      }
    });
  }

  it('everything but what is written wrongly', () => {
    const { html } = render('<time:never> $$\\nope$$ fine');

    assert.deepEqual(unshownByPhone(html), ['<span class="tex-error">$$\\nope$$</span>']);
  });
});

describe('the phone app fails on', () => {
  const wrong = [
    'text',
    '<section>x</section>',
    '<p class="x">x</p>',
    '<p><img src="x"></p>',
    '<p><a class="x" href="x">x</a></p>',
    '<p><span class="x">x</span></p>',
    '<p><span class="user-mention other">x</span></p>',
    '<audio src="x"></audio>',
    '<ul><p>x</p></ul>',
    '<ul><li><div class="message_inline_image"><a href="x"><img src="x"></a></div>text</li></ul>',
    '<div class="codehilite"><pre><code>x</code></pre>\n</div>',
    '<div class="codehilite"><pre><code><span class="hljs">x</span></code></pre></div>',
    '<div class="spoiler-block">\n<div class="spoiler-header"></div><div class="spoiler-content"></div></div>',
    '<div class="message_inline_image"><a href="x" class="y"><img src="x"></a></div>',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
    '<table><thead><tr><th align="left">a</th></tr></thead></table>',
    '<p><time datetime="2024-01-30">x</time></p>',
    '<p><span class="katex"><span class="katex-html"></span></span></p>',
  ];
  for (const html of wrong) {
    it(html, () => {
      assert.notDeepEqual(unshownByPhone(html), []);
    });
  }
});
