import { announce, announcement, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';

/** A task was queued for phones, browsers or the push service. */
export const pushTaskAdded = announcement<void>('pushTaskAdded');

/** The work of a task. */
export type Details =
  /** Registers a device's token with the push service. */
  | { kind: 'register' }
  /** Queues the notifications of a message to all receivers, or `only` to some; users up to the id `after` are done. */
  | { kind: 'spread'; message_id: number; group_ids: readonly number[]; only?: readonly number[]; after: number }
  /** Notifies a user's phones or one browser; `group_id` is the mentioned group that addresses the user. */
  | { kind: 'message'; user_id: number; message_id: number; group_id?: number }
  /** Shows the user that notifications arrive. */
  | { kind: 'test'; user_id: number }
  /** Retracts notifications of messages. */
  | { kind: 'remove'; user_id: number; message_ids: readonly number[] };

interface Destination {
  /** Tasks of one lane run one at a time. */
  lane: string;
  device_id: number | null;
  browser_id: number | null;
}

export interface Task<Some extends Details = Details> extends Destination {
  id: number;
  details: Some;
  created_at: number;
  attempts: number;
}

/** Maximum number of messages in one retraction. */
export const longestRemoval = 200;

export const spreading: Destination = { lane: 'spread', device_id: null, browser_id: null };

export function toPhones(user_id: number): Destination {
  return { lane: `phones ${user_id}`, device_id: null, browser_id: null };
}

// One at a time for each user, so that nobody's unreachable browsers keep others waiting.
export function toBrowser(user_id: number, browser_id: number): Destination {
  return { lane: `browsers ${user_id}`, device_id: null, browser_id };
}

export function ofDevice(device_id: number): Destination {
  return { lane: `device ${device_id}`, device_id, browser_id: null };
}

/** Queues a task to run after the current transaction is committed; for an unreachable browser, with its other tasks. */
export function enqueueTask(app: Context, { lane, device_id, browser_id }: Destination, details: Details): void {
  const now = app.clock.now();
  app.db.run(
    `INSERT INTO push_tasks (lane, device_id, browser_id, details, created_at, due_at) VALUES (?, ?, ?, ?, ?, ?)`,
    lane,
    device_id,
    browser_id,
    JSON.stringify(details),
    now,
    app.db.value<number | null>('SELECT max(due_at) FROM push_tasks WHERE browser_id = ?', browser_id) ?? now,
  );
  announce(app, pushTaskAdded);
}

/** In seconds. A longer wait means that the clock was set back. */
export const longestPause = 3600;

/** The next due task in a free lane. */
export function findNextTask({ db, clock }: Context, busy: ReadonlySet<string>): Task | undefined {
  const now = clock.now();
  const row = db.get<Omit<Task, 'details'> & { details: string }>(
    `SELECT id, lane, device_id, browser_id, details, created_at, attempts FROM push_tasks
     WHERE (due_at <= ?1 OR due_at > ?2) AND lane NOT IN (SELECT value FROM json_each(?3)) ORDER BY id LIMIT 1`,
    now,
    now + longestPause,
    JSON.stringify([...busy]),
  );
  return row && { ...row, details: JSON.parse(row.details) as Details };
}

export function endTask(db: Database, { id }: Task): void {
  db.run('DELETE FROM push_tasks WHERE id = ?', id);
}

/** Deletes all tasks of a browser. */
export function endTasksOfBrowser(db: Database, browser_id: number): void {
  db.run('DELETE FROM push_tasks WHERE browser_id = ?', browser_id);
}

/** Postpones a failed task by `pause` seconds, and the other tasks of its browser. */
export function postponeTask({ db, clock }: Context, { id, browser_id }: Task, pause: number): void {
  db.run('UPDATE push_tasks SET attempts = attempts + 1 WHERE id = ?', id);
  db.run('UPDATE push_tasks SET due_at = ?1 WHERE id = ?2 OR browser_id = ?3', clock.now() + pause, id, browser_id);
}

/** Stores the progress of a task with several steps. */
export function advanceTask(db: Database, { id }: Task, details: Details): void {
  db.run('UPDATE push_tasks SET details = ? WHERE id = ?', JSON.stringify(details), id);
}
