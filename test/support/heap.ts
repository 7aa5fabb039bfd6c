import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By how many bytes the heap has grown for good after something was done. */
export function heapGrowth(action: () => void): number {
  const before = heapUsed();
  action();
  return heapUsed() - before;
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}
