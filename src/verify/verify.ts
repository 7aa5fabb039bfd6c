import { createReadStream, existsSync } from 'node:fs';
import { openReadOnly } from '../db/connection.ts';
import { ensureDataDir, isSecretSound } from '../db/data-dir.ts';
import type { Database } from '../db/database.ts';
import { isObstacle } from '../db/fault.ts';
import { findSchemaProblems, needsUpgrade } from '../db/open.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { checkIndex } from '../search/index-check.ts';
import { indexFile, isDamage } from '../search/text-index.ts';
import { checkFiles } from './files.ts';
import { type Check, type Findings, firstOf, type Report, runCheck } from './report.ts';
import { listBroken, rules } from './rules.ts';

/** The check that fails only if the disk cannot read the file. */
export const diskCheck = 'disk';

/**
 * Checks whether the disk and SQLite can read the whole database, at some seconds per gigabyte. Throws UnusableDataDir.
 */
export async function verifyDatabase(data_dir: string): Promise<Report> {
  ensureDataDir(data_dir);
  const check = await runCheck('database', () => {
    const db = openSnapshot(pathsIn(data_dir).database);
    try {
      return listSaid(db, 'quick_check');
    } finally {
      db.close();
    }
  });
  return { checks: [check, await runCheck(diskCheck, () => readToEnd(pathsIn(data_dir).database))] };
}

/**
 * Without this check, SQLite reports a failing disk as damage. Not for a process that has the database open: it would
 * lose its locks.
 */
async function readToEnd(file: string): Promise<Findings> {
  for await (const _ of createReadStream(file));
  return { problems: [] };
}

/**
 * Checks everything in a data directory, on one state of its database, even while a server runs. Changes nothing.
 * Throws UnusableDataDir or UnusableDatabase.
 */
export async function verifyDataDir(data_dir: string): Promise<Report> {
  ensureDataDir(data_dir);
  try {
    return await verifyOpened(data_dir);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { checks: [await runCheck('database', () => Promise.reject(error))] };
  }
}

async function verifyOpened(data_dir: string): Promise<Report> {
  const { database } = pathsIn(data_dir);
  const isOutdated = needsUpgrade(database);
  const index = openIndex(indexFile(database));
  const db = openSnapshot(database);
  try {
    const schema = await runCheck('schema', () => ({ problems: findSchemaProblems(db) }));
    const checks = [await runCheck('database', () => checkStructure(db)), schema];
    if (isOutdated) return { checks: [...checks, outdated] };
    // The other checks read tables that a foreign schema may not have.
    if (schema.problems.length > 0) return { checks };
    return { checks: [...checks, ...(await checkContent({ db, index, data_dir }))] };
  } finally {
    db.close();
    if (!(index instanceof Error)) index?.close();
  }
}

const outdated: Check = {
  check: 'content',
  problems: [],
  notes: ['The database has the schema of an older chatd, which the next start upgrades; verify the rest then.'],
};

interface Opened {
  db: Database;
  /** The error if it cannot be read; undefined if there is none. */
  index: Database | Error | undefined;
  data_dir: string;
}

async function checkContent({ db, index, data_dir }: Opened): Promise<Check[]> {
  const broken: Check[] = [];
  for (const [check, own] of Object.entries(rules)) {
    broken.push(await runCheck(check, () => ({ problems: listBroken(db, own) })));
  }
  return [
    await runCheck('references', () => checkReferences(db)),
    ...broken,
    await runCheck('search index', () => checkSearch(db, index)),
    await runCheck('files', () => checkFiles(db, data_dir)),
    await runCheck('key file', () => checkSecret(db, data_dir)),
  ];
}

function checkStructure(db: Database): Findings {
  return listSaid(db, 'integrity_check');
}

function listSaid(db: Database, pragma: 'quick_check' | 'integrity_check'): Findings {
  const said = db.connection.prepare<[], string>(`PRAGMA ${pragma}(11)`).pluck().all();
  return { problems: said.length === 1 && said[0] === 'ok' ? [] : said };
}

function checkReferences(db: Database): Findings {
  const strays = db.all<{ table: string; rowid: number | null; parent: string; fkid: number }>(
    'PRAGMA foreign_key_check',
  );
  return {
    problems: strays.map(({ table, rowid, parent }) => `row ${rowid ?? ''} of ${table} refers to nothing in ${parent}`),
  };
}

function checkSearch(db: Database, index: Opened['index']): Findings {
  if (index instanceof Error) throw index;
  if (!index) return { problems: [], notes: ['There is no index yet; the server builds it when it is needed.'] };
  const { problems } = checkStructure(index);
  if (problems.length > 0) return { problems };
  const { isCurrent, wrongMessages, wrongWords } = checkIndex(db, index);
  if (!isCurrent)
    return { problems: [], notes: ['The index belongs to another state of the database and is rebuilt.'] };
  return {
    problems: [
      ...firstOf(wrongMessages.map((id) => `message ${id} is indexed wrongly`)),
      ...firstOf(wrongWords.map((word) => `the word ${JSON.stringify(word)} is indexed wrongly`)),
    ],
  };
}

function checkSecret(db: Database, data_dir: string): Findings {
  const isNeeded = db.value<number>('SELECT 1 FROM api_keys LIMIT 1') !== undefined;
  const { secret } = pathsIn(data_dir);
  return { problems: isNeeded && !isSecretSound(data_dir) ? [`${secret} is missing or damaged`] : [] };
}

function openIndex(file: string): Opened['index'] {
  try {
    return existsSync(file) ? openSnapshot(file) : undefined;
  } catch (error) {
    if (isObstacle(error)) throw error;
    return error as Error;
  }
}

/** A read-only connection that sees one state of the database as long as it is open. */
function openSnapshot(file: string): Database {
  const db = openReadOnly(file);
  db.run('BEGIN');
  db.value('SELECT count(*) FROM sqlite_schema');
  return db;
}
