import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { setupUrl } from '../../src/accounts/setup.ts';
import { roles } from '../../src/users/user.ts';
import { givePassword } from '../contract/call.ts';
import { castPassword } from '../support/server.ts';
import { arrive, composer, messages, openRiver, type Page, row, skip, visit, write } from './browser.ts';

/** Goes on by the tab key until something has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor();
  for (let count = 0; count < 150; count += 1) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press(key);
  }
  assert.fail(`the tab key never reached ${target}`);
}

/** Reaches something by the tab key, and presses it. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** The number of elements in the first row. */
async function countInRow(elements: Locator): Promise<number> {
  await elements.first().waitFor();
  const tops = await elements.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  return tops.filter((top) => top === tops[0]).length;
}

describe('by keyboard alone, somebody', { skip }, () => {
  it('begins as the first owner, names the organization and invites by a link', async (t) => {
    const { server } = await openRiver(t);
    server.db.run('UPDATE users SET role = ? WHERE id = ?', roles.member, server.users.owner.id);
    const page = await arrive(server, { at: setupUrl(server.app).slice(server.url.length) });

    await typeInto(page, 'Name of the organization', 'Tea House');
    await typeInto(page, 'Your name', 'Ada');
    await typeInto(page, 'E-mail address', 'ada@example.com');
    await typeInto(page, 'Password', 'a good one, this');
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    await press(page, page.getByRole('button', { name: 'Your account: Ada' }));
    await press(page, page.getByRole('link', { name: 'Invite people' }));
    await press(page, page.getByRole('button', { name: 'Invite', exact: true }));

    await page.getByRole('status').filter({ hasText: '/join/' }).waitFor();
  });

  it('logs in and out', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    const page = await arrive(server, { at: '/login', expected: /status of 401/ });

    await typeInto(page, 'E-mail address', 'alice@example.com');
    await typeInto(page, 'Password', castPassword);
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
    await press(page, page.getByRole('button', { name: 'Your account: Alice Member' }));
    await press(page, page.getByRole('button', { name: 'Log out' }));

    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });

  it('goes to what is unread, reads it, and to conversations by their names', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'The heron is back');
    await write(river, 'bob', 'A boat', 'boats');
    const page = await visit(river.server, 'alice');
    const inbox = page.getByRole('navigation').getByRole('link', { name: /^Inbox/ });
    assert.match((await inbox.textContent()) ?? '', /2/);

    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.unread-line').waitFor();
    await page.getByRole('main').locator('[data-unread]').waitFor({ state: 'detached' });
    await page.keyboard.press('n');
    await page.getByRole('main').locator('[data-unread]').waitFor({ state: 'detached' });
    await inbox.locator('.unread-count').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    await page.getByRole('heading', { level: 1, name: 'Combined feed' }).waitFor();
    await page.keyboard.press('q');
    await press(page, page.getByRole('navigation').getByRole('link', { name: 'river' }));
    await page.getByRole('heading', { level: 1, name: 'river' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('heron');
    await page.keyboard.press('Enter');

    await messages(page).locator('.highlight', { hasText: 'heron' }).waitFor();
  });

  it('is left on no button that leaves the page by a dialog that closes', async (t) => {
    const { server, at } = await openRiver(t);
    const page = await visit(server, 'alice', { at });
    const focused = () => page.evaluate("document.activeElement.closest('nav, header button') === null");
    const heading = (name: string) => page.getByRole('heading', { level: 1, name });
    const jump = async (name: string) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type(name);
      await page.getByRole('option', { name }).first().waitFor();
      await page.keyboard.press('Enter');
      await heading(name).waitFor();
    };

    await jump('Recent');
    assert.ok(await focused(), 'after a jump');
    for (const key of ['?', 'x']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      assert.ok(await focused(), key);
    }
    await page.keyboard.press('q');
    await tabTo(page, page.getByRole('link', { name: /^Inbox/ }));
    await jump('Drafts');
    assert.ok(await focused(), 'after a jump from the side bar');
    await page.keyboard.press('Enter');

    await heading('Drafts').waitFor();
  });

  it('writes with suggestions, a preview and a file, and tries again what failed', async (t) => {
    const river = await openRiver(t);
    const page = await visit(river.server, 'alice', { at: river.at, expected: /400/ });
    await page.route('**/api/v1/messages', (route) => {
      const isSend = route.request().method() === 'POST';
      return isSend ? route.fulfill({ status: 400, json: { code: 'BAD_REQUEST', msg: 'No.' } }) : route.continue();
    });

    await page.keyboard.press('c');
    await composer(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('**Hello** @bo');
    await page.getByRole('option', { name: /Bob Member/ }).waitFor();
    await page.keyboard.press('Enter');
    const chooser = page.waitForEvent('filechooser');
    await press(page, page.getByRole('button', { name: 'Files' }));
    const uploaded = page.waitForResponse('**/api/v1/user_uploads');
    await (await chooser).setFiles({ name: 'levels.txt', mimeType: 'text/plain', buffer: Buffer.from('1') });
    await uploaded;
    await page.locator('.tray').getByText('1 byte').waitFor();
    await press(page, page.getByRole('button', { name: 'Preview' }));
    await page.locator('.preview').getByRole('link', { name: 'levels.txt' }).waitFor();
    await press(page, page.getByRole('button', { name: 'Send', exact: true }));
    await page.getByText('Not sent: No.').waitFor();
    await page.unrouteAll();
    await tabTo(page, page.getByRole('button', { name: 'Try again' }), 'Shift+Tab');
    await page.keyboard.press('Enter');

    await messages(page).getByRole('link', { name: 'levels.txt' }).waitFor();
    assert.equal(await messages(page).locator('strong').textContent(), 'Hello');
  });

  it('does everything with a message', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Bring boots');
    await write(river, 'owner', 'It is suny');
    const page = await visit(river.server, 'owner', { at: river.at });
    await row(page, 'It is suny').waitFor();
    const act = async (name: string) => {
      await press(page, page.getByRole('button', { name: 'More actions' }));
      await press(page, page.getByRole('button', { name, exact: true }));
    };

    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('+');
    await page.getByRole('button', { name: '+1: You' }).waitFor();
    await page.keyboard.press('Control+s');
    await row(page, 'Bring boots').getByRole('img', { name: 'Starred' }).waitFor();
    await act('Copy link');
    await page
      .getByRole('status')
      .filter({ hasText: /Copied|narrow/ })
      .waitFor();
    await act('Mark as unread from here');
    await page.getByRole('main').locator('[data-unread]').first().waitFor();
    await page.keyboard.press('>');
    await composer(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Which?');
    await page.keyboard.press('Control+Enter');
    await messages(page).filter({ hasText: 'Which?' }).locator('blockquote').waitFor();
    await page.keyboard.press('Escape');
    for (let count = 0; count < 2; count += 1) await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('e');
    await page.getByLabel('Text of the message').and(page.locator(':focus')).waitFor();
  });

  it('makes a channel, adds somebody, mutes it, and renames the organization', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'owner', { at: '/#channels' });

    await press(page, page.getByRole('link', { name: 'New channel' }));
    await typeInto(page, 'Name', 'harbour');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'harbour' }).waitFor();
    await press(page, page.getByRole('link', { name: 'About this channel' }));
    await press(page, page.getByRole('link', { name: 'People', exact: true }));
    await tabTo(page, page.getByLabel('Add people'));
    await page.keyboard.type('bob');
    await press(page, page.getByRole('button', { name: 'Add Bob Member' }));
    await page.getByRole('heading', { name: 'Members: 2' }).waitFor();
    await page.goto(`${server.url}/#organization/profile`);
    await typeInto(page, 'Name of the organization', 'River Watch');
    await page.keyboard.press('Enter');

    await page.getByRole('navigation', { name: 'Conversations' }).getByText('River Watch').waitFor();
  });

  it('goes on where it was after a dialog, an edit, a deletion and another page', async (t) => {
    const river = await openRiver(t);
    for (const text of ['One', 'Two', 'Three']) await write(river, 'owner', text);
    const page = await visit(river.server, 'owner', { at: river.at });
    const isAt = (target: Locator) => target.and(page.locator(':focus-visible')).waitFor();
    await row(page, 'Three').waitFor();

    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await isAt(row(page, 'Two'));
    await page.keyboard.press(':');
    const emoji = page.getByRole('dialog').locator('.emoji-grid button');
    const ways = [
      ['ArrowDown', 0],
      ['ArrowRight', 1],
      ['ArrowDown', 1 + (await countInRow(emoji))],
      ['ArrowLeft', await countInRow(emoji)],
      ['ArrowUp', 0],
    ] as const;
    for (const [key, index] of ways) {
      await page.keyboard.press(key);
      await isAt(emoji.nth(index));
    }
    await page.keyboard.press('ArrowUp');
    await isAt(page.getByLabel('Find emoji'));
    await page.keyboard.press('Escape');
    await isAt(row(page, 'Two'));
    await page.keyboard.press('e');
    await page.getByLabel('Text of the message').waitFor();
    await page.keyboard.type(' and a half');
    await press(page, page.getByRole('button', { name: 'Save' }));
    await isAt(row(page, 'Two and a half'));
    await page.keyboard.press('r');
    await isAt(composer(page));
    await tabTo(page, page.getByRole('button', { name: 'Bold' }));
    await page.keyboard.press('Escape');
    await isAt(composer(page));
    await page.keyboard.press('Escape');
    await isAt(row(page, 'Two and a half'));
    await press(page, page.getByRole('button', { name: 'More actions' }));
    await press(page, page.getByRole('button', { name: 'Delete…' }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Delete' }));
    await isAt(row(page, 'Three'));
    await page.keyboard.press('k');
    await isAt(row(page, 'One'));
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await isAt(row(page, 'One'));

    await write(river, 'bob', 'A boat', 'boats');
    await write(river, 'bob', 'A duck', 'ducks');
    await page.keyboard.press('I');
    await isAt(page.getByRole('heading', { level: 1, name: 'Inbox' }));
    await page.keyboard.press('j');
    await press(page, page.getByRole('button', { name: 'Mark #river > ducks as read' }));
    await isAt(page.getByRole('link', { name: /boats/ }));
  });

  it('goes back to a message from the answer, and through the side bar by arrows', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Low water');
    const page = await visit(river.server, 'alice', { at: river.at });
    const message = page.locator('.message:focus');
    const entry = page.locator('.side .entry:focus');

    await row(page, 'Low water').focus();
    await page.keyboard.press('r');
    await composer(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await message.filter({ hasText: 'Low water' }).waitFor();
    await page.keyboard.press('q');
    await entry.filter({ hasText: 'Inbox' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await entry.filter({ hasText: 'Recent' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await entry.filter({ hasText: 'Inbox' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await entry.filter({ hasText: 'Inbox' }).waitFor();
    await page.keyboard.press('p');
    await page.getByText('You have no unread direct messages.').waitFor();
  });

  it('opens and leaves the side bar and the list of people, also where they cover the page', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'One');
    const page = await visit(river.server, 'alice', { at: river.at, viewport: { width: 640, height: 400 } });
    const isAt = (target: Locator) => target.and(page.locator(':focus-visible')).waitFor();
    const side = page.locator('.is-side-open');

    await page.keyboard.press('j');
    await page.keyboard.press('q');
    await isAt(page.getByRole('link', { name: 'Inbox' }));
    await page.keyboard.press('Escape');
    await side.waitFor({ state: 'detached' });
    await isAt(row(page, 'One'));
    await press(page, page.getByRole('button', { name: 'Show conversations' }));
    await isAt(page.getByRole('link', { name: 'Inbox' }));
    await tabTo(page, page.getByRole('button', { name: 'Show conversations' }), 'Shift+Tab');
    await side.waitFor({ state: 'detached' });
    await page.keyboard.press('w');
    await isAt(page.locator('.people .entry'));
    await page.keyboard.press('Escape');
    await page.locator('.people').waitFor({ state: 'detached' });
    await isAt(page.getByRole('button', { name: 'Show conversations' }));
    await page.keyboard.press('w');
    await isAt(page.locator('.people .entry'));
    await page.keyboard.press('Enter');

    await page.waitForURL('**/#user/*');
    await page.locator('.people').waitFor({ state: 'detached' });
  });
});
