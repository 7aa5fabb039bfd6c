import { execFile } from 'node:child_process';
import { isExecutable, mainFile } from '../assets.ts';
import { lowerPriority } from '../ground/priority.ts';

/** A command of chatd that did not exit with 0. */
export class CommandFailed extends Error {
  readonly stdout: string;

  constructor(message: string, stdout: string) {
    super(message);
    this.stdout = stdout;
  }
}

/**
 * Runs a command of this program in a separate process, which can be ended at any moment and has low priority. Resolves
 * to its standard output; rejects with CommandFailed.
 */
export function runOwnCommand(args: readonly string[], signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const all = isExecutable ? args : [mainFile, ...args];
    const options = { signal, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, all, options, (error, stdout, stderr) => {
      if (error) reject(new CommandFailed(stderr.trim() || error.message, stdout));
      else resolve(stdout);
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
  });
}
