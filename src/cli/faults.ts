import type { App } from '../app.ts';
import { changeCheck } from '../db/check-record.ts';
import type { Fault } from '../db/fault.ts';

/**
 * Stops writes at the first sign that the disk fails or the database is damaged. After a sign of damage the database is
 * checked at once, because the cause may be the disk; reads continue. The promise resolves when the disk has failed;
 * the server must then end.
 */
export function watchFaults(app: App): Promise<'disk'> {
  return new Promise((resolve) => {
    app.db.onFault = (fault, error) => {
      if (app.db.stoppedBy === fault || app.db.stoppedBy === 'disk') return;
      app.db.stopWrites(fault);
      app.log.error(sentences[fault], { error });
      recordFault(app, fault, error);
      if (fault === 'disk') resolve(fault);
      else app.dataCheck.wake(app);
    };
  });
}

const sentences: Record<Fault, string> = {
  disk: 'the disk failed: the server stops writing and exits',
  damage: 'the database is damaged: the server stops writing',
};

// Recorded, so that the next server checks the database before the next regular check.
function recordFault({ config, log }: App, fault: Fault, error: unknown): void {
  const problems = fault === 'damage' ? [error instanceof Error ? error.message : String(error)] : [];
  try {
    changeCheck(config.data_dir, { due_at: 0, ...(problems.length > 0 && { problems, is_accepted: false }) });
  } catch (failure) {
    log.error('the fault could not be recorded', { error: failure });
  }
}
