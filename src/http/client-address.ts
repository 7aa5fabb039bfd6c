import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { urlOf } from '../ground/addresses.ts';

/** The port for code that needs the address of a client. */
export interface KnowsAddresses {
  addresses: ClientAddresses;
}

/** The address of all clients that a proxy on this machine does not name; they are counted together. */
const unnamed = 'unknown';

/** Finds the addresses of clients and the schemes of their requests, also behind trusted reverse proxies. */
export class ClientAddresses {
  #proxies = new BlockList();
  #isWarned = false;
  #warn: (event: string) => void;

  /**
   * `proxies` are networks like `10.0.0.0/8`; X-Forwarded-For and X-Forwarded-Proto are trusted only from these. `warn` is called once if a
   * proxy on this machine is not among them, because its clients would have no rate limits.
   */
  constructor(proxies: readonly string[] = [], warn: (event: string) => void = () => {}) {
    this.#warn = warn;
    for (const proxy of proxies) {
      const [network = '', bits] = proxy.split('/');
      this.#proxies.addSubnet(network, Number(bits), familyOf(network));
    }
  }

  /** Whether a proxy on this machine forwarded a request without being trusted. */
  get missesProxy(): boolean {
    return this.#isWarned;
  }

  /** The client's address. Entries of X-Forwarded-For count only as far as trusted proxies wrote them. */
  of({ socket, headers }: IncomingMessage): string {
    let address = plainAddress(socket.remoteAddress ?? '');
    const forwarded = headers['x-forwarded-for'];
    // Skip the proxy lookup, which costs more than the rest of this method.
    if (forwarded === undefined) return address;
    if (isLoopback(address) && !this.#isTrusted(address)) this.#warnOnce();
    const named = String(forwarded).split(',');
    for (let last = named.pop(); last !== undefined && this.#isTrusted(address); last = named.pop()) {
      const next = plainAddress(withoutPort(last.trim()));
      // Loopback has no rate limits: ignore an entry that names it, and count the clients that a local proxy does not
      // name as `unnamed`.
      if (isIP(next) === 0) return isLoopback(address) ? unnamed : address;
      if (isLoopback(next)) break;
      address = next;
    }
    return address;
  }

  /** The scheme of the client's request, which a trusted proxy names in X-Forwarded-Proto; with several, the last. */
  schemeOf({ socket, headers }: IncomingMessage): 'http' | 'https' {
    const actual = 'encrypted' in socket ? 'https' : 'http';
    if (!this.#isTrusted(plainAddress(socket.remoteAddress ?? ''))) return actual;
    const named = String(headers['x-forwarded-proto'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .toLowerCase();
    return named === 'http' || named === 'https' ? named : actual;
  }

  #warnOnce(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#warn('a proxy on this machine is missing in --trusted-proxy, so its clients have no rate limits');
  }

  #isTrusted(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, familyOf(address));
  }
}

/**
 * Whether a browser on this machine asked, without a proxy: at the very address where the connection arrived. A proxy is
 * asked at an address of its own; one that writes the server's into Host mostly names its client in another header.
 */
export function isFromHere({ headers, socket, httpVersion }: IncomingMessage): boolean {
  const { remoteAddress = '', localAddress = '', localPort: port = 0 } = socket;
  const [client, server] = [plainAddress(remoteAddress), plainAddress(localAddress)];
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  const names = isLoopback(server) ? [server, 'localhost'] : [server];
  return (
    (isLoopback(client) || client === server) &&
    names.some((host) => urlOf({ host, port }, scheme) === `${scheme}://${headers.host}`) &&
    !Object.keys(headers).some((name) => ofProxies.test(name)) &&
    // nginx speaks it to servers, unless it is told otherwise, and may name nobody.
    httpVersion !== '1.0'
  );
}

/** Headers that name a client or a way, of which browsers send none. */
const ofProxies = /^(forwarded|via|cdn-loop|x-.+|.+-ip)$/;

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** The key that an address is counted under. IPv6 counts by its /64, because one machine can own 2^64 addresses. */
export function countedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = tail === undefined ? first : [...first, ...zeros, ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The address of an entry like 192.0.2.1:5678 or [2001:db8::1]:5678, as some proxies write. */
function withoutPort(entry: string): string {
  const [, six, four] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry) ?? [];
  return six ?? four ?? entry;
}

/** The IPv4 address of an IPv4-mapped IPv6 address; any other address unchanged. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
