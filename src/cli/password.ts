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

/** The password that the options ask for; undefined when they ask for none. Throws when it is not acceptable. */
export async function readPassword(options: PasswordOptions, random: Random): Promise<string | undefined> {
  if (options.randomPassword) return randomPassword(random);
  if (!options.passwordStdin) return undefined;
  const password = process.stdin.isTTY ? await askForPassword() : await text(process.stdin);
  const line = password.replace(/\r?\n$/, '');
  ensureTypable(line);
  ensurePasswordAcceptable(line);
  return line;
}

// The error of the API does not say how many characters it takes, and nobody can type two lines.
function ensureTypable(password: string): void {
  if (/[\r\n]/.test(password)) throw new Failure(exitCodes.usage, 'The password must be a single line.');
  if ([...password].length >= passwordLimits.min) return;
  throw new Failure(exitCodes.usage, `The password must have at least ${passwordLimits.min} characters.`);
}

// Without characters that look like others, to be read out or typed from paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function randomPassword(random: Random): string {
  return randomText(random, alphabet, 20);
}

/** Reads a line from the terminal that does not show what is typed. */
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
