import { systemGroupId } from '../../../src/realm/group.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import type { Values } from '../../support/client.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import {
  deactivate,
  givePermission,
  type Provocation,
  type Provocations,
  type Provoke,
  sendAsAlice,
  type ValidCalls,
} from '../call.ts';

const general = { stream_id: 1 };
const path = general;
const design = { name: 'design', subscribers: [] };
const protectedTopics =
  "'can_create_topic_group' setting must be 'role:everyone' in a private channel with protected history.";
const onlyGeneralChat =
  'To enable this configuration, all messages in this channel must be in the general chat topic. Consider renaming or deleting other topics.';

/** Calls about channels that succeed. */
export const validCalls: ValidCalls = {
  updateSubscriptions: () => ({ as: 'alice', values: { delete: ['general'], add: [{ name: 'design' }] } }),
  getStreamById: () => ({ as: 'alice', path }),
  getSubscribers: () => ({ as: 'alice', path }),
  getSubscriptionStatus: ({ users }) => ({ as: 'alice', path: { user_id: users.bob.id, stream_id: 1 } }),
  getUserChannels: ({ users }) => ({ as: 'alice', path: { user_id: users.bob.id } }),
  getStreamEmailAddress: () => ({ as: 'alice', path }),
  createChannel: ({ users }) => ({ as: 'alice', values: { name: 'design', subscribers: [users.bob.id] } }),
  updateStream: () => ({ as: 'admin', path, values: { description: 'Whatever there is' } }),
  archiveStream: () => ({ as: 'admin', path }),
  addDefaultStream: () => ({ as: 'admin', values: general }),
  removeDefaultStream: () => ({ as: 'admin', values: general }),
};

/** Calls about channels that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  updateSubscriptions: {
    "Channel name can't be empty.": adding([{ name: ' ' }], "Channel name can't be empty."),
    'Channel name too long (limit: 60 characters).': adding(
      [{ name: 'x'.repeat(61) }],
      'Channel name too long (limit: 60 characters).',
    ),
    'Invalid character in channel name, at position {position}.': adding(
      [{ name: 'a\u2028b' }],
      'Invalid character in channel name, at position 2.',
    ),
    'description is too long (limit: 1024 characters)': adding(
      [{ name: 'design', description: 'x'.repeat(1025) }],
      'description is too long (limit: 1024 characters)',
    ),
    'Insufficient permission': (server) => {
      givePermission(server, 'can_create_public_channel_group', 'role:owners');
      return adding([{ name: 'design' }], 'Insufficient permission')(server);
    },
    'Unable to access channel ({name}).': async (server) => {
      await createBoard(server);
      return adding([{ name: 'board' }], 'Unable to access channel (board).')(server);
    },
    "Channel '{name}' does not exist": () => ({
      as: 'alice',
      values: { delete: ['general', 'nowhere'] },
      msg: "Channel 'nowhere' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      extra: { stream: 'nowhere' },
    }),
    'Not allowed for guest users': () => ({
      as: 'guest',
      values: { delete: ['general'], add: [{ name: 'design' }] },
      msg: 'Not allowed for guest users',
    }),
    'Nothing to do. Specify at least one of "add" or "delete".': () => ({
      as: 'alice',
      values: { delete: [] },
      msg: 'Nothing to do. Specify at least one of "add" or "delete".',
    }),
  },
  getStreamById: { 'Invalid channel ID': hidden('bob') },
  getSubscribers: { 'Invalid channel ID': hidden('bob') },
  getSubscriptionStatus: {
    'No such user': () => ({ as: 'alice', path: { user_id: 999, stream_id: 1 }, msg: 'No such user' }),
    'User is deactivated': ({ db, users }) => {
      db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.bob.id);
      return { as: 'alice', path: { user_id: users.bob.id, stream_id: 1 }, msg: 'User is deactivated' };
    },
    'Invalid channel ID': async (server) => ({
      as: 'bob',
      path: { user_id: server.users.alice.id, stream_id: await createBoard(server) },
      msg: 'Invalid channel ID',
    }),
  },
  getUserChannels: { 'No such user': () => ({ as: 'alice', path: { user_id: 999 }, msg: 'No such user' }) },
  getStreamEmailAddress: {
    'Invalid channel ID': hidden('bob'),
    'You do not have permission to post in this channel.': async ({ as, db }) => {
      const owners = systemGroupId(db, 'role:owners');
      await as('owner').patch('/streams/1', { can_send_message_group: { new: owners } });
      return { as: 'alice', path, msg: 'You do not have permission to post in this channel.' };
    },
    'No such user': () => ({ as: 'alice', path, values: { sender_id: 999 }, msg: 'No such user' }),
    'Insufficient permission': ({ users }) => ({
      as: 'alice',
      path,
      values: { sender_id: users.bob.id },
      msg: 'Insufficient permission',
    }),
  },
  createChannel: {
    "Channel name can't be empty.": creating('alice', { name: '' }, "Channel name can't be empty."),
    'Channel name too long (limit: 60 characters).': creating(
      'alice',
      { name: 'x'.repeat(61) },
      'Channel name too long (limit: 60 characters).',
    ),
    'Invalid character in channel name, at position {position}.': creating(
      'alice',
      { name: 'a\u2028b' },
      'Invalid character in channel name, at position 2.',
    ),
    'description is too long (limit: 1024 characters)': creating(
      'alice',
      { description: 'x'.repeat(1025) },
      'description is too long (limit: 1024 characters)',
    ),
    'Insufficient permission': creating('alice', { is_default_stream: true }, 'Insufficient permission'),
    'A default channel cannot be private.': creating(
      'admin',
      { is_default_stream: true, invite_only: true },
      'A default channel cannot be private.',
    ),
    [protectedTopics]: ({ db }) => ({
      as: 'alice',
      values: { ...design, invite_only: true, can_create_topic_group: systemGroupId(db, 'role:nobody') },
      msg: protectedTopics,
    }),
    'Web-public channels are not enabled.': creating(
      'owner',
      { is_web_public: true },
      'Web-public channels are not enabled.',
    ),
    'A web-public channel cannot be private.': creating(
      'owner',
      { is_web_public: true, invite_only: true },
      'A web-public channel cannot be private.',
    ),
    'Must be an organization owner': creating('admin', { message_retention_days: 30 }, 'Must be an organization owner'),
    'Invalid channel folder ID': creating('alice', { folder_id: 999 }, 'Invalid channel folder ID'),
    'Invalid user group': creating('alice', { can_send_message_group: 999 }, 'Invalid user group'),
    'Invalid user group ID: {id}': creating(
      'alice',
      { can_send_message_group: { direct_members: [], direct_subgroups: [998, 999] } },
      'Invalid user group ID: 998',
    ),
    'Invalid user ID: {id}': creating(
      'alice',
      { can_send_message_group: { direct_members: [999], direct_subgroups: [] } },
      'Invalid user ID: 999',
    ),
    "'{setting}' setting cannot be set to '{group}' group.": ({ db }) => ({
      as: 'alice',
      values: { ...design, can_subscribe_group: systemGroupId(db, 'role:everyone') },
      msg: "'can_subscribe_group' setting cannot be set to 'role:everyone' group.",
    }),
    "Channel '{name}' already exists": () => ({
      as: 'alice',
      values: { ...design, name: ' GENERAL' },
      msg: "Channel 'GENERAL' already exists",
      code: 'CHANNEL_ALREADY_EXISTS',
      status: 409,
      extra: { channel_name: 'GENERAL' },
    }),
    'No such user': creating('alice', { subscribers: [999] }, 'No such user'),
    'User is deactivated': (server) => {
      deactivate(server, 'bob');
      return creating('alice', { subscribers: [server.users.bob.id] }, 'User is deactivated')(server);
    },
  },
  updateStream: {
    'Invalid channel ID': hidden('bob', { description: 'Mine' }),
    'You do not have permission to administer this channel.': changing(
      'alice',
      { description: 'Mine' },
      'You do not have permission to administer this channel.',
    ),
    "Channel name can't be empty.": changing('admin', { new_name: ' ' }, "Channel name can't be empty."),
    'Channel name too long (limit: 60 characters).': changing(
      'admin',
      { new_name: 'x'.repeat(61) },
      'Channel name too long (limit: 60 characters).',
    ),
    'Invalid character in channel name, at position {position}.': changing(
      'admin',
      { new_name: 'a\u2028b' },
      'Invalid character in channel name, at position 2.',
    ),
    'Channel already has that name.': changing('admin', { new_name: ' general ' }, 'Channel already has that name.'),
    'Channel name is already in use.': async (server) => {
      await createBoard(server);
      return changing('admin', { description: 'Mine', new_name: 'BOARD' }, 'Channel name is already in use.')(server);
    },
    'description is too long (limit: 1024 characters)': changing(
      'admin',
      { description: 'x'.repeat(1025) },
      'description is too long (limit: 1024 characters)',
    ),
    'Invalid parameters': changing('admin', { history_public_to_subscribers: false }, 'Invalid parameters'),
    'Channel content access is required.': async (server) => ({
      as: 'admin',
      path: { stream_id: await createBoard(server) },
      values: { new_name: 'panel', is_private: false },
      msg: 'Channel content access is required.',
    }),
    'Insufficient permission': (server) => {
      givePermission(server, 'can_create_private_channel_group', 'role:owners');
      const values = { new_name: 'secret', is_private: true, is_default_stream: false };
      return { as: 'admin', path, values, msg: 'Insufficient permission' };
    },
    'Web-public channels are not enabled.': changing(
      'owner',
      { is_web_public: true },
      'Web-public channels are not enabled.',
    ),
    'A default channel cannot be private.': changing(
      'owner',
      { is_private: true },
      'A default channel cannot be private.',
    ),
    [protectedTopics]: ({ db }) => {
      const can_create_topic_group = { new: systemGroupId(db, 'role:members') };
      const values = { is_private: true, is_default_stream: false, can_create_topic_group };
      return { as: 'owner', path, values, msg: protectedTopics };
    },
    'A moderation request channel cannot be public.': async (server) => {
      const stream_id = await createBoard(server);
      setRealmSetting(server.db, 'moderation_request_channel_id', stream_id);
      return {
        as: 'owner',
        path: { stream_id },
        values: { is_private: false },
        msg: 'A moderation request channel cannot be public.',
      };
    },
    'You do not have permission to change default channels.': async (server) => {
      const { body } = await server.as('alice').post('/channels/create', design);
      return {
        as: 'alice',
        path: { stream_id: body.id },
        values: { is_default_stream: true },
        msg: 'You do not have permission to change default channels.',
      };
    },
    'Channel is already deactivated': async (server) => {
      await server.as('admin').delete('/streams/1');
      return changing('admin', { is_archived: true }, 'Channel is already deactivated')(server);
    },
    'Channel is not currently deactivated': changing(
      'admin',
      { is_archived: false },
      'Channel is not currently deactivated',
    ),
    'An archived channel cannot be a default channel.': async (server) => {
      await server.as('admin').delete('/streams/1');
      return changing('admin', { is_default_stream: true }, 'An archived channel cannot be a default channel.')(server);
    },
    'Must be an organization owner': changing('admin', { message_retention_days: 1 }, 'Must be an organization owner'),
    [onlyGeneralChat]: async (server) => {
      await sendAsAlice(server);
      return {
        as: 'admin',
        path,
        values: { description: 'Mine', topics_policy: 'empty_topic_only' },
        msg: onlyGeneralChat,
        extra: { empty_topic_display_name: 'general chat' },
      };
    },
    'Invalid channel folder ID': changing('admin', { folder_id: 999 }, 'Invalid channel folder ID'),
    "'old' value does not match the expected value.": ({ db }) => {
      const [everyone, owners] = (['role:everyone', 'role:owners'] as const).map((name) => systemGroupId(db, name));
      return {
        as: 'admin',
        path,
        values: { can_send_message_group: { old: owners, new: everyone } },
        msg: "'old' value does not match the expected value.",
        code: 'EXPECTATION_MISMATCH',
      };
    },
    'Invalid user group': changing('admin', { can_send_message_group: { new: 999 } }, 'Invalid user group'),
    'Invalid user group ID: {id}': changing(
      'admin',
      { can_send_message_group: { new: { direct_members: [], direct_subgroups: [998, 999] } } },
      'Invalid user group ID: 998',
    ),
    'Invalid user ID: {id}': changing(
      'admin',
      { can_send_message_group: { new: { direct_members: [999], direct_subgroups: [] } } },
      'Invalid user ID: 999',
    ),
    "'{setting}' setting cannot be set to '{group}' group.": ({ db }) => ({
      as: 'admin',
      path,
      values: { can_administer_channel_group: { new: systemGroupId(db, 'role:everyone') } },
      msg: "'can_administer_channel_group' setting cannot be set to 'role:everyone' group.",
    }),
  },
  archiveStream: {
    'Invalid channel ID': hidden('bob'),
    'Channel is already deactivated': async ({ as }) => {
      await as('admin').delete('/streams/1');
      return { as: 'admin', path, msg: 'Channel is already deactivated' };
    },
    'You do not have permission to administer this channel.': () => ({
      as: 'moderator',
      path,
      msg: 'You do not have permission to administer this channel.',
    }),
  },
  addDefaultStream: {
    'Invalid channel ID': () => ({ as: 'admin', values: { stream_id: 999 }, msg: 'Invalid channel ID' }),
    'Private channels cannot be made default.': async (server) => ({
      as: 'admin',
      values: { stream_id: await createBoard(server) },
      msg: 'Private channels cannot be made default.',
    }),
  },
  removeDefaultStream: {
    'Invalid channel ID': () => ({ as: 'admin', values: { stream_id: 999 }, msg: 'Invalid channel ID' }),
  },
};

/** The owner's private channel. */
async function createBoard({ as, users }: TestServer): Promise<number> {
  const values = { name: 'board', subscribers: [users.owner.id], invite_only: true };
  return (await as('owner').post('/channels/create', values)).body.id;
}

/** A call about a channel that one may not see. */
function hidden(name: CastName, values: Values = {}): Provoke {
  return async (server) => ({
    as: name,
    path: { stream_id: await createBoard(server) },
    values,
    msg: 'Invalid channel ID',
  });
}

function adding(add: object[], msg: string): (server: TestServer) => Provocation {
  return () => ({ as: 'alice', values: { delete: ['general'], add: [{ name: 'fine' }, ...add] }, msg });
}

function creating(as: CastName, values: Values, msg: string): (server: TestServer) => Provocation {
  return () => ({ as, values: { ...design, ...values }, msg });
}

function changing(as: CastName, values: Values, msg: string): (server: TestServer) => Provocation {
  return () => ({ as, path, values, msg });
}
