import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { deleteExpiredSessions, sessionLifetime } from '../../src/accounts/session.ts';
import { browserOf } from '../support/browser.ts';
import type { Values } from '../support/client.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import { Browser } from './browser.ts';
import { postponed, settled } from './push-service.ts';

interface Scene extends TestServer {
  browser: Browser;
}

/** Alice uses a browser on this machine, which an administrator allowed. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  server.app.config.private_web_push = true;
  return { ...server, browser: await new Browser().start(t) };
}

async function subscribed(t: TestContext): Promise<Scene> {
  const scene = await setScene(t);
  const { status, body } = await scene.browser.subscribe(scene.as('alice'));
  assert.equal(status, 200, JSON.stringify(body));
  return scene;
}

const toAlice = { type: 'direct', to: ['alice@example.com'], topic: undefined, content: 'Hi' };
const path = '/users/me/web_push_subscription';

function count({ db }: TestServer): unknown {
  return db.value('SELECT count(*) FROM browsers');
}

describe('GET /users/me/web_push_subscription', () => {
  it('tells the key that notifications are signed with, a point of P-256, always the same', async (t) => {
    const { as } = await startServer(t);

    const { status, body } = await as('alice').get(path);
    const { body: again } = await as('guest').get(path);

    const key = Buffer.from(body.application_server_key, 'base64url');
    assert.equal(status, 200);
    assert.deepEqual(again, body);
    assert.deepEqual([key.length, key[0]], [65, 4]);
  });
});

describe('POST /users/me/web_push_subscription/test', () => {
  it('brings a test to that browser, also to somebody who is not to be disturbed', async (t) => {
    const scene = await subscribed(t);
    const { as, browser, users, url, clock } = scene;
    await as('alice').patch('/users/me/availability', { quiet_until: clock.now() + 60 });

    const { status } = await as('alice').post(`${path}/test`, { endpoint: browser.endpoint });
    await settled(scene);

    assert.equal(status, 200);
    const content = { type: 'test', realm_url: url, realm_name: 'Test Organization', user_id: users.alice.id };
    assert.deepEqual(
      browser.received.map((one) => one.content),
      [{ ...content, time: clock.now(), title: 'Test Organization', content: 'Notifications arrive here.' }],
    );
  });
});

describe('POST /users/me/web_push_subscription', () => {
  it('brings notifications to the browser, encrypted and signed', async (t) => {
    const scene = await subscribed(t);
    const { as, browser, users, url, clock } = scene;

    const message_id = await send(as('bob'), toAlice);
    await settled(scene);

    const { body } = await as('alice').get(path);
    const [received] = browser.received;
    assert.equal(browser.received.length, 1);
    assert.deepEqual(received?.content, {
      type: 'message',
      realm_url: url,
      realm_name: 'Test Organization',
      user_id: users.alice.id,
      message_id,
      sender_id: users.bob.id,
      sender_full_name: 'Bob Member',
      sender_avatar_url: `${url}${avatarOf(users.bob.id)}`,
      time: clock.now(),
      content: 'Hi',
      recipient_type: 'direct',
      recipient_user_ids: [users.alice.id, users.bob.id],
      title: 'Bob Member',
    });
    const { 'content-encoding': encoding, ttl, urgency } = received.headers;
    assert.deepEqual({ encoding, ttl, urgency }, { encoding: 'aes128gcm', ttl: '86400', urgency: 'high' });
    assert.equal(received.key, body.application_server_key);
    assert.deepEqual(received.token?.header, { typ: 'JWT', alg: 'ES256' });
    const { exp, ...claims } = received.token?.claims ?? {};
    assert.deepEqual(claims, { aud: new URL(browser.endpoint).origin, sub: 'mailto:noreply@chat.example.com' });
    assert.ok(Number(exp) > Date.now() / 1000 && Number(exp) <= Date.now() / 1000 + 86_400);
  });

  it('takes back what was read elsewhere', async (t) => {
    const scene = await subscribed(t);
    const { as, browser, users, url } = scene;
    const id = await send(as('bob'), toAlice);
    await settled(scene);

    await as('alice').post('/mark_all_as_read');
    await settled(scene);

    const [, removal] = browser.received;
    const content = { type: 'remove', realm_url: url, realm_name: 'Test Organization', user_id: users.alice.id };
    assert.deepEqual(removal?.content, { ...content, message_ids: [id] });
    assert.equal(removal?.headers.urgency, 'low');
  });

  it('does not show direct messages where their user does not want it', async (t) => {
    const scene = await subscribed(t);
    const { as, browser } = scene;
    await as('alice').patch('/settings', { pm_content_in_desktop_notifications: false });

    await send(as('bob'), toAlice);
    await settled(scene);
    await send(as('bob'), { to: 'general', content: '@**Alice Member**' });
    await settled(scene);

    assert.deepEqual(
      browser.received.map(({ content }) => content.content),
      ['New direct message', '@Alice Member'],
    );
  });

  it('changes the keys of a browser that subscribes again, whose it was before', async (t) => {
    const scene = await subscribed(t);
    const { as, browser } = scene;

    await browser.subscribe(as('bob'));

    assert.equal(count(scene), 1);
    await send(as('bob'), toAlice);
    await settled(scene);
    assert.deepEqual(browser.received, []);
  });

  it('refuses bots', async (t) => {
    const scene = await setScene(t);

    const { status, body } = await scene.browser.subscribe(scene.as('bot'));

    assert.deepEqual(
      { status, body },
      { status: 400, body: badRequest('This endpoint does not accept bot requests.') },
    );
  });

  const refused = 'The endpoint must be an https address outside of private networks.';
  const bad: [string, Values, string][] = [
    ['an endpoint that is no URL', { endpoint: 'push' }, refused],
    ['an endpoint without TLS', { endpoint: 'http://push.example.com/' }, refused],
    ['an endpoint with a password', { endpoint: 'https://a:b@push.example.com/' }, refused],
    ['an endpoint of another kind', { endpoint: 'ftp://push.example.com/' }, refused],
    ['an endpoint on this machine', { endpoint: 'https://127.0.0.1/' }, refused],
    ['an endpoint on this machine, in disguise', { endpoint: 'https://2130706433/' }, refused],
    ['an endpoint in a private network', { endpoint: 'https://[fd00::1]/' }, refused],
    [
      'a key that is no point of the curve',
      { p256dh: Buffer.alloc(65, 4).toString('base64url') },
      'p256dh is not a public key',
    ],
    ['a key that is too short', { p256dh: 'BAAA' }, 'p256dh is not a public key'],
    ['a secret that is too short', { auth: 'AAAA' }, 'auth is not a secret of 16 bytes'],
    ['a secret that is not base64url', { auth: '?' }, 'auth is not a secret of 16 bytes'],
  ];
  for (const [what, values, msg] of bad) {
    it(`refuses ${what}`, async (t) => {
      const scene = await setScene(t);
      scene.app.config.private_web_push = false;
      const subscription = { ...scene.browser.subscription(), endpoint: 'https://push.example.com/1' };

      const { status, body } = await scene.as('alice').post(path, { ...subscription, ...values });

      assert.deepEqual({ status, body }, { status: 400, body: badRequest(msg) });
      assert.equal(count(scene), 0);
    });
  }

  it('takes keys with padding', async (t) => {
    const { as, browser } = await setScene(t);
    const { auth, ...rest } = browser.subscription();

    const { status } = await as('alice').post(path, { ...rest, auth: `${auth}==` });

    assert.equal(status, 200);
  });

  it('takes at most twenty browsers', async (t) => {
    const scene = await setScene(t);
    const subscribe = async (number: number) => {
      const subscription = { ...scene.browser.subscription(), endpoint: `https://push.example.com/${number}` };
      return (await scene.as('alice').post(path, subscription)).body.msg;
    };
    for (let number = 1; number <= 20; number++) assert.equal(await subscribe(number), '');

    assert.equal(await subscribe(21), 'Notifications can go to at most 20 browsers.');
    assert.equal(await subscribe(20), '');
    assert.equal(count(scene), 20);
  });
});

describe('DELETE /users/me/web_push_subscription', () => {
  it('ends the notifications', async (t) => {
    const scene = await subscribed(t);
    const { as, browser } = scene;

    const { status, body } = await as('alice').delete(path, { endpoint: browser.endpoint });
    await send(as('bob'), toAlice);
    await settled(scene);

    assert.deepEqual({ status, body }, { status: 200, body: { result: 'success', msg: '' } });
    assert.deepEqual(browser.received, []);
  });

  it('is not needed when the session expires in which the browser subscribed', async (t) => {
    const scene = await setScene(t);
    const { app, clock } = scene;
    await browserOf(scene, 'alice').call('POST', path, scene.browser.subscription());
    const expire = () => {
      app.db.transaction(() => deleteExpiredSessions(app));
      return count(scene);
    };

    clock.advance(sessionLifetime - 1);
    const before = expire();
    clock.advance(1);

    assert.deepEqual([before, expire()], [1, 0]);
  });

  it('knows neither the browser of somebody else nor one that never subscribed', async (t) => {
    const scene = await subscribed(t);
    const { as, browser } = scene;

    for (const [name, endpoint] of [
      ['bob', browser.endpoint],
      ['alice', 'https://push.example.com/'],
    ] as const) {
      const { status, body } = await as(name).delete(path, { endpoint });

      assert.deepEqual({ status, body }, { status: 400, body: badRequest('No such web push subscription') });
    }
    assert.equal(count(scene), 1);
  });
});

describe('a browser', () => {
  for (const status of [404, 410]) {
    it(`is forgotten when its push service answers ${status}`, async (t) => {
      const scene = await subscribed(t);
      scene.browser.answer = (response) => response.writeHead(status).end();

      await send(scene.as('bob'), toAlice);
      await settled(scene);

      assert.equal(count(scene), 0);
    });
  }

  for (const status of [429, 500, 503]) {
    it(`is tried again when its push service answers ${status}`, async (t) => {
      const scene = await subscribed(t);
      const { browser, as, clock, app } = scene;
      browser.answer = (response) => response.writeHead(status).end();
      await send(as('bob'), toAlice);
      await postponed(scene);
      browser.answer = (response) => response.writeHead(201).end();
      clock.advance(5);

      app.push.wake();
      await settled(scene);

      assert.equal(browser.received.length, 2);
      assert.equal(count(scene), 1);
    });
  }

  for (const status of [302, 400, 403, 413]) {
    it(`gets nothing, and stays, when its push service answers ${status}`, async (t) => {
      const scene = await subscribed(t);
      const { browser, as } = scene;
      browser.answer = (response) => response.writeHead(status, { Location: browser.endpoint }).end();

      await send(as('bob'), toAlice);
      await settled(scene);

      assert.equal(browser.received.length, 1);
      assert.equal(count(scene), 1);
    });
  }

  it('is not reached by a name that leads to this machine', async (t) => {
    const scene = await setScene(t);
    const { app, as, browser } = scene;
    app.config.private_web_push = false;
    let connections = 0;
    const server = createServer().on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => server.close());
    const endpoint = `https://localhost:${(server.address() as AddressInfo).port}/`;
    assert.equal((await as('alice').post(path, { ...browser.subscription(), endpoint })).status, 200);

    await send(as('bob'), toAlice);
    await postponed(scene);

    assert.equal(connections, 0);
  });

  it('is not reached in a private network once that is not allowed any more', async (t) => {
    const scene = await subscribed(t);
    scene.app.config.private_web_push = false;

    await send(scene.as('bob'), toAlice);
    await postponed(scene);

    assert.deepEqual(scene.browser.received, []);
  });

  it('that hangs up is tried again', async (t) => {
    const scene = await subscribed(t);
    scene.browser.answer = (response) => response.destroy();

    await send(scene.as('bob'), toAlice);
    await postponed(scene);

    assert.equal(scene.db.value('SELECT attempts FROM push_tasks'), 1);
  });

  it('that does not answer is tried again', async (t) => {
    const scene = await subscribed(t);
    scene.app.push.patience = 20;
    scene.browser.answer = () => {};

    await send(scene.as('bob'), toAlice);
    await postponed(scene);

    assert.equal(scene.db.value('SELECT attempts FROM push_tasks'), 1);
  });

  it('that does not answer keeps nobody else waiting', async (t) => {
    const scene = await setScene(t);
    const { app, as, browser } = scene;
    app.push.patience = 600_000;
    const silent = await new Browser().start(t);
    silent.answer = () => {};
    for (let number = 0; number < 20; number++) {
      const endpoint = `${silent.endpoint}${number}`;
      await as('alice').post(path, { ...silent.subscription(), endpoint });
    }
    await browser.subscribe(as('bob'));

    await send(as('bob'), toAlice);
    await until(() => silent.received.length > 0);
    await send(as('alice'), { ...toAlice, to: ['bob@example.com'] });

    await until(() => browser.received.length === 1);
    assert.equal(silent.received.length, 1);
  });

  it('that does not answer is left alone until the next attempt, and gets nothing that waits too long', async (t) => {
    const scene = await subscribed(t);
    const { app, as, browser, clock } = scene;
    browser.answer = (response) => response.destroy();
    const attempts: number[] = [];

    for (const pause of [5, 30, 120, 600]) {
      await send(as('bob'), toAlice);
      await postponed(scene);
      attempts.push(browser.received.length);
      clock.advance(pause);
      app.push.wake();
    }
    await settled(scene);

    assert.deepEqual([attempts, browser.received.length], [[1, 2, 3, 4], 5]);
  });
});
