// The thread that asks LDAP directories: a broken or hostile one can make the library loop or fill the memory.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client, type Entry, Filter, ResultCodeError } from 'ldapts';
import type { LdapDirectory } from '../ground/config.ts';
import { answerQuestions } from '../ground/thread-answers.ts';
import { type Identity, textsOf } from './identity.ts';

/** A user in a directory. */
export interface Person {
  /** The distinguished name. */
  dn: string;
  identity: Identity;
}

/** Which user has a name, or whether a user has a password. */
export type LdapQuestion = { ldap: LdapDirectory } & ({ name: string } | { person: Person; password: string });

/** A question to the thread. */
export interface LdapTask {
  question: LdapQuestion;
  /** Timeout, in milliseconds. */
  patience: number;
}

/** From the thread: the user, if there is exactly one and the password is right; or the problem with the directory. */
export type LdapReply = { person: Person | undefined } | { problem: string };

/** Permanent ids of an entry (RFC 4530, and Active Directory), if the directory has them. */
const idAttributes = ['entryUUID', 'objectGUID'];

/** In bytes: an entry with thousands of groups takes some hundred thousand. */
const maxAnswer = 1024 * 1024;
/** In UTF-16 units: the directory chooses the words of some problems. */
const maxProblem = 500;

answerQuestions(async ({ question, patience }: LdapTask): Promise<LdapReply> => {
  const client = new Client({ url: question.ldap.url, ...connectors(patience) });
  try {
    return { person: await ask(client, question) };
  } catch (error) {
    return { problem: (error instanceof Error ? error.message : String(error)).slice(0, maxProblem) };
  } finally {
    void client.unbind().catch(() => {});
  }
});

/** Connections with limits of bytes and time. The library checks the time of each step, but not of all together. */
function connectors(patience: number) {
  // The library passes these arguments only; the types have all forms of Node's functions.
  const createConnection = (port: number, host: string) => limited(connect(port, host), patience);
  const createSecureConnection = (port: number, host: string) => limited(connectTls(port, host), patience);
  return {
    createConnection: createConnection as typeof connect,
    createSecureConnection: createSecureConnection as typeof connectTls,
  };
}

function limited<Connection extends Socket>(connection: Connection, patience: number): Connection {
  const timer = setTimeout(() => connection.destroy(new Error('it took too long to answer')), patience);
  connection.on('close', () => clearTimeout(timer));
  connection.on('data', () => {
    if (connection.bytesRead > maxAnswer) connection.destroy(new Error('its answer is too large'));
  });
  return connection;
}

async function ask(client: Client, question: LdapQuestion): Promise<Person | undefined> {
  if ('name' in question) return findPerson(client, question.ldap, question.name);
  return (await canBind(client, question.person.dn, question.password)) ? question.person : undefined;
}

async function findPerson(client: Client, ldap: LdapDirectory, name: string): Promise<Person | undefined> {
  if (ldap.bind_dn !== '') await client.bind(ldap.bind_dn, ldap.bind_password);
  const { email_attribute, name_attribute, groups_attribute } = ldap;
  const { searchEntries } = await client.search(ldap.base_dn, {
    scope: 'sub',
    filter: ldap.filter.replaceAll('{name}', () => Filter.escape(name)),
    attributes: [email_attribute, name_attribute, groups_attribute, ...idAttributes],
    sizeLimit: 2,
  });
  const [entry] = searchEntries;
  return entry && searchEntries.length === 1 ? personOf(ldap, entry) : undefined;
}

/**
 * The result codes of directories that refuse a password (RFC 4511): a wrong one, of an entry without a password, of an
 * entry that is gone, or of one that is locked or disabled.
 */
const refusals: readonly number[] = [49, 48, 32, 19, 53];

async function canBind(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if (error instanceof ResultCodeError && refusals.includes(error.code)) return false;
    throw error;
  }
}

function personOf(ldap: LdapDirectory, entry: Entry): Person {
  // The library lets an attribute named `dn` replace the name.
  const [dn] = textsOf(entry.dn);
  if (!dn) throw new Error('an entry has no name');
  const [id] = idAttributes.flatMap((name) => textsOf(plain(entry[name])));
  const identity = {
    issuer: `${ldap.url}/${ldap.base_dn}`,
    subject: id || dn,
    email: textsOf(plain(entry[ldap.email_attribute]))[0],
    is_email_verified: false,
    full_name: textsOf(plain(entry[ldap.name_attribute]))[0] ?? '',
    groups: textsOf(plain(entry[ldap.groups_attribute])),
  };
  return { dn, identity };
}

function plain(value: Entry[string] | undefined): unknown {
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}
