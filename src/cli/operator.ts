import { createSecretKey } from 'node:crypto';
import { resolve } from 'node:path';
import { AuditLog } from '../audit/audit-log.ts';
import { consequences } from '../consequences.ts';
import { Consequences, type Context } from '../context.ts';
import { findDamage } from '../db/check-record.ts';
import { findPublicUrl, findRunningServer, UnusableDataDir } from '../db/data-dir.ts';
import type { Database } from '../db/database.ts';
import { faultOf } from '../db/fault.ts';
import { Outbox } from '../events/outbox.ts';
import { urlOf } from '../ground/addresses.ts';
import { systemClock } from '../ground/clock.ts';
import type { Config } from '../ground/config.ts';
import { silentLog } from '../ground/log.ts';
import { systemRandom } from '../ground/random.ts';
import { defaultDataDir, defaultListen, defaultSettings, plainSettings } from '../ground/server-settings.ts';
import { doCreateRealm } from '../organization/new-realm.ts';
import { hasRealm, unnamedRealm } from '../realm/realm.ts';
import { type DataOptions, withDatabase } from './open-database.ts';
import { say } from './output.ts';

export interface AdminOptions extends DataOptions {
  publicUrl?: string;
}

/** The context of the operator's commands, without services, which run only in the server. */
export interface OperatorApp extends Context {
  audit: AuditLog;
}

/**
 * Runs an admin command on a data directory. A server running at the same time publishes the events. Unless `create` is
 * true, the database must exist. A damaged one is only read, until the operator accepts the damage.
 */
export async function withApp<Result>(
  options: AdminOptions & { create?: boolean },
  command: (app: OperatorApp) => Result | Promise<Result>,
): Promise<Result> {
  const config = adminConfig(options);
  return withDatabase(options, (db, secret) => {
    const app = createOperatorApp(db, secret, config);
    if (findDamage(config.data_dir) !== undefined) db.stopWrites('damage');
    return command(app);
  });
}

/** An act of the operator, for the audit log. */
interface OperatorAct {
  /** The name of the command. */
  command: string;
  /** The command's subjects, from its arguments; no secrets. */
  about: Readonly<Record<string, unknown>>;
}

/** Runs the changes of an admin command in one transaction, and records them in the audit log. */
export function actAsOperator<Result>(
  app: OperatorApp,
  { command, about }: OperatorAct,
  perform: () => Result,
): Result {
  const act = { actor_id: null, action: command, address: null, about, isAdministrative: true };
  return app.db.transaction(() => app.audit.record(act, perform));
}

/** Records changes of a command outside the database, or prints that damage prevents recording. */
export async function recordAct(options: AdminOptions, act: OperatorAct): Promise<void> {
  try {
    await withApp(options, (app) => actAsOperator(app, act, () => {}));
  } catch (error) {
    if (faultOf(error) === undefined && !(error instanceof UnusableDataDir)) throw error;
    say(`The audit log has no entry of this: ${(error as Error).message}`);
  }
}

function createOperatorApp(db: Database, secret: Buffer, config: Config): OperatorApp {
  const outbox = new Outbox(db);
  const app: OperatorApp = {
    config,
    db,
    events: outbox,
    clients: outbox,
    consequences: new Consequences(consequences),
    clock: systemClock,
    random: systemRandom,
    secret: createSecretKey(secret),
    log: silentLog,
    audit: new AuditLog(db, systemClock),
  };
  db.transaction(() => {
    if (!hasRealm(db)) doCreateRealm(app, unnamedRealm);
  });
  app.audit.refuseUnrecorded();
  return app;
}

function adminConfig({ dataDir = defaultDataDir, publicUrl }: AdminOptions): Config {
  const data_dir = resolve(dataDir);
  const settings = { ...plainSettings(defaultSettings()), listen: defaultListen };
  const known_url = publicUrl ?? findRunningServer(data_dir)?.public_url ?? findPublicUrl(data_dir);
  const public_url = known_url ?? urlOf(defaultListen);
  return { ...settings, data_dir, public_url, host: new URL(public_url).hostname };
}
