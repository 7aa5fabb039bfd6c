import { ensurePasswordAcceptable, hashPassword } from '../accounts/password.ts';
import { doMailResetLink, doResetPassword, findResetUser, resetClosed } from '../accounts/password-reset.ts';
import type { Texts } from '../ground/texts.ts';
import { isKind, rateLimitHit } from '../http/errors.ts';
import { canSendMail } from '../mail/mail.ts';
import { canUsePassword } from '../users/password-permission.ts';
import { findUserByEmail, isBot, type User } from '../users/user.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { type FormPage, redirect } from './form-page.ts';
import { renderLanguages } from './languages.ts';
import { linkTo, renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { newPasswordField, newPasswordReply } from './password-field.ts';
import { hasProblems, type Problems, problemWith } from './problems.ts';
import { renderHeader } from './realm-header.ts';
import { enter } from './second-step.ts';
import type { Site } from './site.ts';

/** The page behind a link to choose a new password. */
export const resetPage: FormPage = {
  show({ app, key = '', texts }) {
    const user = findResetUser(app, key);
    return user ? newPasswordReply(200, renderReset(app, texts, user)) : closed(texts);
  },
  async submit(visit, form) {
    const { app, key = '', texts } = visit;
    const user = findResetUser(app, key);
    if (!user) return closed(texts);
    const problems = problemWith(texts, () => ensurePasswordAcceptable(form('password')));
    if (hasProblems(problems)) return newPasswordReply(422, renderReset(app, texts, user, problems));
    const password_hash = await hashPassword(app, form('password'));
    try {
      await app.writes.submit(() => doResetPassword(app, key, password_hash));
    } catch (error) {
      if (isKind(error, resetClosed)) return closed(texts);
      throw error;
    }
    return (await enter(visit, user)) ?? redirect('/login');
  },
};

/** The page to request such a link by mail. It does not reveal who has an account. */
export const forgotPage: FormPage = {
  show: ({ app, texts }) => (canSendMail(app) ? { status: 200, html: renderForgot(app, texts) } : withoutMail(texts)),
  async submit({ app, texts }, form) {
    if (!canSendMail(app)) return withoutMail(texts);
    await app.writes.submit(() => mailLink(app, form('email')));
    return { status: 200, html: renderMessage(texts, texts.t('join.checkMail'), texts.t('reset.asked')) };
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

function renderReset(app: Site, texts: Texts, { full_name, email }: User, problems: Problems = {}): string {
  const title = texts.t('reset.title');
  // Password managers need the user name beside the password.
  const emailField: Field = {
    name: 'email',
    label: texts.t('settings.email'),
    type: 'email',
    autocomplete: 'username',
    value: email,
    isFixed: true,
  };
  return renderPage(texts, {
    title: titleOf(texts, title, problems),
    main: `${renderLanguages(texts)}
${renderHeader(app, title, texts.t('reset.hello', { name: full_name }))}
${renderForm(texts, [emailField, newPasswordField(texts)], texts.t('reset.set'), problems)}`,
  });
}

function renderForgot(app: Site, texts: Texts): string {
  const title = texts.t('login.forgot');
  const label = texts.t('settings.email');
  const emailField: Field = { name: 'email', label, type: 'email', autocomplete: 'username' };
  return renderPage(texts, {
    title,
    main: `${renderLanguages(texts)}
${renderHeader(app, title, texts.t('reset.typeAddress'))}
${renderForm(texts, [emailField], texts.t('reset.send'))}
<p class="way">${texts.html('reset.rememberIt', { link: linkTo('/login') })}</p>`,
  });
}

function closed(texts: Texts): Reply {
  return { status: 404, html: renderMessage(texts, texts.t('page.linkFails'), texts.t('reset.closed')) };
}

function withoutMail(texts: Texts): Reply {
  const html = renderMessage(texts, texts.t('reset.askAdministrator'), texts.t('reset.askAdministratorHint'));
  return { status: 200, html };
}
