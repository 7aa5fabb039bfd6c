import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readCatalogue } from '../../src/ground/texts.ts';
import { chosenCodes } from '../../src/languages/list.ts';

const label = "label=\\{t\\('(?<label>[\\w.]+)'";
const words = "t\\('(?<words>[\\w.]+)'\\)";

/** How a button gets a label for screen readers and the words that it shows. */
const forms = [
  new RegExp(`<button[^<]*aria-${label}[^<]*>\\s*\\{${words}\\}\\s*</button>`, 'g'),
  new RegExp(`<DialogButton text=\\{${words}\\} ${label}`, 'g'),
  new RegExp(`<ConfirmButton\\s+${label}[\\s\\S]{0,300}?verb: ${words}`, 'g'),
  new RegExp(`<FormButton [^>]*${label}`, 'g'),
];

/** Labels with the words of their buttons. That of a form shows the same in all places. */
function listLabels(): [label: string, words: string][] {
  const sources = globSync('src/client/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
  const found = sources.flatMap((source) => forms.flatMap((form) => [...source.matchAll(form)]));
  return found.map(({ groups }) => [groups?.label ?? '', groups?.words ?? 'common.change']);
}

describe('a label for screen readers', () => {
  const labels = listLabels();

  it('is known where it names more than its button shows', () => {
    const found = Object.fromEntries(labels);

    assert.equal(found['settings.unmutePerson'], 'common.unmute');
    assert.equal(found['channels.leaveOne'], 'channels.leave');
    assert.equal(found['organization.changeOne'], 'common.change');
    assert.equal(found['bots.keyOf'], 'bots.key');
  });

  for (const language of chosenCodes)
    it(`contains the words of its button in ${language}, so that people can say them`, () => {
      const { texts } = readCatalogue(language);
      const lower = (key: string) => (texts[key] ?? assert.fail(key)).toLocaleLowerCase(language);

      const others = labels.filter(([label, words]) => !lower(label).includes(lower(words)));

      assert.deepEqual(others, []);
    });
});
