import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadComposer, openRiver, skip, visit, write } from './browser.ts';

/** Controls that are partly outside the window, unless a list around them is scrolled sideways. */
const listCut = `(() => {
  const isScrolled = (element) => element && (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth || isScrolled(element.parentElement));
  const cut = [];
  for (const element of document.querySelectorAll('.page a[href], .page button, .page input, .page select, .page textarea')) {
    const { left, right, width } = element.getBoundingClientRect();
    const { visibility, position } = getComputedStyle(element);
    if (width < 2 || visibility !== 'visible' || position === 'absolute' || isScrolled(element.parentElement)) continue;
    if (left < -0.5 || right > innerWidth + 0.5) cut.push([element.textContent || element.className, left, right].join(' '));
  }
  return cut;
})()`;

describe('a window of 320 pixels', { skip }, () => {
  it('shows each main view without scrolling sideways or cutting a control, and pulls nothing anew', async (t) => {
    const river = await openRiver(t);
    const { server, channel, at } = river;
    await write(river, 'bob', `A line with https://example.com/${'long'.repeat(40)} and \`${'code'.repeat(30)}\`.`);
    const bookmarks = ['Tides', 'Handbook of the river', 'Weather'].map((title) => ({ title, url: '#feed' }));
    await server.as('owner').put(`/streams/${channel}/bookmarks`, { bookmarks });
    const page = await visit(server, 'owner', { at, viewport: { width: 320, height: 640 }, hasTouch: true });
    await loadComposer(page);
    const views = [
      ...[at.slice(2), 'inbox', 'recent', 'feed', 'drafts', `narrow/channel/${channel}`, `channels/${channel}/links`],
      ...['channels/all', 'organization/users', 'organization/audit', 'organization/profile', 'settings/notifications'],
      ...['invite', 'keyboard-shortcuts', `user/${server.users.bob.id}`],
    ];

    for (const view of views) {
      await page.evaluate(`location.hash = ${JSON.stringify(view)}`);
      await page.getByText('Loading…').first().waitFor({ state: 'detached' });
      await page.locator('.page h1').first().waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, view);
      assert.deepEqual(await page.evaluate(listCut), [], view);
    }
    assert.equal(await page.evaluate('getComputedStyle(document.documentElement).overscrollBehaviorY'), 'none');
  });
});

describe('the offer to install', { skip }, () => {
  /** The browser allows the page to offer its installation, and somebody was here on a day. */
  const allow = (day: string) => `(() => {
    localStorage.setItem('first day', ${JSON.stringify(day)});
    addEventListener('DOMContentLoaded', () => setTimeout(() => {
      const event = new Event('beforeinstallprompt');
      event.prompt = async () => { globalThis.isPrompted = true; };
      dispatchEvent(event);
    }, 1000));
  })()`;

  it('is made once, on another day than the first', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const offer = page.getByRole('complementary', { name: 'Install as an app' });
    await page.addInitScript(allow('Thu Jan 01 2026'));
    await page.reload();

    await offer.getByRole('button', { name: 'Install as an app' }).press('Enter');

    assert.equal(await page.evaluate('globalThis.isPrompted'), true);
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.waitForTimeout(1500);
    assert.equal(await offer.count(), 0);
  });

  it('is not made on the first day', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice');
    await page.addInitScript(allow('today').replace('"today"', 'new Date().toDateString()'));
    await page.reload();
    await page.waitForTimeout(1500);

    assert.equal(await page.getByRole('complementary', { name: 'Install as an app' }).count(), 0);
  });
});
