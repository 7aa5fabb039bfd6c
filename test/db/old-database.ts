import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationsFolder, schemaFile } from '../../src/assets.ts';
import { openConnection } from '../../src/db/connection.ts';
import type { Database } from '../../src/db/database.ts';
import { type Migration, migrate, readMigrations } from '../../src/db/migrate.ts';

export const schema = readFileSync(schemaFile, 'utf8');
const [first, ...others] = readMigrations(migrationsFolder);
export const oldest: string = first?.sql ?? '';
/** Those after the first schema. */
export const migrations: readonly Migration[] = others;

export function pragma(db: Database, name: string): unknown {
  return db.connection.pragma(name, { simple: true });
}

/** A new database in memory with a schema. */
export function made(sql: string, steps: readonly Migration[] = []): Database {
  const db = openConnection(':memory:');
  migrate(db, sql, steps);
  return db;
}

/** A schema one version newer than `sql`. */
export function newer(sql: string): string {
  return sql.replace(
    /PRAGMA user_version = \d+;/,
    `PRAGMA user_version = ${Number(pragma(made(sql), 'user_version')) + 1};`,
  );
}

/** Inserts the test rows of the tables and columns that a schema version adds. */
export function fill(db: Database, version: number): void {
  const file = join(import.meta.dirname, 'rows', `${String(version).padStart(4, '0')}.sql`);
  if (existsSync(file)) db.connection.exec(readFileSync(file, 'utf8'));
}

/** A database that began with the oldest schema, with rows in every table. */
export function filled(): Database {
  return filledUpTo(Number.POSITIVE_INFINITY);
}

/** One that was never upgraded beyond a schema version. */
export function filledUpTo(newest: number): Database {
  const db = made(oldest);
  fill(db, 1);
  for (const migration of migrations.filter(({ version }) => version <= newest)) {
    migrate(db, schema, [migration]);
    fill(db, migration.version);
  }
  return db;
}

/** The structure of a database, whatever order it was created in; comments, layout and quotes left out. */
export function shapeOf(db: Database): unknown {
  const rows = db.all<{ name: string; sql: string | null }>('SELECT name, sql FROM sqlite_schema ORDER BY name');
  const shape = rows.map(({ name, sql }) => ({
    name,
    sql:
      sql
        ?.replace(/--[^\n]*/g, '')
        .replace(/\s+/g, ' ')
        .replace(/ ?([(),]) ?/g, '$1')
        .replace(/"(\w+)"/g, '$1') ?? null,
  }));
  return { shape, version: pragma(db, 'user_version'), application: pragma(db, 'application_id') };
}

export type Row = Record<string, unknown>;

/** All rows of all tables. */
export function contentsOf(db: Database): Record<string, Row[]> {
  const tables = db.values<string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  return Object.fromEntries(tables.map((table) => [table, db.all<Row>(`SELECT * FROM ${table}`)]));
}
