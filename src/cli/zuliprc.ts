import { lstatSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../db/data-dir.ts';
import { exitCodes, Failure } from './failure.ts';

/** What a client needs to log in. */
export interface Zuliprc {
  email: string;
  key: string;
  site: string;
}

/**
 * The zuliprc file of that name; undefined when there is none. Throws Failure where one must not be written: over
 * something else, through a symbolic link, or into a folder that does not exist.
 */
export function findZuliprc(file: string): Zuliprc | undefined {
  if (!lstatSync(dirname(file), { throwIfNoEntry: false })) {
    throw new Failure(exitCodes.failed, `${file} cannot be written: its folder does not exist.`);
  }
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  const zuliprc = found.isFile() && found.size <= maxBytes ? parseZuliprc(readFileSync(file, 'utf8')) : undefined;
  if (zuliprc) return zuliprc;
  throw new Failure(exitCodes.failed, `${file} exists and is not a zuliprc file; it stays as it is.`);
}

const maxBytes = 64 * 1024;

function parseZuliprc(text: string): Zuliprc | undefined {
  if (!/^\[api\]\s*$/m.test(text)) return undefined;
  const field = (name: string) => new RegExp(`^${name}\\s*=\\s*(.*?)\\s*$`, 'm').exec(text)?.[1];
  const [email, key, site] = [field('email'), field('key'), field('site')];
  return email !== undefined && key !== undefined && site !== undefined ? { email, key, site } : undefined;
}

/** Writes the file, readable by its owner only. Call findZuliprc first. */
export function writeZuliprc(file: string, { email, key, site }: Zuliprc): void {
  replaceFile(file, `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`);
}
