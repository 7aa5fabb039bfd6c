import { recipientErrors } from '../../../src/messages/recipient.ts';
import { join, lunch, start, tab } from '../../calls/scene.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import { givePermission, type Provocations, type Provoke, type ValidCalls } from '../call.ts';
import { provocations as ofMessages } from './messages.ts';

/** Calls about calls of people that succeed. */
export const validCalls: ValidCalls = {
  startCall: () => ({ as: 'alice', values: lunch }),
  getCalls: async (server) => {
    await start(server, 'alice');
    return { as: 'bob' };
  },
  declineCall: async (server) => ({ as: 'bob', path: await begin(server) }),
  joinCall: async (server) => ({ as: 'bob', path: await begin(server), values: { session: tab('bob'), audio: true } }),
  changeCallMember: async (server) => ({
    as: 'alice',
    path: await begin(server),
    values: { session: tab('alice'), hand: true },
  }),
  leaveCall: async (server) => ({ as: 'alice', path: await begin(server), values: { session: tab('alice') } }),
  sendCallSignal: async (server) => ({ as: 'alice', path: await begin(server, 'bob'), values: toBob(server) }),
  reactInCall: async (server) => ({
    as: 'alice',
    path: await begin(server),
    values: { session: tab('alice'), emoji: 'tada' },
  }),
};

/** Starts a call with Alice and others in it. */
async function begin(server: TestServer, ...others: CastName[]): Promise<{ call_id: number }> {
  const { id } = await start(server, 'alice');
  for (const name of ['alice', ...others] as const) await join(server, name, id);
  return { call_id: id };
}

function toBob({ users }: TestServer) {
  return { session: tab('alice'), to: users.bob.id, to_session: tab('bob'), data: '{"sdp":"v=0"}' };
}

const ended: Provoke = () => ({
  as: 'bob',
  path: { call_id: 999 },
  values: { session: tab('bob'), to: 1, to_session: tab('alice'), data: '{}', emoji: 'tada' },
  msg: 'This call has ended.',
  code: 'CALL_ENDED',
});
const stranger: Provoke = async (server) => ({
  as: 'bob',
  path: await begin(server),
  values: { session: tab('bob'), to: 1, to_session: tab('alice'), data: '{}', emoji: 'tada' },
  msg: 'You are not in this call.',
  code: 'NOT_IN_CALL',
});
const pictures = 'Too many members of the call send a picture (limit: 8).';

/** Fills a call with members of whom a number sends a picture. */
function fill({ db }: TestServer, { call_id }: { call_id: number }, members: number, video: 0 | 1): void {
  for (let number = 1; number <= members; number++) {
    const { id } = db.run(
      "INSERT INTO users (email, email_key, full_name, role, joined_at) VALUES (?1, ?1, 'One', 400, 0)",
      `member${number}@example.com`,
    );
    db.run(
      `INSERT INTO call_people (call_id, user_id, state, session, joined_at, video)
       VALUES (?, ?, 'present', 'their-tab', 0, ?)`,
      call_id,
      id,
      video,
    );
  }
}

/** Calls about calls of people that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  startCall: {
    ...Object.fromEntries(recipientErrors.map(({ text }) => [text, ofMessages.sendMessage?.[text] as Provoke])),
    'You do not have permission to start calls.': (server) => {
      givePermission(server, 'can_start_calls_group', 'role:moderators');
      return { as: 'alice', values: lunch, msg: 'You do not have permission to start calls.' };
    },
  },
  declineCall: { 'This call has ended.': ended },
  joinCall: {
    'This call has ended.': ended,
    'The call is full (limit: 12 members).': async (server) => {
      const path = await begin(server);
      fill(server, path, 11, 0);
      const values = { session: tab('bob') };
      return { as: 'bob', path, values, msg: 'The call is full (limit: 12 members).', code: 'CALL_FULL' };
    },
    [pictures]: async (server) => {
      const path = await begin(server);
      fill(server, path, 8, 1);
      const values = { session: tab('bob'), screen: true };
      return { as: 'bob', path, values, msg: pictures, code: 'CALL_VIDEO_FULL' };
    },
    'You are in a call on another device or in another window.': async (server) => ({
      as: 'alice',
      path: await begin(server),
      values: { session: 'another-tab' },
      msg: 'You are in a call on another device or in another window.',
      code: 'ALREADY_IN_CALL',
    }),
  },
  changeCallMember: {
    'This call has ended.': ended,
    'You are not in this call.': stranger,
    [pictures]: async (server) => {
      const path = await begin(server);
      fill(server, path, 8, 1);
      const values = { session: tab('alice'), video: true };
      return { as: 'alice', path, values, msg: pictures, code: 'CALL_VIDEO_FULL' };
    },
  },
  leaveCall: { 'This call has ended.': ended, 'You are not in this call.': stranger },
  sendCallSignal: {
    'This call has ended.': ended,
    'You are not in this call.': stranger,
    'The receiver is not in this call.': async (server) => ({
      as: 'alice',
      path: await begin(server),
      values: toBob(server),
      msg: 'The receiver is not in this call.',
      code: 'RECEIVER_NOT_IN_CALL',
    }),
    'The signal is too long (limit: 32768 bytes).': async (server) => ({
      as: 'alice',
      path: await begin(server, 'bob'),
      values: { ...toBob(server), data: 'ä'.repeat(16_385) },
      msg: 'The signal is too long (limit: 32768 bytes).',
    }),
    'API usage exceeded rate limit': async (server) => {
      const path = await begin(server, 'bob');
      const url = `/calls/${path.call_id}/signals`;
      for (let count = 0; count < 128; count++) {
        await server.as('alice').post(url, { ...toBob(server), data: 'x'.repeat(32_768) });
      }
      return {
        as: 'alice',
        path,
        values: toBob(server),
        status: 429,
        msg: 'API usage exceeded rate limit',
        code: 'RATE_LIMIT_HIT',
        extra: { 'retry-after': 60 },
        headers: { 'retry-after': '60' },
      };
    },
  },
  reactInCall: {
    'This call has ended.': ended,
    'You are not in this call.': stranger,
    "Emoji '{name}' does not exist": async (server) => ({
      as: 'alice',
      path: await begin(server),
      values: { session: tab('alice'), emoji: 'no_such_emoji' },
      msg: "Emoji 'no_such_emoji' does not exist",
    }),
  },
};
