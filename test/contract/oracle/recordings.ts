import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** What a server answered to one request. */
export interface Recording {
  run: RunName;
  /** Number of the request in its run. */
  n: number;
  section: string;
  /** Who asks, with their key; null without a login. */
  who: string | null;
  method: string;
  path: string;
  params: Readonly<Record<string, string>>;
  /** The Authorization header as sent, in place of `who`; empty for none. */
  auth?: string;
  /** Name, base64 and type of each file, by field. */
  files?: Readonly<Record<string, readonly [string, string, string]>>;
  answer: { status: number; body: unknown };
  /** What ids in the answer are called from then on: kind, name, path of keys. */
  names?: readonly (readonly [string, string, string])[];
}

/** What the observers received because of a request and of those since the last such line. */
export interface Received {
  run: RunName;
  events_of: number;
  events: Readonly<Record<string, readonly unknown[]>>;
}

export const runNames = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'] as const;
export type RunName = (typeof runNames)[number];
export type Line = Recording | Received;

/** All lines, in the order in which they are to be played: what was received follows the request that caused it. */
export function readLines(): Line[] {
  return ['answers.jsonl.br', 'answers-3.jsonl.br']
    .flatMap(linesOf)
    .map((line): Line => JSON.parse(line))
    .sort((one, other) => numberOf(one) - numberOf(other));
}

function linesOf(file: string): string[] {
  const bytes = brotliDecompressSync(readFileSync(join(import.meta.dirname, file)));
  return bytes.toString().trimEnd().split('\n');
}

function numberOf(line: Line): number {
  return 'n' in line ? line.n : line.events_of + 0.5;
}
