import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { OpenIdProvider } from '../../src/ground/config.ts';

type Claims = Record<string, unknown>;

/** A login that was allowed, until its code is used. */
interface Grant {
  claims: Claims;
  challenge: string | null;
  redirect_uri: string | null;
}

const client_id = 'chatd';
const client_secret = 'a secret of the two';

/** Makes a signed token as it should not be: gets its claims, and may sign them itself. */
type Forge = (claims: Claims, provider: TestProvider) => string;

/**
 * A provider of OpenID Connect for tests. It checks what providers check (code, PKCE, the client's password), and what
 * it says can be forged.
 */
export class TestProvider {
  readonly url: string;
  /** What `/userinfo` tells besides the subject; undefined: it repeats the claims. */
  info: Claims | undefined;
  /** Forges the next ID tokens. */
  forge: Forge | undefined;
  /** Answers in place of the token endpoint. */
  answerToken: ((response: ServerResponse) => void) | undefined;
  /** Bytes that it adds to what the token endpoint says. */
  padding = 0;
  readonly #grants = new Map<string, Grant>();
  readonly #tokens = new Map<string, Claims>();
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });

  constructor(url: string) {
    this.url = url;
  }

  /** As the configuration names it. */
  get settings(): OpenIdProvider {
    return {
      name: 'company',
      display_name: 'Company & Co',
      issuer: this.url,
      client_id,
      client_secret,
      scope: 'openid email profile',
      groups_claim: 'groups',
      trust_email: false,
      create_accounts: true,
      roles: {},
      groups: {},
    };
  }

  /** A person logs in, and agrees: the path where the browser is sent back to. */
  approve(authorization: string, claims: Claims): string {
    const { searchParams } = new URL(authorization);
    const code = randomUUID();
    const redirect_uri = searchParams.get('redirect_uri');
    const nonce = searchParams.get('nonce');
    this.#grants.set(code, {
      claims: { nonce, ...claims },
      challenge: searchParams.get('code_challenge'),
      redirect_uri,
    });
    const back = new URL(redirect_uri ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', searchParams.get('state') ?? '');
    return back.pathname + back.search;
  }

  /** A token, signed with the provider's key unless another is given. */
  token(claims: Claims, key: KeyObject = this.#keys.privateKey): string {
    return jwt({ alg: 'RS256', kid: 'one' }, claims, (data) => sign('sha256', data, key));
  }

  /** What an ID token of a login says. */
  claimsOf(claims: Claims): Claims {
    const now = Math.floor(Date.now() / 1000);
    return { iss: this.url, aud: client_id, iat: now, exp: now + 300, ...claims };
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return send(response, 200, this.#metadata());
      case '/keys':
        return send(response, 200, {
          keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
        });
      case '/token':
        if (this.answerToken) {
          this.answerToken(response);
          return;
        }
        this.#redeem(request, new URLSearchParams(await text(request)), response);
        return;
      case '/userinfo': {
        const claims = this.#tokens.get(String(request.headers.authorization).replace('Bearer ', ''));
        return claims ? send(response, 200, { sub: claims.sub, ...(this.info ?? claims) }) : send(response, 401, {});
      }
      default:
        return send(response, 404, {});
    }
  }

  #metadata(): Claims {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      userinfo_endpoint: `${this.url}/userinfo`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  #redeem({ headers }: IncomingMessage, form: URLSearchParams, response: ServerResponse): void {
    const grant = this.#grants.get(form.get('code') ?? '');
    this.#grants.delete(form.get('code') ?? '');
    const basic = `Basic ${Buffer.from(`${client_id}:${encodeURIComponent(client_secret)}`).toString('base64')}`;
    const isClient = form.get('client_secret') === client_secret || headers.authorization === basic;
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight = grant && grant.challenge === challenge && grant.redirect_uri === form.get('redirect_uri');
    if (!isClient || !isRight) {
      send(response, 400, { error: 'invalid_grant' });
      return;
    }
    const access_token = randomUUID();
    this.#tokens.set(access_token, grant.claims);
    const claims = this.claimsOf(grant.claims);
    const id_token = this.forge?.(claims, this) ?? this.token(claims);
    send(response, 200, {
      access_token,
      token_type: 'Bearer',
      expires_in: 60,
      id_token,
      padding: ' '.repeat(this.padding),
    });
  }
}

/** A signed token of any form. */
export function jwt(header: Claims, claims: Claims, signed: (data: Buffer) => Buffer | string): string {
  const part = (value: Claims) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const data = `${part(header)}.${part(claims)}`;
  return `${data}.${Buffer.from(signed(Buffer.from(data))).toString('base64url')}`;
}

function send(response: ServerResponse, status: number, body: Claims): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Starts a provider that ends with the test. */
export async function startProvider(t: TestContext): Promise<TestProvider> {
  const server = createServer((request, response) => void provider.answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const provider = new TestProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return provider;
}
