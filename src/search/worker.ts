// The search thread: it updates the text index and searches with it, so that neither blocks requests.
import { parentPort, workerData } from 'node:worker_threads';
import { spareMemory } from '../ground/spare-memory.ts';
import { IndexedSearch, type SearchOptions } from './indexed-search.ts';
import type { Progress } from './text-index.ts';
import type { PageRequest, ThreadPage } from './text-search.ts';
import { Turns } from './turns.ts';

/** To the thread: find a page, drop a search, or index or pause. A request is JSON, which is copied faster. */
export type Question = { id: number; request: string } | { dropped: number } | { follows: boolean };

/** From the thread, in lists: a page, a failed search, or the progress of the index. */
export type Reply = { id: number; page: ThreadPage } | { id: number; failure: Failure } | { progress: Progress };

/** An error that can be sent to another thread without loss. */
export interface Failure {
  message: string;
  stack: string | undefined;
  code: unknown;
}

export interface ThreadOptions extends SearchOptions {
  /** Maximum time of a search, in milliseconds. */
  budget: number;
}

/** Messages indexed at once. A search that arrives meanwhile waits for them. */
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
    void answer(question.id, JSON.parse(question.request) as PageRequest);
  } else if ('dropped' in question) {
    running.get(question.dropped)?.abort();
  } else {
    follows = question.follows;
    if (follows && !isFollowing) follow(1);
  }
});
let replies: Reply[] = [];
spareMemory(() => search.freeMemory());
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

/** Indexes in steps; searches run between them. It pauses as long as a step took, to leave half of a processor free. */
function follow(steps: number): void {
  const began = performance.now();
  isFollowing = follows && search.step(step);
  if (!isFollowing || steps % stepsToTell === 0) tell({ progress: search.progress });
  if (isFollowing) setTimeout(follow, performance.now() - began, steps + 1);
}

/** Sends a reply, together with the others of this turn of the event loop. */
function tell(reply: Reply): void {
  if (replies.length === 0) process.nextTick(sendReplies);
  replies.push(reply);
}

function sendReplies(): void {
  parentPort?.postMessage(replies);
  replies = [];
}
