import assert from 'node:assert/strict';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import { storeUserSetting } from '../../../src/users/settings.ts';
import type { Values } from '../../support/client.ts';
import { png } from '../../support/pictures.ts';
import { castPassword } from '../../support/server.ts';
import { givePassword } from '../call.ts';
import { parseWho, type Who } from './actors.ts';
import { users, usersByEmail } from './nouns.ts';
import {
  about,
  adminOnly,
  always,
  forAdmins,
  forEveryone,
  forNobody,
  forPeople,
  type Id,
  insufficient,
  type Matrix,
  notForBots,
  notForGuests,
  type Outcome,
  ownerOnly,
  type Request,
  type Row,
  unlessGuest,
} from './row.ts';
import type { Cell, Stage } from './stage.ts';

const notAdmins = 'guest member full bot moderator';

/** What only owners do to an owner's account, and administrators to others'. */
const touchingOwner: Outcome = { ok: 'owner', refused: { [adminOnly]: notAdmins, [ownerOnly]: 'admin' } };
/** Calls that fail because the user does not exist, for users with the permission. */
const noSuchUser: Outcome = { ok: '', hidden: 'admin owner', refused: { [adminOnly]: notAdmins } };
/** The same for endpoints that say no more than that it is not allowed. */
const administered = {
  byAdmins: { ok: 'admin+', refused: insufficient },
  byOwners: { ok: 'owner', refused: { [insufficient]: notAdmins, [ownerOnly]: 'admin' } },
  byNobody: { ok: '', hidden: 'admin owner', refused: { [insufficient]: notAdmins } },
} satisfies Record<string, Outcome>;

/** Who may know of a user. */
const known = {
  oneself: forEveryone,
  'a member': forEveryone,
  'a guest': unlessGuest,
  'an owner': forEveryone,
  'unknown to guests': unlessGuest,
  deactivated: unlessGuest,
  "Bob's bot": forEveryone,
} satisfies Partial<Record<keyof (typeof users)['things'], Outcome>>;

/** What people do with their own bots, and administrators with all. */
const withBots: Partial<Record<'own bot' | "Bob's bot" | 'a member', Outcome>> = {
  'own bot': { ok: 'member+ -bot', refused: { [notForGuests]: 'guest', [notForBots]: 'bot' } },
  "Bob's bot": {
    ok: 'admin+',
    refused: { [notForGuests]: 'guest', [notForBots]: 'bot', [insufficient]: 'member full moderator' },
  },
  'a member': {
    ok: '',
    hidden: 'member full moderator admin owner',
    refused: { [notForGuests]: 'guest', [notForBots]: 'bot' },
  },
};

/** The same for deactivating them, which guests and bots may do too. */
const deactivating: typeof withBots = {
  'own bot': { ok: 'guest+' },
  "Bob's bot": { ok: 'admin+', refused: { [insufficient]: 'guest+ -admin -owner' } },
  'a member': { ok: '', hidden: 'guest+' },
};

const path = (user_id_or_email: Id) => ({ path: { user_id_or_email } });
const pathById = (user_id: Id) => ({ path: { user_id } });
const botPath = (bot_id: Id) => ({ path: { bot_id } });
const keyPath = (bot_id: Id, { stage: { db } }: Cell) => ({
  path: { bot_id, key_id: db.value<number>('SELECT max(id) FROM api_keys WHERE user_id = ?', bot_id) ?? 0 },
});
const changing = (values: Values) => (user_id_or_email: Id) => ({ path: { user_id_or_email }, values });
const status = { status_text: 'At lunch' };

/** What a new bot can be. */
function creating(when: string, outcome: Outcome, values: Values = {}): Row {
  return { when, ...outcome, request: () => ({ values: { full_name: 'Helper', short_name: 'helper', ...values } }) };
}

const notForBotMakers = { [notForGuests]: 'guest', [notForBots]: 'bot' };
const makers: Outcome = { ok: 'member+ -bot', refused: notForBotMakers };

/** Who may do what with accounts, their own and those of others. */
export const matrix: Matrix = {
  fetchApiKey: always({ ok: 'anyone' }, async ({ stage }) => {
    await givePassword(stage, 'alice');
    return { values: { username: 'alice@example.com', password: castPassword } };
  }),
  regenerateApiKey: always(forEveryone, () => ({})),
  getOwnUser: always(forEveryone),
  getUser: [
    ...about(users, path, known),
    ...about(usersByEmail, path, { 'a member': forEveryone, 'unknown to guests': unlessGuest }, { when: 'by address' }),
    {
      when: 'by an address one may not see',
      ok: 'admin+',
      hidden: 'guest member full bot moderator',
      arrange: ({ db, world }) => hideEmail(db, world.users.bob.id),
      request: () => path('bob@example.com'),
      requestMissing: () => path('nobody@example.com'),
    },
  ],
  getUsers: always(forEveryone),
  createUser: [
    ...always(forAdmins),
    {
      when: 'by who may not create users',
      ok: '',
      refused: { [adminOnly]: notAdmins, 'User not authorized to create users': 'admin owner' },
      arrange: giveEach('can_create_users', false),
    },
  ],
  updateUser: [
    ...about(users, changing({ full_name: 'Renamed' }), {
      oneself: administered.byAdmins,
      'a member': administered.byAdmins,
      'an administrator': administered.byAdmins,
      'an owner': administered.byAdmins,
      deactivated: administered.byAdmins,
      "Bob's bot": administered.byAdmins,
    }),
    ...about(
      users,
      changing({ role: 200 }),
      { 'a member': administered.byAdmins, 'an owner': administered.byOwners },
      { when: 'made administrator' },
    ),
    ...about(
      users,
      changing({ role: 100 }),
      { 'a member': administered.byOwners, 'an administrator': administered.byOwners },
      { when: 'made owner' },
    ),
    ...about(
      users,
      changing({ new_email: 'new@example.com' }),
      {
        'a member': {
          ok: '',
          refused: {
            [insufficient]: notAdmins,
            [ownerOnly]: 'admin',
            'User not authorized to change user emails': 'owner',
          },
        },
      },
      { when: 'the address, by who may not change addresses', arrange: giveEach('can_change_user_emails', false) },
    ),
    ...about(
      users,
      changing({ new_email: 'new@example.com' }),
      { 'a member': administered.byOwners, 'an owner': administered.byOwners },
      { when: 'the address, by who may change addresses', arrange: giveEach('can_change_user_emails', true) },
    ),
    ...about(users, changing({ profile_data: [] }), { 'a member': administered.byAdmins }, { when: 'the profile' }),
  ],
  deactivateUser: about(users, path, {
    'a member': administered.byAdmins,
    'an administrator': administered.byAdmins,
    'an owner': administered.byOwners,
    "Bob's bot": administered.byNobody,
  }),
  resetPassword: about(users, pathById, {
    'a member': forAdmins,
    'an administrator': forAdmins,
    'an owner': touchingOwner,
    "Bob's bot": noSuchUser,
  }),
  removeSecondFactor: about(users, pathById, {
    'a member': { ok: 'owner', refused: ownerOnly },
    'an owner': { ok: 'owner', refused: ownerOnly },
    "Bob's bot": { ok: '', hidden: 'owner', refused: ownerOnly },
  }),
  deactivateOwnUser: always(forPeople, () => ({})),
  reactivateUser: about(users, pathById, {
    deactivated: administered.byAdmins,
    'a deactivated owner': administered.byOwners,
  }),

  updateSettings: [
    { when: 'the name', ...forPeople, request: () => ({ values: { full_name: 'Renamed' } }) },
    { when: 'the address', ...forPeople, request: () => ({ values: { email: 'new@example.com' } }) },
    {
      when: 'the name, where only administrators change names',
      ok: 'admin+',
      refused: {
        [notForBots]: 'bot',
        'Name changes are disabled in this organization.': 'guest member full moderator',
      },
      arrange: forbid('name_changes_disabled'),
      request: () => ({ values: { full_name: 'Renamed' } }),
    },
    {
      when: 'the address, where only administrators change addresses',
      ok: 'admin+',
      refused: {
        [notForBots]: 'bot',
        'Email address changes are disabled in this organization.': 'guest member full moderator',
      },
      arrange: forbid('email_changes_disabled'),
      request: () => ({ values: { email: 'new@example.com' } }),
    },
  ],
  updateNotificationSettings: always(forEveryone),
  updateDisplaySettings: always(forEveryone),
  updateUserSettingsDefaults: always(forAdmins),
  uploadAvatar: [...always(forEveryone), whereAvatarsAreFixed({ files: [{ name: 'me.png', bytes: png() }] })],
  deleteAvatar: [...always(forEveryone, () => ({})), whereAvatarsAreFixed({})],
  updateProfileData: [
    ...always(forPeople),
    restrictedField((id) => [{ id, value: 'x' }]),
    ...about(
      users,
      (id, { stage }) => ({ values: { data: [{ id: newestField(stage), value: [id] }] } }),
      {
        'a member': forPeople,
        'unknown to guests': { ok: 'member+ -bot', hidden: 'guest', refused: { [notForBots]: 'bot' } },
      },
      { when: 'naming a user', arrange: addField({ field_type: 6 }) },
    ),
  ],
  removeProfileData: [...always(forPeople), restrictedField((id) => [id])],
  updateStatus: always(forPeople),
  getUserStatus: about(users, pathById, {
    ...known,
    oneself: { ok: 'guest+ -bot', hidden: 'bot' },
    deactivated: { ok: '', hidden: 'guest', refused: 'User is deactivated' },
    "Bob's bot": forNobody,
  }),
  updateUserStatus: about(users, (user_id) => ({ path: { user_id }, values: status }), {
    oneself: { ok: 'admin+', hidden: 'bot', refused: { [insufficient]: 'guest member full moderator' } },
    'a member': { ok: 'admin+', refused: insufficient },
    'unknown to guests': { ok: 'admin+', hidden: 'guest', refused: insufficient },
    "Bob's bot": forNobody,
  }),
  getPresence: always(forEveryone),
  updatePresence: always(forPeople),
  getUserPresence: about(
    users,
    path,
    {
      'a member': forEveryone,
      'unknown to guests': unlessGuest,
      "Bob's bot": { ok: '', refused: 'Presence is not supported for bot users.' },
    },
    { arrange: beActive },
  ),
  getAlertWords: always(forEveryone),
  addAlertWords: always(forEveryone),
  removeAlertWords: always(forEveryone),
  muteUser: about(users, (muted_user_id) => ({ path: { muted_user_id } }), {
    'a member': forEveryone,
    'unknown to guests': unlessGuest,
    oneself: { ok: '', refused: 'Cannot mute self' },
  }),
  unmuteUser: about(users, muted, { 'a member': forEveryone }),

  createBot: [
    creating('generic', makers),
    creating('an incoming webhook', makers, { bot_type: 2 }),
    creating(
      'an outgoing webhook',
      {
        ok: 'admin+',
        refused: { [notForGuests]: 'guest', [notForBots]: 'bot', [insufficient]: 'member full moderator' },
      },
      { bot_type: 3, payload_url: 'http://127.0.0.1:9/' },
    ),
  ],
  getBots: always({ ok: 'member+ -bot', refused: { [notForGuests]: 'guest', [notForBots]: 'bot' } }),
  updateBot: [
    ...about(users, (bot_id) => ({ path: { bot_id }, values: { full_name: 'Renamed' } }), withBots),
    ...powerful((bot_id) => ({ path: { bot_id }, values: { full_name: 'Renamed' } })),
    ...about(
      users,
      (bot_owner_id, { world, actor }) => ({ path: { bot_id: world.bots[actor] }, values: { bot_owner_id } }),
      {
        'a member': makers,
        'a guest': {
          ok: '',
          refused: { ...notForBotMakers, "Failed to change owner, guests can't own bots": 'member+ -bot' },
        },
        'a deactivated owner': {
          ok: '',
          refused: { ...notForBotMakers, 'Failed to change owner, user is deactivated': 'member+ -bot' },
        },
        "Bob's bot": {
          ok: '',
          refused: { ...notForBotMakers, "Failed to change owner, bots can't own other bots": 'member+ -bot' },
        },
      },
      { when: 'given to' },
    ),
    {
      when: 'whom an own outgoing webhook calls',
      ok: 'admin+',
      refused: { [notForGuests]: 'guest', [notForBots]: 'bot', [insufficient]: 'member full moderator' },
      arrange: ({ db }) => void db.run('UPDATE users SET bot_type = 3 WHERE bot_owner_id IS NOT NULL AND bot_type = 1'),
      request: ({ world, actor }) => ({
        path: { bot_id: world.bots[actor] },
        values: { service_payload_url: 'http://127.0.0.1:9/' },
      }),
    },
    ...about(
      users,
      (bot_id) => ({ path: { bot_id }, values: { role: 200 } }),
      {
        'own bot': {
          ok: 'admin+',
          refused: { [notForGuests]: 'guest', [notForBots]: 'bot', [insufficient]: 'member full moderator' },
        },
      },
      { when: 'the role' },
    ),
    ...about(
      users,
      (bot_id) => ({ path: { bot_id }, values: { role: 100 } }),
      {
        'own bot': {
          ok: 'owner',
          refused: {
            [notForGuests]: 'guest',
            [notForBots]: 'bot',
            [insufficient]: 'member full moderator',
            [ownerOnly]: 'admin',
          },
        },
      },
      { when: 'made owner' },
    ),
  ],
  deactivateBot: [...about(users, botPath, deactivating), ...powerful(botPath, {})],
  getBotApiKey: [...about(users, botPath, withBots), ...powerful(botPath)],
  getOutgoingCalls: [...about(users, botPath, withBots), ...powerful(botPath)],
  getBotRights: [...about(users, botPath, withBots), ...powerful(botPath)],
  revokeBotApiKey: about(users, keyPath, withBots, { arrange: giveKeys }),
  getWebhookCall: [...about(users, botPath, withBots), ...powerful(botPath)],
  regenerateBotApiKey: [...about(users, botPath, withBots), ...powerful(botPath)],
};

/** Rows about bots that are owners: nobody below an owner has power over those, be they one's own. */
function powerful(request: (bot_id: Id) => Request, never: Record<string, Who> = notForBotMakers): Row[] {
  const others = parseWho('guest+ -admin -owner').filter((actor) => !Object.values(never).includes(actor));
  const forOwners: Outcome = { ok: 'owner', refused: { [ownerOnly]: `${others.join(' ')} admin`, ...never } };
  const ofOthers: Outcome = {
    ok: 'owner',
    refused: { [insufficient]: others.join(' '), [ownerOnly]: 'admin', ...never },
  };
  return about(
    users,
    request,
    { 'own bot': forOwners, "Bob's bot": ofOthers },
    {
      when: 'an owner',
      arrange: ({ db, world }) =>
        void db.run('UPDATE users SET role = 100 WHERE bot_owner_id IS NOT NULL AND id <> ?', world.users.bot.id),
    },
  );
}

function giveKeys({ db }: Stage): void {
  const sql = `INSERT INTO api_keys (user_id, key_hmac, created_at, used_at)
    SELECT id, randomblob(32), 1, 1 FROM users WHERE bot_type IS NOT NULL`;
  db.run(sql);
}

/** A row about changing one's avatar where the organization keeps that to administrators. */
function whereAvatarsAreFixed(request: Request): Row {
  return {
    when: 'where only administrators change avatars',
    ok: 'admin+',
    refused: 'Avatar changes are disabled in this organization.',
    arrange: forbid('avatar_changes_disabled'),
    request: () => request,
  };
}

/** A row about a profile field that only administrators fill in. */
function restrictedField(data: (field_id: number) => unknown): Row {
  const text = 'You are not allowed to change this field. Contact an administrator to update it.';
  return {
    when: 'a field that only administrators fill in',
    ok: 'admin+',
    refused: { [notForBots]: 'bot', [text]: 'guest member full moderator' },
    arrange: addField({ field_type: 1, editable_by_user: false }),
    request: ({ stage }) => ({ values: { data: data(newestField(stage)) } }),
  };
}

function addField(values: Values): NonNullable<Row['arrange']> {
  return async ({ as }) => {
    const { status } = await as('admin').post('/realm/profile_fields', { name: 'Desk', ...values });
    assert.equal(status, 200);
  };
}

function newestField({ db }: Stage): number {
  return db.value<number>('SELECT max(id) FROM profile_fields') as number;
}

function forbid(name: 'name_changes_disabled' | 'email_changes_disabled' | 'avatar_changes_disabled') {
  return ({ db }: Stage) => setRealmSetting(db, name, true);
}

/** Gives everybody one of the permissions that the server's own administrators hand out, or takes it. */
function giveEach(name: 'can_change_user_emails' | 'can_create_users', may: boolean): (stage: Stage) => void {
  const sql = 'INSERT OR REPLACE INTO user_settings (user_id, name, value) SELECT id, ?, ? FROM users';
  return ({ db }) => void db.run(sql, name, JSON.stringify(may));
}

function hideEmail(db: Stage['db'], user_id: number): void {
  storeUserSetting(db, user_id, 'email_address_visibility', 3);
}

function beActive({ db, world }: Stage): void {
  for (const { id } of [world.users.bob, world.users.dora]) {
    db.run('INSERT INTO presence (user_id, active_at, connected_at) VALUES (?, 1, 1)', id);
  }
}

function muted(muted_user_id: Id, { stage: { db }, me }: Cell) {
  if (db.value('SELECT 1 FROM users WHERE id = ?', muted_user_id)) {
    db.run(
      'INSERT OR IGNORE INTO muted_users (user_id, muted_user_id, muted_at) VALUES (?, ?, 1)',
      me.id,
      muted_user_id,
    );
  }
  return { path: { muted_user_id } };
}
