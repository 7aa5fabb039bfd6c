import type { Client, Entry } from 'ldapts';
import type { LdapDirectory } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { errorKind } from '../http/errors.ts';
import { type Identity, textsOf } from './identity.ts';

const sentence = 'The directory that checks passwords cannot be reached at the moment.';
export const directoryUnreachable = errorKind(sentence, { code: 'DIRECTORY_UNREACHABLE', status: 502 });

/** Timeout, in milliseconds. */
const patience = 10_000;

/** Permanent ids of an entry (RFC 4530, and Active Directory), if the directory has them. */
const idAttributes = ['entryUUID', 'objectGUID'];

/** A user in a directory. */
export interface Person {
  /** The distinguished name. */
  dn: string;
  identity: Identity;
}

/** The user with this name in a directory; undefined if there is none or several. Throws directoryUnreachable. */
export async function findPerson(log: Log, ldap: LdapDirectory, name: string): Promise<Person | undefined> {
  if (name.trim() === '') return undefined;
  const entry = await ask(log, ldap, (client) => findEntry(client, ldap, name.trim()));
  return entry && { dn: entry.dn, identity: identityOf(ldap, entry) };
}

/** Whether a directory accepts a password for a user. Throws directoryUnreachable. */
export async function isPasswordOf(log: Log, ldap: LdapDirectory, { dn }: Person, password: string): Promise<boolean> {
  // A directory accepts a bind with a name and an empty password as anonymous (RFC 4513, 5.1.2).
  return password !== '' && (await ask(log, ldap, (client) => canBind(client, dn, password)));
}

async function ask<Answer>(
  log: Log,
  ldap: LdapDirectory,
  question: (client: Client) => Promise<Answer>,
): Promise<Answer> {
  const { Client } = await import('ldapts');
  const client = new Client({ url: ldap.url, timeout: patience, connectTimeout: patience });
  try {
    return await question(client);
  } catch (error) {
    log.warn('a directory did not answer', { url: ldap.url, error });
    throw directoryUnreachable();
  } finally {
    await client.unbind().catch(() => {});
  }
}

async function findEntry(client: Client, ldap: LdapDirectory, name: string): Promise<Entry | undefined> {
  const { Filter } = await import('ldapts');
  if (ldap.bind_dn !== '') await client.bind(ldap.bind_dn, ldap.bind_password);
  const { email_attribute, name_attribute, groups_attribute } = ldap;
  const { searchEntries } = await client.search(ldap.base_dn, {
    scope: 'sub',
    filter: ldap.filter.replaceAll('{name}', () => Filter.escape(name)),
    attributes: [email_attribute, name_attribute, groups_attribute, ...idAttributes],
    sizeLimit: 2,
  });
  return searchEntries.length === 1 ? searchEntries[0] : undefined;
}

/**
 * The result codes of directories that refuse a password (RFC 4511): a wrong one, of an entry without a password, of an
 * entry that is gone, or of one that is locked or disabled.
 */
const refusals: readonly number[] = [49, 48, 32, 19, 53];

async function canBind(client: Client, dn: string, password: string): Promise<boolean> {
  const { ResultCodeError } = await import('ldapts');
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof ResultCodeError && refusals.includes(error.code)) return false;
    throw error;
  }
}

function identityOf(ldap: LdapDirectory, entry: Entry): Identity {
  const [id] = idAttributes.flatMap((name) => textsOf(plain(entry[name])));
  return {
    issuer: `${ldap.url}/${ldap.base_dn}`,
    subject: id || entry.dn,
    email: textsOf(plain(entry[ldap.email_attribute]))[0],
    is_email_verified: false,
    full_name: textsOf(plain(entry[ldap.name_attribute]))[0] ?? '',
    groups: textsOf(plain(entry[ldap.groups_attribute])),
  };
}

function plain(value: Entry[string] | undefined): unknown {
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}
