import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { choose, composer, messages, openRiver, type Page, row, skip, visit, write } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Whether the actions of a message share a place with its text, or that of any other if `all`. */
function coversText(page: Page, text: string, all = false): Promise<boolean> {
  return page.evaluate(`(() => {
    const row = [...document.querySelectorAll('.message')].find((one) => one.textContent.includes(${JSON.stringify(text)}));
    const bar = row.querySelector('.actions').getBoundingClientRect();
    const blocks = [...(${all} ? document : row).querySelectorAll('.rendered > *')];
    return blocks.some((block) => {
      const range = document.createRange();
      range.selectNodeContents(block);
      return [...range.getClientRects()].some(({ left, right, top, bottom }) =>
        left < bar.right - 1 && bar.left < right - 1 && top < bar.bottom - 4 && bar.top < bottom - 4);
    });
  })()`) as Promise<boolean>;
}

describe('what is done with a message', { skip }, () => {
  it('stands in a menu with icons and keys, worked by mouse and by keys', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'Bring boots');
    const owner = await visit(river.server, 'owner', { at: river.at, bypassCSP: true });
    const more = row(owner, 'Bring boots').getByRole('button', { name: 'More actions' });
    const menu = owner.getByRole('dialog', { name: 'More actions' });

    await row(owner, 'Bring boots').hover();
    await more.click();
    const lines = menu.locator('button');
    await lines.last().waitFor();
    const all = await lines.allTextContents();
    const red = await menu.locator('.is-dangerous').allTextContents();
    assert.deepEqual([all.slice(0, 4), red], [['Replyr', 'Quote and reply>', 'Forward…<', 'Edite'], ['Delete…']]);
    assert.equal(await menu.locator('button > svg').count(), all.length);
    assert.deepEqual(await findViolations(owner, { within: '.rows' }), []);
    await menu.getByRole('button', { name: 'Edit', exact: true }).click();
    await owner.locator('.editor textarea:focus').waitFor();
    await owner.keyboard.press('Escape');
    await owner.locator('.editor').waitFor({ state: 'detached' });

    await more.focus();
    await owner.keyboard.press('Enter');
    await menu.locator('button:focus').filter({ hasText: 'Reply' }).waitFor();
    await owner.keyboard.press('ArrowDown');
    await owner.keyboard.press('Enter');
    await until(async () => /Bring boots/.test(await composer(owner).inputValue()));
  });

  it('covers no text of the message, also where it has no name above it or runs from right to left', async (t) => {
    const river = await openRiver(t);
    const long = 'and so on, '.repeat(9);
    for (const text of ['First', `Second ${long}`, 'שלום לכולם', `/me waves ${long}`]) await write(river, 'bob', text);
    const alice = await visit(river.server, 'alice', { at: river.at });

    for (const text of ['First', 'Second', 'שלום', 'waves']) {
      await row(alice, text).hover();
      await row(alice, text).getByRole('toolbar').waitFor();
      assert.equal(await coversText(alice, text), false, text);
    }
  });

  it('stands at the lower edge of a phone, over no message, and stays while it is used', async (t) => {
    const river = await openRiver(t);
    for (let count = 1; count < 30; count += 1) await write(river, 'bob', `Line ${count} ${'and so on '.repeat(6)}`);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at, ...phone });

    await row(alice, 'Line 29').tap();
    const bar = row(alice, 'Line 29').getByRole('toolbar');
    await bar.waitFor();
    assert.equal(await coversText(alice, 'Line 29', true), false);
    await bar.getByRole('button', { name: 'React' }).tap();
    await alice.getByRole('dialog', { name: 'Choose an emoji' }).locator('.emoji-grid button').first().tap();
    await row(alice, 'Line 29').locator('.reaction[aria-pressed=true]').waitFor();
    await row(alice, 'Line 28').tap();
    await row(alice, 'Line 28').getByRole('button', { name: 'More actions' }).click();
    await alice.locator('.menu').getByRole('button', { name: 'Star', exact: true }).click();

    await row(alice, 'Line 28').getByRole('img', { name: 'Starred' }).waitFor();
  });

  it('shows which words were edited, not only by colors', async (t) => {
    const river = await openRiver(t);
    const id = await write(river, 'bob', 'Bring boots');
    await river.server.as('bob').patch(`/messages/${id}`, { content: 'Bring oars' });
    const alice = await visit(river.server, 'alice', { at: river.at });

    await choose(alice, 'Bring oars', 'Show edits');
    await alice.locator('dialog .highlight_text_deleted').first().waitFor();
    const lineOf = (kind: string) =>
      alice.evaluate(`getComputedStyle(document.querySelector('dialog .highlight_text_${kind}')).textDecorationLine`);

    assert.deepEqual([await lineOf('deleted'), await lineOf('inserted')], ['line-through', 'none']);
  });

  it('opens the card of a person beside the name, dims nothing, and gives the focus back', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Hello');
    const alice = await visit(river.server, 'alice', { at: river.at, bypassCSP: true });
    const name = row(alice, 'Hello').getByRole('link', { name: 'Bob Member' });

    await name.press('Enter');
    await alice.getByRole('dialog', { name: 'Bob Member' }).getByText('bob@example.com').waitFor();
    assert.equal(await alice.locator('dialog[open]').count(), 0);
    assert.deepEqual(await findViolations(alice, { within: '.user-card' }), []);
    await alice.keyboard.press('Escape');
    await alice.getByRole('dialog').waitFor({ state: 'detached' });

    assert.equal(await alice.evaluate('document.activeElement.textContent'), 'Bob Member');
  });
});

describe('rendered messages', { skip }, () => {
  it('show one to three emoji large, and no others', async (t) => {
    const river = await openRiver(t);
    for (const text of [':tada:', ':tada: :wave: :tada:', ':tada: :tada: :tada: :tada:', 'so :tada:', ':tada:\n\nyes'])
      await write(river, 'bob', text);
    const alice = await visit(river.server, 'alice', { at: river.at });
    await messages(alice).nth(4).waitFor();

    const sizes = `[...document.querySelectorAll('.message .rendered')].map((one) =>
      parseFloat(getComputedStyle(one.querySelector('.emoji')).fontSize) > 30)`;
    assert.deepEqual(await alice.evaluate(sizes), [true, true, false, false, false]);
  });

  it('have a button to copy code inside its block, which takes no line', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', '```python\nprint(1)\n```');
    for (const options of [{}, phone]) {
      const alice = await visit(river.server, 'alice', { at: river.at, ...options });
      const [block, button] = [alice.locator('.codehilite'), alice.getByRole('button', { name: 'Copy', exact: true })];
      await button.waitFor({ state: 'attached' });

      const [outer, inner] = [await block.boundingBox(), await block.locator('pre').boundingBox()];
      assert.ok(outer && inner && outer.height <= inner.height + 1);
      await block.locator('pre').focus();
      await button.click();
      await alice.getByText('Copied.').waitFor();
    }
  });
});
