import type { Worker } from 'node:worker_threads';
import { thumbnailWorkerFile } from '../assets.ts';
import { startThread } from '../ground/thread.ts';
import type { ThumbnailQuestion, ThumbnailTask } from './thumbnail-worker.ts';

/** More pixels than any camera produces: a larger image may be an attempt to exhaust the memory. */
export const maxPixels = 90_000_000;

/** Creates thumbnails one at a time, in a thread that is started on demand. */
export class ThumbnailThread {
  #worker: Worker | undefined;
  /** Time limit for a thumbnail, in milliseconds. */
  patience = 30_000;

  /**
   * Creates a thumbnail. Rejects if the image is invalid, takes too long or needs too much memory, and if the thread
   * ends.
   */
  make(task: ThumbnailTask, pixels: number): Promise<void> {
    if (pixels > maxPixels) return Promise.reject(new Error('the picture has too many pixels'));
    // Without a listener, an error between two pictures would end the process.
    this.#worker ??= startThread(thumbnailWorkerFile, { stderr: true }).on('error', () => {});
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const made = () => {
        finish();
        resolve();
      };
      const broken = (error: unknown) => {
        finish();
        // After an error the library's memory may be corrupt.
        void this.end();
        reject(error);
      };
      const ended = () => broken(new Error('the thread ended'));
      const timer = setTimeout(() => broken(new Error('the picture took too long')), this.patience);
      const finish = () => {
        clearTimeout(timer);
        worker.off('message', made).off('error', broken).off('exit', ended);
      };
      worker.on('message', made).on('error', broken).on('exit', ended);
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
