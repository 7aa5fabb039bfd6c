import { constants, copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Faults } from '../faults.ts';
import { Fields } from '../fields.ts';
import { UnusableArchive } from '../unusable-archive.ts';

/** A copy of another program's database, because reading one with a write-ahead log writes beside it. */
export class ForeignDatabase {
  readonly #db: Sqlite.Database;
  readonly #name: string;
  readonly #faults: Faults;
  readonly #statements = new Map<string, Sqlite.Statement>();

  /** Throws UnusableArchive if it is no database with these tables. */
  constructor(folder: ArchiveFolder, options: { scratch: string; tables: readonly string[]; faults: Faults }) {
    const { scratch, tables, faults } = options;
    const names = folder.list(/^(?!\/\/).*\.(?:sqlite3?|db)$/i);
    const opened = names.map((name, index) => {
      const copy = join(scratch, `foreign-${index}.db`);
      copyInto(copy, folder, name);
      return { name, db: open(copy, tables) };
    });
    const found = opened.find(({ db }) => db !== undefined);
    for (const { db } of opened) if (db !== found?.db) db?.close();
    if (!found?.db) throw new UnusableArchive(`The archive holds no database with the tables ${tables.join(', ')}.`);
    this.#db = found.db;
    this.#name = basename(found.name);
    this.#faults = faults;
  }

  /** The rows of a query, read one by one; those before the damage, if there is some. `table` names them in errors. */
  *rows(table: string, sql: string, ...values: (string | number)[]): Generator<Fields> {
    try {
      const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
      this.#statements.set(sql, statement);
      // A statement that is read is not asked again meanwhile: small results are taken at once.
      const rows = values.length > 0 ? statement.all(...values) : statement.iterate();
      for (const row of rows) yield this.#fieldsOf(table, row as Record<string, unknown>);
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error;
      this.#faults.leave('parts of files', `${this.#name}, ${table}: the rest cannot be read: ${error.message}.`);
    }
  }

  #fieldsOf(table: string, row: Record<string, unknown>): Fields {
    const key = `${this.#name}, ${table} ${row.id}`;
    return new Fields(row, { key, text: () => key }, this.#faults.mended);
  }

  has(table: string): boolean {
    return hasTables(this.#db, [table]);
  }

  close(): void {
    this.#db.close();
  }
}

/** With its write-ahead log. */
function copyInto(copy: string, folder: ArchiveFolder, name: string): void {
  for (const ending of ['', '-wal']) {
    const path = folder.find(`${name}${ending}`);
    if (path !== undefined) copyFileSync(path, `${copy}${ending}`, constants.COPYFILE_FICLONE);
  }
}

function open(path: string, tables: readonly string[]): Sqlite.Database | undefined {
  const db = new Sqlite(path);
  try {
    db.pragma('cache_size = -16384');
    // Its schema is another program's: views and functions in it must not do anything.
    db.pragma('trusted_schema = OFF');
    if (hasTables(db, tables)) return db;
  } catch (error) {
    if (!(error instanceof Sqlite.SqliteError)) throw error;
  }
  db.close();
  return undefined;
}

function hasTables(db: Sqlite.Database, tables: readonly string[]): boolean {
  const sql = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))";
  return db.prepare(sql).pluck().get(JSON.stringify(tables)) === tables.length;
}
