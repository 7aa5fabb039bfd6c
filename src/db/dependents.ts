import type Sqlite from 'better-sqlite3';
import { listWrittenTables } from './sql-text.ts';

interface Effect {
  table: string;
  changes: string;
}

/** For each table, itself and all tables that a change of its rows can change through foreign keys and triggers. */
export function readDependents(connection: Sqlite.Database): Map<string, readonly string[]> {
  const effects = Map.groupBy([...readReferences(connection), ...readTriggers(connection)], ({ table }) => table);
  const tables = connection.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  return new Map(tables.map((table) => [table, listReached(table, effects)]));
}

function readReferences(connection: Sqlite.Database): Effect[] {
  const sql = `SELECT f."table", s.name AS changes FROM sqlite_schema s, pragma_foreign_key_list(s.name) f
    WHERE s.type = 'table' AND NOT (f.on_delete IN ('NO ACTION', 'RESTRICT') AND f.on_update IN ('NO ACTION', 'RESTRICT'))`;
  return connection.prepare<[], Effect>(sql).all();
}

function readTriggers(connection: Sqlite.Database): Effect[] {
  const sql = "SELECT tbl_name AS 'table', sql FROM sqlite_schema WHERE type = 'trigger'";
  const triggers = connection.prepare<[], { table: string; sql: string }>(sql).all();
  return triggers.flatMap(({ table, sql }) => listWrittenTables(sql).map((changes) => ({ table, changes })));
}

// Iterating over a set includes tables added meanwhile.
function listReached(table: string, effects: Map<string, Effect[]>): string[] {
  const reached = new Set([table]);
  for (const next of reached) {
    for (const { changes } of effects.get(next) ?? []) reached.add(changes);
  }
  return [...reached];
}
