import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { type App, createApp } from '../app.ts';
import { findDamage } from '../db/check-record.ts';
import {
  createDataDir,
  ensureDataDir,
  ensureNotBereft,
  findOrCreateSecret,
  findRunningServer,
  lockDataDir,
  UnusableDataDir,
} from '../db/data-dir.ts';
import type { Database } from '../db/database.ts';
import { faultOf } from '../db/fault.ts';
import { UnusableDatabase } from '../db/migrate.ts';
import { needsUpgrade, openDatabase } from '../db/open.ts';
import { Outbox } from '../events/outbox.ts';
import { type Config, defaults, parseListen, urlOf } from '../ground/config.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { type Log, silentLog } from '../ground/log.ts';
import { systemRandom } from '../ground/random.ts';
import { doCreateRealm } from '../organization/new-realm.ts';
import { unnamedRealm } from '../realm/realm.ts';
import { say } from './output.ts';

/**
 * Opens the database of a data directory. Creates directory, organization and key if they are missing. Throws
 * UnusableDataDir or UnusableDatabase.
 */
export function openApp(config: Config, log: Log): App {
  createDataDir(config.data_dir);
  ensureNotBereft(config.data_dir);
  const db = openDatabaseIn(config.data_dir, openDatabase);
  return wire(config, log, db);
}

// A running server works with its own schema version, so no command may migrate the database beside it.
function openAppBeside(config: Config, log: Log): App {
  createDataDir(config.data_dir);
  ensureNotBereft(config.data_dir);
  const db = openDatabaseIn(config.data_dir, (file) => {
    const unlock = needsUpgrade(file) ? lockForUpgrade(config.data_dir) : undefined;
    try {
      return openDatabase(file);
    } finally {
      unlock?.();
    }
  });
  return wire(config, log, db);
}

function lockForUpgrade(data_dir: string): () => void {
  try {
    return lockDataDir(data_dir);
  } catch (error) {
    if (!(error instanceof UnusableDataDir)) throw error;
    throw new UnusableDataDir(
      `The database has the schema of an older chatd and must be upgraded first. ${error.message}`,
    );
  }
}

function wire(config: Config, log: Log, db: Database): App {
  try {
    return db.transaction(() => {
      const secret = findOrCreateSecret(config.data_dir, db, systemRandom);
      const app = createApp({ config, db, secret, log });
      if (db.value<number>('SELECT 1 FROM realm') === undefined) doCreateRealm(app, unnamedRealm);
      return app;
    });
  } catch (error) {
    db.close();
    throw error;
  }
}

function openDatabaseIn(data_dir: string, open: typeof openDatabase): Database {
  const file = pathsIn(data_dir).database;
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new UnusableDataDir(`${file} is a directory.`);
    return open(file).db;
  } catch (error) {
    if (error instanceof UnusableDatabase) throw new UnusableDatabase(`${file}: ${error.message}`, error.newer);
    const code = String((error as { code?: unknown }).code);
    const sentence = databaseProblems[/^SQLITE_IOERR/.exec(code)?.[0] ?? code];
    if (sentence === undefined) throw error;
    throw new UnusableDataDir(`${file} ${sentence}`);
  }
}

const databaseProblems: Record<string, string> = {
  SQLITE_NOTADB: 'is not a SQLite database.',
  SQLITE_CORRUPT: 'is damaged; restore it from your backup.',
  SQLITE_CANTOPEN: 'cannot be opened: it is no file, or this user may not write there.',
  SQLITE_READONLY: 'cannot be written by this user.',
  SQLITE_READONLY_DIRECTORY: 'cannot be written by this user.',
  SQLITE_BUSY: 'is locked by another program.',
  SQLITE_FULL: 'cannot be written: the disk is full.',
  SQLITE_IOERR: 'cannot be read or written: the disk may be full or broken.',
};

export interface AdminOptions {
  dataDir?: string;
  publicUrl?: string;
}

/**
 * Runs an admin command on a data directory. A server that runs beside it publishes the events. Unless `create` is
 * true, the database must exist. A damaged one is only read, until the operator accepts the damage.
 */
export async function withApp<Result>(
  options: AdminOptions & { create?: boolean },
  command: (app: App) => Result | Promise<Result>,
): Promise<Result> {
  const data_dir = resolve(options.dataDir ?? defaults.data_dir);
  if (!options.create) ensureDataDir(data_dir);
  const app = openAppBeside(adminConfig(data_dir, options.publicUrl), silentLog);
  const outbox = new Outbox(app.db);
  Object.assign(app, { events: outbox, clients: outbox });
  app.audit.refuseUnrecorded();
  if (findDamage(data_dir) !== undefined) app.db.stopWrites('damage');
  try {
    return await command(app);
  } finally {
    app.db.close();
  }
}

/** An act of the operator, for the audit log. */
export interface OperatorAct {
  /** The name of the command. */
  command: string;
  /** What the command was about, by its arguments; no secrets. */
  about: Readonly<Record<string, unknown>>;
}

/** Runs what an admin command changes: in one transaction, which also records it in the audit log. */
export function actAsOperator<Result>(app: App, { command, about }: OperatorAct, perform: () => Result): Result {
  const act = { actor_id: null, action: command, address: null, about, isAdministrative: true };
  return app.db.transaction(() => app.audit.record(act, perform));
}

/** Records what a command has changed outside of the database, or says that damage prevents it. */
export async function recordAct(options: AdminOptions, act: OperatorAct): Promise<void> {
  try {
    await withApp(options, (app) => actAsOperator(app, act, () => {}));
  } catch (error) {
    if (faultOf(error) === undefined && !(error instanceof UnusableDataDir)) throw error;
    say(`The audit log has no entry of this: ${(error as Error).message}`);
  }
}

function adminConfig(data_dir: string, publicUrl: string | undefined): Config {
  const listen = parseListen(defaults.listen) as Config['listen'];
  const public_url = publicUrl ?? findRunningServer(data_dir)?.public_url ?? urlOf(listen);
  const { log_format, log_level, max_upload_mib } = defaults;
  return { data_dir, listen, public_url, host: new URL(public_url).hostname, log_format, log_level, max_upload_mib };
}
