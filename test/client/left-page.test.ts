import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { untilEqual } from '../support/until.ts';
import { composer, openRiver, type Page, row, skip, visit, write } from './browser.ts';

const left = (page: Page) => page.getByRole('complementary', { name: 'Unsaved text' });

/** Writes, and leaves the field by Escape or the page by a reload, before the browser can paint anything. */
async function writeAndLeave(field: Locator, text: string, way: 'Escape' | 'reload'): Promise<void> {
  const page = field.page();
  const reloaded = way === 'reload' ? page.waitForEvent('load') : undefined;
  await field.evaluate(
    (element, [written, by]) => {
      const input = element as unknown as { value: string; dispatchEvent(event: Event): void };
      input.value = written;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      const key = Object.assign(new Event('keydown', { bubbles: true, cancelable: true }), { key: 'Escape' });
      if (by === 'Escape') input.dispatchEvent(key);
      else (globalThis as unknown as { location: { reload(): void } }).location.reload();
    },
    [text, way] as const,
  );
  await reloaded;
}

describe('a page that is left', { skip }, () => {
  it('loses no word of an edited message, however soon it is left', async (t) => {
    const river = await openRiver(t);
    await write(river, 'alice', 'It is sunny');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const field = alice.getByLabel('Text of the message');
    const unsaved = alice.getByText('These are your unsaved changes.');
    await row(alice, 'It is sunny').hover();
    await row(alice, 'It is sunny').getByRole('button', { name: 'Edit', exact: true }).click();
    await field.waitFor();

    await writeAndLeave(field, 'Half', 'Escape');
    await field.waitFor({ state: 'detached' });
    await alice.reload();
    await unsaved.waitFor();
    assert.equal(await field.inputValue(), 'Half');
    await writeAndLeave(field, 'Half a change', 'reload');
    await unsaved.waitFor();
    await untilEqual(() => field.inputValue(), 'Half a change');
  });

  it('gives back what was written in the composer, with the topic that was named', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Hello');
    const at = `/#narrow/channel/${river.channel}-river`;
    const alice = await visit(river.server, 'alice', { at });
    const topic = alice.getByLabel('Topic', { exact: true });

    await topic.fill('boats');
    await writeAndLeave(composer(alice), 'Is it red?', 'reload');
    await untilEqual(() => topic.inputValue(), 'boats');
    await untilEqual(() => composer(alice).inputValue(), 'Is it red?');
    await alice.goto(`${river.server.url}/#inbox`);
    await alice.locator('.message').first().waitFor({ state: 'detached' });
    await alice.goto(river.server.url + at);
    await untilEqual(() => topic.inputValue(), '');
  });

  it('opens again where somebody answered in a feed', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Hello');
    const alice = await visit(river.server, 'alice', { at: '/#feed' });
    await row(alice, 'Hello').focus();
    await alice.keyboard.press('r');
    await alice.keyboard.type('Well');

    await alice.reload();

    await alice.locator('.target-link').filter({ hasText: 'levels' }).waitFor();
    await untilEqual(() => composer(alice).inputValue(), 'Well');
  });

  it('gives back what was written in forms, unless that was submitted', async (t) => {
    const river = await openRiver(t);
    const owner = await visit(river.server, 'owner', { at: river.at });

    await owner.goto(`${river.server.url}/#channels/${river.channel}/river/general`);
    const description = owner.getByLabel('What it is for');
    await description.fill('Saved');
    await description.press('Tab');
    await owner.getByText('Saved.').first().waitFor();
    await owner.reload();
    await untilEqual(() => description.inputValue(), 'Saved');
    await writeAndLeave(description, 'Half a thought', 'reload');
    await left(owner).waitFor();
    await owner.reload();
    assert.match((await left(owner).textContent()) ?? '', /This was not saved:What it is forHalf a thoughtCopy/);
    await left(owner).getByRole('button', { name: 'Done' }).click();
    await owner.goto(river.server.url + river.at);
    await composer(owner).press('Escape');
    await owner.getByRole('button', { name: 'More to insert' }).click();
    await owner.getByRole('button', { name: 'Poll…' }).click();
    await writeAndLeave(owner.getByLabel('Question'), 'Red or blue?', 'reload');

    await left(owner).getByText('Red or blue?').waitFor();
    assert.match((await left(owner).textContent()) ?? '', /not saved:QuestionRed or blue\?Copy/);
  });

  it('opens the second pane again, where the tab is loaded again', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Two metres');
    await write(river, 'bob', 'A boat', 'boats');
    const alice = await visit(river.server, 'alice', { at: river.at, viewport: { width: 1440, height: 900 } });
    const entry = alice.getByRole('navigation', { name: 'Conversations' }).getByRole('link', { name: /^boats/ });
    await entry.click({ button: 'right', delay: 50 });
    await alice.getByRole('button', { name: 'Open beside' }).click();
    await alice.locator('section.beside .message').first().waitFor();

    await alice.reload();
    await alice.locator('section.beside .message').filter({ hasText: 'A boat' }).waitFor();
    await alice.locator('main .message').filter({ hasText: 'Two metres' }).waitFor();
    assert.equal(await alice.evaluate("document.activeElement.closest('.beside') === null"), true);
    await alice.goto(`${river.server.url}/#inbox`);
    await alice
      .locator('section.beside')
      .getByRole('button', { name: /^Close/ })
      .click();
    await alice.reload();
    await alice.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();

    assert.equal(await alice.locator('section.beside').count(), 0);
  });
});
