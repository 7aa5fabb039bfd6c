import type { Context } from '../context.ts';
import { deliverOutbox } from '../events/outbox.ts';
import type { EventQueues } from '../events/queues.ts';
import type { Service } from '../ground/service.ts';
import type { SendsMail } from '../mail/mail.ts';
import { mailDigests } from '../missed/digest.ts';
import { mailMissed } from '../missed/sending.ts';
import { enqueueMissed } from '../missed/waiting.ts';
import type { PushSender } from '../push/sender.ts';
import type { Searcher } from '../search/searcher.ts';
import { backUpDaily, type TracksBackups } from './backups.ts';
import { warnOfFullDisk } from './disk-space.ts';
import { deleteExpired } from './expired-messages.ts';
import { publishNewFullMembers, type TracksFullMembers } from './new-full-members.ts';
import { deleteOld } from './old-entries.ts';
import { makeRequestedExports } from './requested-exports.ts';
import type { Thumbnailer } from './thumbnailer.ts';
import { clearDropped, deleteUnclaimed } from './unclaimed-files.ts';

/** The parts of the program that the jobs need. */
export interface Employer extends Context, TracksFullMembers, TracksBackups, SendsMail {
  queues: EventQueues;
  searcher: Searcher;
  push: PushSender;
  thumbnailer: Thumbnailer;
}

interface Job {
  every: number;
  /** A long run is not started again before it has ended, and must stop when the signal aborts. */
  run(app: Employer, signal: AbortSignal): void | Promise<void>;
}

/** The periodic jobs of a running server, with their intervals in milliseconds. */
const jobs: readonly Job[] = [
  { every: 1000, run: ({ queues }) => queues.sweep() },
  { every: 500, run: ({ db, queues }) => deliverOutbox(db, queues) },
  { every: 2000, run: ({ searcher }) => searcher.follow() },
  { every: 1000, run: ({ push }) => push.wake() },
  { every: 5000, run: enqueueMissed },
  { every: 5000, run: mailMissed },
  { every: 60_000, run: mailDigests },
  { every: 60_000, run: (app) => publishNewFullMembers(app) },
  { every: 300_000, run: deleteExpired },
  { every: 300_000, run: deleteUnclaimed },
  { every: 300_000, run: clearDropped },
  { every: 60_000, run: backUpDaily },
  { every: 1000, run: makeRequestedExports },
  { every: 3_600_000, run: warnOfFullDisk },
  { every: 3_600_000, run: deleteOld },
  { every: 10_000, run: ({ thumbnailer }) => thumbnailer.wake() },
];

export class Jobs implements Service<Employer> {
  #timers: NodeJS.Timeout[] = [];
  #end = new AbortController();

  start(app: Employer): void {
    this.#end = new AbortController();
    this.#timers = jobs.map((job) => setInterval(runner(app, job, this.#end.signal), job.every).unref());
  }

  stop(): void {
    this.#end.abort();
    for (const timer of this.#timers) clearInterval(timer);
  }
}

function runner(app: Employer, { run }: Job, signal: AbortSignal): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning || app.db.stoppedBy) return;
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
