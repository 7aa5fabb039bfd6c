import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../src/ground/texts.ts';
import type { Language } from '../../src/languages/list.ts';

/** One of these words, in whatever letters are around. */
const word = (words: string, flags = 'iu') => new RegExp(`(?<!\\p{L})(${words})(?!\\p{L})`, flags);

/** What a catalogue never says, since all of its messages address their reader in one way and are set in one way. */
const refused: readonly [Language, RegExp, string][] = [
  ['de', /(?<=[a-zäöüß,] )(Sie|Ihnen|Ihren?|Ihrem)\b/, 'readers are addressed with “du”'],
  ['es', word('ustedes|usted'), 'readers are addressed with “tú”'],
  ['fr', word('tu|toi|tes|ton'), 'readers are addressed with “vous”'],
  ['fr', / [;?»]| [:!](?!\))|« /, 'no line breaks before a sign, nor within quotation marks'],
  ['it', word('Lei|Suo|Sua', 'u'), 'readers are addressed with “tu”'],
  ['nl', /(?<![\p{L}(])(uw|u)(?!\p{L})/iu, 'readers are addressed with “je”'],
  ['pt-br', word('tu|teu|tua|contigo'), 'readers are addressed with “você”'],
  ['tr', word('senin|sana|seni|sen'), 'readers are addressed with “siz”'],
  ['ru', word('ты|твой|твоя|тебе|тебя'), 'readers are addressed with “вы”'],
  ['uk', word('ти|твій|твоя|тобі|тебе'), 'readers are addressed with “ви”'],
  ['zh-hans', /您/, 'readers are addressed with “你”'],
  ['ko', /니다|니까/, 'sentences end in 요'],
  ['ja', /[\p{sc=Hira}\p{sc=Han}] [A-Za-z0-9]|[A-Za-z0-9] [\p{sc=Hira}\p{sc=Han}]/u, 'no space stands between scripts'],
];

/** Words that a search finds, apart by spaces, are no sentence; an address must end before what follows it. */
const apart = /Words$|^The tool '/;

describe('the messages of a language', () => {
  for (const [language, pattern, reason] of refused)
    it(`are of one voice in ${language}: ${reason}`, () => {
      const { texts, declared } = readCatalogue(language);

      const found = Object.entries({ ...texts, ...declared }).filter(([key, text]) => {
        return !apart.test(key) && pattern.test(text);
      });

      assert.deepEqual(found, []);
    });
});
