import { onlyInSettings as inSettings } from '../../../src/accounts/password-question.ts';
import type { Role } from '../../../src/users/user.ts';
import { pngHeader } from '../../images/samples.ts';
import type { Values } from '../../support/client.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import {
  addMany,
  inBrowser,
  listFull,
  type Provocation,
  type Provocations,
  type Provoke,
  type ValidCalls,
} from '../call.ts';
import * as realmTexts from './realm-texts.ts';

const nameReserved = 'This name is reserved for the bots of the server.';

const helper = { full_name: 'Helper', short_name: 'helper' };
const png = { name: 'face.png', bytes: new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')) };

/** Calls about people and bots that succeed. */
export const validCalls: ValidCalls = {
  updateUser: ({ users }) => ({
    as: 'owner',
    path: { user_id_or_email: users.alice.id },
    values: { full_name: 'Alice Renamed', role: 300, new_email: 'alice@example.org', profile_data: [] },
  }),
  deactivateUser: ({ users }) => ({ as: 'admin', path: { user_id_or_email: users.alice.id } }),
  deactivateOwnUser: () => ({ as: 'alice' }),
  reactivateUser: async ({ as, users }) => {
    await as('admin').delete(`/users/${users.bob.id}`);
    return { as: 'admin', path: { user_id: users.bob.id } };
  },
  createBot: () => ({ as: 'alice', values: helper }),
  getBots: () => ({ as: 'alice' }),
  updateBot: ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id }, values: { full_name: 'Builder' } }),
  deactivateBot: ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id } }),
  regenerateBotApiKey: ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id } }),
  getBotApiKey: ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id } }),
  getWebhookCall: ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id } }),
  getOutgoingCalls: ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id } }),
  getBotRights: ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id } }),
  revokeBotApiKey: ({ db, users }) => {
    const key_id = db.value<number>('SELECT id FROM api_keys WHERE user_id = ?', users.bot.id) ?? 0;
    return { as: 'alice', path: { bot_id: users.bot.id, key_id } };
  },
};

const noSuchUser: Provoke = () => ({ as: 'admin', path: { user_id_or_email: 999, user_id: 999 }, msg: 'No such user' });

/** A call of `updateUser` by an administrator, or what `changes` make of it. */
function updating(msg: string, values: Values, changes: Partial<Provocation> = {}): Provoke {
  return ({ users }) => ({ as: 'admin', path: { user_id_or_email: users.alice.id }, values, msg, ...changes });
}

function setRealm({ db }: TestServer, name: string, value: unknown): void {
  db.run('INSERT OR REPLACE INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value));
}

function setRole({ db, users }: TestServer, name: CastName, role: Role): void {
  db.run('UPDATE users SET role = ? WHERE id = ?', role, users[name].id);
}

/** Refusals that all endpoints of one bot share. */
const botAccess: Record<string, Provoke> = {
  'No such bot': ({ users }) => ({ as: 'admin', path: { bot_id: users.bob.id }, msg: 'No such bot' }),
  'Insufficient permission': ({ users }) => ({
    as: 'bob',
    path: { bot_id: users.bot.id },
    msg: 'Insufficient permission',
  }),
  'Must be an organization owner': (server) => {
    setRole(server, 'bot', 100);
    return { as: 'alice', path: { bot_id: server.users.bot.id }, msg: 'Must be an organization owner' };
  },
};

/** The same call about a key of the bot. */
function withKey(provoke: Provoke): Provoke {
  return async (server) => {
    const call = await provoke(server);
    return { ...call, path: { ...call.path, key_id: 1 } };
  };
}

function creating(msg: string, values: Values, changes: Partial<Provocation> = {}): Provoke {
  return () => ({ as: 'alice', values: { ...helper, ...values }, msg, ...changes });
}

/** A call of `updateBot` by its owner, or what `changes` make of it. */
function changing(msg: string, values: Values, changes: Partial<Provocation> = {}): Provoke {
  return ({ users }) => ({ as: 'alice', path: { bot_id: users.bot.id }, values, msg, ...changes });
}

const onlyInSettings = inSettings().message;
const tooLarge = new Uint8Array(5 * 1024 * 1024 + 1);
const imageTooLarge = 'Uploaded file is larger than the allowed limit of 5 MiB';
const notAnImage = { name: 'face.txt', bytes: new Uint8Array([1, 2, 3]) };

/** Refusals of pictures and channels that creating and changing a bot share; `call` makes the right kind of call. */
function sharedOfBots(call: typeof creating): Record<string, Provoke> {
  return {
    'Invalid configuration data!': call('Invalid configuration data!', { config_data: { key: 'value' } }),
    "Invalid channel name '{name}'": call("Invalid channel name 'nowhere'", { default_sending_stream: 'nowhere' }),
    'Invalid channel ID': call('Invalid channel ID', { scope: { writing: 'anywhere', channel_ids: [999] } }),
    'You must upload exactly one file.': call('You must upload exactly one file.', {}, { files: [png, png] }),
    'Could not decode image; did you upload an image file?': call(
      'Could not decode image; did you upload an image file?',
      {},
      { files: [notAnImage] },
    ),
    'The image is larger than 8000 by 8000 pixels.': call(
      'The image is larger than 8000 by 8000 pixels.',
      {},
      { files: [{ name: 'wide.png', bytes: pngHeader(8001, 1) }] },
    ),
    'Uploaded file is larger than the allowed limit of {limit} MiB': call(
      imageTooLarge,
      {},
      { files: [{ name: 'face.png', bytes: tooLarge }] },
    ),
  };
}

async function makeWebhook({ as }: TestServer): Promise<number> {
  const values = { ...helper, bot_type: 3, payload_url: 'http://127.0.0.1:9/' };
  return (await as('admin').post('/bots', values)).body.user_id;
}

/** The refusals of a profile's values, which one also gets for one's own profile. */
function refusedProfiles(): Record<string, Provoke> {
  const own = Object.entries(realmTexts.provocations.updateProfileData ?? {});
  return Object.fromEntries(
    own
      .filter(([text]) => text !== restrictedField)
      .map(([text, provoke]): [string, Provoke] => [text, async (server) => onAlice(server, await provoke(server))]),
  );
}

const restrictedField = 'You are not allowed to change this field. Contact an administrator to update it.';

function onAlice({ users }: TestServer, { values, msg }: Provocation): Provocation {
  return { as: 'admin', path: { user_id_or_email: users.alice.id }, values: { profile_data: values?.data }, msg };
}

/** Calls about people and bots that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  updateUser: {
    'No such user': noSuchUser,
    'Must be an organization owner': updating('Must be an organization owner', { role: 100 }),
    'User not authorized to change user emails': ({ db, users }) => {
      db.run("INSERT INTO user_settings VALUES (?, 'can_change_user_emails', 'false')", users.owner.id);
      const values = { new_email: 'alice@example.org' };
      const msg = 'User not authorized to change user emails';
      return { as: 'owner', path: { user_id_or_email: users.alice.id }, values, msg };
    },
    'Invalid new email address.': updating('Invalid new email address.', { new_email: 'alice' }, { as: 'owner' }),
    'New email value error: Already has an account.': updating(
      'New email value error: Already has an account.',
      { new_email: 'BOB@example.com' },
      { as: 'owner' },
    ),
    'The owner permission cannot be removed from the only organization owner.': ({ users }) => ({
      as: 'owner',
      path: { user_id_or_email: users.owner.id },
      values: { role: 400 },
      msg: 'The owner permission cannot be removed from the only organization owner.',
    }),
    'Guests cannot be organization administrators': ({ users }) => ({
      as: 'admin',
      path: { user_id_or_email: users.guest.id },
      values: { role: 200 },
      msg: 'Guests cannot be organization administrators',
    }),
    'Name too long!': updating('Name too long!', { full_name: 'x'.repeat(101) }),
    'Name too short!': updating('Name too short!', { full_name: 'x' }),
    'Insufficient permission': updating('Insufficient permission', { full_name: 'Al' }, { as: 'moderator' }),
    'Invalid characters in name!': updating('Invalid characters in name!', { full_name: 'A\u202eB' }),
    'Invalid format!': updating('Invalid format!', { full_name: 'Alice|9' }),
    [nameReserved]: updating(nameReserved, { full_name: 'Notification Bot' }),
    'Unique names required in this organization.': (server) => {
      setRealm(server, 'require_unique_names', true);
      const msg = 'Unique names required in this organization.';
      return updating(msg, { role: 300, full_name: 'BOB member' })(server);
    },
    'Name is already in use.': ({ users }) => ({
      as: 'admin',
      path: { user_id_or_email: users.bot.id },
      values: { full_name: 'bob MEMBER' },
      msg: 'Name is already in use.',
    }),
    [onlyInSettings]: async (server) => {
      const { owner } = server.users;
      const call = await inBrowser(server, 'owner');
      const values = { new_email: 'new@example.com' };
      return { ...call, path: { user_id_or_email: owner.id }, values, msg: onlyInSettings };
    },
    'Bots have no custom profile fields.': ({ users }) => ({
      as: 'admin',
      path: { user_id_or_email: users.bot.id },
      values: { profile_data: [{ id: 1, value: 'x' }] },
      msg: 'Bots have no custom profile fields.',
    }),
    ...refusedProfiles(),
  },
  deactivateUser: {
    'Insufficient permission': ({ users }) => ({
      as: 'moderator',
      path: { user_id_or_email: users.alice.id },
      msg: 'Insufficient permission',
    }),
    'No such user': noSuchUser,
    'User is deactivated': async ({ as, users }) => {
      await as('admin').delete(`/users/${users.alice.id}`);
      return { as: 'admin', path: { user_id_or_email: users.alice.id }, msg: 'User is deactivated' };
    },
    'Must be an organization owner': ({ users }) => ({
      as: 'admin',
      path: { user_id_or_email: users.owner.id },
      msg: 'Must be an organization owner',
    }),
    'Cannot deactivate the only organization owner': ({ users }) => ({
      as: 'owner',
      path: { user_id_or_email: users.owner.id },
      msg: 'Cannot deactivate the only organization owner',
    }),
  },
  deactivateOwnUser: {
    'Cannot deactivate the only {entity}.': () => ({
      as: 'owner',
      msg: 'Cannot deactivate the only organization owner.',
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      extra: { is_last_owner: true, entity: 'organization owner' },
    }),
  },
  reactivateUser: {
    'No such user': noSuchUser,
    'Must be an organization owner': ({ db, users }) => {
      db.run('UPDATE users SET is_active = 0, role = 100 WHERE id = ?', users.alice.id);
      return { as: 'admin', path: { user_id: users.alice.id }, msg: 'Must be an organization owner' };
    },
    'Insufficient permission': (server) => {
      const { db, users } = server;
      db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.bot.id);
      setRealm(server, 'can_create_bots_group', db.value("SELECT id FROM groups WHERE name = 'role:owners'"));
      return { as: 'admin', path: { user_id: users.bot.id }, msg: 'Insufficient permission' };
    },
    'There is already an active bot named "{name}" in this organization. To reactivate this bot, you must rename or deactivate the other one first.':
      ({ db, users }) => {
        db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.bot.id);
        db.run("UPDATE users SET full_name = 'BUILD bot' WHERE id = ?", users.bob.id);
        const msg =
          'There is already an active bot named "Build Bot" in this organization. ' +
          'To reactivate this bot, you must rename or deactivate the other one first.';
        return { as: 'admin', path: { user_id: users.bot.id }, msg };
      },
  },
  createBot: {
    'Insufficient permission': (server) => {
      const nobody = server.db.value<number>("SELECT id FROM groups WHERE name = 'role:nobody'");
      setRealm(server, 'can_create_bots_group', nobody);
      return { as: 'owner', values: helper, msg: 'Insufficient permission' };
    },
    'Bad name or username': creating('Bad name or username', { short_name: 'a b' }),
    'Email is already in use.': async ({ as }) => {
      await as('bob').post('/bots', helper);
      return { as: 'alice', values: { ...helper, full_name: 'Other' }, msg: 'Email is already in use.' };
    },
    [listFull]: (server) => {
      addMany(
        server,
        1000,
        `INSERT INTO users (email, email_key, full_name, role, bot_type, bot_owner_id, joined_at)
         SELECT n || '@bots.org', n || '@bots.org', 'Bot ' || n, 400, 1, ?, 1 FROM n`,
      );
      return { as: 'alice', values: helper, msg: 'You have too many bots (limit: 1000).' };
    },
    'Name too long!': creating('Name too long!', { full_name: 'x'.repeat(101) }),
    'Name too short!': creating('Name too short!', { full_name: 'x' }),
    'Invalid characters in name!': creating('Invalid characters in name!', { full_name: 'He`lper' }),
    'Invalid format!': creating('Invalid format!', { full_name: 'Helper|1' }),
    [nameReserved]: creating(nameReserved, { full_name: 'welcome bot' }),
    'Unique names required in this organization.': (server) => {
      setRealm(server, 'require_unique_names', true);
      server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);
      return creating('Unique names required in this organization.', { full_name: 'bob MEMBER' })(server);
    },
    'Name is already in use.': creating('Name is already in use.', { full_name: 'bob MEMBER' }),
    'Invalid bot type': creating('Invalid bot type', { bot_type: 9 }),
    'Embedded bots are not enabled.': creating('Embedded bots are not enabled.', { bot_type: 4 }),
    ...sharedOfBots(creating),
    'Invalid interface type': creating(
      'Invalid interface type',
      { bot_type: 3, payload_url: 'http://127.0.0.1/', interface_type: 9 },
      { as: 'admin' },
    ),
  },
  updateBot: {
    ...botAccess,
    ...sharedOfBots(changing),
    'Name too long!': changing('Name too long!', { full_name: 'x'.repeat(101) }),
    'Name too short!': changing('Name too short!', { full_name: 'x' }),
    'Invalid characters in name!': changing('Invalid characters in name!', { full_name: 'He"lper' }),
    'Invalid format!': changing('Invalid format!', { full_name: 'Helper|1' }),
    [nameReserved]: changing(nameReserved, { full_name: 'Welcome-Bot' }),
    'Unique names required in this organization.': (server) => {
      setRealm(server, 'require_unique_names', true);
      return changing('Unique names required in this organization.', { full_name: 'bob MEMBER' })(server);
    },
    'Name is already in use.': changing('Name is already in use.', { full_name: 'bob MEMBER' }),
    'Bad name or username': changing('Bad name or username', { short_name: 'a b' }),
    'Email is already in use.': async ({ as, users }) => {
      await as('alice').post('/bots', helper);
      const values = { short_name: helper.short_name };
      return { as: 'alice', path: { bot_id: users.bot.id }, values, msg: 'Email is already in use.' };
    },
    'Failed to change owner, no such user': changing('Failed to change owner, no such user', {
      full_name: 'Builder',
      bot_owner_id: 999,
    }),
    'Failed to change owner, user is deactivated': ({ db, users }) => {
      db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.bob.id);
      const values = { bot_owner_id: users.bob.id };
      const msg = 'Failed to change owner, user is deactivated';
      return { as: 'alice', path: { bot_id: users.bot.id }, values, msg };
    },
    "Failed to change owner, bots can't own other bots": ({ users }) => ({
      as: 'alice',
      path: { bot_id: users.bot.id },
      values: { bot_owner_id: users.bot.id },
      msg: "Failed to change owner, bots can't own other bots",
    }),
    "Failed to change owner, guests can't own bots": ({ users }) => ({
      as: 'alice',
      path: { bot_id: users.bot.id },
      values: { bot_owner_id: users.guest.id },
      msg: "Failed to change owner, guests can't own bots",
    }),
    'Only outgoing webhooks send messages to a URL.': changing('Only outgoing webhooks send messages to a URL.', {
      service_payload_url: 'http://127.0.0.1/',
    }),
    'Invalid interface type': async (server) => ({
      as: 'admin',
      path: { bot_id: await makeWebhook(server) },
      values: { service_interface: 9 },
      msg: 'Invalid interface type',
    }),
  },
  deactivateBot: botAccess,
  regenerateBotApiKey: botAccess,
  getBotApiKey: botAccess,
  getWebhookCall: botAccess,
  getOutgoingCalls: botAccess,
  getBotRights: botAccess,
  revokeBotApiKey: {
    ...Object.fromEntries(Object.entries(botAccess).map(([text, provoke]) => [text, withKey(provoke)])),
    'No such API key': ({ users }) => ({
      as: 'alice',
      path: { bot_id: users.bot.id, key_id: 999 },
      msg: 'No such API key',
    }),
  },
};
