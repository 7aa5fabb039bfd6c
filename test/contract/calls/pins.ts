import { systemGroupId } from '../../../src/realm/group.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import type { TestServer } from '../../support/server.ts';
import { type Provocations, type Provoke, sendAsAlice, type ValidCalls } from '../call.ts';

const refused = "You don't have permission to pin messages in this channel.";
const unknown: Provoke = () => ({ as: 'bob', path: { message_id: 999 }, msg: 'Invalid message(s)' });
const direct: Provoke = async (server) => {
  const { body } = await server
    .as('alice')
    .post('/messages', { type: 'direct', to: [server.users.bob.id], content: 'Hi' });
  return { as: 'bob', path: { message_id: body.id }, msg: 'Only messages in channels can be pinned.' };
};
const forbidden: Provoke = async (server) => {
  const path = { message_id: await sendAsAlice(server) };
  setRealmSetting(server.db, 'can_move_messages_between_topics_group', systemGroupId(server.db, 'role:moderators'));
  return { as: 'bob', path, msg: refused };
};

/** Calls about pinned messages that succeed. */
export const validCalls: ValidCalls = {
  getPinnedMessages: async (server) => {
    await pinAsAlice(server);
    return { as: 'bob', path: { stream_id: general(server) } };
  },
  pinMessage: async (server) => ({ as: 'bob', path: { message_id: await sendAsAlice(server) } }),
  unpinMessage: async (server) => ({ as: 'bob', path: { message_id: await pinAsAlice(server) } }),
};

/** Calls about pinned messages that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  getPinnedMessages: {
    'Invalid channel ID': () => ({ as: 'bob', path: { stream_id: 999 }, msg: 'Invalid channel ID' }),
  },
  pinMessage: {
    'Invalid message(s)': unknown,
    'Only messages in channels can be pinned.': direct,
    [refused]: forbidden,
    'Too many messages are pinned to this {place} (limit: {limit}).': async (server) => {
      for (let count = 0; count < 50; count++) await pinAsAlice(server);
      const path = { message_id: await sendAsAlice(server) };
      return { as: 'bob', path, msg: 'Too many messages are pinned to this topic (limit: 50).' };
    },
  },
  unpinMessage: {
    'Invalid message(s)': unknown,
    'Only messages in channels can be pinned.': direct,
    [refused]: forbidden,
  },
};

async function pinAsAlice(server: TestServer): Promise<number> {
  const id = await sendAsAlice(server);
  await server.as('alice').post(`/messages/${id}/pin`);
  return id;
}

function general({ db }: TestServer): number {
  return db.value<number>("SELECT id FROM channels WHERE name_key = 'general'") ?? 0;
}
