import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import {
  arrive,
  composer,
  messages,
  openRiver,
  type Page,
  type River,
  row,
  skip,
  startSession,
  write,
} from './browser.ts';

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

/** The text of a list item on one line, without the time. */
function withoutTime(text: string): string {
  return text
    .replace(/\d+:\d+ [AP]M|\b\w{3} \d+\b/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
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
    await page.getByText('These messages are stored on this device.').waitFor();
    await page.goto(`${server.url}/#narrow/channel/${channel}/topic/birds`);
    await messages(page).filter({ hasText: 'Three ducks' }).waitFor();
    await composer(page).fill('Four by now');
    await composer(page).press('Control+Enter');
    await page.getByText('Waiting for a connection').waitFor();
    await page.reload();
    await page.getByText('Waiting for a connection').waitFor();
    await page.getByText('No connection.').waitFor();

    await write(river, 'bob', 'And a heron', 'birds');
    await page.context().setOffline(false);
    await page.locator('.is-outgoing').waitFor({ state: 'detached' });
    await messages(page).filter({ hasText: 'Four by now' }).waitFor();

    await untilEqual(() => messages(page).allInnerTexts(), ['Three ducks', 'And a heron', 'Four by now']);
    await page.getByText('These messages are stored on this device.').waitFor({ state: 'detached' });
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

  it('lists what waits to be sent, which goes by itself, and what is lost, to its author only', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    const page = await openInstalled(river, river.at);
    await page.evaluate(`localStorage.setItem('outbox:${server.users.bob.id}:1.1', JSON.stringify({
      local_id: '1.1', queue_id: '', conversation: { type: 'direct', user_ids: [] }, content: 'By Bob', timestamp: 1,
      state: 'waiting', problem: '', after: 0 }))`);
    await page.context().setOffline(true);
    await page.getByText('No connection.').waitFor();
    for (const text of ['Four by now', '**Five**']) {
      await composer(page).fill(text);
      await composer(page).press('Control+Enter');
      await row(page, text).getByText('Waiting for a connection').waitFor();
    }
    await composer(page).fill('Begun');
    await page.setInputFiles('.compose input[type=file]', {
      name: 'map.txt',
      mimeType: 'text/plain',
      buffer: Buffer.of(1),
    });
    await page.locator('.tray').getByText('cannot be reached').waitFor();

    await page.reload();

    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    assert.deepEqual(
      await page
        .getByRole('listitem')
        .allInnerTexts()
        .then((texts) => texts.map(withoutTime)),
      ['#river > levels Four by now', '#river > levels **Five**', 'map.txt'],
    );
    await page.getByText('These 2 messages are kept on this device, and sent when the server answers.').waitFor();
    await page.getByText('Your draft is also kept on this device.').waitFor();
    await page.context().setOffline(false);
    await page.locator('.tray').getByText('map.txt').waitFor();
    await untilEqual(() => messages(page).allInnerTexts(), ['Four by now', 'Five']);
    assert.equal(await composer(page).inputValue(), 'Begun');
    const narrow = [
      { operator: 'channel', operand: channel },
      { operator: 'topic', operand: 'levels' },
    ];
    const { body } = await server
      .as('bob')
      .get('/messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow });
    assert.equal(body.messages.length, 2);
  });

  it('lists nothing once the session has ended, and says why a message was refused', async (t) => {
    const river = await openRiver(t);
    const page = await openInstalled(river, river.at);
    await page.evaluate(`localStorage.setItem('outbox:${river.server.users.alice.id}:1.1', JSON.stringify({
      local_id: '1.1', queue_id: '', conversation: { type: 'topic', stream_id: 1, topic: 'x' }, content: 'By Alice',
      timestamp: 1, state: 'failed', problem: 'You may not write here.', after: 0 }))`);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: 'Not sent' }).waitFor();
    assert.deepEqual(
      await page
        .getByRole('listitem')
        .allInnerTexts()
        .then((texts) => texts.map(withoutTime)),
      ['By Alice You may not write here.'],
    );
    await page.context().setOffline(false);
    await page.locator('.shell').waitFor();
    const [session] = (await river.server.as('alice').get('/sessions')).body.sessions;

    await river.server.as('alice').delete(`/sessions/${session.id}`);
    await page.waitForURL(/\/login\?ended/);
    await page.context().setOffline(true);
    await page.goto(river.server.url);

    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    assert.equal(await page.getByRole('listitem').count(), 0);
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
    await page.getByRole('heading', { name: /^Log in/ }).waitFor();

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
    await page.getByText('Waiting for a connection').waitFor();

    await page.context().addCookies([await startSession(server, 'bob')]);
    await page.context().setOffline(false);

    await page.waitForURL(`${server.url}/`);
    await page.locator('.shell').waitFor();
    const { body } = await server.as('bob').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    assert.equal(body.messages[0].content, '<p>Low water</p>');
  });
});
