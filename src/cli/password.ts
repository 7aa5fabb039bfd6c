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

/** The password according to the options; undefined if there is none. Throws if it is not acceptable. */
export async function readPassword(options: PasswordOptions, random: Random): Promise<string | undefined> {
  if (options.randomPassword) return randomPassword(random);
  if (!options.passwordStdin) return undefined;
  if (process.stdin.isTTY) return askForPassword();
  return acceptable((await text(process.stdin)).replace(/\r?\n$/, ''));
}

/** Whether the program can ask questions: standard input and standard error are a terminal. */
export function isOnTerminal(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks for a password on the terminal, twice and without echo. Throws Failure if the two differ. */
export async function askForPassword(prompt = 'Password: '): Promise<string> {
  const password = acceptable(await askUnseen(prompt));
  await confirm(password);
  return password;
}

/** The same, but an empty answer means no password. */
export async function askForOptionalPassword(): Promise<string | undefined> {
  const password = await askUnseen('Password (empty for none): ');
  if (password === '') return undefined;
  acceptable(password);
  await confirm(password);
  return password;
}

async function confirm(password: string): Promise<void> {
  if ((await askUnseen('Repeat the password: ')) === password) return;
  throw new Failure(exitCodes.usage, 'The two passwords differ; nothing changed.');
}

function acceptable(password: string): string {
  ensureTypable(password);
  ensurePasswordAcceptable(password);
  return password;
}

// The API's error does not name the minimum, and a terminal cannot send two lines.
function ensureTypable(password: string): void {
  if (/[\r\n]/.test(password)) throw new Failure(exitCodes.usage, 'The password must be a single line.');
  if ([...password].length >= passwordLimits.min) return;
  throw new Failure(exitCodes.usage, `The password must have at least ${passwordLimits.min} characters.`);
}

// Without characters that look alike, because people read passwords out or type them from paper.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function randomPassword(random: Random): string {
  return randomText(random, alphabet, 20);
}

/** Reads a line from the terminal without echo. */
function askUnseen(prompt: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // From here on the terminal echoes nothing.
  process.stderr.write(prompt);
  return new Promise<string>((resolve, reject) => {
    terminal.on('line', resolve);
    terminal.on('close', () => reject(new Failure(exitCodes.failed, 'No password was typed.')));
  }).finally(() => {
    terminal.close();
    process.stderr.write('\n');
  });
}
