import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { launcher } from '../support/program.ts';

/** A chatd in a process of its own, which can be killed. */
export interface ServerProcess {
  url: string;
  /** Ends it and the commands that it runs, as a power button does; resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it as an administrator does. */
  stop(): Promise<void>;
  /** Its exit code, once it ended by whatever. */
  ended: Promise<number | null>;
}

/** Serves a data directory, on a free port unless one is named, with more variables; resolves once it listens. */
export async function startProcess(
  folder: string,
  variables: Record<string, string> = {},
  listen = '127.0.0.1:0',
): Promise<ServerProcess> {
  const args = ['serve', '--listen', listen, '--data-dir', folder, '--log-format', 'json'];
  const env = { ...process.env, ...variables };
  const child = spawn(launcher, args, { stdio: ['ignore', 'ignore', 'pipe'], env, detached: true });
  const gone = once(child, 'exit');
  const url = await addressOf(child);
  const end = async (signal: NodeJS.Signals) => {
    // A detached process leads a group: an orphaned check would go on in a folder that is about to be deleted.
    const isGone = child.exitCode !== null || child.signalCode !== null;
    if (signal === 'SIGKILL' && !isGone) process.kill(-(child.pid as number), signal);
    else child.kill(signal);
    await gone;
  };
  const ended = gone.then(([code]) => code as number | null);
  return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), ended };
}

/** Makes an account in a data directory that no server need have open; returns its login. */
export async function createAccount(folder: string, email: string): Promise<{ email: string; key: string }> {
  const names = ['create-user', email, '--name', 'Sender', '--role', 'owner', '--random-password', '--json'];
  const { stdout } = await promisify(execFile)(launcher, [...names, '--data-dir', folder]);
  return { email, key: (JSON.parse(stdout) as { api_key: string }).api_key };
}

/** Waits until a load has had an effect, or has ended. */
export async function awaitEffect(load: Promise<unknown>, hasEffect: () => boolean): Promise<void> {
  const isOver = load.then(() => true);
  while (!hasEffect() && !(await Promise.race([isOver, wait(1)])));
}

/** Reads the log until the line that tells the address. */
async function addressOf(child: ChildProcess): Promise<string> {
  const said: string[] = [];
  const lines = createInterface({ input: child.stderr as NodeJS.ReadableStream });
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line);
      const { address } = parse(line);
      if (address) resolve(address);
    });
    lines.on('close', () => reject(new Error(`chatd did not start:\n${said.join('\n')}`)));
  });
  return address;
}

function parse(line: string): { address?: string } {
  return line.startsWith('{') ? (JSON.parse(line) as { address?: string }) : {};
}
