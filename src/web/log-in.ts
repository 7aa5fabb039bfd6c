import { doEndSession } from '../accounts/session.ts';
import { findSessionOf, isForOther, noSessionCookie } from '../accounts/session-cookie.ts';
import { escapeHtml } from '../ground/text.ts';
import type { Texts } from '../ground/texts.ts';
import { ApiError, isKind, rateLimitHit } from '../http/errors.ts';
import { findRealm } from '../realm/realm.ts';
import { findByPassword } from '../sso/password-login.ts';
import { arePasswordsOpen } from '../users/password-permission.ts';
import type { User } from '../users/user.ts';
import type { Field } from './field.ts';
import { renderForm, titleOf } from './form.ts';
import { type Form, type FormPage, redirect, type Visit } from './form-page.ts';
import { renderLanguages } from './languages.ts';
import { linkTo } from './message.ts';
import { allowApp, allowScript, renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { findByPasskey, renderWayByPasskey } from './passkey.ts';
import { passkeyScript } from './passkey-script.ts';
import { hasProblems, type Problems } from './problems.ts';
import { carryFragment, renderProviders } from './provider-links.ts';
import { renderHeader, renderRealmHeader } from './realm-header.ts';
import { enter, takeSecondStep } from './second-step.ts';
import { findPad, letIn } from './session-start.ts';
import { renderWayIn } from './sign-up-page.ts';
import type { Site } from './site.ts';
import { findViewer } from './viewer.ts';

/**
 * The login page. The form is posted to the URL where it is shown, so the browser keeps the fragment, which servers
 * never receive: a link into a conversation leads there after the login.
 */
export const loginPage: FormPage = {
  show(visit) {
    const { app, request, texts } = visit;
    // The app of a phone gets a key by a password, also from a browser that is logged in: anybody may hold the phone.
    if (findPad(visit) === undefined && findViewer(app, request)) return redirect('/');
    // The web client opens this page when it is refused.
    const hasEnded = request.url?.endsWith('?ended') === true;
    return forApp(visit, page(200, renderLogin(visit, { sentence: hasEnded ? texts.t('login.ended') : '' })));
  },
  submit: async (visit, form) => forApp(visit, await submit(visit, form)),
};

function forApp(visit: Visit, reply: Reply): Reply {
  return findPad(visit) === undefined ? reply : { ...reply, headers: allowApp(reply.headers) };
}

/** The logout page. It needs a form, because other sites could make a browser open a link. */
export const logoutPage: FormPage = {
  show({ app, request, texts }) {
    const user = findViewer(app, request);
    if (!user) return redirect('/login');
    return { status: 200, html: renderLogout(app, texts, user), headers: allowScript(forgetWords(user)) };
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
  const { app, texts } = visit;
  const email = form('email');
  const address = app.addresses.of(visit.request);
  try {
    const taken = await takeSecondStep(visit, form);
    if (taken) return taken;
    if (form('way') !== '') return await takePasskey(visit, form);
    const user = await findByPassword(app, { username: email, password: form('password'), address });
    if (!user) return again(visit, email, texts.t('login.wrong'));
    return (await enter(visit, user)) ?? again(visit, email, texts.t('login.deactivated'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isKind(error, rateLimitHit)) return again(visit, email, error.messageIn(texts.language));
    return { ...again(visit, email, texts.t('login.tooOften')), status: 429 };
  }
}

async function takePasskey(visit: Visit, form: Form): Promise<Reply> {
  const user = await findByPasskey(visit, form);
  if (!user) return again(visit, '', visit.texts.t('secondStep.passkeyFails'));
  return (await letIn(visit, user.id)) ?? again(visit, '', visit.texts.t('login.deactivated'));
}

function again(visit: Visit, email: string, problem: string): Reply {
  return page(422, renderLogin(visit, { email, problems: { '': problem } }));
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

function renderLogin(visit: Visit, { email = '', problems = {}, sentence = '' }: Login): string {
  const { app, texts } = visit;
  const pad = findPad(visit);
  const query = pad === undefined ? {} : { mobile_flow_otp: pad };
  const title = texts.t('login.title', { organization: findRealm(app.db).name });
  return renderPage(texts, {
    title: titleOf(texts, title, problems),
    main: `${renderLanguages(texts, query)}
${renderRealmHeader(app, title, sentence)}
${renderProviders(app, texts, query)}
${renderPasswordForm(app, texts, { email, problems })}
${renderWayByPasskey(visit)}
<p class="way">${arePasswordsOpen(app) ? renderForgotLink(texts) : ''} ${renderWayIn(app, texts)}</p>
<p>${texts.html('login.onAPhone', { link: linkTo('/apps') })}</p>
<script>${script}</script>`,
  });
}

// If only owners may use passwords, the form does not invite others.
function renderPasswordForm(
  app: Site,
  texts: Texts,
  { email, problems }: { email: string; problems: Problems },
): string {
  const fields = [{ ...nameField(app, texts), value: email }, passwordField(texts)];
  const form = renderForm(texts, fields, texts.t('sidebar.logIn'), problems);
  if (arePasswordsOpen(app) || app.config.sso?.ldap) return form;
  const isOpen = hasProblems(problems) ? ' open' : '';
  const summary = `<summary>${escapeHtml(texts.t('login.ownersWithPassword'))}</summary>`;
  return `<details${isOpen}>${summary}\n${form}\n<p>${renderForgotLink(texts)}</p>\n</details>`;
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
const script = carryFragment + forgetDevice + passkeyScript;

function renderForgotLink(texts: Texts): string {
  return `<a href="/forgot">${escapeHtml(texts.t('login.forgot'))}</a>`;
}

function nameField({ config }: Site, texts: Texts): Field {
  const field = { name: 'email', autocomplete: 'username' };
  return config.sso?.ldap
    ? { ...field, label: texts.t('login.nameOrEMail'), type: 'text' }
    : { ...field, label: texts.t('settings.email'), type: 'email' };
}

function passwordField(texts: Texts): Field {
  return { name: 'password', label: texts.t('settings.password'), type: 'password', autocomplete: 'current-password' };
}

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

function renderLogout(app: Site, texts: Texts, user: User): string {
  const title = texts.t('dialogs.logOutQuestion');
  return renderPage(texts, {
    title,
    main: `${renderHeader(app, title, texts.t('login.loggedInAs', { name: user.full_name }))}
${renderForm(texts, [], texts.t('common.logOut'))}
<p class="way"><a href="/">${escapeHtml(texts.t('login.goBack'))}</a></p>
<script>${forgetWords(user)}</script>`,
  });
}
