import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resetUrl } from '../../src/accounts/password-reset.ts';
import { setupUrl } from '../../src/accounts/setup.ts';
import { roles } from '../../src/users/user.ts';
import { giveMailServer } from '../support/mail.ts';
import { findViolations } from './axe.ts';
import { arrive, openRiver, type Page, type River, skip, visit, write } from './browser.ts';

/** A river with everything a page can show. */
async function fill(river: River): Promise<void> {
  const { server } = river;
  const id = await write(river, 'bob', '**Hello** @**Alice Member**, `code` and https://example.com/ :tada:');
  await write(river, 'alice', '```python\nprint(1)\n```\n\n> quoted\n\n```spoiler More\nhidden\n```');
  await write(river, 'bob', '/me waves');
  await write(river, 'bob', '/poll Tea?\nGreen\nBlack');
  await write(river, 'alice', '/todo Boat\nPaint: red');
  const later = { content: 'Later', scheduled_delivery_timestamp: 2_000_000_000 };
  await server
    .as('alice')
    .post('/scheduled_messages', { type: 'channel', to: river.channel, topic: 'levels', ...later });
  await server.as('alice').post('/reminders', { message_id: id, scheduled_delivery_timestamp: 2_000_000_000 });
  await server.as('owner').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await server.as('alice').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  await server.as('bob').post('/messages', { type: 'direct', to: [server.users.alice.id], content: 'Psst' });
  await server.as('bob').post('/users/me/status', { status_text: 'fishing' });
}

const pages = [
  '#inbox',
  '#recent',
  '#feed',
  '#drafts',
  '#scheduled',
  '#reminders',
  '#channels',
  '#user/1',
  '#narrow/is/mentioned',
  '#narrow/search/hello',
  '#keyboard-shortcuts',
  '#message-formatting',
  '#search-operators',
  '#about-zulip',
  '#settings/preferences',
  '#organization/permissions',
  '#nowhere',
];

/** Addresses of pages with forms, for somebody who is not logged in. */
async function listFormPages({ server }: River): Promise<string[]> {
  const { app, as, url, users } = server;
  giveMailServer(server);
  const { body } = await as('admin').post('/invites/multiuse', {});
  const setup = setupUrl(app);
  const paths = ['/', '/login', '/forgot', '/apps', '/reset/x/', '/demo/open/', '/nearby/open/'];
  app.config = Object.assign(app.config, { demo_key: 'open', lan: { key: 'open', has_own_root: false } });
  return [...paths.map((path) => url + path), body.invite_link, resetUrl(app, users.alice), setup];
}

describe('every page, light and dark', { skip }, () => {
  it('with a form has no fault that axe finds, as it is and when the form comes again', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const addresses = await listFormPages(river);
    // Without an owner the page of the first one is open.
    server.db.run('UPDATE users SET role = ? WHERE id = ?', roles.member, server.users.owner.id);
    const page = await arrive(server, { bypassCSP: true, expected: /status of 4(04|22)/ });
    const found: string[] = [];

    for (const address of addresses) {
      await page.goto(address);
      found.push(...(await findInBoth(page, address)));
      if (!(await page.locator('#password').count())) continue;
      await page.evaluate('document.forms[0].noValidate = true');
      await page.locator('form button').click();
      await page.getByRole('alert').waitFor();
      found.push(...(await findInBoth(page, `${address}, again`)));
    }

    assert.deepEqual(found, []);
  });

  it('has no fault that axe finds', async (t) => {
    const river = await openRiver(t);
    await fill(river);
    const topic = river.at.slice(1);
    const alice = await visit(river.server, 'alice', { bypassCSP: true });
    const found: string[] = [];

    for (const hash of [
      ...pages,
      topic,
      `#narrow/channel/${river.channel}`,
      `#channels/${river.channel}`,
      `#user/${river.server.users.bob.id}`,
    ]) {
      await alice.goto(`${river.server.url}/${hash}`);
      await loadView(alice);
      found.push(...(await findInBoth(alice, hash)));
      await alice.emulateMedia({ contrast: 'more' });
      found.push(...(await findContrastInBoth(alice, `${hash}, more contrast`)));
      await alice.emulateMedia({ contrast: null });
    }

    assert.deepEqual(found, []);
  });

  it('has none on a phone either, nor in its dialogs', async (t) => {
    const river = await openRiver(t);
    await fill(river);
    const viewport = { width: 390, height: 800 };
    const alice = await visit(river.server, 'alice', { bypassCSP: true, viewport, at: river.at });
    await alice.locator('.message').first().waitFor();
    const found = await findInBoth(alice, 'a topic');

    // Keys that follow at once find the dialog closed, however late its event comes.
    await alice.evaluate("addEventListener('close', (event) => event.stopImmediatePropagation(), { capture: true })");
    for (const key of ['Control+k', '?', 'x', ':', 'm']) {
      await alice.keyboard.press(key);
      await alice.getByRole('dialog').waitFor();
      found.push(...(await findInBoth(alice, key)));
      await alice.keyboard.press('Escape');
      await alice.getByRole('dialog').waitFor({ state: 'detached' });
    }
    for (const contrast of [{ contrast: 'more' }, { forcedColors: 'active' }] as const) {
      await alice.emulateMedia(contrast);
      await alice.locator('.has-contrast').waitFor();
      found.push(...(await findContrastInBoth(alice, Object.values(contrast).join())));
    }
    // Without colours of its own, the page outlines where one is.
    const outline = "getComputedStyle(document.querySelector('.entry[aria-current]')).outlineStyle";
    assert.equal(await alice.evaluate(outline), 'solid');
    await alice.emulateMedia({ forcedColors: 'none', contrast: 'no-preference' });
    await alice.locator('.has-contrast').waitFor({ state: 'detached' });
    assert.equal(await alice.evaluate(outline), 'none');
    await alice.getByRole('button', { name: 'Show conversations' }).click();
    found.push(...(await findInBoth(alice, 'side bar')));

    assert.deepEqual(found, []);
  });
});

/** Waits until a page shows what belongs to its address, and nothing that is still fetched. */
async function loadView(page: Page): Promise<void> {
  // Addresses are followed a moment after they changed.
  await page.evaluate('new Promise((followed) => requestAnimationFrame(() => requestAnimationFrame(followed)))');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[aria-busy=true], :text("Loading…")').first().waitFor({ state: 'detached' });
}

/** The faults of a page that is light, and of the same when it is dark: nothing is another then but the colours. */
async function findInBoth(page: Page, at: string): Promise<string[]> {
  const found = await findViolations(page);
  return [...found.map((line) => `${at} ${line}`), ...(await findContrastInDark(page, at))];
}

async function findContrastInBoth(page: Page, at: string): Promise<string[]> {
  const found = await findViolations(page, { rules: ['color-contrast'] });
  return [...found.map((line) => `${at} ${line}`), ...(await findContrastInDark(page, at))];
}

async function findContrastInDark(page: Page, at: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await findViolations(page, { rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  return found.map((line) => `${at}, dark: ${line}`);
}
