import { escapeHtml } from '../ground/text.ts';
import { type Entry, isOpenToAll, needsConfirmation } from '../invites/sign-up.ts';
import { findRealm } from '../realm/realm.ts';
import { arePasswordsOpen } from '../users/password-permission.ts';
import { hasOwner } from '../users/user.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { loginHint, renderMessage } from './message.ts';
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

/** A way to sign up, and the key of its link. */
export interface Way {
  entry: Entry;
  key: string | undefined;
}

/** The form for a new account: empty, or with the submitted text and its problems. HTML. */
export function renderSignUp(app: Site, way: Way, typed: Typed, problems: Problems): string {
  const title = `Join ${findRealm(app.db).name}`;
  return renderPage({
    title: titleOf(title, problems),
    main: `${renderRealmHeader(app, title, sentenceOn(way.entry))}
${renderProviders(app, way.key)}
${arePasswordsOpen(app) ? renderSignUpForm(app, way.entry, typed, problems) : ''}
${loginHint}`,
  });
}

function renderSignUpForm(app: Site, entry: Entry, typed: Typed, problems: Problems): string {
  const asksForMail = needsConfirmation(app, entry);
  return renderForm(fieldsFor(entry, typed, asksForMail), asksForMail ? 'Go on' : 'Join', problems);
}

function fieldsFor(entry: Entry, typed: Typed, asksForMail: boolean): Field[] {
  if (asksForMail) return [emailField(entry, typed)];
  return [nameField(typed.full_name), emailField(entry, typed), newPasswordField];
}

export function nameField(value: string): Field {
  const hint = 'This is how others see you.';
  return { name: 'full_name', label: 'Your name', type: 'text', autocomplete: 'name', value, hint };
}

function emailField(entry: Entry, { email }: Typed): Field {
  const isFixed = entry.email !== undefined;
  const value = entry.email ?? email;
  const hint = isFixed ? 'You log in with it.' : undefined;
  return { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'email', value, isFixed, hint };
}

function sentenceOn({ inviter }: Entry): string {
  return inviter ? `${inviter.full_name} invites you.` : '';
}

/** The page after a mail was sent to confirm the address. HTML. */
export function renderCheckMail(email: string | undefined): string {
  const where = email === undefined ? 'your address' : `<strong>${escapeHtml(email)}</strong>`;
  return renderPage({
    title: 'Check your mail',
    main: `<h1>Check your mail</h1>
<div class="about"><p>A mail is on its way to ${where}. Open its link to go on; it is good for a day.</p></div>
<p>If nothing comes within some minutes, look in your spam folder, or go back and type the address again.</p>`,
  });
}

/** The page for an invalid key. HTML. */
export function renderClosed(): string {
  return renderMessage(
    'This invitation does not work',
    'It may have expired, or been used or revoked, or its address is incomplete. ' +
      'Please ask the person who invited you for another one.',
  );
}

/** The page for visitors who need an invitation. HTML. */
export function renderInvitationNeeded(): string {
  return renderMessage(
    'You can join by invitation only',
    'Please ask a member of the organization or the operator of the server for an invitation.',
  );
}

/** The way to get an account, for the page about apps. HTML. */
export function renderWayIn(app: Site): string {
  if (!hasOwner(app.db)) return 'This server has no owner yet: open the address that it printed when it started.';
  if (!isOpenToAll(app)) return 'If you have no account yet, ask the operator of this server.';
  return `If you have no account yet, <a href="${registerPath}">sign up</a>.`;
}
