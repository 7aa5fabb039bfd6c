import { statfsSync } from 'node:fs';

/** The space of a disk, in bytes. */
export interface DiskSpace {
  free: number;
  total: number;
}

/** The space of the disk on which a folder is. */
export function findDiskSpace(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** For messages to people, rounded up. */
export function inMib(bytes: number): number {
  return Math.ceil(bytes / 2 ** 20);
}
