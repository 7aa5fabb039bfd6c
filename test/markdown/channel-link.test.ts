import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { narrowUrl } from '../../src/markdown/narrow-url.ts';
import { render, renderLine } from './lookups.ts';

describe('links to channels, topics and messages', () => {
  const channel = '/#narrow/channel/9-The-kitchen';
  const cases: [text: string, html: string][] = [
    ['#**The kitchen**', `<a class="stream" data-stream-id="9" href="${channel}">#The kitchen</a>`],
    [
      '#**The kitchen>soup & more**',
      `<a class="stream-topic" data-stream-id="9" href="${channel}/topic/soup.20.26.20more/with/12">` +
        '#The kitchen &gt; soup &amp; more</a>',
    ],
    [
      '#**The kitchen>new**',
      `<a class="stream-topic" data-stream-id="9" href="${channel}/topic/new">#The kitchen &gt; new</a>`,
    ],
    [
      '#**The kitchen>general chat**',
      `<a class="stream-topic" data-stream-id="9" href="${channel}/topic//with/12">` +
        '#The kitchen &gt; <em>general chat</em></a>',
    ],
    [
      '#**The kitchen>soup@44**',
      `<a class="message-link" href="${channel}/topic/soup/near/44">#The kitchen &gt; soup @ 💬</a>`,
    ],
    [
      '#**The kitchen>general chat@44**',
      `<a class="message-link" href="${channel}/topic//near/44">#The kitchen &gt; <em>general chat</em> @ 💬</a>`,
    ],
    [
      '#**The kitchen>a > b**',
      `<a class="stream-topic" data-stream-id="9" href="${channel}/topic/a.20.3E.20b/with/12">` +
        '#The kitchen &gt; a &gt; b</a>',
    ],
    [
      '#**The kitchen>:smile: http://a.org 😀**',
      `<a class="stream-topic" data-stream-id="9" href="${channel}/topic/.3Asmile.3A.20http.3A.2F.2Fa.2Eorg.20` +
        '.F0.9F.98.80/with/12">#The kitchen &gt; :smile: http://a.org 😀</a>',
    ],
  ];
  for (const [text, html] of cases) {
    it(`makes one of ${text}`, () => {
      assert.equal(renderLine(text), html);
    });
  }

  const strangers: [text: string, html: string][] = [
    ['#**The cellar**', '#<strong>The cellar</strong>'],
    ['#**The cellar>soup**', '#<strong>The cellar&gt;soup</strong>'],
    ['a#**The kitchen**', 'a#<strong>The kitchen</strong>'],
    ['`#**The kitchen**`', '<code>#**The kitchen**</code>'],
    ['[#**The kitchen**](http://x.org)', '<a href="http://x.org">#<strong>The kitchen</strong></a>'],
  ];
  for (const [text, html] of strangers) {
    it(`leaves ${text} text`, () => {
      assert.equal(renderLine(text), html);
    });
  }

  it('count as links', () => {
    assert.equal(render('#**The kitchen**').findings.links.length, 1);
  });
});

describe('narrowUrl', () => {
  it('writes everything but letters, digits and -_~ with dots for per cent signs', () => {
    const url = narrowUrl({ id: 7, name: 'Küche (2.0)' }, "a.b%!'()*/~_-é");

    const topic = 'a.2Eb.25.21.27.28.29.2A.2F~_-.C3.A9';
    assert.equal(url, `/#narrow/channel/7-K.C3.BCche-.282.2E0.29/topic/${topic}`);
  });
});
