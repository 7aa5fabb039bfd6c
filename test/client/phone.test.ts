import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CDPSession, Locator } from 'playwright-core';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { composer, messages, openRiver, type Page, row, skip, visit, write } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A finger on a page. */
class Finger {
  readonly #devtools: CDPSession;

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools;
  }

  static async of(page: Page): Promise<Finger> {
    return new Finger(await page.context().newCDPSession(page));
  }

  async press(target: Locator): Promise<void> {
    await this.#touch('touchStart', [await middleOf(target)]);
  }

  async lift(): Promise<void> {
    await this.#touch('touchEnd', []);
  }

  /** Moves in steps, as fingers do. */
  async swipe(target: Locator, x: number, y = 0): Promise<void> {
    const from = await middleOf(target);
    await this.#touch('touchStart', [from]);
    for (let step = 1; step <= 8; step += 1)
      await this.#touch('touchMove', [{ x: from.x + (x * step) / 8, y: from.y + (y * step) / 8 }]);
    await this.lift();
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]): Promise<void> {
    await this.#devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Message actions' });

async function openDialogBy(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
}

describe('fingers on a phone', { skip }, () => {
  it('open all that can be done with a message by a long press', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'Bring boots');
    const owner = await visit(river.server, 'owner', { at: river.at, ...phone, bypassCSP: true });
    const finger = await Finger.of(owner);
    const text = row(owner, 'Bring boots').locator('.rendered p');

    for (const scheme of ['light', 'dark'] as const) {
      await owner.emulateMedia({ colorScheme: scheme });
      await finger.press(text);
      await sheet(owner).getByRole('button', { name: 'Edit' }).waitFor();
      await finger.lift();
      assert.deepEqual(await findViolations(owner, { within: '.sheet' }), []);
      const box = await sheet(owner).boundingBox();
      assert.ok(box && Math.abs(box.y + box.height - 844) < 1 && box.width === 390, JSON.stringify(box));
      const sizes = await sheet(owner)
        .locator('.menu button, .sheet-emoji button')
        .evaluateAll((all) => all.map((one) => Math.min(one.clientHeight, one.clientWidth)));
      assert.ok(Math.min(...sizes) >= 43.5, `${sizes}`);
      await sheet(owner).getByRole('button', { name: 'Close' }).tap();
      await sheet(owner).waitFor({ state: 'detached' });
    }
    await finger.press(text);
    await sheet(owner).locator('.sheet-emoji button').first().waitFor();
    await finger.lift();
    await sheet(owner).locator('.sheet-emoji button').first().tap();
    await row(owner, 'Bring boots').locator('.reaction[aria-pressed=true]').waitFor();
    await finger.press(text);
    await sheet(owner).getByRole('button', { name: 'Edit' }).waitFor();
    await finger.lift();
    await sheet(owner).getByRole('button', { name: 'Edit' }).tap();

    await owner.getByLabel('Text of the message').waitFor();
    await owner.locator('.editor textarea:focus').waitFor();
  });

  it('find in the sheet of a message who reacted with what, where it has only numbers', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'bob', 'Bring boots');
    for (const name of ['owner', 'alice', 'bob'] as const)
      await river.server.as(name).post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await river.server.as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'wave' });
    const alice = await visit(river.server, 'alice', { at: river.at, ...phone });
    const finger = await Finger.of(alice);
    await row(alice, 'Bring boots').locator('.reaction .count', { hasText: '3' }).waitFor();

    await finger.press(row(alice, 'Bring boots').locator('.rendered p'));
    await sheet(alice).waitFor();
    await finger.lift();

    const people = await sheet(alice).getByRole('list', { name: 'Reactions' }).getByRole('listitem').allInnerTexts();
    assert.deepEqual(people, ['🎉 Olive Owner, You, Bob Member', '👋 Bob Member']);
  });

  it('answer a message by a swipe, and mark a conversation of the inbox as read', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Bring boots');
    const alice = await visit(river.server, 'alice', { at: '/#inbox', ...phone });
    const finger = await Finger.of(alice);
    const conversation = alice.locator('.inbox-row').filter({ hasText: 'levels' });

    await finger.swipe(conversation, -40);
    await finger.swipe(conversation, -60, 200);
    assert.equal(await conversation.count(), 1);
    await finger.swipe(conversation, -140);
    await conversation.waitFor({ state: 'detached' });
    await alice.goto(river.server.url + river.at);
    await finger.swipe(row(alice, 'Bring boots').locator('.rendered p'), -140);
    await until(async () => /Bring boots/.test(await composer(alice).inputValue()));
    assert.equal(await alice.locator('.swipe-sign').count(), 0);
    await alice.locator('.compose textarea:focus').waitFor();
  });

  it('close by the way back what was opened, and then leave the page', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Bring boots');
    const alice = await visit(river.server, 'alice', { at: '/#inbox', ...phone });
    await alice.goto(river.server.url + river.at);
    await row(alice, 'Bring boots').waitFor();
    const side = alice.locator('.side');
    const isCovered = () => side.evaluate((one) => one.getBoundingClientRect().right > 0);

    await alice.getByRole('button', { name: 'Show conversations' }).tap();
    await untilEqual(isCovered, true);
    await alice.goBack();
    await untilEqual(isCovered, false);
    await row(alice, 'Bring boots').waitFor();
    const finger = await Finger.of(alice);
    await finger.press(row(alice, 'Bring boots').locator('.rendered p'));
    await sheet(alice).waitFor();
    await finger.lift();
    await alice.goBack();
    await sheet(alice).waitFor({ state: 'detached' });
    assert.match(alice.url(), /topic\/levels$/);
    await alice.getByRole('button', { name: 'Show conversations' }).tap();
    await side.getByRole('link', { name: /^Recent/ }).tap();
    await alice.getByRole('heading', { level: 1, name: 'Recent' }).waitFor();
    await alice.goBack();
    await row(alice, 'Bring boots').waitFor();
    await untilEqual(isCovered, false);
    await untilEqual(() => alice.evaluate('history.state'), null);
    await alice.goBack();

    await alice.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  });

  it('keep open what they opened before the browser had left what they closed', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at, ...phone, bypassCSP: true });
    await alice.evaluate(`const back = history.back.bind(history);
      history.back = () => (globalThis.goBack = back)`);
    await openDialogBy(alice, '?');

    await alice.keyboard.press('Escape');
    await untilEqual(() => alice.evaluate('typeof goBack'), 'function');
    await openDialogBy(alice, 'x');
    await alice.evaluate("new Promise((left) => (addEventListener('popstate', left), goBack()))");

    await alice.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    assert.equal(await alice.getByRole('dialog').count(), 1);
    await alice.goBack();
    await alice.getByRole('dialog').waitFor({ state: 'detached' });
    assert.match(alice.url(), /topic\/levels$/);
  });

  it('find a composer of one line, which unfolds', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Bring boots');
    const alice = await visit(river.server, 'alice', { at: river.at, ...phone, bypassCSP: true });
    const tools = alice.locator('.compose').getByRole('button', { name: 'More to insert' });
    const height = async () => (await alice.locator('.compose').boundingBox())?.height ?? 0;

    await alice.locator('.compose:not(.is-early)').waitFor();
    assert.ok((await height()) <= 50, `${await height()}`);
    assert.equal(await tools.isVisible(), false);
    await alice.locator('.compose').getByRole('button', { name: 'Files' }).waitFor();
    assert.deepEqual(await findViolations(alice), []);
    await composer(alice).tap();
    await tools.waitFor();
    await alice.keyboard.type('On my way');
    await messages(alice).first().tap();
    assert.equal(await tools.isVisible(), true);
    await alice.locator('.compose .send').tap();
    await messages(alice).filter({ hasText: 'On my way' }).waitFor();
    await composer(alice).evaluate((field) => field.blur());

    await tools.waitFor({ state: 'hidden' });
  });
});
