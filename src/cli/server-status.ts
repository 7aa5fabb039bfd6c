import { createSecretKey } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { operatorHeader, operatorKey } from '../accounts/operator-key.ts';
import { findAcmeRecord, findCertificate as readCertificate } from '../acme/record.ts';
import { type CheckRecord, findCheck } from '../db/check-record.ts';
import { openReadOnly } from '../db/connection.ts';
import { ensureDataDir, findRunningServer, findSecret } from '../db/data-dir.ts';
import type { Database } from '../db/database.ts';
import { schemaVersion } from '../db/migrate.ts';
import { systemClock } from '../ground/clock.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { findDiskSpace } from '../ground/disk-space.ts';
import { findNewestBackup } from '../jobs/backups.ts';
import { findRealm } from '../realm/realm.ts';
import type { ServerState } from '../web/health.ts';
import { countWaiting, type Waiting } from '../web/waiting.ts';
import { askServer, type ServerAnswer } from './server-call.ts';

/** The state of a data directory for its operator. Times are UNIX seconds. */
export interface Status {
  running: boolean;
  /** Whether the server reads and writes. */
  healthy: boolean;
  /** The reason why the server does not answer; null if it does, or none is running. */
  problem: string | null;
  pid: number | null;
  address: string | null;
  public_url: string | null;
  /** Null unless the server answers. */
  server: ServerState | null;
  /** Null if the database cannot be read. */
  data: DataState | null;
  sizes: Record<'database_bytes' | 'log_bytes' | 'search_bytes' | 'disk_free_bytes', number>;
  check: CheckRecord;
  backup: { folder: string; newest_at: number | null } | null;
  certificate: {
    file: string;
    expires_at: number | null;
    /** The authority's reason for not giving out a new one, and when it is asked again; null if all is well. */
    problem: string | null;
    retry_at: number | null;
  } | null;
}

interface DataState {
  organization: string;
  schema: number;
  accounts: number;
  messages: number;
  files: number;
  file_bytes: number;
  waiting: Waiting;
}

interface StatusOptions {
  data_dir: string;
  /** The paths of backups and certificate, for the case that no running server reports them. */
  backupDir?: string | undefined;
  tlsCert?: string | undefined;
}

/** Collects the state of a data directory and of its running server. Changes nothing. */
export async function collectStatus({ data_dir, backupDir, tlsCert }: StatusOptions): Promise<Status> {
  ensureDataDir(data_dir);
  const db = openReadOnly(pathsIn(data_dir).database);
  try {
    const running = findRunningServer(data_dir);
    const answer = running && (await askServer(running.address, '/health', operatorHeaders(data_dir, db)));
    const server = parseState(answer);
    // A crashed server could not remove its record.
    const runs = running !== undefined && (answer?.status !== undefined || isAlive(running.pid));
    return {
      running: runs,
      healthy: answer?.status === 200,
      problem: (runs && answer?.problem) || null,
      ...(runs ? running : notRunning),
      server,
      data: readData(db),
      sizes: measure(data_dir),
      check: findCheck(data_dir),
      backup: findBackup(server?.backup_dir ?? backupDir),
      certificate: findCertificate(data_dir, server?.tls_cert ?? tlsCert),
    };
  } finally {
    db.close();
  }
}

const notRunning = { pid: null, address: null, public_url: null };

function operatorHeaders(data_dir: string, db: Database): Record<string, string> {
  const secret = findSecret(data_dir);
  if (!secret) return {};
  try {
    return { [operatorHeader]: operatorKey({ db, clock: systemClock, secret: createSecretKey(secret) }) };
  } catch {
    return {};
  }
}

function parseState(answer: ServerAnswer | undefined): ServerState | null {
  try {
    return (JSON.parse(answer?.body ?? '') as { server?: ServerState }).server ?? null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// A damaged database, or one of another version, may lack the counted tables.
function readData(db: Database): DataState | null {
  const count = (sql: string) => db.value<number>(sql) ?? 0;
  try {
    return {
      organization: findRealm(db).name,
      schema: schemaVersion(db),
      accounts: count('SELECT count(*) FROM users WHERE is_active = 1 AND is_system_bot = 0'),
      messages: count('SELECT count(*) FROM messages'),
      files: count('SELECT count(*) FROM attachments'),
      file_bytes: count('SELECT used FROM upload_space'),
      waiting: countWaiting(db),
    };
  } catch {
    return null;
  }
}

function measure(data_dir: string): Status['sizes'] {
  const { database, search } = pathsIn(data_dir);
  return {
    database_bytes: sizeOf(database),
    log_bytes: sizeOf(`${database}-wal`),
    search_bytes: sizeOf(search) + sizeOf(`${search}-wal`),
    disk_free_bytes: findDiskSpace(data_dir).free,
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function findBackup(named: string | null | undefined): Status['backup'] {
  if (named === null || named === undefined) return null;
  const folder = resolve(named);
  return { folder, newest_at: findNewestBackup({ folder, keep: 1 }, systemClock.now()) ?? null };
}

function findCertificate(data_dir: string, named: string | null | undefined): Status['certificate'] {
  const own = pathsIn(data_dir).certificate;
  const { problem, retry_at } = findAcmeRecord(data_dir);
  // Without a running server, nobody says whether the certificate of the last one is still in use.
  const file = named ? resolve(named) : problem === null ? undefined : own;
  if (file === undefined) return null;
  const certificate = readCertificate(file);
  const isMissing = file === own && certificate?.is_own;
  const expires_at = (isMissing ? undefined : certificate?.ends_at) ?? null;
  return { file, expires_at, ...(file === own ? { problem, retry_at } : { problem: null, retry_at: null }) };
}
