import type { Context } from '../context.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { Service } from '../ground/service.ts';
import { TaskRunner } from '../ground/task-runner.ts';
import { doContinueClosing, findClosing } from './channel-reading.ts';

/**
 * Marks the messages of archived channels as read for some hundred subscribers at a time, so that other requests need
 * not wait.
 */
export class ChannelCloser implements Service<Context & SubmitsWrites> {
  #runner = new TaskRunner<number, 'one after the other'>(1);

  /** Starts with the channels that were not finished before the last stop. */
  start(app: Context & SubmitsWrites): void {
    this.#runner.start({
      next: ({ size }) => (size === 0 ? findClosing(app.db) : undefined),
      laneOf: () => 'one after the other',
      run: async (channel_id) => () => close(app, channel_id),
      onError: (error, channel_id) =>
        app.log.error('an archived channel could not be marked as read', { channel_id, error }),
    });
  }

  stop(patience?: number): Promise<void> {
    return this.#runner.stop(patience);
  }

  /** Looks for channels to close. */
  wake(): void {
    this.#runner.wake();
  }
}

async function close(app: Context & SubmitsWrites, channel_id: number): Promise<number> {
  await app.writes.submit(() => doContinueClosing(app, channel_id));
  return 0;
}
