import { statfsSync } from 'node:fs';

/** What fits on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** For messages, rounded up. */
export function inMib(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20);
}
