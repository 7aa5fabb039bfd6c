import { setRealmSetting } from '../../../src/realm/settings.ts';
import { insertImage } from '../../../src/realm/stored-image.ts';
import { pngHeader } from '../../images/samples.ts';
import type { Values } from '../../support/client.ts';
import { png } from '../../support/pictures.ts';
import { castPassword, type TestServer } from '../../support/server.ts';
import {
  addMany,
  deactivate,
  givePassword,
  listFull,
  type Provocation,
  type Provocations,
  type Provoke,
  type ValidCalls,
} from '../call.ts';

const thumb = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
const picture = { name: 'picture.png', bytes: png() };

/** Calls about a user's own settings, status and presence that succeed. */
export const validCalls: ValidCalls = {
  updateSettings: () => ({
    as: 'alice',
    values: { full_name: 'Alice Renamed', timezone: 'Asia/Kolkata', color_scheme: 2, emojiset: 'twitter' },
  }),
  updateUserSettingsDefaults: () => ({ as: 'admin', values: { color_scheme: 2, emojiset: 'twitter' } }),
  uploadAvatar: () => ({ as: 'alice', files: [picture] }),
  deleteAvatar: (server) => {
    giveAvatar(server);
    return { as: 'alice' };
  },
  updateStatus: () => ({ as: 'alice', values: { status_text: 'At lunch', away: false, ...thumb } }),
  getUserStatus: ({ users }) => ({ as: 'alice', path: { user_id: users.bob.id } }),
  updateUserStatus: ({ users }) => ({
    as: 'admin',
    path: { user_id: users.bob.id },
    values: { status_text: 'At lunch', ...thumb },
  }),
  updatePresence: () => ({ as: 'alice', values: { status: 'active', new_user_input: true, last_update_id: -1 } }),
  getUserPresence: async (server) => {
    await server.as('bob').post('/users/me/presence', { status: 'active' });
    return { as: 'alice', path: { user_id_or_email: server.users.bob.id } };
  },
  getPresence: () => ({ as: 'alice' }),
  getAlertWords: () => ({ as: 'alice' }),
  addAlertWords: () => ({ as: 'alice', values: { alert_words: ['soup', 'hot tea'] } }),
  removeAlertWords: () => ({ as: 'alice', values: { alert_words: ['soup'] } }),
  muteUser: ({ users }) => ({ as: 'alice', path: { muted_user_id: users.bob.id } }),
  getAvailability: () => ({ as: 'alice' }),
  changeAvailability: () => ({ as: 'alice', values: { hours: [{ weekday: 1, from: 540, until: 1080 }] } }),
  getOwnSections: () => ({ as: 'alice' }),
  setOwnSections: () => ({ as: 'alice', values: { own_sections: [{ name: 'Work', channel_ids: [1] }] } }),
  getNavigationViews: async (server) => ({ as: 'alice', path: await addView(server) }),
  addNavigationView: () => ({ as: 'alice', values: alerts }),
  editNavigationView: async (server) => ({
    as: 'alice',
    path: await addView(server),
    values: { is_pinned: false, name: 'Words' },
  }),
  removeNavigationView: async (server) => ({ as: 'alice', path: await addView(server) }),
  unmuteUser: async (server) => {
    await server.as('alice').post(`/users/me/muted_users/${server.users.bob.id}`);
    return { as: 'alice', path: { muted_user_id: server.users.bob.id } };
  },
};

const noView = 'Navigation view does not exist.';
const namedView = 'Built-in views cannot have a custom name.';
const passwords = { old_password: castPassword, new_password: 'a better password' };

/** Calls about a user's own settings, status and presence that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  updateSettings: {
    ...ofOthers({
      'Must be an organization administrator': { as: 'alice', target_users: { user_ids: [1] } },
      'Name, address, password and time zone can be changed only for yourself.': { full_name: 'New', target_users: {} },
      'No such user': { target_users: { user_ids: [999] } },
      'Invalid user group': { target_users: { group_ids: [999] } },
    }),
    'Wrong password!': async (server) => {
      await givePassword(server, 'alice');
      return setting({ ...passwords, old_password: 'a guess' }, 'Wrong password!');
    },
    'API usage exceeded rate limit': async (server) => {
      const wrong = { ...passwords, old_password: 'a guess' };
      for (let failures = 0; failures < 5; failures++) await server.as('alice').patch('/settings', wrong);
      server.clock.advance(600);
      return {
        ...setting(passwords, 'API usage exceeded rate limit'),
        code: 'RATE_LIMIT_HIT',
        status: 429,
        extra: { 'retry-after': 1200 },
        headers: { 'Retry-After': '1200' },
      };
    },
    'New password is too weak!': async (server) => {
      await givePassword(server, 'alice');
      return setting({ ...passwords, new_password: '12345' }, 'New password is too weak!');
    },
    'The password is too long (limit: 100 characters).': async (server) => {
      await givePassword(server, 'alice');
      const msg = 'The password is too long (limit: 100 characters).';
      return setting({ ...passwords, new_password: 'x'.repeat(101) }, msg);
    },
    'Name changes are disabled in this organization.': ({ db }) => {
      setRealmSetting(db, 'name_changes_disabled', true);
      return setting({ full_name: 'Alice Renamed' }, 'Name changes are disabled in this organization.');
    },
    'Name too long!': () => setting({ full_name: '🍲'.repeat(101) }, 'Name too long!'),
    'Name too short!': () => setting({ full_name: '🍲' }, 'Name too short!'),
    'Invalid characters in name!': () => setting({ full_name: 'Alice @ Work' }, 'Invalid characters in name!'),
    'Invalid format!': () => setting({ full_name: 'Alice|3' }, 'Invalid format!'),
    'This name is reserved for the bots of the server.': () =>
      setting({ full_name: 'NOTIFICATION BOT' }, 'This name is reserved for the bots of the server.'),
    'Unique names required in this organization.': ({ db }) => {
      setRealmSetting(db, 'require_unique_names', true);
      return setting({ full_name: 'bob MEMBER' }, 'Unique names required in this organization.');
    },
    'Email address changes are disabled in this organization.': ({ db }) => {
      setRealmSetting(db, 'email_changes_disabled', true);
      return setting({ email: 'new@example.com' }, 'Email address changes are disabled in this organization.');
    },
    'Invalid address.': () => setting({ email: 'alice' }, 'Invalid address.'),
    'Already has an account.': () => setting({ email: 'BOB@example.com' }, 'Already has an account.'),
    "Email '{email}' not allowed in this organization": ({ db }) => {
      setRealmSetting(db, 'emails_restricted_to_domains', true);
      return setting({ email: 'a@example.org' }, "Email 'a@example.org' not allowed in this organization");
    },
    'Disposable email addresses are not allowed in this organization': () =>
      setting({ email: 'a@mailinator.com' }, 'Disposable email addresses are not allowed in this organization'),
    'Email addresses containing + are not allowed.': ({ db }) => {
      setRealmSetting(db, 'emails_restricted_to_domains', true);
      return setting({ email: 'alice+more@example.com' }, 'Email addresses containing + are not allowed.');
    },
    "Invalid notification sound '{sound}'": () =>
      setting({ notification_sound: 'thunder' }, "Invalid notification sound 'thunder'"),
    'Invalid email batching period: {seconds} seconds': () =>
      setting({ email_notifications_batching_period_seconds: -5 }, 'Invalid email batching period: -5 seconds'),
  },
  updateUserSettingsDefaults: {
    "Invalid notification sound '{sound}'": () => ({
      ...setting({ notification_sound: 'thunder' }, "Invalid notification sound 'thunder'"),
      as: 'admin',
    }),
    'Invalid email batching period: {seconds} seconds': () => ({
      as: 'admin',
      values: { email_notifications_batching_period_seconds: 604_801 },
      msg: 'Invalid email batching period: 604801 seconds',
    }),
  },
  uploadAvatar: {
    'Avatar changes are disabled in this organization.': ({ db }) => {
      setRealmSetting(db, 'avatar_changes_disabled', true);
      return { as: 'alice', files: [picture], msg: 'Avatar changes are disabled in this organization.' };
    },
    'You must upload exactly one file.': () => ({ as: 'alice', msg: 'You must upload exactly one file.' }),
    'Could not decode image; did you upload an image file?': () => ({
      as: 'alice',
      files: [{ name: 'page.png', bytes: new TextEncoder().encode('<script>') }],
      msg: 'Could not decode image; did you upload an image file?',
    }),
    'The image is larger than 8000 by 8000 pixels.': () => ({
      as: 'alice',
      files: [{ name: 'high.png', bytes: pngHeader(1, 8001) }],
      msg: 'The image is larger than 8000 by 8000 pixels.',
    }),
    'Uploaded file is larger than the allowed limit of {limit} MiB': () => ({
      as: 'alice',
      files: [{ name: 'large.png', bytes: new Uint8Array(5 * 1024 * 1024 + 1) }],
      msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
    }),
  },
  deleteAvatar: {
    'Avatar changes are disabled in this organization.': (server) => {
      giveAvatar(server);
      setRealmSetting(server.db, 'avatar_changes_disabled', true);
      return { as: 'alice', msg: 'Avatar changes are disabled in this organization.' };
    },
  },
  updateStatus: {
    ...statusErrors(() => ({ as: 'alice' })),
  },
  getUserStatus: {
    'No such user': () => ({ as: 'alice', path: { user_id: 999 }, msg: 'No such user' }),
    'User is deactivated': (server) => {
      deactivate(server, 'bob');
      return { as: 'alice', path: { user_id: server.users.bob.id }, msg: 'User is deactivated' };
    },
  },
  updateUserStatus: {
    'No such user': ({ users }) => ({
      as: 'admin',
      path: { user_id: users.bot.id },
      values: { status_text: 'Building' },
      msg: 'No such user',
    }),
    'User is deactivated': (server) => {
      deactivate(server, 'bob');
      const path = { user_id: server.users.bob.id };
      return { as: 'admin', path, values: { status_text: 'Away' }, msg: 'User is deactivated' };
    },
    'Insufficient permission': ({ users }) => ({
      as: 'moderator',
      path: { user_id: users.bob.id },
      values: { status_text: 'Away' },
      msg: 'Insufficient permission',
    }),
    ...statusErrors(({ users }) => ({ as: 'admin', path: { user_id: users.bob.id } })),
  },
  getUserPresence: {
    'No such user': () => ({
      as: 'alice',
      path: { user_id_or_email: 'nobody@example.com' },
      msg: 'No such user',
    }),
    'Presence is not supported for bot users.': ({ users }) => ({
      as: 'alice',
      path: { user_id_or_email: users.bot.id },
      msg: 'Presence is not supported for bot users.',
    }),
    'No presence data for {user}': () => ({
      as: 'alice',
      path: { user_id_or_email: 'bob@example.com' },
      msg: 'No presence data for bob@example.com',
    }),
  },
  muteUser: {
    'Cannot mute self': ({ users }) => ({
      as: 'alice',
      path: { muted_user_id: users.alice.id },
      msg: 'Cannot mute self',
    }),
    'No such user': () => ({ as: 'alice', path: { muted_user_id: 999 }, msg: 'No such user' }),
    'User already muted': async (server) => {
      const path = { muted_user_id: server.users.bob.id };
      await server.as('alice').post(`/users/me/muted_users/${path.muted_user_id}`);
      return { as: 'alice', path, msg: 'User already muted' };
    },
  },
  addAlertWords: {
    [listFull]: (server) => {
      addMany(server, 1000, "INSERT INTO alert_words (user_id, word_key, word) SELECT ?, 'w' || n, 'w' || n FROM n");
      const msg = 'You have too many alert words (limit: 1000).';
      return { as: 'alice', values: { alert_words: ['soup'] }, msg };
    },
  },
  addNavigationView: {
    [listFull]: (server) => {
      const columns = 'user_id, fragment, is_pinned, name';
      addMany(server, 1000, `INSERT INTO navigation_views (${columns}) SELECT ?, 'view' || n, 0, 'v' || n FROM n`);
      return { as: 'alice', values: alerts, msg: 'You have too many navigation views (limit: 1000).' };
    },
    'Navigation view already exists.': async (server) => {
      await addView(server);
      return { as: 'alice', values: alerts, msg: 'Navigation view already exists.' };
    },
    [namedView]: () => ({ as: 'alice', values: { ...alerts, fragment: 'inbox' }, msg: namedView }),
    'Custom views must have a valid name.': () => ({
      as: 'alice',
      values: { ...alerts, name: null },
      msg: 'Custom views must have a valid name.',
    }),
  },
  editNavigationView: {
    [noView]: () => ({
      as: 'alice',
      path: { fragment: 'feed' },
      values: { is_pinned: true },
      msg: noView,
      status: 404,
    }),
    'Navigation view already exists.': async (server) => {
      await addView(server, { ...alerts, fragment: 'narrow/has/link', name: 'Links' });
      const path = await addView(server);
      return { as: 'alice', path, values: { name: 'Links' }, msg: 'Navigation view already exists.' };
    },
    [namedView]: async (server) => {
      const path = await addView(server, { fragment: 'inbox', is_pinned: true });
      return { as: 'alice', path, values: { name: 'Mail' }, msg: namedView };
    },
    'No new data supplied': async (server) => ({
      as: 'alice',
      path: await addView(server),
      msg: 'No new data supplied',
    }),
  },
  removeNavigationView: {
    [noView]: () => ({ as: 'alice', path: { fragment: 'feed' }, msg: noView, status: 404 }),
  },
  unmuteUser: {
    'No such user': () => ({ as: 'alice', path: { muted_user_id: 999 }, msg: 'No such user' }),
    'User is not muted': ({ users }) => ({
      as: 'alice',
      path: { muted_user_id: users.bob.id },
      msg: 'User is not muted',
    }),
  },
};

const alerts = { fragment: 'narrow/is/alerted', is_pinned: true, name: 'Alerts' };

/** Gives Alice a view, and returns the path that names it. */
async function addView(server: TestServer, view: Values = alerts): Promise<{ fragment: string }> {
  await server.as('alice').post('/navigation_views', view);
  return { fragment: String(view.fragment) };
}

function setting(values: Values, msg: string): Provocation {
  return { as: 'alice', values, msg };
}

/** The errors of a status, of one's own or of another user. */
function statusErrors(call: (server: TestServer) => Pick<Provocation, 'as' | 'path'>): Provocations[string] {
  const provoke = (values: Values, msg: string) => (server: TestServer) => ({ ...call(server), values, msg });
  const nameMissing = 'Client must pass emoji_name if they pass either emoji_code or reaction_type.';
  const custom = { emoji_name: 'parrot', reaction_type: 'realm_emoji' };
  return {
    'Client did not pass any new values.': provoke({ emoji_code: '1f44d' }, 'Client did not pass any new values.'),
    [nameMissing]: provoke({ status_text: 'At lunch', emoji_code: '1f44d' }, nameMissing),
    "Emoji '{name}' does not exist": provoke({ emoji_name: 'no <such>' }, "Emoji 'no &lt;such&gt;' does not exist"),
    'Invalid emoji code.': provoke({ ...thumb, emoji_code: 'zz' }, 'Invalid emoji code.'),
    'Invalid emoji name.': provoke({ ...thumb, emoji_name: 'heart' }, 'Invalid emoji name.'),
    'Invalid emoji type.': provoke({ ...thumb, reaction_type: 'smell' }, 'Invalid emoji type.'),
    'Invalid custom emoji.': provoke({ ...custom, emoji_code: '999' }, 'Invalid custom emoji.'),
    'Invalid custom emoji name.': (server) => {
      const values = { ...custom, emoji_name: 'duck', emoji_code: addEmoji(server) };
      return { ...call(server), values, msg: 'Invalid custom emoji name.' };
    },
    'This custom emoji has been deactivated.': (server) => {
      const values = { ...custom, emoji_code: addEmoji(server) };
      server.db.run('UPDATE realm_emoji SET deactivated = 1');
      return { ...call(server), values, msg: 'This custom emoji has been deactivated.' };
    },
  };
}

function addEmoji({ db }: TestServer): string {
  return String(db.run("INSERT INTO realm_emoji (name) VALUES ('parrot')").id);
}

function giveAvatar({ app, db, users }: TestServer): void {
  const image = { content_type: 'image/png', bytes: Buffer.from(png()) };
  const image_id = app.db.transaction(() => insertImage(app, image));
  db.run('UPDATE users SET avatar_image_id = ? WHERE id = ?', image_id, users.alice.id);
}

/** Changes of other people's settings that fail, by the error's text. */
function ofOthers(cases: Record<string, Values & { as?: 'alice' }>): Record<string, Provoke> {
  const entries = Object.entries(cases).map(([msg, { as, ...values }]): [string, Provoke] => [
    msg,
    () => ({ as: as ?? 'admin', values: { color_scheme: 2, ...values }, msg }),
  ]);
  return Object.fromEntries(entries);
}
