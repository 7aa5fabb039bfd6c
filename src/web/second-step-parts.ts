import { limitLogins } from '../accounts/login-limit.ts';
import { doUsePasskey } from '../accounts/passkey.ts';
import { ensurePassword, needsPassword, wrongPassword } from '../accounts/password-question.ts';
import { doUseCode, hasApp } from '../accounts/second-factor.ts';
import { isKind } from '../http/errors.ts';
import { accountState } from '../users/account-state.ts';
import { isKeyOf, type Sealed, sealKey, subjectOf } from '../users/sealed-key.ts';
import { findUser, type User } from '../users/user.ts';
import type { Field } from './field.ts';
import { titleOf } from './form.ts';
import type { Form, Visit } from './form-page.ts';
import { allowScript, renderPage } from './page.ts';
import type { Reply } from './page-reply.ts';
import { patience, readAssertionOf } from './passkey.ts';
import { passkeyScript } from './passkey-script.ts';
import { renderHeader } from './realm-header.ts';

/** What is wrong with a code or the answer of a passkey, which is then used up; undefined if it is right. */
export async function findProblem(visit: Visit, user: User, form: Form): Promise<Problem | undefined> {
  const { texts } = visit;
  if (form('credential') === '') {
    return (await checkCode(visit, user, form('code'))) ? undefined : { code: texts.t('secondStep.wrong') };
  }
  return (await checkPasskey(visit, user, form)) ? undefined : { off: texts.t('secondStep.passkeyFails') };
}

/** Whether a passkey answers the challenge of a step. Wrong answers count like wrong passwords. */
async function checkPasskey({ app, ...visit }: Visit, user: User, form: Form): Promise<boolean> {
  const challenge = form('step');
  const assertion = readAssertionOf(form);
  const attempt = { username: user.email, password: '', address: app.addresses.of(visit.request) };
  const isRight = async () => {
    if (!assertion || findSealed({ app, ...visit }, challenge)?.id !== user.id) return undefined;
    const id = await app.writes.submit(() => doUsePasskey(app, { challenge, patience, user }, assertion));
    return id === undefined ? undefined : true;
  };
  return (await limitLogins(app, attempt, isRight)) === true;
}

/** Whether a code is right, which is then used up. Wrong ones count like wrong passwords. */
async function checkCode({ app, request }: Visit, user: User, code: string): Promise<boolean> {
  const attempt = { username: user.email, password: code, address: app.addresses.of(request) };
  const isRight = async () => (await app.writes.submit(() => doUseCode(app, user, code))) || undefined;
  return (await limitLogins(app, attempt, isRight)) === true;
}

// Whoever sits in front of a browser could lock its user out with an app.
export async function findRefusal(visit: Visit, user: User, password: string): Promise<string | undefined> {
  const { app, request, texts } = visit;
  if (!asksPassword(visit, user)) return undefined;
  try {
    await ensurePassword({ app, user, request, address: app.addresses.of(request) }, password);
    return undefined;
  } catch (error) {
    if (isKind(error, wrongPassword)) return wrongPassword().messageIn(texts.language);
    throw error;
  }
}

/** Whether setting up an app takes the password too: in a browser that is logged in, unless it was just typed. */
function asksPassword(visit: Visit, user: User): boolean {
  return isOfSettings(visit) && needsPassword({ ...visit, user });
}

export function isOfSettings({ request: { url = '' } }: Visit): boolean {
  return (url.split('?')[0] ?? '').split('/').filter(Boolean).join('/') === 'second-step';
}

/** What is wrong with each form of a page. */
export interface Problem {
  code?: string;
  /** About turning off with a passkey, or logging in. */
  off?: string;
  /** About a new passkey. */
  passkey?: string;
  /** About a passkey to be removed. */
  remove?: string;
}

export function sealStep(visit: Visit, user: User): string {
  const subject = `${user.id}-${visit.app.random.bytes(16).toString('hex')}`;
  return sealKey(visit.app, sealOf(visit, user, subject), patience);
}

export function sealSetUp(visit: Visit, user: User, salt: Buffer): string {
  return sealKey(visit.app, sealOf(visit, user, `${user.id}-${salt.toString('hex')}`), patience);
}

export function findSealed(visit: Visit, key: string): User | undefined {
  const subject = subjectOf(key);
  const user = findUser(visit.app.db, Number(/^[1-9]\d{0,14}/.exec(subject)?.[0] ?? 0));
  return user?.is_active && isKeyOf(visit.app, sealOf(visit, user, subject), key) ? user : undefined;
}

// What a browser is shown that is logged in logs in no other one.
function sealOf(visit: Visit, user: User, subject: string): Sealed {
  const { app } = visit;
  return {
    purpose: isOfSettings(visit) ? 'second step of settings' : 'second step',
    subject,
    state: accountState(app, user),
  };
}

/** The field for a code of an app, which is there or set up, or else for a recovery code. */
export function codeField({ app, texts }: Visit, user: User, isSetUp = false): Field {
  const isOfApp = isSetUp || hasApp(app.db, user);
  return {
    name: 'code',
    label: texts.t(isOfApp ? 'secondStep.code' : 'secondStep.recoveryCode'),
    type: 'text',
    autocomplete: isOfApp ? 'one-time-code' : 'off',
    isFocused: isOfApp,
  };
}

export function nameField({ texts }: Visit): Field {
  return { name: 'name', label: texts.t('secondStep.passkeyName'), type: 'text', autocomplete: 'off' };
}

export function passwordFields(visit: Visit, user: User, id: string): Field[] {
  const label = visit.texts.t('settings.password');
  const field: Field = { name: 'password', id, label, type: 'password', autocomplete: 'current-password' };
  return asksPassword(visit, user) ? [field] : [];
}

interface Shown {
  title: string;
  sentence: string;
  /** HTML. */
  body: string;
  problem?: Problem;
}

export function page({ app, texts }: Visit, { title, sentence, body, problem = {} }: Shown): Reply {
  const found = Object.values(problem).find((one) => one !== '');
  const problems = found === undefined ? {} : { '': found };
  const main = `${renderHeader(app, title, sentence)}\n${body}\n<script>${passkeyScript}</script>`;
  const html = renderPage(texts, { title: titleOf(texts, title, problems), main });
  return { status: 200, html, headers: allowScript(passkeyScript) };
}
