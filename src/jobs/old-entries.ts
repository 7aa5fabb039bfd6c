import { setTimeout as wait } from 'node:timers/promises';
import { deleteOldEntries } from '../audit/entries.ts';
import type { Context } from '../context.ts';

/** In milliseconds: requests come first. */
const pause = 20;

/** Deletes what the audit log has for too long, a few entries at a time. Ends early when told to. */
export async function deleteOld(app: Context, signal: AbortSignal): Promise<void> {
  while (deleteOldEntries(app) > 0) {
    await wait(pause, undefined, { ref: false });
    if (signal.aborted) break;
  }
}
