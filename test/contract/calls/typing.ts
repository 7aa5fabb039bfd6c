import { setRealmSetting } from '../../../src/realm/settings.ts';
import { storeUserSetting } from '../../../src/users/settings.ts';
import type { TestServer } from '../../support/server.ts';
import {
  changing,
  changingLate,
  deactivate,
  direct,
  givePermission,
  type Provocations,
  restrictGeneral,
  sendAsAlice,
  type ValidCalls,
} from '../call.ts';

/** Calls about typing that succeed. */
export const validCalls: ValidCalls = {
  setTypingStatus: ({ users }) => ({ as: 'alice', values: { op: 'start', to: [users.bob.id] } }),
  setTypingStatusForMessageEdit: async (server) => ({
    as: 'alice',
    path: { message_id: await sendAsAlice(server) },
    values: { op: 'start' },
  }),
};

const inLunch = { as: 'alice', values: { op: 'start', type: 'channel', stream_id: 1, topic: 'lunch' } } as const;

function toBob({ users }: TestServer) {
  return { as: 'alice', values: { op: 'start', to: [users.bob.id] } } as const;
}

/** Calls about typing that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  setTypingStatus: {
    "Empty 'to' list": () => ({ as: 'alice', values: { op: 'start', to: [] }, msg: "Empty 'to' list" }),
    'Invalid user ID {id}': ({ users }) => ({
      as: 'alice',
      values: { op: 'start', to: [users.bob.id, 999] },
      msg: 'Invalid user ID 999',
    }),
    'Missing topic': () => ({
      as: 'alice',
      values: { op: 'start', type: 'channel', stream_id: 1 },
      msg: 'Missing topic',
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
    'You do not have permission to post in this channel.': (server) => {
      restrictGeneral(server, 'can_send_message_group');
      return { ...inLunch, msg: 'You do not have permission to post in this channel.' };
    },
    'You do not have permission to create new topics in this channel.': (server) => {
      restrictGeneral(server, 'can_create_topic_group');
      return { ...inLunch, msg: 'You do not have permission to create new topics in this channel.' };
    },
    'Sending messages to the general chat is not allowed in this channel.': ({ db }) => {
      setRealmSetting(db, 'topics_policy', 'disable_empty_topic');
      return {
        as: 'alice',
        values: { ...inLunch.values, topic: '' },
        msg: 'Sending messages to the general chat is not allowed in this channel.',
        extra: { empty_topic_display_name: 'general chat' },
      };
    },
    'Only the general chat topic is allowed in this channel.': ({ db }) => {
      db.run("UPDATE channels SET topics_policy = 'empty_topic_only' WHERE name = 'general'");
      const msg = 'Only the general chat topic is allowed in this channel.';
      return { ...inLunch, msg, extra: { empty_topic_display_name: 'general chat' } };
    },
    'User is deactivated': (server) => {
      deactivate(server, 'bob');
      return { ...toBob(server), msg: 'User is deactivated' };
    },
    'Direct messages are disabled in this organization.': (server) => {
      givePermission(server, 'direct_message_permission_group', 'role:nobody');
      return { ...toBob(server), msg: 'Direct messages are disabled in this organization.' };
    },
    'This conversation does not include any users who can authorize it.': (server) => {
      givePermission(server, 'direct_message_permission_group', 'role:administrators');
      return { ...toBob(server), msg: 'This conversation does not include any users who can authorize it.' };
    },
    'You do not have permission to initiate direct message conversations.': (server) => {
      givePermission(server, 'direct_message_initiator_group', 'role:administrators');
      return { ...toBob(server), msg: 'You do not have permission to initiate direct message conversations.' };
    },
    'User has disabled typing notifications for channel messages': (server) => {
      storeUserSetting(server.db, server.users.alice.id, 'send_stream_typing_notifications', false);
      const msg = 'User has disabled typing notifications for channel messages';
      return { as: 'alice', values: { op: 'start', type: 'channel', stream_id: 1, topic: 'lunch' }, msg };
    },
    'User has disabled typing notifications for direct messages': ({ db, users }) => {
      storeUserSetting(db, users.alice.id, 'send_private_typing_notifications', false);
      const msg = 'User has disabled typing notifications for direct messages';
      return { as: 'alice', values: { op: 'start', to: [users.bob.id] }, msg };
    },
  },
  setTypingStatusForMessageEdit: {
    'Invalid message(s)': () => ({
      as: 'alice',
      path: { message_id: 999 },
      values: { op: 'start' },
      msg: 'Invalid message(s)',
    }),
    'Your organization has turned off message editing': (server) => {
      setRealmSetting(server.db, 'allow_message_editing', false);
      return changing(server, { op: 'start' }, 'Your organization has turned off message editing');
    },
    "You don't have permission to edit this message": async (server) => ({
      ...(await changing(server, { op: 'start' }, "You don't have permission to edit this message")),
      as: 'owner',
    }),
    'The time limit for editing this message has passed': (server) =>
      changingLate(server, 621, { op: 'start' }, 'The time limit for editing this message has passed'),
    'User has disabled typing notifications for channel messages': (server) => {
      storeUserSetting(server.db, server.users.alice.id, 'send_stream_typing_notifications', false);
      return changing(server, { op: 'start' }, 'User has disabled typing notifications for channel messages');
    },
    'User has disabled typing notifications for direct messages': async (server) => {
      storeUserSetting(server.db, server.users.alice.id, 'send_private_typing_notifications', false);
      const message_id = await sendAsAlice(server, { ...direct, to: ['bob@example.com'], topic: undefined });
      const msg = 'User has disabled typing notifications for direct messages';
      return { as: 'alice', path: { message_id }, values: { op: 'start' }, msg };
    },
  },
};
