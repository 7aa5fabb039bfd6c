import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from './lookups.ts';

function picture(url: string, title: string, content_type = 'image/png'): string {
  const img = `<img data-original-content-type="${content_type}" src="${url}">`;
  return `<div class="message_inline_image"><a href="${url}" title="${title}">${img}</a></div>`;
}

describe('previews', () => {
  it('show an uploaded picture below its paragraph', () => {
    const { html } = render('See [plan <b>.png](/user_uploads/1/ab/plan.png) now\n\nmore');

    assert.equal(
      html,
      '<p>See <a href="/user_uploads/1/ab/plan.png">plan &lt;b&gt;.png</a> now</p>\n' +
        `${picture('/user_uploads/1/ab/plan.png', 'plan &lt;b&gt;.png')}\n<p>more</p>`,
    );
  });

  it('know a film and a sound from a picture', () => {
    const { html } = render(
      '[a.MP4](/user_uploads/1/a.MP4)[b.mp3](/user_uploads/1/b.mp3)[c.jpg](/user_uploads/1/c.jpg)',
    );

    assert.deepEqual(html.split('\n').slice(1), [
      '<div class="message_inline_image message_inline_video"><a href="/user_uploads/1/a.MP4" title="a.MP4">' +
        '<video preload="metadata" src="/user_uploads/1/a.MP4"></video></a></div>',
      '<p><audio controls="" preload="metadata" src="/user_uploads/1/b.mp3" title="b.mp3"></audio></p>',
      picture('/user_uploads/1/c.jpg', 'c.jpg', 'image/jpeg'),
    ]);
  });

  it('know what phones record', () => {
    const { html } = render('[memo](/user_uploads/1/memo.m4a)');

    const sound = '<audio controls="" preload="metadata" src="/user_uploads/1/memo.m4a" title="memo"></audio>';
    assert.deepEqual(html.split('\n').slice(1), [`<p>${sound}</p>`]);
  });

  it('show each picture once, also one that is linked by the address of the server', () => {
    const { html } = render('/user_uploads [a](/user_uploads/1/a.png) http://chat.example.com/user_uploads/1/a.png');

    assert.deepEqual(html.split('\n').slice(1), [picture('/user_uploads/1/a.png', 'a')]);
  });

  it('stand inside the list item that links', () => {
    const { html } = render('* [a](/user_uploads/1/a.png)\n* b');

    assert.ok(html.includes(`<a href="/user_uploads/1/a.png">a</a>${picture('/user_uploads/1/a.png', 'a')}\n</li>`));
  });

  const without: [what: string, text: string][] = [
    ['a picture on another server', 'https://example.com/a.png'],
    ['a file of another kind', '[a.pdf](/user_uploads/1/a.pdf)'],
    ['an SVG, which can run scripts', '[a.svg](/user_uploads/1/a.svg)'],
    ['a quoted picture', '> [a.png](/user_uploads/1/a.png)'],
    ['a picture in code', '`[a.png](/user_uploads/1/a.png)`'],
    ['more than 24', Array.from({ length: 25 }, (_, n) => `[a](/user_uploads/1/${n}.png)`).join(' ')],
  ];
  for (const [what, text] of without) {
    it(`do not show ${what}`, () => {
      const { html } = render(text);

      assert.equal(/<(img|video|audio|div class="message_inline)/.test(html), false, html);
    });
  }

  it('show 24', () => {
    const { html } = render(Array.from({ length: 24 }, (_, n) => `[a](/user_uploads/1/${n}.png)`).join(' '));

    assert.equal(html.match(/<img /g)?.length, 24);
  });

  it('are left out where the organization wants none', () => {
    const { html } = render('[a](/user_uploads/1/a.png)', { shows_previews: () => false });

    assert.equal(html, '<p><a href="/user_uploads/1/a.png">a</a></p>');
  });
});
