import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { joinFiles, splitFiles } from '../../src/client/text/attached.ts';
import { png } from '../support/pictures.ts';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { composer, messages, openRiver, type Page, routeFor, row, skip, visit } from './browser.ts';

const link = (name: string) => `[${name}](/user_uploads/1/ab/${name})`;
const file = (name: string) => ({ name, url: `/user_uploads/1/ab/${name}` });

describe('the files of a message', () => {
  it('are the links at its end that have lines of their own', () => {
    const [one, two] = [link('a.png'), link('b.txt')];

    assert.deepEqual(splitFiles(`See\n\n${one}\n${two}`), { text: 'See', files: [file('a.png'), file('b.txt')] });
    assert.deepEqual(splitFiles(`See\n${one}`), { text: 'See', files: [file('a.png')] });
    assert.deepEqual(splitFiles(one), { text: '', files: [file('a.png')] });
    for (const text of [`See ${one}`, `${one} there`, '[a](https://example.com/a)', `\`\`\`\n${one}`, ' ', ''])
      assert.deepEqual(splitFiles(text), { text, files: [] });
  });

  it('are the same after they were joined to a text, which may end anywhere', () => {
    const files = [file('a.png'), file('b.txt')];

    for (const text of ['', 'See', 'See ', 'See\n', 'See\n\n', '> said', '- one\n- two', '```\nx\n```'])
      assert.deepEqual(splitFiles(joinFiles({ text, files })), { text: text.trim() === '' ? '' : text, files });
    assert.equal(joinFiles({ text: '```\nx', files }), `\`\`\`\nx\n\`\`\`\n\n${link('a.png')}\n${link('b.txt')}`);
    assert.equal(joinFiles({ text: '', files: [{ name: 'a]\n[b', url: '/user_uploads/1' }] }), '[ab](/user_uploads/1)');
  });
});

const nameList = (page: Page) => () => page.locator('.tray-name').allTextContents();

async function addFiles(page: Page, ...names: string[]): Promise<void> {
  const mimeType = (name: string) => (name.endsWith('png') ? 'image/png' : 'text/plain');
  const files = names.map((name) => ({ name, mimeType: mimeType(name), buffer: Buffer.from(png(40)) }));
  await page.locator('.compose input[type=file]').setInputFiles(files);
}

/** Until all files of the tray are on the server. */
async function waitForFiles(page: Page): Promise<void> {
  await page.locator('.tray').waitFor();
  await until(async () => (await page.locator('.tray progress').count()) === 0);
}

describe('the tray of the composer', { skip }, () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    it(`orders files by mouse and keys, removes some, and sends the others in order, ${viewport.width} px wide`, async (t) => {
      const { server, at } = await openRiver(t);
      const alice = await visit(server, 'alice', { at, viewport });

      await composer(alice).fill('See');
      await addFiles(alice, 'one.txt', 'two.png', 'three.txt');
      await waitForFiles(alice);
      assert.deepEqual(await findViolations(alice), []);
      await alice.getByRole('button', { name: 'Move one.txt', exact: true }).press('ArrowRight');
      await untilEqual(nameList(alice), ['two.png', 'one.txt', 'three.txt']);
      await alice.getByRole('button', { name: 'Move one.txt', exact: true }).and(alice.locator(':focus')).waitFor();
      await alice
        .getByRole('button', { name: 'Move three.txt', exact: true })
        .dragTo(alice.getByRole('button', { name: 'Move two.png', exact: true }));
      await untilEqual(nameList(alice), ['three.txt', 'two.png', 'one.txt']);
      await alice.getByRole('button', { name: 'Move three.txt', exact: true }).press('Delete');
      await untilEqual(nameList(alice), ['two.png', 'one.txt']);
      await composer(alice).press('Control+Enter');

      await messages(alice).getByRole('link', { name: 'one.txt' }).waitFor();
      const { body } = await server
        .as('alice')
        .get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false });
      assert.match(body.messages[0].content, /^See\n\n\[two\.png\]\(.*\)\n\[one\.txt\]\(.*\)$/);
      assert.equal(await alice.locator('.tray').count(), 0);
    });

  it('is kept over other conversations and a new page, as its text is', async (t) => {
    const { server, at, channel } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });

    await composer(alice).fill('See');
    await addFiles(alice, 'two.png', 'one.txt');
    await waitForFiles(alice);
    await alice.goto(`${server.url}/#narrow/channel/${channel}/topic/boats`);
    await alice.getByLabel('Message to #river > boats').waitFor();
    assert.deepEqual(await nameList(alice)(), []);
    await alice.goto(`${server.url}/#drafts`);
    await untilEqual(() => alice.locator('.draft-text > *').allTextContents(), ['See', ' two.png', ' one.txt']);
    await alice.goto(server.url + at);
    await untilEqual(nameList(alice), ['two.png', 'one.txt']);
    await alice.reload();

    await untilEqual(nameList(alice), ['two.png', 'one.txt']);
    assert.equal(await composer(alice).inputValue(), 'See');
    await alice.getByRole('button', { name: 'Remove one.txt' }).click();
    await until(() => alice.evaluate('Object.values(localStorage).every((text) => !text.includes("one.txt"))'));
  });

  it('goes on with uploads elsewhere, follows renames before and after their end, and waits for the network', async (t) => {
    const { server, at, channel } = await openRiver(t);
    const alice = await visit(server, 'alice', { at, expected: /ERR_/ });
    const { body } = await server
      .as('alice')
      .post('/messages', { type: 'channel', to: channel, topic: 'levels', content: 'Hi' });
    await messages(alice).filter({ hasText: 'Hi' }).waitFor();

    await alice.context().setOffline(true);
    await addFiles(alice, 'one.txt');
    await alice.locator('.tray').getByText('cannot be reached').waitFor();
    await composer(alice).press('Control+Enter');
    await alice.getByRole('link', { name: /^Inbox/ }).click();
    await server.as('owner').patch(`/messages/${body.id}`, { topic: 'gauges', propagate_mode: 'change_all' });
    await alice.context().setOffline(false);

    // The upload may end before the page hears of the new name.
    await alice.getByText(/^A file was added to your draft for #river > (levels|gauges)\.$/).waitFor();
    await server.as('owner').patch(`/messages/${body.id}`, { topic: 'depths', propagate_mode: 'change_all' });
    await alice
      .getByRole('link', { name: /depths/ })
      .first()
      .waitFor();
    await alice.goto(`${server.url}/#narrow/channel/${channel}/topic/depths`);
    await untilEqual(nameList(alice), ['one.txt']);
  });

  it('goes on with uploads on the next page, and names the files that the browser lost', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at, expected: /ERR_/ });

    await alice.context().setOffline(true);
    await addFiles(alice, 'one.txt', 'two.png');
    await alice.locator('.tray').getByText('cannot be reached').first().waitFor();
    await alice.context().setOffline(false);
    const allow = await routeFor(alice, '**/user_uploads', (route) => route.abort());
    await alice.reload();
    await untilEqual(nameList(alice), ['one.txt', 'two.png']);
    allow();
    await alice.reload();
    await untilEqual(nameList(alice), ['one.txt', 'two.png']);
    await waitForFiles(alice);
    await composer(alice).press('Control+Enter');
    await messages(alice).getByRole('link', { name: 'one.txt' }).waitFor();

    await alice.route('**/user_uploads', (route) => route.abort());
    await addFiles(alice, 'three.txt');
    await alice.locator('.tray').getByText('cannot be reached').waitFor();
    await alice.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('chatd');
      opening.onsuccess = () => {
        const clearing = opening.result.transaction('kept', 'readwrite').objectStore('kept').clear();
        clearing.onsuccess = () => { opening.result.close(); resolve(); };
      };
    })`);
    await alice.reload();
    await alice.getByText('Not uploaded before the page was closed: three.txt').waitFor();
  });

  it('has the files of an edited message, and of one that was not sent', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at, expected: /400/ });
    await addFiles(alice, 'two.png', 'one.txt');
    await waitForFiles(alice);
    const allow = await routeFor(alice, '**/api/v1/messages', (route) =>
      route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today.' } }),
    );
    await composer(alice).fill('See');
    await composer(alice).press('Control+Enter');
    await alice.getByText('Not sent: Not today.').waitFor();
    allow();
    await alice.getByRole('button', { name: 'Edit', exact: true }).click();
    await untilEqual(nameList(alice), ['two.png', 'one.txt']);
    assert.equal(await composer(alice).inputValue(), 'See');
    await composer(alice).press('Control+Enter');
    await messages(alice).getByRole('link', { name: 'one.txt' }).waitFor();

    await row(alice, 'See').hover();
    await row(alice, 'See').getByRole('button', { name: 'Edit' }).click();
    const field = alice.getByLabel('Text of the message');
    await field.waitFor();
    await untilEqual(nameList(alice), ['two.png', 'one.txt']);
    assert.equal(await field.inputValue(), 'See');
    await alice.getByRole('button', { name: 'Remove one.txt' }).click();
    await alice.getByRole('button', { name: 'Save' }).click();

    await row(alice, 'See').getByRole('link', { name: 'one.txt' }).waitFor({ state: 'detached' });
    await messages(alice).getByRole('img', { name: 'two.png' }).first().waitFor();
  });
});
