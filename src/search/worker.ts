// The thread that keeps the text index and searches with it, so that neither holds up requests.
import { parentPort, workerData } from 'node:worker_threads';
import { IndexedSearch, type SearchOptions } from './indexed-search.ts';
import type { Progress } from './text-index.ts';
import type { FoundPage, PageRequest } from './text-search.ts';
import { Turns } from './turns.ts';

/** What the thread is asked: to find a page, to stop doing so, or to go on indexing or to rest. */
export type Question = { id: number; request: PageRequest } | { dropped: number } | { follows: boolean };

/** What it answers: what it found, why a search failed, or how far the index has come. */
export type Reply = { id: number; page: FoundPage } | { id: number; failure: Failure } | { progress: Progress };

/** An error in a form that reaches another thread whole. */
export interface Failure {
  message: string;
  stack: string | undefined;
  code: unknown;
}

export interface ThreadOptions extends SearchOptions {
  /** Milliseconds that a search may take. */
  budget: number;
}

/** So many messages are indexed at once: a search that comes meanwhile waits for them. */
const step = 100;
const stepsToTell = 20;

const options = workerData as ThreadOptions;
const search = new IndexedSearch(options);
const turns = new Turns(search.messages, () => options.budget);
const running = new Map<number, AbortController>();
let follows = false;
let isFollowing = false;

parentPort?.on('message', (question: Question) => {
  if ('id' in question) {
    void answer(question.id, question.request);
  } else if ('dropped' in question) {
    running.get(question.dropped)?.abort();
  } else {
    follows = question.follows;
    if (follows && !isFollowing) follow(1);
  }
});
tell({ progress: search.progress });

async function answer(id: number, request: PageRequest): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    tell({ id, page: await turns.run(search.find(request), controller.signal) });
  } catch (error) {
    const { message, stack, code } = error as Error & { code?: unknown };
    tell({ id, failure: { message, stack, code } });
  } finally {
    running.delete(id);
  }
}

/** Indexes in steps, between which searches are answered. It leaves half of a processor to others. */
function follow(steps: number): void {
  const began = performance.now();
  isFollowing = follows && search.step(step);
  if (!isFollowing || steps % stepsToTell === 0) tell({ progress: search.progress });
  if (isFollowing) setTimeout(follow, performance.now() - began, steps + 1);
}

function tell(reply: Reply): void {
  parentPort?.postMessage(reply);
}
