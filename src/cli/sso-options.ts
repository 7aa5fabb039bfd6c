import { readFileSync } from 'node:fs';
import { isThisMachine } from '../ground/addresses.ts';
import { type Config, type LdapDirectory, type OpenIdProvider, ssoRoles } from '../ground/config.ts';
import type { ServerSettings } from '../ground/server-settings.ts';
import { mapOf } from '../http/combined-kinds.ts';
import { ApiError } from '../http/errors.ts';
import { boolean, type Kind, list, object, oneOf, optional, required, text } from '../http/params.ts';
import { describeError, exitCodes, Failure } from './failure.ts';

const trust = {
  create_accounts: optional(boolean(), 'Whether to create accounts at the first login.', { fallback: false }),
  roles: optional(mapOf(oneOf(ssoRoles)), 'Roles by group of the provider.', { fallback: {} }),
  groups: optional(mapOf(text({ min: 1 })), 'User groups by group of the provider.', { fallback: {} }),
};

const provider: Kind<OpenIdProvider> = object({
  name: required(text({ min: 1, max: 30 }), 'The name in URLs.'),
  display_name: required(text({ min: 1, max: 60 }), 'The name that users see.'),
  issuer: required(text({ min: 1 }), 'The issuer URL of the provider.'),
  client_id: required(text({ min: 1 }), 'The client id.'),
  client_secret: required(text({ min: 1 }), 'The client secret.'),
  scope: optional(text({ min: 1 }), 'The requested scopes.', { fallback: 'openid email profile' }),
  groups_claim: optional(text({ min: 1 }), 'The claim with the groups.', { fallback: 'groups' }),
  trust_email: optional(boolean(), 'Whether to accept unverified e-mail addresses.', { fallback: false }),
  ...trust,
});

const ldap: Kind<LdapDirectory> = object({
  url: required(text({ min: 1 }), 'The URL of the directory.'),
  bind_dn: optional(text(), 'The DN of the account that searches.', { fallback: '' }),
  bind_password: optional(text(), 'Its password.', { fallback: '' }),
  base_dn: required(text({ min: 1 }), 'The base DN of users.'),
  filter: optional(text({ min: 1 }), 'The filter that finds a user.', { fallback: '(|(uid={name})(mail={name}))' }),
  email_attribute: optional(text({ min: 1 }), 'The attribute with the e-mail address.', { fallback: 'mail' }),
  name_attribute: optional(text({ min: 1 }), 'The attribute with the full name.', { fallback: 'cn' }),
  groups_attribute: optional(text({ min: 1 }), 'The attribute with the groups.', { fallback: 'memberOf' }),
  // The operator of a directory assigns the addresses in it.
  trust_email: optional(boolean(), 'Whether to trust its e-mail addresses.', { fallback: true }),
  ...trust,
});

const file = object({
  providers: optional(list(provider, { max: 20 }), 'Providers of OpenID Connect.', { fallback: [] }),
  ldap: optional(ldap, 'A directory.'),
  passwords: optional(oneOf(['everyone', 'owners']), 'Who may log in with a password.', {
    fallback: 'everyone' as const,
  }),
});

/** Reads the trusted systems. Throws Failure if the file cannot be read, or its content is invalid. */
export function readSso({ sso_file }: Pick<ServerSettings, 'sso_file'>): Pick<Config, 'sso'> {
  if (sso_file === undefined) return {};
  const { ldap, ...sso } = readFields(sso_file);
  for (const provider of sso.providers) ensureUsable(provider, sso_file);
  const names = sso.providers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw unusable(sso_file, `it has two providers with the name ${twice}`);
  if (ldap) ensureDirectory(ldap, sso_file);
  if (sso.passwords === 'owners' && names.length === 0 && !ldap) {
    throw unusable(sso_file, 'nobody but owners could log in: it names no provider and no directory');
  }
  return { sso: { ...sso, ...(ldap ? { ldap } : {}) } };
}

function readFields(name: string) {
  try {
    return file.read(parse(name), 'file');
  } catch (error) {
    throw error instanceof ApiError ? unusable(name, error.message) : error;
  }
}

function parse(name: string): unknown {
  try {
    return JSON.parse(readFileSync(name, 'utf8')) as unknown;
  } catch (error) {
    throw unusable(name, error instanceof SyntaxError ? 'it is not JSON' : describeError(error as Error));
  }
}

function ensureUsable({ name, issuer }: OpenIdProvider, file: string): void {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(name)) {
    throw unusable(file, `the name ${name} must consist of small letters, digits and hyphens`);
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname))) return;
  throw unusable(file, `the issuer ${issuer} must begin with https://`);
}

function ensureDirectory({ url, filter }: LdapDirectory, file: string): void {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : {};
  // It gets everybody's passwords.
  const isSafe = protocol === 'ldaps:' || (protocol === 'ldap:' && isThisMachine(hostname ?? ''));
  if (!isSafe) throw unusable(file, `the address ${url} of the directory must begin with ldaps://`);
  if (!filter.includes('{name}')) throw unusable(file, 'the filter must contain {name}, for what a person types');
}

function unusable(name: string, problem: string): Failure {
  return new Failure(exitCodes.unusable, `--sso-file ${name} cannot configure single sign-on: ${problem}.`);
}
