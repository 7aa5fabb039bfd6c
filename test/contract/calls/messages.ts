import { setRealmSetting } from '../../../src/realm/settings.ts';
import { subscribe } from '../../support/scene.ts';
import type { TestServer } from '../../support/server.ts';
import {
  crowdGeneral,
  deactivate,
  direct,
  givePermission,
  noChannelWildcard,
  noTopicWildcard,
  type Provocation,
  type Provocations,
  reactAsEveryone,
  restrictGeneral,
  sendAsAlice,
  type ValidCalls,
} from '../call.ts';
import { naming, sendLong, withBrokenSearch, withManySearches, withWrongNarrow } from './narrow.ts';

const lunch = { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup today' };
const newest = { anchor: 'newest', num_before: 1, num_after: 1 };
const rangeParameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';
const unsupportedRange = `Unsupported parameter combination: ${rangeParameters}`;

const noModeration = 'Moderation request channel must be specified to enable message reporting.';

/** Gives the organization a private channel for reported messages. */
async function openModeration({ as, db }: TestServer): Promise<void> {
  const id = await subscribe(as('moderator'), 'moderation', { invite_only: true });
  setRealmSetting(db, 'moderation_request_channel_id', id);
}

/** Calls about messages that succeed. */
export const validCalls: ValidCalls = {
  sendMessage: () => ({
    as: 'alice',
    values: { type: 'channel', to: 'general', topic: 'lunch', content: 'Soup today' },
  }),
  getMessages: () => ({ as: 'alice', values: { anchor: 'newest', num_before: 10, num_after: 0 } }),
  getMessage: async (server) => ({ as: 'alice', path: { message_id: await sendAsAlice(server) } }),
  getMessageHistory: async (server) => ({ as: 'alice', path: { message_id: await sendAsAlice(server) } }),
  getReadReceipts: async (server) => ({ as: 'alice', path: { message_id: await sendAsAlice(server) } }),
  reportMessage: async (server) => {
    await openModeration(server);
    return { as: 'bob', path: { message_id: await sendAsAlice(server) }, values: { report_type: 'spam' } };
  },
  addSubmessage: async (server) => {
    const message_id = await sendAsAlice(server, { content: '/poll Soup?\nYes' });
    const content = JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 });
    return { as: 'bob', values: { message_id, msg_type: 'widget', content } };
  },
};

/** Calls about messages that fail, by operation id and the error's text. */
export const provocations: Provocations = {
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
    'Unable to render message: its HTML is too long (limit: 1000000 bytes).': () => ({
      as: 'alice',
      values: { ...lunch, content: '🫰'.repeat(10_000) },
      msg: 'Unable to render message: its HTML is too long (limit: 1000000 bytes).',
    }),
    'queue_id and local_id must be given together.': () => ({
      as: 'alice',
      values: { ...lunch, local_id: '1' },
      msg: 'queue_id and local_id must be given together.',
    }),
    "Channel name can't be empty.": () => ({
      as: 'alice',
      values: { ...lunch, to: '' },
      msg: "Channel name can't be empty.",
    }),
    'Channel name too long (limit: 60 characters).': () => ({
      as: 'alice',
      values: { ...lunch, to: 'x'.repeat(61) },
      msg: 'Channel name too long (limit: 60 characters).',
    }),
    'Invalid character in channel name, at position {position}.': () => ({
      as: 'alice',
      values: { ...lunch, to: 'a\u0007b' },
      msg: 'Invalid character in channel name, at position 2.',
    }),
    'Invalid data type for channel': () => ({
      as: 'alice',
      values: { ...lunch, to: { general: 1 } },
      msg: 'Invalid data type for channel',
    }),
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
      msg: "Invalid email 'o'nobody@example.com'",
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
      extra: { stream: 'no <such>' },
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
      setRealmSetting(db, 'topics_policy', 'disable_empty_topic');
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
    'The server cannot search at the moment. Please try again.': (server) => withBrokenSearch(server, { ...newest }),
    'Too many of your searches are waiting. Please try again in a second.': (server) =>
      withManySearches(server, { ...newest }),
    'These messages are too long for one answer. Please request fewer at a time.': async (server) =>
      naming(await sendLong(server), (message_ids) => ({ message_ids })),
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
    ...withWrongNarrow(newest),
  },
  getMessage: {
    'Invalid message(s)': () => ({ as: 'alice', path: { message_id: 999 }, msg: 'Invalid message(s)' }),
  },
  getMessageHistory: {
    'Invalid message(s)': () => ({ as: 'alice', path: { message_id: 999 }, msg: 'Invalid message(s)' }),
    'Message edit history is disabled in this organization': async (server) => {
      setRealmSetting(server.db, 'message_edit_history_visibility_policy', 'none');
      const msg = 'Message edit history is disabled in this organization';
      return { as: 'alice', path: { message_id: await sendAsAlice(server) }, msg };
    },
  },
  getReadReceipts: {
    'Invalid message(s)': () => ({ as: 'alice', path: { message_id: 999 }, msg: 'Invalid message(s)' }),
    'Read receipts are disabled in this organization.': async (server) => {
      setRealmSetting(server.db, 'enable_read_receipts', false);
      const msg = 'Read receipts are disabled in this organization.';
      return { as: 'alice', path: { message_id: await sendAsAlice(server) }, msg };
    },
  },
  reportMessage: {
    'Invalid message(s)': () => ({
      as: 'bob',
      path: { message_id: 999 },
      values: { report_type: 'spam' },
      msg: 'Invalid message(s)',
    }),
    'An explanation is required.': async (server) => ({
      as: 'bob',
      path: { message_id: await sendAsAlice(server) },
      values: { report_type: 'other' },
      msg: 'An explanation is required.',
    }),
    [noModeration]: async (server) => ({
      as: 'bob',
      path: { message_id: await sendAsAlice(server) },
      values: { report_type: 'spam' },
      msg: noModeration,
    }),
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
    'Invalid widget': async (server) => ({
      as: 'alice',
      values: { message_id: await sendAsAlice(server), msg_type: 'widget', content: '{}' },
      msg: 'Invalid widget',
    }),
    'Invalid step of a {widget}': (server) =>
      stepping(server, '/poll Soup?', '{"type":"vote","key":"1,1","vote":2}', 'Invalid step of a poll'),
    'Only the author may rename a {widget}.': (server) =>
      stepping(server, '/todo', '{"type":"new_task_list_title","title":"Mine"}', 'Only the author may rename a todo.'),
    'This message has as many submessages as it can have.': async (server) => {
      const msg = 'This message has as many submessages as it can have.';
      const provocation = await stepping(server, '/poll Soup?', '{"type":"vote","key":"1,1","vote":1}', msg);
      server.db.run(
        `INSERT INTO submessages (message_id, sender_id, msg_type, content)
         SELECT message_id, sender_id, msg_type, json_object('x', printf('%.*c', 500000, 'x')) FROM submessages`,
      );
      return provocation;
    },
  },
};

/** A step of Bob's for a message of Alice's. */
async function stepping(server: TestServer, written: string, content: string, msg: string): Promise<Provocation> {
  const message_id = await sendAsAlice(server, { content: written });
  return { as: 'bob', values: { message_id, msg_type: 'widget', content }, msg };
}
