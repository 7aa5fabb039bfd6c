import { doRequireSecondFactor, twoFactorRequired } from '../../../src/accounts/second-factor.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import { person, startDirectory } from '../../sso/directory.ts';
import { browserOf } from '../../support/browser.ts';
import { castPassword } from '../../support/server.ts';
import { deactivate, givePassword, inBrowser, type Provocations, type ValidCalls } from '../call.ts';

const login = { username: 'alice@example.com', password: 'wrong' };
const newUser = { email: 'carol@example.com', password: 'good enough', full_name: 'Carol New' };

/** Calls about users and logging in that succeed. */
export const validCalls: ValidCalls = {
  fetchApiKey: async (server) => {
    await givePassword(server, 'alice');
    return { as: 'anonymous', values: { username: 'alice@example.com', password: castPassword } };
  },
  regenerateApiKey: () => ({ as: 'moderator' }),
  createUser: () => ({
    as: 'admin',
    values: { email: 'carol@example.com', password: castPassword, full_name: 'Carol New' },
  }),
  getUsers: () => ({ as: 'alice' }),
  getOwnUser: () => ({ as: 'alice' }),
  getUser: ({ users }) => ({ as: 'alice', path: { user_id_or_email: users.bob.id } }),
};

/** Calls about users and logging in that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  fetchApiKey: {
    'Your username or password is incorrect': async (server) => {
      await givePassword(server, 'alice');
      return {
        as: 'anonymous',
        values: login,
        msg: 'Your username or password is incorrect',
        code: 'AUTHENTICATION_FAILED',
        status: 401,
      };
    },
    [twoFactorRequired.text]: async (server) => {
      await givePassword(server, 'alice');
      server.db.transaction(() => doRequireSecondFactor(server.app, true));
      return {
        as: 'anonymous',
        values: { ...login, password: castPassword },
        msg: twoFactorRequired.text,
        code: 'TWO_FACTOR_REQUIRED',
        status: 401,
      };
    },
    'Account is deactivated': async (server) => {
      await givePassword(server, 'alice');
      deactivate(server, 'alice');
      const values = { ...login, password: 'correct horse battery staple' };
      return { as: 'anonymous', values, msg: 'Account is deactivated', code: 'USER_DEACTIVATED', status: 401 };
    },
    'Password authentication is disabled in this organization.': async (server) => {
      await givePassword(server, 'alice');
      const ldap = await startDirectory([]);
      server.app.config.sso = { providers: [], ldap, passwords: 'owners' };
      return {
        as: 'anonymous',
        values: { ...login, password: castPassword },
        msg: 'Password authentication is disabled in this organization.',
        code: 'PASSWORD_AUTH_DISABLED',
        status: 401,
      };
    },
    'The directory that checks passwords cannot be used at the moment.': async (server) => {
      const ldap = { ...(await startDirectory([])), url: 'ldap://127.0.0.1:9' };
      server.app.config.sso = { providers: [], ldap, passwords: 'everyone' };
      return {
        as: 'anonymous',
        values: login,
        msg: 'The directory that checks passwords cannot be used at the moment.',
        code: 'DIRECTORY_UNREACHABLE',
        status: 502,
      };
    },
    'You cannot log in: {reason}': async (server) => {
      const ldap = await startDirectory([person('mute', { cn: ['No Address'] })]);
      server.app.config.sso = { providers: [], ldap, passwords: 'everyone' };
      return {
        as: 'anonymous',
        values: { username: 'mute', password: 'secret of mute' },
        msg: 'You cannot log in: The account that you used has no e-mail address.',
      };
    },
    'API usage exceeded rate limit': async (server) => {
      for (let failures = 0; failures < 5; failures++) await server.anonymous.post('/fetch_api_key', login);
      server.clock.advance(600);
      return {
        as: 'anonymous',
        values: login,
        msg: 'API usage exceeded rate limit',
        code: 'RATE_LIMIT_HIT',
        status: 429,
        extra: { 'retry-after': 1200 },
        headers: { 'Retry-After': '1200' },
      };
    },
  },
  regenerateApiKey: {
    'Wrong password!': async (server) => ({ ...(await inBrowser(server, 'alice')), msg: 'Wrong password!' }),
    'API usage exceeded rate limit': async (server) => {
      const call = await inBrowser(server, 'alice');
      const browser = browserOf(server, 'alice');
      for (let failures = 0; failures < 5; failures++) await browser.call('POST', '/users/me/api_key/regenerate');
      server.clock.advance(600);
      return {
        ...call,
        msg: 'API usage exceeded rate limit',
        code: 'RATE_LIMIT_HIT',
        status: 429,
        extra: { 'retry-after': 1200 },
        headers: { 'Retry-After': '1200' },
      };
    },
  },
  createUser: {
    'User not authorized to create users': ({ db, users }) => {
      const sql = "INSERT INTO user_settings (user_id, name, value) VALUES (?, 'can_create_users', 'false')";
      db.run(sql, users.admin.id);
      return { as: 'admin', values: newUser, msg: 'User not authorized to create users' };
    },
    'Bad name or username': () => ({
      as: 'admin',
      values: { ...newUser, email: 'carol' },
      msg: 'Bad name or username',
    }),
    'Email is already in use.': () => ({
      as: 'admin',
      values: { ...newUser, email: 'Alice@Example.com' },
      msg: 'Email is already in use.',
    }),
    'Name too long!': () => ({
      as: 'admin',
      values: { ...newUser, full_name: 'x'.repeat(101) },
      msg: 'Name too long!',
    }),
    'Name too short!': () => ({
      as: 'admin',
      values: { ...newUser, full_name: 'x' },
      msg: 'Name too short!',
    }),
    "Email '{email}' not allowed in this organization": (server) => {
      setRealmSetting(server.db, 'emails_restricted_to_domains', true);
      return { as: 'admin', values: newUser, msg: "Email 'carol@example.com' not allowed in this organization" };
    },
    'Email addresses containing + are not allowed.': (server) => {
      setRealmSetting(server.db, 'emails_restricted_to_domains', true);
      const values = { ...newUser, email: 'carol+spam@example.com' };
      return { as: 'admin', values, msg: 'Email addresses containing + are not allowed.' };
    },
    'Disposable email addresses are not allowed in this organization': () => ({
      as: 'admin',
      values: { ...newUser, email: 'carol@mailinator.com' },
      msg: 'Disposable email addresses are not allowed in this organization',
    }),
    'Invalid format!': () => ({ as: 'admin', values: { ...newUser, full_name: 'Carol|7' }, msg: 'Invalid format!' }),
    'This name is reserved for the bots of the server.': () => ({
      as: 'admin',
      values: { ...newUser, full_name: 'Notification Bot' },
      msg: 'This name is reserved for the bots of the server.',
    }),
    'Unique names required in this organization.': (server) => {
      setRealmSetting(server.db, 'require_unique_names', true);
      const values = { ...newUser, full_name: 'BOB MEMBER' };
      return { as: 'admin', values, msg: 'Unique names required in this organization.' };
    },
    'Invalid characters in name!': () => ({
      as: 'admin',
      values: { ...newUser, full_name: '**Carol**' },
      msg: 'Invalid characters in name!',
    }),
    'The password is too weak.': () => ({
      as: 'admin',
      values: { ...newUser, password: 'short' },
      msg: 'The password is too weak.',
    }),
    'The password is too long (limit: 100 characters).': () => ({
      as: 'admin',
      values: { ...newUser, password: 'x'.repeat(101) },
      msg: 'The password is too long (limit: 100 characters).',
    }),
  },
  getUser: {
    'No such user': () => ({ as: 'alice', path: { user_id_or_email: 999 }, msg: 'No such user' }),
  },
};
