import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { type Entry, isOpenToAll, needsConfirmation } from '../invites/sign-up.ts';
import { findRealm } from '../realm/realm.ts';
import { arePasswordsOpen } from '../users/password-permission.ts';
import { hasOwner } from '../users/user.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { renderLanguages } from './languages.ts';
import { linkTo, renderLoginHint, renderMessage } from './message.ts';
import { renderPage } from './page.ts';
import { newPasswordField } from './password-field.ts';
import type { Problems } from './problems.ts';
import { renderProviders } from './provider-links.ts';
import { renderRealmHeader } from './realm-header.ts';
import type { Site } from './site.ts';

export const checkMailPath = '/check-mail/';
export const registerPath = '/register/';

/** The submitted text. The password is never shown again. */
export interface Typed {
  full_name: string;
  email: string;
}

/** A way to sign up, the key of its link, and what is said to the newcomer. */
export interface Way {
  entry: Entry;
  key: string | undefined;
  texts: Texts;
}

/** The form for a new account: empty, or with the submitted text and its problems. HTML. */
export function renderSignUp(app: Site, way: Way, typed: Typed, problems: Problems): string {
  const { entry, key, texts } = way;
  const title = texts.t('join.title', { organization: findRealm(app.db).name });
  return renderPage(texts, {
    title: titleOf(texts, title, problems),
    main: `${renderLanguages(texts)}
${renderRealmHeader(app, title, sentenceOn(texts, entry))}
${renderProviders(app, texts, key === undefined ? {} : { invitation: key })}
${arePasswordsOpen(app) ? renderSignUpForm(app, way, typed, problems) : ''}
${renderLoginHint(texts)}`,
  });
}

function renderSignUpForm(app: Site, { entry, texts }: Way, typed: Typed, problems: Problems): string {
  const asksForMail = needsConfirmation(app, entry);
  const address = emailField(texts, entry, typed);
  const fields = asksForMail ? [address] : [address, newPasswordField(texts), nameField(texts, typed.full_name)];
  return renderForm(texts, fields, texts.t(asksForMail ? 'join.goOn' : 'join.join'), problems);
}

export function nameField(texts: Texts, value: string): Field {
  const hint = texts.t('page.yourNameHint');
  return { name: 'full_name', label: texts.t('page.yourName'), type: 'text', autocomplete: 'name', value, hint };
}

function emailField(texts: Texts, entry: Entry, { email }: Typed): Field {
  const isFixed = entry.email !== undefined;
  return {
    name: 'email',
    label: texts.t('settings.email'),
    type: 'email',
    autocomplete: 'email',
    value: entry.email ?? email,
    isFixed,
    hint: isFixed ? texts.t('page.whereYouLogIn') : undefined,
  };
}

function sentenceOn(texts: Texts, { inviter }: Entry): string {
  return inviter ? texts.t('join.invitesYou', { name: inviter.full_name }) : '';
}

/** The page after a mail was sent to confirm the address. HTML. */
export function renderCheckMail(texts: Texts, address: string | undefined): string {
  const title = texts.t('join.checkMail');
  const asked =
    address === undefined
      ? escapeHtml(texts.t('join.askedSomebody'))
      : texts.html('join.asked', { address, b: (inside) => `<strong>${inside}</strong>` });
  return renderPage(texts, {
    title,
    main: `<h1>${escapeHtml(title)}</h1>
<div class="about"><p>${asked}</p></div>
<p>${escapeHtml(texts.t('join.askedHint'))}</p>`,
  });
}

/** The page for an invalid key. HTML. */
export function renderClosed(texts: Texts): string {
  return renderMessage(texts, texts.t('join.closed'), texts.t('join.closedHint'));
}

/** The page for visitors who need an invitation. HTML. */
export function renderInvitationNeeded(texts: Texts): string {
  return renderMessage(texts, texts.t('join.invitationNeeded'), texts.t('join.invitationNeededHint'));
}

/** The way to get an account, for the page about apps. HTML. */
export function renderWayIn(app: Site, texts: Texts): string {
  if (!hasOwner(app.db)) return escapeHtml(texts.t('login.noOwner'));
  if (!isOpenToAll(app)) return escapeHtml(texts.t('login.askOperator'));
  return texts.html('login.signUp', { link: linkTo(registerPath) });
}
