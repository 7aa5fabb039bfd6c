import { findUserByKey, hmacOfWritten } from '../accounts/api-key.ts';
import type { App } from '../app.ts';
import { isAdministrator, isIncomingWebhook, isOwner, roles, type User } from '../users/user.ts';
import type { Endpoint } from './endpoint.ts';
import {
  accountDeactivated,
  administratorRequired,
  basicAuthRequired,
  guestRefused,
  invalidApiKey,
  invalidAuthorizationHeader,
  notLoggedIn,
  ownerRequired,
  webhookRefused,
} from './errors.ts';

/** The user whose address and API key the Authorization header carries. Throws the 401 errors. */
export function authenticate(app: App, header: string | undefined): User {
  if (header === undefined) throw notLoggedIn();
  const { email_key, key_hmac } = readLogin(app, header);
  const user = findUserByKey(app.db, key_hmac);
  // Address and key are compared together, so that neither can be guessed alone.
  if (user?.email_key !== email_key) throw invalidApiKey();
  if (!user.is_active) throw accountDeactivated();
  return user;
}

/** Throws unless an endpoint is for users of this kind and role. */
export function ensureAccess(
  user: User,
  { access, openToWebhooks }: Pick<Endpoint, 'access' | 'openToWebhooks'>,
): void {
  if (isIncomingWebhook(user) && !openToWebhooks) throw webhookRefused();
  if (access === 'administrator' && !isAdministrator(user)) throw administratorRequired();
  if (access === 'owner' && !isOwner(user)) throw ownerRequired();
  if (access === 'member' && user.role === roles.guest) throw guestRefused();
}

interface Login {
  email_key: string;
  key_hmac: Buffer;
}

const maxLogins = 10_000;
const maxKeptHeader = 1000;
const logins = new WeakMap<App, Map<string, Login>>();

// The same headers come with every request, and to read them takes longer than to look up the user.
function readLogin(app: App, header: string): Login {
  const known = logins.get(app) ?? new Map<string, Login>();
  logins.set(app, known);
  let login = known.get(header);
  if (!login) {
    if (known.size >= maxLogins) known.clear();
    login = parseLogin(app, header);
    if (header.length <= maxKeptHeader) known.set(header, login);
  }
  return login;
}

function parseLogin(app: App, header: string): Login {
  const { email, key } = parseBasic(header);
  return { email_key: email.toLowerCase(), key_hmac: hmacOfWritten(app, key) };
}

function parseBasic(header: string): { email: string; key: string } {
  const [scheme, encoded, ...rest] = header.trim().split(/\s+/);
  if (scheme?.toLowerCase() !== 'basic') throw basicAuthRequired();
  if (encoded === undefined || rest.length > 0 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) {
    throw invalidAuthorizationHeader();
  }
  const credentials = Buffer.from(encoded, 'base64').toString();
  const colon = credentials.lastIndexOf(':');
  if (colon < 0) throw invalidAuthorizationHeader();
  return { email: credentials.slice(0, colon), key: credentials.slice(colon + 1) };
}
