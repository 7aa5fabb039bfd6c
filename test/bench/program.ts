import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeData, temporaryFolder } from './data.ts';

/** A server as users start it: its command for a port. */
export type Command = (port: number) => string[];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The bare process that start-up and memory are held against. */
export function bareCommand(): Command {
  const folder = temporaryFolder();
  return (port) => [process.execPath, join(root, 'test/bench/servers/bare.ts'), folder, String(port)];
}

/** The ways to start chatd that are there, on a data directory in use: from the checkout, and as executable. */
export function chatdCommands(
  folder: string = makeData({ people: 10, channels: 5, messages: 500 }).folder,
): Record<string, Command> {
  const serve = (program: string) => (port: number) => [
    join(root, program),
    'serve',
    '--listen',
    `127.0.0.1:${port}`,
    '--data-dir',
    folder,
  ];
  const commands = { checkout: serve('bin/chatd'), executable: serve('dist/chatd') };
  return existsSync(join(root, 'dist/chatd')) ? commands : { checkout: commands.checkout };
}

/** A running server. */
export interface Running {
  pid: number;
  port: number;
  /** Milliseconds from the start of the process until its first answer. */
  took: number;
  /** Resident memory, in MB. */
  memory(): number;
  /** Processor time of all its threads so far, in milliseconds. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** Starts a server and waits for its first answer. */
export async function start(command: Command): Promise<Running> {
  const port = await freePort();
  const [program = '', ...args] = command(port);
  const began = performance.now();
  const child = spawn(program, args, { stdio: 'ignore' });
  while (!(await answers(port))) if (child.exitCode !== null) throw new Error(`${program} ended`);
  const took = performance.now() - began;
  return {
    pid: child.pid as number,
    port,
    took,
    memory: () => residentMemory(child),
    processorTime: () => processorTime(child),
    stop: () => stop(child),
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      { port, host: '127.0.0.1', path: '/api/v1/server_settings', agent: new Agent() },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
      },
    );
    // Asked too often, the question would take the processor from the one who is asked.
    request.on('error', () => setTimeout(resolve, 3, false));
  });
}

function residentMemory({ pid }: ChildProcess): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

// The counters of getrusage(2) are too coarse for a process at rest.
function processorTime({ pid }: ChildProcess): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
