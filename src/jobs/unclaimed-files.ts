import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { doDeleteUnclaimed } from '../uploads/attachment.ts';
import { advanceDropped } from '../uploads/dropped.ts';

/** In milliseconds; leaves time for requests. */
const pause = 20;

/** Deletes files that nothing has referred to for a day, a few at a time. Stops when the signal aborts. */
export async function deleteUnclaimed(app: Context, signal: AbortSignal): Promise<void> {
  while (doDeleteUnclaimed(app) > 0) {
    await wait(pause, undefined, { ref: false });
    if (signal.aborted) break;
  }
}

/** Moves deleted files to the trash and empties it, a few files at a time. Stops when the signal aborts. */
export async function clearDropped(app: Context, signal: AbortSignal): Promise<void> {
  while (advanceDropped(app) > 0) {
    await wait(pause, undefined, { ref: false });
    if (signal.aborted) break;
  }
}
