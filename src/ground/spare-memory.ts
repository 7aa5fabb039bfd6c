import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** In milliseconds. */
const every = 10_000;
/** The share of the time that an idle thread may be at work. */
const mostWork = 0.05;
/** Idle intervals in a row, because whoever is still there waits for the collection. */
const idleBefore = 2;

/**
 * Gives memory back to the system once this thread was idle for twenty seconds after a busy time: `release` is called,
 * and all garbage is collected, which V8 itself does only while a program allocates. Returns a function that ends it.
 */
export function spareMemory(release: () => void): () => void {
  const collect = garbageCollection();
  let idle = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = process.threadCpuUsage();
    const work = (now.user + now.system - last.user - last.system) / 1000 / every;
    last = now;
    idle = work <= mostWork ? idle + 1 : 0;
    if (idle !== idleBefore) return;
    release();
    collect();
    // Else a collection that takes long would count as the next busy time.
    last = process.threadCpuUsage();
  }, every).unref();
  return () => clearInterval(timer);
}

/** A collection of the kind after which V8 keeps no freed pages. */
function garbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
