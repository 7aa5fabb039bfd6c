import { ensureNotOwnBrowser, onlyInSettings } from '../../accounts/password-question.ts';
import { doMailResetLink, ensureCanResetPassword, passwordUseless, resetUrl } from '../../accounts/password-reset.ts';
import { ensureAdministered } from '../../accounts/role.ts';
import type { LimitsAttempts } from '../../http/attempts.ts';
import { ownerRequired, rateLimitHit } from '../../http/errors.ts';
import { integer, required } from '../../http/params.ts';
import { canSendMail, type SendsMail } from '../../mail/mail.ts';
import { accessUser } from '../../users/access.ts';
import { ensureActive, isBot, noSuchUser, userIsDeactivated } from '../../users/user.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';

// If the user can receive mail, the link is not shown to anybody else, because it gives access to the account.
export const resetPassword: Endpoint<SendsMail & LimitsAttempts> = endpoint({
  method: 'POST',
  path: '/users/{user_id}/password_reset',
  summary:
    'Create a link to choose a new password for a user; it is e-mailed, or returned if the server sends no e-mails',
  access: 'administrator',
  params: { user_id: required(integer(), 'Id of the user.') },
  errors: [noSuchUser, userIsDeactivated, ownerRequired, onlyInSettings, passwordUseless, rateLimitHit],
  handler(call, { user_id }) {
    const { app, user: actor } = call;
    const user = ensureActive(ensureAdministered(actor, accessUser(app, actor, user_id)));
    if (isBot(user)) throw noSuchUser();
    ensureNotOwnBrowser(call, user);
    ensureCanResetPassword(app, user);
    if (!canSendMail(app)) return { reset_url: resetUrl(app, user, actor) };
    doMailResetLink(app, user);
    return {};
  },
});
