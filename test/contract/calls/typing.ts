import { setRealmSetting } from '../../../src/realm/settings.ts';
import { storeUserSetting } from '../../../src/users/settings.ts';
import { changing, changingLate, direct, type Provocations, sendAsAlice, type ValidCalls } from '../call.ts';

/** Calls about typing that succeed. */
export const validCalls: ValidCalls = {
  setTypingStatus: ({ users }) => ({ as: 'alice', values: { op: 'start', to: [users.bob.id] } }),
  setTypingStatusForMessageEdit: async (server) => ({
    as: 'alice',
    path: { message_id: await sendAsAlice(server) },
    values: { op: 'start' },
  }),
};

/** Calls about typing that fail, by operation id and the error's text. */
export const provocations: Provocations = {
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
