import { systemGroupId } from '../../src/groups/group.ts';
import { doSetRealmSetting, type RealmPermission } from '../../src/realm/settings.ts';
import type { Answer, Values } from '../support/client.ts';
import type { CastName, TestServer } from '../support/server.ts';
import { type Call, givePassword, openQueue, sendAsAlice } from './requests.ts';

/** A call that fails, and the answer it gets; `code` is BAD_REQUEST and `status` 400 unless said otherwise. */
export interface Provocation extends Call {
  msg: string;
  code?: string;
  status?: number;
  /** Further fields of the answer. */
  extra?: Values;
  headers?: Record<string, string>;
}

type Provoke = (server: TestServer) => Provocation | Promise<Provocation>;

const login = { username: 'alice@example.com', password: 'wrong' };
const newUser = { email: 'carol@example.com', password: 'good enough', full_name: 'Carol New' };
const lunch = { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup today' };
const direct = { type: 'direct', to: '', content: 'Hello' };
const newest = { anchor: 'newest', num_before: 1, num_after: 1 };
const rangeParameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';
const unsupportedRange = `Unsupported parameter combination: ${rangeParameters}`;
const design = { subscriptions: [{ name: 'design' }] };

/** For each error an endpoint declares, by operation id and the error's text, a call that gets it. */
export const provocations: Record<string, Record<string, Provoke>> = {
  fetchApiKey: {
    'Your username or password is incorrect': async (server) => {
      await givePassword(server, 'alice');
      return {
        as: 'anonymous',
        values: login,
        msg: 'Your username or password is incorrect',
        code: 'AUTHENTICATION_FAILED',
        status: 401,
      };
    },
    'Account is deactivated': async (server) => {
      await givePassword(server, 'alice');
      deactivate(server, 'alice');
      const values = { ...login, password: 'correct horse battery staple' };
      return { as: 'anonymous', values, msg: 'Account is deactivated', code: 'USER_DEACTIVATED', status: 401 };
    },
    'API usage exceeded rate limit': async (server) => {
      for (let failures = 0; failures < 5; failures++) await server.anonymous.post('/fetch_api_key', login);
      server.clock.advance(600);
      return {
        as: 'anonymous',
        values: login,
        msg: 'API usage exceeded rate limit',
        code: 'RATE_LIMIT_HIT',
        status: 429,
        extra: { 'retry-after': 1200 },
        headers: { 'Retry-After': '1200' },
      };
    },
  },
  createUser: {
    'User not authorized to create users': ({ db, users }) => {
      const sql = "INSERT INTO user_settings (user_id, name, value) VALUES (?, 'can_create_users', '0')";
      db.run(sql, users.admin.id);
      return { as: 'admin', values: newUser, msg: 'User not authorized to create users' };
    },
    'Bad name or username': () => ({
      as: 'admin',
      values: { ...newUser, email: 'carol' },
      msg: 'Bad name or username',
    }),
    'Email is already in use.': () => ({
      as: 'admin',
      values: { ...newUser, email: 'Alice@Example.com' },
      msg: 'Email is already in use.',
    }),
    'Name too long!': () => ({
      as: 'admin',
      values: { ...newUser, full_name: 'x'.repeat(101) },
      msg: 'Name too long!',
    }),
    'Name must not be empty!': () => ({
      as: 'admin',
      values: { ...newUser, full_name: ' ' },
      msg: 'Name must not be empty!',
    }),
    'Invalid characters in name!': () => ({
      as: 'admin',
      values: { ...newUser, full_name: '**Carol**' },
      msg: 'Invalid characters in name!',
    }),
    'The password is too weak.': () => ({
      as: 'admin',
      values: { ...newUser, password: 'short' },
      msg: 'The password is too weak.',
    }),
    'The password is too long (limit: 100 characters).': () => ({
      as: 'admin',
      values: { ...newUser, password: 'x'.repeat(101) },
      msg: 'The password is too long (limit: 100 characters).',
    }),
  },
  getUser: {
    'No such user': () => ({ as: 'alice', path: { user_id_or_email: 999 }, msg: 'No such user' }),
  },
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
    'Invalid user group ID: {id}': () => ({
      as: 'alice',
      values: { ...design, can_send_message_group: 999 },
      msg: 'Invalid user group ID: 999',
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
    "Channel '{name}' does not exist": () => ({
      as: 'alice',
      values: { subscriptions: ['general', 'no <such>'] },
      msg: "Channel 'no &lt;such&gt;' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      extra: { stream: 'no &lt;such&gt;' },
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
  getStreams: {
    'Must be an organization administrator': () => ({
      as: 'moderator',
      values: { include_all_active: true },
      msg: 'Must be an organization administrator',
    }),
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
  getMessage: {
    'Invalid message(s)': () => ({ as: 'alice', path: { message_id: 999 }, msg: 'Invalid message(s)' }),
  },
  getMessages: {
    "Missing 'anchor' argument.": () => ({
      as: 'alice',
      values: { num_before: 1, num_after: 1 },
      msg: "Missing 'anchor' argument.",
    }),
    'Invalid anchor': () => ({ as: 'alice', values: { ...newest, anchor: 'soonest' }, msg: 'Invalid anchor' }),
    "Missing 'anchor_date' argument": () => ({
      as: 'alice',
      values: { ...newest, anchor: 'date' },
      msg: "Missing 'anchor_date' argument",
    }),
    'Invalid anchor_date': () => ({
      as: 'alice',
      values: { ...newest, anchor: 'date', anchor_date: '2026-02-30' },
      msg: 'Invalid anchor_date',
    }),
    'Too many messages requested (maximum 5000).': () => ({
      as: 'alice',
      values: { ...newest, num_before: 5000 },
      msg: 'Too many messages requested (maximum 5000).',
    }),
    'The anchor can only be excluded at an end of the range': () => ({
      as: 'alice',
      values: { ...newest, include_anchor: false },
      msg: 'The anchor can only be excluded at an end of the range',
    }),
    [unsupportedRange]: () => ({
      as: 'alice',
      values: { message_ids: [1], num_before: 1 },
      msg: unsupportedRange,
      extra: { parameters: rangeParameters },
    }),
    'Invalid narrow operator: {desc}': () => ({
      as: 'alice',
      values: { ...newest, narrow: [{ operator: 'weather', operand: 'fine' }] },
      msg: 'Invalid narrow operator: unknown operator weather',
      code: 'BAD_NARROW',
      extra: { desc: 'unknown operator weather' },
    }),
    '{problem}': () => ({
      as: 'alice',
      values: { ...newest, narrow: [['channel', 'general'], 3] },
      msg: 'Invalid narrow[1]: Value error, dict or list required',
    }),
  },
  sendMessage: {
    'Message must not be empty': () => ({
      as: 'alice',
      values: { ...lunch, content: ' \n ' },
      msg: 'Message must not be empty',
    }),
    'Message must not contain null bytes': () => ({
      as: 'alice',
      values: { ...lunch, content: 'Soup\0today' },
      msg: 'Message must not contain null bytes',
    }),
    'Message is too long (limit: 10000 characters).': () => ({
      as: 'alice',
      values: { ...lunch, content: 'x'.repeat(10_001) },
      msg: 'Message is too long (limit: 10000 characters).',
    }),
    'queue_id and local_id must be given together.': () => ({
      as: 'alice',
      values: { ...lunch, local_id: '1' },
      msg: 'queue_id and local_id must be given together.',
    }),
    'Missing channel': () => ({ as: 'alice', values: { ...lunch, to: '' }, msg: 'Missing channel' }),
    'Missing topic': () => ({ as: 'alice', values: { ...lunch, topic: undefined }, msg: 'Missing topic' }),
    'Message must have recipients': () => ({
      as: 'alice',
      values: { ...direct, to: [] },
      msg: 'Message must have recipients',
    }),
    'Invalid data type for recipients': () => ({
      as: 'alice',
      values: { ...direct, to: { alice: 1 } },
      msg: 'Invalid data type for recipients',
    }),
    'Recipient lists may contain emails or user IDs, but not both.': ({ users }) => ({
      as: 'alice',
      values: { ...direct, to: [users.bob.id, 'bob@example.com'] },
      msg: 'Recipient lists may contain emails or user IDs, but not both.',
    }),
    'Expected exactly one channel': () => ({
      as: 'alice',
      values: { ...lunch, to: [1, 2] },
      msg: 'Expected exactly one channel',
    }),
    "Invalid email '{email}'": () => ({
      as: 'alice',
      values: { ...direct, to: ['bob@example.com', "o'nobody@example.com"] },
      msg: "Invalid email 'o&#39;nobody@example.com'",
    }),
    'Invalid user ID {id}': ({ users }) => ({
      as: 'alice',
      values: { ...direct, to: [users.bob.id, 999] },
      msg: 'Invalid user ID 999',
    }),
    'User is deactivated': (server) => {
      deactivate(server, 'bob');
      return { as: 'alice', values: { ...direct, to: [server.users.bob.id] }, msg: 'User is deactivated' };
    },
    "Channel '{name}' does not exist": () => ({
      as: 'alice',
      values: { ...lunch, to: 'no <such>' },
      msg: "Channel 'no &lt;such&gt;' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      extra: { stream: 'no &lt;such&gt;' },
    }),
    "Channel with ID '{id}' does not exist": () => ({
      as: 'alice',
      values: { ...lunch, to: 999 },
      msg: "Channel with ID '999' does not exist",
      code: 'STREAM_DOES_NOT_EXIST',
      extra: { stream_id: 999 },
    }),
    "Not authorized to send to channel '{name}'": ({ db }) => {
      db.run("UPDATE channels SET is_archived = 1 WHERE name = 'general'");
      return { as: 'alice', values: lunch, msg: "Not authorized to send to channel 'general'" };
    },
    'You do not have permission to post in this channel.': (server) => {
      restrictGeneral(server, 'can_send_message_group');
      return { as: 'alice', values: lunch, msg: 'You do not have permission to post in this channel.' };
    },
    'You do not have permission to create new topics in this channel.': (server) => {
      restrictGeneral(server, 'can_create_topic_group');
      const msg = 'You do not have permission to create new topics in this channel.';
      return { as: 'alice', values: lunch, msg };
    },
    'Sending messages to the general chat is not allowed in this channel.': ({ db }) => {
      doSetRealmSetting(db, 'topics_policy', 'disable_empty_topic');
      return {
        as: 'alice',
        values: { ...lunch, topic: '(no topic)' },
        msg: 'Sending messages to the general chat is not allowed in this channel.',
        extra: { empty_topic_display_name: 'general chat' },
      };
    },
    'Only the general chat topic is allowed in this channel.': ({ db }) => {
      db.run("UPDATE channels SET topics_policy = 'empty_topic_only' WHERE name = 'general'");
      return {
        as: 'alice',
        values: lunch,
        msg: 'Only the general chat topic is allowed in this channel.',
        extra: { empty_topic_display_name: 'general chat' },
      };
    },
    'Direct messages are disabled in this organization.': (server) => {
      givePermission(server, 'direct_message_permission_group', 'role:nobody');
      const values = { ...direct, to: ['bob@example.com'] };
      return { as: 'owner', values, msg: 'Direct messages are disabled in this organization.' };
    },
    'This conversation does not include any users who can authorize it.': (server) => {
      givePermission(server, 'direct_message_permission_group', 'role:administrators');
      const msg = 'This conversation does not include any users who can authorize it.';
      return { as: 'alice', values: { ...direct, to: ['bob@example.com'] }, msg };
    },
    'You do not have permission to initiate direct message conversations.': (server) => {
      givePermission(server, 'direct_message_initiator_group', 'role:administrators');
      const msg = 'You do not have permission to initiate direct message conversations.';
      return { as: 'alice', values: { ...direct, to: ['bob@example.com'] }, msg };
    },
    'topic is too long (limit: 60 characters)': () => ({
      as: 'alice',
      values: { ...lunch, topic: 'x'.repeat(61) },
      msg: 'topic is too long (limit: 60 characters)',
    }),
    'Invalid character in topic, at position {position}!': () => ({
      as: 'alice',
      values: { ...lunch, topic: '🍲\u0007' },
      msg: 'Invalid character in topic, at position 2!',
    }),
  },
  register: {
    'User not authorized for this query': () => ({
      as: 'guest',
      values: { all_public_streams: true },
      msg: 'User not authorized for this query',
    }),
    'Each element of narrow must be a pair of strings.': () => ({
      as: 'alice',
      values: { narrow: [['is', 'dm'], ['channel']] },
      msg: 'Each element of narrow must be a pair of strings.',
    }),
    'Operator {operator} not supported.': () => ({
      as: 'alice',
      values: { narrow: [['weather', 'fine']] },
      msg: 'Operator weather not supported.',
    }),
    'Operand {operand} not supported.': () => ({
      as: 'alice',
      values: { narrow: [['is', 'fine']] },
      msg: 'Operand fine not supported.',
    }),
  },
  getEvents: {
    "Missing 'queue_id' argument": () => ({
      as: 'alice',
      values: { last_event_id: -1 },
      msg: "Missing 'queue_id' argument",
    }),
    "Missing 'last_event_id' argument": async (server) => ({
      as: 'alice',
      values: { queue_id: await openQueue(server.as('alice')) },
      msg: "Missing 'last_event_id' argument",
    }),
    'Bad event queue ID: {queue_id}': async (server) => othersQueue(server, { last_event_id: -1 }),
    'An event newer than {id} has already been pruned!': async (server) => {
      const queue_id = await openQueue(server.as('alice'));
      await sendAsAlice(server);
      await server.as('alice').get('/events', { queue_id, last_event_id: 0, dont_block: true });
      const values = { queue_id, last_event_id: -1 };
      return { as: 'alice', values, msg: 'An event newer than -1 has already been pruned!' };
    },
    'Event {id} was not in this queue': async (server) => ({
      as: 'alice',
      values: { queue_id: await openQueue(server.as('alice')), last_event_id: 0 },
      msg: 'Event 0 was not in this queue',
    }),
  },
  deleteQueue: {
    'Bad event queue ID: {queue_id}': (server) => othersQueue(server, {}),
  },
};

/** What a provocation's answer must be. */
export function expectedAnswer({ msg, code = 'BAD_REQUEST', status = 400, extra = {} }: Provocation) {
  return { status, body: { result: 'error', msg, code, ...extra } };
}

/** What of an answer is compared. */
export function comparable({ status, body }: Answer) {
  return { status, body };
}

async function othersQueue(server: TestServer, values: Values): Promise<Provocation> {
  const queue_id = await openQueue(server.as('bob'));
  return {
    as: 'alice',
    values: { ...values, queue_id },
    msg: `Bad event queue ID: ${queue_id}`,
    code: 'BAD_EVENT_QUEUE_ID',
    extra: { queue_id },
  };
}

function deactivate({ db, users }: TestServer, name: CastName): void {
  db.run('UPDATE users SET is_active = 0 WHERE id = ?', users[name].id);
}

function givePermission({ db }: TestServer, name: RealmPermission, group: Parameters<typeof systemGroupId>[1]): void {
  doSetRealmSetting(db, name, systemGroupId(db, group));
}

function restrictGeneral({ db }: TestServer, setting: string): void {
  const owners = systemGroupId(db, 'role:owners');
  db.run('INSERT INTO channel_permissions (channel_id, setting, group_id) VALUES (1, ?, ?)', setting, owners);
}
