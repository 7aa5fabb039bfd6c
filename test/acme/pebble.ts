// Pebble, the authority that Let's Encrypt has for tests: https://github.com/letsencrypt/pebble, built from its Go module.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { axios, Client } from 'acme-client';
import { certificates } from '../support/certificates.ts';
import type { Span } from '../support/server.ts';

const version = 'v2.10.3';
/** Where its programs are. */
export const pebbleFolder = fileURLToPath(new URL(`../../node_modules/.cache/pebble-${version}`, import.meta.url));
const programs = ['pebble', 'pebble-challtestsrv'];

/** Why tests with it are skipped; false if it was built. */
export const whyNoPebble = programs.every((name) => existsSync(join(pebbleFolder, name)))
  ? false
  : 'Pebble was not built; bin/node test/acme/pebble.ts builds it';

/** Builds it unless it is there. Throws where Go is missing. */
function buildPebble(): void {
  if (!whyNoPebble) return;
  if (spawnSync('go', ['version']).status !== 0) throw new Error('Pebble is built with Go, which is missing');
  const modules = programs.map((name) => `github.com/letsencrypt/pebble/v2/cmd/${name}@${version}`);
  execFileSync('go', ['install', ...modules], { env: { ...process.env, GOBIN: pebbleFolder }, stdio: 'inherit' });
}

interface Settings {
  /** Where it looks for the challenges, at names that all lead to 127.0.0.1. */
  httpPort: number;
  tlsPort: number;
  /** In seconds; a certificate is good for 90 days unless given. */
  validity?: number;
  /** Names that it refuses. */
  refused?: string[];
}

/** A running authority. */
export interface Pebble {
  directory: string;
  /** The PEM file that vouches for `directory`. */
  ca_file: string;
  /** The certificates, as PEM, that vouch for those that it gives out. */
  readRoot(): Promise<string>;
  /** Revokes a certificate for the account that asked for it. */
  revoke(account_key: string, chain: string): Promise<void>;
  /** Lets it answer nothing more. */
  pause(): void;
  kill(): Promise<void>;
}

/** Starts an authority, which ends with the test. On `ports` of an earlier one if given. */
export async function startPebble(t: Span, settings: Settings, ports?: [number, number]): Promise<Pebble> {
  const place = mkdtempSync(join(tmpdir(), 'chatd-pebble-'));
  t.after(() => rmSync(place, { recursive: true, force: true }));
  const [port, management] = ports ?? [await freePort(), await freePort()];
  const dns = await startNames(t);
  const file = (name: string, content: string) => {
    writeFileSync(join(place, name), content);
    return join(place, name);
  };
  const ca_file = file('cert.pem', certificates[0].cert);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: ca_file,
    privateKey: file('key.pem', certificates[0].key),
    httpPort: settings.httpPort,
    tlsPort: settings.tlsPort,
    domainBlocklist: settings.refused ?? [],
    retryAfter: { authz: 1, order: 1 },
    keyAlgorithm: 'ecdsa',
    profiles: { default: { description: '', validityPeriod: settings.validity ?? 90 * 86_400 } },
  };
  const config = file('pebble.json', JSON.stringify({ pebble }));
  const args = ['-config', config, '-dnsserver', `127.0.0.1:${dns}`];
  const child = start(t, 'pebble', args, { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '20' });
  await answers(() => ask(`https://localhost:${port}/dir`));
  await answers(() => ask(`https://localhost:${management}/roots/0`));
  return {
    directory: `https://localhost:${port}/dir`,
    ca_file,
    readRoot: () => ask(`https://localhost:${management}/roots/0`),
    async revoke(accountKey, chain) {
      axios.defaults.httpsAgent = new Agent({ ca: certificates[0].cert });
      const client = new Client({ directoryUrl: `https://localhost:${port}/dir`, accountKey });
      await client.createAccount({ termsOfServiceAgreed: true, contact: ['mailto:you@example.com'] });
      await client.revokeCertificate(chain);
    },
    pause: () => void child.kill('SIGSTOP'),
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts a server of names, all of which lead to 127.0.0.1. Resolves to its port. */
async function startNames(t: Span): Promise<number> {
  const [port, management] = [await freePort(), await freePort()];
  const none = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-doh', ''];
  const where = ['-dnsserver', `127.0.0.1:${port}`, '-management', `127.0.0.1:${management}`];
  start(t, 'pebble-challtestsrv', [...none, ...where, '-defaultIPv6', ''], {});
  await answers(() => fetch(`http://127.0.0.1:${management}/`));
  return port;
}

function start(t: Span, name: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(join(pebbleFolder, name), args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await once(server.close(), 'close');
  return port;
}

async function answers(question: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await question();
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function ask(url: string): Promise<string> {
  const agent = new Agent({ ca: certificates[0].cert });
  const [response] = await once(request(url, { agent }).end(), 'response');
  return text(response);
}

if (import.meta.main) buildPebble();
