import { dirname, isAbsolute, join, relative } from 'node:path';
import { isBuilt, isExecutable, schemaFile } from '../assets.ts';
import { defaultDataDir } from '../ground/server-settings.ts';

/** A chatd command to type in the current directory, for the same data directory. */
export function commandLine(words: readonly string[], { dataDir }: { dataDir?: string } = {}): string {
  const place = dataDir === undefined || dataDir === defaultDataDir ? [] : ['--data-dir', dataDir];
  return [programName(), ...words, ...place].map(quote).join(' ');
}

function programName(): string {
  if (isExecutable) return process.argv0;
  if (isBuilt) return process.env.npm_command === 'exec' ? 'npx chatd' : 'chatd';
  return fromHere(join(schemaFile, '../bin/chatd'));
}

/** The clearest form of a path: relative to the current directory, or absolute. */
export function fromHere(path: string): string {
  const here = process.cwd();
  const short = relative(here, path);
  // In the root directory, where services run, a relative path would look like one without its first slash.
  if (dirname(here) === here) return path;
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

/** Quotes a word for a shell. */
export function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return /[$`"\\!]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}
