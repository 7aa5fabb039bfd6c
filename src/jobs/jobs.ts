import type { App } from '../app.ts';
import { deliverOutbox } from '../events/outbox.ts';
import { doDeleteExpired } from '../messages/retention.ts';
import { tellGrownMembers } from './grown-members.ts';

interface Job {
  every: number;
  run(app: App): void;
}

/** What a running server does by itself, with how often in milliseconds. */
const jobs: readonly Job[] = [
  { every: 1000, run: ({ queues }) => queues.sweep() },
  { every: 500, run: ({ db, events }) => deliverOutbox(db, events) },
  { every: 2000, run: ({ searcher }) => searcher.follow() },
  { every: 60_000, run: tellGrownMembers },
  { every: 300_000, run: doDeleteExpired },
];

/** Starts the timers of a server; returns how to stop them. They keep no process alive. */
export function startJobs(app: App): () => void {
  app.deliverer.start(app);
  const timers = jobs.map(({ every, run }) => setInterval(() => attempt(app, run), every).unref());
  return () => {
    app.deliverer.stop();
    for (const timer of timers) clearInterval(timer);
  };
}

function attempt(app: App, run: Job['run']): void {
  try {
    run(app);
  } catch (error) {
    app.log.error('a job failed', { error });
  }
}
