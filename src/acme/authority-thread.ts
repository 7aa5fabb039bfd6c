import type { Worker } from 'node:worker_threads';
import { workerFiles } from '../assets.ts';
import { startThread } from '../ground/thread.ts';
import type { Challenge } from './challenges.ts';
import type { Reply, Task } from './worker.ts';

/** In milliseconds: an authority looks at the challenges several times before it gives up. */
const patience = 600_000;

/** The authority did not do what it was asked for. */
export class AuthorityFailed extends Error {
  /** The seconds that it wants others to wait; undefined if it did not say. */
  readonly wait: number | undefined;

  constructor(message: string, wait?: number) {
    super(message);
    this.wait = wait;
  }
}

/** Only what an authority is asked for calls the functions. */
interface Listeners {
  onChallenge?(challenge: Challenge): void;
  onAccountKey?(key: string): void;
  onOwnCertificate?(pem: string): void;
  signal?: AbortSignal;
}

/** The last reply of the thread. */
type Result = Extract<Reply, { certificate: string } | { renew_at: number | undefined }>;

/** Does one task in a thread of its own. Rejects with AuthorityFailed. */
export function askAuthority(task: Task, listeners: Listeners = {}): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const end = (error: Error) => {
      void worker.terminate();
      reject(error);
    };
    const stop = () => end(new AuthorityFailed('the server stops'));
    // Keeps the process alive, which the thread does not.
    const timer = setTimeout(() => end(new AuthorityFailed('it took too long')), patience);
    const worker: Worker = startThread<Reply>(workerFiles.acme, { workerData: task, stderr: true }, (reply) => {
      if ('challenge' in reply) {
        listeners.onChallenge?.(reply.challenge);
        worker.postMessage(reply.number);
      } else if ('account_key' in reply) {
        listeners.onAccountKey?.(reply.account_key);
      } else if ('own_certificate' in reply) {
        listeners.onOwnCertificate?.(reply.own_certificate);
      } else if ('failure' in reply) {
        end(new AuthorityFailed(reply.failure, reply.wait));
      } else {
        void worker.terminate();
        resolve(reply);
      }
    });
    worker.on('error', end).on('exit', () => {
      clearTimeout(timer);
      listeners.signal?.removeEventListener('abort', stop);
      reject(new AuthorityFailed('the thread ended'));
    });
    listeners.signal?.addEventListener('abort', stop);
  });
}
