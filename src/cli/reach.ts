import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { findInterfaces, isThisMachine } from '../ground/addresses.ts';
import { requestOf } from '../http/request-of.ts';
import type { Finding } from './examination.ts';

/** In milliseconds. */
const patience = 10_000;
const day = 86_400_000;

/** Looks at a public URL as clients see it: address, name, port and certificate; undefined if none is known. */
export async function examineReach(public_url: string | undefined): Promise<Finding[]> {
  if (public_url === undefined) {
    return [
      { name: 'address', says: 'no server has run yet', mend: 'chatd serve --public-url https://chat.example.com' },
    ];
  }
  const url = new URL(public_url);
  const named = await examineName(url);
  // Without the name there is nothing to connect to.
  return [examineAddress(url), named, ...(named.mend === undefined ? await examinePort(url) : [])];
}

function examineAddress({ href, protocol, hostname }: URL): Finding {
  const name = 'address';
  if (protocol === 'https:' || isThisMachine(hostname)) return { name, says: href };
  return {
    name,
    says: `${href} has no TLS, so everybody on the way can read`,
    mend: 'serve with --public-url https://… --acme you@example.com',
  };
}

async function examineName({ hostname }: URL): Promise<Finding> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(findInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  if (isIP(host)) return { name: 'DNS', says: 'an address, which needs none' };
  try {
    const found = (await lookup(host, { all: true })).map(({ address }) => address);
    const is_here = found.some((address) => own.includes(address));
    return {
      name: 'DNS',
      says: `leads to ${found.join(' and ')}${is_here ? ', this machine' : ', a proxy or router'}`,
    };
  } catch (error) {
    const says = `${host} leads nowhere (${(error as NodeJS.ErrnoException).code})`;
    return { name: 'DNS', says, mend: `add an A record for ${host} where its domain is managed` };
  }
}

interface Answer {
  status: number;
  body: string;
  /** Undefined without TLS; UNIX milliseconds. */
  ends_at: number | undefined;
}

async function examinePort(url: URL): Promise<Finding[]> {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  try {
    const { status, body, ends_at } = await ask(new URL('/api/v1/server_settings', url));
    const reached = findUrl(body);
    const name = `port ${port}`;
    const certificate = ends_at === undefined ? [] : [examineEnd(ends_at)];
    if (reached === url.origin) return [{ name, says: 'the server answers there' }, ...certificate];
    const mend = 'let DNS, router or proxy lead there to this server';
    if (reached === undefined)
      return [{ name, says: `somebody else answers there, with ${status}`, mend }, ...certificate];
    const says = `the server of ${reached} answers there`;
    return [{ name, says, mend: `${mend}, or serve with --public-url ${url.origin}` }, ...certificate];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isTrust = /CERT|SIGNATURE|ALTNAME|ISSUER/.test(code ?? '');
    if (isTrust) return [{ name: 'certificate', says: message, mend: 'serve with --acme you@example.com' }];
    const mend = `open port ${port} in the firewall, and let it lead to this server`;
    return [{ name: `port ${port}`, says: `nothing answers there (${code ?? message})`, mend }];
  }
}

function ask(url: URL): Promise<Answer> {
  return new Promise((resolve, reject) => {
    requestOf(url)(url, { timeout: patience, agent: false }, (response) => {
      const socket = response.socket as TLSSocket;
      const end = socket.encrypted ? socket.getPeerX509Certificate()?.validToDate.getTime() : undefined;
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body, ends_at: end }), reject);
    })
      .on('timeout', function (this: { destroy(error: Error): void }) {
        this.destroy(new Error(`nothing within ${patience / 1000} seconds`));
      })
      .on('error', reject)
      .end();
  });
}

/** The URL that a server says it is reached at; undefined if it is none of chatd. */
function findUrl(body: string): string | undefined {
  try {
    const { realm_uri } = JSON.parse(body) as { realm_uri?: string };
    return realm_uri === undefined ? undefined : new URL(realm_uri).origin;
  } catch {
    return undefined;
  }
}

function examineEnd(ends_at: number): Finding {
  const days = Math.floor((ends_at - Date.now()) / day);
  const says = `trusted, for ${days} more days`;
  if (days >= 14) return { name: 'certificate', says };
  return { name: 'certificate', says, mend: 'chatd status tells why it is not renewed' };
}
