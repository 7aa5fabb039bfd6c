import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { namesByCode } from '../../src/emoji/emoji.ts';
import { renderText } from '../../src/markdown/render.ts';
import { commonInputs, ownInputs } from '../bench/worst-markdown.ts';
import { lookups } from './lookups.ts';

/** Bytes of HTML of each character of an input, without the paragraph. */
function growth(text: string): number {
  const { html } = renderText(text, lookups);
  return (Buffer.byteLength(html) - '<p></p>'.length) / [...text].length;
}

/** Formulas whose HTML is long. */
const formulas = ['\\vec1', '\\frac11', '\\sqrt1', '\\overbrace1', '\\xrightarrow1', 'a^a_b', '{a\\over b}'];

describe('The longest HTML', () => {
  it('is that of an emoji with a long name', () => {
    const emoji = Object.keys(namesByCode).map((code) =>
      String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16))),
    );
    const longest = emoji.toSorted((one, other) => growth(other) - growth(one))[0] as string;

    assert.deepEqual([longest, growth(longest)], ['🫰', 195]);
  });

  it('is shorter in formulas, which are typeset for 2000 characters of a text', () => {
    const texts = formulas.flatMap((piece) => {
      const formula = (size: number) => `$$${piece.repeat(Math.floor(size / piece.length))}$$ `;
      return [formula(2000), formula(500).repeat(20), formula(100).repeat(100), formula(20).repeat(400)];
    });

    assert.deepEqual(
      texts.filter((text) => growth(text) * [...text].length > 900_000),
      [],
    );
  });

  it('is at most an eighth of it in all other syntax', () => {
    const inputs = Object.entries({ ...commonInputs, ...ownInputs }).filter(
      ([, text]) => !/\p{Emoji}\ufe0f|\p{Emoji_Presentation}/u.test(text),
    );
    const long = inputs.filter(([, text]) => growth(text) > 25).map(([name]) => name);

    assert.deepEqual(long, []);
  });
});
