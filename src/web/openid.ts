import { createApiKey } from '../accounts/api-key.ts';
import type { OpenIdProvider } from '../ground/config.ts';
import type { AttemptLimit } from '../http/attempts.ts';
import { countedAddress } from '../http/client-address.ts';
import { ApiError } from '../http/errors.ts';
import { doArrive } from '../sso/arrival.ts';
import { listProviders, returnPath } from '../sso/methods.ts';
import { isMobileOtp, mobileUrl } from '../sso/mobile-flow.ts';
import { beginLogin, findPending, noPendingCookie, type PendingLogin, pendingCookie } from '../sso/pending-login.ts';
import type { User } from '../users/user.ts';
import { type FormPage, redirect, tooMany, type Visit } from './form-page.ts';
import { logIn } from './log-in.ts';
import { renderMessage } from './message.ts';
import type { Reply } from './page-reply.ts';
import type { Site } from './site.ts';

/** The start of a login at a provider: in a browser, or by a phone, which sends its one-time pad. */
export const openIdPage: FormPage = {
  show: (visit) => attempt(visit, begin),
};

/** The page to which providers return users. */
export const openIdReturnPage: FormPage = {
  show: (visit) => attempt(visit, finish),
};

/** Returns from providers, by client address: each causes requests to another server. */
const loginLimit: AttemptLimit = { max: 60, windowSeconds: 600 };

type Step = (visit: Visit, provider: OpenIdProvider) => Promise<Reply>;

async function attempt(visit: Visit, step: Step): Promise<Reply> {
  const { app, key } = visit;
  const provider = listProviders(app).find(({ name }) => name === key);
  if (!provider) return unknown;
  try {
    return await step(visit, provider);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const status = error.kind.status === 400 ? 403 : error.kind.status;
    return { status, html: renderMessage('You are not logged in', error.message) };
  }
}

async function begin({ app, request }: Visit, provider: OpenIdProvider): Promise<Reply> {
  const { searchParams } = addressOf(app, request.url);
  const mobile_flow_otp = searchParams.get('mobile_flow_otp') ?? undefined;
  const invitation_key = searchParams.get('invitation')?.slice(0, 100);
  const fragment = searchParams.get('fragment') ?? '';
  if (mobile_flow_otp !== undefined && !isMobileOtp(mobile_flow_otp)) return invalidOtp;
  const pending = beginLogin(app, provider, {
    ...(mobile_flow_otp === undefined ? {} : { mobile_flow_otp }),
    ...(invitation_key === undefined ? {} : { invitation_key }),
    ...(isFragment.test(fragment) ? { fragment } : {}),
  });
  const address = await app.openId.begin(provider, app.config.public_url + returnPath(provider), pending);
  return redirect(address, { 'Set-Cookie': pendingCookie(app, pending) });
}

/** Characters of a browser's fragment, as many as fit into the login's cookie. */
const isFragment = /^[\x21-\x7e]{1,1000}$/;

async function finish(visit: Visit, provider: OpenIdProvider): Promise<Reply> {
  const { app, request } = visit;
  const pending = findPending(app, request, provider.name);
  if (!pending) return notBegun;
  const address = app.addresses.of(request);
  const attempts = app.attempts.of(loginLimit);
  const seconds = attempts.wait(countedAddress(address));
  if (seconds > 0) return tooMany(seconds);
  attempts.count(countedAddress(address));
  const identity = await app.openId.finish(provider, addressOf(app, request.url), pending);
  const { invitation_key } = pending;
  const arrival = { identity, trust: provider, address, invitation_key };
  const user = await app.writes.submit(() => doArrive(app, arrival));
  return enter(visit, user, pending);
}

async function enter(visit: Visit, user: User, { mobile_flow_otp, fragment }: PendingLogin): Promise<Reply> {
  const { app } = visit;
  if (mobile_flow_otp === undefined) {
    return withoutPending(app, (await logIn(visit, user.id, fragment)) ?? redirect('/login'));
  }
  const api_key = await app.writes.submit(() => createApiKey(app, user));
  return withoutPending(app, redirect(mobileUrl(app, user, api_key, mobile_flow_otp)));
}

function withoutPending(app: Site, reply: Reply): Reply {
  const cookies = [reply.headers?.['Set-Cookie'] ?? [], noPendingCookie(app)].flat();
  return { ...reply, headers: { ...reply.headers, 'Set-Cookie': cookies } };
}

function addressOf({ config }: Site, path = '/'): URL {
  return new URL(path, config.public_url);
}

const unknown: Reply = {
  status: 404,
  html: renderMessage(
    'This login method does not exist here',
    'The address may be mistyped, or the login method was removed.',
  ),
};

const invalidOtp: Reply = {
  status: 400,
  html: renderMessage('This app cannot log in', 'It did not send the key that it needs. Please update the app.'),
};

const notBegun: Reply = {
  status: 403,
  html: renderMessage('Please start again', 'This login was started in another browser, or more than ten minutes ago.'),
};
