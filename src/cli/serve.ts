import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { type Command, Option } from 'commander';
import { type App, createServer, startServices, stopServices } from '../app.ts';
import { changeCheck } from '../db/check-record.ts';
import {
  createDataDir,
  findRunningServer,
  lockDataDir,
  removeRunningServer,
  writePublicUrl,
  writeRunningServer,
} from '../db/data-dir.ts';
import { freeMemory } from '../db/free-memory.ts';
import { deliverOutbox } from '../events/outbox.ts';
import { addressOf, type Config, defaults, parseListen, publicUrlOf, urlOf } from '../ground/config.ts';
import { createLog, type LogFormat, type LogLevel, logFormats, logLevels } from '../ground/log.ts';
import { systemRandom } from '../ground/random.ts';
import { spareMemory } from '../ground/spare-memory.ts';
import { followRecord } from '../jobs/data-check.ts';
import { publishNewFullMembers } from '../jobs/new-full-members.ts';
import { restoreQueues, saveQueues } from '../registration/saved-queues.ts';
import { doPrepareUploads } from '../uploads/dropped.ts';
import { createMetricsServer } from '../web/metrics.ts';
import { type BackupOptions, backupDirOption, backupKeepOption, readBackup } from './backup-options.ts';
import { announce } from './banner.ts';
import { demoDataDir, fillDemo, writeDemoFiles } from './demo.ts';
import { connectionLimit } from './descriptors.ts';
import { prepareDrain } from './drain.ts';
import { exitCodes, Failure, InvalidSetting } from './failure.ts';
import { watchFaults } from './faults.ts';
import { type LimitOptions, rateLimitsOption, readLimits, trustedProxyOption } from './limit-options.ts';
import {
  type MailInOptions,
  type MailOptions,
  mailDomainOption,
  mailFromOption,
  mailInOption,
  readMail,
  readMailIn,
  refusePasswordInArgument,
  smtpUrlFileOption,
  smtpUrlOption,
} from './mail-options.ts';
import { openApp } from './open-app.ts';
import { dataDirOption, keepFreeOption, maxUploadOption, publicUrlOption, uploadQuotaOption } from './options.ts';
import { say } from './output.ts';
import {
  type PushOptions,
  privateWebPushOption,
  pushServiceKeyFileOption,
  pushServiceOrgOption,
  pushServiceUrlOption,
  readPush,
} from './push-options.ts';
import { readSso, type SsoOptions, ssoFileOption } from './sso-options.ts';
import { readTls, type TlsOptions, tlsCertOption, tlsKeyOption } from './tls-options.ts';
import { openBrowser, wayIn } from './way-in.ts';

interface Options extends PushOptions, BackupOptions, LimitOptions, TlsOptions, SsoOptions, MailOptions, MailInOptions {
  listen: Config['listen'];
  dataDir?: string;
  publicUrl?: string;
  metricsListen?: Config['listen'];
  logFormat: LogFormat;
  logLevel: LogLevel;
  maxUploadMib: number;
  uploadQuotaMib?: number;
  keepFreeMib?: number;
  demo?: true;
  open?: true;
}

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .summary('run the server')
    .description('Run the server. The first start creates its data directory.');
  for (const option of serveOptions()) command.addOption(option);
  command
    .option('--demo', `fill a demo organization first, in ${demoDataDir} by default, and print how to log in`)
    .option('--open', 'open a browser, where the first owner creates an account')
    .addHelpText('after', '\nExample:\n  chatd serve --listen 127.0.0.1:9991 --public-url https://chat.example.com')
    .action(async (options: Options, command: Command) => {
      refusePasswordInArgument(options, command);
      await serve(options);
    });
}

/** The settings of a server, in the order of the help. */
function serveOptions(): Option[] {
  return [
    listenOption(),
    dataDirOption(),
    publicUrlOption('URL for clients; the listening address by default'),
    logFormatOption(),
    logLevelOption(),
    maxUploadOption(),
    uploadQuotaOption(),
    keepFreeOption(),
    backupDirOption(),
    backupKeepOption(),
    rateLimitsOption(),
    trustedProxyOption(),
    tlsCertOption(),
    tlsKeyOption(),
    metricsListenOption(),
    ssoFileOption(),
    smtpUrlOption(),
    smtpUrlFileOption(),
    mailFromOption(),
    mailInOption(),
    mailDomainOption(),
    pushServiceUrlOption(),
    pushServiceOrgOption(),
    pushServiceKeyFileOption(),
    privateWebPushOption(),
  ];
}

function listenOption(): Option {
  return new Option('--listen <address>', 'address and port; port 0 takes a free one')
    .env('CHATD_LISTEN')
    .argParser(readListen)
    .default(parseListen(defaults.listen), defaults.listen);
}

function logFormatOption(): Option {
  return new Option('--log-format <format>', 'format of the log on standard error')
    .env('CHATD_LOG_FORMAT')
    .choices(logFormats)
    .argParser(oneOf(logFormats))
    .default(defaults.log_format);
}

function logLevelOption(): Option {
  return new Option('--log-level <level>', 'least severe level that is logged')
    .env('CHATD_LOG_LEVEL')
    .choices(logLevels)
    .argParser(oneOf(logLevels))
    .default(defaults.log_level);
}

function oneOf(words: readonly string[]): (text: string) => string {
  return (text) => {
    if (words.includes(text)) return text;
    throw new InvalidSetting(`It must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}.`);
  };
}

function metricsListenOption(): Option {
  const description = 'address and port of GET /metrics, in the text format of Prometheus; keep it private';
  return new Option('--metrics-listen <address>', description).env('CHATD_METRICS_LISTEN').argParser(readListen);
}

function readListen(text: string): Config['listen'] {
  const listen = parseListen(text);
  if (listen) return listen;
  throw new InvalidSetting('It must look like 127.0.0.1:9991, 0.0.0.0, [::1]:9991 or 9991.');
}

/** Runs a server until it gets a signal. */
async function serve(options: Options): Promise<void> {
  nameProcess();
  const dataDir = options.dataDir ?? (options.demo ? demoDataDir : defaults.data_dir);
  const config = readConfig(options, resolve(dataDir));
  const log = createLog(config.log_level, config.log_format, say);
  createDataDir(config.data_dir);
  const unlock = lockDataDir(config.data_dir);
  try {
    // A server that stopped properly removed its record, so the last one crashed: check the database soon.
    if (findRunningServer(config.data_dir)) changeCheck(config.data_dir, { due_at: 0 });
    describeRunning(config);
    await serveLocked(openApp(config, log), { ...options, dataDir });
  } finally {
    removeRunningServer(config.data_dir);
    unlock();
  }
}

// Node.js names it after its main thread, so ps, top and pgrep would not show which program it is. Setting
// process.title would hide the arguments.
function nameProcess(): void {
  try {
    writeFileSync('/proc/self/comm', 'chatd');
  } catch {
    // Only Linux has this file.
  }
}

function readConfig(options: Options, data_dir: string): Config {
  const { listen, publicUrl, logFormat, logLevel, metricsListen } = options;
  const tls = readTls(options);
  const public_url = publicUrl ?? publicUrlOf({ listen, ...tls }, networkInterfaces());
  const host = new URL(public_url).hostname;
  const log = { log_format: logFormat, log_level: logLevel };
  return {
    data_dir,
    listen,
    public_url,
    host,
    ...log,
    ...readUploads(options),
    ...readBackup(options),
    ...readLimits(options),
    ...tls,
    ...(metricsListen ? { metrics_listen: metricsListen } : {}),
    ...readMail(options, host),
    ...readMailIn(options),
    ...readPush(options),
    ...readSso(options),
    ...(options.demo ? { demo_key: systemRandom.bytes(18).toString('base64url') } : {}),
  };
}

function readUploads(options: Options): Pick<Config, 'max_upload_mib' | 'upload_quota_mib' | 'keep_free_mib'> {
  const { maxUploadMib, uploadQuotaMib, keepFreeMib } = options;
  return {
    max_upload_mib: maxUploadMib,
    ...(keepFreeMib === undefined ? {} : { keep_free_mib: keepFreeMib }),
    ...(uploadQuotaMib === undefined ? {} : { upload_quota_mib: uploadQuotaMib }),
  };
}

function describeRunning(config: Config): void {
  const { data_dir, public_url } = config;
  writeRunningServer(data_dir, { pid: process.pid, address: addressOf(config), public_url });
}

async function serveLocked(app: App, options: Options & { dataDir: string }): Promise<void> {
  let closeMetrics = () => {};
  const keepMemory = spareMemory(() => freeCaches(app));
  try {
    followRecord(app);
    if (!app.db.stoppedBy) resumeQueues(app);
    const logins = options.demo ? await fillDemo(app) : undefined;
    doPrepareUploads(app);
    const server = createServer(app, connectionLimit());
    const drain = prepareDrain(server, app.queues);
    await listen(server, app.config.listen);
    try {
      closeMetrics = await serveMetrics(app);
      setPort(app, server, options);
      writePublicUrl(app.config.data_dir, app.config.public_url);
      startServices(app);
      await ensureReceiving(app);
      // A reader of the output may end the server at once, so listen for signals first.
      const end = Promise.race([nextSignal(), watchFaults(app)]);
      const way_in = wayIn(app);
      announce({ app, dataDir: options.dataDir, way_in, demo: logins && writeDemoFiles(app, logins) });
      if (options.open) openBrowser(way_in);
      app.log.info('stopping', { signal: await end });
    } finally {
      await drain();
    }
  } finally {
    keepMemory();
    closeMetrics();
    await stopServices(app);
    // No change between the two calls matters to clients.
    suspendQueues(app);
    closeDatabase(app);
  }
  if (app.db.stoppedBy === 'disk') throw new Failure(exitCodes.failed, diskFailed);
}

function freeCaches({ db, searcher }: App): void {
  searcher.forgetKept();
  freeMemory([db.connection]);
}

/** Throws Failure if mails cannot be received. */
async function ensureReceiving({ config, gateway }: App): Promise<void> {
  try {
    const port = await gateway.listening;
    if (config.mail_in && port !== undefined) config.mail_in.listen.port = port;
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, config.mail_in?.listen ?? config.listen, '--mail-in');
  }
}

const diskFailed = 'The disk failed. The database has all acknowledged changes; check the disk before you start again.';

/** Serves metrics if an address is configured. Returns a function that stops it. */
async function serveMetrics(app: App): Promise<() => void> {
  const { metrics_listen } = app.config;
  if (!metrics_listen) return () => {};
  const server = createMetricsServer(app);
  await listen(server, metrics_listen);
  const { port } = server.address() as AddressInfo;
  app.log.info('metrics', { address: `${urlOf({ ...metrics_listen, port })}/metrics` });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Restores the event queues of the last server, and delivers events since then. */
function resumeQueues(app: App): void {
  const stopped_at = restoreQueues(app);
  deliverOutbox(app.db, app.queues);
  if (stopped_at !== undefined) publishNewFullMembers(app, stopped_at);
}

/** Saves the event queues for the next server. A failure is harmless, because clients then register again. */
function suspendQueues(app: App): void {
  try {
    publishNewFullMembers(app);
    saveQueues(app);
  } catch (error) {
    app.log.warn('event queues are lost', { error });
  }
}

function listen(server: Server, { host, port }: Config['listen']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port })));
    server.listen(port, host, resolve);
  });
}

function cannotListen(error: NodeJS.ErrnoException, address: Config['listen'], flag = '--listen'): Failure {
  const problem = listenProblems[error.code ?? '']?.replace('--listen', flag) ?? error.message;
  return new Failure(exitCodes.unusable, `${urlOf(address)} cannot be served: ${problem}.`);
}

const listenProblems: Record<string, string> = {
  EADDRINUSE: 'another program listens there; choose another port with --listen',
  EADDRNOTAVAIL: 'this machine does not have that address',
  EACCES: 'this user may not listen there',
  ENOTFOUND: 'there is no machine of that name',
};

/** Stores the port that the system chose for port 0 in the configuration. */
function setPort({ config }: App, server: Server, options: Options): void {
  if (config.listen.port !== 0) return;
  config.listen = { host: config.listen.host, port: (server.address() as AddressInfo).port };
  config.public_url = options.publicUrl ?? publicUrlOf(config, networkInterfaces());
  describeRunning(config);
}

/** The first signal to stop. A second one ends the process immediately. */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of endingSignals()) {
      process.once(name, () => {
        resolve(name);
        for (const second of ['SIGTERM', 'SIGINT'] as const) process.on(second, () => process.exit(exitCodes.failed));
      });
    }
  });
}

/** A closed terminal sends SIGHUP. A server without a terminal ignores it, because Node.js undoes nohup(1). */
function endingSignals(): NodeJS.Signals[] {
  if ([0, 1, 2].some(isatty)) return ['SIGTERM', 'SIGINT', 'SIGHUP'];
  process.on('SIGHUP', () => {});
  return ['SIGTERM', 'SIGINT'];
}

// Closing writes to the database, which is unsafe after a fault of the disk.
function closeDatabase({ db }: App): void {
  if (db.stoppedBy === 'disk') return;
  db.connection.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}
