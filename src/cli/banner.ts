import type { X509Certificate } from 'node:crypto';
import { renderUnicodeCompact } from 'uqr';
import { findNetworkRoot } from '../acme/network-certificate.ts';
import type { App } from '../app.ts';
import { version } from '../assets.ts';
import { addressOf, isLoopbackHost, isOpen, urlOf } from '../ground/addresses.ts';
import type { Config } from '../ground/config.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { findRealm, unnamedRealm } from '../realm/realm.ts';
import { hasOwner } from '../users/user.ts';
import { localUrl } from '../web/nearby.ts';
import { nearbyUrl, wayInForPhones } from '../web/way-in.ts';
import type { DemoFile } from './demo.ts';
import { commandLine, fromHere, quote } from './invocation.ts';
import { say } from './output.ts';
import { isOnTerminal } from './password.ts';

/** The facts to print after the start of a server. */
interface Start {
  app: App;
  /** The data directory, as the user wrote it. */
  dataDir: string;
  /** The URL to open in a browser. */
  way_in: string;
  /** The people of the demo; undefined without --demo. */
  demo: DemoFile[] | undefined;
}

/** Prints that the server is running, and the next steps: as text, or as lines of the JSON log. */
export function announce(start: Start): void {
  const { app } = start;
  if (app.config.log_format === 'json') log(start);
  else say(banner(start).join('\n'));
  if (isExposed(app.config)) warnOfPlainHttp(app);
}

function log({ app, way_in }: Start): void {
  const { data_dir, public_url } = app.config;
  app.log.info('listening', { version, address: addressOf(app.config), public_url, data_dir, pid: process.pid });
  if (way_in !== public_url) app.log.info('open this address to log in', { url: way_in });
  logLan(app);
}

function logLan({ config, log }: App): void {
  if (!config.lan) return;
  const url = wayInForPhones(config);
  const root = findOwnRoot(config);
  const fingerprint = root ? { sha256_fingerprint: root.fingerprint256 } : {};
  log.info('for phones', { url, local_url: localUrl(url), page: nearbyUrl(config, config.lan), ...fingerprint });
}

function banner(start: Start): string[] {
  const { public_url, data_dir } = start.app.config;
  const address = addressOf(start.app.config);
  return [
    `chatd ${version} is running on ${address}`,
    ...(public_url === address ? [] : [field('reached at', public_url)]),
    field('for', findRealm(start.app.db).name),
    field('data', fromHere(data_dir)),
    ...mailLines(start.app.config),
    ...(start.demo ? demoLines(start, start.demo) : accountLines(start)),
    ...lanLines(start.app.config),
    // Elsewhere nobody can press it: a service manager stops the server.
    ...(isOnTerminal() ? [field('stop', 'Ctrl-C')] : []),
  ];
}

function lanLines(config: Config): string[] {
  const { lan } = config;
  if (!lan) return [];
  // The way in of an owner is for one person.
  const url = wayInForPhones(config);
  return [
    field('for phones', `${url}, or ${localUrl(url)}`),
    ...qrCode(url).map((line) => field('', line)),
    field('to show', nearbyUrl(config, lan)),
    field(
      '',
      config.tls
        ? 'devices that install the certificate from there get notifications, the app and the microphone, too'
        : 'without HTTPS there are no notifications in browsers, no installation as an app, and no microphone',
    ),
    ...fingerprintLines(config),
  ];
}

function findOwnRoot({ data_dir, lan }: Config): X509Certificate | undefined {
  return lan?.has_own_root ? findNetworkRoot(data_dir) : undefined;
}

function fingerprintLines(config: Config): string[] {
  const root = findOwnRoot(config);
  if (!root) return [];
  const pairs = root.fingerprint256.split(':');
  return [
    field('compare', 'the SHA-256 fingerprint that devices show in the details of this certificate:'),
    field('', `${pairs.slice(0, 16).join(':')}:`),
    field('', pairs.slice(16).join(':')),
  ];
}

function mailLines({ mail_in }: Config): string[] {
  if (!mail_in) return [];
  const { protocol, listen } = mail_in;
  return [field('takes mail', urlOf(listen).replace('http:', `${protocol}:`))];
}

function accountLines({ app, dataDir, way_in }: Start): string[] {
  const command = (...words: string[]) => commandLine(words, { dataDir });
  if (!hasOwner(app.db)) {
    return [
      field('log in', 'nobody yet: create your own account first, in a browser within half an hour'),
      field('open', way_in),
      ...(process.stderr.isTTY ? qrCode(way_in).map((line) => field('', line)) : []),
      field('or', command('create-user', 'you@example.com', '--name', 'Your Name', '--role', 'owner')),
    ];
  }
  return [
    field('log in', `${countPeople(app)} with e-mail address and password; to see all: ${command('list-users')}`),
    field('next', command('create-user', 'ada@example.com', '--name', 'Ada Lovelace', '--random-password')),
    ...renamingLines(app, dataDir),
  ];
}

function renamingLines({ db }: App, dataDir: string): string[] {
  if (findRealm(db).name !== unnamedRealm) return [];
  return [field('name it', commandLine(['settings', 'set', 'name', 'Your Team'], { dataDir }))];
}

function countPeople({ db }: App): string {
  const sql = 'SELECT count(*) FROM users WHERE is_active = 1 AND bot_type IS NULL AND password_hash IS NOT NULL';
  const count = db.value<number>(sql) ?? 0;
  return ['nobody yet', 'one person'][count] ?? `${count} people`;
}

function demoLines({ app, way_in }: Start, files: DemoFile[]): string[] {
  const [first] = files;
  if (!first) return [];
  const { email, password } = first.login;
  const url = app.config.public_url;
  const message = '--stream general --subject hello --message "It works."';
  return [
    field('open', `${way_in} (log in as anybody with one click)`),
    field(
      'log in',
      `as one of these, with the password ${password}${isOpen(app.config) ? ' until the next start' : ''}:`,
    ),
    ...onePerRole(files).map(({ login }) => field('', `${login.email} (${login.full_name}, ${login.role})`)),
    field('zuliprc', `a file for each person, in ${fromHere(pathsIn(app.config.data_dir).zuliprc)}`),
    field('next', `zulip-send --config-file ${quote(fromHere(first.zuliprc))} ${message}`),
    field('or', `curl ${url}/api/v1/fetch_api_key -d username=${email} -d password=${quote(password)}`),
  ];
}

function onePerRole(files: DemoFile[]): DemoFile[] {
  return files.filter(({ login }, index) => files.findIndex((file) => file.login.role === login.role) === index);
}

function field(name: string, text: string): string {
  return `  ${name.padEnd(10)}  ${text}`;
}

/** Whether other machines can reach the server without TLS in front of it. */
export function isExposed({ listen, public_url }: Pick<Config, 'listen' | 'public_url'>): boolean {
  return !isLoopbackHost(listen.host) && !public_url.startsWith('https:');
}

function warnOfPlainHttp({ config, log }: App): void {
  const text =
    'other machines can reach this server over plain HTTP: passwords and messages can be read on the network. ' +
    'Give it a certificate with --tls-cert and --tls-key, or put a reverse proxy with TLS before it and name its ' +
    'address with --public-url https://…';
  if (config.log_format === 'json') log.warn(text, { address: addressOf(config) });
  else say(`  WARNING     ${text}`);
}

const whiteOnBlack = '\u001b[97;40m';
const usual = '\u001b[0m';

/** The lines of a QR code for a terminal, readable with any color scheme. */
function qrCode(text: string): string[] {
  return renderUnicodeCompact(text, { border: 2 })
    .split('\n')
    .map((line) => `${whiteOnBlack}${line}${usual}`);
}
