import { workerFiles } from '../assets.ts';
import { OnDemandThread } from '../ground/on-demand-thread.ts';
import type { ThumbnailQuestion, ThumbnailTask } from './thumbnail-worker.ts';

/** More pixels than any camera produces: a larger image may be an attempt to exhaust the memory. */
export const maxPixels = 90_000_000;

/** Whether an error of a thumbnail means that the file is no picture: the library has panicked. */
export function isInvalidPicture(error: unknown): boolean {
  return error instanceof Error && error.name === 'RuntimeError';
}

/** Creates thumbnails one at a time, in a thread that is started on demand. */
export class ThumbnailThread {
  #thread = new OnDemandThread<ThumbnailQuestion, void>(workerFiles.thumbnails);
  /** Time limit for a thumbnail, in milliseconds. */
  patience = 30_000;

  /**
   * Creates a thumbnail. Rejects if the image is invalid, takes too long or needs too much memory, and if the thread
   * ends.
   */
  async make(task: ThumbnailTask, pixels: number): Promise<void> {
    if (pixels > maxPixels) throw new Error('the picture has too many pixels');
    await this.#thread.ask({ ...task, pixels }, this.patience);
  }

  /** Ends the thread, which frees its memory. */
  end(): Promise<void> {
    return this.#thread.end();
  }
}
