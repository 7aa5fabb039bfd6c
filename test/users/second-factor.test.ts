import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { codeAt, findStep } from '../../src/accounts/totp.ts';
import { givePassword } from '../contract/call.ts';
import { AuthenticatorApp } from '../support/authenticator-app.ts';
import { Browser, browserOf, type Page } from '../support/browser.ts';
import { type CastName, castPassword, startServer, type TestServer } from '../support/server.ts';

const password = castPassword;
const path = '/second-step';

const hidden = ({ html }: Page, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? '';
const alertOf = ({ html }: Page) => /role="alert">([^<]*)/.exec(html)?.[1];
const emailOf = (name: CastName) => `${name}@example.com`;

function appOf(server: TestServer, { html }: Page): AuthenticatorApp {
  return new AuthenticatorApp(server, /<code>([A-Z2-7]+)<\/code>/.exec(html)?.[1] ?? '');
}

async function logIn(server: TestServer, name: CastName): Promise<{ browser: Browser; page: Page }> {
  const browser = new Browser(server);
  return { browser, page: await browser.submit('/login', { email: emailOf(name), password }) };
}

const userOf = async (browser: Browser) => (await browser.call('GET', '/users/me')).body.email;

/** Somebody with an app, whose codes so far are over. */
async function setUp(server: TestServer, name: CastName) {
  if (server.db.value('SELECT password_hash FROM users WHERE id = ?', server.users[name].id) === null) {
    await givePassword(server, name);
  }
  const { browser } = await logIn(server, name);
  const shown = await browser.open(path);
  const app = appOf(server, shown);
  const page = await browser.submit(path, { setup: hidden(shown, 'setup'), code: app.code(), password });
  const recovery = [...page.html.matchAll(/<li><code>([^<]+)<\/code>/g)].map(([, code]) => code ?? '');
  server.clock.advance(300);
  return { browser, app, recovery };
}

async function start(t: TestContext) {
  const server = await startServer(t);
  return { server, ...(await setUp(server, 'alice')) };
}

async function tryCode(server: TestServer, code: string, name: CastName = 'alice') {
  const { browser, page } = await logIn(server, name);
  const answer = await browser.submit('/login', { step: hidden(page, 'step'), code });
  return { browser, answer, user: await userOf(browser) };
}

describe('a code of an app', () => {
  it('is that of RFC 6238, at its times', () => {
    const key = Buffer.from('12345678901234567890');
    const codes = [59, 1111111109, 1111111111, 1234567890, 2000000000].map((now) => codeAt(key, Math.floor(now / 30)));

    assert.deepEqual(codes, ['287082', '081804', '050471', '005924', '279037']);
  });

  it('is right a minute and a half around its time, and no longer', () => {
    const key = Buffer.from('12345678901234567890');
    const tried = [-120, -90, 0, 90, 120].map((off) => findStep(key, codeAt(key, (60_000 + off) / 30), 60_000, 0));

    assert.deepEqual(
      tried.map((step) => step !== undefined),
      [false, true, true, true, false],
    );
  });
});

describe('a log-in with a second step', () => {
  it('asks for a code after the password, and is none before', async (t) => {
    const { server, app } = await start(t);

    const { browser, page } = await logIn(server, 'alice');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('set-cookie'), null);
    assert.equal(await userOf(browser), undefined);
    const done = await browser.submit('/login', { step: hidden(page, 'step'), code: app.code() });

    assert.deepEqual([done.status, done.headers.get('location')], [303, '/']);
    assert.equal(await userOf(browser), emailOf('alice'));
  });

  it('takes codes of clocks that are 90 seconds apart, each once', async (t) => {
    const { server, app } = await start(t);
    const early = app.code(-90);
    const late = app.code(90);

    assert.equal((await tryCode(server, early)).user, emailOf('alice'));
    assert.equal((await tryCode(server, early)).user, undefined);
    assert.equal((await tryCode(server, late)).user, emailOf('alice'));
    const again = await tryCode(server, late);
    assert.deepEqual([again.answer.status, again.user], [422, undefined]);
    assert.equal(alertOf(again.answer), 'This code is wrong or has already been used.');
  });

  it('takes each recovery code once, as it is typed', async (t) => {
    const { server, recovery } = await start(t);
    const [first = '', second = ''] = recovery;
    assert.equal(recovery.length, 10);

    assert.equal((await tryCode(server, first)).user, emailOf('alice'));
    assert.equal((await tryCode(server, first)).user, undefined);
    assert.equal((await tryCode(server, second.replace('-', ' ').toUpperCase())).user, emailOf('alice'));
  });

  it('limits guesses of codes like those of passwords', async (t) => {
    const { server, app } = await start(t);
    const { browser, page } = await logIn(server, 'alice');
    const step = hidden(page, 'step');
    for (let guess = 0; guess < 5; guess++) await browser.submit('/login', { step, code: '000000' });

    const refused = await browser.submit('/login', { step, code: app.code() });

    assert.equal(refused.status, 429);
    assert.equal(await userOf(browser), undefined);
  });

  it('ends after ten minutes, with a new password, and by a forged key', async (t) => {
    const { server, app } = await start(t);
    const { browser, page } = await logIn(server, 'alice');
    const step = hidden(page, 'step');
    const forged = await browser.submit('/login', { step: step.replace(/^\d+/, '1'), code: app.code() });
    assert.equal(forged.headers.get('location'), '/login');

    server.clock.advance(601);
    const late = await browser.submit('/login', { step, code: app.code() });

    assert.equal(late.headers.get('location'), '/login');
    assert.equal(await userOf(browser), undefined);
  });

  it('is needed for an API key by password, but not with a key or in the own browser', async (t) => {
    const { server, browser } = await start(t);
    const login = { username: emailOf('alice'), password };

    const { status, body } = await server.anonymous.post('/fetch_api_key', login);
    const own = await browser.call('POST', '/fetch_api_key', login);

    assert.deepEqual([status, body.code], [401, 'TWO_FACTOR_REQUIRED']);
    assert.match(body.msg, /API key/);
    assert.equal(own.status, 200);
    assert.equal((await server.as('alice').get('/users/me')).status, 200);
    assert.equal(
      (await server.anonymous.post('/fetch_api_key', { ...login, password: 'wrong' })).body.code,
      'AUTHENTICATION_FAILED',
    );
  });

  it('is not set up by who sits in front of a browser, here or elsewhere', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'alice');
    const { browser } = await logIn(server, 'alice');
    const shown = await browser.open(path);
    const values = { setup: hidden(shown, 'setup'), code: appOf(server, shown).code() };
    const elsewhere = new Browser(server);

    const here = await browser.submit(path, { ...values, password: 'guessed' });
    await elsewhere.submit('/login', values);

    assert.deepEqual([here.status, alertOf(here)], [422, 'Wrong password!']);
    assert.equal(await userOf(elsewhere), undefined);
    assert.equal(server.db.value('SELECT count(*) FROM second_factors'), 0);
    assert.equal((await browser.submit(path, { ...values, password })).status, 200);
    assert.equal(server.db.value('SELECT count(*) FROM second_factors'), 1);
  });

  it('is set up with the key in words where the address is too long for a picture', async (t) => {
    const server = await startServer(t);
    server.db.run('UPDATE realm SET name = ?', '😀'.repeat(40));
    const email = `${'学'.repeat(240)}@example.com`;
    server.db.run('UPDATE users SET email = ?, email_key = ? WHERE id = ?', email, email, server.users.alice.id);

    const { status, html } = await browserOf(server, 'alice').open(path);

    assert.equal(status, 200);
    assert.match(html, /<code>[A-Z2-7]{32}<\/code>/);
  });

  it('is turned off by a code, and by an owner', async (t) => {
    const { server, browser, app } = await start(t);
    const isOn = () => server.db.value('SELECT count(*) FROM second_factors') === 1;
    const wrong = await browser.submit(path, { code: '000000' });
    assert.deepEqual([wrong.status, isOn()], [422, true]);
    await browser.submit(path, { code: app.code() });
    assert.equal(isOn(), false);

    await setUp(server, 'alice');
    assert.equal((await server.as('admin').delete(`/users/${server.users.alice.id}/second_factor`)).status, 400);
    assert.equal(isOn(), true);
    assert.equal((await server.as('owner').delete(`/users/${server.users.alice.id}/second_factor`)).status, 200);
    assert.equal(isOn(), false);
    const nouns = server.db.values("SELECT changes FROM audit_entries WHERE action = 'removeSecondFactor'");
    assert.match(String(nouns[0]), /second step/);
  });

  it('is not turned off without a code by who sits in front of the browser of an owner', async (t) => {
    const server = await startServer(t);
    const { browser } = await setUp(server, 'owner');

    const { status } = await browser.call('DELETE', `/users/${server.users.owner.id}/second_factor`);

    assert.deepEqual([status, server.db.value('SELECT count(*) FROM second_factors')], [400, 1]);
  });
});

describe('a required second step', () => {
  it('logs out who has none, who sets it up at the next log-in', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'bob');
    const bob = (await logIn(server, 'bob')).browser;
    const { browser: owner } = await setUp(server, 'owner');

    await owner.submit(path, { require: 'yes' });
    assert.equal(await userOf(bob), undefined);
    assert.equal(await userOf(owner), emailOf('owner'));
    const { browser, page } = await logIn(server, 'bob');
    assert.match(page.html, /Your organization requires a second step/);
    const code = appOf(server, page).code();
    const wrong = await browser.submit('/login', { setup: hidden(page, 'setup'), code: '000000' });
    assert.equal(wrong.status, 422);
    const done = await browser.submit('/login', { setup: hidden(wrong, 'setup'), code });

    assert.match(done.html, /Your recovery codes/);
    assert.equal(await userOf(browser), emailOf('bob'));
    assert.equal((await server.as('bot').get('/users/me')).status, 200);
    assert.equal(server.db.value("SELECT count(*) FROM audit_entries WHERE action = 'requireSecondStep'"), 1);
  });

  it('ends the log-ins of who takes it off, and of whom an owner takes it off', async (t) => {
    const server = await startServer(t);
    const { browser: owner } = await setUp(server, 'owner');
    const { browser: alice, app } = await setUp(server, 'alice');
    const { browser: bob } = await setUp(server, 'bob');
    await owner.submit(path, { require: 'yes' });

    await alice.submit(path, { code: app.code() });
    await server.as('owner').delete(`/users/${server.users.bob.id}/second_factor`);

    assert.deepEqual([await userOf(alice), await userOf(bob)], [undefined, undefined]);
    assert.equal(await userOf(owner), emailOf('owner'));
  });

  it('is for owners who have one themselves to require', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'owner');
    const { browser: owner } = await logIn(server, 'owner');
    const { browser: alice } = await setUp(server, 'alice');

    await owner.submit(path, { require: 'yes' });
    await alice.submit(path, { require: 'yes' });

    assert.equal(server.db.value("SELECT count(*) FROM realm_settings WHERE name = 'two_factor_required'"), 0);
  });
});

describe('the app of a phone', () => {
  const pad = 'a5'.repeat(32);
  const address = `/login?mobile_flow_otp=${pad}`;

  /** Whose the key is that a page hands over to the app. */
  async function ownerOf(server: TestServer, location: string | null): Promise<string | undefined> {
    const { protocol, host, searchParams } = new URL(location ?? '');
    assert.deepEqual([`${protocol}//${host}`, searchParams.get('realm')], ['zulip://login', server.url]);
    const encrypted = Buffer.from(searchParams.get('otp_encrypted_api_key') ?? '', 'hex');
    const key = Buffer.from(encrypted.map((byte) => byte ^ 0xa5));
    const Authorization = `Basic ${Buffer.from(`${searchParams.get('email')}:${key}`).toString('base64')}`;
    return (await server.anonymous.send('GET', '/users/me', { headers: { Authorization } })).body.email;
  }

  it('is told of the login page once somebody has a second step', async (t) => {
    const server = await startServer(t);
    const methods = async () => (await server.anonymous.get('/server_settings')).body.external_authentication_methods;
    assert.deepEqual(await methods(), []);

    await setUp(server, 'alice');

    const login = { display_icon: null, login_url: '/login', signup_url: '/login' };
    assert.deepEqual(await methods(), [{ name: 'login', display_name: 'your browser', ...login }]);
  });

  it('gets a key after the second step, which logs no browser in', async (t) => {
    const { server, app } = await start(t);
    const browser = new Browser(server);
    const page = await browser.submit(address, { email: emailOf('alice'), password });
    const wrong = await browser.submit(address, { step: hidden(page, 'step'), code: '000000' });

    const done = await browser.submit(address, { step: hidden(wrong, 'step'), code: app.code() });

    assert.equal(await ownerOf(server, done.headers.get('location')), emailOf('alice'));
    assert.deepEqual([page.headers.get('location'), browser.cookie], [null, undefined]);
    const policies = [await browser.open(address), page, wrong].map(({ headers }) =>
      headers.get('content-security-policy'),
    );
    for (const policy of policies) assert.match(policy ?? '', /form-action 'self' zulip:(;|$)/);
  });

  it('gets none from a browser that is logged in, and none by a pad that is no pad', async (t) => {
    const { browser } = await start(t);

    const asked = await browser.open(address);
    const other = await browser.open('/login?mobile_flow_otp=a5');

    assert.deepEqual([asked.status, other.headers.get('location')], [200, '/']);
    assert.match(asked.html, /type="password"/);
  });

  it('gets a key once a required second step is set up', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'bob');
    await (await setUp(server, 'owner')).browser.submit(path, { require: 'yes' });
    const browser = new Browser(server);
    const page = await browser.submit(address, { email: emailOf('bob'), password });

    const done = await browser.submit(address, { setup: hidden(page, 'setup'), code: appOf(server, page).code() });

    const link = /href="(zulip:[^"]+)"/.exec(done.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    assert.equal(await ownerOf(server, link), emailOf('bob'));
    assert.equal(browser.cookie, undefined);
  });

  it('keeps its pad where the language is chosen, at a provider, and when it takes too long', async (t) => {
    const { server, app } = await start(t);
    server.app.config.sso = { passwords: 'all', providers: [{ name: 'company', display_name: 'Company' }] } as never;
    const browser = new Browser(server);
    const page = await browser.submit(address, { email: emailOf('alice'), password });
    server.clock.advance(601);

    const chosen = await browser.open(`${address}&language=de`);
    const late = await browser.submit(address, { step: hidden(page, 'step'), code: app.code() });

    assert.deepEqual([chosen.headers.get('location'), late.headers.get('location')], [address, address]);
    const { html } = await browser.open(address);
    assert.match(html, new RegExp(`href="\\?mobile_flow_otp=${pad}&amp;language=fr"`));
    assert.match(html, new RegExp(`href="/openid/company\\?mobile_flow_otp=${pad}"`));
  });
});
