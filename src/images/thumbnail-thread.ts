import type { Worker } from 'node:worker_threads';
import { thumbnailWorkerFile } from '../assets.ts';
import { startThread } from '../ground/thread.ts';
import type { ThumbnailQuestion, ThumbnailTask } from './thumbnail-worker.ts';

/** More pixels than any camera produces: a larger image may be an attempt to exhaust the memory. */
export const maxPixels = 90_000_000;

/** Makes thumbnails one at a time, in a thread that is started on demand. */
export class ThumbnailThread {
  #worker: Worker | undefined;
  /** Time limit for a thumbnail, in milliseconds. */
  patience = 30_000;

  /**
   * Makes a thumbnail. Rejects if the image is invalid, takes too long or needs too much memory, and if the thread
   * ends.
   */
  make(task: ThumbnailTask, pixels: number): Promise<void> {
    if (pixels > maxPixels) return Promise.reject(new Error('the picture has too many pixels'));
    this.#worker ??= startThread(thumbnailWorkerFile, { stderr: true });
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(new Error('the picture took too long')), this.patience);
      const finish = (error?: unknown) => {
        clearTimeout(timer);
        worker.removeAllListeners().on('error', () => {});
        if (error === undefined) return resolve();
        // After an error the library's memory may be corrupt.
        void this.end();
        reject(error);
      };
      worker.once('message', () => finish());
      worker.once('error', finish);
      worker.once('exit', () => finish(new Error('the thread ended')));
      worker.postMessage({ ...task, pixels } satisfies ThumbnailQuestion);
    });
  }

  /** Ends the thread, which frees its memory. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
