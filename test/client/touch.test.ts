import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { composer, openRiver, type Page, skip, visit, write } from './browser.ts';
import { listSmall } from './small-controls.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

const views = [
  ...['recent', 'feed', 'drafts', 'scheduled', 'reminders', 'channels', 'channels/new', 'narrow/search/hello'],
  ...['narrow/is/mentioned', 'narrow/is/starred', 'keyboard-shortcuts', 'message-formatting', 'search-operators'],
  ...['about-zulip', 'nowhere'],
  ...['profile', 'account', 'alert-words', 'muted', 'privacy', 'sessions', 'bots', 'files'].map(
    (one) => `settings/${one}`,
  ),
  ...['profile', 'settings', 'users', 'invitations', 'channels', 'retention', 'new-people', 'profile-fields', 'emoji']
    .concat(['linkifiers', 'playgrounds', 'bots', 'exports'])
    .map((one) => `organization/${one}`),
];

const ofChannel = ['general', 'topics', 'personal', 'permissions'];

/** Whether two elements on screen share a place. */
async function isCovered(page: Page, one: string, other: string): Promise<boolean> {
  const [a, b] = [await page.locator(one).boundingBox(), await page.locator(other).boundingBox()];
  assert.ok(a && b);
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('a phone', { skip }, () => {
  it('has controls of the size of a thumb', async (t) => {
    const river = await openRiver(t);
    const { server, at, channel } = river;
    const found: string[] = [];
    for (let count = 0; count < 12; count++) await write(river, 'bob', 'Hello', `topic ${count}`);
    const id = await write(river, 'bob', 'Look :wave:\n```python\nx = 1\n```\n```spoiler Ending\nHe dies\n```');
    await server.as('alice').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const owner = await visit(server, 'owner', { at, ...phone });

    await owner.getByRole('button', { name: /^tada/ }).waitFor();
    assert.deepEqual(await owner.evaluate(listSmall), []);
    await owner.getByRole('button', { name: 'Show conversations' }).click();
    await owner.getByRole('navigation').getByRole('link', { name: 'topic 9' }).waitFor();
    assert.deepEqual(await owner.evaluate(listSmall), []);
    for (const [address, text] of [
      [`narrow/channel/${channel}-river`, 'Reply here'],
      ['inbox', 'topic 11'],
      [`channels/${channel}/subscribers`, 'Bob Member'],
      ['settings/notifications', 'What you are notified of'],
      ['settings/preferences', '24-hour clock, such as 17:00'],
      ['organization/permissions', 'Who may create groups'],
      ['organization/groups', 'Moderators and above'],
    ] as const) {
      await owner.goto(`${server.url}/#${address}`);
      await owner.getByRole('main').getByText(text).first().waitFor();
      found.push(...((await owner.evaluate(listSmall)) as string[]).map((one) => `${address}: ${one}`));
    }
    for (const address of [
      ...views,
      `user/${server.users.bob.id}`,
      ...ofChannel.map((one) => `channels/${channel}/${one}`),
    ]) {
      await owner.goto(`${server.url}/#${address}`);
      await owner.evaluate('new Promise((followed) => requestAnimationFrame(() => requestAnimationFrame(followed)))');
      await owner.getByRole('heading', { level: 1 }).waitFor();
      await owner.locator('[aria-busy=true], :text("Loading…")').first().waitFor({ state: 'detached' });
      found.push(...((await owner.evaluate(listSmall)) as string[]).map((one) => `${address}: ${one}`));
    }
    assert.deepEqual([...new Set(found)], []);
    await owner.keyboard.press('x');
    await owner.getByLabel('Bob Member').waitFor();
    assert.deepEqual(await owner.evaluate(listSmall), []);
  });

  it('has the head of a page in one row, with a menu of what has a button in a wide window', async (t) => {
    const river = await openRiver(t);
    const { server, channel, at } = river;
    const id = await write(river, 'alice', 'Water');
    await server.as('alice').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const alice = await visit(server, 'alice', { at, ...phone, bypassCSP: true });
    const head = alice.locator('.page-head');
    const more = head.getByRole('button', { name: 'More', exact: true });
    const lines = async () => {
      await more.click();
      const menu = alice.getByRole('dialog', { name: 'More', exact: true });
      await menu.getByRole('button', { name: 'People' }).waitFor();
      assert.deepEqual(await findViolations(alice, { within: '.panel:popover-open' }), []);
      const found = (await menu.getByRole('listitem').allInnerTexts()).map((one) => one.trim());
      await alice.keyboard.press('Escape');
      return found;
    };
    const ofTopic = [
      'New topic',
      'Start a call',
      'Resolve',
      'Move or rename the topic',
      'Go to a day',
      'About this channel',
      'People',
    ];
    const policies = ['Same as the channel', 'Muted', 'Unmuted', 'Followed'];
    const views: [address: string, lines: string[]][] = [
      [at, [...ofTopic, ...policies]],
      [`/#narrow/channel/${channel}`, ['New topic', 'Go to a day', 'About this channel', 'People']],
      [`/#narrow/dm/${server.users.bob.id}`, ['Start a call', 'Go to a day', 'People']],
    ];

    for (const width of [390, 320]) {
      await alice.setViewportSize({ width, height: 844 });
      for (const [address, expected] of views) {
        await alice.goto(server.url + address);
        await head.getByRole('combobox').waitFor();
        assert.deepEqual(await lines(), expected);
        assert.ok(((await head.boundingBox())?.height ?? 99) < 60, `${address} at ${width}`);
        assert.equal(await alice.evaluate('document.documentElement.scrollWidth'), width);
      }
    }
    await alice.goto(server.url + at);
    await more.click();
    await alice.getByRole('button', { name: 'Followed', exact: true }).click();
    await until(() => server.db.value('SELECT visibility_policy FROM user_topics') === 3);
  });

  it('has a key that closes only what lies above, where a keyboard is connected', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Low water');
    const page = await visit(river.server, 'alice', { at: river.at, ...phone });
    const actions = page.getByRole('toolbar', { name: 'Message actions' });
    const menu = page.getByRole('dialog', { name: 'More actions' });
    const isShown = () =>
      actions.evaluate((bar) => bar.ownerDocument.defaultView?.getComputedStyle(bar).opacity === '1');

    await page.getByText('Low water').tap();
    await actions.getByRole('button', { name: 'More actions' }).tap();
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    assert.equal(await isShown(), true);
    await page.keyboard.press('Escape');
    assert.equal(await isShown(), false);
    await page.getByText('Low water').tap();
    await untilEqual(isShown, true);
    await page.keyboard.press('q');
    await page.locator('.side .entry:focus').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.side').waitFor({ state: 'hidden' });
    await page.getByText('Low water').tap();
    await untilEqual(isShown, true);
    await page.keyboard.press('Escape');
    assert.equal(await isShown(), false);
    assert.ok(page.url().endsWith(river.at));

    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
  });

  it('shows offers above the page', async (t) => {
    const { server, at } = await openRiver(t);
    await server.as('alice').patch('/settings', { timezone: 'Asia/Tokyo' });
    const alice = await visit(server, 'alice', { at, ...phone });

    await alice.getByRole('complementary', { name: 'Time zone' }).waitFor();
    for (const part of ['.page-head', '.messages', '.compose'])
      assert.equal(await isCovered(alice, '.ask', part), false);
    const bottom = await alice.locator('.compose').boundingBox();
    assert.ok((bottom?.y ?? 0) + (bottom?.height ?? 0) <= 844);
  });
});

describe('a notice', { skip }, () => {
  for (const width of [1280, 390])
    it(`covers neither what is read nor what is written, in a window of ${width} pixels`, async (t) => {
      const river = await openRiver(t);
      await write(river, 'bob', 'Hello');
      const at = `${river.at}/near/999999`;
      const alice = await visit(river.server, 'alice', {
        at,
        viewport: { width, height: 800 },
        expected: /status of 400/,
      });

      await alice.locator('.notice').filter({ hasText: 'This message was deleted, or you cannot see it.' }).waitFor();
      await composer(alice).waitFor();

      for (const part of ['.messages', '.compose']) assert.equal(await isCovered(alice, '.notice', part), false, part);
    });

  it('is not needed where a page has nothing else to say', async (t) => {
    const { server, channel } = await openRiver(t);
    const at = `/#narrow/channel/${channel}-river/topic/nothing/near/999999`;
    const alice = await visit(server, 'alice', { at, expected: /status of 400/ });

    await alice.getByRole('heading', { name: 'Message not found' }).waitFor();
    await alice.getByText('It was deleted, or you cannot see it.').waitFor();
    assert.equal(await alice.locator('.notice').textContent(), '');
    await alice.goto(`${server.url}/#narrow/channel/${channel}-river/topic/nothing`);
    await alice.getByRole('heading', { name: 'No messages yet' }).waitFor();
  });
});
