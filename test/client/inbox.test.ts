import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { messages, openRiver, type Page, row, skip, visit, write } from './browser.ts';

describe('the inbox', { skip }, () => {
  it('shows the beginnings of messages as readers see them', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const texts: readonly [content: string, shown: RegExp][] = [
      ['Well done :wave: :+1:', /^Bob Member: Well done 👋 👍$/],
      ['/me waves', /^Bob Member waves$/],
      ['At <time:2026-11-23T17:00:00Z>', /^Bob Member: At Nov 23, 2026, 5:00\sPM$/],
      ['```spoiler Ending\nHe dies\n```', /^Bob Member: Ending \(…\)$/],
      ['So $$x^2$$ *it* is', /^Bob Member: So x2x\^2 it is$/],
    ];
    for (const [index, [content]] of texts.entries()) await write(river, 'bob', content, `topic ${index}`);
    const alice = await visit(server, 'alice');

    const found = async (index: number) => {
      const line = alice.locator('.inbox-row').filter({ hasText: `topic ${index}` });
      return ((await line.locator('.inbox-text').textContent()) ?? '').trim();
    };
    for (const [index, [, shown]] of texts.entries()) assert.match(await found(index), shown);
  });

  it('has the time and the button of a conversation on the line of its name, also of a name of several lines', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Hello', 'short');
    await write(river, 'bob', 'Hello', 'a topic with a long name, for which there are two lines');
    for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
      const alice = await visit(river.server, 'alice', options);
      await alice.locator('.inbox-row').nth(1).waitFor();
      const offsets = await alice.evaluate<number[]>(`[...document.querySelectorAll('.inbox-row')].flatMap((row) => {
        const [name, ...others] = ['.inbox-name', 'time', '.unread-count', '.tool'].map((one) => row.querySelector(one));
        const line = document.createRange();
        line.selectNodeContents(name);
        const middleOf = ({ top, bottom }) => (top + bottom) / 2;
        return others.map((one) => middleOf(one.getBoundingClientRect()) - middleOf(line.getClientRects()[0]));
      })`);
      assert.equal(offsets.length, 6);
      assert.ok(
        offsets.every((offset) => Math.abs(offset) <= 2.5),
        `${offsets}`,
      );
    }
  });

  it('marks everything as read, after asking', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    for (const topic of ['one', 'two', 'three']) await write(river, 'bob', 'Hello', topic);
    await server.as('bob').post('/messages', { type: 'direct', to: [server.users.alice.id], content: 'Psst' });
    const alice = await visit(server, 'alice');
    const main = alice.getByRole('main');

    await main.getByRole('button', { name: 'Mark all as read', exact: true }).click();
    const dialog = alice.getByRole('dialog', { name: 'Mark all as read?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await main.locator('.inbox-row').count(), 4);
    await main.getByRole('button', { name: 'Mark all as read', exact: true }).click();
    await dialog.getByRole('button', { name: 'Mark all as read' }).click();

    await main.getByText('You are all caught up').waitFor();
    assert.equal(await main.getByRole('button', { name: 'Mark all as read', exact: true }).count(), 0);
    const { body } = await server
      .as('alice')
      .post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
    assert.equal(body.unread_msgs.count, 0);
  });
});

describe('the conversations of the inbox', { skip }, () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const rows = (page: Page) => page.locator('.inbox-row .inbox-name').allTextContents();
  const focused = (page: Page) => page.locator('[data-row]:focus');

  async function openInbox(t: TestContext, options: object = {}) {
    const river = await openRiver(t);
    for (const topic of ['one', 'two', 'three']) await write(river, 'bob', 'Hello', topic);
    await river.server
      .as('bob')
      .post('/messages', { type: 'direct', to: [river.server.users.alice.id], content: 'Psst' });
    const alice = await visit(river.server, 'alice', { at: '/#inbox', ...options });
    await untilEqual(() => rows(alice), ['Bob Member', 'three', 'two', 'one']);
    return alice;
  }

  it('are gone through, opened, marked as read and collapsed by keys', async (t) => {
    const alice = await openInbox(t);

    for (const key of ['j', 'j', 'j', 'k']) await alice.keyboard.press(key);
    await focused(alice).filter({ hasText: 'three' }).waitFor();
    await alice.keyboard.press('u');
    await untilEqual(() => rows(alice), ['Bob Member', 'two', 'one']);
    await focused(alice).filter({ hasText: 'two' }).waitFor();
    await alice.keyboard.press('ArrowLeft');
    await untilEqual(() => rows(alice), ['Bob Member']);
    await focused(alice).filter({ hasText: 'river' }).waitFor();
    await alice.keyboard.press('ArrowLeft');
    await alice.keyboard.press('k');
    await focused(alice).filter({ hasText: 'Bob Member' }).waitFor();
    await alice.keyboard.press('j');
    await alice.keyboard.press('ArrowRight');
    await untilEqual(() => rows(alice), ['Bob Member', 'two', 'one']);
    await alice.keyboard.press('j');
    await alice.keyboard.press('Enter');

    await messages(alice).filter({ hasText: 'Psst' }).waitFor();
  });

  it('have names of at most two lines, here, under Recent and where one jumps to names', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const { alice: own, owner, admin, moderator, bob, guest } = server.users;
    const to = [own, owner, admin, moderator, bob, guest].map(({ id }) => id);
    for (const user of [owner, admin, moderator, bob])
      await server.as('owner').patch(`/users/${user.id}`, { full_name: `${user.full_name} ${'Long'.repeat(18)}` });
    await server.as('bob').post('/messages', { type: 'direct', to, content: 'Psst' });
    const alice = await visit(server, 'alice', { at: '/#inbox', ...phone });
    // One line has 22 pixels.
    const isTwoLines = async (name: string) => {
      const { height = 0 } = (await alice.locator(name).first().boundingBox()) ?? {};
      assert.ok(height > 40 && height < 56, `${name}: ${height}`);
    };

    await isTwoLines('.inbox-name');
    await alice.goto(`${server.url}/#recent`);
    await isTwoLines('.recent-topic');
    await alice.keyboard.press('Control+k');
    await alice.getByRole('dialog').getByRole('combobox').fill('moderator');
    await isTwoLines('.completion-label');
  });

  it('are collapsed by mouse, with their number, also after the page is loaded again', async (t) => {
    const alice = await openInbox(t, { bypassCSP: true });
    const heading = alice.getByRole('main').getByRole('button', { name: /^river/ });

    await heading.click();
    await untilEqual(() => rows(alice), ['Bob Member']);
    assert.equal(await heading.getByRole('img', { name: '3 unread' }).count(), 1);
    assert.deepEqual(await findViolations(alice, { within: 'main' }), []);
    await alice.reload();
    await untilEqual(() => rows(alice), ['Bob Member']);
    await heading.click();

    await untilEqual(() => rows(alice), ['Bob Member', 'three', 'two', 'one']);
  });

  it('are collapsed and marked as read on a phone', async (t) => {
    const alice = await openInbox(t, phone);
    const heading = alice.getByRole('main').getByRole('button', { name: /^river/ });
    const box = await heading.boundingBox();
    assert.ok(box && box.height >= 44, JSON.stringify(box));

    await alice.getByRole('button', { name: /^Mark .*two.* as read/ }).tap();
    await untilEqual(() => rows(alice), ['Bob Member', 'three', 'one']);
    await heading.tap();

    await untilEqual(() => rows(alice), ['Bob Member']);
  });
});

describe('a message in the third person', { skip }, () => {
  it('says the name once, also to those who muted or edit it', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'alice', 'First');
    await write(river, 'alice', '/me waves\n\nand smiles');
    await write(river, 'alice', 'Third');
    const alice = await visit(server, 'alice', { at });

    const names = (text: string) => row(alice, text).getByText('Alice Member').count();
    await row(alice, 'waves').waitFor();
    assert.deepEqual([await names('First'), await names('waves'), await names('Third')], [1, 1, 1]);
    await row(alice, 'waves').getByRole('link', { name: 'Alice Member' }).click();
    await alice.getByRole('dialog', { name: 'Alice Member' }).waitFor();
    await alice.keyboard.press('Escape');
    await row(alice, 'waves').hover();
    await row(alice, 'waves').getByRole('button', { name: 'Edit' }).click();
    await alice.getByLabel('Text of the message').waitFor();
    const editor = alice.locator('.message').filter({ has: alice.getByLabel('Text of the message') });
    assert.equal(await editor.getByText('Alice Member').count(), 1);
    await alice.keyboard.press('Escape');
    await untilEqual(() => names('waves'), 1);
    await server.as('bob').post(`/users/me/muted_users/${server.users.alice.id}`);
    const bob = await visit(server, 'bob', { at });
    await bob.getByRole('button', { name: 'Show it' }).nth(1).click();
    await messages(bob).filter({ hasText: 'waves' }).waitFor();
  });
});
