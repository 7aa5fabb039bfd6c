import { execFile } from 'node:child_process';
import { isExecutable, mainFile } from '../assets.ts';
import { lowerPriority } from './priority.ts';

/** A command of chatd that did not exit with 0. */
export class CommandFailed extends Error {
  readonly stdout: string;

  constructor(message: string, stdout: string) {
    super(message);
    this.stdout = stdout;
  }
}

/**
 * Runs a command of this program in a separate process, which has low priority and is ended when the signal aborts.
 * Resolves to its standard output; rejects with CommandFailed. Settles once the process is gone, so that nothing is
 * left that writes to its files.
 */
export function runOwnCommand(args: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = isExecutable ? args : [mainFile, ...args];
    const child = execFile(process.execPath, all, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      signal.removeEventListener('abort', end);
      if (error) reject(new CommandFailed(stderr.trim() || error.message, stdout));
      else resolve(stdout);
    });
    // The signal option of execFile() would reject while the process is still ending.
    const end = () => child.kill();
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}
