import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ensurePasswordAcceptable, passwordLimits } from '../accounts/password.ts';
import { type Random, randomText } from '../ground/random.ts';
import { exitCodes, Failure } from './failure.ts';

export interface PasswordOptions {
  passwordStdin?: true;
  randomPassword?: true;
}

/** The password according to the options; undefined if none asks for one. Throws if it is not acceptable. */
export async function readPassword(options: PasswordOptions, random: Random): Promise<string | undefined> {
  if (options.randomPassword) return randomPassword(random);
  if (!options.passwordStdin) return undefined;
  const password = process.stdin.isTTY ? await askForPassword() : await text(process.stdin);
  const line = password.replace(/\r?\n$/, '');
  ensureTypable(line);
  ensurePasswordAcceptable(line);
  return line;
}

// The API's error does not name the minimum, and a terminal cannot send two lines.
function ensureTypable(password: string): void {
  if (/[\r\n]/.test(password)) throw new Failure(exitCodes.usage, 'The password must be a single line.');
  if ([...password].length >= passwordLimits.min) return;
  throw new Failure(exitCodes.usage, `The password must have at least ${passwordLimits.min} characters.`);
}

// Without characters that look alike, because people read it out or type it from paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function randomPassword(random: Random): string {
  return randomText(random, alphabet, 20);
}

/** Reads a line from the terminal without echo. */
function askForPassword(): Promise<string> {
  process.stderr.write('Password: ');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise<string>((resolve, reject) => {
    terminal.on('line', resolve);
    terminal.on('close', () => reject(new Failure(exitCodes.failed, 'No password was typed.')));
  }).finally(() => {
    terminal.close();
    process.stderr.write('\n');
  });
}
