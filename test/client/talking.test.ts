import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { composer, messages, openRiver, row, skip, visit, write } from './browser.ts';

describe('two people', { skip }, () => {
  it('write to each other in a topic, see it at once, and copy it', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    const bob = await visit(server, 'bob', { at });

    await composer(alice).fill('The water is *rising*.');
    await composer(alice).press('Control+Enter');
    await messages(bob).filter({ hasText: 'The water is rising.' }).waitFor();
    await composer(bob).fill('How far?');
    await composer(bob).press('Control+Enter');

    await untilEqual(() => messages(alice).allInnerTexts(), ['The water is rising.', 'How far?']);
    assert.deepEqual(await alice.locator('.sender').allInnerTexts(), ['Alice Member', 'Bob Member']);
    assert.equal(await alice.locator('.message em').textContent(), 'rising');
    assert.equal(await composer(alice).inputValue(), '');
    await alice.locator('h1').click();
    await alice.evaluate(`{
      const all = document.querySelectorAll('.message .rendered');
      getSelection().setBaseAndExtent(all[0], 0, all[1], 1);
    }`);
    await alice.keyboard.press('Control+c');
    await composer(alice).press('Control+v');

    await untilEqual(() => composer(alice).inputValue(), 'The water is *rising*.\n\n**Bob Member**\n\nHow far?');
  });

  it('see the first message of a topic to which they came back when it was empty', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    await alice.getByText('No messages yet').waitFor();
    await alice.getByRole('link', { name: 'Inbox' }).click();
    await alice.getByRole('heading', { name: 'Inbox' }).waitFor();

    await alice.goBack();
    await alice.getByText('No messages yet').waitFor();

    await write(river, 'bob', 'Low water');

    await messages(alice).filter({ hasText: 'Low water' }).waitFor();
  });

  it('go on seeing the first messages of a topic while its last ones do not fill the screen', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    await alice.getByText('No messages yet').waitFor();
    const texts = Array.from({ length: 25 }, (_, n) => `Level ${n}`);

    for (const text of texts) await write(river, 'bob', text);

    await untilEqual(() => messages(alice).allInnerTexts(), texts);
  });

  it('write to each other alone', async (t) => {
    const { server } = await openRiver(t);
    const alice = await visit(server, 'alice');
    const bob = await visit(server, 'bob');

    await alice.getByRole('button', { name: 'New direct message' }).click();
    await alice.getByLabel('Find people').fill('bob');
    await alice.getByLabel('Bob Member').check();
    await alice.getByRole('button', { name: 'Write to Bob Member' }).click();
    await composer(alice).fill('Only for you');
    await composer(alice).press('Control+Enter');

    const link = bob.getByRole('navigation').getByRole('link', { name: /Alice Member/ });
    assert.match((await link.textContent()) ?? '', /1/);
    await link.click();
    await messages(bob).filter({ hasText: 'Only for you' }).waitFor();
    assert.equal(await bob.getByRole('heading', { level: 1 }).textContent(), 'Alice Member');
  });

  it('see who writes', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    const bob = await visit(server, 'bob', { at });

    await composer(alice).pressSequentially('Hm');

    await bob.getByText('Alice Member is typing…').waitFor();
  });
});

describe('reading', { skip }, () => {
  it('counts what is unread, opens at it, and counts it no more once it was seen', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    for (const content of ['one', 'two', 'three']) await write(river, 'bob', content);
    const alice = await visit(server, 'alice');

    const inbox = alice.getByRole('main');
    assert.match((await inbox.getByRole('link', { name: /levels/ }).textContent()) ?? '', /3/);
    await untilEqual(() => alice.title(), '(3) Inbox - Test Organization');
    await inbox.getByRole('link', { name: /levels/ }).click();
    await alice.locator('.unread-line').waitFor();

    await alice.getByRole('navigation').locator('.unread-count').first().waitFor({ state: 'detached' });
    await untilEqual(() => alice.title(), 'river › levels - Test Organization');
    await untilEqual(async () => (await server.as('alice').post('/register', {})).body.unread_msgs.count, 0);
  });

  it('goes to the next unread conversation by key, and to all of them one after another', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await write(river, 'bob', 'first');
    await write(river, 'bob', 'second', 'boats');
    const alice = await visit(server, 'alice');

    await alice.keyboard.press('n');
    await messages(alice).filter({ hasText: 'first' }).waitFor();
    await alice.getByRole('main').locator('[data-unread]').waitFor({ state: 'detached' });
    await alice.keyboard.press('n');

    await messages(alice).filter({ hasText: 'second' }).waitFor();
  });

  it('shows in the inbox who wrote last in each conversation, and how that begins', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'One *boat*');
    await write(river, 'bob', 'Two **boats**,\nand a raft');
    const alice = await visit(river.server, 'alice', { at: '/#inbox' });
    const inRow = alice.getByRole('main').getByRole('link', { name: /^levels/ });

    await inRow.getByText('Bob Member: Two boats, and a raft').waitFor();
    assert.equal(await inRow.locator('.unread-count').textContent(), '2');
    await write(river, 'bob', 'Three');
    await inRow.getByText('Bob Member: Three').waitFor();
    await inRow.click();

    await messages(alice).filter({ hasText: 'raft' }).waitFor();
  });

  it('marks as unread again from a message on', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'bob', 'one');
    await write(river, 'bob', 'two');
    const alice = await visit(server, 'alice', { at });
    const message = alice.locator('.message').filter({ hasText: 'two' });
    await message.waitFor();
    await alice.locator('[data-unread]').first().waitFor({ state: 'detached' });

    await message.click();
    await alice.keyboard.press('Shift+U');
    await alice.getByRole('link', { name: 'Recent' }).click();

    const entry = alice.getByRole('navigation').getByRole('link', { name: /Inbox/ });
    await entry.locator('.unread-count').waitFor();
    assert.match((await entry.textContent()) ?? '', /1/);
  });

  it('answer from other views, are led to what they sent, and to messages that were moved', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'bob', 'Is it @**Alice Member**?');
    await river.server.as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    const alice = await visit(river.server, 'alice', { at: '/#narrow/is/mentioned' });
    await messages(alice).getByText('Is it').waitFor();

    await alice.keyboard.press('j');
    await alice.keyboard.press('=');
    await alice.getByRole('button', { name: 'tada: Bob Member, You' }).waitFor();
    await alice.keyboard.press('r');
    await composer(alice).fill('It is');
    await alice.keyboard.press('Control+Enter');
    await alice.keyboard.type('And');
    await alice.getByRole('heading', { level: 1, name: /levels/ }).waitFor();
    await untilEqual(() => composer(alice).inputValue(), 'And');
    await untilEqual(() => messages(alice).allInnerTexts(), ['Is it @Alice Member?', 'It is']);

    await river.server.as('bob').patch(`/messages/${id}`, { topic: 'boats', propagate_mode: 'change_one' });
    await row(alice, 'Is it').waitFor({ state: 'detached' });
    await alice.goto(`${river.server.url}/#inbox`);
    await alice.goto(`${river.server.url}${river.at}/with/${id}`);
    await alice.getByRole('heading', { level: 1, name: /boats/ }).waitFor();
    await alice.locator('.message.is-target', { hasText: 'Is it' }).waitFor();
  });

  it('see what waits by folder, and are asked for their time zone where they are elsewhere', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    const { body } = await server.as('owner').post('/channel_folders/create', { name: 'Water', description: '' });
    await server.as('owner').patch(`/streams/${channel}`, { folder_id: body.channel_folder_id });
    await server.as('alice').patch('/settings', { timezone: 'Asia/Tokyo' });
    await write(river, 'bob', 'High');
    const alice = await visit(server, 'alice', { timezoneId: 'Europe/Lisbon' });

    await alice.getByRole('main').getByRole('heading', { level: 2, name: 'Water' }).waitFor();
    await alice.getByRole('main').getByRole('heading', { level: 3, name: 'river' }).waitFor();
    const offer = alice.getByRole('complementary', { name: 'Time zone' });
    assert.match((await offer.textContent()) ?? '', /Europe\/Lisbon, but your profile says Asia\/Tokyo/);
    await offer.getByRole('button', { name: 'Change my time zone' }).click();
    await offer.waitFor({ state: 'detached' });

    assert.equal((await server.as('alice').get('/users/me')).body.timezone, 'Europe/Lisbon');
  });
});
