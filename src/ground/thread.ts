import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { isExecutable } from '../assets.ts';

/** In MiB: the room for new objects of a thread. V8 gives every new thread as much as this flag says at that moment. */
const semiSpace = 4;

/** Starts a thread that keeps no process alive. */
export function startThread(file: string, options: WorkerOptions = {}): Worker {
  setFlagsFromString(`--max-semi-space-size=${semiSpace}`);
  // A thread cannot load code from inside the executable by its path.
  const code = isExecutable ? readFileSync(file, 'utf8') : file;
  const worker = new Worker(code, { ...options, eval: isExecutable });
  worker.unref();
  return worker;
}
