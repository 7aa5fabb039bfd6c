import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { LdapDirectory } from '../../src/ground/config.ts';

/** An entry: its distinguished name, its password, and its attributes. */
export interface Entry {
  dn: string;
  password: string;
  attributes: Record<string, readonly string[]>;
  /** The result code of all logins, if the directory accepts none. */
  refusal?: number;
}

/** A tag of BER with what is in it: more of them, where it is constructed. */
interface Element {
  tag: number;
  bytes: Buffer;
  parts: Element[];
}

const tags = { integer: 0x02, text: 0x04, enumerated: 0x0a, sequence: 0x30, set: 0x31 };
const operations = { bind: 0x60, bound: 0x61, unbind: 0x42, search: 0x63, entry: 0x64, searched: 0x65 };
const results = { success: 0, sizeLimitExceeded: 4, invalidCredentials: 49 };

/** What all searches of tests are below, and the account that may search. */
export const base = 'ou=people,dc=example,dc=com';
export const reader: Entry = { dn: 'cn=reader,dc=example,dc=com', password: 'reads', attributes: {} };

/** Somebody in the directory. */
export function person(uid: string, attributes: Entry['attributes']): Entry {
  return { dn: `uid=${uid},${base}`, password: `secret of ${uid}`, attributes: { uid: [uid], ...attributes } };
}

/**
 * A directory for tests, for as long as the process lives: as much of LDAP (RFC 4511) as a login needs. Like real ones,
 * it takes a name without a password for nobody's, lets nobody search, and finds names in any case. Returns its configuration.
 */
export async function startDirectory(people: readonly Entry[]): Promise<LdapDirectory> {
  const server = createServer((socket) => serve(socket, [reader, ...people])).unref();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bind_dn: reader.dn,
    bind_password: reader.password,
    base_dn: base,
    filter: '(|(uid={name})(mail={name}))',
    email_attribute: 'mail',
    name_attribute: 'cn',
    groups_attribute: 'memberOf',
    trust_email: true,
    create_accounts: true,
    roles: {},
    groups: {},
  };
}

function serve(socket: Socket, entries: readonly Entry[]): void {
  let who = '';
  socket.on('error', () => {});
  // Requests are small, and wait for one another.
  socket.on('data', (data) => {
    const [message] = decode(data) as [Element];
    const [id, operation] = message.parts as [Element, Element];
    const reply = (...answers: Buffer[]) => {
      for (const answer of answers) socket.write(encode(tags.sequence, encode(tags.integer, id.bytes), answer));
    };
    switch (operation.tag) {
      case operations.bind: {
        const [, name, password] = operation.parts.map(({ bytes }) => bytes.toString());
        const entry = entries.find(({ dn }) => dn === name);
        const isRight = password === '' || (entry?.password === password && entry?.refusal === undefined);
        who = isRight && password !== '' && name !== undefined ? name : '';
        const code = isRight ? results.success : (entry?.refusal ?? results.invalidCredentials);
        return reply(done(operations.bound, code));
      }
      case operations.search: {
        const [, , , limit, , , filter] = operation.parts as Element[];
        const found = who === '' ? [] : entries.filter((entry) => matches(entry, filter as Element));
        const most = limit?.bytes.at(-1) || found.length;
        const code = found.length > most ? results.sizeLimitExceeded : results.success;
        return reply(...found.slice(0, most).map(present), done(operations.searched, code));
      }
      default:
        socket.end();
    }
  });
}

function matches({ attributes }: Entry, { tag, parts }: Element): boolean {
  const isMatch = (part: Element) => matches({ dn: '', password: '', attributes }, part);
  if (tag === 0xa0) return parts.every(isMatch);
  if (tag === 0xa1) return parts.some(isMatch);
  // Of the others only equality: what people type is escaped, and so never anything else.
  const [name = '', value = ''] = tag === 0xa3 ? parts.map(({ bytes }) => bytes.toString()) : [];
  return attributes[name]?.some((one) => one.toLowerCase() === value.toLowerCase()) ?? false;
}

function present({ dn, attributes }: Entry): Buffer {
  const lists = Object.entries(attributes).map(([name, values]) =>
    encode(tags.sequence, text(name), encode(tags.set, ...values.map(text))),
  );
  return encode(operations.entry, text(dn), encode(tags.sequence, ...lists));
}

function done(tag: number, code: number): Buffer {
  return encode(tag, encode(tags.enumerated, Buffer.from([code])), text(''), text(''));
}

function text(value: string): Buffer {
  return encode(tags.text, Buffer.from(value));
}

function encode(tag: number, ...contents: Buffer[]): Buffer {
  const bytes = Buffer.concat(contents);
  const length = bytes.length < 128 ? [bytes.length] : [0x82, bytes.length >> 8, bytes.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), bytes]);
}

function decode(data: Buffer): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at + 2 <= data.length; ) {
    const [tag = 0, first = 0] = data.subarray(at, at + 2);
    const extra = first < 128 ? 0 : first & 127;
    const length = extra === 0 ? first : data.readUIntBE(at + 2, extra);
    const start = at + 2 + extra;
    const bytes = data.subarray(start, start + length);
    elements.push({ tag, bytes, parts: tag & 0x20 ? decode(bytes) : [] });
    at = start + length;
  }
  return elements;
}
