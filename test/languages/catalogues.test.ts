import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  outdatedIn,
  problemsIn,
  problemsInDeclared,
  problemsInEnglish,
  problemsInSettings,
  writeTypes,
} from '../../bin/languages.ts';

const english = {
  'files.count': '{count, plural, one {# file} other {# files}}',
  'files.delete': 'Delete {name}',
  'files.help': 'See <link>the help</link>.',
};

describe('a check of the catalogues', () => {
  it('names what is missing, unknown and malformed', () => {
    const problems = problemsIn(
      'de',
      { 'files.count': '{count, plural, one {# Datei}}', 'files.more': 'Mehr' },
      english,
    );

    assert.deepEqual(problems, [
      'files.more is no message',
      'files.count is malformed: MISSING_OTHER_CLAUSE',
      'files.delete is missing',
      'files.help is missing',
    ]);
  });

  it('lists messages that are translated as before, though their English changed', () => {
    const before = { 'files.delete': 'Delete', 'files.hint': 'Some', 'files.old': 'Old', 'files.open': 'Open' };
    const now = { 'files.delete': 'Delete {name}', 'files.hint': 'A few', 'files.new': 'New', 'files.open': 'Open' };
    const german = { before: { 'files.delete': 'Löschen', 'files.hint': 'Etwas', 'files.open': 'Auf' } };
    const changed = { ...german, now: { ...german.before, 'files.hint': 'Ein paar', 'files.new': 'Neu' } };

    assert.deepEqual(outdatedIn('de', changed, { before, now }), ['de: files.delete: Delete -> Delete {name}']);
    assert.deepEqual(outdatedIn('de', { before: {}, now: changed.now }, { before, now }), []);
  });

  it('names parameters that differ', () => {
    const texts = {
      'files.count': '{anzahl, plural, one {# Datei} other {# Dateien}}',
      'files.delete': 'Löschen',
      'files.help': 'Siehe {link}.',
    };

    assert.deepEqual(problemsIn('de', texts, english), [
      'files.count has {anzahl}, which English has not',
      'files.count lacks {count}',
      'files.delete lacks {name}',
      'files.help has a tag where English has a value: link',
    ]);
  });

  it('asks for the plurals of each language, and for no others', () => {
    const only = (text: string, language: string) =>
      problemsIn(language, { 'files.count': text }, { 'files.count': english['files.count'] });

    assert.deepEqual(only('{count, plural, one {#} other {#}}', 'pl'), [
      'files.count lacks the plural "many"',
      'files.count lacks the plural "few"',
    ]);
    assert.deepEqual(only('{count, plural, other {#}}', 'ja'), []);
    assert.deepEqual(only('{count, plural, one {#} other {#}}', 'ja'), [
      'files.count has a plural "one" of another language',
    ]);
    // The plural for millions.
    assert.deepEqual(only('{count, plural, one {#} other {#}}', 'fr'), []);
  });

  it('names English messages that are not used or not in order', () => {
    assert.deepEqual(problemsInEnglish({ 'b.b': 'B', 'a.a': 'A {' }, "t('a.a')"), [
      'a.a is malformed: EXPECT_ARGUMENT_CLOSING_BRACE',
      'b.b is not used',
      'a.a is not in order',
    ]);
    assert.deepEqual(
      problemsInEnglish(
        english,
        Object.keys(english)
          .map((key) => `'${key}'`)
          .join(),
      ),
      [],
    );
  });

  it('names texts of errors that are not translated, translations of none, and placeholders that differ', () => {
    const translated = { 'Invalid {name}': 'Ungültig', Gone: 'Weg', Same: 'Gleich' };

    assert.deepEqual(problemsInDeclared('de', translated, ['Invalid {name}', "It's {name}", 'Same']), [
      'de: declared "It\'s {name}" is missing',
      'de: declared "Invalid {name}" lacks {name}',
      'de: declared "Gone" is no text of an error',
    ]);
  });

  it('writes the types of parameters', () => {
    const types = writeTypes(english);

    assert.match(
      types,
      /'files.count': \{ count: number \};\n {2}'files.delete': \{ name: Value \};\n {2}'files.help': \{ link: Markup \};/,
    );
  });

  it('names settings without words, and words without a setting', () => {
    const labels = {
      enter_sends: { label: 'setting.enterSends' },
      color_scheme: { label: 'setting.colours', values: { 1: 'choice.dark' } },
      emojiset: undefined,
      former: undefined,
    } as const;
    const params = {
      enter_sends: { schema: {} },
      color_scheme: { schema: { enum: [1, 2] } },
      emojiset: { schema: { enum: ['google'] } },
      web_font_size_px: { schema: {} },
    };

    assert.deepEqual(problemsInSettings(labels, params), [
      'web_font_size_px has no line',
      'former is no setting',
      'color_scheme has no words for 2',
    ]);
  });
});
