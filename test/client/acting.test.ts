import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { choose, composer, messages, openRiver, row, skip, visit, write } from './browser.ts';

describe('a message', { skip }, () => {
  it('is reacted to, and shows who did', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'It is sunny');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await row(alice, 'It is sunny').hover();
    await row(alice, 'It is sunny').locator('.time[title]').waitFor();
    await row(alice, 'It is sunny').getByRole('button', { name: 'React', exact: true }).click();
    await alice.getByRole('button', { name: '+1', exact: true }).first().click();
    await alice.getByRole('dialog', { name: 'Choose an emoji' }).waitFor({ state: 'detached' });

    const reaction = alice.getByRole('button', { name: '+1: You' });
    await reaction.waitFor();
    assert.equal(await reaction.getAttribute('aria-pressed'), 'true');
    assert.equal(await reaction.locator('.count').textContent(), 'You');
    await reaction.click();
    await reaction.waitFor({ state: 'detached' });
    await row(alice, 'It is sunny').hover();
    await row(alice, 'It is sunny').getByRole('button', { name: 'React with heart' }).dblclick();
    await alice.getByRole('button', { name: 'heart: You' }).waitFor();
    await row(alice, 'It is sunny').locator('.avatar').click();
    await alice.getByRole('dialog', { name: 'Bob Member' }).waitFor();
  });

  it('is edited by its author, who is offered names, and shows what it said before', async (t) => {
    const river = await openRiver(t);
    await write(river, 'alice', 'It is suny');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await row(alice, 'It is suny').hover();
    await row(alice, 'It is suny').getByRole('button', { name: 'Edit', exact: true }).click();
    const field = alice.getByLabel('Text of the message');
    assert.equal(await field.inputValue(), 'It is suny');
    await field.fill('It is **sunny**, ');
    await field.pressSequentially('@bo');
    await alice.getByRole('option', { name: 'Bob Member' }).waitFor();
    await field.press('Enter');
    await field.press('Control+Enter');

    await row(alice, 'It is sunny, @Bob Member').waitFor();
    await alice.getByRole('button', { name: 'edited' }).click();
    await alice.getByRole('dialog', { name: 'Edits' }).getByText('suny', { exact: true }).first().waitFor();
    await alice.keyboard.press('Escape');
    await composer(alice).press('ArrowUp');
    await field.fill('Half a change');
    await field.press('Escape');
    await row(alice, 'It is sunny, @Bob Member').waitFor();
    await alice.reload();
    await alice.getByText('These are your unsaved changes.').waitFor();
    assert.equal(await field.inputValue(), 'Half a change');
    await alice.getByRole('button', { name: 'Cancel' }).click();
    await row(alice, 'It is sunny').hover();
    await row(alice, 'It is sunny').getByRole('button', { name: 'Edit', exact: true }).waitFor();
    await river.server.as('owner').patch('/realm', { allow_message_editing: false });
    await row(alice, 'It is sunny').getByRole('button', { name: 'Edit', exact: true }).waitFor({ state: 'detached' });
    await row(alice, 'It is sunny').getByRole('button', { name: 'More actions' }).click();
    await alice.getByRole('button', { name: 'Delete…' }).waitFor();
    await river.server.as('owner').patch('/realm', { allow_message_editing: true });
    river.server.clock.advance(3600);
    await alice.reload();
    await row(alice, 'It is sunny').hover();
    await row(alice, 'It is sunny').getByRole('button', { name: 'More actions' }).click();
    await alice.getByRole('button', { name: 'Copy link' }).waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Delete…' }).count(), 0);
    assert.equal(await row(alice, 'It is sunny').getByRole('button', { name: 'Edit', exact: true }).count(), 0);
  });

  it('says what its sender does, and keeps wide tables and long words within a narrow window', async (t) => {
    const river = await openRiver(t);
    const cells = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].join(' | ');
    await write(river, 'bob', `| ${cells} |\n|${'---|'.repeat(8)}\n| ${cells} |`);
    await write(river, 'bob', 'A word '.concat('without an end'.replaceAll(' ', '').repeat(20)));
    await write(river, 'bob', '/me waves');
    const alice = await visit(river.server, 'alice', { at: river.at, viewport: { width: 390, height: 800 } });

    await messages(alice).getByText('waves', { exact: true }).waitFor();
    const widths = await alice.evaluate(`({
      isTableScrolled: document.querySelector('.table-frame').scrollWidth > document.querySelector('.table-frame').clientWidth,
      page: document.documentElement.scrollWidth,
    })`);
    assert.deepEqual(widths, { isTableScrolled: true, page: 390 });
  });

  it('is quoted', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Bring *boots*.');
    const alice = await visit(river.server, 'alice', { at: river.at });

    // The next key comes after the quotation.
    const begun = alice.evaluate(`new Promise((begin) => {
      document.addEventListener('focusin', ({ target }) => {
        if (target.matches('.compose textarea')) requestAnimationFrame(() => begin(target.value));
      });
    })`);
    await row(alice, 'Bring boots').hover();
    await row(alice, 'Bring boots').getByRole('button', { name: 'Quote and reply' }).click();
    assert.match(`${await begun}`, /```quote/);
    await alice.keyboard.type('Which?');
    await alice.keyboard.press('Control+Enter');

    const quotation = messages(alice).filter({ hasText: 'Which?' }).locator('blockquote');
    await quotation.waitFor();
    assert.equal(await quotation.textContent(), '\nBring boots.\n');
  });

  it('is starred, and found under Starred', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Key under the mat');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await choose(alice, 'Key under the mat', 'Star');
    await row(alice, 'Key under the mat').getByRole('img', { name: 'Starred' }).waitFor();
    await alice.getByRole('link', { name: /^Starred/ }).click();

    await row(alice, 'Key under the mat').waitFor();
  });

  it('is deleted after a question, for everybody', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'Oops');
    const owner = await visit(river.server, 'owner', { at: river.at });
    const bob = await visit(river.server, 'bob', { at: river.at });
    await row(bob, 'Oops').waitFor();

    await choose(owner, 'Oops', 'Delete…');
    await owner.getByRole('button', { name: 'Delete' }).click();

    await row(owner, 'Oops').waitFor({ state: 'detached' });
    await row(bob, 'Oops').waitFor({ state: 'detached' });
  });

  it('is moved to another topic, and its readers go with it', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'About boats');
    const owner = await visit(river.server, 'owner', { at: river.at });
    const bob = await visit(river.server, 'bob', { at: river.at });
    await row(bob, 'About boats').waitFor();

    await choose(owner, 'About boats', 'Move…');
    await owner.getByLabel('Topic', { exact: true }).fill('boats');
    await owner.getByLabel('The whole topic').check();
    await owner.getByRole('button', { name: 'Move', exact: true }).click();

    for (const page of [owner, bob]) {
      await page.getByRole('heading', { level: 1, name: /boats/ }).waitFor();
      await row(page, 'About boats').getByRole('button', { name: 'moved' }).waitFor();
    }
    await row(bob, 'About boats').getByRole('button', { name: 'moved' }).click();
    await bob.getByRole('dialog', { name: 'Edits' }).waitFor();
    await bob.getByRole('link', { name: 'Inbox' }).evaluate((link) => link.click());
    await bob.getByRole('dialog', { name: 'Edits' }).waitFor({ state: 'detached' });
  });

  it('says who read it', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'alice', 'Read me');
    await river.server.as('bob').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const alice = await visit(river.server, 'alice', { at: river.at, expected: /status of 500/ });
    const fault = { status: 500, json: { code: 'INTERNAL', msg: 'Out of order.' } };
    await alice.route('**/read_receipts', (route) => route.fulfill(fault), { times: 1 });

    await choose(alice, 'Read me', 'Who read it');
    const dialog = alice.getByRole('dialog', { name: 'Read by' });
    await dialog.getByText('Out of order.').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();

    await dialog.getByText('Bob Member').waitFor();
  });
});

describe('a topic', { skip }, () => {
  it('is resolved and opened again', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'Done?');
    const owner = await visit(river.server, 'owner', { at: river.at });

    await owner.getByRole('button', { name: 'Resolve' }).click();
    await owner.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Resolved:' }).waitFor();
    await owner.getByRole('button', { name: 'Reopen' }).click();
    await owner.getByRole('button', { name: 'Resolve' }).waitFor();

    await owner.setViewportSize({ width: 390, height: 844 });
    const more = owner.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await owner.getByRole('button', { name: 'Resolve' }).click();
    await owner.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Resolved:' }).waitFor();
    await more.click();
    await owner.getByRole('link', { name: 'About this channel' }).waitFor();
  });

  it('is muted', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Noise');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await row(alice, 'Noise').waitFor();

    await alice.getByRole('button', { name: 'Notifications of this topic' }).click();
    await alice.getByRole('button', { name: 'Muted', exact: true }).click();
    await alice.getByRole('link', { name: 'Inbox' }).click();
    await write(river, 'bob', 'More noise');
    await write(river, 'bob', 'A voice', 'boats');

    await alice.getByRole('main').getByRole('link', { name: /boats/ }).waitFor();
    await alice
      .getByRole('main')
      .getByRole('link', { name: /levels/ })
      .waitFor({ state: 'detached' });
    await untilEqual(() => alice.title(), '(1) Inbox - Test Organization');
  });
});

describe('settings of the organization', { skip }, () => {
  it('have messages reported to the moderators', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    await write(river, 'bob', 'Buy now!');
    const alice = await visit(server, 'alice', { at });
    await server
      .as('owner')
      .post('/users/me/subscriptions', { subscriptions: [{ name: 'reports' }], invite_only: true });
    const { body } = await server.as('owner').get('/get_stream_id', { stream: 'reports' });
    const settings = await server.as('owner').patch('/realm', { moderation_request_channel_id: body.stream_id });
    assert.equal(settings.status, 200);
    await choose(alice, 'Buy now!', 'Report…');
    const dialog = alice.getByRole('dialog', { name: 'Report this message?' });
    await dialog.getByLabel('Reason').selectOption('Spam');
    await dialog.getByLabel('Explanation').fill('Not wanted');
    await dialog.getByRole('button', { name: 'Report' }).click();

    await alice.getByText('Reported to the moderators.').waitFor();
    const narrow = [{ operator: 'channel', operand: body.stream_id }];
    const found = await server.as('owner').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    assert.match(found.body.messages[0].content, /Spam[\s\S]*Not wanted[\s\S]*Buy now!/);
  });

  it('offer links to calls where there is a service for them', async (t) => {
    const { server, at } = await openRiver(t);
    const owner = server.as('owner');
    await owner.patch('/realm', { video_chat_provider: 1, jitsi_server_url: '"https://meet.example.com"' });
    const alice = await visit(server, 'alice', { at });

    await alice.getByRole('button', { name: 'More to insert' }).click();
    await alice.getByRole('button', { name: 'Link to a call' }).click();
    await untilEqual(
      async () => /^\[Join the call\]\(https:\/\/meet\.example\.com\/\d+\) $/.test(await composer(alice).inputValue()),
      true,
    );
    await owner.patch('/realm', { video_chat_provider: 0 });
    await alice.getByRole('button', { name: 'More to insert' }).click();
    await alice.getByRole('button', { name: 'Poll…' }).waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Link to a call' }).count(), 0);
  });
});

describe('menus', { skip }, () => {
  it('leave the focus where it was moved before they have taken it', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    await alice.evaluate('globalThis.held = []; requestAnimationFrame = (frame) => held.push(frame)');

    await alice.getByRole('button', { name: 'More to insert' }).click();
    const items = alice.locator('.panel:popover-open').getByRole('button');
    await items.last().focus();
    await alice.evaluate('held.splice(0).forEach((frame) => frame(0))');

    assert.ok((await items.count()) > 1);
    assert.equal(await items.last().and(alice.locator(':focus')).count(), 1);
  });
});
