import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { arrive, messages, openRiver, type Page, type River, skip, write } from './browser.ts';

/** A page of Alice's browser with the service worker in charge. */
async function openInstalled(river: River): Promise<Page> {
  await write(river, 'bob', 'Hello');
  // What is asked for once the session is over.
  const expected = /status of 401/;
  const page = await arrive(river.server, { session: 'alice', serviceWorkers: 'allow', at: river.at, expected });
  await messages(page).filter({ hasText: 'Hello' }).waitFor();
  await until(() => page.evaluate('navigator.serviceWorker.controller !== null'));
  return page;
}

describe('the client as an app of the device', { skip }, () => {
  it('can be installed, keeps its files and pictures, and nothing of the API', async (t) => {
    const river = await openRiver(t);
    const page = await openInstalled(river);
    const session = await page.context().newCDPSession(page);

    await page.reload();
    await messages(page).filter({ hasText: 'Hello' }).waitFor();

    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    assert.deepEqual(
      installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
      [],
    );
    const listKinds = () =>
      page.evaluate<string[]>(`(async () => {
        const kinds = new Set();
        for (const name of await caches.keys())
          for (const { url } of await (await caches.open(name)).keys()) kinds.add(new URL(url).pathname.split('/')[1]);
        return [...kinds].sort();
      })()`);
    await untilEqual(listKinds, ['app-shell', 'assets', 'avatar', 'icon.png']);
  });

  it('says that a newer version is here, and goes on with the one it has until somebody wants it', async (t) => {
    const river = await openRiver(t);
    const page = await openInstalled(river);
    const banner = page.getByText('A newer version is available.');
    assert.equal(await banner.count(), 0);

    await page.evaluate(`(() => {
      document.documentElement.dataset.version = 'older';
      const worker = navigator.serviceWorker;
      worker.dispatchEvent(new MessageEvent('message', { data: { type: 'version', version: 'newer' } }));
    })()`);
    await banner.waitFor();
    await page.getByRole('button', { name: 'Load it' }).click();

    await banner.waitFor({ state: 'detached' });
    await page.locator('.shell').waitFor();
  });

  it('offers its installation where the browser does', async (t) => {
    const river = await openRiver(t);
    const page = await arrive(river.server, { session: 'alice' });
    await page.locator('.shell').waitFor();
    await page.evaluate(`(() => {
      const event = new Event('beforeinstallprompt', { cancelable: true });
      event.prompt = async () => { window.prompted = true; };
      dispatchEvent(event);
    })()`);

    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('button', { name: 'Install as an app' }).click();

    await untilEqual(() => page.evaluate('window.prompted'), true);
  });

  it('forgets all that it kept when somebody logs out', async (t) => {
    const page = await openInstalled(await openRiver(t));

    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');

    assert.deepEqual(await page.evaluate('caches.keys()'), []);
    assert.deepEqual(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0);
  });

  it('takes what other apps share, and asks where it goes', async (t) => {
    const river = await openRiver(t);
    const page = await openInstalled(river);

    await page.evaluate(`(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/share', enctype: 'multipart/form-data' });
      for (const [name, value] of [['title', 'Boots'], ['url', 'https://example.com/boots']])
        form.append(Object.assign(document.createElement('input'), { name, value }));
      const files = Object.assign(document.createElement('input'), { name: 'files', type: 'file' });
      const transfer = new DataTransfer();
      transfer.items.add(new File(['x'], 'boots.txt', { type: 'text/plain' }));
      files.files = transfer.files;
      form.append(files);
      document.body.append(form);
      form.submit();
    })()`);
    const dialog = page.getByRole('dialog', { name: 'Share in a conversation' });
    await dialog.getByText('boots.txt').waitFor();
    await dialog.getByRole('combobox').fill('levels');
    await dialog.getByRole('option', { name: /levels/ }).waitFor();
    await page.keyboard.press('Enter');

    await untilEqual(() => page.locator('.compose textarea').inputValue(), 'Boots\nhttps://example.com/boots');
    await page.locator('.tray').getByText('boots.txt').waitFor();
    await page.reload();
    await messages(page).filter({ hasText: 'Hello' }).waitFor();
    assert.equal(await dialog.count(), 0);
  });
});
