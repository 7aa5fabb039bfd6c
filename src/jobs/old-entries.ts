import { setTimeout as wait } from 'node:timers/promises';
import { deleteOldEntries } from '../audit/entries.ts';
import type { Context } from '../context.ts';

/** In milliseconds: requests come first. */
const pause = 20;

/** Deletes expired entries of the audit log, a few at a time. Stops when the signal aborts. */
export async function deleteOld(app: Context, signal: AbortSignal): Promise<void> {
  while (deleteOldEntries(app) > 0) {
    await wait(pause, undefined, { ref: false });
    if (signal.aborted) break;
  }
}
