import type { IncomingMessage, ServerResponse } from 'node:http';
import { emailInvalid } from '../accounts/email.ts';
import {
  checkFullName,
  ensureNameUnique,
  nameCharacters,
  nameEmpty,
  nameFormat,
  nameNotUnique,
  nameTooLong,
} from '../accounts/full-name.ts';
import { emailInUse } from '../accounts/new-user.ts';
import {
  ensurePasswordAcceptable,
  hashPassword,
  passwordLimits,
  passwordTooLong,
  passwordTooWeak,
} from '../accounts/password.ts';
import type { AttemptLimit } from '../http/attempts.ts';
import { readBody } from '../http/body.ts';
import { countedAddress } from '../http/client-address.ts';
import { ApiError, type ErrorKind } from '../http/errors.ts';
import { asApiError } from '../http/failure.ts';
import { isSameOrigin } from '../http/same-origin.ts';
import {
  checkNewEmail,
  doAskToConfirm,
  doSignUp,
  type Entry,
  entryClosed,
  findEntry,
  isOpenToAll,
  needsConfirmation,
} from '../invites/sign-up.ts';
import { emailDisposable, emailNotAllowed, emailWithPlus } from '../organization/email-policy.ts';
import { cookieFor, findNewcomer } from './newcomer-cookie.ts';
import { type Reply, sendReply } from './reply.ts';
import {
  checkMailPath,
  type Problems,
  registerPath,
  renderCheckMail,
  renderClosed,
  renderInvitationNeeded,
  renderMessage,
  renderSignUp,
  renderWelcome,
  type Typed,
  welcomePath,
} from './sign-up-page.ts';
import type { Site } from './site.ts';

/** Whether a path, in parts, is that of a page on the way to an account. */
export function isSignUpPath([first, second, ...more]: readonly string[]): boolean {
  if (first === 'join') return second !== undefined && more.length === 0;
  return second === undefined && [welcomePath, checkMailPath, registerPath].includes(`/${first}/`);
}

/** Answers a request for such a page: GET shows it, POST is what its form sends. */
export async function answerSignUp(
  app: Site,
  segments: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    sendReply(response, await reply(app, segments, request, response));
  } catch (error) {
    if (response.headersSent || response.destroyed) return;
    sendReply(response, failure(app, error, request));
  }
}

async function reply(
  app: Site,
  [first, key]: readonly string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply> {
  const isForm = first === 'join' || first === 'register';
  if (request.method === 'POST' && isForm) return submit(app, key, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuseMethod(isForm);
  if (isForm) return show(app, key);
  const email = findNewcomer(request);
  return { status: 200, html: first === 'welcome' ? renderWelcome(app, email) : renderCheckMail(email) };
}

function show(app: Site, key: string | undefined): Reply {
  const entry = findEntry(app, key);
  if (!entry) return closed(app, key);
  return { status: 200, html: renderSignUp(app, entry, nothing, {}) };
}

const nothing: Typed = { full_name: '', email: '' };

// Who comes with an invitation that is over gets in all the same where none is needed.
function closed(app: Site, key: string | undefined): Reply {
  if (key === undefined) return { status: 403, html: renderInvitationNeeded() };
  return isOpenToAll(app) ? redirect(registerPath) : { status: 404, html: renderClosed() };
}

async function submit(
  app: Site,
  key: string | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Reply> {
  if (!isSameOrigin(request, app.config.public_url)) return foreign;
  const visits = app.attempts.of(visitLimit);
  const visitor = countedAddress(app.addresses.of(request));
  const seconds = visits.wait(visitor);
  if (seconds > 0) return tooMany(seconds);
  visits.count(visitor);
  const form = await readForm(request, response);
  const entry = findEntry(app, key);
  if (!entry) return closed(app, key);
  try {
    return await (needsConfirmation(app, entry) ? askToConfirm(app, key, form) : signUp(app, key, entry, form));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.kind === entryClosed ? closed(app, key) : again(app, entry, form, problemOf(error));
  }
}

async function askToConfirm(app: Site, key: string | undefined, { email }: Form): Promise<Reply> {
  const address = checkNewEmail(app, email);
  const mails = app.attempts.of(mailLimit);
  const seconds = mails.wait(address.toLowerCase());
  if (seconds > 0) return tooMany(seconds);
  mails.count(address.toLowerCase());
  await app.writes.submit(() => doAskToConfirm(app, key, address));
  return redirect(checkMailPath, cookieFor(app, address));
}

async function signUp(app: Site, key: string | undefined, entry: Entry, form: Form): Promise<Reply> {
  const problems = findProblems(app, entry, form);
  if (Object.keys(problems).length > 0) return again(app, entry, form, problems);
  const password_hash = await hashPassword(app, form.password);
  const { full_name, email } = form;
  const user = await app.writes.submit(() => doSignUp(app, key, { full_name, email, password_hash }));
  return redirect(welcomePath, cookieFor(app, user.email));
}

function findProblems(app: Site, entry: Entry, { full_name, email, password }: Form): Problems {
  return {
    ...problemWith(() => ensureNameUnique(app.db, checkFullName(full_name))),
    ...(entry.email === undefined ? problemWith(() => checkNewEmail(app, email)) : {}),
    ...problemWith(() => ensurePasswordAcceptable(password)),
  };
}

function problemWith(check: () => void): Problems {
  try {
    check();
    return {};
  } catch (error) {
    if (error instanceof ApiError) return problemOf(error);
    throw error;
  }
}

/** What is said, and beside which field, when something cannot be taken. */
const sentences: readonly [kind: ErrorKind<never>, field: keyof Problems, sentence: string][] = [
  [nameEmpty, 'full_name', 'Please type your name.'],
  [nameTooLong, 'full_name', 'This name is too long.'],
  [nameCharacters, 'full_name', 'A name cannot have these characters: * ` \\ > < " @'],
  [nameFormat, 'full_name', 'A name cannot end with a number after a vertical line.'],
  [nameNotUnique, 'full_name', 'Somebody has this name already, and here everyone has a name of their own.'],
  [emailNotAllowed, 'email', 'Addresses of this domain cannot join this organization.'],
  [emailDisposable, 'email', 'Please take an address that stays yours: those of throw-away services cannot join.'],
  [emailWithPlus, 'email', 'Addresses with a plus sign cannot join this organization.'],
  [emailInvalid, 'email', 'This does not look like an e-mail address.'],
  [emailInUse, 'email', 'This address has an account already: log in with it.'],
  [passwordTooWeak, 'password', `The password must have at least ${passwordLimits.min} characters.`],
  [passwordTooLong, 'password', `The password can have at most ${passwordLimits.max} characters.`],
];

function problemOf(error: ApiError): Problems {
  const [, field, sentence] = sentences.find(([kind]) => kind === error.kind) ?? [error.kind, '', error.message];
  return { [field]: sentence };
}

function again(app: Site, entry: Entry, typed: Typed, problems: Problems): Reply {
  return { status: 422, html: renderSignUp(app, entry, typed, problems) };
}

interface Form extends Typed {
  password: string;
}

async function readForm(request: IncomingMessage, response: ServerResponse): Promise<Form> {
  const { fields } = await readBody(request, response, 'anyone');
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { full_name: text('full_name'), email: text('email'), password: text('password') };
}

/** Forms sent, by the address they come from. */
const visitLimit: AttemptLimit = { max: 60, windowSeconds: 600 };

/** Mails sent, by the address they go to. */
const mailLimit: AttemptLimit = { max: 3, windowSeconds: 3600 };

const foreign: Reply = {
  status: 403,
  html: renderMessage(
    'This form comes from another site',
    'Please open your invitation again and fill in the form there.',
  ),
};

function tooMany(seconds: number): Reply {
  return {
    status: 429,
    html: renderMessage('That was often', 'Please wait some minutes and try again.'),
    headers: { 'Retry-After': String(Math.ceil(seconds)) },
  };
}

function refuseMethod(isForm: boolean): Reply {
  return {
    status: 405,
    html: renderMessage('This cannot be done', 'This page can be looked at, and nothing else.'),
    headers: { Allow: isForm ? 'GET, HEAD, POST' : 'GET, HEAD' },
  };
}

function failure(app: Site, error: unknown, request: IncomingMessage): Reply {
  const { kind, message } = asApiError(app, error, request, 'signing up failed');
  const title = error instanceof ApiError ? 'This form cannot be read' : 'That did not work';
  return { status: kind.status, html: renderMessage(title, message) };
}

function redirect(Location: string, headers: Record<string, string> = {}): Reply {
  return { status: 303, html: '', headers: { Location, ...headers } };
}
