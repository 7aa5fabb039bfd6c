import { isIP, isIPv6 } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** A host and a port on it. */
export interface Address {
  host: string;
  port: number;
}

/** Where a server listens, and whether it speaks TLS there. */
interface Listening {
  listen: Address;
  tls?: object;
}

const defaultPort = 9991;
const usualPorts = { http: 80, https: 443 };

/** Parses an address to listen on: `host:port`, a port, or a host with the default port. Undefined if invalid. */
export function parseListen(text: string): Address | undefined {
  // The first isIPv6() in a process compiles a long pattern.
  const bare = /:.*:/.test(text) && isIPv6(text) ? `[${text}]` : text;
  if (/^\d{1,5}$/.test(bare)) return listenOn('127.0.0.1', bare);
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[^:[\]\s/]*)(?::(\d{1,5}))?$/.exec(bare) ?? [];
  if (host === undefined || (port === undefined && !isHostAlone(host))) return undefined;
  return listenOn(host === '' ? '0.0.0.0' : host, port ?? String(defaultPort));
}

// A bare word is more likely a mistake than a host.
function isHostAlone(host: string): boolean {
  return host === 'localhost' || isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

function listenOn(host: string, port: string): Address | undefined {
  return Number(port) > 65_535 ? undefined : { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
}

/** The URL of the address on which a server listens. */
export function addressOf({ listen, tls }: Listening): string {
  return urlOf(listen, tls ? 'https' : 'http');
}

/** The interfaces of this machine; none where a service may not ask for them, as in the unit of systemd. */
export function findInterfaces(): NodeJS.Dict<NetworkInterfaceInfo[]> {
  try {
    return networkInterfaces();
  } catch {
    return {};
  }
}

/**
 * The URL at which clients reach a server that names none: that of its address. If it listens on all addresses, that of
 * this machine in its network, given its interfaces; clients log in again at this URL, so
 * a loopback address would work only for those on this machine.
 */
export function publicUrlOf({ listen, tls }: Listening, interfaces: Interfaces): string {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const outer = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  const host = loopbacks.has(listen.host) && outer ? outer.address : listen.host;
  return urlOf({ ...listen, host }, tls ? 'https' : 'http');
}

type Interfaces = NodeJS.Dict<readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[]>;

/**
 * The URL of an address that the server listens on, on this machine. It never says `localhost` by itself: a minimal
 * system has no file that leads this name to an address.
 */
export function urlOf({ host, port }: Address, scheme: 'http' | 'https' = 'http'): string {
  const name = loopbacks.get(host) ?? host;
  return `${scheme}://${name.includes(':') ? `[${name}]` : name}${port === usualPorts[scheme] ? '' : `:${port}`}`;
}

/** Where this machine reaches a server that listens on all addresses. */
const loopbacks: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/**
 * Parses a public URL: http or https without a path, because clients resolve the paths of images and files against its
 * root. A host alone stands for its https URL; an IP address or this machine, which seldom have certificates, for http.
 * Undefined if invalid.
 */
export function parsePublicUrl(text: string): string | undefined {
  const url = parseHttpUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`);
  if (url === undefined) return undefined;
  const { pathname, port } = new URL(url);
  return pathname === '/' && port !== '0' ? url : undefined;
}

function schemeFor(text: string): 'http' | 'https' {
  const host = text.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  return host === 'localhost' || isIP(host) !== 0 ? 'http' : 'https';
}

/** Parses an http or https URL; without a trailing slash. Undefined if invalid. */
export function parseHttpUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) return undefined;
  return url.href.replace(/\/+$/, '');
}

/** Whether a URL's host is a loopback address. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether a server that listens on this host can be reached from this machine only. */
export function isLoopbackHost(host: string): boolean {
  return isThisMachine(host.includes(':') ? `[${host}]` : host);
}

/** Whether other machines can reach the server, directly or through a proxy. */
export function isOpen({ listen, public_url }: { listen: Address; public_url: string }): boolean {
  return !isLoopbackHost(listen.host) || !isThisMachine(new URL(public_url).hostname);
}

/** Parses a network like 10.0.0.0/8 or a single address; undefined for anything else. */
export function parseNetwork(text: string): string | undefined {
  const [network = '', bits, ...rest] = text.trim().split('/');
  const most = { 0: undefined, 4: 32, 6: 128 }[isIP(network)];
  if (most === undefined || rest.length > 0) return undefined;
  if (bits === undefined) return `${network}/${most}`;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? `${network}/${bits}` : undefined;
}
