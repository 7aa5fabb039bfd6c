import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { isExecutable, searchWorkerFile } from '../assets.ts';
import { errorKind } from '../http/errors.ts';
import type { SearchOptions } from './indexed-search.ts';
import type { Progress } from './text-index.ts';
import type { FoundPage, PageRequest } from './text-search.ts';
import type { Question, Reply } from './worker.ts';

export const searchUnavailable = errorKind('The server cannot search at the moment. Please try again.', {
  code: 'SEARCH_UNAVAILABLE',
  status: 503,
});

interface Waiting {
  resolve: (page: FoundPage) => void;
  reject: (error: unknown) => void;
}

/** The thread that searches with an index, as others see it. It keeps no process alive. */
export class SearchThread {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #asked = 0;
  /** How far its index has come, as far as it told. */
  progress: Progress | undefined;

  /** `onEnd` is told why the thread ended by itself; what it was still asked is rejected. */
  constructor(options: SearchOptions, onEnd: (error: unknown) => void) {
    // Code inside the executable is no file that a thread could load.
    const code = isExecutable ? readFileSync(searchWorkerFile, 'utf8') : searchWorkerFile;
    this.#worker = new Worker(code, { eval: isExecutable, workerData: options });
    this.#worker.unref();
    this.#worker.on('message', (reply: Reply) => this.#take(reply));
    this.#worker.on('error', (error) => {
      this.#rejectAll(error);
      onEnd(error);
    });
  }

  find(request: PageRequest): Promise<FoundPage> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      this.#ask({ id, request: { ...request, narrow: cloneable(request.narrow) } });
    });
  }

  /** Whether to go on indexing until nothing is missing, or to rest. */
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
      return;
    }
    this.#waiting.get(reply.id)?.resolve(reply.page);
    this.#waiting.delete(reply.id);
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** A narrow without its functions, which are for the thread that compiled it. */
function cloneable(narrow: PageRequest['narrow']): PageRequest['narrow'] {
  const conditions = narrow.conditions.map(({ findHits: _, ...condition }) => condition);
  return { ...narrow, conditions, findHits: undefined };
}
