import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { composer, messages, openRiver, row, show, skip, type Visit, visit, write } from './browser.ts';

describe('the feed of a channel', { skip }, () => {
  /** A channel in which topics follow each other, of which some fill more than a screen. */
  async function openFeed(t: TestContext, visitor: Visit = {}) {
    const river = await openRiver(t);
    for (const topic of ['boats', 'levels', 'ducks'])
      for (let count = 1; count <= 30; count += 1) await write(river, 'bob', `Line ${count} of ${topic}`, topic);
    await river.server.as('alice').post('/mark_all_as_read');
    const page = await visit(river.server, 'alice', { at: `/#narrow/channel/${river.channel}-river`, ...visitor });
    await messages(page).last().waitFor();
    return { river, page, bar: page.locator('.stuck .recipient') };
  }

  it('names the topic of the messages at its upper edge, and its day', async (t) => {
    const { page, bar } = await openFeed(t);
    const showFirst = (text: string) =>
      row(page, text)
        .first()
        .evaluate((one) => {
          one.closest('.messages')?.scrollBy(0, one.getBoundingClientRect().top - 120);
        });

    await bar.filter({ hasText: /ducks/ }).waitFor();
    await showFirst('Line 20 of levels');
    await bar.filter({ hasText: /levels.*January/ }).waitFor();
    await showFirst('Line 30 of boats');
    await bar.filter({ hasText: /boats/ }).waitFor();
    // Older messages are drawn meanwhile.
    await until(async () => {
      await page.locator('.messages').evaluate((list) => list.scrollTo(0, 0));
      return (await bar.count()) === 0;
    });
    await page.goto(`${page.url().replace(/#.*/, '')}#feed`);
    await bar.filter({ hasText: /ducks/ }).waitFor();
    await page.goto(`${page.url().replace(/#.*/, '')}#narrow/is/dm`);
    await bar.waitFor({ state: 'detached' });
  });

  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])
    it(`lets one reply in the topic at its upper edge, and takes along what was begun, ${viewport.width} px wide`, async (t) => {
      const { page, bar } = await openFeed(t, { viewport });

      await composer(page).fill('Quack');
      await bar.getByRole('button', { name: 'Reply here' }).click();
      await page.getByLabel('Message to #river > ducks').waitFor();
      assert.equal(await composer(page).inputValue(), 'Quack');
      await composer(page).press('Control+Enter');

      await messages(page).filter({ hasText: 'Quack' }).waitFor();
      assert.equal(await page.getByRole('heading', { level: 2, name: /general chat/ }).count(), 0);
    });

  it('names its target once, which follows the topic on screen if asked, until something is written', async (t) => {
    const { river, page, bar } = await openFeed(t);
    const topic = page.getByLabel('Topic', { exact: true });
    const follow = page.getByRole('button', { name: 'Follow the topic on screen' });
    const showFirst = (text: string) =>
      row(page, text)
        .first()
        .evaluate((one) => {
          one.closest('.messages')?.scrollBy(0, one.getBoundingClientRect().top - 120);
        });

    await bar.filter({ hasText: /ducks/ }).waitFor();
    assert.deepEqual(
      [await topic.inputValue(), await composer(page).getAttribute('placeholder')],
      ['', 'Write a message'],
    );
    await follow.press('Enter');
    await untilEqual(() => topic.inputValue(), 'ducks');
    await showFirst('Line 10 of levels');
    await untilEqual(() => topic.inputValue(), 'levels');
    await composer(page).fill('Wet');
    await showFirst('Line 10 of ducks');
    await bar.filter({ hasText: /ducks/ }).waitFor();
    await composer(page).press('Control+Enter');
    await page.locator('.message', { hasText: 'Wet' }).waitFor();

    const newest = { anchor: 'newest', num_before: 1, num_after: 0 };
    const { body } = await river.server.as('alice').get('/messages', newest);
    assert.deepEqual([body.messages[0].subject, body.messages[0].content], ['levels', '<p>Wet</p>']);
  });

  it('asks for the topic of what was written below another one, once', async (t) => {
    const { page } = await openFeed(t);

    await composer(page).fill('Quack');
    await composer(page).press('Control+Enter');
    await page.getByRole('group', { name: 'Which topic is this message for?' }).waitFor();
    await page.keyboard.press('Enter');
    await messages(page).filter({ hasText: 'Quack' }).waitFor();
    assert.equal(await page.getByRole('heading', { level: 2, name: /general chat/ }).count(), 0);
    await page.getByLabel('Message to #river > ducks').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await composer(page).fill('Good morning');
    await composer(page).press('Control+Enter');
    await page.getByRole('button', { name: 'Send to #river > general chat' }).click();
    await page.getByRole('heading', { level: 2, name: /general chat/ }).waitFor();
    await composer(page).fill('Once more');
    await composer(page).press('Control+Enter');
    await messages(page).filter({ hasText: 'Once more' }).waitFor();

    await page.getByLabel('Topic', { exact: true }).fill('geese');
    await composer(page).fill('Honk');
    await composer(page).press('Control+Enter');
    await page.getByRole('heading', { level: 2, name: /geese/ }).waitFor();
  });
});

describe('the head of a topic', { skip }, () => {
  for (const width of [1280, 390])
    it(`keeps its place and size while its messages are read, ${width} px wide`, async (t) => {
      const river = await openRiver(t);
      await write(river, 'bob', 'Two metres');
      const page = await visit(river.server, 'alice', { at: '/#inbox', viewport: { width, height: 800 } });
      const boxes = () =>
        page
          .locator('.page-head .page-title, .page-head .tool:visible')
          .evaluateAll((all) => all.map((one) => Object.values(one.getBoundingClientRect().toJSON())));
      const isRead = () => page.locator('.page-head [aria-label="Mark all as read"]').getAttribute('aria-disabled');
      // Of the tools, it comes last.
      const late = page.locator('.page-tools [aria-label^="Start a call"]');

      // Nothing is read on a page that nobody sees.
      await show(page, false);
      await page.evaluate(`location.hash = '${river.at.slice(1)}'`);
      await messages(page).first().waitFor();
      await late.waitFor({ state: 'attached' });
      const before = await boxes();
      assert.equal(await isRead(), 'false');
      await show(page, true);
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await untilEqual(isRead, 'true');
      await late.waitFor({ state: 'attached' });

      assert.deepEqual(await boxes(), before);
    });
});
