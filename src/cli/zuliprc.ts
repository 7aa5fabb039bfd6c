import { lstatSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../db/data-dir.ts';
import { keepPrivate } from '../ground/private-path.ts';
import { exitCodes, Failure } from './failure.ts';

interface Zuliprc {
  email: string;
  key: string;
  site: string;
}

/**
 * Reads a zuliprc file; undefined if it does not exist. Throws Failure if the path cannot be written: it is another
 * file, a symbolic link, or in a missing folder.
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

/** Reads the zuliprc file of an account. Throws Failure. */
export function readZuliprc(file: string): Zuliprc {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found) {
    throw new Failure(
      exitCodes.unusable,
      `${file} does not exist: name a zuliprc file with --zuliprc; chatd create-user --zuliprc writes one.`,
    );
  }
  const zuliprc = found.size <= maxBytes ? parseZuliprc(readFileSync(file, 'utf8')) : undefined;
  if (!zuliprc) throw new Failure(exitCodes.unusable, `${file} is not a zuliprc file.`);
  return zuliprc;
}

const maxBytes = 64 * 1024;

function parseZuliprc(text: string): Zuliprc | undefined {
  if (!/^\[api\]\s*$/m.test(text)) return undefined;
  const field = (name: string) => new RegExp(`^${name}\\s*=\\s*(.*?)\\s*$`, 'm').exec(text)?.[1];
  const [email, key, site] = [field('email'), field('key'), field('site')];
  return email !== undefined && key !== undefined && site !== undefined ? { email, key, site } : undefined;
}

/** Writes the file, readable only by its owner. Call findZuliprc first. */
export function writeZuliprc(file: string, { email, key, site }: Zuliprc): void {
  replaceFile(file, `[api]\nemail=${email}\nkey=${key}\nsite=${site}\n`);
  keepPrivate(file, false);
}
