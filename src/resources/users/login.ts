import { createApiKey, doRevokeApiKeys } from '../../accounts/api-key.ts';
import type { CountsLoginFailures } from '../../accounts/login-limit.ts';
import { browserSessionOf, ensurePassword, needsPassword, wrongPassword } from '../../accounts/password-question.ts';
import { needsSecondStep, twoFactorRequired } from '../../accounts/second-factor.ts';
import type { SubmitsWrites } from '../../db/turn-queue.ts';
import { errorKind, rateLimitHit } from '../../http/errors.ts';
import { optional, required, text } from '../../http/params.ts';
import { type ChecksPasswords, findByPassword, passwordLoginErrors } from '../../sso/password-login.ts';
import { getUser } from '../../users/user.ts';
import { type Endpoint, endpoint, publicEndpoint } from '../endpoint.ts';

const loginFailed = errorKind('Your username or password is incorrect', { code: 'AUTHENTICATION_FAILED', status: 401 });
const loginDeactivated = errorKind('Account is deactivated', { code: 'USER_DEACTIVATED', status: 401 });

export const fetchApiKey: Endpoint<SubmitsWrites & ChecksPasswords> = publicEndpoint({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Log in with a password and get an API key',
  params: {
    username: required(text(), 'E-mail address of the user: the real one, or the one that the API shows.'),
    password: required(text(), 'Their password.'),
  },
  errors: [loginFailed, loginDeactivated, twoFactorRequired, rateLimitHit, ...passwordLoginErrors],
  async prepare({ app, address, request }, { username, password }) {
    const user = await findByPassword(app, { username, password, address });
    if (!user) throw loginFailed();
    // The browser of this user has taken the second step.
    const isIn = browserSessionOf(app, request)?.user_id === user.id;
    if (!isIn && needsSecondStep(app.db, user)) throw twoFactorRequired();
    return user.id;
  },
  handler({ app, db }, _params, user_id) {
    const user = getUser(db, user_id);
    if (!user.is_active) throw loginDeactivated();
    return { api_key: createApiKey(app, user), email: user.email, user_id };
  },
});

// With a key one can do what a browser is asked the password for.
export const regenerateApiKey: Endpoint<SubmitsWrites & CountsLoginFailures> = endpoint({
  method: 'POST',
  path: '/users/me/api_key/regenerate',
  summary: 'Create a new API key and revoke all others',
  access: 'user',
  params: { password: optional(text(), 'Password; required in a browser session of a user who has one.') },
  errors: [wrongPassword, rateLimitHit],
  async prepare(call, { password = '' }) {
    if (needsPassword(call)) await ensurePassword(call, password);
  },
  handler({ app, user }) {
    doRevokeApiKeys(app, user);
    return { api_key: createApiKey(app, user) };
  },
});
