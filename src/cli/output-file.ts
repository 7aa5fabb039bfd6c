import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { findRefusal } from '../db/data-dir.ts';
import { exitCodes, Failure } from './failure.ts';

/** Throws Failure if nothing can be created in the folder of a file. */
export function ensureFolderWritable(file: string): void {
  const folder = dirname(file);
  const problem = existsSync(folder) ? findRefusal(folder) : 'its folder does not exist';
  if (problem !== undefined) throw new Failure(exitCodes.failed, `${file} cannot be written: ${problem}.`);
}
