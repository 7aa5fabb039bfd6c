import { createHash } from 'node:crypto';
import type { Configuration, CustomFetch } from 'openid-client';
import { isThisMachine } from '../ground/addresses.ts';
import type { OpenIdProvider } from '../ground/config.ts';
import type { Log } from '../ground/log.ts';
import { errorKind } from '../http/errors.ts';
import { readText } from '../http/read-limited.ts';
import { type Identity, textsOf } from './identity.ts';

const providerUnreachable = errorKind<{ name: string }>('{name} cannot be reached at the moment.', {
  status: 502,
});
const providerRefused = errorKind<{ name: string }>('{name} did not log you in. Please start again.');

/** The values sent at the start of a login and checked at its end: random texts known only to one browser. */
export interface Checks {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

/** The port for code that logs people in by OpenID Connect. */
export interface AsksProviders {
  openId: OpenIdClient;
}

/** In seconds: the timeout of a provider, and the tolerance for its clock. */
const patience = 10;
const clockTolerance = 60;

/** In bytes: metadata, keys and tokens take some thousand. */
const maxAnswer = 1024 * 1024;

/** Communicates with providers of OpenID Connect (authorization code flow with PKCE). */
export class OpenIdClient {
  #log: Log;
  #configurations = new Map<string, Promise<Configuration>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** The URL where the user logs in. Throws providerUnreachable. */
  async begin(provider: OpenIdProvider, redirect_uri: string, { state, nonce, verifier }: Checks): Promise<string> {
    const { buildAuthorizationUrl } = await import('openid-client');
    const configuration = await this.#discover(provider);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri,
      scope: provider.scope,
      state,
      nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /**
   * The user who returned to a URL of this server. Throws providerUnreachable, or providerRefused if anything is
   * invalid: state, code, issuer, audience, signature, time, nonce.
   */
  async finish(provider: OpenIdProvider, address: URL, { state, nonce, verifier }: Checks): Promise<Identity> {
    const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
    const configuration = await this.#discover(provider);
    try {
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims?.sub) throw new Error('there is no subject');
      // Many providers send the address only in the second answer.
      const isWhole = typeof claims.email === 'string' && claims[provider.groups_claim] !== undefined;
      const hasMore = !isWhole && configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
      return identityOf(provider, claims.iss, { ...more, ...claims, ...addressIn(claims, more) });
    } catch (error) {
      this.#log.warn('a login by OpenID Connect failed', { provider: provider.name, error });
      throw providerRefused({ name: provider.display_name });
    }
  }

  #discover(provider: OpenIdProvider): Promise<Configuration> {
    const { name } = provider;
    const known = this.#configurations.get(name);
    if (known) return known;
    const discovered = discover(provider).catch((error: unknown) => {
      this.#configurations.delete(name);
      this.#log.warn('a provider of OpenID Connect was not found', { provider: name, error });
      throw providerUnreachable({ name: provider.display_name });
    });
    this.#configurations.set(name, discovered);
    return discovered;
  }
}

async function discover({ issuer, client_id, client_secret }: OpenIdProvider): Promise<Configuration> {
  const openid = await import('openid-client');
  const metadata = { client_secret, [openid.clockTolerance]: clockTolerance };
  // By default the library trusts the connection to the provider and does not check signatures.
  const execute = [openid.enableNonRepudiationChecks];
  if (isThisMachine(new URL(issuer).hostname)) execute.push(openid.allowInsecureRequests);
  const options = { execute, timeout: patience, [openid.customFetch]: fetchBounded };
  return openid.discovery(new URL(issuer), client_id, metadata, undefined, options);
}

const fetchBounded: CustomFetch = async (url, { body = null, ...options }) => {
  const response = await fetch(url, { ...options, body });
  const text = await readText(response, maxAnswer);
  if (text === undefined) throw new Error(`the answer of ${url} is too long`);
  return new Response(text === '' ? null : text, response);
};

/** The address of the first answer that has one, with what the same answer says about it. */
function addressIn(...answers: readonly Record<string, unknown>[]) {
  const { email, email_verified } = answers.find((one) => typeof one.email === 'string') ?? {};
  return { email, email_verified };
}

function identityOf(provider: OpenIdProvider, issuer: string, claims: Record<string, unknown>): Identity {
  const { sub, email, email_verified, name, given_name, family_name, preferred_username } = claims;
  const parts = [given_name, family_name].flatMap(textsOf).join(' ');
  return {
    issuer,
    subject: String(sub),
    email: textsOf(email)[0],
    // Some providers send it as text.
    is_email_verified: email_verified === true || email_verified === 'true',
    full_name: textsOf(name)[0] ?? (parts || (textsOf(preferred_username)[0] ?? '')),
    groups: textsOf(claims[provider.groups_claim]),
  };
}
