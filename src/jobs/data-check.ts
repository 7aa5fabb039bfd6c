import type { Context } from '../context.ts';
import { changeCheck, findCheck, findDamage } from '../db/check-record.ts';
import { pathsIn } from '../ground/data-paths.ts';
import type { Service } from '../ground/service.ts';
import { verifyApart } from '../verify/apart.ts';
import { diskCheck } from '../verify/verify.ts';

const week = 7 * 86_400;
/** The time within which a server follows its operator's decision, in milliseconds. */
const patience = 5000;
/** The pauses after checks that could not be made, in milliseconds: each twice the one before, up to the longest. */
const pauses = { first: 60_000, longest: 3_600_000 };

/** Checks the database weekly and on demand, and stops writes if it is damaged. */
export class DataCheck implements Service<Context> {
  #timer: NodeJS.Timeout | undefined;
  #end = new AbortController();
  #work: Promise<void> | undefined;
  /** The next attempt after a failure, by the monotonic clock, and the pause before it. */
  #retry: { at: number; pause: number } | undefined;

  /** Starts, unless the database has no data directory. */
  start(app: Context): void {
    const { data_dir } = app.config;
    if (app.db.connection.name !== pathsIn(data_dir).database) return;
    this.#end = new AbortController();
    this.#timer = setInterval(() => this.wake(app), patience).unref();
    // The operator may have repaired the database meanwhile.
    if (findDamage(data_dir) !== undefined) changeCheck(data_dir, { due_at: 0 });
    if (findCheck(data_dir).due_at === null) changeCheck(data_dir, { due_at: app.clock.now() + week });
    void this.wake(app);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#end.abort();
    await this.#work;
  }

  /** Starts a check that is due, and follows the operator's decision. Resolves when no check is running. */
  async wake(app: Context): Promise<void> {
    followRecord(app);
    if (this.#isDue(app)) this.#work ??= this.#check(app);
    await this.#work;
  }

  #isDue({ config, clock }: Context): boolean {
    const { due_at } = findCheck(config.data_dir);
    const now = clock.now();
    // A longer wait means that the clock was set back.
    if (due_at === null || (now < due_at && due_at <= now + week)) return false;
    return !this.#retry || clock.monotonic() >= this.#retry.at;
  }

  async #check(app: Context): Promise<void> {
    const { signal } = this.#end;
    try {
      await check(app, signal);
      this.#retry = undefined;
    } catch (error) {
      if (signal.aborted) return;
      const pause = Math.min(pauses.longest, this.#retry ? 2 * this.#retry.pause : pauses.first);
      this.#retry = { at: app.clock.monotonic() + pause, pause };
      app.log.error('the database could not be checked', { error, retry_seconds: pause / 1000 });
    } finally {
      this.#work = undefined;
    }
  }
}

/** Stops writes if the last check found damage; allows them when it is repaired or accepted. */
export function followRecord({ config, db, log }: Context): void {
  const damage = findDamage(config.data_dir);
  if (damage === undefined && db.stoppedBy === 'damage') {
    db.resumeWrites();
    log.warn('writes continue');
  } else if (damage !== undefined && db.stoppedBy === undefined) {
    db.stopWrites('damage');
    log.error('the database is damaged and writes are stopped; see chatd verify', { damage });
  }
}

async function check(app: Context, signal: AbortSignal): Promise<void> {
  const { data_dir } = app.config;
  const began = app.clock.monotonic();
  const { checks } = await verifyApart(['--quick', '--data-dir', data_dir], signal);
  const problems = checks.flatMap((check) => check.problems);
  const { problems: known, is_accepted } = findCheck(data_dir);
  const isKnown = problems.every((problem) => known.includes(problem));
  const now = app.clock.now();
  changeCheck(data_dir, { due_at: now + week, checked_at: now, problems, is_accepted: is_accepted && isKnown });
  const [failure] = checks.find(({ check }) => check === diskCheck)?.problems ?? [];
  if (failure !== undefined) app.db.onFault('disk', new Error(failure));
  const milliseconds = Math.round(app.clock.monotonic() - began);
  app.log.info('database checked', { problems: problems.length, milliseconds });
  followRecord(app);
}
