// Names what is wrong in the catalogues. With --write it writes the types of the messages first. With --since and a
// revision it lists messages whose English changed since then, in each language whose translation did not.

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { languagesFolder } from '../src/assets.ts';
import { type SettingLabels, settingLabels } from '../src/client/forms/setting-labels.ts';
import { endpoints } from '../src/endpoints.ts';
import { readCatalogue, toIcu } from '../src/ground/texts.ts';
import { declaredTexts } from '../src/http/phrase.ts';
import { type ParameterKind, parametersOf, pluralsOf } from '../src/languages/compile.ts';
import type { Language } from '../src/languages/list.ts';
import { languageNames } from '../src/languages/names.ts';

type Texts = Readonly<Record<string, string>>;

const otherLanguages = (Object.keys(languageNames) as Language[]).filter((language) => language !== 'en');
const typesFile = join(languagesFolder, 'messages.ts');
const header = '// Written by `bin/node bin/languages.ts --write`: the messages of en.json, with their parameters.\n';
const types: Readonly<Record<ParameterKind, string>> = { text: 'Value', number: 'number', markup: 'Markup' };

/** The messages and the types of their parameters, as TypeScript. */
export function writeTypes(english: Texts): string {
  const lines = Object.entries(english).map(([key, source]) => {
    const found = [...tryParameters(source)].map(([name, kind]) => `${name}: ${types[kind]}`);
    return `  '${key}': ${found.length === 0 ? 'undefined' : `{ ${found.join('; ')} }`};`;
  });
  const used = ['Markup', 'Value'].filter((type) => lines.some((line) => line.includes(`: ${type}`)));
  const imported = used.length === 0 ? '' : `import type { ${used.join(', ')} } from './message.ts';\n\n`;
  return `${header}\n${imported}export interface Messages {\n${lines.join('\n')}\n}\n`;
}

/** What is wrong with the English messages, given the text of all sources. */
export function problemsInEnglish(english: Texts, sources: string): string[] {
  const keys = Object.keys(english);
  return [
    ...keys.flatMap((key) => malformation(key, english[key] ?? '', 'en')),
    ...keys
      .filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`))
      .map((key) => `${key} is not used`),
    ...keys.filter((key, index) => index > 0 && key < (keys[index - 1] ?? '')).map((key) => `${key} is not in order`),
  ];
}

/** What is wrong with the messages of a language, compared with the English ones. */
export function problemsIn(language: string, texts: Texts, english: Texts): string[] {
  const unknown = Object.keys(texts).filter((key) => !Object.hasOwn(english, key));
  return [
    ...unknown.map((key) => `${key} is no message`),
    ...Object.entries(english).flatMap(([key, source]) => {
      const text = texts[key];
      if (text === undefined) return [`${key} is missing`];
      const malformed = malformation(key, text, language);
      return malformed.length > 0 ? malformed : differences(key, text, source);
    }),
  ];
}

function malformation(key: string, source: string, language: string): string[] {
  try {
    parametersOf(source);
    return pluralsOf(source).flatMap(({ isOrdinal, categories }) => {
      const rules = new Intl.PluralRules(language, { type: isOrdinal ? 'ordinal' : 'cardinal' });
      const known = rules.resolvedOptions().pluralCategories as string[];
      const needed = new Set([...Array.from({ length: mostCounted }, (_, number) => rules.select(number)), 'other']);
      return [
        ...categories
          .filter((one) => !known.includes(one))
          .map((one) => `${key} has a plural "${one}" of another language`),
        ...[...needed].filter((one) => !categories.includes(one)).map((one) => `${key} lacks the plural "${one}"`),
      ];
    });
  } catch (error) {
    return [`${key} is malformed: ${error instanceof Error ? error.message : error}`];
  }
}

/** Numbers below this need a plural of their own. Some languages have one for millions, which nobody counts here. */
const mostCounted = 10_000;

function differences(key: string, text: string, source: string): string[] {
  const [found, wanted] = [parametersOf(text), tryParameters(source)];
  const names = new Set([...found.keys(), ...wanted.keys()]);
  return [...names].flatMap((name) => {
    if (!found.has(name)) return [`${key} lacks {${name}}`];
    if (!wanted.has(name)) return [`${key} has {${name}}, which English has not`];
    // A language may leave out the plural of a number, or choose by a text.
    const isMarkup = (kind: ParameterKind | undefined) => kind === 'markup';
    return isMarkup(found.get(name)) === isMarkup(wanted.get(name))
      ? []
      : [`${key} has a tag where English has a value: ${name}`];
  });
}

function tryParameters(source: string): Map<string, ParameterKind> {
  try {
    return parametersOf(source);
  } catch {
    return new Map();
  }
}

interface Changed {
  before: Texts;
  now: Texts;
}

/** Messages that are translated as before, though their English changed. */
export function outdatedIn(language: string, texts: Changed, english: Changed): string[] {
  return Object.entries(english.now)
    .filter(([key, text]) => Object.hasOwn(english.before, key) && english.before[key] !== text)
    .filter(([key]) => texts.before[key] === texts.now[key])
    .map(([key, text]) => `${language}: ${key}: ${english.before[key]} -> ${text}`);
}

interface Declared {
  schema: { enum?: readonly (string | number)[] };
}

/** What is wrong with the words for the settings that an endpoint takes. */
export function problemsInSettings(labels: SettingLabels, params: Readonly<Record<string, Declared>>): string[] {
  return [
    ...Object.keys(params)
      .filter((name) => !Object.hasOwn(labels, name))
      .map((name) => `${name} has no line`),
    ...Object.keys(labels)
      .filter((name) => !Object.hasOwn(params, name))
      .map((name) => `${name} is no setting`),
    ...Object.entries(labels).flatMap(([name, label]) =>
      (label === undefined || withOwnWords.has(name) ? [] : (params[name]?.schema.enum ?? []))
        .filter((value) => !Object.hasOwn(label?.values ?? {}, value))
        .map((value) => `${name} has no words for ${value}`),
    ),
  ];
}

/** Settings whose values have names without a message. */
const withOwnWords = new Set(['default_language', 'digest_weekday']);

/** Each endpoint that changes settings. New people's settings are among those of the user. */
function listSettingProblems(): string[] {
  return Object.entries(settingLabels)
    .filter(([path]) => path !== '/realm/user_settings_defaults')
    .flatMap(([path, labels]) => {
      const endpoint = Object.values(endpoints).find((one) => one.method === 'PATCH' && one.path === path);
      const params = Object.entries(endpoint?.params ?? {}).filter(([name]) => !path.includes(`{${name}}`));
      return problemsInSettings(labels, Object.fromEntries(params)).map((problem) => `setting-labels.ts: ${problem}`);
    });
}

/** What is wrong with the translations of declared texts in a language. */
export function problemsInDeclared(language: string, translated: Texts, declared: Iterable<string>): string[] {
  const texts = new Set(declared);
  return [
    ...[...texts].filter((text) => !Object.hasOwn(translated, text)).map((text) => `declared "${text}" is missing`),
    ...Object.entries(translated).flatMap(([text, translation]) => {
      if (!texts.has(text)) return [`declared "${text}" is no text of an error`];
      return differences(`declared "${text}"`, toIcu(translation), toIcu(text));
    }),
  ].map((problem) => `${language}: ${problem}`);
}

/** Loads all sources that declare texts. */
async function loadDeclared(): Promise<void> {
  const root = join(languagesFolder, '..');
  for (const path of globSync('**/*.ts', { cwd: root })) {
    const source = path.startsWith('client') ? '' : readFileSync(join(root, path), 'utf8');
    if (/\b(errorKind|phrase|phraseWith)\b/.test(source)) await import(pathToFileURL(join(root, path)).href);
  }
}

function readSources(): string {
  const root = join(languagesFolder, '..');
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.startsWith('languages'));
  return files.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
}

function listProblems(): string[] {
  const { texts: english } = readCatalogue('en');
  const notes = JSON.parse(readFileSync(join(languagesFolder, 'notes.json'), 'utf8')) as Texts;
  return [
    ...problemsInEnglish(english, readSources()).map((problem) => `en: ${problem}`),
    ...otherLanguages.flatMap((language) =>
      problemsIn(language, readCatalogue(language).texts, english).map((problem) => `${language}: ${problem}`),
    ),
    ...otherLanguages.flatMap((language) =>
      problemsInDeclared(language, readCatalogue(language).declared ?? {}, declaredTexts),
    ),
    ...Object.keys(notes)
      .filter((key) => !Object.hasOwn(english, key))
      .map((key) => `notes: ${key} is no message`),
    ...listSettingProblems(),
    ...(readFileSync(typesFile, 'utf8') === writeTypes(english)
      ? []
      : ['messages.ts is older than en.json: run `bin/node bin/languages.ts --write`']),
  ];
}

function listOutdated(revision: string): string[] {
  const before = textsAt(revision, 'en');
  if (before === undefined) return [`There are no English messages in ${revision}.`];
  const english = { before, now: readCatalogue('en').texts };
  return otherLanguages.flatMap((language) => {
    const texts = { before: textsAt(revision, language) ?? {}, now: readCatalogue(language).texts };
    return outdatedIn(language, texts, english);
  });
}

/** The messages of a language in a revision of the repository, if it had that language. */
function textsAt(revision: string, language: Language): Texts | undefined {
  const path = `${revision}:./${language}.json`;
  const { status, stdout } = spawnSync('git', ['show', path], { cwd: languagesFolder, encoding: 'utf8' });
  return status === 0 ? JSON.parse(stdout).texts : undefined;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { write: { type: 'boolean' }, since: { type: 'string' } } });
  if (values.write) writeFileSync(typesFile, writeTypes(readCatalogue('en').texts));
  for (const line of values.since ? listOutdated(values.since) : []) console.log(line);
  await loadDeclared();
  const problems = listProblems();
  for (const problem of problems) console.error(`languages: ${problem}`);
  process.exitCode = Math.min(problems.length, 1);
}
