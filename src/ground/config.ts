import { isIP, isIPv6 } from 'node:net';
import type { NetworkInterfaceInfo } from 'node:os';
import type { LogFormat, LogLevel } from './log.ts';

/** All settings of a running chatd, read once at the start: flag, else CHATD_ variable, else default. */
export interface Config {
  data_dir: string;
  listen: { host: string; port: number };
  /** URL at which clients reach the server, without a trailing slash. */
  public_url: string;
  /** The host of public_url; the domain of placeholder addresses. */
  host: string;
  log_format: LogFormat;
  log_level: LogLevel;
  /** Maximum size of an uploaded file, in MiB. */
  max_upload_mib: number;
  /** Maximum size of all uploaded files together, in MiB; undefined: no limit but the disk. */
  upload_quota_mib?: number;
  /** Disk space that uploads leave free, in MiB; undefined: 5 % of the disk, at most 1024. */
  keep_free_mib?: number;
  /** Daily backups; undefined: none. */
  backup?: BackupSettings;
  /** Undefined: no limits. */
  rate_limits?: RateSettings;
  /** Networks of reverse proxies whose forwarding headers are trusted, such as `10.0.0.0/8`. */
  trusted_proxies?: readonly string[];
  /** Undefined: plain HTTP. */
  tls?: TlsFiles;
  /** Address that serves metrics; undefined: none. */
  metrics_listen?: Config['listen'];
  /** Undefined: no mail is sent. */
  mail?: MailSettings;
  /** Undefined: no mail is received. */
  mail_in?: MailInSettings;
  /** The domain of the addresses that receive mail; undefined: `host`. */
  mail_domain?: string;
  /** The service that delivers notifications to phones; undefined: none. */
  push_service?: PushServiceSettings;
  /** Whether web push may connect to addresses of this machine and of private networks. */
  private_web_push?: boolean;
  /** Login with accounts of other systems; undefined: only with accounts of this server. */
  sso?: SsoSettings;
  /** The key of the page that logs in as a chosen user of a demo; only a demo has one. */
  demo_key?: string;
}

export interface BackupSettings {
  folder: string;
  /** Number of backups to keep. */
  keep: number;
}

/** Paths of PEM files. */
export interface TlsFiles {
  cert_file: string;
  key_file: string;
}

/** Maximum requests of a user, and of an address without a login. */
export interface RateSettings {
  user_minute: number;
  user_hour: number;
  address_minute: number;
}

export interface PushServiceSettings {
  /** Without a trailing slash. */
  url: string;
  /** The UUID and the key of this server at the push service. */
  org: string;
  key: string;
}

export interface MailSettings {
  /** `smtp:` or `smtps:`, with user name and password if the mail server requires them. */
  smtp_url: string;
  /** Sender address, or name and address as `Name <address>`. */
  from: string;
}

/** The address at which another mail server delivers mails. */
export interface MailInSettings {
  protocol: 'smtp' | 'lmtp';
  /** An address of this machine. */
  listen: Config['listen'];
}

/** Single sign-on: the systems whose logins are accepted. */
export interface SsoSettings {
  providers: readonly OpenIdProvider[];
  ldap?: LdapDirectory;
  /** The users who may log in with a password of this server. */
  passwords: 'everyone' | 'owners';
}

/** How far accounts of another system are trusted. */
export interface Trust {
  /** Whether people without an account get one, even if others need an invitation. */
  create_accounts: boolean;
  /** Whether email addresses count as confirmed if the other system does not confirm them. */
  trust_email: boolean;
  /** The role for each group of the other system, updated at each login. If empty, roles are never changed. */
  roles: Readonly<Record<string, SsoRole>>;
  /** The group here for each group of the other system, updated at each login. */
  groups: Readonly<Record<string, string>>;
}

export const ssoRoles = ['administrator', 'moderator', 'member', 'guest'] as const;
export type SsoRole = (typeof ssoRoles)[number];

/** A provider of OpenID Connect. */
export interface OpenIdProvider extends Trust {
  /** Part of URLs of this server. */
  name: string;
  display_name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  scope: string;
  /** The claim that lists groups. */
  groups_claim: string;
}

/** A directory that checks names and passwords. */
export interface LdapDirectory extends Trust {
  /** Starts with `ldaps:` or `ldap:`. */
  url: string;
  /** The account for searching; empty: anonymous. */
  bind_dn: string;
  bind_password: string;
  base_dn: string;
  /** Finds a user: `{name}` is the name that they typed. */
  filter: string;
  /** The attributes with the user's address, name and groups. */
  email_attribute: string;
  name_attribute: string;
  groups_attribute: string;
}

const defaultPort = 9991;

export const defaults = {
  listen: '127.0.0.1:9991',
  data_dir: './chatd-data',
  log_format: 'text',
  log_level: 'info',
  max_upload_mib: 100,
  backup_keep: 7,
} as const;

/** Parses an address to listen on: `host:port`, a port, or a host with the default port. Undefined if invalid. */
export function parseListen(text: string): { host: string; port: number } | undefined {
  // The first isIPv6() in a process compiles a long pattern.
  const bare = /:.*:/.test(text) && isIPv6(text) ? `[${text}]` : text;
  if (/^\d{1,5}$/.test(bare)) return listenOn('127.0.0.1', bare);
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:[\]\s/]*)(?::(\d{1,5}))?$/.exec(bare) ?? [];
  if (host === undefined || bare === '') return undefined;
  // A bare word is more likely a mistake than a host.
  if (port === undefined && host !== 'localhost' && isIP(host.replace(/^\[|\]$/g, '')) === 0) return undefined;
  return listenOn(host === '' ? '0.0.0.0' : host, port ?? String(defaultPort));
}

function listenOn(host: string, port: string): { host: string; port: number } | undefined {
  return Number(port) > 65_535 ? undefined : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

const usualPorts = { http: 80, https: 443 };

/** The URL of the address on which a server listens. */
export function addressOf({ listen, tls }: Pick<Config, 'listen' | 'tls'>): string {
  return urlOf(listen, tls ? 'https' : 'http');
}

/**
 * The URL at which clients reach a server that names none: that of its address. If it listens on all addresses, that of
 * this machine in its network, given its interfaces as by `networkInterfaces()`; clients log in again at this URL, so
 * `localhost` would work only for those on this machine.
 */
export function publicUrlOf(
  { listen, tls }: Pick<Config, 'listen' | 'tls'>,
  interfaces: NodeJS.Dict<readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>,
): string {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const outer = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  const host = isWildcard(listen.host) && outer ? outer.address : listen.host;
  return urlOf({ ...listen, host }, tls ? 'https' : 'http');
}

/** The URL of an address that the server listens on. */
export function urlOf({ host, port }: { host: string; port: number }, scheme: 'http' | 'https' = 'http'): string {
  const name = isWildcard(host) ? 'localhost' : host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}${port === usualPorts[scheme] ? '' : `:${port}`}`;
}

function isWildcard(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/**
 * Parses a public URL: http or https without a path, because clients resolve the paths of images and files against its
 * root. A host alone stands for its https URL; an IP address or this machine, which seldom have certificates, for http.
 * Undefined if invalid.
 */
export function parsePublicUrl(text: string): string | undefined {
  const url = parseHttpUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`);
  return url !== undefined && new URL(url).pathname === '/' ? url : undefined;
}

function schemeFor(text: string): 'http' | 'https' {
  const host = text.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return host === 'localhost' || isIP(host) !== 0 ? 'http' : 'https';
}

function parseHttpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return undefined;
  return url.href.replace(/\/+$/, '');
}

export const defaultRateLimits = '200,2000,100';

/** Parses three numbers separated by commas. Undefined if invalid. */
export function parseRateLimits(text: string): RateSettings | undefined {
  if (!/^[1-9]\d{0,8}(,[1-9]\d{0,8}){2}$/.test(text)) return undefined;
  const [user_minute = 0, user_hour = 0, address_minute = 0] = text.split(',').map(Number);
  return { user_minute, user_hour, address_minute };
}

/** Parses the URL of a mail server: smtp or smtps, with a host. Undefined if invalid. */
export function parseSmtpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' ? text : undefined;
}

/**
 * Parses the address for incoming mail: `host:port`, `smtp://host:port` or `lmtp://host:port`, on this machine.
 * Undefined if invalid.
 */
export function parseMailIn(text: string): MailInSettings | undefined {
  const [, protocol = 'smtp', address = ''] = /^(?:(smtp|lmtp):\/\/)?(.*?:\d{1,5})\/?$/.exec(text) ?? [];
  const listen = parseListen(address);
  if (!listen || !isLoopbackHost(listen.host)) return undefined;
  return { protocol: protocol === 'lmtp' ? 'lmtp' : 'smtp', listen };
}

/** Parses the domain of addresses, in lower case. Undefined if invalid. */
export function parseMailDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase();
  return domain.length <= 190 && /^(?=.*[a-z])[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(domain) ? domain : undefined;
}

/** The domain of an organization's addresses that receive mail, and of the ids of its mails. */
export function mailDomain({ mail_domain, host }: Pick<Config, 'mail_domain' | 'host'>): string {
  return mail_domain ?? host;
}

/** Parses the sender of mails: an address, or `Name <address>`. Undefined if invalid. */
export function parseSender(text: string): string | undefined {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim()) ? text.trim() : undefined;
}

/** Parses the URL of a push service: https, or http on this machine. Undefined if invalid. */
export function parsePushServiceUrl(text: string): string | undefined {
  const url = parseHttpUrl(text);
  return url !== undefined && (url.startsWith('https:') || isThisMachine(new URL(url).hostname)) ? url : undefined;
}

/** Whether a URL's host is a loopback address. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether a server that listens on this host can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return isThisMachine(host.includes(':') ? `[${host}]` : host);
}

/** Whether other machines can reach the server, directly or through a proxy. */
export function isOpen({ listen, public_url }: Pick<Config, 'listen' | 'public_url'>): boolean {
  return !isLoopbackHost(listen.host) || !isThisMachine(new URL(public_url).hostname);
}
