import { AsyncLocalStorage } from 'node:async_hooks';
import { runCommand } from '../../src/cli/program.ts';
import type { Run } from './place.ts';

const running = new AsyncLocalStorage<Run>();

/** The working directory and the environment are those of the whole process, so one command waits for another. */
let last: Promise<unknown> = Promise.resolve();

for (const name of ['stdout', 'stderr'] as const) {
  const stream = process[name];
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  stream.write = (...args: unknown[]) => {
    const run = running.getStore();
    // The test runner writes there too.
    if (!run) return write(...args);
    run[name] += args[0];
    return true;
  };
}

/** Runs a command in this process, as if started in a folder with these variables beside the process's own. */
export function runInside(folder: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const run = last.then(async () => {
    const before = { env: process.env, folder: process.cwd() };
    process.env = { ...before.env, ...env };
    process.chdir(folder);
    try {
      const ended: Run = { exitCode: null, stdout: '', stderr: '' };
      ended.exitCode = await running.run(ended, () => runCommand(args));
      return ended;
    } finally {
      process.env = before.env;
      process.chdir(before.folder);
    }
  });
  last = run.catch(() => {});
  return run;
}
