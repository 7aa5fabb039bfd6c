import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { BlockList, isIPv4 } from 'node:net';
import type { Clock } from '../ground/clock.ts';
import { pathsIn } from '../ground/data-paths.ts';
import { isUsable } from '../http/certificate.ts';
import { askAuthority } from './authority-thread.ts';
import { findCertificate, writeAcmeFile } from './record.ts';

/** The name under which a server of a local network is found. */
export const localName = 'chatd.local';

const networks = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10', '127.0.0.0/8'];

/** What the root may vouch for: names of this machine, and addresses that nobody has on the internet. */
const permitted = [localName, 'localhost', ...networks];

const addresses = new BlockList();
for (const [network = '', bits] of networks.map((one) => one.split('/'))) addresses.addSubnet(network, Number(bits));

/** Whether the root of a machine may vouch for a name or an address. */
export function isLocal(host: string): boolean {
  return isIPv4(host) ? addresses.check(host) : permitted.includes(host);
}

const month = 30 * 86_400;
/** In seconds: a little longer than what a root signs. */
const year = 400 * 86_400;

/**
 * Makes sure that the certificate for the local network is for these names and addresses, and good for another month. Its
 * root is created with the first one, and stays. Rejects if the data directory cannot be written.
 */
export async function ensureNetworkCertificate(
  data_dir: string,
  names: readonly string[],
  clock: Clock,
): Promise<void> {
  const { networkCertificate: file, networkRoot } = pathsIn(data_dir);
  const found = isUsable({ cert_file: file, key_file: file }) ? findCertificate(file) : undefined;
  const now = clock.now();
  if (found && now + month < found.ends_at && names.every((name) => found.isFor(name))) return;
  const known = findCertificate(networkRoot);
  const root = known && now + year < known.ends_at ? readFileSync(networkRoot, 'utf8') : undefined;
  const made = await askAuthority({ root, permitted, names });
  if (!('certificate' in made) || made.root === undefined) return;
  if (root === undefined) writeAcmeFile(networkRoot, made.root);
  writeAcmeFile(file, made.certificate);
}

/** The root that people install, without its key; undefined if there is none. */
export function findNetworkRoot(data_dir: string): X509Certificate | undefined {
  const { networkRoot } = pathsIn(data_dir);
  return existsSync(networkRoot) ? new X509Certificate(readFileSync(networkRoot)) : undefined;
}
