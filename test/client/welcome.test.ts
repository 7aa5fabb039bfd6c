import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { BrowserContextOptions, Locator } from 'playwright-core';
import { setupUrl } from '../../src/accounts/setup.ts';
import { roles } from '../../src/users/user.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { arrive, composer, loadComposer, messages, type Page, skip } from './browser.ts';

const sizes = {
  'wide windows': { viewport: { width: 1280, height: 800 } },
  phones: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

/** What people do, counted. */
class Hands {
  clicks = 0;
  fields = 0;

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }

  async type(target: Locator, text: string): Promise<void> {
    await target.fill(text);
    this.fields += 1;
  }
}

/** Fails if something is below the edge of the window. */
async function seeWhole(page: Page): Promise<void> {
  const beyond = await page.evaluate(`[document.scrollingElement, ...document.querySelectorAll('.page-scroll')]
    .filter((one) => one && one.scrollHeight > one.clientHeight).length`);
  assert.equal(beyond, 0, page.url());
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** A server whose organization has no owner yet. */
async function openEmpty(t: TestContext) {
  const server = await startServer(t);
  server.db.run('UPDATE users SET role = ? WHERE id = ?', roles.member, server.users.owner.id);
  return server;
}

function open(t: TestContext, server: TestServer, url: string, options: BrowserContextOptions): Promise<Page> {
  const page = arrive(server, { at: url.slice(server.url.length), bypassCSP: true, ...options });
  t.after(async () => (await page).context().close());
  return page;
}

describe('the first minute', { skip }, () => {
  for (const [name, size] of Object.entries(sizes)) {
    it(`takes twelve clicks and four fields to the second person’s answer, in ${name}`, async (t) => {
      const server = await openEmpty(t);
      const hands = new Hands();

      const ada = await open(t, server, setupUrl(server.app), {
        ...size,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      await hands.type(ada.getByLabel('E-mail address'), 'ada.lovelace@example.com');
      await hands.type(ada.getByLabel('Password', { exact: true }), 'a good one, this');
      assert.equal(await ada.getByLabel('Your name').inputValue(), 'Ada Lovelace');
      await seeWhole(ada);
      await hands.click(button(ada, 'Begin'));
      await ada.getByText('Step 1 of 4').waitFor();
      await seeWhole(ada);
      assert.deepEqual(await findViolations(ada), []);
      await hands.click(button(ada, 'Next'));
      await hands.click(button(ada, 'Copy invitation link'));
      await ada.getByRole('status').filter({ hasText: 'Copied' }).waitFor();
      const link = await ada.evaluate<string>('navigator.clipboard.readText()');
      await seeWhole(ada);
      await hands.click(button(ada, 'Next'));
      await seeWhole(ada);
      assert.deepEqual(await findViolations(ada), []);
      await hands.click(ada.getByRole('button', { name: /A team at work/ }));
      await ada.getByText('#projects').first().waitFor();
      await hands.click(button(ada, 'Next'));
      await ada.getByText('Step 4 of 4').waitFor();
      await seeWhole(ada);
      await hands.click(button(ada, 'Start chatting'));
      await loadComposer(ada);
      await composer(ada).fill('Good morning');
      await hands.click(button(ada, 'Send'));
      await messages(ada).filter({ hasText: 'Good morning' }).waitFor();

      const bob = await open(t, server, link, size);
      await hands.type(bob.getByLabel('E-mail address'), 'brian@example.com');
      await hands.type(bob.getByLabel('Password', { exact: true }), 'another good one');
      assert.equal(await bob.getByLabel('Your name').inputValue(), 'Brian');
      await seeWhole(bob);
      await hands.click(button(bob, 'Join'));
      await messages(bob).filter({ hasText: 'Good morning' }).waitFor();
      await bob.getByText('Each conversation is a topic').waitFor();
      await loadComposer(bob);
      await composer(bob).fill('And to you');
      await hands.click(button(bob, 'Send'));

      await messages(ada).filter({ hasText: 'And to you' }).waitFor();
      t.diagnostic(`${hands.clicks} clicks, ${hands.fields} fields`);
      assert.ok(hands.clicks <= 12 && hands.fields <= 4, `${hands.clicks} clicks, ${hands.fields} fields`);
      await bob.getByRole('complementary', { name: 'Getting started' }).getByRole('button', { name: 'Got it' }).click();
      await bob.reload();
      await messages(bob).first().waitFor();
      assert.equal(await bob.getByText('Each conversation is a topic').count(), 0);
    });
  }

  it('is gone through by keys, names nobody against their will, and measures passwords', async (t) => {
    const server = await openEmpty(t);
    const page = await open(t, server, setupUrl(server.app), {});
    const strength = () => page.evaluate<number>("document.getElementById('strength').value");

    await page.getByLabel('E-mail address').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('grace.hopper+chat@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('secret');
    assert.equal(await strength(), 1);
    await page.keyboard.type(' but long enough');
    await untilEqual(strength, 4);
    await page.keyboard.press('Tab');
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Grace Hopper');
    await page.keyboard.type('Amazing Grace');
    await page.getByLabel('E-mail address').fill('grace@example.com');
    assert.equal(await page.getByLabel('Your name').inputValue(), 'Amazing Grace');
    await page.getByLabel('Your name').press('Enter');
    for (const step of [1, 2, 3]) {
      await page.getByText(`Step ${step} of 4`).waitFor();
      await button(page, 'Next').focus();
      await page.keyboard.press('Enter');
    }
    await button(page, 'Start chatting').focus();
    await page.keyboard.press('Enter');

    await page.waitForURL(/#narrow\/channel\//);
  });
});
