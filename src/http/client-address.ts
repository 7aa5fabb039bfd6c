import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** A port for code that asks where a request comes from. */
export interface KnowsAddresses {
  addresses: ClientAddresses;
}

/** Tells the addresses of clients, also of those behind reverse proxies that are trusted. */
export class ClientAddresses {
  #proxies = new BlockList();

  /** `proxies` are networks as `10.0.0.0/8`; only those are believed when they name the client. */
  constructor(proxies: readonly string[] = []) {
    for (const proxy of proxies) {
      const [network = '', bits] = proxy.split('/');
      this.#proxies.addSubnet(network, Number(bits), familyOf(network));
    }
  }

  /** The address that a request comes from. What no trusted proxy has written into X-Forwarded-For counts for nothing. */
  of({ socket, headers }: IncomingMessage): string {
    let address = plainAddress(socket.remoteAddress ?? '');
    const forwarded = headers['x-forwarded-for'];
    // Most requests came through no proxy, and looking an address up takes longer than the rest of this.
    if (forwarded === undefined) return address;
    const named = String(forwarded).split(',');
    for (let last = named.pop(); last !== undefined && this.#isTrusted(address); last = named.pop()) {
      const next = plainAddress(last.trim());
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  }

  #isTrusted(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, familyOf(address));
  }
}

/** Reads a network, as 10.0.0.0/8, or a single address. Undefined for anything else. */
export function parseNetwork(text: string): string | undefined {
  const [network = '', bits, ...rest] = text.trim().split('/');
  const most = { 0: undefined, 4: 32, 6: 128 }[isIP(network)];
  if (most === undefined || rest.length > 0) return undefined;
  if (bits === undefined) return `${network}/${most}`;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? `${network}/${bits}` : undefined;
}

/** Whether an address is of this machine itself. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** Addresses that count as one: a single machine has 2^64 of version 6. */
export function countedAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  const groups = tail === undefined ? first : [...first, ...zeros, ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** An address of version 4 as such, also where it was written as one of version 6. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
