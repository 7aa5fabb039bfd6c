import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import { hasSpectators } from '../conversations/spectators.ts';
import type { SubmitsWrites } from '../db/turn-queue.ts';
import type { Admission, Authentication, Trust } from '../http/dispatch.ts';
import {
  accountDeactivated,
  administratorRequired,
  basicAuthRequired,
  botRefused,
  guestRefused,
  invalidApiKey,
  invalidAuthorizationHeader,
  notLoggedIn,
  otherUser,
  outOfScope,
  ownerRequired,
  webhookRefused,
} from '../http/errors.ts';
import { type KnowsOrigins, type Source, sourceOf } from '../http/same-origin.ts';
import type { Language } from '../languages/list.ts';
import { findBotScope } from '../users/bot-scope.ts';
import { readersLanguage } from '../users/language.ts';
import {
  findUser,
  isAdministrator,
  isBot,
  isIncomingWebhook,
  isOwner,
  isPlaceholderOf,
  roles,
  type User,
} from '../users/user.ts';
import { findUserByKey, hmacOfWritten, isNoteDue, storeKeyUse } from './api-key.ts';
import { findSessionOf, isForOther } from './session-cookie.ts';

interface Login {
  email_key: string;
  /** In hexadecimal: a cached text is found faster than bytes. */
  key_hmac: string;
  /** The last recorded use of the key, in UNIX seconds. */
  noted_at: number;
}

/** The sources of requests that may use the session cookie, so that other sites cannot act for their visitors. */
const trustedSources: Record<Trust, readonly Source[]> = {
  'key only': [],
  'own pages': ['own page'],
  'own pages or typed': ['own page', 'address bar', undefined],
  anywhere: ['own page', 'address bar', 'elsewhere', undefined],
};

const maxLogins = 10_000;
const maxKeptHeader = 1000;

/** Authenticates by address and API key (HTTP basic authentication), or else by the session cookie. */
export class UserAuthentication implements Authentication<User> {
  #context: Context & SubmitsWrites & KnowsOrigins;
  // Cached by header: every request repeats it, and parsing it takes longer than looking up the user.
  #logins = new Map<string, Login>();

  constructor(context: Context & SubmitsWrites & KnowsOrigins) {
    this.#context = context;
  }

  authenticate(request: IncomingMessage, trust: Trust): User {
    const { authorization } = request.headers;
    const user = authorization === undefined ? this.#findBySession(request, trust) : this.#findByKey(authorization);
    if (!user.is_active) throw accountDeactivated();
    return user;
  }

  ensureAccess(user: User, endpoint: Admission): void {
    this.#ensureInScope(user, endpoint);
    const { access, onlyPeople, openToWebhooks } = endpoint;
    if (isIncomingWebhook(user) && !openToWebhooks) throw webhookRefused();
    if (access === 'administrator' && !isAdministrator(user)) throw administratorRequired();
    if (access === 'owner' && !isOwner(user)) throw ownerRequired();
    if (access === 'member' && user.role === roles.guest) throw guestRefused();
    if (onlyPeople && isBot(user)) throw botRefused();
  }

  hasSpectators(): boolean {
    return hasSpectators(this.#context.db);
  }

  languageOf(user: User | undefined, request: IncomingMessage): Language {
    return readersLanguage(this.#context.db, user, request);
  }

  #ensureInScope(user: User, { scoped }: Admission): void {
    const scope = findBotScope(this.#context.db, user);
    if (!scope) return;
    if (scoped === undefined || (scoped === 'writes' && scope.writing === 'nowhere')) throw outOfScope();
  }

  #findByKey(header: string): User {
    const login = this.#readLogin(header);
    const user = findUserByKey(this.#context.db, login.key_hmac);
    // Address and key are compared together, so that neither can be guessed alone.
    if (!user || !this.#hasAddress(user, login.email_key)) throw invalidApiKey();
    this.#noteUse(login);
    return user;
  }

  #hasAddress(user: User, address: string): boolean {
    return user.email_key === address || isPlaceholderOf(this.#context, user, address);
  }

  #findBySession(request: IncomingMessage, trust: Trust): User {
    const session = findSessionOf(this.#context, request);
    const isTrusted = trustedSources[trust].includes(sourceOf(this.#context, request));
    const user = session && isTrusted ? findUser(this.#context.db, session.user_id) : undefined;
    if (!session || !user) throw notLoggedIn();
    if (isForOther(request, session)) throw otherUser();
    return user;
  }

  // Written outside the request, which may only read; this happens once a day.
  #noteUse(login: Login): void {
    const { clock, log, writes } = this.#context;
    if (!isNoteDue(login.noted_at, clock.now())) return;
    login.noted_at = clock.now();
    writes
      .submit(() => storeKeyUse(this.#context, login.key_hmac))
      .catch((error) => log.warn('the use of an API key was not recorded', { error }));
  }

  #readLogin(header: string): Login {
    const known = this.#logins.get(header);
    if (known) return known;
    const login = parseLogin(this.#context, header);
    if (this.#logins.size >= maxLogins) this.#logins.clear();
    if (header.length <= maxKeptHeader) this.#logins.set(header, login);
    return login;
  }
}

function parseLogin(context: Context, header: string): Login {
  const { email, key } = parseBasic(header);
  return { email_key: email.toLowerCase(), key_hmac: hmacOfWritten(context, key), noted_at: 0 };
}

function parseBasic(header: string): { email: string; key: string } {
  const [scheme = '', encoded = '', ...rest] = header.trim().split(/\s+/);
  if (rest.length > 0) throw invalidAuthorizationHeader();
  if (scheme.toLowerCase() !== 'basic') throw basicAuthRequired();
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) throw invalidAuthorizationHeader();
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.lastIndexOf(':');
  if (colon < 0) throw invalidAuthorizationHeader();
  return { email: credentials.slice(0, colon), key: credentials.slice(colon + 1) };
}
