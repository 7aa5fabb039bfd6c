import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { arrive, composer, holdPart, messages, openRiver, type Page, type River, skip, write } from './browser.ts';

/** Opens a page whose composer is loaded only once the returned function is called. */
async function openEarly({ server, at }: River): Promise<{ page: Page; load: () => void }> {
  const page = await arrive(server, { session: 'alice' });
  const load = await holdPart(page, 'compose/compose.tsx');
  await page.goto('about:blank');
  await page.goto(server.url + at);
  await page.locator('.compose.is-early').waitFor();
  return { page, load };
}

describe('the field of a composer that is not loaded yet', { skip }, () => {
  it('takes text, hands it over with the caret, and is as high', async (t) => {
    const { page, load } = await openEarly(await openRiver(t));
    const height = async () => (await page.locator('.compose').boundingBox())?.height ?? 0;

    await composer(page).pressSequentially('Low ter');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
    const early = await height();
    load();
    await page.getByRole('button', { name: 'Bold' }).waitFor();
    await page.keyboard.type('wa');

    assert.equal(await composer(page).inputValue(), 'Low water');
    assert.ok(Math.abs((await height()) - early) < 2, `${early} and ${await height()} pixels`);
  });

  it('sends what was written before the key that sends, and keeps the rest', async (t) => {
    const { page, load } = await openEarly(await openRiver(t));

    await composer(page).pressSequentially('Low water');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('And');
    load();

    await untilEqual(() => messages(page).allInnerTexts(), ['Low water']);
    await untilEqual(() => composer(page).inputValue(), 'And');
    await page.keyboard.type(' @bo');
    await page.getByRole('option', { name: /Bob Member/ }).waitFor();
  });

  it('edits the newest own message by the key up', async (t) => {
    const river = await openRiver(t);
    await write(river, 'alice', 'Low water');
    const { page } = await openEarly(river);
    await messages(page).filter({ hasText: 'Low water' }).waitFor();

    await composer(page).press('ArrowUp');

    await untilEqual(() => page.getByLabel('Text of the message').inputValue(), 'Low water');
  });

  it('keeps its text as a draft if another page is opened, and begins with it', async (t) => {
    const { page, load } = await openEarly(await openRiver(t));

    await composer(page).pressSequentially('Low water');
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await until(async () => /1/.test(`${await page.getByRole('link', { name: /^Drafts/ }).textContent()}`));
    await page.goBack();
    await untilEqual(() => composer(page).inputValue(), 'Low water');
    load();
    await page.getByRole('button', { name: 'Bold' }).waitFor();

    assert.equal(await composer(page).inputValue(), 'Low water');
  });

  it('holds a word that is being composed until it is ended', async (t) => {
    const { page, load } = await openEarly(await openRiver(t));
    const devtools = await page.context().newCDPSession(page);

    await composer(page).focus();
    await devtools.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    const loaded = page.waitForResponse(/assets\/compose/);
    load();
    await (await loaded).finished();
    await page.evaluate('new Promise((shown) => setTimeout(shown, 300))');
    assert.equal(await page.locator('.compose.is-early').count(), 1);
    await devtools.send('Input.insertText', { text: '日本' });
    await page.getByRole('button', { name: 'Bold' }).waitFor();

    assert.equal(await composer(page).inputValue(), '日本');
  });
});
