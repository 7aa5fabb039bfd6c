import type { Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import { addMany, type Call, listFull, type Provocations, type Provoke, type ValidCalls } from '../call.ts';

const lunch = { stream_id: 1, topic: 'lunch' };
const red = { stream_id: 1, property: 'color', value: '#ff0000' };

/** Calls about what a user sets about channels and topics, and channel folders that succeed. */
export const validCalls: ValidCalls = {
  createChannelFolder: () => ({ as: 'admin', values: { name: 'Design', description: 'What it *looks* like' } }),
  getChannelFolders: async (server) => {
    await makeFolder(server);
    return { as: 'alice' };
  },
  reorderChannelFolders: async (server) => {
    const order = [await makeFolder(server, 'Design'), await makeFolder(server, 'Sales')];
    return { as: 'admin', values: { order: order.reverse() } };
  },
  updateChannelFolder: async (server) => ({
    as: 'admin',
    path: { channel_folder_id: await makeFolder(server) },
    values: { name: 'Sales' },
  }),
  updateUserTopic: () => ({ as: 'alice', values: { ...lunch, visibility_policy: 3 } }),
  muteTopic: () => ({ as: 'alice', values: { ...lunch, op: 'add' } }),
  updateSubscriptionSettings: () => ({ as: 'alice', values: { subscription_data: [red] } }),
  patchSubscriptionSettings: () => ({ as: 'alice', values: { subscription_data: [red] } }),
  updateSubscriptionProperty: () => ({
    as: 'alice',
    path: { stream_id: 1 },
    values: { property: 'pin_to_top', value: true },
  }),
};

/** Calls about what a user sets about channels and topics, and channel folders that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  createChannelFolder: nameProvocations(() => ({ as: 'admin', values: { description: '' } })),
  reorderChannelFolders: {
    'Invalid order mapping.': async (server) => {
      const design = await makeFolder(server, 'Design');
      await makeFolder(server, 'Sales');
      return { as: 'admin', values: { order: [design] }, msg: 'Invalid order mapping.' };
    },
  },
  updateChannelFolder: {
    ...nameProvocations(async (server) => {
      const channel_folder_id = await makeFolder(server, 'Sales');
      return { as: 'admin', path: { channel_folder_id }, values: { description: 'New' } };
    }),
    'Invalid channel folder ID': () => ({
      as: 'admin',
      path: { channel_folder_id: 999 },
      values: { name: 'Sales' },
      msg: 'Invalid channel folder ID',
    }),
    'You need to remove all the channels from this folder to archive it.': async (server) => {
      const channel_folder_id = await makeFolder(server);
      server.db.run('UPDATE channels SET folder_id = ?', channel_folder_id);
      return {
        as: 'admin',
        path: { channel_folder_id },
        values: { description: 'New', is_archived: true },
        msg: 'You need to remove all the channels from this folder to archive it.',
      };
    },
  },
  updateUserTopic: {
    'Invalid channel ID': () => ({
      as: 'alice',
      values: { stream_id: 999, topic: 'lunch', visibility_policy: 1 },
      msg: 'Invalid channel ID',
    }),
    ...topicProvocations({ stream_id: 1, visibility_policy: 1 }),
    [listFull]: withManyTopics({ ...lunch, visibility_policy: 1 }),
  },
  muteTopic: {
    [listFull]: withManyTopics({ ...lunch, op: 'add' }),
    "Missing 'stream_id' argument": () => ({
      as: 'alice',
      values: { topic: 'lunch', op: 'add' },
      msg: "Missing 'stream_id' argument",
    }),
    'Unsupported parameter combination: stream_id, stream': () => ({
      as: 'alice',
      values: { ...lunch, stream: 'general', op: 'add' },
      msg: 'Unsupported parameter combination: stream_id, stream',
      extra: { parameters: 'stream_id, stream' },
    }),
    'Invalid channel ID': () => ({
      as: 'alice',
      values: { ...lunch, stream_id: 999, op: 'add' },
      msg: 'Invalid channel ID',
    }),
    "Invalid channel name '{name}'": () => ({
      as: 'alice',
      values: { stream: 'no <such>', topic: 'lunch', op: 'add' },
      msg: "Invalid channel name 'no &lt;such&gt;'",
    }),
    'Not subscribed to channel ID {id}': async (server) => {
      await server.as('alice').delete('/users/me/subscriptions', { subscriptions: ['general'] });
      return { as: 'alice', values: { ...lunch, op: 'add' }, msg: 'Not subscribed to channel ID 1' };
    },
    'Topic is not muted': () => ({
      as: 'alice',
      values: { ...lunch, stream_id: 999, op: 'remove' },
      msg: 'Topic is not muted',
    }),
    ...topicProvocations({ stream_id: 1, op: 'add' }),
  },
  updateSubscriptionSettings: propertyProvocations((changes) => ({
    as: 'alice',
    values: { subscription_data: [red, { ...red, ...changes }] },
  })),
  patchSubscriptionSettings: propertyProvocations((changes) => ({
    as: 'alice',
    values: { subscription_data: [red, { ...red, ...changes }] },
  })),
  updateSubscriptionProperty: {
    ...propertyProvocations((changes) => {
      const { stream_id, ...values } = { ...red, ...changes };
      return { as: 'alice', path: { stream_id }, values };
    }),
    '{name} {problem}': () => ({
      as: 'alice',
      path: { stream_id: 1 },
      values: { property: 'pin_to_top', value: 'yes' },
      msg: 'pin_to_top is not a boolean',
    }),
  },
};

type MakeCall = (server: TestServer) => Call | Promise<Call>;

/** The ways a folder's name can be unfit, in a call that otherwise succeeds. */
function nameProvocations(make: MakeCall): Record<string, Provoke> {
  const named = (name: string, msg: string) => async (server: TestServer) => {
    const call = await make(server);
    return { ...call, values: { ...call.values, name }, msg };
  };
  return {
    "Channel folder name can't be empty.": named(' ', "Channel folder name can't be empty."),
    'name is too long (limit: 60 characters)': named('🍲'.repeat(61), 'name is too long (limit: 60 characters)'),
    'Invalid character in channel folder name, at position {position}.': named(
      '🍲 \u0007',
      'Invalid character in channel folder name, at position 3.',
    ),
    'Channel folder name already in use': async (server) => {
      await makeFolder(server, 'Design');
      return named('DESIGN', 'Channel folder name already in use')(server);
    },
  };
}

/** The ways a topic can be unfit, in a call that otherwise succeeds. */
function topicProvocations(values: Values): Record<string, Provoke> {
  const about = (topic: string, msg: string): Provoke => {
    return () => ({ as: 'alice', values: { ...values, topic }, msg });
  };
  return {
    'topic is too long (limit: 60 characters)': about('x'.repeat(61), 'topic is too long (limit: 60 characters)'),
    'Invalid character in topic, at position {position}!': about(
      '🍲\u0007',
      'Invalid character in topic, at position 2!',
    ),
  };
}

/** The ways a change of a property can be unfit, in a call that makes it. */
function propertyProvocations(make: (changes: Partial<typeof red>) => Call): Record<string, Provoke> {
  return {
    'Invalid channel ID': () => ({ ...make({ stream_id: 999 }), msg: 'Invalid channel ID' }),
    'Not subscribed to channel ID {id}': async (server) => {
      await server.as('bob').post('/users/me/subscriptions', { subscriptions: [{ name: 'design' }] });
      return { ...make({ stream_id: 2 }), msg: 'Not subscribed to channel ID 2' };
    },
    'Unknown subscription property: {property}': () => ({
      ...make({ property: 'shape' }),
      msg: 'Unknown subscription property: shape',
    }),
  };
}

async function makeFolder(server: TestServer, name = 'Design'): Promise<number> {
  const { body } = await server.as('admin').post('/channel_folders/create', { name, description: '' });
  return body.channel_folder_id;
}

function withManyTopics(values: Values): Provoke {
  return (server) => {
    const columns = 'user_id, channel_id, topic_key, topic, visibility_policy, updated_at';
    addMany(server, 5000, `INSERT INTO user_topics (${columns}) SELECT ?, 1, 't' || n, 't' || n, 1, 1 FROM n`);
    return { as: 'alice', values, msg: 'You have too many topics with a policy of their own (limit: 5000).' };
  };
}
