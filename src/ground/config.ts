import type { Address } from './addresses.ts';
import type { PlainSettings } from './server-settings.ts';
import type { RateSettings } from './setting-forms.ts';

/**
 * All settings of a running chatd, read once at the start: flag, else CHATD_ variable, else default. Those of the table
 * `serverSettings` stand under their own names, unless others are made of them.
 */
export interface Config extends PlainSettings {
  listen: Address;
  data_dir: string;
  /** URL at which clients reach the server, without a trailing slash. */
  public_url: string;
  /** The host of public_url; the domain of placeholder addresses. */
  host: string;
  /** Daily backups; undefined: none. */
  backup?: BackupSettings;
  /** Undefined: no limits. */
  rate_limits?: RateSettings;
  /** Networks of reverse proxies whose forwarding headers are trusted, such as `10.0.0.0/8`. */
  trusted_proxies?: readonly string[];
  /** Undefined: plain HTTP. */
  tls?: TlsFiles;
  /** The server gets the files of `tls` by itself; undefined: somebody else puts them there. */
  acme?: AcmeSettings;
  /** Where plain HTTP is led to the public URL; undefined: nowhere. */
  http_listen?: Address;
  /** People of the local network are let in; undefined: nothing is done for them. */
  lan?: LanSettings;
  /** Undefined: no mail is sent. */
  mail?: MailSettings;
  /** The service that delivers notifications to phones; undefined: none. */
  push_service?: PushServiceSettings;
  /** The TURN server that carries calls where browsers cannot reach each other; undefined: none. */
  relay?: RelaySettings;
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

interface LanSettings {
  /** The key of the page that shows the way in to the people of a room. */
  key: string;
  /** Whether the certificate is signed by a root of this machine, which `http_listen` gives out. */
  has_own_root: boolean;
}

/** Paths of PEM files. */
export interface TlsFiles {
  cert_file: string;
  key_file: string;
}

/** An authority that gives out certificates by ACME (RFC 8555). */
export interface AcmeSettings {
  /** Where the authority reaches the operator. */
  email: string;
  /** The names of the certificate. */
  names: readonly string[];
  /** The URL of the authority's directory. */
  directory: string;
  /** PEM file with the certificates that vouch for the authority itself; undefined: those of Node.js. */
  ca_file?: string;
}

export interface PushServiceSettings {
  /** Without a trailing slash. */
  url: string;
  /** The UUID and the key of this server at the push service. */
  org: string;
  key: string;
}

interface RelaySettings {
  urls: readonly string[];
  /** Shared with the relay, which accepts the credentials made of it. */
  secret: string;
}

export interface MailSettings {
  /** `smtp:` or `smtps:`, with user name and password if the mail server requires them. */
  smtp_url: string;
  /** Sender address, or name and address as `Name <address>`. */
  from: string;
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

/** The domain of an organization's addresses that receive mail, and of the ids of its mails. */
export function mailDomain({ mail_domain, host }: Pick<Config, 'mail_domain' | 'host'>): string {
  return mail_domain ?? host;
}
