import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';

/** Something that people name. */
interface Named {
  what: string;
  /** The longest name, in Unicode code points. */
  limit: number;
  /** Gives something this name. */
  name(server: TestServer, name: string): Promise<Answer>;
  /** How many things have names. */
  count: string;
  /** What comes of a name that differs from a taken one in case or Unicode form: an error, or that one. */
  twins: 'refused' | 'the same';
  /** What must be there before. */
  arrange?: (server: TestServer) => Promise<unknown>;
}

const group = { description: '', members: [] };
const channels = 'SELECT count(*) FROM channels';
const groups = 'SELECT count(*) FROM groups';
const folders = 'SELECT count(*) FROM channel_folders';

const all: readonly Named[] = [
  {
    what: 'a channel, created',
    limit: 60,
    name: ({ as }, name) => as('alice').post('/channels/create', { name, subscribers: [] }),
    count: channels,
    twins: 'refused',
  },
  {
    what: 'a channel, subscribed to',
    limit: 60,
    name: ({ as }, name) => as('alice').post('/users/me/subscriptions', { subscriptions: [{ name }] }),
    count: channels,
    twins: 'the same',
  },
  {
    what: 'a channel, renamed',
    limit: 60,
    name: ({ as }, new_name) => as('admin').patch('/streams/1', { new_name }),
    count: channels,
    twins: 'refused',
    arrange: ({ as }) => as('alice').post('/channels/create', { name: 'Café', subscribers: [] }),
  },
  {
    what: 'a channel folder, created',
    limit: 60,
    name: ({ as }, name) => as('admin').post('/channel_folders/create', { name, description: '' }),
    count: folders,
    twins: 'refused',
  },
  {
    what: 'a channel folder, renamed',
    limit: 60,
    name: ({ as }, name) => as('admin').patch('/channel_folders/1', { name }),
    count: folders,
    twins: 'refused',
    arrange: async ({ as }) => {
      for (const name of ['Tea', 'Café']) await as('admin').post('/channel_folders/create', { name, description: '' });
    },
  },
  {
    what: 'a topic, written to',
    limit: 60,
    name: ({ as }, topic) => as('alice').post('/messages', { type: 'channel', to: 'general', topic, content: 'Hello' }),
    count: 'SELECT count(*) FROM conversations',
    twins: 'the same',
  },
  {
    what: 'a user group, created',
    limit: 100,
    name: ({ as }, name) => as('alice').post('/user_groups/create', { ...group, name }),
    count: groups,
    twins: 'refused',
  },
  {
    what: 'a user group, renamed',
    limit: 100,
    name: ({ as, db }, name) => {
      const id = db.value<number>("SELECT id FROM groups WHERE name = 'tea'");
      return as('alice').patch(`/user_groups/${id}`, { name });
    },
    count: groups,
    twins: 'refused',
    arrange: async ({ as }) => {
      for (const name of ['tea', 'Café']) await as('alice').post('/user_groups/create', { ...group, name });
    },
  },
  {
    what: 'a profile field',
    limit: 40,
    name: ({ as }, name) => as('admin').post('/realm/profile_fields', { field_type: 1, name }),
    count: 'SELECT count(*) FROM profile_fields',
    twins: 'refused',
  },
  {
    what: 'a person, where names need not be unique',
    limit: 100,
    name: ({ as, users }, full_name) => as('admin').patch(`/users/${users.bob.id}`, { full_name }),
    count: 'SELECT count(*) FROM users',
    twins: 'the same',
  },
  {
    what: 'a person, where names must be unique',
    limit: 100,
    name: ({ as, users }, full_name) => as('admin').patch(`/users/${users.bob.id}`, { full_name }),
    count: 'SELECT count(*) FROM users',
    twins: 'refused',
    arrange: async ({ as, users }) => {
      await as('admin').patch('/realm', { require_unique_names: true });
      await as('admin').patch(`/users/${users.alice.id}`, { full_name: 'Café' });
    },
  },
  {
    what: 'a bot',
    limit: 100,
    name: ({ as, db }, full_name) => {
      const short_name = `bot${db.value<number>('SELECT count(*) FROM users')}`;
      return as('alice').post('/bots', { full_name, short_name });
    },
    count: 'SELECT count(*) FROM users',
    twins: 'refused',
  },
  {
    what: 'the organization',
    limit: 40,
    name: ({ as }, name) => as('admin').patch('/realm', { name }),
    count: 'SELECT count(*) FROM realm',
    twins: 'the same',
  },
];

const twins = ['CAFÉ', 'Cafe\u0301', 'Ｃafé'];

for (const { what, limit, name, count, twins: outcome, arrange } of all) {
  describe(`the name of ${what}`, () => {
    it(`has at most ${limit} code points`, async (t) => {
      const server = await startServer(t);
      await arrange?.(server);

      const longest = await name(server, '🍲'.repeat(limit));
      const before = takeSnapshot(server.db);
      const tooLong = await name(server, '🍵'.repeat(limit + 1));

      assert.deepEqual([longest.status, tooLong.status], [200, 400], JSON.stringify([longest.body, tooLong.body]));
      assert.deepEqual(listChangedTables(server.db, before), []);
    });

    it('has no control characters', async (t) => {
      const server = await startServer(t);
      await arrange?.(server);
      const before = takeSnapshot(server.db);

      for (const character of ['\u0000', '\u0007', '\n', '\u009f', '\u2028']) {
        const { status, body } = await name(server, `a${character}b`);
        assert.equal(status, 400, `${JSON.stringify(character)}: ${JSON.stringify(body)}`);
      }

      assert.deepEqual(listChangedTables(server.db, before), []);
    });

    it(`that differs from another only in case or Unicode form is ${outcome}`, async (t) => {
      const server = await startServer(t);
      await arrange?.(server);
      if (!arrange) assert.equal((await name(server, 'Café')).status, 200);
      const before = takeSnapshot(server.db);
      const number = server.db.value<number>(count) as number;

      const statuses = [];
      for (const twin of twins) statuses.push((await name(server, twin)).status);

      const isRefused = outcome === 'refused';
      assert.equal(new Set(statuses).size, 1);
      assert.equal(statuses[0] === 200, !isRefused, String(statuses));
      assert.equal(server.db.value(count), number);
      if (isRefused) assert.deepEqual(listChangedTables(server.db, before), []);
    });
  });
}
