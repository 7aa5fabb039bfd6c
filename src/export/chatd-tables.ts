import type { Database } from '../db/database.ts';

/** Tables that an export leaves out, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  api_keys: 'keys are good for one server',
  sessions: 'keys are good for one server',
  invitations: 'links are good for one server',
  invitation_channels: 'links are good for one server',
  invitation_groups: 'links are good for one server',
  address_confirmations: 'links are good for one server',
  login_failures: 'it is of the moment',
  sent_names: 'it is of the moment',
  outbox: 'it is of the moment',
  saved_queues: 'it is of the moment',
  saved_events: 'it is of the moment',
  webhook_calls: 'it is of the moment',
  devices: 'phones and browsers register again',
  plaintext_tokens: 'phones and browsers register again',
  browsers: 'phones and browsers register again',
  notified_messages: 'phones and browsers register again',
  push_tasks: 'phones and browsers register again',
  push_service: 'phones and browsers register again',
  search_changes: 'it follows from the rest',
  upload_space: 'it follows from the rest',
  dropped_contents: 'it is of one disk',
};

/** Columns that an export leaves out. */
const secrets: Readonly<Record<string, readonly string[]>> = { users: ['password_hash'] };

/** A table of an export. */
export interface Table {
  name: string;
  columns: readonly string[];
}

/** The tables that an export has, by name. A new table of the schema is one of them unless it is left out. */
export function listTables(db: Database): Table[] {
  const names = db.values<string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name",
  );
  return names
    .filter((name) => !Object.hasOwn(leftOut, name))
    .map((name) => ({ name, columns: listColumns(db, name) }));
}

function listColumns(db: Database, table: string): string[] {
  // Generated columns are hidden.
  const columns = db.values<string>('SELECT name FROM pragma_table_info(?)', table);
  return columns.filter((name) => !secrets[table]?.includes(name));
}

/** Reads the rows of a table as objects. */
export function selectSql({ name, columns }: Table): string {
  return `SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}`;
}

/** Stores a row with these columns; binds their values in order. */
export function insertSql({ name, columns }: Table): string {
  return `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

export function deleteSql({ name }: Table): string {
  return `DELETE FROM ${quote(name)}`;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
