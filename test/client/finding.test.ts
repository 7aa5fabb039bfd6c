import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { messages, openRiver, skip, visit, write, writeLines } from './browser.ts';

describe('searching', { skip }, () => {
  it('finds words, marks them, and offers operators', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'The heron is back');
    await write(river, 'alice', 'No heron here', 'boats');
    const alice = await visit(river.server, 'alice');
    const field = alice.getByLabel('Search messages');

    await field.fill('heron sen');
    await alice.getByRole('option', { name: /^sender:/ }).click();
    await field.press('End');
    await field.pressSequentially('me');
    await field.press('Enter');

    await messages(alice).filter({ hasText: 'No heron here' }).waitFor();
    assert.deepEqual(await messages(alice).allInnerTexts(), ['No heron here']);
    assert.equal(await alice.locator('.rendered .highlight').textContent(), 'heron');
    assert.match(await field.inputValue(), /sender:.*heron/);
    await field.fill('channel:riv');
    await alice.getByRole('option', { name: 'river' }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    await field.pressSequentially('topic:boa');
    await alice.getByRole('option', { name: 'boats' }).waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    assert.equal(await field.inputValue(), 'channel:river topic:boats ');
    await field.pressSequentially('mona');
    await alice.getByRole('option', { name: 'sender:"Mona Moderator"' }).waitFor();
    await field.fill('channel:river topic:boats ');
    await field.press('Enter');
    await alice.getByRole('heading', { level: 1, name: /boats/ }).waitFor();
  });
});

describe('the switcher', { skip }, () => {
  it('leads to channels, topics and people by a part of their names', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'A boat', 'boats');
    const alice = await visit(river.server, 'alice');

    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('boat');
    await alice.getByRole('option', { name: /boats/ }).waitFor();
    await alice.keyboard.press('Enter');
    await messages(alice).filter({ hasText: 'A boat' }).waitFor();
    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('mona');
    await alice.keyboard.press('Enter');

    await alice.getByRole('heading', { level: 1, name: 'Mona Moderator' }).waitFor();
  });
});

describe('on a phone, the switcher', { skip }, () => {
  it('stays at its place while one types, and lists where one was last', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'A boat', 'boats');
    await river.server.as('alice').post('/mark_all_as_read');
    const viewport = { width: 390, height: 800 };
    const alice = await visit(river.server, 'alice', { at: '/#drafts', viewport });
    const open = async () => {
      await alice.getByRole('button', { name: 'Show conversations' }).click();
      await alice.getByRole('button', { name: /Jump to/ }).click();
    };
    const field = alice.getByLabel('Channel, topic, person, page or command');
    const top = async () => (await field.boundingBox())?.y;

    await open();
    await field.waitFor();
    const before = await top();
    await field.fill('boa');
    await alice.getByRole('option', { name: /boats/ }).click();
    await messages(alice).filter({ hasText: 'A boat' }).waitFor();
    await open();
    await alice.getByRole('option', { name: 'Drafts' }).waitFor();
    for (const text of ['x', 'zeppelin', '']) {
      await field.fill(text);
      assert.equal(await top(), before);
    }
    await field.fill('set your status');
    await alice.getByRole('option', { name: /^Set your status/ }).click();

    await alice.getByRole('dialog', { name: /status/ }).waitFor();
  });
});

describe('conversations of long ago', { skip }, () => {
  /** Everything is read, and the newest 450 messages are in one topic. */
  async function openOld(t: TestContext) {
    const river = await openRiver(t);
    for (const topic of ['boats', 'boathouse', 'rowing boat']) await write(river, 'bob', `About ${topic}`, topic);
    writeLines(river, 450);
    await river.server.as('alice').post('/mark_all_as_read');
    return river;
  }

  it('are found by the switcher, the best match first, and after them the search in messages', async (t) => {
    const { server } = await openOld(t);
    const alice = await visit(server, 'alice');

    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('boats');
    await alice.getByRole('option', { name: /^boats/ }).waitFor();
    await alice.keyboard.press('Enter');
    await messages(alice).filter({ hasText: 'About boats' }).waitFor();
    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('boat');
    await alice.getByRole('option', { name: /^boathouse/ }).waitFor();
    const options = alice.getByRole('option');
    await untilEqual(
      () => options.locator('.completion-label').allTextContents(),
      ['boats', 'boathouse', 'rowing boat', 'Search messages for “boat”'],
    );
    await alice.keyboard.press('Control+a');
    await alice.keyboard.type('about rowing');
    await alice.getByRole('option', { name: 'Search messages for “about rowing”' }).waitFor();
    await alice.keyboard.press('ArrowUp');
    await alice.keyboard.press('Enter');

    await untilEqual(() => messages(alice).allInnerTexts(), ['About rowing boat']);
    await alice.keyboard.press('Control+k');
    await alice.keyboard.type('river boath');
    await alice.getByRole('option', { name: /boathouse/ }).click();
    await messages(alice).filter({ hasText: 'About boathouse' }).waitFor();
  });

  it('are listed to the end under Recent, with their last sender, and by key', async (t) => {
    const river = await openOld(t);
    for (let count = 1; count <= 130; count += 1) await write(river, 'bob', 'Hello', `Topic ${count}`);
    writeLines(river, 450);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: '/#recent' });
    const rows = alice.locator('.recent-row');

    await rows.filter({ hasText: /Topic 130/ }).waitFor();
    await alice.locator('.page-scroll').press('j');
    await rows.first().and(alice.locator(':focus')).waitFor();
    for (const name of ['Topic 80', 'Topic 20', 'boats']) {
      await alice.locator('.page-scroll').evaluate((page) => page.scrollTo(0, page.scrollHeight));
      await rows.filter({ hasText: name }).first().waitFor();
    }
    const boats = rows.filter({ hasText: /boats/ });
    await boats.getByRole('img', { name: 'Bob Member' }).or(boats.locator('time')).first().waitFor();
    await alice.getByRole('button', { name: 'Participated' }).click();

    await alice.getByText('No conversations found.').waitFor();
  });
});

describe('the people', { skip }, () => {
  it('stand beside a conversation, those who follow it first', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });

    await alice.getByRole('button', { name: 'People' }).click();
    const people = alice.getByRole('complementary', { name: 'People' });
    await people.getByRole('heading', { name: 'In this conversation' }).waitFor();
    await people.getByRole('link', { name: /Bob Member/ }).click();

    await alice.getByRole('heading', { level: 1, name: 'Bob Member' }).waitFor();
  });
});

describe('a channel', { skip }, () => {
  it('is made, described, and followed by those who are added', async (t) => {
    const { server } = await openRiver(t);
    const owner = await visit(server, 'owner', { at: '/#channels' });
    const bob = await visit(server, 'bob');

    await owner.getByRole('link', { name: 'New channel' }).click();
    await owner.getByLabel('Name', { exact: true }).fill('harbour');
    await owner.getByLabel('What it is for').fill('Ships');
    await owner.getByLabel('Who may read it').selectOption('Private, with full history');
    await owner.getByRole('button', { name: 'Create the channel' }).click();
    await owner.getByRole('heading', { level: 1, name: 'harbour' }).waitFor();
    const email = 'harbour.1f2e@mail.example.com';
    await owner.route('**/email_address', (route) => route.fulfill({ json: { result: 'success', msg: '', email } }));
    await owner.getByRole('link', { name: 'About this channel' }).click();
    await owner.getByText(email).waitFor();
    await owner.getByRole('link', { name: 'People', exact: true }).click();
    await owner.getByLabel('Add people').fill('bob');
    await owner.getByRole('button', { name: 'Add Bob Member' }).click();

    await owner.getByRole('heading', { name: 'Members: 2' }).waitFor();
    await bob
      .getByRole('navigation')
      .getByRole('link', { name: /harbour/ })
      .click();
    await bob.getByRole('heading', { level: 1, name: 'harbour' }).waitFor();
    await owner.getByRole('button', { name: 'Remove Bob Member' }).click();
    await owner.getByRole('heading', { name: 'Members: 1' }).waitFor();
  });
});

describe('the side bar', { skip }, () => {
  it('lists the latest conversations, all when asked, and only what waits in a folded section', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const { alice, bot, ...others } = server.users;
    const singles = Object.values(others).map((one) => [one]);
    const pairs = singles.flatMap(([one], index) => singles.slice(index + 1).map(([other]) => [one, other]));
    const groups = [...singles, ...pairs].map((people) => people.flatMap((user) => user?.id ?? []));
    for (const to of groups) await server.as('alice').post('/messages', { type: 'direct', to, content: 'Hello' });
    // What programs send in a user's name is unread.
    await server.as('alice').post('/mark_all_as_read');
    await server.as('bob').post('/messages', { type: 'direct', to: [alice.id], content: 'Hello, Alice' });
    const page = await visit(server, 'alice');
    const side = page.getByRole('navigation', { name: 'Conversations' });
    const direct = side.locator('section').filter({ hasText: 'Direct messages' }).locator('a.entry');

    await direct.first().waitFor();
    assert.equal(await direct.count(), 12);
    await side.getByRole('button', { name: `Show all ${groups.length} conversations` }).click();
    await direct.nth(groups.length - 1).waitFor();
    await side.getByRole('button', { name: 'Direct messages', exact: true }).click();
    await side.getByRole('button', { name: 'Channels', exact: true }).click();
    await page.reload();
    await direct.first().waitFor();

    assert.deepEqual(await direct.locator('.name').allTextContents(), ['Bob Member']);
    assert.equal(await side.getByRole('link', { name: 'river' }).count(), 0);
    await side.getByRole('button', { name: 'Channels', exact: true }).click();
    const topics = side.locator('.topics a.entry');
    for (let count = 1; count <= 20; count += 1) await write(river, 'bob', 'Hello', `Topic ${count}`);
    await side.getByRole('link', { name: /^river/ }).click();
    // One topic tells that the channel was made.
    await side.getByRole('button', { name: 'Show all 21 topics 7 unread' }).click();
    await topics.nth(20).waitFor();
    await side.getByRole('button', { name: 'Show fewer topics' }).click();
    await topics.nth(13).waitFor({ state: 'detached' });

    assert.equal(await topics.nth(12).locator('.name').textContent(), 'Topic 8');
  });
});

describe('a channel in the side bar', { skip }, () => {
  it('has a menu, and so have its topics', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    await write(river, 'bob', 'Two metres');
    const alice = await visit(server, 'alice', { at: `/#narrow/channel/${channel}-river/topic/boats` });
    const side = alice.getByRole('navigation', { name: 'Conversations' });
    const entry = side.getByRole('link', { name: /^river/ });
    await entry.locator('.unread-count').waitFor();

    // What is fetched later moves the entries.
    await side.getByRole('link', { name: /^channel events/ }).waitFor();
    await side.getByRole('link', { name: /^levels/ }).hover();
    await alice.getByRole('button', { name: 'About the topic levels' }).click();
    await alice.getByRole('button', { name: 'Follow', exact: true }).click();
    await entry.click({ button: 'right', delay: 100 });
    await alice.getByRole('dialog').getByRole('button', { name: 'Mark all as read' }).click();
    await entry.locator('.unread-count').waitFor({ state: 'detached' });
    await entry.focus();
    await alice.keyboard.press('Shift+F10');
    await alice.getByRole('button', { name: 'Pin', exact: true }).click();
    await side.getByRole('heading', { name: 'Pinned' }).waitFor();

    const { body } = await server.as('alice').post('/register', { event_types: ['user_topic'] });
    assert.deepEqual(
      body.user_topics.map((one: { topic_name: string; visibility_policy: number }) => [
        one.topic_name,
        one.visibility_policy,
      ]),
      [['levels', 3]],
    );
  });

  it('opens with what its reader wants', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    await write(river, 'bob', 'Two metres', 'levels');
    await write(river, 'bob', 'Three of them', 'boats');
    await server.as('alice').post('/messages/flags/narrow', {
      ...{ anchor: 'newest', num_before: 10, num_after: 0, op: 'add', flag: 'read' },
      narrow: [{ operator: 'topic', operand: 'boats' }],
    });
    const alice = await visit(server, 'alice');
    const title = alice.getByRole('heading', { level: 1 });
    const open = async (web_channel_default_view: number) => {
      await server.as('alice').patch('/settings', { web_channel_default_view });
      await alice.goto(`${server.url}/#inbox`);
      await alice.reload();
      await alice.getByRole('navigation').getByRole('link', { name: 'river' }).click();
    };

    await open(4);
    await title.filter({ hasText: 'levels' }).waitFor();
    await open(1);
    await title.filter({ hasText: 'boats' }).waitFor();
    await alice.getByRole('navigation').getByRole('link', { name: 'river' }).click();
    await title.filter({ hasText: /^river$/ }).waitFor();
    await open(2);
    await title.filter({ hasText: /^river$/ }).waitFor();
    await open(3);
    await alice.getByLabel('Find topics').fill('boa');
    await alice.getByRole('main').getByRole('link', { name: 'boats' }).click();
    await title.filter({ hasText: 'boats' }).waitFor();

    assert.equal(new URL(alice.url()).hash, `#narrow/channel/${channel}-river/topic/boats`);
  });
});

describe('addresses', { skip }, () => {
  it('of other clients lead to the same places', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'bob', 'Right here');
    const { server, channel } = river;
    const bob = server.users.bob.id;
    const alice = await visit(server, 'alice');

    for (const hash of [
      `#narrow/stream/${channel}-river/subject/levels/near/${id}`,
      `#narrow/channel/river/topic/levels`,
      `#narrow/channel/${channel}-anything/topic/levels/with/${id}`,
      `#narrow/sender/${bob}`,
      '#all_messages',
    ]) {
      await alice.goto(`${server.url}/${hash}`);
      await messages(alice).filter({ hasText: 'Right here' }).waitFor();
    }
    await alice.goto(`${server.url}/#narrow/pm-with/${bob}-pm`);
    await alice.getByRole('heading', { level: 1, name: 'Bob Member' }).waitFor();
  });

  it('that lead nowhere say so', async (t) => {
    const { server } = await openRiver(t);
    const alice = await visit(server, 'alice', { at: '/#no/such/thing' });

    await alice.getByText('This address leads nowhere.').waitFor();
    await alice.goto(`${server.url}/#narrow/channel/9999-gone/topic/levels`);
    await alice.getByRole('heading', { level: 1, name: 'Unknown channel' }).waitFor();
    await alice.goto(`${server.url}/#narrow/search/xyzzy`);
    await alice.getByRole('heading', { level: 2, name: 'Nothing found' }).waitFor();
    await alice.goto(`${server.url}/#narrow/is/mentioned`);
    await alice.getByRole('heading', { level: 2, name: 'No mentions yet' }).waitFor();
  });

  it('are gone back to, with the place in the list', async (t) => {
    const river = await openRiver(t);
    writeLines(river, 60);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await messages(alice).filter({ hasText: 'Line 60' }).waitFor();
    const line = alice.locator('.message', { hasText: 'Line 20' });
    await line.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await alice.getByRole('button', { name: 'Jump to newest' }).waitFor();
    const top = await line.evaluate((element) => element.getBoundingClientRect().top);

    await alice.getByRole('link', { name: 'Recent' }).click();
    await alice.getByRole('heading', { level: 1, name: 'Recent' }).waitFor();
    await alice.goBack();

    // Browsers round scroll positions, and rows have fractional heights.
    await until(
      async () => Math.abs((await line.evaluate((element) => element.getBoundingClientRect().top)) - top) <= 2,
    );
  });
});
