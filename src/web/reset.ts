import { ensurePasswordAcceptable, hashPassword } from '../accounts/password.ts';
import { doMailResetLink, doResetPassword, findResetUser, resetClosed } from '../accounts/password-reset.ts';
import { isKind, rateLimitHit } from '../http/errors.ts';
import { canSendMail } from '../mail/mail.ts';
import { canUsePassword } from '../users/password-permission.ts';
import { findUserByEmail, isBot, type User } from '../users/user.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { type FormPage, redirect } from './form-page.ts';
import { logIn } from './log-in.ts';
import { renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { newPasswordField } from './password-field.ts';
import { hasProblems, type Problems, problemWith } from './problems.ts';
import { renderHeader } from './realm-header.ts';
import type { Site } from './site.ts';

/** The page behind a link to choose a new password. */
export const resetPage: FormPage = {
  show({ app, key = '' }) {
    const user = findResetUser(app, key);
    return user ? { status: 200, html: renderReset(app, user) } : closed;
  },
  async submit(visit, form) {
    const { app, key = '' } = visit;
    const user = findResetUser(app, key);
    if (!user) return closed;
    const problems = problemWith(() => ensurePasswordAcceptable(form('password')));
    if (hasProblems(problems)) return { status: 422, html: renderReset(app, user, problems) };
    const password_hash = await hashPassword(app, form('password'));
    try {
      await app.writes.submit(() => doResetPassword(app, key, password_hash));
    } catch (error) {
      if (isKind(error, resetClosed)) return closed;
      throw error;
    }
    return (await logIn(visit, user.id)) ?? redirect('/login');
  },
};

/** The page to request such a link by mail. It does not reveal who has an account. */
export const forgotPage: FormPage = {
  show: ({ app }) => (canSendMail(app) ? { status: 200, html: renderForgot(app) } : withoutMail),
  async submit({ app }, form) {
    if (!canSendMail(app)) return withoutMail;
    await app.writes.submit(() => mailLink(app, form('email')));
    return asked;
  },
};

function mailLink(app: Site, email: string): void {
  const user = findUserByEmail(app.db, email.trim());
  if (!user?.is_active || isBot(user) || !canUsePassword(app, user)) return;
  try {
    doMailResetLink(app, user);
  } catch (error) {
    if (!isKind(error, rateLimitHit)) throw error;
  }
}

function renderReset(app: Site, { full_name, email }: User, problems: Problems = {}): string {
  const title = 'Choose a new password';
  // Password managers need the user name beside the password.
  const emailField: Field = {
    name: 'email',
    label: 'E-mail address',
    type: 'email',
    autocomplete: 'username',
    value: email,
    isFixed: true,
  };
  return renderPage({
    title: titleOf(title, problems),
    main: `${renderHeader(app, title, `Hello ${full_name}. You will be logged out everywhere else, also in apps.`)}
${renderForm([emailField, newPasswordField], 'Set the password', problems)}`,
  });
}

function renderForgot(app: Site): string {
  const title = 'Forgot your password?';
  const emailField: Field = { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' };
  return renderPage({
    title,
    main: `${renderHeader(app, title, 'Type the address that you log in with, and you will get a link to choose a new password.')}
${renderForm([emailField], 'Send me a link')}
<p class="way">You remember it? <a href="/login">Log in</a>.</p>`,
  });
}

const closed: Reply = {
  status: 404,
  html: renderMessage('This link does not work', 'It works once, within a day. Please request another one.'),
};

const asked: Reply = {
  status: 200,
  html: renderMessage(
    'Check your mail',
    'If there is an account with this address, a link is on its way; it expires after a day. If nothing comes within ' +
      'some minutes, look in your spam folder.',
  ),
};

const withoutMail: Reply = {
  status: 200,
  html: renderMessage(
    'Ask an administrator for a new password',
    'This server sends no mails. An administrator of the organization or the operator of the server can give you a ' +
      'link to choose a new password.',
  ),
};
