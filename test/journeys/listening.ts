import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Login, Message } from './zulip-js.ts';

export type Heard = { type: string; message: Message };

/** Lets zulip-js call back for each event; returns a function that waits for the next of a message. */
export function listen(t: TestContext, account: Login): () => Promise<Heard> {
  // What it says of a server that is gone is its own affair.
  const worker = new Worker(new URL('listener.ts', import.meta.url), { workerData: account, stdout: true });
  t.after(() => worker.terminate());
  const events: Heard[] = [];
  worker.on('message', (event: Heard) => {
    if (event.type === 'message') events.push(event);
  });
  return async () => {
    while (events.length === 0) await once(worker, 'message');
    return events.shift() as Heard;
  };
}
