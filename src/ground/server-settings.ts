import type { Address } from './addresses.ts';
import { logFormats, logLevels } from './log.ts';
import {
  acmeDirectory,
  address,
  addressOrNone,
  anyText,
  count,
  defaultRateLimits,
  type Form,
  hostNames,
  mailAddress,
  mailDomain,
  mailIn,
  networks,
  oneOf,
  path,
  publicUrl,
  pushServiceUrl,
  rateLimits,
  sender,
  stunUrls,
  turnUrls,
  uuid,
  wholeNumber,
  yesOrNo,
} from './setting-forms.ts';

/** A setting of a server: a flag, and a variable of the environment. */
export interface Setting<Value = unknown> {
  /** Stands for the value in the help; `[yes]` may be left out. */
  value: string;
  form: Form<Value>;
  /** For the help and the documentation. */
  says: string;
  /** The default, if it is a value. */
  fallback?: string;
  /** The setting that cannot be given, too. */
  excludes?: string;
}

/**
 * The settings of a server, in the order of the help. Flag, variable, completion, help, the table in `cli/README.md` and
 * the field of `Config` follow from an entry: `log_format` is `--log-format` and `CHATD_LOG_FORMAT`.
 */
export const serverSettings = {
  listen: setting(
    '<address>',
    address,
    'address and port; port 0 takes a free one. 127.0.0.1:9991 by default, and port 443 of all addresses with --acme',
  ),
  data_dir: setting('<folder>', path, 'directory of all data; ./chatd-data by default'),
  public_url: setting('<url>', publicUrl, 'URL for clients; the listening address by default'),
  log_format: setting('<format>', oneOf(logFormats), 'format of the log on standard error', { fallback: 'text' }),
  log_level: setting('<level>', oneOf(logLevels), 'least severe level that is logged', { fallback: 'info' }),
  max_upload_mib: setting('<number>', wholeNumber(1), 'the largest file that can be uploaded, in MiB', {
    fallback: '100',
  }),
  upload_quota_mib: setting('<number>', wholeNumber(1), 'limit for all uploaded files together, in MiB'),
  keep_free_mib: setting(
    '<number>',
    wholeNumber(0),
    'disk space that uploads leave free, in MiB; by default 5 % of the disk, at most 1024',
  ),
  backup_dir: setting(
    '<folder>',
    path,
    'existing directory for a backup every day; best on another disk. By default there are none',
  ),
  backup_keep: setting('<number>', count, 'number of these backups that are kept', { fallback: '7' }),
  rate_limits: setting(
    '<numbers>',
    rateLimits,
    `requests per user and minute, per user and hour, and per address and minute without a login; ${defaultRateLimits} by default, and none in the demo`,
  ),
  trusted_proxy: setting(
    '<networks>',
    networks,
    'reverse proxies whose X-Forwarded-For is trusted: networks such as 10.0.0.0/8, separated by commas',
  ),
  tls_cert: setting('<file>', path, 'PEM file with the certificate and its chain; with it the server speaks TLS'),
  tls_key: setting('<file>', path, 'PEM file with the key of the certificate'),
  acme: setting(
    '<email>',
    mailAddress,
    'get a certificate for the public URL, and renew it; the address is for notices of the authority, whose terms you accept',
    { excludes: 'tls_cert' },
  ),
  acme_names: setting('<names>', hostNames, 'more names for this certificate, separated by commas'),
  acme_directory: setting('<url>', acmeDirectory, "the authority's directory; Let's Encrypt by default"),
  acme_ca_file: setting(
    '<file>',
    path,
    'PEM file with the root that vouches for the authority itself, if it is private',
  ),
  http_listen: setting(
    '<address>',
    addressOrNone,
    'address and port that lead from HTTP to HTTPS; port 80 of all addresses with --acme, or none',
  ),
  metrics_listen: setting(
    '<address>',
    address,
    'address and port of GET /metrics, in the text format of Prometheus; keep it private',
  ),
  sso_file: setting('<file>', path, 'JSON file that configures single sign-on: OpenID Connect, LDAP'),
  // Its form is checked later, because the error must not repeat a password.
  smtp_url: setting(
    '<url>',
    anyText,
    'mail server; a password only in the variable or the file. Without it, no mail is sent',
  ),
  smtp_url_file: setting('<file>', path, 'file with that URL, which other users of the machine cannot read', {
    excludes: 'smtp_url',
  }),
  mail_from: setting('<address>', sender, 'sender of mails; by default noreply@ the host of the public URL'),
  mail_in: setting(
    '<address>',
    mailIn,
    'local address and port that receives mail from a mail server, by smtp:// or lmtp://',
  ),
  mail_domain: setting(
    '<domain>',
    mailDomain,
    'domain of the addresses that receive mail; by default the host of the public URL',
  ),
  push_service_url: setting(
    '<url>',
    pushServiceUrl,
    'service that delivers notifications to phones; without it, none are sent',
  ),
  push_service_org: setting('<uuid>', uuid, 'UUID of this server at the push service'),
  push_service_key_file: setting('<file>', path, 'file with the key for it; or CHATD_PUSH_SERVICE_KEY, the key itself'),
  stun_url: setting(
    '<urls>',
    stunUrls,
    'STUN servers, separated by commas, by which people in different networks can call each other; by default none',
  ),
  turn_url: setting('<urls>', turnUrls, 'TURN servers, separated by commas, that carry calls where nothing else can'),
  turn_secret_file: setting(
    '<file>',
    path,
    'file with the secret that they share with chatd; or CHATD_TURN_SECRET, the secret itself',
  ),
  private_web_push: setting('[yes]', yesOrNo, 'allow browser notifications to private networks and without TLS'),
};

type Table = typeof serverSettings;
export type SettingName = keyof Table;
type ValueOf<One> = One extends Setting<infer Value> ? Value : never;
type WithDefault = { [Name in SettingName]: Table[Name] extends { fallback: string } ? Name : never }[SettingName];

/** The values of the settings; those without a default are missing unless they are given. */
export type ServerSettings = { [Name in WithDefault]: ValueOf<Table[Name]> } & {
  [Name in Exclude<SettingName, WithDefault>]?: ValueOf<Table[Name]>;
};

/** The settings that are checked, completed or combined before a server uses them. */
const combined = [
  'listen',
  'data_dir',
  'public_url',
  'backup_dir',
  'backup_keep',
  'rate_limits',
  'trusted_proxy',
  'tls_cert',
  'tls_key',
  'acme',
  'acme_names',
  'acme_directory',
  'acme_ca_file',
  'http_listen',
  'sso_file',
  'smtp_url',
  'smtp_url_file',
  'mail_from',
  'push_service_url',
  'push_service_org',
  'push_service_key_file',
  'turn_url',
  'turn_secret_file',
] as const satisfies readonly SettingName[];

/** The settings that a server uses as they are. */
export type PlainSettings = Omit<ServerSettings, (typeof combined)[number]>;

export function plainSettings(settings: ServerSettings): PlainSettings {
  const plain = Object.entries(settings).filter(([name]) => !combined.some((one) => one === name));
  return Object.fromEntries(plain) as unknown as PlainSettings;
}

type Rest = Pick<Setting, 'fallback' | 'excludes'>;

function setting<Value, Own extends Rest = Rest>(
  value: string,
  form: Form<Value>,
  says: string,
  rest?: Own,
): Setting<Value> & Own {
  return { value, form, says, ...rest } as Setting<Value> & Own;
}

/** The settings of a server for which none are given. */
export function defaultSettings(): ServerSettings {
  const entries = Object.entries<Setting>(serverSettings).flatMap(([name, { form, fallback }]) =>
    fallback === undefined ? [] : [[name, form.parse(fallback)]],
  );
  return Object.fromEntries(entries) as ServerSettings;
}

/** Where a server listens, unless another address is given. */
export const defaultListen: Address = { host: '127.0.0.1', port: 9991 };

/** The directory of all data, unless another is given. */
export const defaultDataDir = './chatd-data';
