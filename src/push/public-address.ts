import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses of this machine, of private networks, and reserved ones. */
const private4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** All public IPv6 addresses begin with 001; these are the exceptions. */
const private6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const;

const blocked = new BlockList();
for (const [address, prefix] of private4) blocked.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of private6) blocked.addSubnet(address, prefix, 'ipv6');
const internet = new BlockList();
internet.addSubnet('2000::', 3, 'ipv6');

/** Whether a host of a URL is an IP address outside the public internet. False for names. */
export function isPrivateAddress(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const version = isIP(address);
  if (version === 4) return blocked.check(address, 'ipv4');
  return version === 6 && (!internet.check(address, 'ipv6') || blocked.check(address, 'ipv6'));
}

/** Resolves host names for a connection; fails if any of the addresses is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = error ?? refusal(hostname, addresses);
    const [first] = addresses ?? [];
    if (refused || !first) callback(refused ?? new Error(`${hostname} has no address`), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function refusal(hostname: string, addresses: readonly LookupAddress[]): Error | undefined {
  const isRefused = addresses.some(({ address }) => isPrivateAddress(address));
  return isRefused ? new Error(`${hostname} resolves to an address in a private network`) : undefined;
}
