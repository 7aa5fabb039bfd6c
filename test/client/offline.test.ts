import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { arrive, composer, messages, openRiver, type Page, type River, skip, startSession, write } from './browser.ts';

/** Alice's page with the service worker in charge. */
async function openInstalled(river: River, at: string): Promise<Page> {
  const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 40[01]/;
  const page = await arrive(river.server, { session: 'alice', serviceWorkers: 'allow', at, expected });
  await page.locator('.shell').waitFor();
  await until(() => page.evaluate('navigator.serviceWorker.controller !== null'));
  return page;
}

/** What the device holds of a user's conversations: texts. */
function listKept(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((resolve) => {
    const opening = indexedDB.open('chatd', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
    opening.onsuccess = () => {
      const request = opening.result.transaction('kept').objectStore('kept').get('kept');
      request.onsuccess = () => {
        opening.result.close();
        resolve((request.result?.messages ?? []).map(({ content }) => content));
      };
    };
  })`);
}

describe('a device without a network', { skip }, () => {
  it('shows what it keeps, and sends once what was written when the network is back', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    await write(river, 'bob', 'Low water');
    await write(river, 'bob', 'Three ducks', 'birds');
    const page = await openInstalled(river, '/#settings/preferences');
    await page.getByLabel(/Keep on this device/).check();
    await until(async () => (await listKept(page)).includes('<p>Three ducks</p>'));

    await page.context().setOffline(true);
    await page.goto(server.url + river.at);
    await page.reload();
    await messages(page).filter({ hasText: 'Low water' }).waitFor();
    await page.getByText('These messages are kept on this device.').waitFor();
    await page.goto(`${server.url}/#narrow/channel/${channel}/topic/birds`);
    await messages(page).filter({ hasText: 'Three ducks' }).waitFor();
    await composer(page).fill('Four by now');
    await composer(page).press('Control+Enter');
    await page.getByText('waits for the connection').waitFor();
    await page.reload();
    await page.getByText('waits for the connection').waitFor();
    await page.getByText('No connection.').waitFor();

    await write(river, 'bob', 'And a heron', 'birds');
    await page.context().setOffline(false);
    await page.locator('.is-outgoing').waitFor({ state: 'detached' });
    await messages(page).filter({ hasText: 'Four by now' }).waitFor();

    await untilEqual(() => messages(page).allInnerTexts(), ['Three ducks', 'And a heron', 'Four by now']);
    await page.getByText('These messages are kept on this device.').waitFor({ state: 'detached' });
    const page1 = { anchor: 'newest', num_before: 20, num_after: 0, narrow: [{ operator: 'topic', operand: 'birds' }] };
    const { body } = await server.as('bob').get('/messages', page1);
    assert.equal(body.messages.length, 3);
  });

  it('says so where nothing is kept, and keeps nothing after logging out', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Low water');
    const page = await openInstalled(river, '/#settings/preferences');
    await page.getByLabel(/Keep on this device/).check();
    await until(async () => (await listKept(page)).includes('<p>Low water</p>'));
    await page.getByLabel(/Keep on this device/).uncheck();
    await until(async () => (await listKept(page)).length === 0);
    await page.getByLabel(/Keep on this device/).check();
    await until(async () => (await listKept(page)).includes('<p>Low water</p>'));
    const [session] = (await river.server.as('alice').get('/sessions')).body.sessions;
    await river.server.as('alice').delete(`/sessions/${session.id}`);
    await page.waitForURL(/\/login\?ended/);
    assert.deepEqual(await listKept(page), []);

    await page.context().setOffline(true);
    await page.goto(river.server.url);

    await page.getByRole('heading', { name: 'No connection' }).waitFor();
  });

  it('keeps nothing of a session that ended while no page was open, nor for whoever comes next', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Low water');
    const page = await openInstalled(river, '/#settings/preferences');
    await page.getByLabel(/Keep on this device/).check();
    await until(async () => (await listKept(page)).includes('<p>Low water</p>'));
    const [session] = (await river.server.as('alice').get('/sessions')).body.sessions;
    await page.goto(`${river.server.url}/robots.txt`);
    await river.server.as('alice').delete(`/sessions/${session.id}`);

    await page.goto(river.server.url);
    await page.getByRole('heading', { name: /^Log in/ }).waitFor();
    await until(async () => (await listKept(page)).length === 0);
    await page.context().setOffline(true);
    await page.goto(river.server.url);
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.context().setOffline(false);

    await page.evaluate(`localStorage.setItem('keep on this device', '${river.server.users.alice.id}')`);
    await page.context().addCookies([await startSession(river.server, 'bob')]);
    await page.goto(`${river.server.url}/#settings/preferences`);
    await page.reload();
    assert.equal(await page.getByLabel(/Keep on this device/).isChecked(), false);
    assert.deepEqual(await listKept(page), []);
  });

  it('gives the tabs of one user to no other who logs in there', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await write(river, 'bob', 'Low water');
    const page = await openInstalled(river, river.at);
    await messages(page).filter({ hasText: 'Low water' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('No connection.').waitFor();
    await composer(page).fill('By Alice');
    await composer(page).press('Control+Enter');
    await page.getByText('waits for the connection').waitFor();

    await page.context().addCookies([await startSession(server, 'bob')]);
    await page.context().setOffline(false);

    await page.waitForURL(`${server.url}/`);
    await page.locator('.shell').waitFor();
    const { body } = await server.as('bob').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.equal(body.messages[0].content, '<p>Low water</p>');
  });
});
