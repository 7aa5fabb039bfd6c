import type { Values } from '../../support/client.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import { type Provocation, type Provocations, sendAsAlice, type ValidCalls } from '../call.ts';

const thumb = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };

/** Calls about reactions that succeed. */
export const validCalls: ValidCalls = {
  addReaction: async (server) => ({
    as: 'bob',
    path: { message_id: await sendAsAlice(server) },
    values: { emoji_name: 'thumbs_up' },
  }),
  removeReaction: async (server) => {
    const message_id = await sendAsAlice(server);
    await server.as('bob').post(`/messages/${message_id}/reactions`, { emoji_name: 'thumbs_up' });
    return { as: 'bob', path: { message_id }, values: { emoji_name: 'thumbs_up' } };
  },
};

/** Calls about reactions that fail, by operation id and the error's text. */
export const provocations: Provocations = {
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
    'You have used as many emoji on this message as one can (limit: 50).': async (server) => {
      const message_id = await sendAsAlice(server);
      fill(server, message_id, 'bob', 50);
      const msg = 'You have used as many emoji on this message as one can (limit: 50).';
      return { as: 'bob', path: { message_id }, values: thumb, msg };
    },
    'This message has as many reactions as it can have.': async (server) => {
      const message_id = await sendAsAlice(server);
      fill(server, message_id, 'alice', 10_000);
      const msg = 'This message has as many reactions as it can have.';
      return { as: 'bob', path: { message_id }, values: thumb, msg };
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
  },
};

async function reacting(server: TestServer, values: Values, msg: string): Promise<Provocation> {
  return { as: 'bob', path: { message_id: await sendAsAlice(server) }, values, msg };
}

function addCustomEmoji({ db }: TestServer): { emoji_name: string; emoji_code: string; reaction_type: string } {
  const { id } = db.run("INSERT INTO realm_emoji (name) VALUES ('parrot')");
  return { emoji_name: 'parrot', emoji_code: String(id), reaction_type: 'realm_emoji' };
}

/** Stores reactions of a user to a message. */
function fill({ db, users }: TestServer, message_id: number, name: CastName, count: number): void {
  db.run(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
     SELECT ?, ?, 'emoji' || i, i + 10000, 'unicode_emoji' FROM n`,
    count,
    message_id,
    users[name].id,
  );
}
