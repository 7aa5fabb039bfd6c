import type { LogFormat, LogLevel } from './log.ts';

/** Every setting of a running chatd, read once when it starts: flag, else CHATD_ variable, else default. */
export interface Config {
  data_dir: string;
  listen: { host: string; port: number };
  /** Where clients reach the server, without a slash at the end. */
  public_url: string;
  /** The host of public_url: the domain of placeholder addresses. */
  host: string;
  log_format: LogFormat;
  log_level: LogLevel;
  /** The largest file that can be uploaded, in MiB. */
  max_upload_mib: number;
  /** How much all uploaded files together may hold, in MiB; without it as much as the disk holds. */
  upload_quota_mib?: number;
  /** How much of the disk files leave free, in MiB; without it 5 % of the disk, but at most 1024. */
  keep_free_mib?: number;
  /** Where a backup goes every day; without it none is made. */
  backup?: BackupSettings;
  /** How often one may ask; without it as often as one likes. */
  rate_limits?: RateSettings;
  /** Networks of reverse proxies, as `10.0.0.0/8`, that are believed when they name the client. */
  trusted_proxies?: readonly string[];
  /** How mails leave; without it none do. */
  mail?: MailSettings;
  /** Who hands notifications to phones; without it nobody does. */
  push_service?: PushServiceSettings;
  /** Whether browsers may be reached at addresses of this machine and of private networks. */
  private_web_push?: boolean;
  /** The key of the page where one can be anybody in the demo; only a demo has one. */
  demo_key?: string;
}

export interface BackupSettings {
  folder: string;
  /** How many backups stay. */
  keep: number;
}

/** Requests of a user, and of an address without a login. */
export interface RateSettings {
  user_minute: number;
  user_hour: number;
  address_minute: number;
}

export interface PushServiceSettings {
  /** Without a slash at the end. */
  url: string;
  /** The UUID and the key by which the push service knows this server. */
  org: string;
  key: string;
}

export interface MailSettings {
  /** `smtp:` or `smtps:`, with user name and password if the mail server asks for them. */
  smtp_url: string;
  /** Address of the sender, or name and address as `Name <address>`. */
  from: string;
}

export const defaults = {
  listen: '127.0.0.1:9991',
  data_dir: './chatd-data',
  log_format: 'text',
  log_level: 'info',
  max_upload_mib: 100,
  backup_keep: 7,
} as const;

/** Reads `host:port`, `[ipv6]:port` or a port. Undefined for anything else. */
export function parseListen(text: string): { host: string; port: number } | undefined {
  const match = /^(?:(\[[0-9a-fA-F:.]+\]|[^:[\]\s/]+):)?(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (!match || port > 65_535) return undefined;
  return { host: (match[1] ?? '127.0.0.1').replace(/^\[|\]$/g, ''), port };
}

/** The URL of an address that the server listens on. */
export function urlOf({ host, port }: { host: string; port: number }): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}${port === 80 ? '' : `:${port}`}`;
}

/**
 * Reads a public URL: http or https, and nothing behind the host, because the addresses of pictures and files that
 * clients get begin there. Undefined for anything else.
 */
export function parsePublicUrl(text: string): string | undefined {
  const url = parseHttpUrl(text);
  return url !== undefined && new URL(url).pathname === '/' ? url : undefined;
}

function parseHttpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) return undefined;
  return url.href.replace(/\/+$/, '');
}

export const defaultRateLimits = '200,2000,100';

/** Reads three numbers with commas between them. Undefined for anything else. */
export function parseRateLimits(text: string): RateSettings | undefined {
  if (!/^[1-9]\d{0,8}(,[1-9]\d{0,8}){2}$/.test(text)) return undefined;
  const [user_minute = 0, user_hour = 0, address_minute = 0] = text.split(',').map(Number);
  return { user_minute, user_hour, address_minute };
}

/** Reads the URL of a mail server: smtp or smtps, with a host. Undefined for anything else. */
export function parseSmtpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  return /^smtps?:$/.test(protocol) && hostname !== '' ? text : undefined;
}

/** Reads the sender of mails: an address, or `Name <address>`. Undefined for anything else. */
export function parseSender(text: string): string | undefined {
  return /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text.trim()) ? text.trim() : undefined;
}

/** Reads the URL of a push service: https, or http on this machine. Undefined for anything else. */
export function parsePushServiceUrl(text: string): string | undefined {
  const url = parseHttpUrl(text);
  return url !== undefined && (url.startsWith('https:') || isThisMachine(new URL(url).hostname)) ? url : undefined;
}

/** Whether the host of a URL is the machine that the URL is read on. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
