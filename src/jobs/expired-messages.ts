import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { doDeleteExpired } from '../messages/retention.ts';

/** In milliseconds; leaves time for requests. */
const pause = 10;

/** Deletes expired messages, a few at a time, and logs their number. Stops when the signal aborts. */
export async function deleteExpired(app: Context, signal: AbortSignal): Promise<void> {
  const gone = new Map<number | null, number>();
  for (let batch = doDeleteExpired(app); batch.length > 0; batch = doDeleteExpired(app)) {
    for (const { channel_id, count } of batch) gone.set(channel_id, (gone.get(channel_id) ?? 0) + count);
    await wait(pause, undefined, { ref: false });
    if (signal.aborted) break;
    // Otherwise a later batch would run the checkpoint for many batches at once.
    app.db.connection.pragma('wal_checkpoint(PASSIVE)');
    await wait(pause, undefined, { ref: false });
    if (signal.aborted) break;
  }
  for (const [channel_id, messages] of gone) app.log.info('expired messages deleted', { channel_id, messages });
}
