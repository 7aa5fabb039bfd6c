import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { composer, messages, openRiver, row, skip, visit, write } from './browser.ts';

describe('somebody', { skip }, () => {
  it('is shown on a card, from a name and from a mention, by mouse and by key', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Ask @**Mona Moderator**');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await alice.locator('.message').getByRole('link', { name: 'Bob Member' }).click();
    const card = alice.getByRole('dialog', { name: 'Bob Member' });
    await card.filter({ hasText: /Role.*Member.*Joined/ }).waitFor();
    await alice.keyboard.press('Escape');
    const mention = messages(alice).getByRole('button', { name: '@Mona Moderator' });
    await mention.focus();
    await alice.keyboard.press('Enter');
    await alice
      .getByRole('dialog', { name: 'Mona Moderator' })
      .getByRole('link', { name: /^Write to/ })
      .click();

    await alice.getByRole('heading', { level: 1, name: 'Mona Moderator' }).waitFor();
  });

  it('is muted, which hides what they write, and heard again', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Blah');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await row(alice, 'Blah').getByRole('link', { name: 'Bob Member' }).click();
    await alice.getByRole('button', { name: 'Mute' }).click();
    await alice.getByRole('button', { name: 'Unmute' }).waitFor();
    await alice.keyboard.press('Escape');
    await alice.getByText('You muted the sender of this message.').waitFor();
    assert.equal(await alice.getByText('Blah').count(), 0);
    await alice.getByRole('button', { name: 'Show it' }).click();

    await messages(alice).getByText('Blah').waitFor();
  });

  it('says what they do, with an emoji that stands beside their name everywhere', async (t) => {
    const river = await openRiver(t);
    await write(river, 'alice', 'Off I go');
    const alice = await visit(river.server, 'alice');
    const bob = await visit(river.server, 'bob', { at: river.at });

    await alice.getByRole('button', { name: 'Your account: Alice Member' }).click();
    await alice.getByRole('button', { name: 'Set your status' }).click();
    await alice.getByLabel('What are you doing?').fill('Rowing');
    await alice.locator('.emoji-grid button:first-child[aria-label="+1"]').waitFor();
    await alice.getByLabel('Find emoji').fill('tada');
    await alice.getByRole('button', { name: 'tada', exact: true }).click();
    await alice.getByRole('button', { name: 'Save' }).click();
    await bob.locator('.message').getByRole('img', { name: 'tada: Rowing' }).waitFor();
    await alice.getByRole('button', { name: 'Your account: Alice Member' }).click();
    await alice.getByRole('button', { name: 'Set your status' }).click();
    await alice.getByRole('button', { name: 'Clear' }).click();

    await bob.locator('.message').getByRole('img', { name: 'tada: Rowing' }).waitFor({ state: 'detached' });
    await alice.getByRole('button', { name: 'Your account: Alice Member' }).click();
    await alice.getByRole('button', { name: 'Set your status' }).click();
    await alice.getByRole('button', { name: 'On vacation' }).click();
    await bob
      .locator('.message')
      .getByRole('img', { name: /: On vacation$/ })
      .waitFor();
  });
});

describe('code', { skip }, () => {
  it('is copied, and opened where the organization runs its language', async (t) => {
    const river = await openRiver(t);
    await river.server.as('owner').post('/realm/playgrounds', {
      name: 'Pyre',
      pygments_language: 'Python',
      url_template: 'https://example.com/?run={code}',
    });
    await write(river, 'bob', '```python\nprint(1 + 1)\n```');
    const alice = await visit(river.server, 'alice', {
      at: river.at,
      permissions: ['clipboard-read', 'clipboard-write'],
    });

    await messages(alice).getByRole('button', { name: 'Copy' }).click();
    await alice.getByText('Copied.').waitFor();

    assert.equal(await alice.evaluate('navigator.clipboard.readText()'), 'print(1 + 1)\n');
    await alice.evaluate("navigator.clipboard.writeText('')");
    // As on plain http.
    await alice.evaluate(
      "window.hidden = navigator.clipboard; Object.defineProperty(navigator, 'clipboard', { value: undefined })",
    );
    await messages(alice).getByRole('button', { name: 'Copy' }).click();
    await untilEqual(() => alice.evaluate("hidden.readText().then((text) => text !== '')"), true);
    await composer(alice).focus();
    await alice.keyboard.press('Control+v');
    await untilEqual(() => composer(alice).inputValue(), 'print(1 + 1)\n');
    const link = messages(alice).getByRole('link', { name: 'Open in Pyre' });
    assert.equal(await link.getAttribute('href'), 'https://example.com/?run=print%281%20%2B%201%29%0A');
  });
});

describe('the list of people', { skip }, () => {
  for (const width of [820, 1024, 1190])
    it(`takes no width from the page in a window of ${width} pixels, and is not beside forms`, async (t) => {
      const { server, at } = await openRiver(t);
      const owner = await visit(server, 'owner', { at, viewport: { width, height: 700 } });
      const list = owner.getByRole('complementary', { name: 'People' });

      await owner.keyboard.press('w');
      await list.waitFor();
      const page = await owner.getByRole('main').boundingBox();
      assert.ok((page?.width ?? 0) > width - 300, `${page?.width} pixels`);
      const [tools, send] = [owner.getByRole('toolbar', { name: 'Formatting' }), owner.locator('.compose-send')];
      const [end, start] = [await tools.boundingBox(), await send.boundingBox()];
      assert.ok((end?.x ?? 0) + (end?.width ?? 0) <= (start?.x ?? 0), 'the tools lie over each other');

      await owner.goto(`${server.url}/#organization/permissions`);
      const label = owner.getByText('Who may create groups').first();
      assert.ok(((await label.boundingBox())?.width ?? 0) > 100);
      assert.equal(await list.count(), 0);
      await owner.keyboard.press('w');
      await owner.goto(`${server.url}${at}`);
      await composer(owner).waitFor();
      assert.equal(await list.count(), 0);
    });

  it('is there again after a page with forms in a wide window', async (t) => {
    const { server, at } = await openRiver(t);
    const owner = await visit(server, 'owner', { at });
    const list = owner.getByRole('complementary', { name: 'People' });

    await owner.getByRole('button', { name: 'People', exact: true }).click();
    await list.waitFor();
    await owner.goto(`${server.url}/#organization/permissions`);
    await owner.getByText('Who may create groups').first().waitFor();
    assert.equal(await list.count(), 0);
    await owner.goto(`${server.url}${at}`);

    await list.waitFor();
  });
});

describe('a direct message', { skip }, () => {
  it('is begun by keys alone', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });
    const field = alice.getByLabel('Find people');
    const open = async () => {
      await alice.getByRole('button', { name: 'New direct message' }).click();
      await field.waitFor();
    };

    await open();
    await alice.keyboard.type('bob');
    await alice.keyboard.press('Enter');
    await alice.getByRole('button', { name: 'Write to Bob Member' }).waitFor();
    assert.equal(await field.inputValue(), '');
    await alice.keyboard.type('nobody');
    await alice.keyboard.press('Enter');
    assert.equal(await field.inputValue(), 'nobody');
    await field.fill('mona');
    await alice.keyboard.press('Enter');
    await alice.keyboard.press('Enter');
    await alice.getByRole('heading', { level: 1, name: 'Mona Moderator, Bob Member' }).waitFor();
    await composer(alice).waitFor();

    await open();
    await alice.keyboard.press('ArrowUp');
    await alice.keyboard.press('ArrowDown');
    await alice.keyboard.press('ArrowDown');
    await alice.keyboard.press('Enter');
    await alice.getByRole('button', { name: 'Open notes to yourself' }).waitFor();
    await alice.keyboard.press('Enter');
    await alice.getByRole('heading', { level: 1, name: 'Notes to yourself' }).waitFor();
  });

  it('is given up by one Escape', async (t) => {
    const { server, at } = await openRiver(t);
    const alice = await visit(server, 'alice', { at });

    await alice.getByRole('button', { name: 'New direct message' }).click();
    await alice.getByLabel('Find people').fill('bob');
    await alice.keyboard.press('Escape');

    await alice.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
