import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from './axe.ts';
import { openRiver, type Page, skip, visit } from './browser.ts';
import { listSmall } from './small-controls.ts';

function chips(page: Page) {
  return page.locator('.bookmarks').getByRole('link');
}

async function titles(page: Page): Promise<string[]> {
  return (await chips(page).allTextContents()).filter(Boolean);
}

/** Where name and address of the first link end at the right, in pixels. */
const ends = `[document.querySelector('.page-scroll b'), document.querySelector('.page-scroll b + p')].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return Math.round(range.getBoundingClientRect().right);
})`;

describe('links at the head of a channel', { skip }, () => {
  it('are added, changed, sorted and removed by mouse, and everybody has them at once', async (t) => {
    const { server, channel, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    const owner = await visit(server, 'owner', { at: `/#channels/${channel}/links` });
    const dialog = owner.getByRole('dialog');
    const add = async (title: string, url: string) => {
      await owner.getByRole('button', { name: 'Add a link' }).click();
      await dialog.getByLabel('Name').fill(title);
      await dialog.getByLabel('Address').fill(url);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };

    await add('Tides', 'example.com/tides');
    await add('Feed', '#feed');
    await chips(alice).filter({ hasText: 'Feed' }).waitFor();
    assert.equal(await chips(alice).first().getAttribute('href'), 'https://example.com/tides');
    assert.equal(await chips(alice).first().getAttribute('target'), '_blank');
    await owner.getByRole('button', { name: 'Move Feed up' }).click();
    await alice.locator('.bookmarks li').first().getByText('Feed').waitFor();
    assert.deepEqual(await titles(alice), ['Feed', 'Tides']);
    await owner.getByRole('button', { name: 'Change Tides' }).click();
    await dialog.getByLabel('Name').fill('Ebb and flow');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await chips(alice).filter({ hasText: 'Ebb and flow' }).waitFor();
    await owner.getByRole('button', { name: 'Remove Feed' }).click();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await chips(alice).filter({ hasText: 'Feed' }).waitFor({ state: 'detached' });
    assert.deepEqual(await titles(alice), ['Ebb and flow']);
    assert.equal(await alice.getByRole('link', { name: 'Change the links' }).count(), 0);
  });

  it('have name and address at one side, also where lines begin at the right', async (t) => {
    const { server, channel } = await openRiver(t);
    await server.as('owner').put(`/streams/${channel}/bookmarks`, { bookmarks: [{ title: 'Feed', url: '#feed' }] });
    await server.as('alice').patch('/settings', { default_language: 'ar' });
    const page = await visit(server, 'alice', { at: `/#channels/${channel}/links` });
    await page.locator('.page-scroll').getByText('#feed').waitFor();
    const [name, address] = (await page.evaluate(ends)) as number[];

    assert.equal(address, name);
  });

  it('are reached and changed by keys, and an address that leads nowhere is refused', async (t) => {
    const { server, channel, at } = await openRiver(t);
    await server.as('owner').put(`/streams/${channel}/bookmarks`, { bookmarks: [{ title: 'Feed', url: '#feed' }] });
    const page = await visit(server, 'owner', { at, expected: /status of 400/ });
    const dialog = page.getByRole('dialog');

    await page.getByRole('link', { name: 'Change the links' }).press('Enter');
    await page.getByRole('button', { name: 'Add a link' }).press('Enter');
    await page.keyboard.type('Bad');
    await page.keyboard.press('Tab');
    await page.keyboard.type('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Address').fill('#narrow/is/starred');
    await dialog.getByLabel('Address').press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Open channel' }).press('Enter');
    await chips(page).filter({ hasText: 'Bad' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Starred messages' }).waitFor();
  });

  it('fit on a phone, where axe finds no fault, and cover and move no message', async (t) => {
    const { server, channel, at } = await openRiver(t);
    const bookmarks = ['Tides', 'Handbook of the river', 'Weather', 'Maps'].map((title) => ({ title, url: '#feed' }));
    await server.as('owner').put(`/streams/${channel}/bookmarks`, { bookmarks });
    const viewport = { width: 390, height: 844 };
    const page = await visit(server, 'owner', { at, viewport, hasTouch: true, bypassCSP: true });

    await chips(page).first().waitFor();

    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    assert.deepEqual(await page.evaluate(listSmall), []);
    assert.deepEqual(await findViolations(page), []);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await findViolations(page, { rules: ['color-contrast'] }), []);
    await chips(page).filter({ hasText: 'Maps' }).click();
    await page.getByRole('heading', { name: 'Combined feed' }).waitFor();
  });
});
