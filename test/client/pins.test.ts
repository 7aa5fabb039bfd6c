import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { openRiver, type Page, type River, row, skip, visit, write, writeLines } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const head = (page: Page) => page.getByRole('region', { name: 'Pinned messages' });
const line = (page: Page, name: RegExp) => head(page).getByRole('button', { name });

async function menuOf(page: Page, text: string) {
  await row(page, text).hover();
  await row(page, text).getByRole('button', { name: 'More actions' }).click();
  return page.getByRole('dialog', { name: 'More actions' });
}

/** A topic of many lines whose first one is pinned, and its id. */
async function openPinned(t: TestContext): Promise<River & { id: number }> {
  const river = await openRiver(t);
  const id = await write(river, 'owner', 'Bring *boots*');
  writeLines(river, 40);
  await river.server.as('alice').post('/mark_all_as_read');
  await river.server.as('owner').post(`/messages/${id}/pin`);
  return { ...river, id };
}

describe('pinned messages', { skip }, () => {
  it('stand at the head of their topic once they are pinned by the menu, and of the channel', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'Bring boots');
    await write(river, 'owner', 'Read the rules', 'other');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const bob = await visit(river.server, 'bob', { at: river.at });

    await (await menuOf(alice, 'Bring boots')).getByRole('button', { name: 'Pin to the topic' }).click();
    await line(alice, /1 pinned message/).waitFor();
    await line(bob, /1 pinned message Bring boots/).waitFor();
    await (await menuOf(bob, 'Bring boots')).getByRole('button', { name: 'Pin to the channel' }).click();
    await until(async () => (await head(bob).count()) === 1);
    await bob.goto(`${river.server.url}/#narrow/channel/${river.channel}`);
    await line(bob, /1 pinned message Bring boots/).waitFor();
    await bob.goto(`${river.server.url}/#narrow/channel/${river.channel}/topic/other`);
    await row(bob, 'Read the rules').waitFor();

    await (await menuOf(alice, 'Bring boots')).getByRole('button', { name: 'Unpin' }).click();
    await head(alice).waitFor({ state: 'detached' });
    assert.equal(await head(bob).count(), 0);
  });

  it('are listed with their text, lead to the message, and are unpinned there', async (t) => {
    const river = await openPinned(t);
    const alice = await visit(river.server, 'alice', { at: river.at, bypassCSP: true });

    await line(alice, /1 pinned message/).click();
    const link = head(alice).getByRole('link', { name: /Bring boots/ });
    await link.waitFor();
    assert.match((await link.textContent()) ?? '', /pinned by/);
    assert.deepEqual(await findViolations(alice, { within: '.pinned' }), []);
    await link.click();
    await row(alice, 'Bring boots').waitFor();
    await head(alice).getByRole('button', { name: 'Unpin' }).click();

    await head(alice).waitFor({ state: 'detached' });
  });

  it('are worked by keys', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'Bring boots');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await row(alice, 'Bring boots').waitFor();

    await row(alice, 'Bring boots').focus();
    await alice.keyboard.press('P');
    await line(alice, /1 pinned message/).focus();
    await alice.keyboard.press('Enter');
    await head(alice).getByRole('link').waitFor();
    await alice.keyboard.press('Escape');
    await head(alice).getByRole('link').waitFor({ state: 'detached' });
    await row(alice, 'Bring boots').focus();
    await alice.keyboard.press('P');

    await head(alice).waitFor({ state: 'detached' });
  });

  it('do not move what is read when they come', async (t) => {
    const river = await openPinned(t);
    const alice = await visit(river.server, 'alice', { at: `${river.at}/near/${river.id + 20}` });
    await row(alice, 'Line 20').waitFor();
    await line(alice, /1 pinned message/).waitFor();
    const place = () => row(alice, 'Line 20').evaluate((one) => one.getBoundingClientRect().top);
    const before = await place();

    await river.server.as('owner').delete(`/messages/${river.id}/pin`);
    await head(alice).waitFor({ state: 'detached' });
    await river.server.as('owner').post(`/messages/${river.id}/pin`);
    const away = await place();
    await head(alice).waitFor();

    await until(async () => Math.abs((await place()) - away) < 1 || Math.abs((await place()) - before) < 1);
    assert.ok(Math.abs((await place()) - away) <= 1, `${before} ${away} ${await place()}`);
  });

  it('are pinned, read and unpinned on a phone', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', `Bring boots ${'and so on '.repeat(20)}`);
    const alice = await visit(river.server, 'alice', { at: river.at, ...phone, bypassCSP: true });

    await row(alice, 'Bring boots').tap();
    await row(alice, 'Bring boots').getByRole('button', { name: 'More actions' }).click();
    await alice.locator('.menu').getByRole('button', { name: 'Pin to the topic' }).click();
    await line(alice, /1 pinned message/).tap();
    await head(alice)
      .getByRole('link', { name: /Bring boots/ })
      .waitFor();
    const box = await head(alice).getByRole('button', { name: 'Unpin' }).boundingBox();
    assert.ok(box && box.width >= 44 && box.height >= 44 && box.x + box.width <= 390, JSON.stringify(box));
    const tall = await line(alice, /1 pinned message/).boundingBox();
    assert.ok(tall && tall.height >= 44, JSON.stringify(tall));
    assert.deepEqual(await findViolations(alice, { within: '.pinned' }), []);
    await head(alice).getByRole('button', { name: 'Unpin' }).tap();

    await head(alice).waitFor({ state: 'detached' });
  });
});
