import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { errorKind } from '../http/errors.ts';
import { type Kind, withFormerNames } from '../http/params.ts';
import { accountState } from '../users/account-state.ts';
import { isKeyOf, type Sealed, sealKey, subjectOf } from '../users/sealed-key.ts';
import { listedWord } from '../users/setting-kinds.ts';
import { findUser, getUser, isAdministrator, type User } from '../users/user.ts';

/** An export that an administrator requested. Times are UNIX seconds. */
export interface DataExport {
  id: number;
  user_id: number;
  requested_at: number;
  /** The time at which the server began to create the export. */
  started_at: number | null;
  finished_at: number | null;
  failed_at: number | null;
  deleted_at: number | null;
  /** The random name of its file. */
  key: string;
}

/** What an export holds: the data of all, or also the private data of some or all users. */
export function exportType(): Kind<string> {
  const words = listedWord(['public', 'full_with_consent', 'full_without_consent']);
  return withFormerNames(words, { 1: 'public', 2: 'full_with_consent' });
}

const week = 7 * 86_400;
const mostInWeek = 5;

export const tooManyExports = errorKind('Exceeded rate limit.');
const exportMissing = errorKind('Invalid data export ID');
const exportPending = errorKind('Export still in progress');
const exportFailed = errorKind('Export failed, nothing to delete');
const exportDeleted = errorKind('Export already deleted');
export const deletionErrors = [exportMissing, exportPending, exportFailed, exportDeleted] as const;

/** Throws `tooManyExports` if no other export may be requested this week. */
export function ensureCanRequest({ db, clock }: Context): void {
  const sql = 'SELECT count(*) FROM realm_exports WHERE requested_at > ?';
  if ((db.value<number>(sql, clock.now() - week) ?? 0) >= mostInWeek) throw tooManyExports();
}

/** An export that can be deleted. Throws one of deletionErrors. */
export function accessDeletableExport(db: Database, id: number): DataExport {
  const found = db.get<DataExport>('SELECT * FROM realm_exports WHERE id = ?', id);
  if (!found) throw exportMissing();
  if (found.deleted_at !== null) throw exportDeleted();
  if (found.failed_at !== null) throw exportFailed();
  if (found.finished_at === null) throw exportPending();
  return found;
}

/** Requests an export of the public data, which the server creates later. Returns its id. */
export function doRequestExport(app: Context, user: User): number {
  const { db, clock, random } = app;
  const sql = 'INSERT INTO realm_exports (user_id, requested_at, key) VALUES (?, ?, ?)';
  const { id } = db.run(sql, user.id, clock.now(), random.bytes(32).toString('base64url'));
  publishExports(app, user.id);
  return id;
}

/** Deletes the file of an export. */
export function doDeleteExport(app: Context, one: DataExport): void {
  doMark(app, one, 'deleted');
  app.db.afterCommit(() => rmSync(exportFile(app, one.key), { force: true }));
}

const marks = {
  started: 'UPDATE realm_exports SET started_at = ? WHERE id = ?',
  finished: 'UPDATE realm_exports SET finished_at = ? WHERE id = ?',
  failed: 'UPDATE realm_exports SET failed_at = ? WHERE id = ?',
  deleted: 'UPDATE realm_exports SET deleted_at = ? WHERE id = ?',
} as const;

/** Stores a new state of an export, and publishes it. */
export function doMark(app: Context, { id, user_id }: DataExport, mark: keyof typeof marks): void {
  app.db.run(marks[mark], app.clock.now(), id);
  publishExports(app, user_id);
}

function publishExports(app: Context, user_id: number): void {
  publish(
    app,
    { type: 'realm_export', exports: presentExports(app, getUser(app.db, user_id)) },
    { user_ids: [user_id] },
  );
}

/** The exports that are neither finished nor failed, oldest first. */
export function listUnfinishedExports(db: Database): DataExport[] {
  return db.all('SELECT * FROM realm_exports WHERE finished_at IS NULL AND failed_at IS NULL ORDER BY id');
}

/** The export behind the key of a URL; undefined if the file is deleted, or the key has ended or is forged. */
export function findLinkedExport(app: Context, key: string): DataExport | undefined {
  const [, id, user_id] = /^(\d{1,15})-(\d{1,15})$/.exec(subjectOf(key)) ?? [];
  const user = findUser(app.db, Number(user_id ?? 0));
  if (!user?.is_active || !isAdministrator(user)) return undefined;
  const sql = 'SELECT * FROM realm_exports WHERE id = ? AND finished_at IS NOT NULL AND deleted_at IS NULL';
  const found = app.db.get<DataExport>(sql, Number(id ?? 0));
  return found && isKeyOf(app, sealOf(app, user, found), key) ? found : undefined;
}

/** Each administrator has a URL of their own, which ends with their rights. */
function exportUrl(app: Context, user: User, one: DataExport): string {
  return `${app.config.public_url}/exports/${sealKey(app, sealOf(app, user, one), week)}.tar`;
}

function sealOf(app: Context, user: User, { id, key }: DataExport): Sealed {
  return { purpose: 'export', subject: `${id}-${user.id}`, state: `${key} ${accountState(app, user)}` };
}

export function exportFile({ config }: Context, key: string): string {
  return join(pathsIn(config.data_dir).exports, `${key}.tar`);
}

/** All exports as the API presents them to an administrator. */
export function presentExports(app: Context, user: User): object[] {
  return app.db.all<DataExport>('SELECT * FROM realm_exports ORDER BY id').map((one) => ({
    id: one.id,
    acting_user_id: one.user_id,
    export_time: one.requested_at,
    deleted_timestamp: one.deleted_at,
    failed_timestamp: one.failed_at,
    export_url: one.finished_at && !one.deleted_at ? exportUrl(app, user, one) : null,
    pending: one.finished_at === null && one.failed_at === null,
    export_type: 'public',
  }));
}
