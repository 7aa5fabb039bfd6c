import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import { isBuilt } from '../assets.ts';

/** The room for new objects of a thread, in MiB. V8 applies the flag's current value to each new thread. */
const semiSpace = 4;

/** Starts a thread that does not keep the process alive. `onMessage` receives what it posts. */
export function startThread<Message>(
  file: string,
  options: WorkerOptions,
  onMessage: (message: Message) => void,
): Worker {
  setFlagsFromString(`--max-semi-space-size=${semiSpace}`);
  // A thread cannot load code by path from inside the executable.
  const code = isBuilt ? zstdDecompressSync(readFileSync(file)).toString() : file;
  const worker = new Worker(code, { ...options, eval: isBuilt });
  worker.on('message', onMessage);
  // Last, because adding a listener for messages keeps the process alive again.
  worker.unref();
  return worker;
}
