import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { languagesFolder } from '../../src/assets.ts';
import { readCatalogue } from '../../src/ground/texts.ts';
import type { Language } from '../../src/languages/list.ts';
import { languageNames } from '../../src/languages/names.ts';

const glossary = JSON.parse(readFileSync(`${languagesFolder}/glossary.json`, 'utf8')) as Record<
  string,
  Record<string, string>
>;
const languages = (Object.keys(languageNames) as Language[]).filter((code) => code !== 'en');
/** Of the messages with an English term, the part that must have that of the language: others use a pronoun or a verb. */
const needed = 0.25;

describe('the glossary', () => {
  // Names of parameters are no words.
  const english = mapTexts(readCatalogue('en').texts, (text) => text.replace(/\{\w+/g, '{'));

  for (const language of languages) {
    it(`is what the messages in ${language} are written by`, () => {
      const { texts } = readCatalogue(language);

      const foreign = Object.entries(glossary).filter(([term, { [language]: word = '' }]) => {
        if (word === '') return true;
        const keys = Object.keys(english).filter((key) => new RegExp(`\\b${term}s?\\b`, 'i').test(english[key] ?? ''));
        const found = keys.filter((key) => texts[key]?.toLowerCase().includes(stemOf(word)));
        return keys.length === 0 || found.length < needed * keys.length;
      });

      assert.deepEqual(foreign, []);
    });
  }
});

function mapTexts(texts: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)]));
}

/** The beginning of a term's first word, which stays when it is inflected. */
function stemOf(term: string): string {
  const [word = ''] = term.toLowerCase().split(' ');
  return word.slice(0, Math.max(2, word.length > 4 ? word.length - 2 : word.length - 1));
}
