import { isIPv4 } from 'node:net';
import { ensureNetworkCertificate, isLocal, localName } from '../acme/network-certificate.ts';
import type { App } from '../app.ts';
import { writePublicUrl } from '../db/data-dir.ts';
import { findInterfaces, isLoopbackHost, isThisMachine, publicUrlOf } from '../ground/addresses.ts';
import type { Config } from '../ground/config.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { systemRandom } from '../ground/random.ts';
import { defaultListen, type ServerSettings } from '../ground/server-settings.ts';
import { exitCodes, Failure } from './failure.ts';
import { answerLocalName } from './local-name.ts';
import { readConfig } from './server-config.ts';

const everybodyHere = { host: '0.0.0.0', port: defaultListen.port };

type Facts = Parameters<typeof readConfig>[1];

/** The configuration of a server for a local network. Throws Failure like readConfig. */
export function readLanConfig(given: ServerSettings, facts: Facts, has_own_root: boolean): Config {
  const settings = { ...given, listen: given.listen ?? everybodyHere };
  const lan = { key: systemRandom.bytes(18).toString('base64url'), has_own_root };
  const interfaces = localFirst(findInterfaces());
  if (!has_own_root) return { ...readConfig(settings, facts, interfaces), lan };
  const config = readConfig({ ...settings, http_listen: 'none' }, facts, interfaces);
  return { ...withOwnRoot(config, settings, interfaces), lan };
}

type Interfaces = Parameters<typeof publicUrlOf>[1];

/** The addresses of this machine, those of local networks first. */
function localFirst(interfaces: Interfaces): Interfaces {
  const all = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  return { all: all.toSorted((a, b) => Number(isLocal(b.address)) - Number(isLocal(a.address))) };
}

/** Throws Failure if the settings are those of another certificate, or of an address that is not local. */
function withOwnRoot(
  config: Config,
  { listen, http_listen, public_url: given }: ServerSettings,
  interfaces: Interfaces,
): Config {
  if (config.tls) throw new Failure(exitCodes.usage, '--lan-https takes the place of --acme and --tls-cert.');
  const file = pathsIn(config.data_dir).networkCertificate;
  const tls = { cert_file: file, key_file: file };
  const public_url = given ?? publicUrlOf({ ...config, tls }, interfaces);
  const host = new URL(public_url).hostname;
  if (!public_url.startsWith('https:') || !isLocal(host)) {
    throw new Failure(exitCodes.unusable, `--lan-https is for local addresses and ${localName}, not ${public_url}.`);
  }
  if (http_listen === 'none') {
    throw new Failure(exitCodes.unusable, '--lan-https needs --http-listen, where phones get its certificate.');
  }
  // Beside the port of HTTPS: only root may listen on the usual ones.
  const beside = { ...config.listen, port: Math.max(0, (listen ?? config.listen).port - 1) };
  return { ...config, tls, http_listen: http_listen ?? beside, public_url, host };
}

/** Makes sure that the server has its certificate, if it signs its own. */
export async function prepareLan({ config, clock }: Pick<App, 'config' | 'clock'>): Promise<void> {
  if (!config.lan?.has_own_root) return;
  const { hostname } = new URL(config.public_url);
  const names = new Set([hostname, localName, 'localhost', '127.0.0.1']);
  await ensureNetworkCertificate(config.data_dir, [...names], clock);
}

/** How often the addresses of this machine are looked at, in milliseconds. */
const pause = 5000;

interface Following {
  /** Whether the public URL is the address of this machine, which changes in another network. */
  hasOwnUrl: boolean;
  onMove(): void;
}

/** Answers to the local name, and follows this machine to other networks. Returns a function that stops it. */
export async function openToLan(app: App, { hasOwnUrl, onMove }: Following): Promise<() => void> {
  const { config, log } = app;
  if (isLoopbackHost(config.listen.host)) return () => {};
  const follow = () => {
    if (hasOwnUrl && move(config, findInterfaces())) {
      log.info('this machine has another address in the network', { public_url: config.public_url });
      writePublicUrl(config.data_dir, config.public_url);
      onMove();
    }
    // Also when nothing moved: it ends some day.
    prepareLan(app).catch((error) => log.error('no certificate could be made', { error }));
  };
  const timer = setInterval(follow, pause).unref();
  const address = () => new URL(config.public_url).hostname;
  const stop = isIPv4(address()) ? await answerLocalName(address, log) : () => {};
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Takes the address that this machine now has in a local network. Returns whether it is another one. */
export function move(config: Config, interfaces: Interfaces): boolean {
  const public_url = publicUrlOf(config, localFirst(interfaces));
  const { hostname } = new URL(public_url);
  // Between two networks there is none, and one of the internet would lead strangers here.
  if (public_url === config.public_url || isThisMachine(hostname) || !isLocal(hostname)) return false;
  config.public_url = public_url;
  return true;
}
