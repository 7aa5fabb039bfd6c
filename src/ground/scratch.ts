import { rmSync } from 'node:fs';

/** Files and folders to delete if a signal ends the process, and the work on them. */
const scratch = new Map<string, AbortController>();
// Not SIGHUP: a handler would undo nohup(1).
const signals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs `use`, and deletes a file or folder afterwards, also if SIGINT or SIGTERM ends the process meanwhile. Then
 * `ended` aborts first, to end processes of `use`.
 */
export async function withScratch<Result>(path: string, use: (ended: AbortSignal) => Promise<Result>): Promise<Result> {
  if (scratch.size === 0) for (const signal of signals) process.on(signal, endBy);
  const ending = new AbortController();
  scratch.set(path, ending);
  try {
    return await use(ending.signal);
  } finally {
    deletePath(path);
    scratch.delete(path);
    if (scratch.size === 0) stopListening();
  }
}

function endBy(signal: NodeJS.Signals): void {
  for (const [path, ending] of scratch) {
    ending.abort();
    deletePath(path);
  }
  stopListening();
  process.kill(process.pid, signal);
}

function deletePath(path: string): void {
  // A thread may create another file in it meanwhile.
  rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}

function stopListening(): void {
  for (const signal of signals) process.off(signal, endBy);
}
