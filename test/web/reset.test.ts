import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { resetUrl } from '../../src/accounts/password-reset.ts';
import { deactivate, givePassword } from '../contract/call.ts';
import { Browser, browserOf } from '../support/browser.ts';
import { giveMailServer } from '../support/mail.ts';
import { castPassword, startServer, type TestServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';

const password = 'a better one, this';

interface Scene extends TestServer {
  link: string;
  browser: Browser;
}

/** Alice has a password, and a link to choose another one. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  await givePassword(server, 'alice');
  return { ...server, link: resetUrl(server.app, server.users.alice), browser: new Browser(server) };
}

/** From now on, only owners log in with passwords. */
function closePasswords({ config }: TestServer['app']): void {
  config.sso = { providers: [], passwords: 'owners' };
}

async function logIn({ anonymous }: TestServer, word: string): Promise<number> {
  return (await anonymous.post('/fetch_api_key', { username: 'alice@example.com', password: word })).status;
}

describe('/reset/{key}/', () => {
  it('sets another password, logs in with it, and logs out everywhere else', async (t) => {
    const scene = await setScene(t);
    const { browser, link } = scene;
    const elsewhere = browserOf(scene, 'alice');

    const shown = await browser.open(link);
    const { status, headers } = await browser.submit(link, { password });

    assert.deepEqual([shown.status, shown.title], [200, 'Choose a new password']);
    assert.match(shown.html, /<input id="email" [^>]*value="alice@example\.com" [^>]*readonly/);
    assert.deepEqual([status, headers.get('location')], [303, '/']);
    assert.equal((await browser.call('GET', '/users/me')).body.email, 'alice@example.com');
    assert.equal((await elsewhere.call('GET', '/users/me')).status, 401);
    assert.deepEqual([await logIn(scene, castPassword), await logIn(scene, password)], [401, 200]);
  });

  it('revokes the API keys of phones and programs', async (t) => {
    const { as, browser, link } = await setScene(t);

    await browser.submit(link, { password });

    const status = async (name: 'alice' | 'bob') => (await as(name).get('/users/me')).status;
    assert.deepEqual([await status('alice'), await status('bob')], [401, 200]);
  });

  it('gives a password to somebody who never had one', async (t) => {
    const server = await startServer(t);

    const { status } = await new Browser(server).submit(resetUrl(server.app, server.users.alice), { password });

    assert.deepEqual([status, await logIn(server, password)], [303, 200]);
  });

  it('refuses a weak password, and can be tried again', async (t) => {
    const { browser, link } = await setScene(t);

    const { status, html } = await browser.submit(link, { password: 'short' });

    assert.equal(status, 422);
    assert.match(html, /id="password-error">The password must have at least 8 characters\.</);
    assert.equal((await browser.open(link)).status, 200);
  });

  const ends: [string, (scene: Scene) => Promise<string> | string][] = [
    [
      'twice',
      async ({ browser, link }) => {
        await browser.submit(link, { password });
        return link;
      },
    ],
    [
      'after a day',
      ({ clock, link }) => {
        clock.advance(86_400);
        return link;
      },
    ],
    [
      'for the deactivated',
      (scene) => {
        deactivate(scene, 'alice');
        return scene.link;
      },
    ],
    [
      'once the address is another one',
      async ({ db, users, link }) => {
        db.run("UPDATE users SET email = 'new@example.com' WHERE id = ?", users.alice.id);
        return link;
      },
    ],
    ['for another user', ({ link, users }) => link.replace(/reset\/\d+/, `reset/${users.owner.id}`)],
    ['for a bot', ({ app, users }) => resetUrl(app, users.bot)],
    [
      'for somebody who must log in elsewhere',
      ({ app, link }) => {
        closePasswords(app);
        return link;
      },
    ],
    ['for longer', ({ link }) => link.replace(/\.(\d{10})\./, (_, time) => `.${Number(time) + 1}.`)],
    ['without a seal', ({ link }) => link.replace(/\.[\w-]+\/$/, './')],
    ['with nothing right', ({ url }) => `${url}/reset/x/`],
  ];
  for (const [what, change] of ends) {
    it(`does not work ${what}`, async (t) => {
      const scene = await setScene(t);
      const link = await change(scene);
      const before = takeSnapshot(scene.db);

      const pages = [await scene.browser.open(link), await scene.browser.submit(link, { password: 'yet another' })];

      assert.deepEqual(
        pages.map(({ status, title }) => [status, title]),
        Array(2).fill([404, 'This link does not work']),
      );
      assert.deepEqual(listChangedTables(scene.db, before), []);
    });
  }
});

describe('/forgot', () => {
  it('mails a link, and says the same whether there is such an account or not', async (t) => {
    const scene = await setScene(t);
    const mailbox = giveMailServer(scene);
    deactivate(scene, 'bob');

    assert.deepEqual((await scene.browser.open('/forgot')).title, 'Forgot your password?');
    const pages = [];
    for (const email of [' Alice@example.com', 'nobody@example.com', 'bob@example.com', 'bot@example.com', '']) {
      pages.push(await scene.browser.submit('/forgot', { email }));
    }
    await mailbox.receive(1);

    const [first] = pages;
    assert.deepEqual([first?.status, first?.title], [200, 'Check your e-mail']);
    for (const { status, html } of pages) assert.deepEqual([status, html], [200, first?.html]);
    assert.deepEqual(
      mailbox.mails.map(({ to, subject }) => [to, subject]),
      [['alice@example.com', 'Your password at Test Organization']],
    );
    assert.equal((await scene.browser.submit(mailbox.link(), { password })).status, 303);
  });

  it('mails one account three times an hour', async (t) => {
    const scene = await setScene(t);
    const mailbox = giveMailServer(scene);

    for (let tries = 0; tries < 5; tries++) {
      const { status } = await scene.browser.submit('/forgot', { email: 'alice@example.com' });
      assert.equal(status, 200);
    }
    await mailbox.receive(3);

    assert.equal(mailbox.mails.length, 3);
  });

  it('mails nothing to somebody whom a password would not let in', async (t) => {
    const scene = await setScene(t);
    const mailbox = giveMailServer(scene);
    closePasswords(scene.app);

    for (const name of ['alice', 'owner']) await scene.browser.submit('/forgot', { email: `${name}@example.com` });
    await mailbox.receive(1);

    assert.deepEqual(
      mailbox.mails.map(({ to }) => to),
      ['owner@example.com'],
    );
    assert.equal((await scene.browser.submit(mailbox.link(), { password })).status, 303);
  });

  it('says whom to ask where no mails can be sent', async (t) => {
    const { browser } = await setScene(t);

    const shown = await browser.open('/forgot');
    const asked = await browser.submit('/forgot', { email: 'alice@example.com' });

    assert.equal(shown.title, 'Ask an administrator for a new password');
    assert.equal(asked.html, shown.html);
  });
});

describe('POST /users/{user_id}/password_reset', () => {
  it('returns a link to pass on where no mails can be sent', async (t) => {
    const scene = await setScene(t);

    const { body } = await scene.as('admin').post(`/users/${scene.users.alice.id}/password_reset`);

    assert.deepEqual(Object.keys(body).sort(), ['msg', 'reset_url', 'result']);
    assert.equal((await scene.browser.submit(body.reset_url, { password })).status, 303);
    assert.equal(await logIn(scene, password), 200);
  });

  it('refuses for somebody whom a password would not let in', async (t) => {
    const scene = await setScene(t);
    closePasswords(scene.app);

    const { status, body } = await scene.as('admin').post(`/users/${scene.users.alice.id}/password_reset`);

    assert.deepEqual([status, body.msg], [400, 'This user cannot log in with a password of this server.']);
  });

  it('mails it to the user where they can get mails, and tells it nobody else', async (t) => {
    const scene = await setScene(t);
    const mailbox = giveMailServer(scene);

    const { body } = await scene.as('admin').post(`/users/${scene.users.alice.id}/password_reset`);
    await mailbox.receive(1);

    assert.deepEqual(body, { result: 'success', msg: '' });
    assert.equal(mailbox.mails[0]?.to, 'alice@example.com');
    assert.equal((await scene.browser.submit(mailbox.link(), { password })).status, 303);
  });
});
