import { systemGroupId } from '../../../src/realm/group.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import type { Values } from '../../support/client.ts';
import type { TestServer } from '../../support/server.ts';
import {
  changing,
  changingLate,
  crowdGeneral,
  design,
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

const toDesign = { stream_id: 2 };
const day = 86_400;
const newTopicRefused = 'You do not have permission to create new topics in this channel.';
const noGeneralChat = 'Sending messages to the general chat is not allowed in this channel.';
const onlyGeneralChat = 'Only the general chat topic is allowed in this channel.';
const generalChat = { empty_topic_display_name: 'general chat' };

/** Calls about edits and deletions that succeed. */
export const validCalls: ValidCalls = {
  updateMessage: async (server) => ({
    as: 'alice',
    path: { message_id: await sendAsAlice(server) },
    values: { topic: 'supper' },
  }),
  deleteMessage: async (server) => ({ as: 'alice', path: { message_id: await sendAsAlice(server) } }),
  deleteTopic: async (server) => {
    await sendAsAlice(server);
    return { as: 'admin', path: { stream_id: 1 }, values: { topic_name: 'lunch' } };
  },
};

/** Calls about edits and deletions that fail, by operation id and the error's text. */
export const provocations: Provocations = {
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
    'Unable to render message: its HTML is too long (limit: 1000000 bytes).': (server) =>
      changing(
        server,
        { content: '🫰'.repeat(10_000) },
        'Unable to render message: its HTML is too long (limit: 1000000 bytes).',
      ),
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
      setRealmSetting(server.db, 'allow_message_editing', false);
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
      setRealmSetting(server.db, 'topics_policy', 'disable_empty_topic');
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
};

async function changingDirect(server: TestServer, values: Values, msg: string): Promise<Provocation> {
  const message_id = await sendAsAlice(server, { ...direct, to: ['bob@example.com'], topic: undefined });
  return { as: 'alice', path: { message_id }, values, msg };
}
