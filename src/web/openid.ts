import type { OpenIdProvider } from '../ground/config.ts';
import type { Texts } from '../ground/texts.ts';
import type { AttemptLimit } from '../http/attempts.ts';
import { countedAddress } from '../http/client-address.ts';
import { ApiError } from '../http/errors.ts';
import { doArrive } from '../sso/arrival.ts';
import { listProviders, returnPath } from '../sso/methods.ts';
import { isMobileOtp } from '../sso/mobile-flow.ts';
import { beginLogin, findPending, noPendingCookie, type PendingLogin, pendingCookie } from '../sso/pending-login.ts';
import type { User } from '../users/user.ts';
import { type FormPage, redirect, tooMany, type Visit } from './form-page.ts';
import { renderMessage } from './message.ts';
import type { Reply } from './page-reply.ts';
import { logIn, openApp } from './session-start.ts';
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
  const { app, key, texts } = visit;
  const provider = listProviders(app).find(({ name }) => name === key);
  if (!provider) return unknown(texts);
  try {
    return await step(visit, provider);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const status = error.kind.status === 400 ? 403 : error.kind.status;
    return { status, html: renderMessage(texts, texts.t('login.refused'), error.messageIn(texts.language)) };
  }
}

async function begin({ app, request, texts }: Visit, provider: OpenIdProvider): Promise<Reply> {
  const { searchParams } = addressOf(app, request.url);
  const mobile_flow_otp = searchParams.get('mobile_flow_otp') ?? undefined;
  const invitation_key = searchParams.get('invitation')?.slice(0, 100);
  const fragment = searchParams.get('fragment') ?? '';
  if (mobile_flow_otp !== undefined && !isMobileOtp(mobile_flow_otp)) return invalidOtp(texts);
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
  const { app, request, texts } = visit;
  const pending = findPending(app, request, provider.name);
  if (!pending) return notBegun(texts);
  const address = app.addresses.of(request);
  const attempts = app.attempts.of(loginLimit);
  const seconds = attempts.wait(countedAddress(address));
  if (seconds > 0) return tooMany(texts, seconds);
  attempts.count(countedAddress(address));
  const identity = await app.openId.finish(provider, addressOf(app, request.url), pending);
  const { invitation_key } = pending;
  const arrival = { identity, trust: provider, address, invitation_key };
  const user = await app.writes.submit(() => doArrive(app, arrival));
  return enter(visit, user, pending);
}

async function enter(visit: Visit, user: User, { mobile_flow_otp, fragment }: PendingLogin): Promise<Reply> {
  const { app } = visit;
  const entered =
    mobile_flow_otp === undefined
      ? await logIn(visit, user.id, fragment)
      : await openApp(visit, user.id, mobile_flow_otp);
  return withoutPending(app, entered ?? redirect('/login'));
}

function withoutPending(app: Site, reply: Reply): Reply {
  const cookies = [reply.headers?.['Set-Cookie'] ?? [], noPendingCookie(app)].flat();
  return { ...reply, headers: { ...reply.headers, 'Set-Cookie': cookies } };
}

function addressOf({ config }: Site, path = '/'): URL {
  return new URL(path, config.public_url);
}

function unknown(texts: Texts): Reply {
  const html = renderMessage(texts, texts.t('login.methodMissing'), texts.t('login.methodMissingHint'));
  return { status: 404, html };
}

function invalidOtp(texts: Texts): Reply {
  return { status: 400, html: renderMessage(texts, texts.t('login.appFails'), texts.t('login.appFailsHint')) };
}

function notBegun(texts: Texts): Reply {
  return { status: 403, html: renderMessage(texts, texts.t('login.startAgain'), texts.t('login.startAgainHint')) };
}
