import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { findRelyingParty } from '../../src/accounts/webauthn.ts';
import { givePassword } from '../contract/call.ts';
import { Authenticator, type Lies, questionOf } from '../support/authenticator.ts';
import { giveApp } from '../support/authenticator-app.ts';
import { Browser, browserOf, type Page } from '../support/browser.ts';
import { type CastName, castPassword, startServer, type TestServer } from '../support/server.ts';

const path = '/second-step';
const password = castPassword;
const emailOf = (name: CastName) => `${name}@example.com`;
const alertsOf = ({ html }: Page) => [...html.matchAll(/role="alert">([^<]*)/g)].map(([, words]) => words);
const fails = 'This passkey did not work. Try again, or choose another way.';

/** A server that browsers reach by a name, which passkeys need. */
async function start(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  server.app.config.public_url = server.url.replace('127.0.0.1', 'localhost');
  return server;
}

interface Owner {
  server: TestServer;
  browser: Browser;
  key: Authenticator;
}

/** Somebody adds a passkey in the settings. */
async function add({ server, browser, key }: Owner, name = 'Key', lies: Lies = {}): Promise<Page> {
  const { question, fields } = questionOf(await browser.open(path), 'Add a passkey');
  const credential = key.register(question, lies);
  const page = await browser.submit(path, { ...fields, credential, name, password });
  server.clock.advance(1);
  return page;
}

async function own(
  server: TestServer,
  name: CastName,
  kind?: 'ES256' | 'EdDSA' | 'RS256',
): Promise<Owner & { page: Page }> {
  await givePassword(server, name);
  const owner = { server, browser: browserOf(server, name), key: new Authenticator(kind) };
  return { ...owner, page: await add(owner) };
}

const count = ({ db }: TestServer) => db.value<number>('SELECT count(*) FROM passkeys');
const userOf = async (browser: Browser) => (await browser.call('GET', '/users/me')).body.email;

/** Logs in by password and passkey. */
async function step(server: TestServer, key: Authenticator, lies: Lies = {}, name: CastName = 'alice') {
  const browser = new Browser(server);
  const { question, fields } = questionOf(
    await browser.submit('/login', { email: emailOf(name), password }),
    'Use a passkey',
  );
  const values = { ...fields, credential: key.sign(question, lies) };
  const answer = await browser.submit('/login', values);
  server.clock.advance(1);
  return { answer, values, user: await userOf(browser) };
}

/** Logs in by a passkey alone. */
async function walkIn(server: TestServer, key: Authenticator, lies: Lies = {}) {
  const browser = new Browser(server);
  const { question, fields } = questionOf(await browser.open('/login'), 'Log in with a passkey');
  const values = { ...fields, credential: key.sign(question, lies) };
  const answer = await browser.submit('/login', values);
  server.clock.advance(1);
  return { answer, values, user: await userOf(browser) };
}

const wrong: Record<string, Lies> = {
  'another origin': { origin: 'https://evil.example' },
  'another port': { origin: 'http://localhost:1' },
  'another host': { id: 'evil.example' },
  'another challenge': { challenge: Buffer.from('1.2.3').toString('base64url') },
  'another purpose': { type: 'webauthn.other' },
  'a frame of another site': { crossOrigin: true },
  'nobody present': { flags: 0x44 },
};

describe('a passkey', () => {
  it('is offered where browsers have them: with TLS or at localhost, by a name', () => {
    const urls = [
      'https://chat.example',
      'http://localhost:9991',
      'http://chat.example',
      'https://10.0.0.1',
      'https://[::1]',
    ];

    const parties = urls.map((public_url) => findRelyingParty({ public_url })?.id);

    assert.deepEqual(parties, ['chat.example', 'localhost', undefined, undefined, undefined]);
  });

  it('turns the second step on, with recovery codes, and stands in the settings by its name', async (t) => {
    const server = await start(t);

    const { page, browser } = await own(server, 'alice');
    const { html } = await browser.open(path);

    assert.equal(page.html.match(/<li><code>/g)?.length, 10);
    assert.match(html, /<strong>Key<\/strong>/);
    assert.match(html, /Added Jan 5, 2026, last used Jan 5, 2026/);
    const { body } = await server.anonymous.post('/fetch_api_key', { username: emailOf('alice'), password });
    assert.equal(body.code, 'TWO_FACTOR_REQUIRED');
  });

  for (const kind of ['ES256', 'EdDSA', 'RS256'] as const) {
    it(`of ${kind} is a second step, and a way in`, async (t) => {
      const server = await start(t);
      const { key } = await own(server, 'alice', kind);

      assert.equal((await step(server, key)).user, emailOf('alice'));
      assert.equal((await walkIn(server, key)).user, emailOf('alice'));
    });
  }

  for (const [what, lies] of Object.entries(wrong)) {
    it(`is not added, and logs nobody in, by ${what}`, async (t) => {
      const server = await start(t);
      await givePassword(server, 'bob');
      const bob = { server, browser: browserOf(server, 'bob'), key: new Authenticator() };
      const page = await add(bob, 'Key', lies);
      assert.deepEqual([page.status, alertsOf(page), count(server)], [422, [fails], 0]);
      const { key } = await own(server, 'alice');

      const second = await step(server, key, lies);
      const alone = await walkIn(server, key, lies);

      assert.deepEqual([second.answer.status, alertsOf(second.answer), second.user], [422, [fails], undefined]);
      assert.deepEqual([alone.answer.status, alertsOf(alone.answer), alone.user], [422, [fails], undefined]);
    });
  }

  it('is not added with a weak key, one that was not asked for, or none', async (t) => {
    const server = await start(t);
    await givePassword(server, 'alice');
    const browser = browserOf(server, 'alice');

    for (const kind of ['weak', 'unasked'] as const) {
      assert.equal((await add({ server, browser, key: new Authenticator(kind) })).status, 422);
    }
    const { fields } = questionOf(await browser.open(path), 'Add a passkey');
    for (const credential of ['a', 'a.b', '..', `${'a'.repeat(20_000)}.b.c`]) {
      assert.equal((await browser.submit(path, { ...fields, credential, name: 'Key', password })).status, 422);
    }
    assert.equal(count(server), 0);
  });

  it('answers each challenge once, and none that is older', async (t) => {
    const server = await start(t);
    const { key, browser } = await own(server, 'alice');
    const visitor = new Browser(server);
    const earlier = questionOf(await visitor.open('/login'), 'Log in with a passkey');
    server.clock.advance(1);

    const used = [await step(server, key), await walkIn(server, key)];
    const again = await Promise.all(used.map(({ values }) => new Browser(server).submit('/login', values)));
    const late = await visitor.submit('/login', { ...earlier.fields, credential: key.sign(earlier.question) });
    const readded = await add({ server, browser, key });

    assert.deepEqual(
      [...again, late, readded].map(({ status }) => status),
      [422, 422, 422, 422],
    );
    assert.deepEqual(
      [...again, late].map(({ headers }) => headers.get('set-cookie')),
      [null, null, null],
    );
    assert.equal(count(server), 1);
  });

  it('has a counter that only grows', async (t) => {
    const server = await start(t);
    const { key } = await own(server, 'alice');

    const users = [];
    for (const count of [5, 5, 4, 0, 6]) users.push((await walkIn(server, key, { count })).user);

    const alice = emailOf('alice');
    assert.deepEqual(users, [alice, undefined, undefined, undefined, alice]);
  });

  it('is no second step of another user, and none by another key', async (t) => {
    const server = await start(t);
    const { key } = await own(server, 'alice');
    const bob = await own(server, 'bob');
    const forged = Object.assign(new Authenticator(), { id: key.id });

    const tried = [await step(server, bob.key), await step(server, forged), await walkIn(server, forged)];
    const stolen = await add({ ...bob, key: Object.assign(new Authenticator(), { id: key.id }) });

    assert.deepEqual(
      tried.map(({ user }) => user),
      [undefined, undefined, undefined],
    );
    assert.equal(stolen.status, 422);
    assert.equal((await step(server, key)).user, emailOf('alice'));
  });

  it('that does not know who uses it is a second step, but no way in', async (t) => {
    const server = await start(t);
    const { key } = await own(server, 'alice');

    const flags = 0x01;

    assert.equal((await walkIn(server, key, { flags })).user, undefined);
    assert.equal((await step(server, key, { flags })).user, emailOf('alice'));
  });

  it('is no way in where a provider logs people in, or for an account that is deactivated', async (t) => {
    const server = await start(t);
    const { key } = await own(server, 'alice');

    server.app.config.sso = { passwords: 'owners', providers: [] } as never;
    const refused = await walkIn(server, key);
    delete server.app.config.sso;
    await server.as('owner').delete(`/users/${server.users.alice.id}`);
    const gone = await walkIn(server, key);

    assert.deepEqual([refused.user, gone.user], [undefined, undefined]);
    assert.match(alertsOf(gone.answer)[0] ?? '', /deactivated/);
  });

  it('is guessed as seldom as passwords', async (t) => {
    const server = await start(t);
    const { key } = await own(server, 'alice');
    const forged = Object.assign(new Authenticator(), { id: key.id });

    const tries = [];
    for (let guess = 0; guess < 6; guess++) tries.push((await walkIn(server, forged)).answer.status);
    server.clock.advance(1800);
    for (let guess = 0; guess < 5; guess++) await step(server, forged);
    const page = await new Browser(server).submit('/login', { email: emailOf('alice'), password });

    assert.deepEqual(tries, [422, 422, 422, 422, 422, 429]);
    assert.equal(page.status, 429);
  });

  it('satisfies a second step that is required, at the log-in that asks for it', async (t) => {
    const server = await start(t);
    const owner = await own(server, 'owner');
    await owner.browser.submit(path, { require: 'yes' });
    await givePassword(server, 'bob');
    const bob = new Browser(server);
    const key = new Authenticator();
    const asked = questionOf(await bob.submit('/login', { email: emailOf('bob'), password }), 'Add a passkey');

    const done = await bob.submit('/login', { ...asked.fields, credential: key.register(asked.question), name: '' });
    server.clock.advance(1);
    const again = await new Browser(server).submit('/login', {
      ...asked.fields,
      credential: key.register(asked.question),
    });

    assert.match(done.html, /Your recovery codes/);
    assert.equal(await userOf(bob), emailOf('bob'));
    assert.equal(again.headers.get('location'), '/login');
    assert.equal((await step(server, key, {}, 'bob')).user, emailOf('bob'));
    assert.equal(server.db.value('SELECT name FROM passkeys WHERE user_id = ?', server.users.bob.id), 'Passkey');
  });

  it('opens the app of a phone', async (t) => {
    const server = await start(t);
    const { key } = await own(server, 'alice');
    const address = `/login?mobile_flow_otp=${'00'.repeat(32)}`;
    const browser = new Browser(server);
    const { question, fields } = questionOf(await browser.open(address), 'Log in with a passkey');

    const done = await browser.submit(address, { ...fields, credential: key.sign(question) });

    assert.match(done.headers.get('location') ?? '', /^zulip:\/\/login\?/);
    assert.equal(browser.cookie, undefined);
  });

  it('is removed with the password, but not the last one, which is turned off by itself', async (t) => {
    const server = await start(t);
    const owner = await own(server, 'alice');
    const { browser, key } = owner;
    await add({ ...owner, key: new Authenticator() }, 'Phone');
    const ids = server.db.values<number>('SELECT id FROM passkeys ORDER BY id');

    const refused = await browser.submit(path, { remove: `${ids[1]}`, password: 'guessed' });
    assert.deepEqual([refused.status, count(server)], [422, 2]);
    await browser.submit(path, { remove: `${ids[1]}`, password });
    await browser.submit(path, { remove: `${ids[0]}`, password });
    assert.equal(count(server), 1);
    const { question, fields } = questionOf(await browser.open(path), 'Turn off with a passkey');
    const other = await browser.submit(path, { ...fields, credential: new Authenticator().sign(question) });
    await browser.submit(path, { ...fields, credential: key.sign(question) });

    assert.deepEqual([other.status, count(server)], [422, 0]);
    assert.equal(server.db.value('SELECT count(*) FROM second_factors'), 0);
  });

  it('is replaced by a recovery code, and goes with the second step that an owner takes off', async (t) => {
    const server = await start(t);
    const { page } = await own(server, 'alice');
    const code = /<li><code>([^<]+)/.exec(page.html)?.[1] ?? '';
    const browser = new Browser(server);
    const { fields } = questionOf(
      await browser.submit('/login', { email: emailOf('alice'), password }),
      'Use a passkey',
    );
    await browser.submit('/login', { step: fields.step ?? '', code });
    assert.equal(await userOf(browser), emailOf('alice'));

    await server.as('owner').delete(`/users/${server.users.alice.id}/second_factor`);

    assert.equal(count(server), 0);
    const { headers } = await new Browser(server).submit('/login', { email: emailOf('alice'), password });
    assert.equal(headers.get('location'), '/');
  });

  it('stands beside an app, which may come later', async (t) => {
    const server = await start(t);
    const { browser, key } = await own(server, 'alice');
    const shown = await browser.open(`${path}?app`);
    assert.match(shown.html, /Or type this key into the app/);

    const app = giveApp(server, 'alice');

    assert.equal((await step(server, key)).user, emailOf('alice'));
    const visitor = new Browser(server);
    const { fields } = questionOf(
      await visitor.submit('/login', { email: emailOf('alice'), password }),
      'Use a passkey',
    );
    await visitor.submit('/login', { step: fields.step ?? '', code: app.code() });
    assert.equal(await userOf(visitor), emailOf('alice'));
    assert.doesNotMatch((await browser.open(`${path}?app`)).html, /Or type this key/);
  });

  it('is not added or removed without the password by a key beside the browser', async (t) => {
    const server = await start(t);
    const owner = await own(server, 'alice');
    const { browser } = owner;
    await add({ ...owner, key: new Authenticator() }, 'Phone');
    await givePassword(server, 'bob');
    const bob = browserOf(server, 'bob');
    const { question, fields } = questionOf(await browser.open(path), 'Add a passkey');
    const values = { ...fields, credential: new Authenticator().register(question), name: 'Evil' };
    const removal = { remove: String(server.db.value("SELECT id FROM passkeys WHERE name = 'Phone'")) };
    const named = (name: CastName) => ({ Authorization: server.as(name).authorization as string });

    const answers = [
      await bob.submit(path, values, named('bob')),
      await bob.submit(path, values, named('alice')),
      await bob.submit(path, { ...values, password }),
      await browser.submit(path, values, named('bob')),
      await browser.submit(path, removal, named('alice')),
      await browser.submit(path, removal, named('bob')),
    ];

    assert.deepEqual(
      server.db.values('SELECT name FROM passkeys ORDER BY id'),
      ['Key', 'Phone'],
      answers.map(({ status }) => status).join(),
    );
  });

  it('is not added by who sits in front of a browser, and twenty are enough', async (t) => {
    const server = await start(t);
    const owner = await own(server, 'alice');
    const { question, fields } = questionOf(await owner.browser.open(path), 'Add a passkey');
    const credential = new Authenticator().register(question);

    const refused = await owner.browser.submit(path, { ...fields, credential, name: 'Key', password: 'guessed' });
    const elsewhere = await new Browser(server).submit('/login', { ...fields, credential, name: 'Key', password });
    assert.deepEqual([refused.status, elsewhere.headers.get('location'), count(server)], [422, '/login', 1]);
    for (let more = 0; more < 21; more++) await add({ ...owner, key: new Authenticator() });

    assert.equal(count(server), 20);
  });
});
