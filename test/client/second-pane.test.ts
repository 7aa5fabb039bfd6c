import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { openRiver, type Page, type River, skip, visit, write } from './browser.ts';

const wide = { width: 1440, height: 900 };

function besideOf(page: Page) {
  return page.locator('section.beside');
}

function textsIn(page: Page, pane: string) {
  return page.locator(`${pane} .message .rendered`).allInnerTexts();
}

/** A page with the topic `levels` and another topic, `boats`, of another channel of messages. */
async function open(river: River, options: object = {}): Promise<Page> {
  await write(river, 'bob', 'Two metres', 'levels');
  await write(river, 'bob', 'A boat', 'boats');
  const alice = await visit(river.server, 'alice', { at: river.at, viewport: wide, ...options });
  await alice.locator('main .message').first().waitFor();
  return alice;
}

async function openFromSideBar(page: Page): Promise<void> {
  const entry = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^boats/ });
  await entry.click({ button: 'right', delay: 50 });
  await page.getByRole('button', { name: 'Open beside' }).click();
  await besideOf(page).locator('.message').first().waitFor();
}

describe('a second pane', { skip }, () => {
  it('shows a topic beside what one reads, with a composer of its own', async (t) => {
    const river = await openRiver(t);
    const alice = await open(river, { bypassCSP: true });

    await openFromSideBar(alice);
    assert.deepEqual([await textsIn(alice, 'main'), await textsIn(alice, '.beside')], [['Two metres'], ['A boat']]);
    assert.deepEqual(await findViolations(alice), []);
    await alice.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await findViolations(alice, { rules: ['color-contrast'] }), []);
    await besideOf(alice).locator('.compose textarea').fill('It is red');
    await besideOf(alice).locator('.compose textarea').press('Control+Enter');
    await untilEqual(() => textsIn(alice, '.beside'), ['A boat', 'It is red']);
    await alice.locator('main .compose textarea').fill('And falling');
    await alice.locator('main .compose textarea').press('Control+Enter');

    await untilEqual(() => textsIn(alice, 'main'), ['Two metres', 'And falling']);
    assert.deepEqual(await textsIn(alice, '.beside'), ['A boat', 'It is red']);
    await besideOf(alice)
      .getByRole('button', { name: /^Close/ })
      .click();
    await besideOf(alice).waitFor({ state: 'detached' });
  });

  it('is opened, used and closed by keys, which act where the focus is', async (t) => {
    const river = await openRiver(t);
    const alice = await open(river);

    await alice.goto(`${river.server.url}/#narrow/channel/${river.channel}`);
    await alice.locator('main .message').filter({ hasText: 'A boat' }).waitFor();
    await alice.keyboard.press('End');
    await alice.locator('main .message').filter({ hasText: 'A boat' }).focus();
    await alice.keyboard.press('o');
    await besideOf(alice).locator('.message').first().waitFor();
    await alice.keyboard.press('j');
    await alice.keyboard.press('r');
    await alice.keyboard.type('By keys');
    await alice.keyboard.press('Control+Enter');
    await untilEqual(() => textsIn(alice, '.beside'), ['A boat', 'By keys']);
    assert.match(alice.url(), /#narrow\/channel\/\d+$/);
    await alice.keyboard.press('Escape');
    await alice.keyboard.press('Escape');
    await besideOf(alice).waitFor({ state: 'detached' });
    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('metres');
    await alice.getByRole('option', { name: 'Search messages for “metres”' }).waitFor();
    await alice.keyboard.press('ArrowUp');
    await alice.keyboard.press('Control+Enter');
    await untilEqual(() => textsIn(alice, '.beside'), ['Two metres']);
    await alice.keyboard.press('j');
    await alice.keyboard.press('r');
    await besideOf(alice).locator('.compose textarea:focus').waitFor();
    await alice.keyboard.press('Escape');
    await alice.keyboard.press('Shift+O');

    await besideOf(alice).waitFor({ state: 'detached' });
  });

  it('has what is pinned to its topic at its head', async (t) => {
    const river = await openRiver(t);
    const alice = await open(river);
    const { body } = await river.server.as('owner').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    await river.server.as('owner').post(`/messages/${body.messages[0].id}/pin`);

    await openFromSideBar(alice);
    const head = besideOf(alice).getByRole('region', { name: 'Pinned messages' });
    await head.getByRole('button', { name: /1 pinned message A boat/ }).press('Enter');
    await head.getByRole('link', { name: /A boat/ }).waitFor();
    await alice.keyboard.press('Escape');
    await head.getByRole('link').waitFor({ state: 'detached' });

    assert.equal(await alice.locator('main').getByRole('region', { name: 'Pinned messages' }).count(), 0);
  });

  it('edits a message where that was begun, though both panes show it', async (t) => {
    const river = await openRiver(t);
    const alice = await open(river);
    await write(river, 'alice', 'My boat', 'boats');
    const fields = (pane: string) => alice.locator(`${pane} .message textarea`).count();

    const entry = alice.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^river/ });
    await entry.click({ button: 'right', delay: 50 });
    await alice.getByRole('button', { name: 'Open beside' }).click();
    await besideOf(alice).locator('.message').filter({ hasText: 'My boat' }).waitFor();
    await alice.goto(`${river.server.url}/#narrow/channel/${river.channel}/topic/boats`);
    await alice.locator('main .message').filter({ hasText: 'My boat' }).focus();
    await alice.keyboard.press('e');
    await alice.locator('main .message textarea').waitFor();
    assert.deepEqual([await fields('main'), await fields('.beside')], [1, 0]);
    await alice.keyboard.press('Escape');
    await besideOf(alice).locator('.message').filter({ hasText: 'My boat' }).focus();
    await alice.keyboard.press('e');
    await besideOf(alice).locator('.message textarea').waitFor();

    assert.deepEqual([await fields('main'), await fields('.beside')], [0, 1]);
  });

  it('follows its topic, becomes the page, and shows nothing that the page shows', async (t) => {
    const river = await openRiver(t);
    const alice = await open(river);
    const { server } = river;

    await openFromSideBar(alice);
    const { body } = await server.as('owner').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    await server
      .as('owner')
      .patch(`/messages/${body.messages[0].id}`, { topic: 'ships', propagate_mode: 'change_all' });
    await besideOf(alice).getByRole('heading', { name: /ships/ }).waitFor();
    await besideOf(alice).getByRole('button', { name: 'Open as the page' }).click();
    await alice.getByRole('heading', { level: 1, name: /ships/ }).waitFor();
    await besideOf(alice).waitFor({ state: 'detached' });
    await alice.goBack();
    await alice.getByRole('heading', { level: 1, name: /levels/ }).waitFor();
    await alice.locator('main .message').first().focus();
    await alice.keyboard.press('o');
    await alice.getByText(/on screen already/).waitFor();

    assert.equal(await besideOf(alice).count(), 0);
  });

  it('is only in wide windows', async (t) => {
    const river = await openRiver(t);
    const alice = await open(river);

    await openFromSideBar(alice);
    await alice.setViewportSize({ width: 390, height: 800 });
    await besideOf(alice).waitFor({ state: 'detached' });
    await alice.getByRole('button', { name: 'Show conversations' }).click();
    await alice.getByRole('link', { name: /^boats/ }).click({ button: 'right', delay: 50 });
    await alice.getByRole('button', { name: 'Copy link' }).waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Open beside' }).count(), 0);
    await alice.setViewportSize(wide);

    await besideOf(alice).waitFor();
  });
});
