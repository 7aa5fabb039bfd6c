import { systemGroupId } from '../../src/groups/group.ts';
import { doSetRealmSetting, type RealmPermission } from '../../src/realm/settings.ts';
import { doCreateUser } from '../../src/users/new-user.ts';
import { roles } from '../../src/users/user.ts';
import type { Answer, Values } from '../support/client.ts';
import type { CastName, TestServer } from '../support/server.ts';
import { givePassword, openQueue, type Provocation, type Provocations, sendAsAlice } from './call.ts';
import * as channelSettings from './calls/channel-settings.ts';
import * as channels from './calls/channels.ts';
import * as groups from './calls/groups.ts';
import * as invitations from './calls/invitations.ts';
import * as people from './calls/people.ts';
import * as personal from './calls/personal.ts';
import * as realm from './calls/realm.ts';
import * as realmTexts from './calls/realm-texts.ts';

const login = { username: 'alice@example.com', password: 'wrong' };
const newUser = { email: 'carol@example.com', password: 'good enough', full_name: 'Carol New' };
const lunch = { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup today' };
const direct = { type: 'direct', to: '', content: 'Hello' };
const newest = { anchor: 'newest', num_before: 1, num_after: 1 };
const rangeParameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';
const unsupportedRange = `Unsupported parameter combination: ${rangeParameters}`;
const design = { subscriptions: [{ name: 'design' }] };
const thumb = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
const star = { op: 'add', flag: 'starred' };
const everything = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [] };
const toDesign = { stream_id: 2 };
const day = 86_400;
const newTopicRefused = 'You do not have permission to create new topics in this channel.';
const noGeneralChat = 'Sending messages to the general chat is not allowed in this channel.';
const onlyGeneralChat = 'Only the general chat topic is allowed in this channel.';
const noChannelWildcard = 'You do not have permission to use channel wildcard mentions in this channel.';
const noTopicWildcard = 'You do not have permission to use topic wildcard mentions in this topic.';
const generalChat = { empty_topic_display_name: 'general chat' };

/** For each error an endpoint declares, by operation id and the error's text, a call that gets it. */
export const provocations: Provocations = {
  ...channelSettings.provocations,
  ...channels.provocations,
  ...groups.provocations,
  ...invitations.provocations,
  ...people.provocations,
  ...personal.provocations,
  ...realm.provocations,
  ...realmTexts.provocations,
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
      const sql = "INSERT INTO user_settings (user_id, name, value) VALUES (?, 'can_create_users', 'false')";
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
    [noChannelWildcard]: (server) => {
      crowdGeneral(server);
      return {
        as: 'alice',
        values: { ...lunch, content: '@**all**' },
        msg: noChannelWildcard,
        code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      };
    },
    [noTopicWildcard]: async (server) => {
      crowdGeneral(server);
      await sendAsAlice(server);
      reactAsEveryone(server);
      return {
        as: 'alice',
        values: { ...lunch, content: '@**topic**' },
        msg: noTopicWildcard,
        code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      };
    },
    "You are not allowed to mention user group '{name}'.": () => ({
      as: 'alice',
      values: { ...lunch, content: 'Soup for @*role:members*' },
      msg: "You are not allowed to mention user group 'role:members'.",
    }),
  },
  updateMessage: {
    'Invalid message(s)': () => ({
      as: 'alice',
      path: { message_id: 999 },
      values: { topic: 'supper' },
      msg: 'Invalid message(s)',
    }),
    'Nothing to change': (server) => changing(server, { content: 'Soup today' }, 'Nothing to change'),
    'Direct messages cannot be moved to channels.': (server) =>
      changingDirect(server, { stream_id: 1 }, 'Direct messages cannot be moved to channels.'),
    'Direct messages cannot have topics.': (server) =>
      changingDirect(server, { topic: 'supper' }, 'Direct messages cannot have topics.'),
    'Invalid propagate_mode without topic edit': (server) =>
      changing(
        server,
        { content: 'Stew today', propagate_mode: 'change_all' },
        'Invalid propagate_mode without topic edit',
      ),
    'Cannot change message content while changing channel': async (server) => {
      await server.as('alice').post('/users/me/subscriptions', design);
      const values = { ...toDesign, content: 'Stew today' };
      return changing(server, values, 'Cannot change message content while changing channel');
    },
    'General chat cannot be marked as resolved': async (server) => ({
      as: 'alice',
      path: { message_id: await sendAsAlice(server, { topic: '' }) },
      values: { topic: '✔ general chat' },
      msg: 'General chat cannot be marked as resolved',
    }),
    'Widgets cannot be edited.': async (server) => ({
      as: 'alice',
      path: { message_id: await sendAsAlice(server, { content: '/poll Soup?' }) },
      values: { content: '/poll Stew?' },
      msg: 'Widgets cannot be edited.',
    }),
    'Message is too long (limit: 10000 characters).': (server) =>
      changing(server, { content: 'x'.repeat(10_001) }, 'Message is too long (limit: 10000 characters).'),
    "'prev_content_sha256' value does not match the expected value.": async (server) => ({
      ...(await changing(
        server,
        { content: 'Stew today', prev_content_sha256: '0'.repeat(64) },
        "'prev_content_sha256' value does not match the expected value.",
      )),
      code: 'EXPECTATION_MISMATCH',
      extra: { field_name: 'prev_content_sha256' },
    }),
    'Your organization has turned off message editing': (server) => {
      doSetRealmSetting(server.db, 'allow_message_editing', false);
      return changing(server, { content: 'Stew today' }, 'Your organization has turned off message editing');
    },
    "You don't have permission to edit this message": async (server) => ({
      ...(await changing(server, { content: 'Stew today' }, "You don't have permission to edit this message")),
      as: 'owner',
    }),
    'The time limit for editing this message has passed': (server) =>
      changingLate(
        server,
        day,
        { topic: 'supper', content: 'Stew today' },
        'The time limit for editing this message has passed',
      ),
    "You don't have permission to resolve topics in this channel.": (server) => {
      givePermission(server, 'can_resolve_topics_group', 'role:nobody');
      return changing(server, { topic: '✔ lunch' }, "You don't have permission to resolve topics in this channel.");
    },
    "You don't have permission to move this message": async (server) => {
      await server.as('alice').post('/users/me/subscriptions', design);
      givePermission(server, 'can_move_messages_between_channels_group', 'role:nobody');
      return changing(server, toDesign, "You don't have permission to move this message");
    },
    "The time limit for editing this message's topic has passed.": (server) =>
      changingLate(server, 8 * day, { topic: 'supper' }, "The time limit for editing this message's topic has passed."),
    "The time limit for editing this message's channel has passed": async (server) => {
      await server.as('alice').post('/users/me/subscriptions', design);
      return changingLate(server, 8 * day, toDesign, "The time limit for editing this message's channel has passed");
    },
    'You only have permission to move the {allowed}/{total} most recent messages in this topic.': async (server) => {
      await sendAsAlice(server);
      server.clock.advance(8 * day);
      const values = { topic: 'supper', propagate_mode: 'change_all' };
      const msg = 'You only have permission to move the 1/2 most recent messages in this topic.';
      const provocation = await changing(server, values, msg);
      return {
        ...provocation,
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        extra: {
          first_message_id_allowed_to_move: provocation.path?.message_id,
          total_messages_in_topic: 2,
          total_messages_allowed_to_move: 1,
        },
      };
    },
    'topic is too long (limit: 60 characters)': (server) =>
      changing(server, { topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'),
    'Invalid character in topic, at position {position}!': (server) =>
      changing(server, { topic: '🍲\u0007' }, 'Invalid character in topic, at position 2!'),
    [noChannelWildcard]: async (server) => {
      crowdGeneral(server);
      const provocation = await changing(server, { content: '@**all**' }, noChannelWildcard);
      return { ...provocation, code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED' };
    },
    [noTopicWildcard]: async (server) => {
      crowdGeneral(server);
      const provocation = await changing(server, { content: '@**topic**' }, noTopicWildcard);
      reactAsEveryone(server);
      return { ...provocation, code: 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED' };
    },
    "You are not allowed to mention user group '{name}'.": (server) =>
      changing(
        server,
        { content: 'Soup for @*role:members*' },
        "You are not allowed to mention user group 'role:members'.",
      ),
    'Invalid channel ID': (server) => changing(server, { stream_id: 999 }, 'Invalid channel ID'),
    "Not authorized to send to channel '{name}'": async (server) => {
      await server.as('owner').post('/users/me/subscriptions', { ...design, invite_only: true });
      const provocation = await changing(server, toDesign, "Not authorized to send to channel 'design'");
      return { ...provocation, as: 'admin' };
    },
    'You do not have permission to post in this channel.': async (server) => {
      const values = { ...design, can_send_message_group: systemGroupId(server.db, 'role:owners') };
      await server.as('owner').post('/users/me/subscriptions', values);
      return changing(server, toDesign, 'You do not have permission to post in this channel.');
    },
    [newTopicRefused]: async (server) => {
      const provocation = await changing(server, { topic: 'supper' }, newTopicRefused);
      restrictGeneral(server, 'can_create_topic_group');
      return provocation;
    },
    [noGeneralChat]: async (server) => {
      doSetRealmSetting(server.db, 'topics_policy', 'disable_empty_topic');
      return { ...(await changing(server, { topic: '' }, noGeneralChat)), extra: generalChat };
    },
    [onlyGeneralChat]: async (server) => {
      const provocation = await changing(server, { topic: 'supper' }, onlyGeneralChat);
      server.db.run("UPDATE channels SET topics_policy = 'empty_topic_only' WHERE name = 'general'");
      return { ...provocation, extra: generalChat };
    },
  },
  deleteMessage: {
    'Invalid message(s)': () => ({ as: 'alice', path: { message_id: 999 }, msg: 'Invalid message(s)' }),
    "You don't have permission to delete this message": async (server) => ({
      as: 'bob',
      path: { message_id: await sendAsAlice(server) },
      msg: "You don't have permission to delete this message",
    }),
    'The time limit for deleting this message has passed': (server) =>
      changingLate(server, 601, undefined, 'The time limit for deleting this message has passed'),
  },
  deleteTopic: {
    'Invalid channel ID': () => ({
      as: 'admin',
      path: { stream_id: 999 },
      values: { topic_name: 'lunch' },
      msg: 'Invalid channel ID',
    }),
    "You don't have permission to delete this message": async (server) => {
      await sendAsAlice(server);
      const msg = "You don't have permission to delete this message";
      return { as: 'alice', path: { stream_id: 1 }, values: { topic_name: 'lunch' }, msg };
    },
    'topic is too long (limit: 60 characters)': () => ({
      as: 'admin',
      path: { stream_id: 1 },
      values: { topic_name: 'x'.repeat(61) },
      msg: 'topic is too long (limit: 60 characters)',
    }),
    'Invalid character in topic, at position {position}!': () => ({
      as: 'admin',
      path: { stream_id: 1 },
      values: { topic_name: '🍲\u0007' },
      msg: 'Invalid character in topic, at position 2!',
    }),
  },
  updateMessageFlags: {
    "Invalid flag: '{flag}'": async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server)], flag: 'shiny' },
      msg: "Invalid flag: 'shiny'",
    }),
    "Flag not editable: '{flag}'": async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server)], flag: 'mentioned' },
      msg: "Flag not editable: 'mentioned'",
    }),
    "Invalid message flag operation: '{op}'": async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server)], op: 'toggle' },
      msg: "Invalid message flag operation: 'toggle'",
    }),
    'Invalid message(s)': async (server) => ({
      as: 'alice',
      values: { ...star, messages: [await sendAsAlice(server), 999] },
      msg: 'Invalid message(s)',
    }),
  },
  updateMessageFlagsForNarrow: {
    "Invalid flag: '{flag}'": async (server) => {
      await sendAsAlice(server);
      return { as: 'alice', values: { ...everything, ...star, flag: 'shiny' }, msg: "Invalid flag: 'shiny'" };
    },
    "Flag not editable: '{flag}'": async (server) => {
      await sendAsAlice(server);
      const values = { ...everything, ...star, flag: 'mentioned' };
      return { as: 'alice', values, msg: "Flag not editable: 'mentioned'" };
    },
    "Invalid message flag operation: '{op}'": async (server) => {
      await sendAsAlice(server);
      const values = { ...everything, ...star, op: 'toggle' };
      return { as: 'alice', values, msg: "Invalid message flag operation: 'toggle'" };
    },
    'Invalid anchor': () => ({
      as: 'alice',
      values: { ...everything, ...star, anchor: 'date' },
      msg: 'Invalid anchor',
    }),
    'The anchor can only be excluded at an end of the range': () => ({
      as: 'alice',
      values: { ...everything, ...star, num_after: 1, include_anchor: false },
      msg: 'The anchor can only be excluded at an end of the range',
    }),
    'Invalid narrow operator: {desc}': () => ({
      as: 'alice',
      values: { ...everything, ...star, narrow: [{ operator: 'weather', operand: 'fine' }] },
      msg: 'Invalid narrow operator: unknown operator weather',
      code: 'BAD_NARROW',
      extra: { desc: 'unknown operator weather' },
    }),
    '{problem}': () => ({
      as: 'alice',
      values: { ...everything, ...star, narrow: [['channel', 'general'], 3] },
      msg: 'Invalid narrow[1]: Value error, dict or list required',
    }),
  },
  markStreamAsRead: {
    'Invalid channel ID': () => ({ as: 'alice', values: { stream_id: 999 }, msg: 'Invalid channel ID' }),
  },
  markTopicAsRead: {
    'Invalid channel ID': () => ({
      as: 'alice',
      values: { stream_id: 999, topic_name: 'lunch' },
      msg: 'Invalid channel ID',
    }),
    "No such topic '{topic}'": () => ({
      as: 'alice',
      values: { stream_id: 1, topic_name: 'no <such>' },
      msg: "No such topic 'no &lt;such&gt;'",
    }),
  },
  addReaction: {
    'Invalid message(s)': () => ({
      as: 'bob',
      path: { message_id: 999 },
      values: thumb,
      msg: 'Invalid message(s)',
    }),
    'Reaction already exists.': async (server) => {
      const message_id = await sendAsAlice(server);
      await server.as('bob').post(`/messages/${message_id}/reactions`, thumb);
      const code = 'REACTION_ALREADY_EXISTS';
      return { as: 'bob', path: { message_id }, values: thumb, msg: 'Reaction already exists.', code };
    },
    "Emoji '{name}' does not exist": (server) =>
      reacting(server, { emoji_name: 'no <such>' }, "Emoji 'no &lt;such&gt;' does not exist"),
    'Invalid emoji code.': (server) => reacting(server, { ...thumb, emoji_code: 'zz' }, 'Invalid emoji code.'),
    'Invalid emoji name.': (server) => reacting(server, { ...thumb, emoji_name: 'heart' }, 'Invalid emoji name.'),
    'Invalid emoji type.': (server) => reacting(server, { ...thumb, reaction_type: 'smell' }, 'Invalid emoji type.'),
    'Invalid custom emoji.': (server) =>
      reacting(server, { ...thumb, emoji_code: '999', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'),
    'Invalid custom emoji name.': (server) => {
      const custom = { ...addCustomEmoji(server), emoji_name: 'duck' };
      return reacting(server, custom, 'Invalid custom emoji name.');
    },
    'This custom emoji has been deactivated.': (server) => {
      const custom = addCustomEmoji(server);
      server.db.run('UPDATE realm_emoji SET deactivated = 1');
      return reacting(server, custom, 'This custom emoji has been deactivated.');
    },
  },
  removeReaction: {
    'Invalid message(s)': () => ({
      as: 'bob',
      path: { message_id: 999 },
      values: thumb,
      msg: 'Invalid message(s)',
    }),
    "Reaction doesn't exist.": async (server) => ({
      ...(await reacting(server, thumb, "Reaction doesn't exist.")),
      code: 'REACTION_DOES_NOT_EXIST',
    }),
    'At least one of the following arguments must be present: emoji_name, emoji_code': (server) =>
      reacting(server, {}, 'At least one of the following arguments must be present: emoji_name, emoji_code'),
    "Emoji '{name}' does not exist": (server) =>
      reacting(server, { emoji_name: 'no <such>' }, "Emoji 'no &lt;such&gt;' does not exist"),
    'Invalid emoji type.': (server) => reacting(server, { ...thumb, reaction_type: 'smell' }, 'Invalid emoji type.'),
  },
  getMessageHistory: {
    'Invalid message(s)': () => ({ as: 'alice', path: { message_id: 999 }, msg: 'Invalid message(s)' }),
    'Message edit history is disabled in this organization': async (server) => {
      doSetRealmSetting(server.db, 'message_edit_history_visibility_policy', 'none');
      const msg = 'Message edit history is disabled in this organization';
      return { as: 'alice', path: { message_id: await sendAsAlice(server) }, msg };
    },
  },
  getReadReceipts: {
    'Invalid message(s)': () => ({ as: 'alice', path: { message_id: 999 }, msg: 'Invalid message(s)' }),
    'Read receipts are disabled in this organization.': async (server) => {
      doSetRealmSetting(server.db, 'enable_read_receipts', false);
      const msg = 'Read receipts are disabled in this organization.';
      return { as: 'alice', path: { message_id: await sendAsAlice(server) }, msg };
    },
  },
  addSubmessage: {
    'Invalid message(s)': () => ({
      as: 'bob',
      values: { message_id: 999, msg_type: 'widget', content: '{}' },
      msg: 'Invalid message(s)',
    }),
    'You cannot attach a submessage to this message.': (server) =>
      stepping(server, 'Soup today', '{}', 'You cannot attach a submessage to this message.'),
    'Invalid json for submessage': (server) => stepping(server, '/poll Soup?', '{', 'Invalid json for submessage'),
    'Invalid step of a {widget}': (server) =>
      stepping(server, '/poll Soup?', '{"type":"vote","key":"1,1","vote":2}', 'Invalid step of a poll'),
    'Only the author may rename a {widget}.': (server) =>
      stepping(server, '/todo', '{"type":"new_task_list_title","title":"Mine"}', 'Only the author may rename a todo.'),
  },
  setTypingStatus: {
    "Empty 'to' list": () => ({ as: 'alice', values: { op: 'start', to: [] }, msg: "Empty 'to' list" }),
    'Invalid user ID {id}': ({ users }) => ({
      as: 'alice',
      values: { op: 'start', to: [users.bob.id, 999] },
      msg: 'Invalid user ID 999',
    }),
    'Invalid channel ID': () => ({
      as: 'alice',
      values: { op: 'start', type: 'channel', stream_id: 999, topic: 'lunch' },
      msg: 'Invalid channel ID',
    }),
    'topic is too long (limit: 60 characters)': () => ({
      as: 'alice',
      values: { op: 'start', type: 'channel', stream_id: 1, topic: 'x'.repeat(61) },
      msg: 'topic is too long (limit: 60 characters)',
    }),
    'Invalid character in topic, at position {position}!': () => ({
      as: 'alice',
      values: { op: 'start', type: 'channel', stream_id: 1, topic: '🍲\u0007' },
      msg: 'Invalid character in topic, at position 2!',
    }),
  },
  setTypingStatusForMessageEdit: {
    'Invalid message(s)': () => ({
      as: 'alice',
      path: { message_id: 999 },
      values: { op: 'start' },
      msg: 'Invalid message(s)',
    }),
    'Your organization has turned off message editing': (server) => {
      doSetRealmSetting(server.db, 'allow_message_editing', false);
      return changing(server, { op: 'start' }, 'Your organization has turned off message editing');
    },
    "You don't have permission to edit this message": async (server) => ({
      ...(await changing(server, { op: 'start' }, "You don't have permission to edit this message")),
      as: 'owner',
    }),
    'The time limit for editing this message has passed': (server) =>
      changingLate(server, 621, { op: 'start' }, 'The time limit for editing this message has passed'),
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

/** A call of Alice's about a message that she has just sent. */
async function changing(server: TestServer, values: Values | undefined, msg: string): Promise<Provocation> {
  const path = { message_id: await sendAsAlice(server) };
  return { as: 'alice', path, ...(values ? { values } : {}), msg };
}

async function changingLate(
  server: TestServer,
  seconds: number,
  values: Values | undefined,
  msg: string,
): Promise<Provocation> {
  const provocation = await changing(server, values, msg);
  server.clock.advance(seconds);
  return provocation;
}

async function changingDirect(server: TestServer, values: Values, msg: string): Promise<Provocation> {
  const message_id = await sendAsAlice(server, { ...direct, to: ['bob@example.com'], topic: undefined });
  return { as: 'alice', path: { message_id }, values, msg };
}

async function reacting(server: TestServer, values: Values, msg: string): Promise<Provocation> {
  return { as: 'bob', path: { message_id: await sendAsAlice(server) }, values, msg };
}

/** A step of Bob's for a message of Alice's. */
async function stepping(server: TestServer, written: string, content: string, msg: string): Promise<Provocation> {
  const message_id = await sendAsAlice(server, { content: written });
  return { as: 'bob', values: { message_id, msg_type: 'widget', content }, msg };
}

function addCustomEmoji({ db }: TestServer): { emoji_name: string; emoji_code: string; reaction_type: string } {
  const { id } = db.run("INSERT INTO realm_emoji (name) VALUES ('parrot')");
  return { emoji_name: 'parrot', emoji_code: String(id), reaction_type: 'realm_emoji' };
}

/** Lets so many follow the channel that mentioning them all is for few. */
function crowdGeneral({ app, db }: TestServer): void {
  const person = { full_name: 'One of Many', role: roles.member, password_hash: null };
  db.transaction(() => {
    for (let count = 0; count < 16; count++) doCreateUser(app, { ...person, email: `many${count}@example.com` });
  });
}

function reactAsEveryone({ db }: TestServer): void {
  db.run(
    `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
     SELECT messages.id, users.id, 'heart', '2764', 'unicode_emoji' FROM messages, users`,
  );
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
