// The thread that keeps the text index and searches with it, so that neither holds up requests.
import { parentPort, workerData } from 'node:worker_threads';
import { IndexedSearch, type SearchOptions } from './indexed-search.ts';
import type { Progress } from './text-index.ts';
import type { FoundPage, PageRequest } from './text-search.ts';

/** What the thread is asked: to find a page, or to go on indexing or to rest. */
export type Question = { id: number; request: PageRequest } | { follows: boolean };

/** What it answers: what it found, or how far the index has come. What it cannot do ends it. */
export type Reply = { id: number; page: FoundPage } | { progress: Progress };

/** So many messages are indexed at once: a search that comes meanwhile waits for them. */
const step = 100;
const stepsToTell = 20;

const search = new IndexedSearch(workerData as SearchOptions);
let follows = false;
let isFollowing = false;

parentPort?.on('message', (question: Question) => {
  if ('id' in question) {
    tell({ id: question.id, page: search.find(question.request) });
  } else {
    follows = question.follows;
    if (follows && !isFollowing) follow(1);
  }
});
tell({ progress: search.progress });

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
