import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import type { OpenIdProvider } from '../../src/ground/config.ts';
import { type Invitation, linkOf, listOpenInvitations } from '../../src/invites/invitation.ts';
import { unlinkAccounts } from '../../src/sso/arrival.ts';
import { roles } from '../../src/users/user.ts';
import { deactivate, givePassword } from '../contract/call.ts';
import { Browser, browserOf, type Page } from '../support/browser.ts';
import { giveMailServer } from '../support/mail.ts';
import { castPassword, startServer, type TestServer } from '../support/server.ts';
import { jwt, startProvider, type TestProvider } from './provider.ts';

interface Scene {
  server: TestServer;
  provider: TestProvider;
}

/** A server that trusts a provider. */
async function setScene(t: TestContext, settings: Partial<OpenIdProvider> = {}): Promise<Scene> {
  const server = await startServer(t);
  const provider = await startProvider(t);
  trust({ server, provider }, settings);
  return { server, provider };
}

function trust({ server, provider }: Scene, settings: Partial<OpenIdProvider>): void {
  server.app.config.sso = { providers: [{ ...provider.settings, ...settings }], passwords: 'everyone' };
}

const alice = { sub: 'a-1', email: 'alice@example.com', email_verified: true, name: 'Alice There' };
const nina = { sub: 'n-1', email: 'nina@example.com', email_verified: true, name: 'Nina Newcomer' };

async function begin(browser: Browser, query = ''): Promise<string> {
  const { status, headers } = await browser.open(`/openid/company${query}`);
  assert.equal(status, 303);
  return headers.get('location') ?? '';
}

/** Somebody logs in at the provider; the page where that ends. */
async function logIn({ server, provider }: Scene, claims: object, browser = new Browser(server)): Promise<Page> {
  return browser.open(provider.approve(await begin(browser), { ...claims }));
}

async function userOf(browser: Browser): Promise<string | undefined> {
  return (await browser.call('GET', '/users/me')).body.email;
}

/** What a page says. */
function sentenceOf({ html }: Page): string | undefined {
  return /<p>([^<]*)/.exec(html)?.[1];
}

function roleOf({ db }: TestServer, email: string): number | undefined {
  return db.value('SELECT role FROM users WHERE email_key = ?', email);
}

describe('a login by OpenID Connect', () => {
  it('is offered before the login, by the server and by its page', async (t) => {
    const { server } = await setScene(t);

    const { body } = await server.anonymous.get('/server_settings');
    const { html } = await new Browser(server).open('/login');

    const path = '/openid/company';
    assert.deepEqual(body.external_authentication_methods, [
      { name: 'openid:company', display_name: 'Company & Co', display_icon: null, login_url: path, signup_url: path },
    ]);
    assert.equal(body.authentication_methods['openid connect'], true);
    assert.match(html, /<a class="button" href="\/openid\/company">Continue with Company &amp; Co<\/a>/);
  });

  it('asks the provider with state, nonce and PKCE, which no two logins share', async (t) => {
    const scene = await setScene(t);

    const [first, second] = [await begin(new Browser(scene.server)), await begin(new Browser(scene.server))].map(
      (address) => new URL(address),
    ) as [URL, URL];

    const { state, nonce, code_challenge, ...others } = Object.fromEntries(first.searchParams);
    assert.equal(first.origin + first.pathname, `${scene.provider.url}/authorize`);
    assert.deepEqual(others, {
      client_id: 'chatd',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${scene.server.url}/openid-return/company`,
      code_challenge_method: 'S256',
    });
    for (const [name, value] of Object.entries({ state, nonce, code_challenge })) {
      assert.match(value ?? '', /^[\w-]{43}$/);
      assert.notEqual(value, second.searchParams.get(name));
    }
  });

  it('opens the account with the address, and the same one when the address has changed', async (t) => {
    const scene = await setScene(t);
    const [first, second] = [new Browser(scene.server), new Browser(scene.server)];

    const page = await logIn(scene, alice, first);
    await logIn(scene, { ...alice, email: 'alice.smith@example.com' }, second);

    assert.deepEqual([page.status, page.headers.get('location')], [303, '/']);
    assert.deepEqual([await userOf(first), await userOf(second)], ['alice@example.com', 'alice@example.com']);
  });

  it('ends the other ways into an account at the first login, unless its address was confirmed', async (t) => {
    const ways: Record<string, unknown> = {};

    for (const [email, hasMail] of [
      ['alice@example.com', false],
      ['owner@example.com', false],
      ['bob@example.com', true],
    ] as const) {
      const scene = await setScene(t);
      const { server } = scene;
      const name = email.split('@')[0] as 'alice';
      if (hasMail) giveMailServer(server);
      await givePassword(server, name);
      const former = browserOf(server, name);
      const browser = new Browser(server);

      await logIn(scene, { ...alice, email }, browser);

      const password = await server.anonymous.post('/fetch_api_key', { username: email, password: castPassword });
      const key = await server.as(name).get('/users/me');
      ways[email] = [await userOf(browser), await userOf(former), password.status, key.status];
    }

    assert.deepEqual(ways, {
      'alice@example.com': ['alice@example.com', undefined, 401, 401],
      'owner@example.com': ['owner@example.com', 'owner@example.com', 200, 200],
      'bob@example.com': ['bob@example.com', 'bob@example.com', 200, 200],
    });
  });

  it('leads to the place in the app where it began, and never to another site', async (t) => {
    const { server, provider } = await setScene(t);
    const leadsTo = async (fragment: string) => {
      const browser = new Browser(server);
      const query = `?fragment=${encodeURIComponent(fragment)}`;
      return (await browser.open(provider.approve(await begin(browser, query), alice))).headers.get('location');
    };
    const longest = `narrow/${'x'.repeat(993)}`;

    const places = ['narrow/channel/1-general', '//evil.example', longest, `${longest}x`, 'two\r\nlines', 'é'];
    const ends = await Promise.all(places.map(leadsTo));

    assert.deepEqual(ends, ['/#narrow/channel/1-general', '/#//evil.example', `/#${longest}`, '/', '/', '/']);
  });

  it('keeps nothing in the browser but the session', async (t) => {
    const scene = await setScene(t);
    const browser = new Browser(scene.server);

    await logIn(scene, alice, browser);

    assert.match(browser.cookie ?? '', /^chatd-\d+=[\w-]{43}$/);
  });

  it('makes an account for newcomers, whose name it cleans, where they are welcome', async (t) => {
    const scene = await setScene(t);
    const browser = new Browser(scene.server);

    await logIn(scene, { ...nina, name: 'Nina *New* @all' }, browser);

    const { body } = await browser.call('GET', '/users/me');
    assert.deepEqual([body.email, body.full_name, body.role], ['nina@example.com', 'Nina  New   all', roles.member]);
  });

  it('gives newcomers no name of a bot of the server', async (t) => {
    const scene = await setScene(t);
    const browser = new Browser(scene.server);

    await logIn(scene, { ...nina, name: 'Notification Bot' }, browser);

    assert.equal((await browser.call('GET', '/users/me')).body.full_name, 'nina');
  });

  it('asks the provider once more for an address that the token lacks', async (t) => {
    const scene = await setScene(t);
    scene.provider.info = { email: nina.email, email_verified: true, name: nina.name };
    const browser = new Browser(scene.server);

    await logIn(scene, { sub: nina.sub }, browser);

    assert.equal(await userOf(browser), 'nina@example.com');
  });

  it('takes an address that the provider does not confirm where the operator trusts it', async (t) => {
    const scene = await setScene(t, { trust_email: true });
    const browser = new Browser(scene.server);

    await logIn(scene, { ...alice, email_verified: false }, browser);

    assert.equal(await userOf(browser), 'alice@example.com');
  });

  it('lets in who is invited, with what the invitation gives', async (t) => {
    const scene = await setScene(t, { create_accounts: false });
    const { server, provider } = scene;
    const invite = { invite_expires_in_minutes: null, invite_as: roles.moderator, stream_ids: [] };
    const { body } = await server.as('owner').post('/invites/multiuse', invite);
    const key = /\/join\/([^/]+)\//.exec(body.invite_link)?.[1] ?? '';
    await server.as('owner').post('/invites', { ...invite, invitee_emails: 'mary@example.com' });
    const [byLink, byMail] = [new Browser(server), new Browser(server)];

    const { html } = await byLink.open(`/join/${key}/`);
    const page = await byLink.open(provider.approve(await begin(byLink, `?invitation=${key}`), nina));
    await logIn(scene, { ...nina, sub: 'm-1', email: 'mary@example.com', name: 'Mary' }, byMail);

    assert.match(html, new RegExp(`href="/openid/company\\?invitation=${key}"`));
    assert.equal(page.status, 303);
    assert.deepEqual(
      [roleOf(server, 'nina@example.com'), roleOf(server, 'mary@example.com')],
      [roles.moderator, roles.moderator],
    );
  });

  it('renews role and groups at each login, and says so in the audit log', async (t) => {
    const scene = await setScene(t, {
      roles: { chiefs: 'administrator', helpers: 'guest' },
      groups: { builders: 'Engineers', walkers: 'Hikers', gone: 'No such group' },
    });
    const { server } = scene;
    for (const name of ['Engineers', 'Hikers']) {
      await server.as('owner').post('/user_groups/create', { name, description: '', members: [] });
    }
    const sights: unknown[] = [];

    for (const groups of [['chiefs', 'builders', 'gone'], ['walkers', 'builders'], 'helpers', undefined]) {
      await logIn(scene, { ...alice, groups });
      const sql = `SELECT name FROM groups JOIN group_members ON group_id = groups.id WHERE user_id = ? ORDER BY name`;
      sights.push([roleOf(server, 'alice@example.com'), server.db.values(sql, server.users.alice.id)]);
    }

    assert.deepEqual(sights, [
      [roles.administrator, ['Engineers']],
      [roles.member, ['Engineers', 'Hikers']],
      [roles.guest, []],
      [roles.member, []],
    ]);
    const { body } = await server.as('owner').get('/realm/audit_log');
    const entries = body.entries.filter(({ action }: { action: string }) => action === 'single_sign_on');
    assert.deepEqual(
      entries.map(({ acting_user_id, about }: { acting_user_id: null; about: object }) => ({ acting_user_id, about })),
      Array(4).fill({
        acting_user_id: null,
        about: { issuer: scene.provider.url, user_id: server.users.alice.id },
      }),
    );
  });

  it('takes the role of no owner, and touches no role without being told to', async (t) => {
    const scene = await setScene(t, { roles: { chiefs: 'administrator' } });
    const [olive, mona] = ['owner@example.com', 'moderator@example.com'].map((email) => ({
      ...alice,
      sub: email,
      email,
    }));

    await logIn(scene, { ...olive, groups: ['chiefs'] });
    trust(scene, {});
    await logIn(scene, { ...mona, groups: ['chiefs'] });

    assert.deepEqual(
      [roleOf(scene.server, 'owner@example.com'), roleOf(scene.server, 'moderator@example.com')],
      [roles.owner, roles.moderator],
    );
  });

  it('ends in the app of a phone, with a key that only this app can read', async (t) => {
    const { server, provider } = await setScene(t);
    const otp = 'a5'.repeat(32);
    const browser = new Browser(server);

    const { headers } = await browser.open(provider.approve(await begin(browser, `?mobile_flow_otp=${otp}`), alice));

    const url = new URL(headers.get('location') ?? '');
    const { otp_encrypted_api_key = '', ...others } = Object.fromEntries(url.searchParams);
    const api_key = Buffer.from(otp_encrypted_api_key, 'hex').map((byte) => byte ^ 0xa5);
    const { body } = await server.anonymous.send('GET', '/users/me', {
      headers: {
        Authorization: `Basic ${Buffer.from(`alice@example.com:${Buffer.from(api_key)}`).toString('base64')}`,
      },
    });
    assert.equal(`${url.protocol}//${url.host}`, 'zulip://login');
    assert.deepEqual(others, { realm: server.url, email: 'alice@example.com', user_id: String(server.users.alice.id) });
    assert.equal(body.user_id, server.users.alice.id);
    assert.equal(browser.cookie, undefined);
  });

  it('says so when the provider cannot be reached, and works when it is back', async (t) => {
    const scene = await setScene(t, { issuer: 'http://127.0.0.1:9/' });

    const { status, html } = await new Browser(scene.server).open('/openid/company');
    trust(scene, {});
    const page = await logIn(scene, alice);

    assert.deepEqual(
      [status, /<p>([^<]*)/.exec(html)?.[1]],
      [502, 'Company &amp; Co cannot be reached at the moment.'],
    );
    assert.equal(page.status, 303);
  });

  it('takes tokens of a provider whose clock is half a minute off', async (t) => {
    const scene = await setScene(t);
    scene.provider.forge = (claims) => scene.provider.token({ ...claims, exp: Date.now() / 1000 - 30 });

    assert.equal((await logIn(scene, alice)).status, 303);
  });
});

describe('an attack on a login by OpenID Connect', () => {
  const forged: Record<string, (claims: Record<string, unknown>, provider: TestProvider) => string> = {
    'another issuer': (claims, provider) => provider.token({ ...claims, iss: 'https://evil.example.com' }),
    'another audience': (claims, provider) => provider.token({ ...claims, aud: 'another-client' }),
    'another nonce': (claims, provider) => provider.token({ ...claims, nonce: 'x'.repeat(43) }),
    'no nonce': ({ nonce, ...claims }, provider) => provider.token(claims),
    'no subject': ({ sub, ...claims }, provider) => provider.token(claims),
    'an empty subject': (claims, provider) => provider.token({ ...claims, sub: '', groups: [] }),
    'a time that is over': (claims, provider) => provider.token({ ...claims, exp: Date.now() / 1000 - 600 }),
    'a time to come': (claims, provider) => provider.token({ ...claims, nbf: Date.now() / 1000 + 600 }),
    'the signature of another key': (claims, provider) =>
      provider.token(claims, generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    'no signature': (claims) => jwt({ alg: 'none' }, claims, () => ''),
    'a signature with the shared secret': (claims, provider) =>
      jwt({ alg: 'HS256' }, claims, (data) =>
        createHmac('sha256', provider.settings.client_secret).update(data).digest(),
      ),
    'claims changed after they were signed': (claims, provider) => {
      const [header, , signature] = provider.token(claims).split('.');
      const altered = Buffer.from(JSON.stringify({ ...claims, email: 'owner@example.com' })).toString('base64url');
      return `${header}.${altered}.${signature}`;
    },
    'no token at all': () => 'none',
  };
  for (const [what, forge] of Object.entries(forged)) {
    it(`is refused: a token with ${what}`, async (t) => {
      const scene = await setScene(t);
      scene.provider.forge = forge;
      const browser = new Browser(scene.server);

      const page = await logIn(scene, alice, browser);

      await assertRefused(browser, page, 'Company &amp; Co did not log you in. Please start again.');
    });
  }

  const altered: Record<string, (path: string) => string> = {
    'another state': (path) => path.replace(/state=[\w-]+/, `state=${'x'.repeat(43)}`),
    'no state': (path) => path.replace(/&state=[\w-]+/, ''),
    'two states': (path) => `${path}&state=${'x'.repeat(43)}`,
    'a made-up code': (path) => path.replace(/code=[\w-]+/, 'code=guessed'),
    'a refusal': (path) => path.replace(/code=[\w-]+/, 'error=access_denied'),
  };
  for (const [what, alter] of Object.entries(altered)) {
    it(`is refused: an address with ${what}`, async (t) => {
      const scene = await setScene(t);
      const browser = new Browser(scene.server);

      const page = await browser.open(alter(scene.provider.approve(await begin(browser), alice)));

      await assertRefused(browser, page, 'Company &amp; Co did not log you in. Please start again.');
    });
  }

  it('is refused: an address of which another browser began the login, or that was used, or waited too long', async (t) => {
    const scene = await setScene(t);
    const { server, provider } = scene;
    const [victim, used, late] = [new Browser(server), new Browser(server), new Browser(server)];
    const attacker = new Browser(server);
    const addressOfAttacker = provider.approve(await begin(attacker), alice);
    const usedAddress = provider.approve(await begin(used), alice);
    await used.open(usedAddress);
    const lateAddress = provider.approve(await begin(late), alice);
    server.clock.advance(601);
    const sentence = 'This login was started in another browser, or more than ten minutes ago.';

    await assertRefused(victim, await victim.open(addressOfAttacker), sentence);
    await assertRefused(late, await late.open(lateAddress), sentence);
    assert.equal(sentenceOf(await used.open(usedAddress)), sentence);
  });

  it('is refused: a code that is used again in a login of its own', async (t) => {
    const scene = await setScene(t);
    const [first, second] = [new Browser(scene.server), new Browser(scene.server)];
    const path = scene.provider.approve(await begin(first), alice);
    await first.open(path);
    const state = new URL(await begin(second)).searchParams.get('state');

    const page = await second.open(path.replace(/state=[\w-]+/, `state=${state}`));

    await assertRefused(second, page, 'Company &amp; Co did not log you in. Please start again.');
  });

  it('is refused: a cookie that was made up, or altered', async (t) => {
    const scene = await setScene(t);
    const browser = new Browser(scene.server);
    const path = scene.provider.approve(await begin(browser), alice);
    const [name = '', value = ''] = (browser.cookie ?? '').split('=');
    const [subject = '', ...rest] = value.split('.');
    const pending = JSON.parse(Buffer.from(subject, 'base64url').toString());
    const other = Buffer.from(JSON.stringify({ ...pending, mobile_flow_otp: '00'.repeat(32) })).toString('base64url');

    for (const made of ['', 'x', 'x.y.z', [other, ...rest].join('.'), `${value}.x`]) {
      browser.accept(`${name}=${made}`);
      const page = await browser.open(path);
      const sentence = 'This login was started in another browser, or more than ten minutes ago.';
      await assertRefused(browser, page, sentence);
    }
  });

  it('is refused: facts about another person', async (t) => {
    const scene = await setScene(t);
    scene.provider.info = { sub: 'somebody else', email: 'owner@example.com', email_verified: true };
    const browser = new Browser(scene.server);

    const page = await logIn(scene, { sub: 'evil' }, browser);

    await assertRefused(browser, page, 'Company &amp; Co did not log you in. Please start again.');
  });

  it('is refused: an address that only another answer confirms, and that is another one there', async (t) => {
    const scene = await setScene(t);
    scene.provider.info = { email: 'evil@example.com', email_verified: true };
    const browser = new Browser(scene.server);

    const page = await logIn(scene, { sub: 'evil', email: 'alice@example.com' }, browser);

    const sentence = 'It is not confirmed that alice@example.com is your address: please confirm it there first.';
    await assertRefused(browser, page, sentence);
  });

  it('is refused: somebody who got the address of a user after them, until the operator unlinks the account', async (t) => {
    const scene = await setScene(t);
    const { server } = scene;
    await logIn(scene, alice);
    const [heir, later] = [new Browser(server), new Browser(server)];

    const page = await logIn(scene, { ...alice, sub: 'a-2' }, heir);
    const forgotten = unlinkAccounts(server.db, server.users.alice);
    await logIn(scene, { ...alice, sub: 'a-2' }, later);

    await assertRefused(
      heir,
      page,
      'The account alice@example.com here belongs to another account there, which had this address before. ' +
        'Please ask the operator of this server.',
    );
    assert.deepEqual([forgotten, await userOf(later)], [1, 'alice@example.com']);
  });

  it('is refused: an answer without an end', async (t) => {
    const scene = await setScene(t);
    scene.provider.padding = 2 * 1024 * 1024;
    const browser = new Browser(scene.server);

    const page = await logIn(scene, alice, browser);

    await assertRefused(browser, page, 'Company &amp; Co did not log you in. Please start again.');
  });

  it('is refused: answers that no provider gives', async (t) => {
    const scene = await setScene(t);
    for (const [status, body] of [
      [500, ''],
      [200, ''],
      [200, '[]'],
      [200, '{}'],
      [302, ''],
      [200, '{"id_token": 3}'],
    ]) {
      scene.provider.answerToken = (response) =>
        response.writeHead(Number(status), { 'Content-Type': 'application/json', Location: '/keys' }).end(body);
      const browser = new Browser(scene.server);

      const page = await logIn(scene, alice, browser);

      await assertRefused(browser, page, 'Company &amp; Co did not log you in. Please start again.');
    }
  });

  const people: Record<string, [claims: object, sentence: string]> = {
    'an unconfirmed address': [
      { ...alice, email_verified: false },
      'It is not confirmed that alice@example.com is your address: please confirm it there first.',
    ],
    'an address of which nothing is said': [
      { sub: 'a-1', email: 'alice@example.com' },
      'It is not confirmed that alice@example.com is your address: please confirm it there first.',
    ],
    'no address': [{ sub: 'a-1', name: 'Alice' }, 'The account that you used has no e-mail address.'],
    'the address of a bot': [{ ...alice, email: 'bot@example.com' }, 'bot@example.com is the address of a bot here.'],
    'the address of nobody who is invited': [
      nina,
      'You need an invitation to join. Please ask a member of the organization.',
    ],
  };
  for (const [who, [claims, sentence]] of Object.entries(people)) {
    it(`is refused: somebody with ${who}`, async (t) => {
      const scene = await setScene(t, { create_accounts: false });
      const browser = new Browser(scene.server);

      await assertRefused(browser, await logIn(scene, claims, browser), sentence);
    });
  }

  it('is refused: somebody who is deactivated, whose invitation is over, or for another address', async (t) => {
    const scene = await setScene(t);
    const { server, provider } = scene;
    await logIn(scene, alice);
    await deactivate(server, 'alice');
    const invite = { invite_expires_in_minutes: null, invite_as: roles.member, stream_ids: [] };
    await server.as('owner').post('/invites', { ...invite, invitee_emails: 'mary@example.com' });
    const [mailed] = listOpenInvitations(server.app) as [Invitation];
    const key = /\/join\/([^/]+)\//.exec(linkOf(server.app, mailed))?.[1] ?? '';
    const cases: [claims: object, query: string, sentence: string][] = [
      [alice, '', 'This account is deactivated. An administrator can reactivate it.'],
      [nina, `?invitation=${key.slice(1)}`, 'This invitation cannot be used any more.'],
      [nina, `?invitation=${key}`, 'This invitation is for mary@example.com.'],
    ];

    for (const [claims, query, sentence] of cases) {
      const browser = new Browser(server);
      const path = provider.approve(await begin(browser, query), { ...claims });
      await assertRefused(browser, await browser.open(path), sentence);
    }
  });

  it('is refused: pads of phones that are none, other methods, providers that are not there', async (t) => {
    const { server } = await setScene(t);
    const browser = new Browser(server);

    for (const otp of ['', '0', 'zz'.repeat(32), '00'.repeat(33), '00'.repeat(5000)]) {
      assert.equal((await browser.open(`/openid/company?mobile_flow_otp=${otp}`)).status, 400);
    }
    for (const path of ['/openid/nobody', '/openid/', '/openid-return/nobody', '/openid/company/x', '/openid/%00']) {
      assert.equal((await browser.open(path)).status, 404);
    }
    assert.equal((await browser.submit('/openid-return/company')).status, 405);
    assert.equal(browser.cookie, undefined);
  });

  it('is slowed down', async (t) => {
    const { server } = await setScene(t);
    const guess = async () => {
      const browser = new Browser(server);
      await begin(browser);
      return (await browser.open('/openid-return/company?code=guessed&state=guessed')).status;
    };
    for (let count = 0; count < 60; count++) assert.equal(await guess(), 403);

    assert.equal(await guess(), 429);
  });
});

async function assertRefused(browser: Browser, page: Page, sentence: string): Promise<void> {
  assert.deepEqual([page.status, sentenceOf(page)], [403, sentence]);
  assert.equal((await browser.call('GET', '/users/me')).status, 401);
}
