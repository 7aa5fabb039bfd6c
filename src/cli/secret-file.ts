import { readFileSync, statSync } from 'node:fs';
import { exitCodes, Failure } from './failure.ts';

const maxBytes = 64 * 1024;

/** The text of a file that holds a secret, without spaces around it. Throws Failure; `what` names the secret. */
export function readSecretFile(file: string, what: string): string {
  try {
    if (statSync(file).size <= maxBytes) return readFileSync(file, 'utf8').trim();
  } catch {
    // The same sentence as for a file that is too large.
  }
  throw new Failure(exitCodes.unusable, `${file}, which is to hold ${what}, cannot be read.`);
}
