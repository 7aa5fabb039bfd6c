import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { deactivate, givePassword } from '../contract/call.ts';
import { Browser, browserOf, type Page } from '../support/browser.ts';
import { castPassword, startServer, type TestServer } from '../support/server.ts';

const alice = { email: 'alice@example.com', password: castPassword };

/** A server where Alice has a password. */
async function setScene(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  await givePassword(server, 'alice');
  return server;
}

async function userOf(browser: Browser): Promise<string | undefined> {
  return (await browser.call('GET', '/users/me')).body.email;
}

function locationOf({ status, headers }: Page) {
  return [status, headers.get('location')];
}

/** What is said over the form. */
function alertOf({ html }: Page): string | undefined {
  return /role="alert">([^<]*)/.exec(html)?.[1];
}

const wrong = 'Wrong e-mail address or password.';

/** The page without its own script, which the form does not need. */
function withoutScript(html: string): string {
  return html.replace(/<script>[^<]*<\/script>/, '');
}

describe('/login', () => {
  it('is a form that works without scripts, at the address of the server too', async (t) => {
    const server = await setScene(t);
    server.db.run("UPDATE realm SET name = '<Keepers>', description = 'We keep the **lights** on.'");

    for (const path of ['/login', '/login/', '/', '/?x=1']) {
      const { status, title, html, headers } = await new Browser(server).open(path);
      assert.deepEqual([status, title, headers.get('cache-control')], [200, 'Log in to &lt;Keepers&gt;', 'no-store']);
      assert.match(html, /<strong>lights<\/strong>/);
      assert.doesNotMatch(withoutScript(html), /<script|<Keepers>|role="alert"/);
      assert.deepEqual(html.match(/<(form|input|button)[^>]*>/g), [
        '<form method="post" class="card">',
        '<input id="email" name="email" type="email" autocomplete="username" dir="auto" required>',
        '<input id="password" name="password" type="password" autocomplete="current-password" dir="auto" required>',
        '<button>',
      ]);
    }
  });

  it('logs in by address and password, in a session of its own', async (t) => {
    const server = await setScene(t);

    for (const path of ['/login', '/']) {
      const browser = new Browser(server);
      const page = await browser.submit(path, { ...alice, email: ' Alice@Example.COM ' });
      assert.deepEqual(locationOf(page), [303, '/']);
      assert.match(
        page.headers.get('set-cookie') ?? '',
        /^chatd-\d+=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      );
      assert.equal(await userOf(browser), 'alice@example.com');
    }
    const { body } = await server.as('alice').get('/sessions');
    assert.deepEqual(
      body.sessions.map((one: { browser: string }) => one.browser),
      ['Firefox on Linux', 'Firefox on Linux'],
    );
  });

  it('leaves no session of the same browser behind', async (t) => {
    const server = await setScene(t);
    const browser = browserOf(server, 'bob');
    const before = browser.cookie;

    await browser.submit('/login', alice);

    assert.notEqual(browser.cookie, before);
    assert.equal(await userOf(browser), 'alice@example.com');
    assert.deepEqual(server.db.values('SELECT user_id FROM sessions'), [server.users.alice.id]);
  });

  it('leads those who are logged in to the app', async (t) => {
    const browser = browserOf(await setScene(t), 'alice');

    assert.deepEqual(locationOf(await browser.open('/login')), [303, '/']);
    assert.match((await browser.open('/')).html, /<div id="app">/);
    assert.match((await browser.open('/', { 'Sec-Fetch-Site': 'cross-site' })).html, /<div id="app">/);
  });

  it('says the same of an unknown address, a wrong password, a bot and an account without password', async (t) => {
    const server = await setScene(t);
    const tries = [
      { ...alice, email: 'nobody@example.com' },
      { ...alice, password: 'a guess' },
      { ...alice, password: '' },
      { email: 'bob@example.com', password: castPassword },
      { email: 'bot@example.com', password: castPassword },
      {},
    ];

    for (const values of tries) {
      const browser = new Browser(server);
      const page = await browser.submit('/login', values as Record<string, string>);
      assert.deepEqual([page.status, alertOf(page), browser.cookie], [422, wrong, undefined]);
      assert.equal(page.title, 'Not yet: Log in to Test Organization');
    }
  });

  it('keeps the address that was typed, as text, and never the password', async (t) => {
    const server = await setScene(t);

    const { html } = await new Browser(server).submit('/login', { email: '"><script>', password: 'a "guess"' });

    assert.match(html, / value="&quot;&gt;&lt;script&gt;"/);
    assert.doesNotMatch(withoutScript(html), /<script|guess/);
  });

  it('tells the deactivated so, if their password is right', async (t) => {
    const server = await setScene(t);
    deactivate(server, 'alice');

    const right = await new Browser(server).submit('/login', alice);
    const guessed = await new Browser(server).submit('/login', { ...alice, password: 'a guess' });

    assert.deepEqual(
      [alertOf(right), alertOf(guessed)],
      ['This account is deactivated. An administrator can reactivate it.', wrong],
    );
    assert.deepEqual(server.db.values('SELECT id FROM sessions'), []);
  });

  it('lets nobody guess on, as with keys: both count together', async (t) => {
    const server = await setScene(t);
    const guess = { username: alice.email, password: 'a guess' };
    for (let guesses = 0; guesses < 2; guesses++) await server.anonymous.post('/fetch_api_key', guess);
    for (let guesses = 0; guesses < 3; guesses++) {
      assert.equal((await new Browser(server).submit('/login', { ...alice, password: 'a guess' })).status, 422);
    }

    const page = await new Browser(server).submit('/login', alice);
    server.clock.advance(1800);
    const later = await new Browser(server).submit('/login', alice);

    assert.deepEqual(
      [page.status, alertOf(page)],
      [429, 'Too many wrong passwords. Please wait half an hour and try again.'],
    );
    assert.equal(later.status, 303);
  });

  it('takes no form of another site, which would log its visitors in as somebody else', async (t) => {
    const server = await setScene(t);
    const browser = new Browser(server);

    for (const site of ['cross-site', 'same-site']) {
      const { status } = await browser.submit('/login', alice, { 'Sec-Fetch-Site': site });
      assert.deepEqual([status, browser.cookie], [403, undefined]);
    }
  });

  it('does nothing else', async (t) => {
    const { url } = await setScene(t);

    for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
      const { status, headers } = await fetch(`${url}/login`, { method });
      assert.deepEqual([status, headers.get('allow')], [405, 'GET, HEAD, POST']);
    }
  });
});

describe('/logout', () => {
  it('asks, and then ends the session and what the browser has kept', async (t) => {
    const server = await setScene(t);
    const browser = browserOf(server, 'alice');
    const other = browserOf(server, 'alice');
    const cookie = browser.cookie ?? '';

    const asked = await browser.open('/logout');
    assert.deepEqual([asked.status, asked.title], [200, 'Log out?']);
    assert.equal(await userOf(browser), 'alice@example.com');
    const page = await browser.submit('/logout');

    assert.deepEqual(locationOf(page), [303, '/login']);
    assert.equal(page.headers.get('clear-site-data'), '"cache"', 'the words of others stay');
    assert.equal(browser.cookie, undefined);
    browser.accept(`${cookie}; Max-Age=9`);
    assert.deepEqual([await userOf(browser), await userOf(other)], [undefined, 'alice@example.com']);
  });

  it('does no harm to those who are not logged in', async (t) => {
    const browser = new Browser(await setScene(t));

    assert.deepEqual(locationOf(await browser.open('/logout')), [303, '/login']);
    assert.deepEqual(locationOf(await browser.submit('/logout')), [303, '/login']);
  });

  it('takes no form of another site', async (t) => {
    const browser = browserOf(await setScene(t), 'alice');

    const { status } = await browser.submit('/logout', {}, { 'Sec-Fetch-Site': 'cross-site' });

    assert.deepEqual([status, await userOf(browser)], [403, 'alice@example.com']);
  });
});
