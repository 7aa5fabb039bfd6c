import type { Worker } from 'node:worker_threads';
import { workerFiles } from '../assets.ts';
import { startThread } from '../ground/thread.ts';
import { errorKind } from '../http/errors.ts';
import { isDamage, type Progress } from './text-index.ts';
import type { PageRequest, ThreadPage } from './text-search.ts';
import type { Failure, Question, Reply, ThreadOptions } from './worker.ts';

export const searchUnavailable = errorKind('The server cannot search at the moment. Please try again.', {
  code: 'SEARCH_UNAVAILABLE',
  status: 503,
});

/** The thread ended for a reason other than this search; a new thread may answer it. */
export class ThreadEnded extends Error {}

interface Waiting {
  resolve: (page: ThreadPage) => void;
  reject: (error: unknown) => void;
}

/** The main thread's side of the search thread. It does not keep the process alive. */
export class SearchThread {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #asked = 0;
  #onEnd: (error: unknown) => void;
  /** The index's progress, as last reported by the thread. */
  progress: Progress | undefined;

  /** `onEnd` gets the error that ended the thread; its open searches reject with ThreadEnded. */
  constructor(options: ThreadOptions, onEnd: (error: unknown) => void) {
    this.#worker = startThread<Reply[]>(workerFiles.search, { workerData: options }, (replies) => {
      for (const reply of replies) this.#take(reply);
    });
    this.#onEnd = onEnd;
    this.#worker.on('error', (error) => this.#end(error));
  }

  /** Rejects with ThreadEnded, with the search's own error, or if the signal aborts. */
  find(request: PageRequest, signal: AbortSignal): Promise<ThreadPage> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      this.#ask({ id, request: JSON.stringify({ ...request, narrow: cloneable(request.narrow) }) });
      signal.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return;
        this.#ask({ dropped: id });
        reject(signal.reason);
      });
    });
  }

  /** Whether to index until nothing is missing, or to pause. */
  follow(follows: boolean): void {
    this.#ask({ follows });
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
    this.#rejectAll(searchUnavailable());
  }

  #ask(question: Question): void {
    this.#worker.postMessage(question);
  }

  #take(reply: Reply): void {
    if ('progress' in reply) {
      this.progress = reply.progress;
    } else if ('failure' in reply) {
      this.#fail(reply.id, reply.failure);
    } else {
      this.#waiting.get(reply.id)?.resolve(reply.page);
      this.#waiting.delete(reply.id);
    }
  }

  // A damaged index would fail all searches, so the thread ends.
  #fail(id: number, { message, ...details }: Failure): void {
    const error = Object.assign(new Error(message), details);
    if (isDamage(error)) {
      void this.#worker.terminate();
      this.#end(error);
    } else {
      this.#waiting.get(id)?.reject(error);
      this.#waiting.delete(id);
    }
  }

  #end(cause: unknown): void {
    this.#onEnd(cause);
    this.#rejectAll(new ThreadEnded('the search thread ended', { cause }));
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** A narrow without functions, which cannot be sent to a thread. The thread adds its own. */
function cloneable(narrow: PageRequest['narrow']): PageRequest['narrow'] {
  const conditions = narrow.conditions.map(({ findHits: _, ...condition }) => condition);
  return { ...narrow, conditions, findHits: undefined };
}
