import { ChangeCapture, type RowChange, type Values } from '../db/change-capture.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../ground/clock.ts';
import type { Act, RecordsActs } from '../http/act.ts';
import { systemGroupId } from '../realm/group.ts';
import { type RealmPermission, type RealmSetting, realmPermissions, realmSettings } from '../realm/setting-table.ts';
import { findUser, findUserByEmail } from '../users/user.ts';
import { type AuditedTableName, auditedTables, nounOf, ownColumnOf, usersOf } from './tables.ts';

/** A row that an act changed, as recorded in the log. */
export interface Change {
  object: string;
  key: Values;
  old: Values | null;
  new: Values | null;
}

type CapturedChange = RowChange<AuditedTableName>;

/** Maximum number of changes recorded for one act. */
const mostChanges = 100;
/** Maximum length of a recorded value, in characters. */
const longestValue = 500;

/** Records acts that affect others, in the transaction of the act. Secrets and messages are not recorded. */
export class AuditLog implements RecordsActs {
  #db: Database;
  #clock: Clock;
  #capture: ChangeCapture<AuditedTableName>;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    this.#capture = new ChangeCapture(db.connection, auditedTables);
  }

  record<Result>(act: Act, perform: () => Result): Result {
    const changes: CapturedChange[] = [];
    const concerned = new Set<number>();
    let omitted = 0;
    const result = this.#capture.during(perform, (change) => {
      if (!act.isAdministrative && isOwn(change, act.actor_id)) return;
      if (changes.length < mostChanges) changes.push(change);
      else omitted++;
      for (const id of usersOfChange(change)) concerned.add(id);
    });
    if (!act.isAdministrative && changes.length === 0) return result;
    const entry_id = this.#store(act, changes, omitted);
    this.#storeConcerned(entry_id, new Set([...concerned, ...this.#named(act)]));
    return result;
  }

  /** The users named in the path of a request or the arguments of a command. */
  #named({ about: { user_id, user_id_or_email, bot_id, email } }: Act): number[] {
    const names = [user_id, user_id_or_email, bot_id, email].filter((name) => name !== undefined).map(String);
    const users = names.map((name) =>
      /^\d+$/.test(name) ? findUser(this.#db, Number(name)) : findUserByEmail(this.#db, name),
    );
    return users.filter((user) => user !== undefined).map(({ id }) => id);
  }

  /** From now on, throws at a change outside a recorded act. */
  refuseUnrecorded(): void {
    this.#capture.watchStray(({ table }) => {
      throw new Error(`a change of ${table} is not recorded in the audit log`);
    });
  }

  #store({ actor_id, action, address, about }: Act, changes: readonly CapturedChange[], omitted: number): number {
    const { id } = this.#db.run(
      'INSERT INTO audit_entries (done_at, actor_id, action, address, about, changes, omitted) VALUES (?, ?, ?, ?, ?, ?, ?)',
      this.#clock.now(),
      actor_id,
      action,
      address,
      stringify(about),
      stringify(changes.map((change) => presentChange(this.#db, change))),
      omitted,
    );
    return id;
  }

  #storeConcerned(entry_id: number, user_ids: ReadonlySet<number>): void {
    if (user_ids.size === 0) return;
    const sql = 'INSERT INTO audit_concerned (user_id, entry_id) SELECT value, ? FROM json_each(?)';
    this.#db.run(sql, entry_id, JSON.stringify([...user_ids]));
  }
}

function usersOfChange({ table, key, old, new: fresh }: CapturedChange): number[] {
  return [key, old ?? {}, fresh ?? {}].flatMap((values) => usersOf(table, values));
}

function isOwn({ table, key, old, new: fresh }: CapturedChange, actor_id: number | null): boolean {
  const column = ownColumnOf(table);
  return column !== undefined && { ...old, ...fresh, ...key }[column] === actor_id;
}

function presentChange(db: Database, change: CapturedChange): Change {
  const { table, key } = change;
  const fallback = table === 'realm_settings' ? { value: defaultOf(db, String(key.name)) } : null;
  return { object: nounOf(table), key, old: change.old ?? fallback, new: change.new ?? fallback };
}

// The table of settings has rows only for values that differ from the defaults.
function defaultOf(db: Database, name: string): string | number | boolean | null {
  if (name in realmPermissions) return systemGroupId(db, realmPermissions[name as RealmPermission].fallback);
  return realmSettings[name as RealmSetting]?.fallback ?? null;
}

function stringify(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'string' && part.length > longestValue ? `${part.slice(0, longestValue)}…` : part,
  );
}
