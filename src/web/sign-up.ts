import type { IncomingMessage } from 'node:http';
import { checkFullName, ensureNameUnique } from '../accounts/full-name.ts';
import { ensurePasswordAcceptable, hashPassword } from '../accounts/password.ts';
import type { Context } from '../context.ts';
import type { Texts } from '../ground/texts.ts';
import { browserLanguage } from '../http/accepted-languages.ts';
import type { AttemptLimit } from '../http/attempts.ts';
import { readCookie } from '../http/cookie.ts';
import { ApiError } from '../http/errors.ts';
import {
  checkJoiningEmail,
  checkTypedEmail,
  doAskToConfirm,
  doSignUp,
  type Entry,
  entryClosed,
  findEntry,
  isOpenToAll,
  needsConfirmation,
} from '../invites/sign-up.ts';
import { arePasswordsOpen } from '../users/password-permission.ts';
import { getUser } from '../users/user.ts';
import { type Form, type FormPage, redirect, tooMany, type Visit } from './form-page.ts';
import type { Reply } from './page-reply.ts';
import { newPasswordReply } from './password-field.ts';
import { hasProblems, type Problems, problemOf, problemWith } from './problems.ts';
import { enter } from './second-step.ts';
import {
  checkMailPath,
  registerPath,
  renderCheckMail,
  renderClosed,
  renderInvitationNeeded,
  renderSignUp,
  type Typed,
  type Way,
} from './sign-up-page.ts';
import type { Site } from './site.ts';

/** The page to create an account: with the key of a link, or without one if anyone may sign up. */
export const signUpPage: FormPage = {
  show({ app, key, texts }) {
    const entry = findEntry(app, key);
    if (!entry) return closed(app, key, texts);
    return newPasswordReply(200, renderSignUp(app, { entry, key, texts }, { full_name: '', email: '' }, {}));
  },
  async submit(visit, form) {
    const { app, key, texts } = visit;
    const entry = findEntry(app, key);
    if (!entry || !arePasswordsOpen(app)) return closed(app, key, texts);
    try {
      return await (needsConfirmation(app, entry) ? askToConfirm(visit, form) : signUp(visit, entry, form));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === entryClosed) return closed(app, key, texts);
      return again(app, { entry, key, texts }, form, problemOf(texts, error));
    }
  },
};

/** The page after a mail was sent to confirm an address. */
export const checkMailPage: FormPage = {
  show: ({ request, texts }) => ({ status: 200, html: renderCheckMail(texts, findNewcomer(request)) }),
};

// Visitors with an expired invitation can still sign up if none is required.
function closed(app: Site, key: string | undefined, texts: Texts): Reply {
  if (key === undefined) return { status: 403, html: renderInvitationNeeded(texts) };
  return isOpenToAll(app) ? redirect(registerPath) : { status: 404, html: renderClosed(texts) };
}

async function askToConfirm({ app, key, texts }: Visit, form: Form): Promise<Reply> {
  const address = checkJoiningEmail(app, form('email'));
  const mails = app.attempts.of(mailLimit);
  const seconds = mails.wait(address.toLowerCase());
  if (seconds > 0) return tooMany(texts, seconds);
  mails.count(address.toLowerCase());
  await app.writes.submit(() => doAskToConfirm(app, key, address, texts));
  return redirect(checkMailPath, cookieFor(app, address));
}

/** Mails sent, by recipient. */
const mailLimit: AttemptLimit = { max: 3, windowSeconds: 3600 };

async function signUp(visit: Visit, entry: Entry, form: Form): Promise<Reply> {
  const { app, key, texts } = visit;
  const problems = findProblems(visit, entry, form);
  if (hasProblems(problems)) return again(app, { entry, key, texts }, form, problems);
  const password_hash = await hashPassword(app, form('password'));
  const language = browserLanguage(visit.request);
  const act = {
    actor_id: null,
    action: 'sign_up',
    address: app.addresses.of(visit.request),
    about: { invitation_id: entry.invitation?.id, inviter_id: entry.inviter?.id },
    isAdministrative: true,
  };
  const { id } = await app.writes.submit(() =>
    app.audit.record(act, () => doSignUp(app, key, { ...typedIn(form), password_hash, language })),
  );
  return (await enter(visit, getUser(app.db, id), 'welcome')) ?? redirect('/login');
}

function findProblems({ app, texts }: Visit, entry: Entry, form: Form): Problems {
  return {
    ...problemWith(texts, () => ensureNameUnique(app.db, checkFullName(form('full_name')))),
    ...(entry.email === undefined ? problemWith(texts, () => checkTypedEmail(app, form('email'))) : {}),
    ...problemWith(texts, () => ensurePasswordAcceptable(form('password'))),
  };
}

function again(app: Site, way: Way, form: Form, problems: Problems): Reply {
  return newPasswordReply(422, renderSignUp(app, way, typedIn(form), problems));
}

function typedIn(form: Form): Typed {
  return { full_name: form('full_name'), email: form('email') };
}

/** Headers that pass a newcomer's email address to the next page without putting it into the URL. */
function cookieFor({ config }: Context, email: string): Record<string, string> {
  const secure = config.public_url.startsWith('https:') ? '; Secure' : '';
  const value = encodeURIComponent(email);
  return { 'Set-Cookie': `newcomer=${value}; Path=/; Max-Age=3600; HttpOnly; SameSite=Strict${secure}` };
}

/** The address from cookieFor(); undefined without one. */
function findNewcomer(request: IncomingMessage): string | undefined {
  const value = readCookie(request, 'newcomer');
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
