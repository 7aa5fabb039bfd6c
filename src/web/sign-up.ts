import type { IncomingMessage } from 'node:http';
import { checkFullName, ensureNameUnique } from '../accounts/full-name.ts';
import { ensurePasswordAcceptable, hashPassword } from '../accounts/password.ts';
import type { Context } from '../context.ts';
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
import { type Form, type FormPage, redirect, tooMany, type Visit } from './form-page.ts';
import { logIn } from './log-in.ts';
import type { Reply } from './page-reply.ts';
import { hasProblems, type Problems, problemOf, problemWith } from './problems.ts';
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
  show({ app, key }) {
    const entry = findEntry(app, key);
    if (!entry) return closed(app, key);
    return { status: 200, html: renderSignUp(app, { entry, key }, { full_name: '', email: '' }, {}) };
  },
  async submit(visit, form) {
    const { app, key } = visit;
    const entry = findEntry(app, key);
    if (!entry || !arePasswordsOpen(app)) return closed(app, key);
    try {
      return await (needsConfirmation(app, entry) ? askToConfirm(visit, form) : signUp(visit, entry, form));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.kind === entryClosed ? closed(app, key) : again(app, { entry, key }, form, problemOf(error));
    }
  },
};

/** The page after a mail was sent to confirm an address. */
export const checkMailPage: FormPage = {
  show: ({ request }) => ({ status: 200, html: renderCheckMail(findNewcomer(request)) }),
};

// Visitors with an expired invitation can still sign up if none is required.
function closed(app: Site, key: string | undefined): Reply {
  if (key === undefined) return { status: 403, html: renderInvitationNeeded() };
  return isOpenToAll(app) ? redirect(registerPath) : { status: 404, html: renderClosed() };
}

async function askToConfirm({ app, key }: Visit, form: Form): Promise<Reply> {
  const address = checkJoiningEmail(app, form('email'));
  const mails = app.attempts.of(mailLimit);
  const seconds = mails.wait(address.toLowerCase());
  if (seconds > 0) return tooMany(seconds);
  mails.count(address.toLowerCase());
  await app.writes.submit(() => doAskToConfirm(app, key, address));
  return redirect(checkMailPath, cookieFor(app, address));
}

/** Mails sent, by recipient. */
const mailLimit: AttemptLimit = { max: 3, windowSeconds: 3600 };

async function signUp(visit: Visit, entry: Entry, form: Form): Promise<Reply> {
  const { app, key } = visit;
  const problems = findProblems(app, entry, form);
  if (hasProblems(problems)) return again(app, { entry, key }, form, problems);
  const password_hash = await hashPassword(app, form('password'));
  const act = {
    actor_id: null,
    action: 'sign_up',
    address: app.addresses.of(visit.request),
    about: { invitation_id: entry.invitation?.id, inviter_id: entry.inviter?.id },
    isAdministrative: true,
  };
  const { id } = await app.writes.submit(() =>
    app.audit.record(act, () => doSignUp(app, key, { ...typedIn(form), password_hash })),
  );
  return (await logIn(visit, id)) ?? redirect('/login');
}

function findProblems(app: Site, entry: Entry, form: Form): Problems {
  return {
    ...problemWith(() => ensureNameUnique(app.db, checkFullName(form('full_name')))),
    ...(entry.email === undefined ? problemWith(() => checkTypedEmail(app, form('email'))) : {}),
    ...problemWith(() => ensurePasswordAcceptable(form('password'))),
  };
}

function again(app: Site, way: Way, form: Form, problems: Problems): Reply {
  return { status: 422, html: renderSignUp(app, way, typedIn(form), problems) };
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
