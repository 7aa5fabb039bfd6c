import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { clientFolder } from '../assets.ts';
import { compilerOf, readCatalogue } from '../ground/texts.ts';
import { type Language, languageCodes } from '../languages/list.ts';

/** The messages of the client in groups that are loaded together, and what needs them. */
export interface ClientTexts {
  /** A hash of all, which the names of the files contain. */
  version: string;
  /** The groups that each part needs, by the source of the part. */
  groups: Readonly<Record<string, readonly string[]>>;
  /** JSON by names such as `de-first-VERSION.json`: messages by their numbers. */
  files: ReadonlyMap<string, string>;
}

/** With the first script, when the browser is idle, and with pages. */
const groups = ['first', 'more', 'pages'] as const;

type Group = (typeof groups)[number];

/** The name of the file with a group of messages in a language. */
export function nameTexts(group: Group, language: Language, version: string): string {
  return `${language}-${group}-${version}.json`;
}

/** The parts that are loaded when the browser is idle. */
const idleParts = ['more.ts', 'companions/companions.ts'];

/** The number that stands for each name of a message in the bundle. */
export type Numbers = ReadonlyMap<string, number>;

export function numberMessages(): Numbers {
  return new Map(Object.keys(readCatalogue('en').texts).map((key, index) => [key, index]));
}

// Names stand in single quotes in code, and in double ones in attributes of elements.
const quoted = /'([a-z]\w*(?:\.\w+)+)'|="([a-z]\w*(?:\.\w+)+)"/g;

/** Puts numbers for the names of messages in a source. */
export function withNumbers(source: string, numbers: Numbers): string {
  return source.replace(quoted, (all, code?: string, attribute?: string) => {
    const number = numbers.get(code ?? attribute ?? '');
    if (number === undefined) return all;
    return attribute === undefined ? String(number) : `={${number}}`;
  });
}

/** The names of messages in a source. */
function namesIn(source: string, numbers: Numbers): string[] {
  const found = [...source.matchAll(quoted)].map(([, code, attribute]) => code ?? attribute ?? '');
  return found.filter((name) => numbers.has(name));
}

/** Groups the messages by the scripts that show them. `parts` has the scripts of each part, `first` is the first one. */
export function groupTexts(
  outputs: Metafile['outputs'],
  parts: Readonly<Record<string, readonly string[]>>,
  first: string,
  numbers: Numbers,
): ClientTexts {
  const namesOf = new Map(
    Object.entries(outputs).map(([path, output]) => [basename(path), namesShown(output, numbers)]),
  );
  const shownBy = (files: readonly string[]) => new Set(files.flatMap((file) => namesOf.get(file) ?? []));
  const firstNames = shownBy([first]);
  const idleNames = shownBy(idleParts.flatMap((part) => parts[part] ?? []));
  const groupOf = (name: string): Group => (firstNames.has(name) ? 'first' : idleNames.has(name) ? 'more' : 'pages');
  const grouped = Object.groupBy(shownBy([...namesOf.keys()]), groupOf);
  const made = languageCodes.flatMap((language) =>
    groups.map((group) => ({ language, group, content: compileGroup(language, grouped[group] ?? [], numbers) })),
  );
  const version = createHash('sha256').update(JSON.stringify(made)).digest('hex').slice(0, 8);
  return {
    version,
    groups: mapValues(parts, (files) => {
      const needed = [...shownBy(files)].map(groupOf);
      return groups.filter((group) => group !== 'first' && needed.includes(group));
    }),
    files: new Map(made.map(({ language, group, content }) => [nameTexts(group, language, version), content])),
  };
}

function mapValues<Value, Made>(record: Readonly<Record<string, Value>>, make: (value: Value) => Made) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value)]));
}

function namesShown({ inputs }: Metafile['outputs'][string], numbers: Numbers): string[] {
  return Object.keys(inputs)
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => namesIn(readFileSync(join(clientFolder, path), 'utf8'), numbers));
}

function compileGroup(language: Language, names: readonly string[], numbers: Numbers): string {
  const { texts } = readCatalogue(language);
  const compile = compilerOf(language);
  return JSON.stringify(Object.fromEntries(names.map((name) => [numbers.get(name), compile(texts[name] ?? '')])));
}
