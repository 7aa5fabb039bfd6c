import { limitLogins } from '../accounts/login-limit.ts';
import { doUsePasskey, handleOf, hasPasskeys, listPasskeys } from '../accounts/passkey.ts';
import { hasPassword } from '../accounts/password.ts';
import { type Assertion, findRelyingParty, type Registration } from '../accounts/webauthn.ts';
import { findRealm } from '../realm/realm.ts';
import { canUsePassword } from '../users/password-permission.ts';
import { isKeyOf, type Sealed, sealKey, subjectOf } from '../users/sealed-key.ts';
import { findUser, type User } from '../users/user.ts';
import type { Form, Visit } from './form-page.ts';
import { type PasskeyQuestion, renderStepForm } from './step-form.ts';

/** Seconds for the second step, for a log-in by passkey, and for setting up either. */
export const patience = 600;

/** The algorithms of keys: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** The question for one of a user's passkeys; undefined if there is none, or the connection does not allow it. */
export function askForPasskey({ app }: Visit, user: User, challenge: string): PasskeyQuestion | undefined {
  const known = listCredentials(app, user);
  return known.length === 0 ? undefined : question(app, challenge, { allowCredentials: known });
}

/** The question for a new passkey of a user; undefined if the connection does not allow it. */
export function askForNewPasskey({ app }: Visit, user: User, challenge: string): PasskeyQuestion | undefined {
  const id = handleOf(app, user).toString('base64url');
  return question(app, challenge, {
    rp: { name: findRealm(app.db).name },
    user: { id, name: user.email, displayName: user.full_name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: listCredentials(app, user),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

function question({ config }: Visit['app'], challenge: string, options: object): PasskeyQuestion | undefined {
  const party = findRelyingParty(config);
  if (!party) return undefined;
  return {
    origin: party.origin,
    challenge: Buffer.from(challenge).toString('base64url'),
    timeout: 300_000,
    ...options,
  };
}

function listCredentials({ db }: Visit['app'], user: User): object[] {
  return listPasskeys(db, user).map(({ credential_id }) => ({
    type: 'public-key',
    id: credential_id.toString('base64url'),
  }));
}

/** The form to log in by a passkey, without a password. HTML; empty if nobody has one. */
export function renderWayByPasskey(visit: Visit): string {
  const { app, texts } = visit;
  if (!hasPasskeys(app.db)) return '';
  const way = sealKey(app, sealOfWay(app.random.bytes(16).toString('hex')), patience);
  const passkey = question(app, way, { userVerification: 'required' });
  return passkey ? renderStepForm(visit, { hidden: { way }, button: texts.t('login.withPasskey'), passkey }) : '';
}

/**
 * The user of a passkey that stands for a password too; undefined if it is wrong. Where a directory knows the password,
 * it has to be asked, so the passkey is only a second step. Throws rateLimitHit after too many failures.
 */
export async function findByPasskey({ app, request }: Visit, form: Form): Promise<User | undefined> {
  const challenge = form('way');
  const assertion = readAssertionOf(form);
  const username = `passkey ${assertion?.credential_id.toString('base64url') ?? ''}`;
  return limitLogins(app, { username, password: '', address: app.addresses.of(request) }, async () => {
    if (!assertion || !isKeyOf(app, sealOfWay(subjectOf(challenge)), challenge)) return undefined;
    const id = await app.writes.submit(() => doUsePasskey(app, { challenge, patience }, assertion));
    const user = id === undefined ? undefined : findUser(app.db, id);
    return user && canUsePassword(app, user) && hasPassword(app.db, user) ? user : undefined;
  });
}

// Nobody is known yet, so nothing of an account ends it. Whoever answers it cannot answer it again.
function sealOfWay(subject: string): Sealed {
  return { purpose: 'log-in by passkey', subject, state: '' };
}

/** The answer of a known passkey in a form; undefined if it has none. */
export function readAssertionOf(form: Form): Assertion | undefined {
  const [clientData, authenticatorData, signature, credential_id] = readParts(form);
  if (!clientData || !authenticatorData || !signature || !credential_id) return undefined;
  return { clientData, authenticatorData, signature, credential_id };
}

/** A new passkey in a form; undefined if it has none. */
export function readRegistrationOf(form: Form): Registration | undefined {
  const [clientData, authenticatorData, public_key] = readParts(form);
  return clientData && authenticatorData && public_key ? { clientData, authenticatorData, public_key } : undefined;
}

/** Characters of what an authenticator answers, which is some hundreds of bytes. */
const longest = 16_384;

function readParts(form: Form): Buffer[] {
  const text = form('credential');
  return text.length > longest ? [] : text.split('.').map((part) => Buffer.from(part, 'base64url'));
}
