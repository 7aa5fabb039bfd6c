import { renderSVG } from 'uqr';
import { doAddPasskey, doRemovePasskey, listPasskeys, type Passkey } from '../accounts/passkey.ts';
import { browserSessionOf } from '../accounts/password-question.ts';
import {
  createSalt,
  describeApp,
  doAddSecondFactor,
  doRemoveSecondFactor,
  doRequireSecondFactor,
  hasApp,
  hasSecondFactor,
  isSecondFactorRequired,
} from '../accounts/second-factor.ts';
import { isForOther } from '../accounts/session-cookie.ts';
import { findRelyingParty } from '../accounts/webauthn.ts';
import { escapeHtml } from '../ground/text.ts';
import { subjectOf } from '../users/sealed-key.ts';
import { isOwner, type User } from '../users/user.ts';
import { type Form, type FormPage, redirect, type Visit } from './form-page.ts';
import type { Reply } from './page-reply.ts';
import { askForNewPasskey, askForPasskey, readRegistrationOf } from './passkey.ts';
import {
  codeField,
  findProblem,
  findRefusal,
  findSealed,
  isOfSettings,
  nameField,
  type Problem,
  page,
  passwordFields,
  sealSetUp,
  sealStep,
} from './second-step-parts.ts';
import { findPad, letIn } from './session-start.ts';
import { renderStepForm } from './step-form.ts';
import { findViewer } from './viewer.ts';

/** Bytes that a QR code holds, of which apps read far fewer. Longer addresses of accounts leave the key in words. */
const mostInPicture = 2900;

/**
 * Logs a browser in whose user has given the right password: at once, or after a code of their app, or once they have
 * set up one where the organization requires it.
 */
export async function enter(visit: Visit, user: User, fragment?: string): Promise<Reply | undefined> {
  const { app } = visit;
  if (hasSecondFactor(app.db, user)) return askForCode(visit, user);
  if (isSecondFactorRequired(app.db)) return showSetUp(visit, user, createSalt(app), { fragment });
  return letIn(visit, user.id, fragment);
}

/** Takes what the forms of the second step send; undefined if it is none of them. */
export async function takeSecondStep(visit: Visit, form: Form): Promise<Reply | undefined> {
  if (form('step') !== '') return takeStep(visit, form);
  if (form('setup') !== '') return takeSetUp(visit, form);
  if (form('done') !== '') return redirect('/');
  return undefined;
}

/** The page where people set up the second step, and owners require it. */
export const secondStepPage: FormPage = {
  show: (visit) => show(visit),
  async submit(visit, form) {
    const user = findViewer(visit.app, visit.request);
    const session = browserSessionOf(visit.app, visit.request);
    if (!user || !session || isForOther(visit.request, session)) return redirect('/login');
    if (form('setup') !== '') return takeSetUp(visit, form);
    if (form('require') !== '') return require(visit, user, form('require') === 'yes');
    if (form('remove') !== '') return removePasskey(visit, user, form);
    return turnOff(visit, user, form);
  },
};

function show(visit: Visit, problem: Problem = {}): Reply {
  const { app, request, texts } = visit;
  const user = findViewer(app, request);
  if (!user || !browserSessionOf(app, request)) return redirect('/login');
  const wantsApp = request.url?.endsWith('?app') === true && !hasApp(app.db, user);
  if (!hasSecondFactor(app.db, user) || wantsApp) return showSetUp(visit, user, createSalt(app));
  return page(visit, {
    title: texts.t('secondStep.title'),
    sentence: texts.t('secondStep.isOn'),
    body: `${renderPasskeys(visit, user, problem)}
${hasApp(app.db, user) ? '' : `<p class="way"><a href="/second-step?app">${escapeHtml(texts.t('secondStep.addApp'))}</a></p>`}
${renderTurningOff(visit, user, problem)}
${isOwner(user) ? renderRequirement(visit) : ''}
<p class="way"><a href="/">${escapeHtml(texts.t('secondStep.goOn'))}</a></p>`,
    problem,
  });
}

function renderTurningOff(visit: Visit, user: User, problem: Problem): string {
  const { texts } = visit;
  const buttons = { code: texts.t('secondStep.turnOff'), passkey: texts.t('secondStep.turnOffByPasskey') };
  return `<h2>${escapeHtml(texts.t('secondStep.turnOff'))}</h2>${renderStep(visit, user, buttons, problem)}`;
}

function renderRequirement({ app, texts }: Visit): string {
  const isRequired = isSecondFactorRequired(app.db);
  return `<h2>${escapeHtml(texts.t('secondStep.everybody'))}</h2>
<form method="post" class="card"><p>${escapeHtml(texts.t(isRequired ? 'secondStep.isRequired' : 'secondStep.isNotRequired'))}</p>
<input type="hidden" name="require" value="${isRequired ? 'no' : 'yes'}">
<button>${escapeHtml(texts.t(isRequired ? 'secondStep.doNotRequire' : 'secondStep.require'))}</button></form>`;
}

/** The forms of the second step: for a code, and for a passkey where a user has one. HTML. */
function renderStep(
  visit: Visit,
  user: User,
  buttons: Record<'code' | 'passkey', string>,
  { code = '', off = '' }: Problem,
): string {
  const step = sealStep(visit, user);
  const hidden = { step };
  const passkey = askForPasskey(visit, user, step);
  const byCode = { hidden, fields: [codeField(visit, user)], button: buttons.code, problem: code };
  const byPasskey = { hidden, button: buttons.passkey, problem: off, passkey };
  return `${renderStepForm(visit, byCode)}${passkey ? renderStepForm(visit, byPasskey) : ''}`;
}

/** The passkeys of a user, and the form to add one. HTML; empty if the connection allows none. */
function renderPasskeys(visit: Visit, user: User, { passkey = '', remove = '' }: Problem, salt?: Buffer): string {
  const { app, texts } = visit;
  if (!findRelyingParty(app.config)) return '';
  const setup = sealSetUp(visit, user, salt ?? createSalt(app));
  const listed = listPasskeys(app.db, user);
  const canRemove = listed.length > 1 || hasApp(app.db, user);
  return `<h2>${escapeHtml(texts.t('secondStep.passkeys'))}</h2>
<p>${escapeHtml(texts.t('secondStep.passkeysHint'))}</p>
${remove === '' ? '' : `<p class="error" role="alert">${escapeHtml(remove)}</p>`}
${listed.map((one) => renderPasskey(visit, user, one, canRemove)).join('\n')}
${renderStepForm(visit, {
  hidden: { setup },
  fields: [...passwordFields(visit, user, 'new-passkey-password'), nameField(visit)],
  button: texts.t('secondStep.addPasskey'),
  problem: passkey,
  passkey: askForNewPasskey(visit, user, setup),
})}`;
}

function renderPasskey(
  visit: Visit,
  user: User,
  { id, name, created_at, used_at }: Passkey,
  canRemove: boolean,
): string {
  const { texts } = visit;
  const format = new Intl.DateTimeFormat(texts.language, { dateStyle: 'medium', timeZone: 'UTC' });
  const times = escapeHtml(
    texts.t('secondStep.passkeyTimes', {
      added: format.format(created_at * 1000),
      used: format.format(used_at * 1000),
    }),
  );
  const verb = texts.t('secondStep.removePasskey', { name });
  const form = renderStepForm(visit, {
    hidden: { remove: `${id}` },
    fields: passwordFields(visit, user, `remove-${id}`),
    button: verb,
  });
  const removal = canRemove ? `<details><summary>${escapeHtml(verb)}</summary>${form}</details>` : '';
  return `<div class="card passkey"><p dir="auto"><strong>${escapeHtml(name)}</strong><br><small>${times}</small></p>${removal}</div>`;
}

async function require(visit: Visit, user: User, isRequired: boolean): Promise<Reply> {
  const { app } = visit;
  // An owner without an app would lock themselves out first.
  if (!isOwner(user) || !hasSecondFactor(app.db, user)) return show(visit);
  const act = { actor_id: user.id, action: 'requireSecondStep', address: app.addresses.of(visit.request) };
  await app.writes.submit(() =>
    app.audit.record({ ...act, about: { required: isRequired }, isAdministrative: true }, () =>
      doRequireSecondFactor(app, isRequired),
    ),
  );
  return redirect('/second-step');
}

async function removePasskey(visit: Visit, user: User, form: Form): Promise<Reply> {
  const refusal = await findRefusal(visit, user, form('password'));
  if (refusal !== undefined) return { ...show(visit, { remove: refusal }), status: 422 };
  await visit.app.writes.submit(() => {
    // The last way through the second step is turned off, which takes a passkey or a code.
    const { db } = visit.app;
    if (listPasskeys(db, user).length > 1 || hasApp(db, user)) doRemovePasskey(visit.app, user, Number(form('remove')));
  });
  return redirect('/second-step');
}

async function turnOff(visit: Visit, user: User, form: Form): Promise<Reply> {
  const { app } = visit;
  const problem = await findProblem(visit, user, form);
  if (problem) return { ...show(visit, problem), status: 422 };
  await app.writes.submit(() => doRemoveSecondFactor(app, user));
  return redirect('/second-step');
}

async function takeStep(visit: Visit, form: Form): Promise<Reply> {
  const user = findSealed(visit, form('step'));
  if (!user) return startAgain(visit);
  const problem = await findProblem(visit, user, form);
  if (problem) return { ...askForCode(visit, user, problem), status: 422 };
  return (await letIn(visit, user.id)) ?? startAgain(visit);
}

async function takeSetUp(visit: Visit, form: Form): Promise<Reply> {
  const { app, texts } = visit;
  const user = findSealed(visit, form('setup'));
  const salt = Buffer.from(subjectOf(form('setup')).split('-')[1] ?? '', 'hex');
  if (!user || salt.length === 0 || !canSetUp(visit, user, form)) return startAgain(visit);
  const isPasskey = form('credential') !== '';
  const again = (words: string): Reply => {
    const problem = isPasskey ? { passkey: words } : { code: words };
    const isShown = isPasskey && hasSecondFactor(app.db, user);
    return { ...(isShown ? show(visit, problem) : showSetUp(visit, user, salt, { problem })), status: 422 };
  };
  const refusal = await findRefusal(visit, user, form('password'));
  if (refusal !== undefined) return again(refusal);
  const codes = await app.writes.submit(() =>
    canSetUp(visit, user, form) ? storeSetUp(visit, user, salt, form) : undefined,
  );
  if (!codes) return again(texts.t(isPasskey ? 'secondStep.passkeyFails' : 'secondStep.wrong'));
  return codes.length === 0 ? redirect('/second-step') : showCodes(visit, user, codes);
}

/** Whether a user may add an app or passkey: without one, or in the settings, each app in place of none. */
function canSetUp(visit: Visit, user: User, form: Form): boolean {
  const { db } = visit.app;
  if (!isOfSettings(visit)) return !hasSecondFactor(db, user);
  if (findViewer(visit.app, visit.request)?.id !== user.id) return false;
  return form('credential') !== '' || !hasApp(db, user);
}

function storeSetUp({ app, texts }: Visit, user: User, salt: Buffer, form: Form): string[] | undefined {
  if (form('credential') === '') return doAddSecondFactor(app, user, salt, form('code'));
  const registration = readRegistrationOf(form);
  const name = form('name').trim() || texts.t('secondStep.passkey');
  return registration && doAddPasskey(app, user, form('setup'), { ...registration, name });
}

async function showCodes(visit: Visit, user: User, codes: readonly string[]): Promise<Reply> {
  const { texts } = visit;
  const entered = isOfSettings(visit) ? undefined : await letIn(visit, user.id);
  const shown = page(visit, {
    title: texts.t('secondStep.recoveryTitle'),
    sentence: texts.t('secondStep.recoverySentence'),
    body: `<ul class="card codes">${codes.map((one) => `<li><code>${one}</code></li>`).join('')}</ul>
${renderGoOn(visit, entered)}`,
  });
  const cookie = entered?.headers?.['Set-Cookie'];
  return cookie === undefined ? shown : { ...shown, headers: { ...shown.headers, 'Set-Cookie': cookie } };
}

/** Leads on after a set-up, with a form that keeps the fragment of the address, or to the app of a phone. HTML. */
function renderGoOn(visit: Visit, entered: Reply | undefined): string {
  const words = escapeHtml(visit.texts.t('secondStep.goOn'));
  if (isOfSettings(visit)) return `<p class="way"><a href="/">${words}</a></p>`;
  if (findPad(visit) === undefined)
    return `<form method="post"><button name="done" value="yes">${words}</button></form>`;
  return `<p class="way"><a class="button" href="${escapeHtml(String(entered?.headers?.Location ?? '/login'))}">${words}</a></p>`;
}

function startAgain(visit: Visit): Reply {
  const pad = findPad(visit);
  return redirect(pad === undefined ? '/login' : `/login?mobile_flow_otp=${pad}`);
}

function askForCode(visit: Visit, user: User, problem: Problem = {}): Reply {
  const { app, texts } = visit;
  const buttons = { code: texts.t('sidebar.logIn'), passkey: texts.t('secondStep.usePasskey') };
  return page(visit, {
    title: texts.t('secondStep.codeTitle'),
    sentence: texts.t(hasApp(app.db, user) ? 'secondStep.codeSentence' : 'secondStep.passkeySentence'),
    body: renderStep(visit, user, buttons, problem),
    problem,
  });
}

interface SetUp {
  problem?: Problem;
  /** A place in the web client to open in the end, where the address of the page names none. */
  fragment?: string | undefined;
}

function showSetUp(visit: Visit, user: User, salt: Buffer, { problem = {}, fragment }: SetUp = {}): Reply {
  const { app, texts } = visit;
  const { url, key } = describeApp(app, user, salt);
  const name = escapeHtml(texts.t('secondStep.picture'));
  const picture =
    url.length > mostInPicture ? '' : `<div class="card" role="img" aria-label="${name}">${renderSVG(url)}</div>`;
  const form = renderStepForm(visit, {
    hidden: { setup: sealSetUp(visit, user, salt) },
    fields: [...passwordFields(visit, user, 'password'), codeField(visit, user, true)],
    button: texts.t('secondStep.turnOn'),
    problem: problem.code ?? '',
    fragment,
  });
  return page(visit, {
    title: texts.t('secondStep.title'),
    sentence: texts.t(isSecondFactorRequired(app.db) ? 'secondStep.setUpRequired' : 'secondStep.setUp'),
    body: `${picture}<p>${escapeHtml(texts.t('secondStep.key'))} <code>${key}</code></p>
${form}
${hasSecondFactor(app.db, user) ? '' : renderPasskeys(visit, user, problem, salt)}`,
    problem,
  });
}
