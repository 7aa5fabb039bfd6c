import { systemGroupId } from '../../../src/realm/group.ts';
import type { TestServer } from '../../support/server.ts';
import { deactivate, design, type Provocations, type ValidCalls } from '../call.ts';

/** Calls about subscriptions and lists of channels that succeed. */
export const validCalls: ValidCalls = {
  subscribe: () => ({ as: 'alice', values: { subscriptions: [{ name: 'design' }] } }),
  getSubscriptions: () => ({ as: 'alice' }),
  unsubscribe: () => ({ as: 'alice', values: { subscriptions: ['general'] } }),
  getStreams: () => ({ as: 'alice' }),
  getStreamId: () => ({ as: 'alice', values: { stream: 'general' } }),
  getStreamTopics: () => ({ as: 'alice', path: { stream_id: 1 } }),
  getTopicsOfStreams: () => ({ as: 'alice', values: { stream_ids: [1] } }),
};

/** Calls about subscriptions and lists of channels that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  subscribe: {
    "Channel name can't be empty.": () => ({
      as: 'alice',
      values: { subscriptions: [{ name: 'design' }, { name: ' ' }] },
      msg: "Channel name can't be empty.",
    }),
    'Channel name too long (limit: 60 characters).': () => ({
      as: 'alice',
      values: { subscriptions: [{ name: 'design' }, { name: 'x'.repeat(61) }] },
      msg: 'Channel name too long (limit: 60 characters).',
    }),
    'Invalid character in channel name, at position {position}.': () => ({
      as: 'alice',
      values: { subscriptions: [{ name: 'design' }, { name: 'ab\u2028c' }] },
      msg: 'Invalid character in channel name, at position 3.',
    }),
    'description is too long (limit: 1024 characters)': () => ({
      as: 'alice',
      values: { subscriptions: [{ name: 'design' }, { name: 'help', description: 'x'.repeat(1025) }] },
      msg: 'description is too long (limit: 1024 characters)',
    }),
    'Insufficient permission': () => ({
      as: 'alice',
      values: { ...design, is_default_stream: true },
      msg: 'Insufficient permission',
    }),
    'Unable to access channel ({name}).': async (server) => {
      await server.as('owner').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'board <b>' }],
        invite_only: true,
      });
      return {
        as: 'alice',
        values: { subscriptions: [{ name: 'design' }, { name: 'board <b>' }] },
        msg: 'Unable to access channel (board &lt;b&gt;).',
      };
    },
    'A default channel cannot be private.': () => ({
      as: 'admin',
      values: { ...design, is_default_stream: true, invite_only: true },
      msg: 'A default channel cannot be private.',
    }),
    "'can_create_topic_group' setting must be 'role:everyone' in a private channel with protected history.": ({
      db,
    }) => ({
      as: 'alice',
      values: { ...design, invite_only: true, can_create_topic_group: systemGroupId(db, 'role:members') },
      msg: "'can_create_topic_group' setting must be 'role:everyone' in a private channel with protected history.",
    }),
    'Web-public channels are not enabled.': () => ({
      as: 'owner',
      values: { ...design, is_web_public: true },
      msg: 'Web-public channels are not enabled.',
    }),
    'A web-public channel cannot be private.': () => ({
      as: 'owner',
      values: { ...design, is_web_public: true, invite_only: true },
      msg: 'A web-public channel cannot be private.',
    }),
    'Must be an organization owner': () => ({
      as: 'admin',
      values: { ...design, message_retention_days: 30 },
      msg: 'Must be an organization owner',
    }),
    'One request may change at most 20000 subscriptions.': (server) => ({
      as: 'owner',
      values: { subscriptions: [{ name: 'design' }, { name: 'help' }], principals: createCrowd(server) },
      msg: 'One request may change at most 20000 subscriptions.',
    }),
    'Invalid channel folder ID': () => ({
      as: 'alice',
      values: { ...design, folder_id: 1 },
      msg: 'Invalid channel folder ID',
    }),
    'No such user': ({ users }) => ({
      as: 'alice',
      values: { ...design, principals: [users.bob.id, 999] },
      msg: 'No such user',
    }),
    'User is deactivated': (server) => {
      deactivate(server, 'bob');
      return { as: 'alice', values: { ...design, principals: [server.users.bob.id] }, msg: 'User is deactivated' };
    },
    'Invalid user group': () => ({
      as: 'alice',
      values: { ...design, can_send_message_group: 999 },
      msg: 'Invalid user group',
    }),
    'Invalid user group ID: {id}': () => ({
      as: 'alice',
      values: { ...design, can_send_message_group: { direct_members: [], direct_subgroups: [998, 999] } },
      msg: 'Invalid user group ID: 998',
    }),
    'Invalid user ID: {id}': () => ({
      as: 'alice',
      values: { ...design, can_send_message_group: { direct_members: [999], direct_subgroups: [] } },
      msg: 'Invalid user ID: 999',
    }),
    "'{setting}' setting cannot be set to '{group}' group.": ({ db }) => ({
      as: 'alice',
      values: { ...design, can_subscribe_group: systemGroupId(db, 'role:everyone') },
      msg: "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
    }),
  },
  unsubscribe: {
    'One request may change at most 20000 subscriptions.': async (server) => {
      await server.as('owner').post('/channels/create', { name: 'design', subscribers: [] });
      return {
        as: 'owner',
        values: { subscriptions: ['general', 'design'], principals: createCrowd(server) },
        msg: 'One request may change at most 20000 subscriptions.',
      };
    },
    "Channel '{name}' does not exist": () => ({
      as: 'alice',
      values: { subscriptions: ['general', 'no <such>'] },
      msg: "Channel 'no &lt;such&gt;' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      extra: { stream: 'no <such>' },
    }),
    'Insufficient permission': ({ users }) => ({
      as: 'alice',
      values: { subscriptions: ['general'], principals: [users.alice.id, users.bob.id] },
      msg: 'Insufficient permission',
    }),
    'No such user': () => ({
      as: 'alice',
      values: { subscriptions: ['general'], principals: ['nobody@example.com'] },
      msg: 'No such user',
    }),
    'User is deactivated': (server) => {
      deactivate(server, 'bob');
      const values = { subscriptions: ['general'], principals: ['bob@example.com'] };
      return { as: 'admin', values, msg: 'User is deactivated' };
    },
  },
  getStreamId: {
    "Invalid channel name '{name}'": () => ({
      as: 'alice',
      values: { stream: 'no <such>' },
      msg: "Invalid channel name 'no &lt;such&gt;'",
    }),
  },
  getStreamTopics: {
    'Invalid channel ID': () => ({ as: 'alice', path: { stream_id: 999 }, msg: 'Invalid channel ID' }),
  },
};

/** The ids of more people than one request may subscribe. */
function createCrowd({ db }: TestServer): number[] {
  return db.values<number>(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10001)
     INSERT INTO users (email, email_key, full_name, role, joined_at)
     SELECT n || '@crowd.example', n || '@crowd.example', 'Person ' || n, 400, 0 FROM n RETURNING id`,
  );
}
