import { deleteExpiredSessions } from '../accounts/session.ts';
import { endStatuses } from '../accounts/status.ts';
import type { CertificateRenewer } from '../acme/renewer.ts';
import { doSweepCalls } from '../calls/follow.ts';
import type { HearsMembers } from '../calls/life-signs.ts';
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
import { deleteExpiredUploads } from '../uploads/unfinished.ts';
import { backUpDaily, type TracksBackups } from './backups.ts';
import { warnOfFullDisk } from './disk-space.ts';
import { warnOfEndingCertificate } from './ending-certificate.ts';
import { deleteExpired } from './expired-messages.ts';
import { publishNewFullMembers, type TracksFullMembers } from './new-full-members.ts';
import { deleteOld } from './old-entries.ts';
import { createRequestedExports } from './requested-exports.ts';
import { SteadyClock } from './steady-clock.ts';
import type { Thumbnailer } from './thumbnailer.ts';
import { clearDropped, deleteUnclaimed } from './unclaimed-files.ts';

/** The parts of the program that the jobs need. */
export interface Employer extends Context, TracksFullMembers, TracksBackups, SendsMail, HearsMembers {
  queues: EventQueues;
  searcher: Searcher;
  push: PushSender;
  thumbnailer: Thumbnailer;
  certificates: CertificateRenewer;
}

interface Job {
  /** In seconds. */
  every: number;
  /** Whether it deletes old data; such jobs wait while the clock may be wrong. */
  deletes?: true;
  /** A long run is not started again before it has ended, and must stop when the signal aborts. */
  run(app: Employer, signal: AbortSignal): void | Promise<void>;
}

/** The periodic jobs of a running server. */
const jobs: readonly Job[] = [
  { every: 1, run: ({ queues }) => queues.sweep() },
  { every: 1, run: ({ db, queues }) => deliverOutbox(db, queues) },
  { every: 1, run: doSweepCalls },
  { every: 2, run: ({ searcher }) => searcher.follow() },
  { every: 1, run: ({ push }) => push.wake() },
  { every: 5, run: endStatuses },
  { every: 5, run: enqueueMissed },
  { every: 5, run: mailMissed },
  { every: 60, run: mailDigests },
  { every: 60, run: (app) => publishNewFullMembers(app) },
  { every: 300, deletes: true, run: deleteExpired },
  { every: 300, deletes: true, run: deleteUnclaimed },
  { every: 300, deletes: true, run: clearDropped },
  { every: 300, deletes: true, run: deleteExpiredUploads },
  { every: 60, run: backUpDaily },
  { every: 5, run: createRequestedExports },
  { every: 3600, run: warnOfFullDisk },
  { every: 60, run: ({ certificates }) => certificates.wake() },
  { every: 3600, run: warnOfEndingCertificate },
  { every: 3600, deletes: true, run: deleteOld },
  { every: 3600, deletes: true, run: (app) => app.db.transaction(() => deleteExpiredSessions(app)) },
  { every: 10, run: ({ thumbnailer }) => thumbnailer.wake() },
];

export class Jobs implements Service<Employer> {
  #timer: NodeJS.Timeout | undefined;
  #end = new AbortController();
  #runs = new Set<Promise<void>>();

  start(app: Employer): void {
    this.#end = new AbortController();
    const clock = new SteadyClock(app.clock);
    const runs = jobs.map((job) => ({ every: job.every, run: runner(app, job, clock, this.#end.signal) }));
    let seconds = 0;
    // One timer for all: for a server at rest a wake-up takes longer than most jobs.
    this.#timer = setInterval(() => {
      seconds++;
      for (const { every, run } of runs) if (seconds % every === 0) this.#track(run());
    }, 1000).unref();
  }

  async stop(): Promise<void> {
    this.#end.abort();
    clearInterval(this.#timer);
    await Promise.all(this.#runs);
  }

  #track(run: Promise<void>): void {
    this.#runs.add(run);
    void run.finally(() => this.#runs.delete(run));
  }
}

function runner(app: Employer, { deletes, run }: Job, clock: SteadyClock, signal: AbortSignal): () => Promise<void> {
  let isRunning = false;
  return async () => {
    if (isRunning || app.db.stoppedBy || (deletes && !clock.isSteady())) return;
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
