import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { LdapDirectory } from '../../src/ground/config.ts';
import { startDirectory } from './directory.ts';

type Attack = (socket: Socket, id: number) => void;

/** An element of BER: its tag, its contents, and a length that may be a lie. */
function element(
  tag: number,
  contents: readonly number[] = [],
  length: readonly number[] = [contents.length],
): number[] {
  return [tag, ...length, ...contents];
}

function message(id: number, ...contents: number[]): Buffer {
  const bytes = [0x02, 1, id, ...contents];
  return Buffer.from(element(0x30, bytes, [0x82, bytes.length >> 8, bytes.length & 255]));
}

const success = [0x0a, 1, 0, 0x04, 0, 0x04, 0];
const bound = element(0x61, success);
const huge = [0x84, 0x7f, 0xff, 0xff, 0xff];
/** A length that moves a reader back, by as many bytes. */
const back = (bytes: number) => [0x84, 0xff, 0xff, 0xff, 256 - bytes];
const text = (value: string) => element(0x04, [...Buffer.from(value)]);
const entry = (name: string, ...attributes: number[][]) =>
  element(0x64, [...text(name), ...element(0x30, attributes.flat())]);
const searched = element(0x65, success);

/** Writes the same for as long as the other side reads. */
function flood(socket: Socket, bytes: Buffer): void {
  const write = () => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on('drain', write);
  write();
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write(Buffer.from([0x30])), 5).unref();
  socket.on('close', () => clearInterval(timer));
  socket.write(Buffer.from([0x30, ...huge]));
}

/** What a broken or hostile directory may do with the first question that it gets. */
export const attacks: Record<string, Attack> = {
  'says nothing': () => {},
  'hangs up': (socket) => socket.end(),
  'speaks another protocol': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'sends a byte at a time': drip,
  'announces two gigabytes and sends them': (socket) => {
    socket.write(Buffer.from([0x30, ...huge]));
    flood(socket, Buffer.alloc(65_536));
  },
  'announces less than nothing': (socket) => socket.write(Buffer.from([0x30, ...back(6)])),
  'finds people without end': (socket, id) => {
    flood(socket, Buffer.concat(Array(1000).fill(message(id, ...entry('cn=somebody')))));
  },
  'refers to other directories without end': (socket, id) => {
    flood(socket, Buffer.concat(Array(1000).fill(message(id, ...element(0x73, text('ldap://example.com'))))));
  },
  'sends ten thousand answers at once': (socket, id) => {
    socket.write(Buffer.concat(Array(10_000).fill(Buffer.from([0x30, 5, 0x02, 1, id, 0x73, 0]))));
  },
  'ends a login with less than it announces': (socket, id) => {
    socket.write(message(id, ...element(0x61, [...success, 0x87, 100])));
  },
  'ends a list of values with less than it announces': (socket, id) => {
    const attribute = element(0x30, [...text('mail'), ...element(0x31, [0x04, 100])]);
    socket.write(message(id, ...entry('cn=somebody', attribute)));
  },
  'ends a referral with less than it announces': (socket, id) => {
    socket.write(message(id, ...element(0x73, [0x04, 100])));
  },
  'adds controls that lead back to their beginning': (socket, id) => {
    const controls = element(0xa0, [...element(0x04, [], back(6)), ...element(0x04, [], back(12))]);
    socket.write(message(id, ...bound, ...controls));
  },
  'names a person by a list': (socket, id) => {
    const names = element(0x30, [...text('dn'), ...element(0x31, [])]);
    socket.once('data', () => {
      socket.write(Buffer.concat([message(id + 1, ...entry('cn=alice', names)), message(id + 1, ...searched)]));
    });
    socket.write(message(id, ...bound));
  },
};

/** A directory that does one thing to whoever asks it. Returns its configuration. */
export async function startHostileDirectory(attack: Attack): Promise<LdapDirectory> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    // The id of a request, after the lengths of it and its message.
    socket.once('data', (data) => attack(socket, data[data.indexOf(0x02) + 2] ?? 0));
  }).unref();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { ...(await startDirectory([])), url: `ldap://127.0.0.1:${port}` };
}
