import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isExecutable, thumbnailWorkerFile } from '../assets.ts';
import type { ThumbnailQuestion, ThumbnailTask } from './thumbnail-worker.ts';

/** More pixels than any camera makes: a picture that claims more is out to fill the memory. */
export const maxPixels = 90_000_000;

/** Makes thumbnails, one at a time, in a thread that lives while there are any to make. */
export class ThumbnailThread {
  #worker: Worker | undefined;
  /** How long a thumbnail may take, in milliseconds. */
  patience = 30_000;

  /** Makes one. Rejects for what is no picture, for one that takes too long or needs too much, and when it is ended. */
  make(task: ThumbnailTask, pixels: number): Promise<void> {
    if (pixels > maxPixels) return Promise.reject(new Error('the picture has too many pixels'));
    this.#worker ??= startWorker();
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => finish(new Error('the picture took too long')), this.patience);
      const finish = (error?: unknown) => {
        clearTimeout(timer);
        worker.removeAllListeners().on('error', () => {});
        if (error === undefined) return resolve();
        // After a fault nothing of the library's memory can be trusted.
        void this.end();
        reject(error);
      };
      worker.once('message', () => finish());
      worker.once('error', finish);
      worker.once('exit', () => finish(new Error('the thread ended')));
      worker.postMessage({ ...task, pixels } satisfies ThumbnailQuestion);
    });
  }

  /** Ends the thread, which gives its memory back. */
  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function startWorker(): Worker {
  // Code inside the executable is no file that a thread could load.
  const code = isExecutable ? readFileSync(thumbnailWorkerFile, 'utf8') : thumbnailWorkerFile;
  const worker = new Worker(code, { eval: isExecutable, stderr: true });
  worker.unref();
  return worker;
}
