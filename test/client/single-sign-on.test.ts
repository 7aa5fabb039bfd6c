import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import Provider, { type Context } from 'oidc-provider';
import type { TestServer } from '../support/server.ts';
import { arrive, messages, openRiver, skip, write } from './browser.ts';

const nina = { email: 'nina@example.com', email_verified: true, name: 'Nina Newcomer', groups: ['builders'] };
const form = '<!doctype html><title>Provider</title><form method="post"><button>I am Nina</button></form>';

/** A real provider of OpenID Connect, where Nina has an account. Returns its address. */
async function startProvider(t: TestContext, server: TestServer): Promise<string> {
  const listener = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    listener.close();
    listener.closeAllConnections();
  });
  const issuer = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    clients: [
      { client_id: 'chatd', client_secret: 'between us', redirect_uris: [`${server.url}/openid-return/company`] },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['for tests'] },
    jwks: { keys: [{ ...key, kid: 'one', use: 'sig' }] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/interaction' },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...nina }) }),
    loadExistingGrant,
  });
  const callback = provider.callback();
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url !== '/interaction') callback(request, response);
    else if (request.method === 'GET') response.writeHead(200, { 'Content-Type': 'text/html' }).end(form);
    else await provider.interactionFinished(request, response, { login: { accountId: 'nina' } });
  }
  return issuer;
}

/** Everybody has agreed before that this server may know them. */
async function loadExistingGrant({ oidc }: Context) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

describe('somebody with an account of the company', { skip }, () => {
  it('logs in at its provider, is new here, and reads and writes', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await server.as('owner').patch(`/streams/${river.channel}`, { is_default_stream: true });
    await write(river, 'bob', 'Welcome on board');
    const issuer = await startProvider(t, server);
    const provider = {
      name: 'company',
      display_name: 'the company',
      issuer,
      client_id: 'chatd',
      client_secret: 'between us',
      scope: 'openid email profile',
      groups_claim: 'groups',
      trust_email: false,
      create_accounts: true,
      roles: { builders: 'moderator' as const },
      groups: {},
    };
    server.app.config.sso = { providers: [provider], passwords: 'owners' };
    const page = await arrive(server, { expected: new RegExp(`^foreign: ${issuer}/`) });
    await page.goto(server.url + river.at);

    await page.getByRole('link', { name: 'Continue with the company' }).click();
    await page.getByRole('button', { name: 'I am Nina' }).click();

    await messages(page).filter({ hasText: 'Welcome on board' }).waitFor();
    const { body } = await server.as('owner').get('/users');
    const user = body.members.find(({ email }: { email: string }) => email === nina.email);
    assert.deepEqual([user.full_name, user.role], [nina.name, 300]);
  });
});
