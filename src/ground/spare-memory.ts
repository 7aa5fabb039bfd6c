import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The share of an interval up to which a thread counts as idle. */
const mostWork = 0.05;

/** The length of an interval in milliseconds, and how many idle ones in a row come before a collection. */
interface Patience {
  every: number;
  idle: number;
}

/** What the start left is collected soon. */
const atFirst: Patience = { every: 1000, idle: 1 };
/** A collection delays clients that are still active. */
const later: Patience = { every: 10_000, idle: 2 };

/**
 * Returns memory to the system once this thread has been idle for a second after its start, and for twenty seconds after
 * a busy time: collects all garbage, which V8 does only while a program allocates, and calls `release`. Returns a
 * function that stops this.
 */
export function spareMemory(release: () => void): () => void {
  const collect = garbageCollection();
  const spare = () => {
    collect();
    release();
  };
  const endFirst = whenIdle(atFirst, () => {
    endFirst();
    spare();
  });
  const endLater = whenIdle(later, spare);
  return () => {
    endFirst();
    endLater();
  };
}

/** Calls `action` when this thread is idle, once after each busy time. Returns a function that stops this. */
function whenIdle({ every, idle: idleBefore }: Patience, action: () => void): () => void {
  let idle = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = process.threadCpuUsage();
    const work = (now.user + now.system - last.user - last.system) / 1000 / every;
    last = now;
    idle = work <= mostWork ? idle + 1 : 0;
    if (idle !== idleBefore) return;
    action();
    // Otherwise a long action would count as the next busy time.
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
