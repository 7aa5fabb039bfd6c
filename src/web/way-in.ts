import { setupUrl } from '../accounts/setup.ts';
import type { Context } from '../context.ts';
import { urlOf } from '../ground/addresses.ts';
import type { Config } from '../ground/config.ts';
import { hasOwner } from '../users/user.ts';

/** The URL to start with: create the first account, choose a user of the demo, or log in. */
export function wayIn(app: Context): string {
  const { config, db } = app;
  return config.demo_key !== undefined || hasOwner(db) ? wayInForAll(config) : setupUrl(app);
}

/** The URL for people beside the first owner. */
export function wayInForAll({ public_url, demo_key }: Config): string {
  return demo_key === undefined ? public_url : `${public_url}/demo/${demo_key}/`;
}

/** The URL for phones in a room. Where they do not know the certificate yet, a page that gives it to them comes first. */
export function wayInForPhones(config: Config): string {
  return wayInForAll({ ...config, public_url: originForPhones(config) });
}

/** The URL of the page that shows the way in to a room. */
export function nearbyUrl(config: Config, { key }: NonNullable<Config['lan']>): string {
  return `${originForPhones(config)}/nearby/${key}/`;
}

function originForPhones({ public_url, lan, http_listen }: Config): string {
  if (!lan?.has_own_root || !http_listen) return public_url;
  return urlOf({ host: new URL(public_url).hostname, port: http_listen.port });
}
