import type { Provocations, Provoke, ValidCalls } from '../call.ts';
import * as channelSettings from './channel-settings.ts';
import * as channels from './channels.ts';
import * as groups from './groups.ts';
import * as realm from './realm.ts';
import * as realmTexts from './realm-texts.ts';
import * as subscriptions from './subscriptions.ts';

const valid: ValidCalls = {
  ...channelSettings.validCalls,
  ...channels.validCalls,
  ...groups.validCalls,
  ...realm.validCalls,
  ...realmTexts.validCalls,
  ...subscriptions.validCalls,
};

/** How a list gets so many entries: its name in the error, and SQL with the numbers `n`. */
interface Filling {
  name: string;
  count: number;
  insert: string;
  /** In the error; by default the number of entries. */
  limit?: string;
}

const long = "printf('%9000000s', '')";
const fieldColumns = 'field_type, name, name_key, field_data, position';
const linkifierColumns = 'pattern, url_template, position';
const describedChannel = `INSERT INTO channels (name, name_key, created_at, description) SELECT 'c', 'c', 1, ${long}`;
const fillings = {
  linkifiers: {
    name: 'linkifiers',
    count: 100,
    insert: `INSERT INTO linkifiers (${linkifierColumns}) SELECT 'a' || n, 'http://x', 1 FROM n`,
  },
  longLinkifier: {
    name: 'linkifiers',
    count: 1,
    insert: `INSERT INTO linkifiers (${linkifierColumns}) SELECT 'a', ${long}, 1 FROM n`,
    limit: '1 MiB',
  },
  playgrounds: {
    name: 'playgrounds',
    count: 100,
    insert: "INSERT INTO playgrounds (name, pygments_language, url_template) SELECT 'a' || n, 'c', 'http://x' FROM n",
  },
  domains: { name: 'domains', count: 1000, insert: "INSERT INTO realm_domains (domain) SELECT n || '.org' FROM n" },
  fields: {
    name: 'profile fields',
    count: 50,
    insert: `INSERT INTO profile_fields (${fieldColumns}) SELECT 1, 'a' || n, 'a' || n, '', n FROM n`,
  },
  longField: {
    name: 'profile fields',
    count: 1,
    insert: `INSERT INTO profile_fields (${fieldColumns}) SELECT 1, 'a', 'a', ${long}, 1 FROM n`,
    limit: '1 MiB',
  },
  folders: {
    name: 'channel folders',
    count: 500,
    insert: "INSERT INTO channel_folders (name, name_key, position, created_at) SELECT 'a' || n, 'a' || n, n, 1 FROM n",
  },
  emoji: { name: 'custom emoji', count: 10_000, insert: "INSERT INTO realm_emoji (name) SELECT 'a' || n FROM n" },
  groups: {
    name: 'groups',
    count: 5000,
    insert: "INSERT INTO groups (name, name_key) SELECT 'a' || n, 'a' || n FROM n",
  },
  channels: {
    name: 'channels',
    count: 10_000,
    insert: "INSERT INTO channels (name, name_key, created_at) SELECT 'a' || n, 'a' || n, 1 FROM n",
  },
  longChannel: { name: 'channels', count: 1, insert: `${describedChannel} FROM n`, limit: '8 MiB' },
} satisfies Record<string, Filling>;

function full(id: string, { name, count, insert, limit = String(count) }: Filling): Provoke {
  return async (server) => {
    const call = await valid[id]?.(server);
    if (!call) throw new Error(`there is no valid call of ${id}`);
    server.db.run(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count}) ${insert}`);
    return { ...call, msg: `This organization has too many ${name} (limit: ${limit}).` };
  };
}

const lists: Readonly<Record<string, Filling>> = {
  addLinkifier: fillings.linkifiers,
  updateLinkifier: fillings.longLinkifier,
  addPlayground: fillings.playgrounds,
  addDomain: fillings.domains,
  createProfileField: fillings.fields,
  updateProfileField: fillings.longField,
  createChannelFolder: fillings.folders,
  uploadCustomEmoji: fillings.emoji,
  createUserGroup: fillings.groups,
  createChannel: fillings.channels,
  subscribe: fillings.longChannel,
  updateSubscriptions: fillings.channels,
};

/** Calls that add to lists of the organization that are full. */
export const provocations: Provocations = {
  ...Object.fromEntries(
    Object.entries(lists).map(([id, filling]) => [
      id,
      { 'This organization has too many {name} (limit: {limit}).': full(id, filling) },
    ]),
  ),
  updateUserGroup: {
    'This organization has too many {name} (limit: {limit}).': async (server) => {
      const call = await valid.updateUserGroup?.(server);
      server.db.run(`INSERT INTO groups (name, name_key, description) SELECT 'b', 'b', ${long}`);
      const msg = 'This organization has too many groups (limit: 4 MiB).';
      return { ...(call ?? { as: 'admin' }), values: { description: 'Soup' }, msg };
    },
  },
  updateStream: {
    'This organization has too many {name} (limit: {limit}).': ({ db }) => {
      db.run(`${describedChannel}`);
      return {
        as: 'admin',
        path: { stream_id: 1 },
        values: { description: 'Soup' },
        msg: 'This organization has too many channels (limit: 8 MiB).',
      };
    },
  },
};
