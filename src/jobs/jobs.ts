import type { App } from '../app.ts';
import { deliverOutbox } from '../events/outbox.ts';
import { warnOfFullDisk } from './disk-space.ts';
import { deleteExpired } from './expired-messages.ts';
import { tellGrownMembers } from './grown-members.ts';
import { deleteUnclaimed } from './unclaimed-files.ts';

interface Job {
  every: number;
  /** One that takes long is not begun again before it has ended, and ends early once the signal comes. */
  run(app: App, signal: AbortSignal): void | Promise<void>;
}

/** What a running server does by itself, with how often in milliseconds. */
const jobs: readonly Job[] = [
  { every: 1000, run: ({ queues }) => queues.sweep() },
  { every: 500, run: ({ db, events }) => deliverOutbox(db, events) },
  { every: 2000, run: ({ searcher }) => searcher.follow() },
  { every: 1000, run: ({ push }) => push.wake() },
  { every: 60_000, run: (app) => tellGrownMembers(app) },
  { every: 300_000, run: deleteExpired },
  { every: 300_000, run: deleteUnclaimed },
  { every: 3_600_000, run: warnOfFullDisk },
  { every: 10_000, run: ({ thumbnailer }) => thumbnailer.wake() },
];

/** Starts the timers of a server; returns how to stop them. They keep no process alive. */
export function startJobs(app: App): () => void {
  app.deliverer.start(app);
  const end = new AbortController();
  const timers = jobs.map((job) => setInterval(runner(app, job, end.signal), job.every).unref());
  return () => {
    app.deliverer.stop();
    end.abort();
    for (const timer of timers) clearInterval(timer);
  };
}

function runner(app: App, { run }: Job, signal: AbortSignal): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run(app, signal);
    } catch (error) {
      app.log.error('a job failed', { error });
    } finally {
      isRunning = false;
    }
  };
}
