import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { uploadFile } from '../support/files.ts';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { messages, openRiver, type Page, skip, visit, write } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const field = (page: Page) => page.getByRole('combobox', { name: 'Search messages' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const labels = (page: Page) => options(page).locator('.completion-label').allTextContents();
const terms = (page: Page) => page.getByRole('list', { name: 'Terms of the search' }).getByRole('listitem');
const saved = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name });

/** Alice reads one of two topics that mention otters. */
async function openOtters(t: TestContext, options: object = {}) {
  const river = await openRiver(t);
  for (const count of [1, 2, 3, 4]) await write(river, 'bob', `Otter number ${count}`, 'levels');
  await write(river, 'bob', 'Long ago somebody saw a very young otter here', 'boats');
  await river.server.as('alice').post('/mark_all_as_read');
  const alice = await visit(river.server, 'alice', { at: river.at, ...options });
  await messages(alice).first().waitFor();
  return { river, alice };
}

describe('searching', { skip }, () => {
  it('finds messages while a word is typed, here and everywhere, by keys alone', async (t) => {
    const { alice } = await openOtters(t);

    await alice.keyboard.press('/');
    await field(alice).and(alice.locator(':focus')).waitFor();
    await alice.keyboard.type('otter');

    await untilEqual(
      () => labels(alice),
      [
        'In this topic: otter',
        'In #river: otter',
        'Everywhere: otter',
        '…saw a very young otter here',
        ...[4, 3, 2, 1].map((count) => `Otter number ${count}`),
      ],
    );
    assert.equal(await options(alice).nth(3).locator('mark').textContent(), 'otter');
    for (let count = 0; count < 4; count += 1) await alice.keyboard.press('ArrowDown');
    await alice.keyboard.press('Enter');
    await alice.waitForURL(/topic\/boats\/near\//);
    await alice.keyboard.press('/');
    await alice.keyboard.type('number');
    await options(alice).filter({ hasText: 'Otter number 4' }).waitFor();
    await alice.keyboard.press('Enter');
    await untilEqual(
      () => messages(alice).allInnerTexts(),
      [1, 2, 3, 4].map((count) => `Otter number ${count}`),
    );
  });

  it('says what was searched before, and forgets it when asked', async (t) => {
    const { alice } = await openOtters(t);
    for (const word of ['number', 'young']) {
      await field(alice).fill(word);
      await field(alice).press('Enter');
      await terms(alice).filter({ hasText: word }).waitFor();
    }

    await field(alice).fill('');
    await untilEqual(async () => (await labels(alice)).slice(0, 3), ['young', 'number', 'Clear recent searches']);
    await options(alice).filter({ hasText: 'number' }).click();
    await terms(alice).filter({ hasText: 'number' }).waitFor();
    await field(alice).fill('');
    await options(alice).filter({ hasText: 'Clear' }).click();
    await field(alice).blur();
    await field(alice).focus();

    await options(alice).filter({ hasText: 'channel:general' }).waitFor();
    assert.equal(await options(alice).filter({ hasText: 'number' }).count(), 0);
  });

  it('shows its terms, which can be taken away, and is kept in the side bar under a name', async (t) => {
    const { river, alice } = await openOtters(t, { bypassCSP: true });
    await field(alice).fill('otter');
    await options(alice).filter({ hasText: 'In #river' }).click();
    await untilEqual(() => terms(alice).allInnerTexts(), ['channel:river', 'otter']);
    await alice.getByRole('heading', { name: 'Search: channel:river otter' }).waitFor();
    assert.deepEqual(await findViolations(alice), []);

    await alice.getByRole('button', { name: 'Save search' }).click();
    await alice.getByRole('textbox', { name: 'Name' }).fill('Otters');
    await alice.getByRole('button', { name: 'Save', exact: true }).click();
    await saved(alice, 'Otters').waitFor();
    await alice.getByRole('button', { name: 'Remove channel:river' }).click();
    await untilEqual(() => terms(alice).allInnerTexts(), ['otter']);
    await messages(alice).filter({ hasText: 'young otter' }).waitFor();
    await alice.getByRole('button', { name: 'Save search' }).waitFor();
    await saved(alice, 'Otters').focus();
    await alice.keyboard.press('Enter');
    await untilEqual(() => terms(alice).allInnerTexts(), ['channel:river', 'otter']);
    await river.server.as('owner').patch(`/streams/${river.channel}`, { new_name: 'brook' });
    await untilEqual(() => terms(alice).allInnerTexts(), ['channel:brook', 'otter']);
    await alice.getByRole('button', { name: 'Saved search' }).click();
    await alice.getByRole('textbox', { name: 'Name' }).fill('Animals');
    await alice.keyboard.press('Enter');
    await saved(alice, 'Animals').waitFor();
    await alice.getByRole('button', { name: 'Saved search' }).click();
    await alice.getByRole('button', { name: 'Remove', exact: true }).click();
    await saved(alice, 'Animals').waitFor({ state: 'detached' });
  });

  it('finds files, on a phone, too', async (t) => {
    const { river, alice } = await openOtters(t, { ...phone, bypassCSP: true });
    const url = await uploadFile(river.server.as('bob'), 'x', 'map.txt');
    await write(river, 'bob', `The otter [map.txt](${url})`, 'boats');

    await field(alice).tap();
    await field(alice).fill('otter');
    await options(alice).filter({ hasText: 'Everywhere' }).tap();
    await alice.getByRole('button', { name: 'Files' }).tap();

    await alice.getByRole('link', { name: 'map.txt', exact: true }).waitFor();
    assert.deepEqual(await findViolations(alice), []);
    await alice.getByRole('button', { name: 'Messages' }).tap();
    await messages(alice).first().waitFor();
    await field(alice).tap();
    await field(alice).fill('has:attachment');
    await field(alice).press('Enter');
    await alice.getByRole('link', { name: 'map.txt', exact: true }).waitFor();
  });
});
