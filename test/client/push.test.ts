import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Browser } from '../push/browser.ts';
import { settled } from '../push/push-service.ts';
import { until } from '../support/until.ts';
import { arrive, openRiver, type Page, type River, skip, write } from './browser.ts';

/** Lets pages believe that notifications are allowed, and subscribes them at a push service of this machine. */
function allowing(service: Browser): string {
  const { endpoint, p256dh, auth } = service.subscription();
  const json = JSON.stringify({ endpoint, keys: { p256dh, auth } });
  return `
    let subscription = null;
    Notification.requestPermission = async () => 'granted';
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async (options) => {
      window.subscribedWith = options;
      subscription = { ...${json}, toJSON: () => (${json}), unsubscribe: async () => { subscription = null; } };
      return subscription;
    };
  `;
}

/** What a service worker shows, in a browser that shows nothing. */
interface Shown {
  title: string;
  body: string;
  tag: string;
  data: { hash: string; ids: number[] };
}

const recorder = `
  const open = new Map();
  registration.showNotification = async (title, options) => {
    open.set(options.tag, { ...options, title, close: () => open.delete(options.tag) });
  };
  registration.getNotifications = async ({ tag } = {}) =>
    [...open.values()].filter((one) => tag === undefined || one.tag === tag);
  Object.defineProperty(WindowClient.prototype, 'focused', { get: () => false });
  // A browser without windows has no icons either.
  navigator.setAppBadge = async () => {};
  self.listShown = () => [...open.values()].map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  const run = async (event) => {
    let done;
    event.waitUntil = (promise) => { done = promise; };
    dispatchEvent(event);
    await done;
  };
  self.deliver = (content) => run(new PushEvent('push', { data: JSON.stringify(content) }));
  self.clickFirst = () => {
    const event = new Event('notificationclick');
    event.notification = [...open.values()][0];
    // Only people bring windows to the front.
    return run(event).catch(() => {});
  };
  undefined;
`;

/** Alice's browser and the push service behind it. */
async function openScene(river: River, service: Browser) {
  const { server } = river;
  server.app.config.private_web_push = true;
  const page = await arrive(server, {
    session: 'alice',
    serviceWorkers: 'allow',
    expected: /status of 401/,
  });
  await until(() => page.evaluate('navigator.serviceWorker.controller !== null'));
  await page.context().addInitScript(allowing(service));
  await page.reload();
  await page.locator('.shell').waitFor();
  return { page, ...(await openWorker(page)) };
}

/** The service worker of a page: what it shows, and the way of a push to it. */
async function openWorker(page: Page) {
  const [worker] = page.context().serviceWorkers();
  assert.ok(worker);
  await worker.evaluate(recorder);
  return {
    worker,
    listShown: () => worker.evaluate('listShown()') as Promise<Shown[]>,
    deliver: (content: object = {}) => worker.evaluate(`deliver(${JSON.stringify(content)})`),
  };
}

describe('a browser that is to notify', { skip }, () => {
  it('asks once somebody is addressed, shows what the server pushes, leads there, and takes it back', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    const { as, users, db } = server;
    const service = await new Browser().start(t);
    const { page, worker, listShown, deliver } = await openScene(river, service);
    await as('alice').patch('/settings', { enable_online_push_notifications: true });
    await write(river, 'bob', 'Just talk');
    const ask = page.getByRole('complementary', { name: 'Notifications' });
    assert.equal(await ask.count(), 0);

    const first = await write(river, 'bob', 'Look, @**Alice Member**!');
    await ask.waitFor();
    const { hash } = new URL(page.url());
    await page.evaluate("location.hash = '#settings/notifications'");
    await page.getByRole('main').getByRole('button', { name: 'Turn on notifications' }).waitFor();
    await ask.waitFor({ state: 'detached' });
    await page.evaluate(`location.hash = '${hash}'`);
    await ask.getByRole('button', { name: 'Turn on notifications' }).click();
    await until(() => db.value('SELECT count(*) FROM browsers WHERE session_id IS NOT NULL') === 1);
    const { body } = await as('alice').get('/users/me/web_push_subscription');
    assert.deepEqual(await page.evaluate('window.subscribedWith'), {
      userVisibleOnly: true,
      applicationServerKey: body.application_server_key,
    });
    await ask.waitFor({ state: 'detached' });

    const second = await write(river, 'bob', 'Again, @**Alice Member**!', '');
    await settled(server);
    const pushed = service.received.map(({ content }) => content);
    assert.deepEqual(
      pushed.map(({ message_id, topic }) => [message_id, topic]),
      [[second, '']],
    );
    for (const content of pushed) await deliver(content);
    assert.deepEqual(await listShown(), [
      {
        title: 'Bob Member in #river',
        body: 'Again, @Alice Member!',
        tag: `topic:${channel}:`,
        data: { hash: `#narrow/channel/${channel}/topic//near/${second}`, ids: [second] },
      },
    ]);

    await worker.evaluate('clickFirst()');
    await page.waitForURL(`**/#narrow/channel/${channel}/topic//near/${second}`);
    await page.locator('.message').filter({ hasText: 'Again' }).waitFor();

    const other = { type: 'direct', to: [users.alice.id], content: 'Psst' };
    const direct = (await as('bob').post('/messages', other)).body.id;
    await settled(server);
    await deliver(service.received.at(-1)?.content);
    assert.equal((await listShown()).length, 1);
    await as('alice').post('/messages/flags', { messages: [first, direct], op: 'add', flag: 'read' });
    await settled(server);
    await deliver(service.received.at(-1)?.content);
    assert.deepEqual(await listShown(), []);
  });

  it('is notified no more once its session has ended', async (t) => {
    const river = await openRiver(t);
    const { as, db } = river.server;
    const service = await new Browser().start(t);
    const { page } = await openScene(river, service);
    await page.goto(`${river.server.url}/#settings/notifications`);
    await page.getByRole('button', { name: 'Turn on notifications' }).click();
    await page.getByRole('button', { name: 'Turn off notifications' }).waitFor();
    assert.equal(db.value('SELECT count(*) FROM browsers'), 1);

    const [session] = (await as('alice').get('/sessions')).body.sessions;
    await as('alice').delete(`/sessions/${session.id}`);

    assert.equal(db.value('SELECT count(*) FROM browsers'), 0);
    await page.waitForURL(/\/login\?ended/);
  });

  it('says why it cannot be notified', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const alice = await arrive(server, { session: 'alice', at: '/#settings/notifications' });
    await alice.getByText('This browser blocks notifications from here.').waitFor();

    await alice.addInitScript('delete window.PushManager');
    await alice.reload();
    await alice.getByText('This browser does not support notifications when no window is open.').waitFor();

    await alice.addInitScript("Object.defineProperty(navigator, 'userAgent', { value: 'iPhone' })");
    await alice.reload();
    await alice.getByText(/tap Share, then “Add to Home Screen”/).waitFor();

    await alice.addInitScript("Object.defineProperty(window, 'isSecureContext', { value: false })");
    await alice.reload();
    await alice.getByText(/addresses that begin with https/).waitFor();
  });
});
