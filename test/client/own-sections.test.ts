import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { openRiver, type Page, skip, visit } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const side = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
const entry = (page: Page, name: string) =>
  side(page).locator(`.entry[data-stream-id]:not([data-topic])`, { hasText: name });

/** The sections of the side bar with their channels, as they stand. */
function listed(page: Page): Promise<string[][]> {
  return side(page)
    .locator('section[data-section]')
    .evaluateAll((sections) =>
      sections.map((section) => [
        section.querySelector('.fold')?.textContent?.trim() ?? '',
        ...[...section.querySelectorAll('[data-stream-id]:not([data-topic]) .name')].map(
          (one) => one.textContent ?? '',
        ),
      ]),
    );
}

async function openSides(t: TestContext, options: object = {}) {
  const river = await openRiver(t);
  const { as } = river.server;
  const subscriptions = ['apples', 'pears'].map((name) => ({ name }));
  await as('alice').post('/users/me/subscriptions', { subscriptions });
  await as('alice').delete('/users/me/subscriptions', { subscriptions: ['general'] });
  const alice = await visit(river.server, 'alice', { at: river.at, ...options });
  return { river, alice };
}

async function menuOf(page: Page, name: string) {
  await entry(page, name).click({ button: 'right' });
  return page.getByRole('dialog', { name: `About #${name}` });
}

describe('sections of one’s own', { skip }, () => {
  it('are made, filled, ordered, renamed and deleted by menus', async (t) => {
    const { alice } = await openSides(t, { bypassCSP: true });

    await (await menuOf(alice, 'river')).getByRole('button', { name: 'Move to section…' }).click();
    await alice.getByRole('textbox', { name: 'New section' }).fill('Work');
    assert.deepEqual(await findViolations(alice, { within: 'dialog' }), []);
    await alice.getByRole('button', { name: 'Move', exact: true }).click();
    await until(async () => (await listed(alice))[0]?.join() === 'Work,river');
    await (await menuOf(alice, 'apples')).getByRole('button', { name: 'Move to section…' }).click();
    await alice.getByRole('radio', { name: 'Work' }).check();
    await alice.getByRole('button', { name: 'Move', exact: true }).click();
    await until(async () => (await listed(alice))[0]?.join() === 'Work,river,apples');
    await (await menuOf(alice, 'apples')).getByRole('button', { name: 'Move up' }).click();
    await until(async () => (await listed(alice))[0]?.join() === 'Work,apples,river');

    const about = side(alice).getByRole('button', { name: 'About the section Work' });
    await about.click();
    await alice.getByRole('button', { name: 'Rename…' }).click();
    await alice.getByRole('textbox', { name: 'Name' }).fill('Team');
    await alice.getByRole('button', { name: 'Rename', exact: true }).click();
    await until(async () => (await listed(alice))[0]?.join() === 'Team,apples,river');
    assert.deepEqual(await findViolations(alice, { within: '.side' }), []);
    await alice.reload();
    await until(async () => (await listed(alice))[0]?.join() === 'Team,apples,river');
    await side(alice).getByRole('button', { name: 'About the section Team' }).click();
    await alice.getByRole('button', { name: 'Delete section' }).click();
    await until(async () => (await listed(alice))[0]?.[0] === 'Channels');
  });

  it('take channels that are dragged there, and give them back', async (t) => {
    const { river, alice } = await openSides(t);
    const { as } = river.server;
    await as('alice').put('/users/me/own_sections', { own_sections: [{ name: 'Work', channel_ids: [river.channel] }] });
    await until(async () => (await listed(alice))[0]?.join() === 'Work,river');

    await entry(alice, 'pears').dragTo(entry(alice, 'river'));
    await until(async () => (await listed(alice))[0]?.join() === 'Work,pears,river');
    await entry(alice, 'river').dragTo(side(alice).getByRole('button', { name: 'Channels', exact: true }));
    await until(async () => (await listed(alice))[0]?.join() === 'Work,pears');
  });

  it('leave the channels outside an order of their own, by menus and by dragging', async (t) => {
    const { alice } = await openSides(t);
    const channels = async () => (await listed(alice)).at(-1)?.join();
    await until(async () => (await channels()) === 'Channels,apples,pears,river');

    assert.equal(await (await menuOf(alice, 'apples')).getByRole('button', { name: 'Move up' }).count(), 0);
    await alice.keyboard.press('Escape');
    await (await menuOf(alice, 'apples')).getByRole('button', { name: 'Move down' }).click();
    await until(async () => (await channels()) === 'Channels,pears,apples,river');
    await entry(alice, 'river').dragTo(entry(alice, 'pears'));
    await until(async () => (await channels()) === 'Channels,river,pears,apples');
    await alice.reload();
    await until(async () => (await channels()) === 'Channels,river,pears,apples');
  });

  it('leave pinned channels an order, and pin what is dragged among them', async (t) => {
    const { alice } = await openSides(t);
    await (await menuOf(alice, 'pears')).getByRole('button', { name: 'Pin' }).click();
    await until(async () => (await listed(alice))[0]?.join() === 'Pinned,pears');

    await entry(alice, 'river').dragTo(entry(alice, 'pears'));
    await until(async () => (await listed(alice))[0]?.join() === 'Pinned,river,pears');
    await (await menuOf(alice, 'river')).getByRole('button', { name: 'Move down' }).click();
    await until(async () => (await listed(alice))[0]?.join() === 'Pinned,pears,river');
    await entry(alice, 'pears').dragTo(entry(alice, 'apples'));
    await until(
      async () => (await listed(alice)).map((one) => one.join()).join(' ') === 'Pinned,river Channels,pears,apples',
    );
  });

  it('keep new channels sorted by name below those that were placed', async (t) => {
    const { river, alice } = await openSides(t);
    await (await menuOf(alice, 'apples')).getByRole('button', { name: 'Move down' }).click();
    await until(async () => (await listed(alice)).at(-1)?.join() === 'Channels,pears,apples,river');

    const subscriptions = ['aspens', 'zinnias'].map((name) => ({ name }));
    await river.server.as('alice').post('/users/me/subscriptions', { subscriptions });

    await until(async () => (await listed(alice)).at(-1)?.join() === 'Channels,pears,apples,aspens,river,zinnias');
  });

  it('are worked by keys alone', async (t) => {
    const { alice } = await openSides(t);

    await entry(alice, 'pears').focus();
    await alice.keyboard.press('ContextMenu');
    await alice.keyboard.press('Shift+F10');
    const menu = alice.getByRole('dialog', { name: 'About #pears' });
    await menu.getByRole('button', { name: 'Move to section…' }).focus();
    await alice.keyboard.press('Enter');
    await alice.getByRole('textbox', { name: 'New section' }).focus();
    await alice.keyboard.type('Fruit');
    await alice.keyboard.press('Enter');

    await until(async () => (await listed(alice))[0]?.join() === 'Fruit,pears');
    await entry(alice, 'river').focus();
    await alice.keyboard.press('Shift+F10');
    await alice.getByRole('dialog', { name: 'About #river' }).getByRole('button', { name: 'Move up' }).focus();
    await alice.keyboard.press('Enter');
    await until(async () => (await listed(alice)).at(-1)?.join() === 'Channels,river,apples');
  });

  it('fold, and are filled on a phone', async (t) => {
    const { river, alice } = await openSides(t, { ...phone, at: '/#inbox' });
    const own_sections = [{ name: 'Work', channel_ids: [river.channel] }];
    await river.server.as('alice').put('/users/me/own_sections', { own_sections });
    await alice.getByRole('button', { name: 'Show conversations' }).tap();
    await until(async () => (await listed(alice))[0]?.join() === 'Work,river');

    await side(alice).getByRole('button', { name: 'Work', exact: true }).tap();
    await until(async () => (await listed(alice))[0]?.join() === 'Work');
    const about = await side(alice).getByRole('button', { name: 'About the section Work' }).boundingBox();
    assert.ok(about && about.width >= 44 && about.height >= 44, JSON.stringify(about));
    await (await menuOf(alice, 'pears')).getByRole('button', { name: 'Move up' }).tap();
    await until(async () => (await listed(alice)).at(-1)?.join() === 'Channels,pears,apples');
  });
});
