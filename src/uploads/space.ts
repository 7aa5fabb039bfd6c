import type { Context } from '../context.ts';
import { type DiskSpace, findDiskSpace } from '../ground/disk-space.ts';
import { errorKind } from '../http/errors.ts';

export const diskNearlyFull = errorKind(
  'The disk of the server is nearly full; files cannot be uploaded at the moment.',
  {
    code: 'STORAGE_FULL',
    status: 503,
  },
);

const mib = 1024 * 1024;
/** A share of the disk, but at most `usualMost` bytes. */
const usualShare = 0.05;
const usualMost = 1024 * mib;

/** The disk space of the data directory. */
export function findSpace({ config }: Context): DiskSpace {
  return findDiskSpace(config.data_dir);
}

/** The space that uploads must leave free for messages, in bytes. */
export function keptSpace({ config: { keep_free_mib } }: Context, { total }: DiskSpace): number {
  return keep_free_mib === undefined ? Math.min(total * usualShare, usualMost) : keep_free_mib * mib;
}

/** Throws diskNearlyFull if `bytes` more would leave too little space. */
export function ensureSpace(app: Context, bytes: number): void {
  const space = findSpace(app);
  if (space.free - bytes < keptSpace(app, space)) throw diskNearlyFull();
}
