import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Browser, browserOf } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';

const path = '/demo/open-sesame/';

async function setScene(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  server.app.config = { ...server.app.config, demo_key: 'open-sesame' };
  return server;
}

function nameOf(browser: Browser) {
  return browser.call('GET', '/users/me').then(({ body }) => body.full_name);
}

describe('/demo/{key}/', () => {
  it('logs in as anybody with one click, the owner first, and then as anybody else', async (t) => {
    const server = await setScene(t);
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);
    const browser = new Browser(server);

    const { status, html } = await browser.open(path);

    const buttons = [...html.matchAll(/<button name="user_id" value="(\d+)"[^>]*>([^<]*) <small>(\w+)</g)];
    assert.equal(status, 200);
    assert.deepEqual(
      buttons.map(([, , name, role]) => [name, role]),
      [
        ['Olive Owner', 'Owner'],
        ['Adam Admin', 'Administrator'],
        ['Mona Moderator', 'Moderator'],
        ['Alice Member', 'Member'],
        ['Gus Guest', 'Guest'],
      ],
    );
    for (const [, user_id = '', name] of [buttons[0], buttons[4]].map((one) => one ?? [])) {
      const { headers } = await browser.submit(path, { user_id });
      assert.equal(headers.get('location'), '/');
      assert.equal(await nameOf(browser), name);
    }
  });

  it('is nowhere without its key, and nowhere but in a demo', async (t) => {
    const demo = await setScene(t);
    const real = await startServer(t);
    const user_id = String(demo.users.owner.id);

    for (const [server, at] of [
      [demo, '/demo/open-sesam/'],
      [demo, '/demo/open-sesame-x/'],
      [real, path],
      [real, '/demo/undefined/'],
    ] as const) {
      const browser = new Browser(server);
      const pages = [await browser.open(at), await browser.submit(at, { user_id })];
      assert.deepEqual(
        pages.map(({ status }) => status),
        [404, 404],
      );
      assert.equal(browser.cookie, undefined);
    }
  });

  it('lets nobody be a bot, somebody who is gone, or nobody', async (t) => {
    const server = await setScene(t);
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.bob.id);

    for (const user_id of [server.users.bot.id, server.users.bob.id, 1, 999, 'x']) {
      const browser = browserOf(server, 'alice');
      const { status } = await browser.submit(path, { user_id: String(user_id) });
      assert.deepEqual([status, await nameOf(browser)], [404, 'Alice Member']);
    }
  });
});
