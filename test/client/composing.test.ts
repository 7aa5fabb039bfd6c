import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { composer, loadComposer, messages, openRiver, type Page, routeFor, skip, visit, write } from './browser.ts';

async function sendByKey(page: Page): Promise<void> {
  await composer(page).press('Control+Enter');
}

/** Pastes data of some types, and files of other names. */
async function paste(page: Page, data: Readonly<Record<string, string>>): Promise<void> {
  await loadComposer(page);
  await composer(page).focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    for (const [type, value] of Object.entries(${JSON.stringify(data)})) {
      if (type.includes('/')) clipboardData.setData(type, value);
      else clipboardData.items.add(new File([value], type + '.png', { type: 'image/png' }));
    }
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);
}

describe('the composer', { skip }, () => {
  it('completes people, channels, topics and emoji', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'There', 'boats');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const options = alice.getByRole('listbox', { name: 'Suggestions' });

    await composer(alice).pressSequentially('@bo');
    await options.getByRole('option', { name: /Bob Member/ }).waitFor();
    await composer(alice).press('Enter');
    await composer(alice).pressSequentially('#riv');
    await composer(alice).press('Tab');
    await options.getByRole('option', { name: 'boats' }).waitFor();
    await composer(alice).pressSequentially('boa');
    await composer(alice).press('Enter');
    await composer(alice).pressSequentially('#riv');
    await composer(alice).press('Tab');
    await options.getByRole('option', { name: 'The whole channel' }).waitFor();
    await composer(alice).pressSequentially(' and :tad');
    await options.getByRole('option', { name: /tada/ }).waitFor();
    await composer(alice).press('Enter');

    assert.equal(await composer(alice).inputValue(), '@**Bob Member** #**river>boats** #**river** and :tada: ');
    await sendByKey(alice);
    const message = messages(alice).filter({ hasText: '@Bob Member' });
    await message.locator('.user-mention').waitFor();
    assert.equal(await message.locator('.emoji').textContent(), '🎉');
    await message.getByRole('link', { name: '#river > boats' }).click();
    await messages(alice).filter({ hasText: 'There' }).waitFor();
  });

  it('completes commands and languages of code', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    const options = alice.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');

    await composer(alice).pressSequentially('/');
    await untilEqual(() => options.locator('.completion-label').allTextContents(), ['/me', '/poll', '/todo']);
    assert.deepEqual(await findViolations(alice), []);
    await alice.keyboard.type('me');
    await composer(alice).press('Tab');
    await composer(alice).pressSequentially('waves\n/p');
    assert.equal(await options.count(), 0);
    await composer(alice).fill('See\n');
    await composer(alice).pressSequentially('```py');
    await options.filter({ hasText: 'python' }).click();
    await composer(alice).pressSequentially('x = 1');

    assert.equal(await composer(alice).inputValue(), 'See\n```python\nx = 1');
  });

  it('continues lists, ends them after an empty item, and indents them and code but nothing else', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at, viewport: { width: 390, height: 844 } });
    const value = () => composer(alice).inputValue();
    const type = (...keys: string[]) =>
      keys.reduce((typed, key) => typed.then(() => composer(alice).press(key)), Promise.resolve());

    await composer(alice).fill('- north');
    await type('Enter', 's', 'Tab', 'Enter', 'x');
    assert.equal(await value(), '- north\n  - s\n  - x');
    await type('Shift+Tab', 'Enter', 'Enter', 'y');
    assert.equal(await value(), '- north\n  - s\n- x\ny');
    await type('Control+z', 'Control+z');
    assert.match(await value(), /^- north\n {2}- s\n- x/);
    await composer(alice).fill('9. nine');
    await type('Enter', 'a');
    assert.equal(await value(), '9. nine\n10. a');
    await composer(alice).fill('- [x] done');
    await type('Enter');
    assert.equal(await value(), '- [x] done\n- [ ] ');
    await composer(alice).fill('```\n- no item');
    await type('Enter', 'Tab', 'a');
    assert.equal(await value(), '```\n- no item\n  a');
    await type('Escape');
    await alice.keyboard.press('Tab');
    assert.equal(await composer(alice).and(alice.locator(':focus')).count(), 0);
    await composer(alice).fill('plain');
    await type('Tab');
    assert.equal(await composer(alice).and(alice.locator(':focus')).count(), 0);
    assert.equal(await value(), 'plain');
  });

  it('makes the selection a link to an address that is pasted over it', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    const address = 'https://example.com/levels?day=1';

    for (const [text, pasted, expected] of [
      ['levels', address, `[levels](${address})`],
      ['https://example.com/', address, 'https://example.com/'],
      ['levels', 'no address', 'levels'],
      ['a\nb', address, 'a\nb'],
    ] as const) {
      await composer(alice).fill(text);
      await composer(alice).press('Control+a');
      await paste(alice, { 'text/plain': pasted });
      assert.equal(await composer(alice).inputValue(), expected);
    }
  });

  it('has a line of tools that unfolds in a narrow window', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at, viewport: { width: 390, height: 844 } });
    const preview = alice.getByRole('button', { name: 'Preview' });

    await composer(alice).fill('low');
    await composer(alice).press('Control+a');
    await alice.getByRole('button', { name: 'More formatting' }).press('Enter');
    for (const name of ['Code', 'Quote', 'List', 'Preview', 'Send'])
      assert.ok(((await alice.getByRole('button', { name, exact: true }).boundingBox())?.x ?? 400) < 346, name);
    assert.deepEqual(await findViolations(alice), []);
    await alice.getByRole('button', { name: 'Quote', exact: true }).click();
    await preview.click();
    await alice.locator('.preview blockquote', { hasText: 'low' }).waitFor();
    await alice.getByRole('button', { name: 'More formatting' }).click();

    await preview.waitFor({ state: 'hidden' });
  });

  it('shows in one line what can be formatted once there is a text, in a wide window', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    await loadComposer(alice);
    const line = alice.locator('.compose-hint');

    assert.equal(await line.count(), 0);
    await composer(alice).fill('low');
    assert.equal(await line.textContent(), '**Bold***Italics*`Code`> Quote');
    assert.deepEqual(await findViolations(alice, { within: '.compose' }), []);
    await alice.setViewportSize({ width: 390, height: 844 });

    await line.waitFor({ state: 'hidden' });
  });

  for (const width of [1280, 390])
    it(`records a voice clip, which can be heard before it is sent, ${width} px wide`, async (t) => {
      const { server, at } = await openRiver(t);
      const alice = await visit(server, 'alice', { at, viewport: { width, height: 844 } });
      await alice.evaluate(`navigator.mediaDevices.getUserMedia = async () => {
      if (globalThis.isRefused) throw new DOMException('', 'NotAllowedError');
      const context = new AudioContext();
      const target = context.createMediaStreamDestination();
      const tone = new OscillatorNode(context);
      tone.connect(target);
      tone.start();
      await context.resume();
      return target.stream;
    }`);
      const begin = async () => {
        await composer(alice).focus();
        await alice.getByRole('button', { name: 'More to insert' }).click();
        await alice.getByRole('button', { name: 'Voice clip' }).click();
      };

      await alice.evaluate('void (globalThis.isRefused = true)');
      await begin();
      await alice.getByText('The microphone cannot be used.').waitFor();
      await alice.getByRole('button', { name: 'Cancel' }).click();
      await alice.evaluate('void (globalThis.isRefused = false)');
      await begin();
      await alice.getByText('Recording 0:01').waitFor();
      assert.deepEqual(await findViolations(alice), []);
      await alice.getByRole('button', { name: 'Stop' }).click();
      await alice.getByLabel(/^Listen to voice-/).waitFor();
      await until(async () => (await alice.locator('.tray progress').count()) === 0);
      await sendByKey(alice);

      // The server takes a sound in this container for a film, which plays in place as well.
      await messages(alice).locator('audio, video').waitFor();
    });

  it('goes to the conversation that is written to by a key, and takes the draft along', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'There', 'boats');
    const alice = await visit(river.server, 'alice', { at: `/#narrow/channel/${river.channel}-river` });

    await alice.getByLabel('Topic', { exact: true }).fill('boats');
    await composer(alice).fill('Half a thought');
    await composer(alice).press('Control+.');

    await alice.getByRole('heading', { level: 1, name: /boats/ }).waitFor();
    await alice.getByLabel('Message to #river > boats').waitFor();
    await untilEqual(() => composer(alice).inputValue(), 'Half a thought');
  });

  it('does not send while an input method composes', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    await alice.getByRole('checkbox', { name: 'Enter sends' }).check();
    await alice
      .getByRole('button', { name: 'Send', exact: true })
      .and(alice.getByTitle('Enter', { exact: true }))
      .waitFor();
    await composer(alice).focus();
    const devtools = await alice.context().newCDPSession(alice);

    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await alice.keyboard.press('Enter');
    await devtools.send('Input.insertText', { text: '日本' });
    await composer(alice).press('Enter');

    await messages(alice).filter({ hasText: '日本' }).waitFor();
    await alice.locator('.is-outgoing').waitFor({ state: 'detached' });
    await untilEqual(() => messages(alice).allInnerTexts(), ['日本']);
  });

  it('keeps what was begun over other conversations and a new page', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });

    await composer(alice).fill('Half a thought');
    await alice.goto(`${river.server.url}/#narrow/channel/${river.channel}/topic/boats`);
    await untilEqual(() => composer(alice).inputValue(), '');
    await alice.getByRole('link', { name: /^Drafts/ }).click();
    await alice
      .getByRole('main')
      .getByRole('link', { name: /Half a thought/ })
      .waitFor();
    await alice.reload();
    await alice
      .getByRole('main')
      .getByRole('link', { name: /Half a thought/ })
      .click();

    await untilEqual(() => composer(alice).inputValue(), 'Half a thought');
    await composer(alice).press('End');
    await composer(alice).pressSequentially(', or more');
    const { server, channel } = river;
    const open = { direct_members: [server.users.owner.id, server.users.alice.id], direct_subgroups: [] };
    const closed = { direct_members: [server.users.owner.id], direct_subgroups: [] };
    await server.as('owner').patch(`/streams/${channel}`, { can_send_message_group: { new: closed } });
    await alice.getByText('You do not have permission to write in #river.').waitFor();
    await server.as('owner').patch(`/streams/${channel}`, { can_send_message_group: { new: open } });
    await composer(alice).waitFor();
    assert.equal(await composer(alice).inputValue(), 'Half a thought, or more');
  });

  it('formats the selection, takes it back by undo, and previews', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });

    await composer(alice).fill('high water');
    await composer(alice).press('Control+a');
    await composer(alice).press('Control+b');
    assert.equal(await composer(alice).inputValue(), '**high water**');
    await alice.getByRole('button', { name: 'Preview' }).click();
    await alice.locator('.preview strong', { hasText: 'high water' }).waitFor();
    await alice.getByRole('button', { name: 'Preview' }).click();
    await composer(alice).press('Control+z');
    assert.equal(await composer(alice).inputValue(), 'high water');

    await composer(alice).press('Control+a');
    await composer(alice).press('Control+Shift+l');
    assert.equal(await composer(alice).inputValue(), '[high water](https://)');
    for (const name of ['Bold (Ctrl+B)', 'Italics (Ctrl+I)', 'Link (Ctrl+Shift+L)'])
      assert.equal(await alice.getByTitle(name, { exact: true }).count(), 1, name);
  });

  it('pastes formatted text as Markdown, and pictures as files, and cuts nothing off', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    const rows = '<tr><td>Gauge</td><td>Level</td></tr><tr><td>North</td><td>3 m</td></tr>';
    const web = `<meta charset="utf-8"><h2>Water</h2><p>It is <b>high</b>, <a href="https://example.com/">see there</a>:</p>
      <ul><li>north<ul><li>3 m</li></ul></li><li><i>south </i>too</li></ul><pre>if  (high)\n\n\n  run()</pre>
      <span style="font-weight: 400"><b style="font-weight:normal">Bye</b></span><script>alert(1)</script>`;

    await paste(alice, {
      'text/plain': 'Gauge\tLevel\nNorth\t3 m',
      'text/html': `<table>${rows}</table>`,
      picture: 'x',
    });
    await untilEqual(() => composer(alice).inputValue(), '| Gauge | Level |\n| --- | --- |\n| North | 3 m |');
    await composer(alice).fill('');
    await paste(alice, { 'text/plain': 'Water', 'text/html': web });
    await untilEqual(
      () => composer(alice).inputValue(),
      '## Water\n\nIt is **high**, [see there](https://example.com/):\n\n- north\n  - 3 m\n- *south* too\n\n' +
        '```\nif  (high)\n\n\n  run()\n```\n\nBye',
    );
    await composer(alice).fill('');
    await paste(alice, {
      'text/plain': 'a  <b>\n  c',
      'text/html': '<div><span>a  &lt;b&gt;</span></div><div>  c</div>',
    });
    await untilEqual(() => composer(alice).inputValue(), 'a  <b>\n  c');
    await composer(alice).fill('');
    await paste(alice, { 'text/html': '<img src="x.png">', picture: 'one', other: 'two' });
    const files = alice.getByRole('list', { name: 'Files of the message' });
    await untilEqual(() => files.locator('.tray-name').allTextContents(), ['picture.png', 'other.png']);
    assert.equal(await composer(alice).inputValue(), '');
    for (const name of ['picture.png', 'other.png'])
      await files.getByRole('button', { name: `Remove ${name}` }).click();

    await composer(alice).fill('x'.repeat(10_001));
    await alice.getByText('10,001 characters, but a message has at most 10,000.').waitFor();
    await alice.getByRole('button', { name: 'Send', exact: true, disabled: true }).waitFor();
    await sendByKey(alice);
    await composer(alice).press('Backspace');
    await sendByKey(alice);
    await messages(alice).filter({ hasText: 'xxx' }).waitFor();
  });

  it('uploads files that are dropped anywhere, without folders and too large ones, and shows them in the message', async (t) => {
    const river = await openRiver(t);
    const folder = mkdtempSync(join(tmpdir(), 'chatd-test-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const [small, large, inner] = [join(folder, 'levels.txt'), join(folder, 'film.mp4'), join(folder, 'inner')];
    writeFileSync(small, '1,2,3');
    writeFileSync(large, '');
    truncateSync(large, 101 * 2 ** 20);
    mkdirSync(inner);
    const alice = await visit(river.server, 'alice', { at: river.at, expected: /status of 500/ });
    const full = { code: 'INTERNAL', msg: 'The disk is full.' };
    await alice.route('**/user_uploads', (route) => route.fulfill({ status: 500, json: full }), { times: 1 });

    await composer(alice).fill('See');
    await drop(alice, alice.getByRole('main').locator('h1'), [small, large, inner]);
    await alice.getByText('Folders cannot be uploaded.').waitFor();
    await alice.getByText('The file is larger than 100 MiB.').waitFor();
    await alice.getByText('The disk is full.').waitFor();
    await alice.getByRole('button', { name: 'Try again' }).click();
    await alice.getByText('5 byte').waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true);
    await alice.getByRole('button', { name: 'Remove film.mp4' }).click();
    assert.equal(await composer(alice).inputValue(), 'See');
    await sendByKey(alice);

    await messages(alice).getByRole('link', { name: 'levels.txt' }).waitFor();
    await alice.locator('.tray').waitFor({ state: 'detached' });
  });

  it('adds a file to the draft of its conversation if another one is open by then', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    let arrive = (): void => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await alice.route('**/api/v1/user_uploads', (route) => held.then(() => route.continue()));

    await composer(alice).fill('See');
    await alice
      .locator('input[type=file]')
      .setInputFiles({ name: 'levels.txt', mimeType: 'text/plain', buffer: Buffer.from('1,2,3') });
    await alice.getByRole('link', { name: 'Inbox' }).click();
    await alice.getByRole('heading', { name: 'Inbox' }).waitFor();
    arrive();
    await alice.getByText('A file was added to your draft for #river > levels.').waitFor();
    await alice.goBack();

    await alice.locator('.tray-name', { hasText: 'levels.txt' }).waitFor();
    assert.equal(await composer(alice).inputValue(), 'See');
  });

  it('shows an own message before the server has it, and only once after', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await alice.route('**/api/v1/messages', (route) => held.then(() => route.continue()));

    await composer(alice).fill('Quick');
    await sendByKey(alice);
    await alice.locator('.is-sending', { hasText: 'Quick' }).waitFor();
    goOn();
    await alice.locator('.is-outgoing').waitFor({ state: 'detached' });

    await untilEqual(() => messages(alice).allInnerTexts(), ['Quick']);
  });

  it('keeps a message that was refused, and says why', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at, expected: /400/ });
    const allow = await routeFor(alice, '**/api/v1/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { result: 'error', code: 'BAD_REQUEST', msg: 'Not today.' } })
        : route.continue(),
    );

    await composer(alice).fill('Please');
    await sendByKey(alice);
    await alice.getByText('Not sent: Not today.').waitFor();
    allow();
    await alice.getByRole('button', { name: 'Try again' }).click();

    await alice.locator('.is-outgoing').waitFor({ state: 'detached' });
    await untilEqual(() => messages(alice).allInnerTexts(), ['Please']);
  });

  for (const width of [1280, 390])
    it(`offers the first words as a new topic, by mouse and keyboard, ${width} px wide`, async (t) => {
      const { server, channel } = await openRiver(t);
      const alice = await visit(server, 'alice', {
        at: `/#narrow/channel/${channel}-river`,
        viewport: { width, height: 800 },
      });
      const offer = alice.getByRole('button', { name: /^New topic: / });

      await composer(alice).fill('High water');
      assert.equal(await offer.count(), 0);
      await composer(alice).fill('High **water** at the gauge, since noon');
      assert.equal(await offer.textContent(), 'New topic: “High water at the gauge, since”');
      assert.deepEqual(await findViolations(alice), []);
      if (width > 400) await offer.click();
      else await offer.press('Enter');
      await composer(alice).and(alice.locator(':focus')).waitFor();
      await offer.waitFor({ state: 'detached' });
      await sendByKey(alice);

      await messages(alice).filter({ hasText: 'since noon' }).waitFor();
      // The page shows a message before the server has it.
      const newest = async () => (await server.as('alice').get(`/users/me/${channel}/topics`)).body.topics[0].name;
      await untilEqual(newest, 'High water at the gauge, since');
    });

  it('writes into a channel without a topic', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: `/#narrow/channel/${river.channel}-river` });

    await composer(alice).fill('Hello everybody');
    await sendByKey(alice);

    await messages(alice).filter({ hasText: 'Hello everybody' }).waitFor();
    await alice.getByRole('heading', { level: 2, name: /river general chat/ }).waitFor();
  });
});

/** Drops files and folders as they lie on the disk. */
async function drop(page: Page, target: Locator, files: string[]): Promise<void> {
  const { x = 0, y = 0 } = (await target.boundingBox()) ?? {};
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: x + 1, y: y + 1, data });
}

describe('a page', { skip }, () => {
  it('counts no draft while it is being written', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    const drafts = alice.getByRole('link', { name: /^Drafts/ });

    await composer(alice).fill('Low water');
    await until(() => alice.evaluate('Object.entries(localStorage).some(([, text]) => text.includes("Low water"))'));
    assert.equal(await drafts.textContent(), 'Drafts');
    await alice.getByRole('link', { name: /^Inbox/ }).click();

    await until(async () => /^Drafts.*1/.test(`${await drafts.textContent()}`));
  });

  it('holds the top of a dialog, and what copies code inside the block', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', '```\nlow\nhigh\n```\nEnd');
    const alice = await visit(river.server, 'alice', { at: river.at });

    const block = alice.locator('.codehilite');
    await block.hover();
    const outer = await boxOf(block);
    const inner = await boxOf(block.getByRole('button', { name: 'Copy' }));
    assert.ok(inner.y > outer.y && inner.y + inner.height < outer.y + outer.height, JSON.stringify({ inner, outer }));

    await alice.keyboard.press('Control+k');
    const dialog = alice.getByRole('dialog');
    await dialog.getByRole('option').first().waitFor();
    const before = await boxOf(dialog);
    await alice.keyboard.type('e');
    await until(async () => (await boxOf(dialog)).height !== before.height);
    assert.equal((await boxOf(dialog)).y, before.y);
  });
});

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  assert.ok(box);
  return box;
}
