import type { ResourceLimits, Worker } from 'node:worker_threads';
import { startThread } from './thread.ts';
import type { Answered, Asked } from './thread-answers.ts';

/** In milliseconds. A thread costs memory, and its questions are seldom on most servers. */
const idlePatience = 30_000;

interface Waiting<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * A thread that answers questions. The first question starts it; it ends when it has been idle for half a minute, when
 * an answer takes too long, and when it breaks. A later question starts another.
 */
export class OnDemandThread<Question, Answer> {
  readonly #file: string;
  readonly #limits: ResourceLimits;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting<Answer>>();
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;

  /** `file` calls `answerQuestions`. */
  constructor(file: string, limits: ResourceLimits = {}) {
    this.#file = file;
    this.#limits = limits;
  }

  /** Rejects if the answer takes longer than `patience` milliseconds, and if the thread ends for any other reason. */
  ask(question: Question, patience: number): Promise<Answer> {
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.#end(worker, new Error('the thread took too long')), patience);
      this.#waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, question } satisfies Asked<Question>);
    });
  }

  /** Ends the thread, which frees its memory. */
  async end(): Promise<void> {
    if (this.#worker) await this.#end(this.#worker, new Error('the thread was ended'));
  }

  #start(): Worker {
    const options = { stderr: true, resourceLimits: this.#limits };
    const worker = startThread<Answered<Answer>>(this.#file, options, (answered) => this.#take(worker, answered));
    return worker
      .on('error', (error) => void this.#end(worker, error))
      .on('exit', () => void this.#end(worker, new Error('the thread ended')));
  }

  #take(worker: Worker, { id, answer }: Answered<Answer>): void {
    const waiting = this.#waiting.get(id);
    // The thread was ended meanwhile.
    if (!waiting) return;
    this.#waiting.delete(id);
    clearTimeout(waiting.timer);
    waiting.resolve(answer);
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => void this.#end(worker, new Error('the thread was idle')), idlePatience).unref();
  }

  /** Ends a thread; its open questions reject. */
  async #end(worker: Worker, error: unknown): Promise<void> {
    // A new thread may have replaced it.
    if (worker !== this.#worker) return;
    this.#worker = undefined;
    clearTimeout(this.#idle);
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#waiting.clear();
    await worker.terminate();
  }
}
