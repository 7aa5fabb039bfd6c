import type { RealmPermission } from '../../../src/realm/settings.ts';
import { pngHeader } from '../../images/samples.ts';
import { gif, png, upload } from '../../support/pictures.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import type { Call, Provocation, Provocations, Provoke, ValidCalls } from '../call.ts';

const picture = { name: 'picture.png', bytes: png() };

/** Calls about the organization, its emoji and pictures that succeed. */
export const validCalls: ValidCalls = {
  testWelcomeMessage: () => ({ as: 'admin', values: { welcome_message_custom_text: 'Hello!' } }),
  updateRealm: () => ({ as: 'owner', values: { name: 'Tea House', message_retention_days: 30 } }),
  uploadIcon: () => ({ as: 'admin', files: [picture] }),
  deleteIcon: async (server) => {
    await upload(server.as('admin'), '/realm/icon', [png()]);
    return { as: 'admin' };
  },
  getIcon: () => ({ as: 'guest' }),
  uploadLogo: () => ({ as: 'admin', values: { night: false }, files: [picture] }),
  deleteLogo: async (server) => {
    await upload(server.as('admin'), '/realm/logo', [png()], { night: true });
    return { as: 'admin', values: { night: true } };
  },
  getLogo: () => ({ as: 'guest', values: { night: true } }),
  getCustomEmoji: () => ({ as: 'guest' }),
  uploadCustomEmoji: () => ({ as: 'alice', path: { emoji_name: 'tea_cup' }, files: [picture] }),
  deactivateCustomEmoji: async (server) => {
    await addEmoji(server, 'alice', 'tea_cup');
    return { as: 'alice', path: { emoji_name: 'tea_cup' } };
  },
  getDomains: () => ({ as: 'guest' }),
  addDomain: () => ({ as: 'owner', values: { domain: 'example.com', allow_subdomains: true } }),
  updateDomain: async (server) => {
    await addDomain(server);
    return { as: 'owner', path: { domain: 'example.com' }, values: { allow_subdomains: true } };
  },
  removeDomain: async (server) => {
    await addDomain(server);
    return { as: 'owner', path: { domain: 'example.com' } };
  },
};

/** Calls about the organization, its emoji and pictures that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  testWelcomeMessage: {
    'Message must not be empty': () => ({
      as: 'admin',
      values: { welcome_message_custom_text: ' ' },
      msg: 'Message must not be empty',
    }),
  },
  updateRealm: {
    'Must be an organization owner': () => change('admin', { invite_required: false }, 'Must be an organization owner'),
    "Invalid language '{language}'": () => change('admin', { default_language: 'qq' }, "Invalid language 'qq'"),
    "Invalid authentication method: {name}. Valid methods are: ['Email']": () =>
      change(
        'owner',
        { authentication_methods: { Pigeon: true } },
        "Invalid authentication method: Pigeon. Valid methods are: ['Email']",
      ),
    'At least one authentication method must be enabled.': () =>
      change(
        'owner',
        { authentication_methods: { Email: false } },
        'At least one authentication method must be enabled.',
      ),
    'Invalid channel ID': () => change('admin', { signup_announcements_stream_id: 999 }, 'Invalid channel ID'),
    'Moderation request channel must be private.': () =>
      change('admin', { moderation_request_channel_id: 1 }, 'Moderation request channel must be private.'),
    "'{setting}' setting cannot be set to '{group}' group.": (server) =>
      give(
        'can_add_custom_emoji_group',
        { new: groupId(server, 'role:everyone') },
        "'can_add_custom_emoji_group' setting cannot be set to 'role:everyone' group.",
      ),
    "'old' value does not match the expected value.": (server) => ({
      ...give(
        'can_add_custom_emoji_group',
        { new: groupId(server, 'role:owners'), old: groupId(server, 'role:moderators') },
        "'old' value does not match the expected value.",
      ),
      code: 'EXPECTATION_MISMATCH',
    }),
    'Invalid user ID: {id}': () =>
      give(
        'can_add_custom_emoji_group',
        { new: { direct_members: [999], direct_subgroups: [] } },
        'Invalid user ID: 999',
      ),
    'Invalid user group': () => give('can_add_custom_emoji_group', { new: 999 }, 'Invalid user group'),
    'Invalid user group ID: {id}': () =>
      give(
        'can_add_custom_emoji_group',
        { new: { direct_members: [], direct_subgroups: [998, 999] } },
        'Invalid user group ID: 998',
      ),
    "'{setting}' must be a system user group.": ({ users }) => ({
      ...give(
        'can_access_all_users_group',
        { new: { direct_members: [users.alice.id], direct_subgroups: [] } },
        "'can_access_all_users_group' must be a system user group.",
      ),
      code: 'SYSTEM_GROUP_REQUIRED',
      extra: { setting_name: 'can_access_all_users_group' },
    }),
  },
  uploadIcon: imageProvocations({ as: 'admin' }),
  uploadLogo: imageProvocations({ as: 'admin', values: { night: true } }),
  uploadCustomEmoji: {
    'Insufficient permission': async (server) => {
      const change = { can_add_custom_emoji_group: { new: groupId(server, 'role:moderators') } };
      await server.as('owner').patch('/realm', change);
      return adding('alice', 'oolong', 'Insufficient permission');
    },
    'Emoji name is missing': () => adding('alice', ' ', 'Emoji name is missing'),
    'Emoji names have at most 100 characters.': () =>
      adding('alice', 'x'.repeat(101), 'Emoji names have at most 100 characters.'),
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.': () =>
      adding(
        'alice',
        'tea!',
        'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
      ),
    'Emoji names must end with a letter or a digit.': () =>
      adding('alice', 'tea-', 'Emoji names must end with a letter or a digit.'),
    'A custom emoji with this name already exists.': async (server) => {
      await addEmoji(server, 'bob', 'oolong');
      return adding('alice', 'oolong', 'A custom emoji with this name already exists.');
    },
    'Only administrators can override default emoji.': () =>
      adding('alice', 'heart', 'Only administrators can override default emoji.'),
    ...imageProvocations({ as: 'alice', path: { emoji_name: 'oolong' } }),
  },
  deactivateCustomEmoji: {
    "Emoji '{name}' does not exist": () => ({
      as: 'admin',
      path: { emoji_name: 'oolong' },
      status: 404,
      msg: "Emoji 'oolong' does not exist",
    }),
    'Must be an organization administrator or emoji author': async (server) => {
      await addEmoji(server, 'bob', 'oolong');
      return {
        as: 'alice',
        path: { emoji_name: 'oolong' },
        msg: 'Must be an organization administrator or emoji author',
      };
    },
  },
  addDomain: {
    'Invalid domain: {problem}': () => ({
      as: 'owner',
      values: { domain: 'localhost', allow_subdomains: false },
      msg: 'Invalid domain: Domain must have at least one dot (.)',
    }),
    'The domain {domain} is already a part of your organization.': async (server) => {
      await addDomain(server);
      return {
        as: 'owner',
        values: { domain: 'EXAMPLE.com', allow_subdomains: false },
        msg: 'The domain example.com is already a part of your organization.',
      };
    },
  },
  updateDomain: {
    'No entry found for domain {domain}.': () => ({
      as: 'owner',
      path: { domain: 'example.com' },
      values: { allow_subdomains: true },
      msg: 'No entry found for domain example.com.',
    }),
  },
  removeDomain: {
    'No entry found for domain {domain}.': () => ({
      as: 'owner',
      path: { domain: 'example.com' },
      msg: 'No entry found for domain example.com.',
    }),
  },
};

function change(as: CastName, values: NonNullable<Call['values']>, msg: string): Provocation {
  return { as, values: { name: 'Changed too', ...values }, msg };
}

function give(permission: RealmPermission, value: object, msg: string): Provocation {
  return change('admin', { [permission]: value }, msg);
}

function adding(as: CastName, emoji_name: string, msg: string): Provocation {
  return { as, path: { emoji_name }, files: [picture], msg };
}

/** The ways the picture of a call can be wrong. */
function imageProvocations(call: Call): Record<string, Provoke> {
  const tooLarge = new Uint8Array(5 * 1024 * 1024 + 1);
  tooLarge.set(gif(1));
  return {
    'You must upload exactly one file.': () => ({
      ...call,
      files: [picture, picture],
      msg: 'You must upload exactly one file.',
    }),
    'Could not decode image; did you upload an image file?': () => ({
      ...call,
      files: [{ name: 'picture.svg', bytes: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>') }],
      msg: 'Could not decode image; did you upload an image file?',
    }),
    'The image is larger than 8000 by 8000 pixels.': () => ({
      ...call,
      files: [{ name: 'wide.png', bytes: pngHeader(8001, 1) }],
      msg: 'The image is larger than 8000 by 8000 pixels.',
    }),
    'Uploaded file is larger than the allowed limit of {limit} MiB': () => ({
      ...call,
      files: [{ name: 'large.gif', bytes: tooLarge }],
      msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
    }),
  };
}

function groupId({ db }: TestServer, name: string): number {
  return db.value<number>('SELECT id FROM groups WHERE name = ?', name) as number;
}

async function addEmoji(server: TestServer, name: CastName, emoji_name: string): Promise<void> {
  await upload(server.as(name), `/realm/emoji/${emoji_name}`, [png()]);
}

async function addDomain(server: TestServer): Promise<void> {
  await server.as('owner').post('/realm/domains', { domain: 'example.com', allow_subdomains: false });
}
