import type { Context } from '../context.ts';
import { findSpace, keptSpace } from '../uploads/space.ts';

const mib = 1024 * 1024;

/** Logs a warning while the disk fills up, before files and then messages are refused. */
export function warnOfFullDisk(app: Context): void {
  const space = findSpace(app);
  if (space.free >= 2 * keptSpace(app, space)) return;
  app.log.warn('the disk is nearly full', { free_mib: Math.floor(space.free / mib) });
}
