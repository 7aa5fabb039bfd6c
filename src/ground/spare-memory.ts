import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Length of an interval, in milliseconds. */
const every = 10_000;
/** The share of an interval up to which a thread counts as idle. */
const mostWork = 0.05;
/** Idle intervals in a row before the collection: it delays clients that are still active. */
const idleBefore = 2;

/**
 * Returns memory to the system once this thread has been idle for twenty seconds after a busy time: collects all
 * garbage, which V8 does only while a program allocates, and calls `release`. Returns a function that stops this.
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
    collect();
    release();
    // Otherwise a long collection would count as the next busy time.
    last = process.threadCpuUsage();
  }, every).unref();
  return () => clearInterval(timer);
}

/** Returns a function that runs the kind of collection after which V8 keeps no freed pages. */
function garbageCollection(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  return () => collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
