import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { type Options as CreateOptions, createAccount } from '../../src/cli/create-user.ts';
import { openApp } from '../../src/cli/open-app.ts';
import { silentLog } from '../../src/ground/log.ts';
import { Client } from '../support/client.ts';
import { launcher } from '../support/program.ts';
import { serve, testConfig } from '../support/server.ts';
import { runInside } from './command.ts';

interface RunOptions {
  /** What the program reads from standard input. */
  input?: string;
  /** Variables beside PATH and HOME. */
  env?: Record<string, string>;
}

/** How a run of the program ended, and all that it wrote. */
export interface Run {
  exitCode: number | null;
  stdout: string;
  stderr: string;
}

/** A server in a process of its own. */
export interface Serving {
  /** Of its address; credentials come from an account that `create-user --json` printed. */
  as(account?: { email: string; api_key: string }): Client;
  url: string;
  pid: number;
  /** What it has written to standard error so far. */
  said(): string;
  /** Waits until it has written a text to standard error. */
  hear(text: string): Promise<void>;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Run>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process is gone. */
  ended: Promise<Run>;
}

/** A folder of a test's own, which is also the home and the working directory of the programs that run in it. */
export interface Place {
  folder: string;
  path(name: string): string;
  /** Runs the program to its end, to see what needs a process: standard input, signals, permissions, its start. */
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  /** Runs a command in the test's own process, which takes a tenth of the time; with these variables. */
  ask(args: readonly string[], env?: Record<string, string>): Promise<Run>;
  /** Makes an account by asking the command for it, and returns what was printed. */
  create(email: string, ...args: string[]): Promise<Account>;
  /** Makes the same account without the command. */
  addAccount(email: string, options?: Partial<CreateOptions>): Promise<Account>;
  /** Starts a server on a free port and waits until it runs; it ends with the test. `before` precedes the command. */
  serve(args?: readonly string[], options?: RunOptions, before?: readonly string[]): Promise<Serving>;
  /** Answers for the default data directory in the test's own process, to see what commands have done. */
  answer(): Promise<Pick<Serving, 'as'>>;
}

export interface Account {
  user_id: number;
  email: string;
  full_name: string;
  role: string;
  api_key: string;
  password?: string;
}

/** A fresh place, with a program to run in it: chatd unless another is named. */
export function makePlace(t: TestContext, program: string = launcher, path = process.env.PATH ?? ''): Place {
  const folder = mkdtempSync(join(tmpdir(), 'chatd-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const start = (args: readonly string[], { env }: RunOptions = {}, timeout?: number) =>
    spawn(program, args, { cwd: folder, env: { PATH: path, HOME: folder, ...env }, timeout, killSignal: 'SIGKILL' });
  const run = async (args: readonly string[], options?: RunOptions) => {
    // A server that should not have started would never end. A busy machine takes many seconds to start a program.
    const child = start(args, options, 120_000);
    child.stdin.end(options?.input ?? '');
    return outcome(child);
  };
  const ask = (args: readonly string[], env?: Record<string, string>) => runInside(folder, args, env);
  return {
    folder,
    path: (name) => join(folder, name),
    run,
    ask,
    async create(email, ...args) {
      const { stdout, stderr } = await ask(['create-user', email, '--name', nameFor(email), '--json', ...args]);
      if (stdout === '') throw new Error(stderr);
      return JSON.parse(stdout) as Account;
    },
    async addAccount(email, { dataDir = 'chatd-data', ...options } = {}) {
      const values = { name: nameFor(email), role: 'member', ...options, dataDir: join(folder, dataDir) } as const;
      const { account } = await createAccount(email, values);
      return account as Account;
    },
    async serve(args = [], options = {}, before = []) {
      const child = start([...before, 'serve', '--listen', '127.0.0.1:0', ...args], options);
      const serving = await watch(child);
      t.after(() => serving.end('SIGKILL'));
      return serving;
    },
    async answer() {
      const app = openApp({ ...testConfig(), data_dir: join(folder, 'chatd-data') }, silentLog);
      const url = await serve(t, app);
      return { as: clientsOf(url) };
    },
  };
}

function clientsOf(url: string): Serving['as'] {
  return (account) => new Client(url, account && { email: account.email, key: account.api_key });
}

function nameFor(email: string): string {
  return `The ${email.replace(/@.*/, '')}`;
}

/** The permission bits of a file or folder, in octal. */
export function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

/** The fields of a zuliprc file. */
export function readZuliprc(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  if (lines.shift() !== '[api]') throw new Error('a zuliprc file begins with [api]');
  return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
}

async function outcome(child: ChildProcessWithoutNullStreams): Promise<Run> {
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await ended) as [number | null];
  return { exitCode, stdout, stderr };
}

async function watch(child: ChildProcessWithoutNullStreams): Promise<Serving> {
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const ended = outcome(child);
  const hear = async (text: string) => {
    let isOver = false;
    while (!said.includes(text)) {
      if (isOver) throw new Error(`chatd ended before it said "${text}":\n${said}`);
      isOver = await Promise.race([once(child.stderr, 'data').then(() => false), ended.then(() => true)]);
    }
  };
  await hear('\n');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0] ?? '';
  return {
    as: clientsOf(url),
    url,
    pid: child.pid as number,
    said: () => said,
    hear,
    signal: (signal) => child.kill(signal),
    end(signal) {
      child.kill(signal);
      return ended;
    },
    ended,
  };
}
