import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { Change } from './audit-log.ts';

/** A recorded act as the API presents it. */
export interface Entry {
  id: number;
  /** UNIX seconds. */
  timestamp: number;
  /** Null: the operator, by a command. */
  acting_user_id: number | null;
  action: string;
  address: string | null;
  about: Record<string, unknown>;
  changes: Change[];
  /** Number of further changes. */
  omitted_changes: number;
}

interface EntryFilter {
  /** The user who acted; null: the operator. */
  actor_id?: number | null | undefined;
  /** A user who acted, or whose rows were changed. */
  user_id?: number | undefined;
  action?: string | undefined;
  /** A kind of row that was changed, in the words of the log. */
  object?: string | undefined;
  /** UNIX seconds. */
  since?: number | undefined;
  /** Only entries with a smaller id. */
  before?: number | undefined;
}

interface Row {
  id: number;
  timestamp: number;
  acting_user_id: number | null;
  action: string;
  address: string | null;
  about: string;
  changes: string;
  omitted_changes: number;
}

/** The newest entries that match, newest first. */
export function listEntries(db: Database, filter: EntryFilter, limit: number): Entry[] {
  const { actor_id, user_id = null, action = null, object, since = 0, before = Number.MAX_SAFE_INTEGER } = filter;
  const rows = db.all<Row>(
    `SELECT id, done_at AS timestamp, actor_id AS acting_user_id, action, address, about, changes,
       omitted AS omitted_changes
     FROM audit_entries
     WHERE id IN (
       SELECT id FROM audit_entries INDEXED BY audit_entries_filtered
       WHERE id < ?1 AND done_at >= ?2 AND (?3 IS NULL OR action = ?3) AND (?4 OR actor_id IS ?5)
         AND (?6 IS NULL OR actor_id = ?6 OR id IN (SELECT entry_id FROM audit_concerned WHERE user_id = ?6))
         AND (?8 IS NULL OR instr(changes, ?8))
       ORDER BY id DESC LIMIT ?7
     )
     ORDER BY id DESC`,
    before,
    since,
    action,
    actor_id === undefined ? 1 : 0,
    actor_id ?? null,
    user_id,
    limit,
    // Quotation marks within values are escaped, so no value looks like this.
    object === undefined ? null : `"object":${JSON.stringify(object)}`,
  );
  return rows.map((row) => ({ ...row, about: JSON.parse(row.about), changes: JSON.parse(row.changes) }));
}

const day = 86_400;
/** In seconds: two years. */
const keptFor = 730 * day;
const mostKept = 200_000;
/** Number of entries deleted in one transaction. */
const batch = 1000;

/** Deletes some of the entries that are too old or too many. Returns their number. */
export function deleteOldEntries({ db, clock }: Context): number {
  const sql = `DELETE FROM audit_entries
    WHERE id IN (SELECT id FROM audit_entries ORDER BY id LIMIT ?)
      AND (done_at < ? OR id <= (SELECT max(id) FROM audit_entries) - ?)`;
  return db.transaction(() => db.run(sql, batch, clock.now() - keptFor, mostKept).changes);
}
