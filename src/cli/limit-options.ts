import { Option } from 'commander';
import { type Config, defaultRateLimits, parseRateLimits, type RateSettings } from '../ground/config.ts';
import { parseNetwork } from '../http/client-address.ts';
import { InvalidSetting } from './failure.ts';

export interface LimitOptions {
  rateLimits?: RateSettings | 'none';
  trustedProxy?: string[];
  demo?: true;
}

export function rateLimitsOption(): Option {
  const meaning = 'requests per user and minute, per user and hour, and per address and minute without a login';
  const description = `${meaning}; ${defaultRateLimits} by default, and none in the demo`;
  return new Option('--rate-limits <numbers>', description).env('CHATD_RATE_LIMITS').argParser(readRateLimits);
}

export function trustedProxyOption(): Option {
  const description =
    'reverse proxies whose X-Forwarded-For is trusted: networks such as 10.0.0.0/8, separated by commas';
  return new Option('--trusted-proxy <networks>', description).env('CHATD_TRUSTED_PROXY').argParser(readNetworks);
}

export function readLimits(options: LimitOptions): Pick<Config, 'rate_limits' | 'trusted_proxies'> {
  const { demo, trustedProxy: trusted_proxies = [] } = options;
  const rate_limits = options.rateLimits ?? (demo ? 'none' : parseRateLimits(defaultRateLimits));
  return rate_limits === undefined || rate_limits === 'none' ? { trusted_proxies } : { rate_limits, trusted_proxies };
}

function readRateLimits(text: string): RateSettings | 'none' {
  const limits = text === 'none' ? text : parseRateLimits(text);
  if (limits === undefined) throw new InvalidSetting(`It must look like ${defaultRateLimits}, or be none.`);
  return limits;
}

function readNetworks(text: string): string[] {
  return text.split(',').map((part) => {
    const network = parseNetwork(part);
    if (network === undefined) throw new InvalidSetting('It must look like 10.0.0.0/8 or 127.0.0.1.');
    return network;
  });
}
