import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { arrive, composer, hold, holdPart, messages, openRiver, type Page, skip, visit, write } from './browser.ts';

const phone = { width: 390, height: 800 };

function sideOf(page: Page) {
  return page.getByRole('navigation', { name: 'Conversations' });
}

describe('the filter of the side bar', { skip }, () => {
  it('finds channels, topics and people by a part of their names, by keys', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'A boat', 'boats');
    await river.server
      .as('bob')
      .post('/messages', { type: 'direct', to: [river.server.users.alice.id], content: 'Hi' });
    const alice = await visit(river.server, 'alice', { bypassCSP: true });
    const entries = sideOf(alice).locator('.side-scroll .entry .name');

    await alice.keyboard.press('Shift+Q');
    await alice.getByLabel('Filter channels, topics and people').and(alice.locator(':focus')).waitFor();
    await alice.keyboard.type('boa');
    await untilEqual(() => entries.allTextContents(), ['river', 'boats']);
    assert.deepEqual(await findViolations(alice, { within: 'nav.side' }), []);
    await alice.keyboard.press('ArrowDown');
    await alice.keyboard.press('ArrowDown');
    await alice.keyboard.press('Enter');
    await messages(alice).filter({ hasText: 'A boat' }).waitFor();
    await alice.getByLabel('Filter channels, topics and people').fill('bob');
    await untilEqual(() => entries.allTextContents(), ['Bob Member']);
    await alice.getByLabel('Filter channels, topics and people').fill('zeppelin');
    await alice.getByText('Nothing found.').waitFor();
    await alice.keyboard.press('Escape');

    await sideOf(alice).getByRole('link', { name: 'Inbox' }).waitFor();
  });

  it('has what is typed before it is loaded, or leaves it by Escape', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'A boat', 'boats');
    const alice = await arrive(river.server, {
      extraHTTPHeaders: { Authorization: river.server.as('alice').authorization },
    });
    const load = await holdPart(alice, 'more.ts');
    await alice.reload();
    const filter = alice.getByLabel('Filter channels, topics and people');

    await alice.keyboard.press('Shift+Q');
    await alice.keyboard.type('can');
    await alice.keyboard.press('Escape');
    await alice.keyboard.press('Shift+Q');
    await alice.keyboard.type('boats?');
    await alice.keyboard.press('Enter');
    assert.equal(await filter.count(), 0);
    await sideOf(alice).getByRole('link', { name: 'Inbox' }).waitFor();
    load();

    await filter.and(alice.locator(':focus')).waitFor();
    assert.equal(await filter.inputValue(), 'boats?');
    await alice.keyboard.press('Backspace');
    await untilEqual(() => sideOf(alice).locator('.side-scroll .entry .name').allTextContents(), ['river', 'boats']);
  });

  it('is there on a phone', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'A boat', 'boats');
    const alice = await visit(river.server, 'alice', { viewport: phone });

    await alice.getByRole('button', { name: 'Show conversations' }).click();
    await alice.getByRole('button', { name: /^Filter/ }).click();
    await alice.getByLabel('Filter channels, topics and people').fill('boats');
    await sideOf(alice)
      .getByRole('link', { name: /^boats/ })
      .click();

    await messages(alice).filter({ hasText: 'A boat' }).waitFor();
  });
});

describe('a new topic', { skip }, () => {
  it('is begun beside the channel, in its head, and by a key', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Hello');
    const alice = await visit(river.server, 'alice');
    const isNaming = () => alice.getByLabel('Topic', { exact: true }).and(alice.locator(':focus')).waitFor();
    // The feed of the channel shows the message, too.
    const openTopic = async () => {
      await alice.goto(river.server.url + river.at);
      await alice.getByLabel('Topic', { exact: true }).waitFor({ state: 'detached' });
    };

    await sideOf(alice).getByRole('link', { name: 'river' }).hover();
    await alice.getByRole('button', { name: 'New topic in #river' }).click();
    await isNaming();
    await openTopic();
    await alice
      .getByRole('button', { name: /^New topic/ })
      .first()
      .click();
    await isNaming();
    await openTopic();
    await messages(alice).filter({ hasText: 'Hello' }).waitFor();
    await alice.keyboard.press('Shift+C');
    await isNaming();
    await alice.keyboard.type('Ducks');
    await composer(alice).fill('Quack');
    await composer(alice).press('Control+Enter');

    await messages(alice).filter({ hasText: 'Quack' }).waitFor();
    // The page shows the message before the server has it.
    await untilEqual(async () => {
      const { body } = await river.server.as('alice').get(`/users/me/${river.channel}/topics`);
      return body.topics[0].name;
    }, 'Ducks');
  });

  it('is begun on a phone', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Hello');
    const alice = await visit(river.server, 'alice', { at: river.at, viewport: phone });

    await alice.locator('.page-head').getByRole('button', { name: 'More', exact: true }).click();
    await alice.getByRole('dialog', { name: 'More', exact: true }).getByRole('button', { name: 'New topic' }).click();

    await alice.getByLabel('Topic', { exact: true }).and(alice.locator(':focus')).waitFor();
  });
});

describe('the side bar', { skip }, () => {
  it('opens a channel before its topics are known', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Hello');
    const alice = await visit(river.server, 'alice', { at: '/#drafts' });
    const next = await hold(alice, /\/users\/me\/\d+\/topics/);
    const entry = sideOf(alice).getByRole('link', { name: 'river' });

    await entry.click();
    await sideOf(alice).locator('[aria-current=page]').filter({ hasText: 'river' }).waitFor();
    assert.equal(await alice.getByRole('heading', { level: 1 }).textContent(), 'Drafts');
    await (await next())();

    await messages(alice).filter({ hasText: 'Hello' }).waitFor();
    await untilEqual(() => sideOf(alice).locator('[aria-current=page] .name').allTextContents(), ['levels']);
  });

  it('adds channels, and leads back and forward', async (t) => {
    const { server } = await openRiver(t);
    const owner = await visit(server, 'owner', { bypassCSP: true });
    const title = owner.getByRole('heading', { level: 1 });

    await owner.getByRole('button', { name: 'Add channels' }).click();
    assert.deepEqual(await findViolations(owner, { within: 'nav.side' }), []);
    await owner.getByRole('link', { name: 'Browse channels' }).click();
    await title.filter({ hasText: 'Channels' }).waitFor();
    await owner.getByRole('button', { name: 'Add channels' }).press('Enter');
    await owner.locator('.panel a:focus').waitFor();
    await owner.keyboard.press('Enter');
    await title.filter({ hasText: 'New channel' }).waitFor();
    await owner.getByRole('button', { name: /^Back/ }).click();
    await title.filter({ hasText: /^Channels/ }).waitFor();
    await owner.keyboard.press('Control+[');
    await title.filter({ hasText: 'Inbox' }).waitFor();
    await owner.keyboard.press('Control+]');
    await title.filter({ hasText: /^Channels/ }).waitFor();
  });
});
