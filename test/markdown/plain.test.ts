import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderPlain } from '../../src/markdown/plain.ts';
import { renderText } from '../../src/markdown/render.ts';
import { lookups } from './lookups.ts';

// With a linkifier, even one that finds nothing, texts take the long way.
const longWay = { ...lookups, translates_emoticons: () => true, findLinks: () => [] };

describe('renderPlain', () => {
  it('leaves to the rules whatever may be syntax or an address', () => {
    const texts = [
      '',
      ' a',
      '1. a',
      '- a',
      'a.b',
      'a@b',
      'a:b',
      'a :)',
      'a *b*',
      '> a',
      'a\n b',
      'a\n1) b',
      '/me a',
      'a & b',
    ];

    assert.deepEqual(
      texts.filter((text) => renderPlain(text) !== undefined),
      [],
    );
  });

  it('takes ordinary sentences', () => {
    const html = renderPlain('Well, "yes" (and no): it\'s so. Ünïcode!\nNext line \nlast\n\n\nNew one…');

    const expected =
      "<p>Well, &quot;yes&quot; (and no): it's so. Ünïcode!<br>\nNext line <br>\nlast</p>\n<p>New one…</p>";
    assert.equal(html, expected);
  });

  it('makes what the rules make, of thousands of texts', () => {
    const pieces = [...'aZé你 \n.,:;!?\'"()-–1', ' ', 'word ', '\n\n', ': ', '. ', ' (', ') ', '\u0301', 'www'];
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    let plain = 0;
    for (let count = 0; count < 20_000; count++) {
      const text = Array.from({ length: 1 + random(12) }, () => pieces[random(pieces.length)]).join('');
      const html = renderPlain(text);
      if (html === undefined) continue;
      plain++;
      assert.equal(html, renderText(text, longWay).html, JSON.stringify(text));
    }

    assert.ok(plain > 1000, `${plain} texts were plain`);
  });
});
