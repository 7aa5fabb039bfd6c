import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Picture } from '../../src/markdown/context.ts';
import { plainText } from '../../src/push/plain-text.ts';
import { render } from './lookups.ts';

const soup = '/user_uploads/1/soup.png';
const facts = `data-original-src="${soup}" data-original-content-type="image/png"`;
const shown = `<img class="inline-image" alt="soup" ${facts} src="${soup}">`;

function htmlOf(text: string, picture?: Picture): string {
  return picture ? render(text, { findMedia: () => ({ content_type: 'image/png', picture }) }).html : render(text).html;
}

describe('a picture in the text', () => {
  for (const [text, html] of [
    [`![soup](${soup})`, `<p>${shown}</p>`],
    [`See ![soup](${soup}) now`, `<p>See ${shown} now</p>`],
    [`Soup!![soup](${soup})`, `<p>Soup!${shown}</p>`],
    [`![soup](${soup} "Title")`, `<p>${shown}</p>`],
    [`![soup](http://chat.example.com${soup})`, `<p>${shown}</p>`],
    [`**![soup](${soup})**`, `<p><strong>${shown}</strong></p>`],
    [`> ![soup](${soup})`, `<blockquote>\n<p>${shown}</p>\n</blockquote>`],
    [`* ![soup](${soup})`, `<ul>\n<li>${shown}</li>\n</ul>`],
    [`# ![soup](${soup})`, `<h1>${shown}</h1>`],
    [`![](${soup})`, `<p>${shown.replace('"soup"', `"${soup}"`)}</p>`],
    [`![so"up](${soup})`, `<p>${shown.replace('"soup"', '"so&quot;up"')}</p>`],
    [`![soup](${soup}) ![soup](${soup})`, `<p>${shown} ${shown}</p>`],
  ] as const) {
    it(`stands where ${text} does, and not below`, () => {
      assert.equal(htmlOf(text), html);
    });
  }

  it('tells its size, and is a sign while its thumbnail is not ready', () => {
    const picture = { width: 30, height: 20, is_waiting: true, thumbnail_url: undefined, transcoded: undefined };
    const sized = `${facts} data-original-dimensions="30x20"`;

    const waiting = htmlOf(`![soup](${soup})`, picture);
    const ready = htmlOf(`![soup](${soup})`, {
      ...picture,
      is_waiting: false,
      thumbnail_url: '/user_uploads/thumbnail/1/soup.png/840x560.jpg',
      transcoded: '840x560.jpg',
    });

    const sign = `<img class="inline-image image-loading-placeholder" alt="soup" ${sized} src="/loading.png">`;
    assert.equal(waiting, `<p>${sign}</p>`);
    const thumbnail = 'data-transcoded-image="840x560.jpg" src="/user_uploads/thumbnail/1/soup.png/840x560.jpg"';
    assert.equal(ready, `<p><img class="inline-image" alt="soup" ${sized} ${thumbnail}></p>`);
  });

  it('is a link of the message, and its text in a notification', () => {
    const { findings, html } = render(`![soup](${soup})`);

    assert.deepEqual(
      findings.links.map((link) => link.attrGet('href')),
      [soup],
    );
    assert.equal(plainText(html), 'soup');
  });

  it('can be beside a preview of another, or of the same', () => {
    const html = htmlOf(`![soup](${soup}) [soup](${soup}) [tea](/user_uploads/1/tea.png)`);

    assert.equal(html.match(/class="inline-image"/g)?.length, 1);
    assert.equal(html.match(/class="message_inline_image"/g)?.length, 2);
  });

  it('is a player if it is a sound', () => {
    const song = '/user_uploads/1/song.mp3';
    const player = `<audio controls="" preload="metadata" src="${song}" title="song"></audio>`;

    assert.equal(htmlOf(`Listen: ![song](${song})`), `<p>Listen: ${player}</p>`);
  });

  for (const [what, text] of [
    ['of another server', '![a](https://example.com/a.png)'],
    ['that no file is', '![a](/user_uploads/1/a.pdf)'],
    ['in code', `\`![soup](${soup})\``],
    ['whose mark stands apart', `! [soup](${soup})`],
    ['without brackets', `!http://chat.example.com${soup}`],
    ['among more than 24', Array.from({ length: 25 }, (_, n) => `![a](/user_uploads/1/${n}.png)`).join(' ')],
    ['that is a film', '![film](/user_uploads/1/film.mp4)'],
  ] as const) {
    it(`is none ${what}`, () => {
      assert.equal(htmlOf(text).includes('inline-image'), false);
    });
  }

  it('is none where the organization wants none, or where the file is none', () => {
    const link = `<p>!<a href="${soup}">soup</a></p>`;

    assert.equal(render(`![soup](${soup})`, { shows_previews: () => false }).html, link);
    assert.equal(render(`![soup](${soup})`, { findMedia: () => undefined }).html, link);
  });
});
