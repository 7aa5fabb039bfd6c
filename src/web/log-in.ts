import { doEndSession, insertSession } from '../accounts/session.ts';
import { findSessionOf, isForOther, noSessionCookie, sessionCookie } from '../accounts/session-cookie.ts';
import { ApiError, isKind, rateLimitHit } from '../http/errors.ts';
import { findRealm } from '../realm/realm.ts';
import { findByPassword } from '../sso/password-login.ts';
import { arePasswordsOpen } from '../users/password-permission.ts';
import { findUser, type User } from '../users/user.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { type Form, type FormPage, redirect, type Visit } from './form-page.ts';
import { allowScript, renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { hasProblems, type Problems } from './problems.ts';
import { carryFragment, renderProviders } from './provider-links.ts';
import { renderHeader, renderRealmHeader } from './realm-header.ts';
import { renderWayIn } from './sign-up-page.ts';
import type { Site } from './site.ts';
import { findViewer } from './viewer.ts';

/**
 * The login page. The form is posted to the URL where it is shown, so the browser keeps the fragment, which servers
 * never receive: a link into a conversation leads there after the login.
 */
export const loginPage: FormPage = {
  show({ app, request }) {
    if (findViewer(app, request)) return redirect('/');
    const hasEnded = request.url?.endsWith('?ended') === true;
    return page(200, renderLogin(app, { sentence: hasEnded ? ended : '' }));
  },
  submit,
};

/** The logout page. It needs a form, because other sites could make a browser open a link. */
export const logoutPage: FormPage = {
  show({ app, request }) {
    const user = findViewer(app, request);
    if (!user) return redirect('/login');
    return { status: 200, html: renderLogout(app, user), headers: allowScript(forgetWords(user)) };
  },
  async submit({ app, request }) {
    const session = findSessionOf(app, request);
    if (session && isForOther(request, session)) return redirect('/');
    if (session) await app.writes.submit(() => doEndSession(app, session));
    const headers = { 'Set-Cookie': noSessionCookie(app), 'Clear-Site-Data': '"cache"' };
    return redirect('/login', headers);
  },
};

async function submit(visit: Visit, form: Form): Promise<Reply> {
  const { app } = visit;
  const email = form('email');
  const address = app.addresses.of(visit.request);
  try {
    const user = await findByPassword(app, { username: email, password: form('password'), address });
    if (!user) return again(app, email, wrong);
    return (await logIn(visit, user.id)) ?? again(app, email, deactivated);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isKind(error, rateLimitHit)) return again(app, email, error.message);
    return { ...again(app, email, tooOften), status: 429 };
  }
}

/** Logs the browser in as an active user, in a new session, and redirects to the app. The fragment is a place in it. */
export async function logIn({ app, request }: Visit, user_id: number, fragment?: string): Promise<Reply | undefined> {
  const token = await app.writes.submit(() => {
    const user = findUser(app.db, user_id);
    if (!user?.is_active) return undefined;
    const former = findSessionOf(app, request);
    if (former) doEndSession(app, former);
    return insertSession(app, user, request.headers['user-agent']);
  });
  const path = fragment === undefined ? '/' : `/#${fragment}`;
  return token === undefined ? undefined : redirect(path, { 'Set-Cookie': sessionCookie(app, token) });
}

// The web client opens this page when it is refused.
const ended = 'Your session has ended. What you began to write is kept in this browser: log in to go on.';
const wrong = 'E-mail address or password is wrong.';
const deactivated = 'This account is deactivated. An administrator can reactivate it.';
const tooOften = 'The password was wrong too often. Please wait half an hour and try again.';

function again(app: Site, email: string, problem: string): Reply {
  return page(422, renderLogin(app, { email, problems: { '': problem } }));
}

function page(status: number, html: string): Reply {
  return { status, html, headers: allowScript(script) };
}

interface Login {
  email?: string;
  problems?: Problems;
  /** Shown above the form. */
  sentence?: string;
}

function renderLogin(app: Site, { email = '', problems = {}, sentence = '' }: Login): string {
  const title = `Log in to ${findRealm(app.db).name}`;
  return renderPage({
    title: titleOf(title, problems),
    main: `${renderRealmHeader(app, title, sentence)}
${renderProviders(app)}
${renderPasswordForm(app, email, problems)}
<p class="way">${arePasswordsOpen(app) ? forgotLink : ''} ${renderWayIn(app)}</p>
<p>On a phone, in a terminal or for a bot: <a href="/apps">connect an app</a>.</p>
<script>${script}</script>`,
  });
}

// If only owners may use passwords, the form does not invite others.
function renderPasswordForm(app: Site, email: string, problems: Problems): string {
  const nameField = app.config.sso?.ldap
    ? { ...emailField, label: 'Name or e-mail address', type: 'text' as const }
    : emailField;
  const form = renderForm([{ ...nameField, value: email }, passwordField], 'Log in', problems);
  if (arePasswordsOpen(app) || app.config.sso?.ldap) return form;
  const isOpen = hasProblems(problems) ? ' open' : '';
  return `<details${isOpen}><summary>Owners can log in with a password</summary>\n${form}\n<p>${forgotLink}</p>\n</details>`;
}

/** Deletes the client's data of a user: a session can end while no page of it is open. */
const forgetDevice = `
indexedDB.deleteDatabase('chatd');
localStorage.removeItem('keep on this device');
localStorage.removeItem('user');
globalThis.caches?.delete('pictures');
navigator.serviceWorker?.getRegistration()
  .then((found) => found?.pushManager?.getSubscription())
  .then((found) => found?.unsubscribe());
`;
const script = carryFragment + forgetDevice;

const forgotLink = '<a href="/forgot">Forgot your password?</a>';
const emailField: Field = { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' };
const passwordField: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autocomplete: 'current-password',
};

/** Deletes what the browser stores when the form is sent, except for drafts and unsent messages of others. */
function forgetWords({ id }: User): string {
  return `
document.forms[0].addEventListener('submit', () => {
  for (const key of Object.keys(localStorage))
    if (!/^(drafts|outbox):(?!${id}(:|$))/.test(key)) localStorage.removeItem(key);
  sessionStorage.clear();
});
`;
}

function renderLogout(app: Site, user: User): string {
  const title = 'Log out?';
  return renderPage({
    title,
    main: `${renderHeader(app, title, `You are logged in as ${user.full_name}. What you have not sent is deleted from this browser.`)}
${renderForm([], 'Log out')}
<p class="way"><a href="/">Go back</a></p>
<script>${forgetWords(user)}</script>`,
  });
}
