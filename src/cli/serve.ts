import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { isatty } from 'node:tty';
import { type Command, Option } from 'commander';
import { localName } from '../acme/network-certificate.ts';
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
import { returnFreePages } from '../db/free-pages.ts';
import { deliverOutbox } from '../events/outbox.ts';
import { addressOf } from '../ground/addresses.ts';
import type { Config } from '../ground/config.ts';
import { createLog } from '../ground/log.ts';
import { defaultDataDir, type ServerSettings, serverSettings } from '../ground/server-settings.ts';
import { spareMemory } from '../ground/spare-memory.ts';
import { followRecord } from '../jobs/data-check.ts';
import { publishNewFullMembers } from '../jobs/new-full-members.ts';
import { restoreQueues, saveQueues } from '../registration/saved-queues.ts';
import { doPrepareUploads } from '../uploads/dropped.ts';
import { nearbyUrl, wayIn } from '../web/way-in.ts';
import { announce } from './banner.ts';
import { demoDataDir, fillDemo, startCompany, writeDemoFiles } from './demo.ts';
import { connectionLimit } from './descriptors.ts';
import { prepareDrain } from './drain.ts';
import { exitCodes, Failure } from './failure.ts';
import { watchFaults } from './faults.ts';
import { openToLan, prepareLan, readLanConfig } from './lan.ts';
import { cannotListen, listen, listenBeside } from './listening.ts';
import { openApp } from './open-app.ts';
import { optionsOf, readSettings } from './options.ts';
import { say } from './output.ts';
import { readConfig, refusePasswordInArgument } from './server-config.ts';

interface Options {
  demo?: true;
  open?: true;
  lan?: true;
  lanHttps?: true;
}

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .summary('run the server')
    .description('Run the server. The first start creates its data directory.');
  for (const option of optionsOf(serverSettings)) command.addOption(option);
  command
    .option('--demo', `fill a demo organization first, in ${demoDataDir} by default, and print how to log in`)
    .option(
      '--lan',
      `listen on the local network, where phones find ${localName}; plain HTTP, for a room that you trust`,
    )
    .addOption(
      new Option('--lan-https', 'the same with a certificate of its own, which phones can install').implies({
        lan: true,
      }),
    )
    .option('--open', 'open a browser, where the first owner creates an account')
    .addHelpText('after', '\nExample:\n  chatd serve --listen 127.0.0.1:9991 --public-url https://chat.example.com')
    .action(async (options: Options, command: Command) => {
      const settings = readSettings({ ...options });
      refusePasswordInArgument(command, settings);
      await serve(settings, options);
    });
}

/** Runs a server until it gets a signal. */
async function serve(settings: ServerSettings, { demo, open, lan, lanHttps }: Options): Promise<void> {
  nameProcess();
  const dataDir = settings.data_dir ?? (demo ? demoDataDir : defaultDataDir);
  const facts = { data_dir: resolve(dataDir), isDemo: demo === true };
  const config = lan ? readLanConfig(settings, facts, lanHttps === true) : readConfig(settings, facts);
  const log = createLog(config.log_level, config.log_format, say);
  createDataDir(config.data_dir);
  const unlock = lockDataDir(config.data_dir);
  try {
    // A server that stopped properly removed its record, so the last one crashed: check the database soon.
    if (findRunningServer(config.data_dir)) changeCheck(config.data_dir, { due_at: 0 });
    describeRunning(config);
    await serveLocked(openApp(config, log), { dataDir, demo, open, public_url: settings.public_url });
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

function describeRunning(config: Config): void {
  const { data_dir, public_url } = config;
  writeRunningServer(data_dir, { pid: process.pid, address: addressOf(config), public_url });
}

interface Serving {
  dataDir: string;
  demo: true | undefined;
  open: true | undefined;
  /** The URL that was given. */
  public_url: string | undefined;
}

async function serveLocked(app: App, { dataDir, demo, open, public_url }: Serving): Promise<void> {
  const ends = [spareMemory(() => freeCaches(app))];
  try {
    followRecord(app);
    if (!app.db.stoppedBy) resumeQueues(app);
    const logins = demo ? await fillDemo(app) : undefined;
    doPrepareUploads(app);
    await prepareLan(app);
    const server = createServer(app, connectionLimit());
    const drain = prepareDrain(server, app.queues);
    await listen(server, app.config.listen);
    try {
      ends.push(await listenBeside(app));
      setPort(app, server, public_url);
      writePublicUrl(app.config.data_dir, app.config.public_url);
      startServices(app);
      if (demo) ends.push(await startCompany(app));
      await ensureReceiving(app);
      // A reader of the output may end the server at once, so listen for signals first.
      const end = Promise.race([nextSignal(), watchFaults(app)]);
      const way_in = wayIn(app);
      const onMove = () => describeRunning(app.config);
      const { lan } = app.config;
      if (lan) ends.push(await openToLan(app, { hasOwnUrl: public_url === undefined, onMove }));
      announce({ app, dataDir, way_in, demo: logins && writeDemoFiles(app, logins) });
      if (open) openBrowser(lan ? nearbyUrl(app.config, lan) : way_in);
      app.log.info('stopping', { signal: await end });
    } finally {
      await drain();
    }
  } finally {
    for (const end of ends) end();
    await stopServices(app);
    // No change between the two calls matters to clients.
    suspendQueues(app);
    closeDatabase(app);
  }
  if (app.db.stoppedBy === 'disk') throw new Failure(exitCodes.failed, diskFailed);
}

function freeCaches({ db, searcher, messageCache }: App): void {
  messageCache.clear();
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

/** Stores the port that the system chose for port 0 in the configuration. */
function setPort({ config }: App, server: Server, public_url: string | undefined): void {
  if (config.listen.port !== 0) return;
  const { port } = server.address() as AddressInfo;
  config.listen = { host: config.listen.host, port };
  config.public_url = public_url ?? Object.assign(new URL(config.public_url), { port }).origin;
  describeRunning(config);
}

/** The first signal to stop. A second one ends the process immediately. */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of endingSignals()) {
      process.once(name, () => {
        resolve(name);
        for (const second of ['SIGTERM', 'SIGINT', 'SIGBREAK'] as const)
          process.on(second, () => process.exit(exitCodes.failed));
      });
    }
  });
}

/**
 * Ctrl-Break of Windows sends SIGBREAK, and a closed terminal SIGHUP. A server without a terminal ignores that, because
 * Node.js undoes nohup(1).
 */
function endingSignals(): NodeJS.Signals[] {
  if ([0, 1, 2].some(isatty)) return ['SIGTERM', 'SIGINT', 'SIGBREAK', 'SIGHUP'];
  process.on('SIGHUP', () => {});
  return ['SIGTERM', 'SIGINT', 'SIGBREAK'];
}

// Closing writes to the database, which is unsafe after a fault of the disk.
function closeDatabase({ db, log }: App): void {
  if (db.stoppedBy === 'disk') return;
  try {
    if (!db.stoppedBy) returnFreePages(db);
  } catch (error) {
    log.warn('the file of the database keeps its free pages', { error });
  }
  db.connection.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL in the browser. A failure is harmless, because the URL is printed too. */
function openBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => say(`  No browser could be opened (${program}).`))
    .unref();
}
