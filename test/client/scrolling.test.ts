import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../support/until.ts';
import { messages, openRiver, type Page, skip, visit, write, writeLines } from './browser.ts';

/** Where a message stands on the screen, in pixels from the top. */
function topOf(page: Page, text: string): Promise<number> {
  const row = page.locator('.message', { has: page.getByText(text, { exact: true }) });
  return row.evaluate((element) => element.getBoundingClientRect().top);
}

/** Waits until the list is at rest: its rows and its place stay the same for some frames. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const list = document.querySelector('.messages');
    for (let same = 0, before = ''; same < 5; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = [list.scrollTop, list.scrollHeight].join();
      same = now === before ? same + 1 : 0;
      before = now;
    }
  })()`);
}

/** The first message that is wholly on the screen. */
function firstText(page: Page): Promise<string> {
  return page.locator('.messages').evaluate((list) => {
    const edge = list.getBoundingClientRect().top;
    for (const row of list.querySelectorAll('.message')) {
      if (row.getBoundingClientRect().top >= edge) return row.querySelector('.rendered')?.textContent ?? '';
    }
    return '';
  });
}

function scrollTo(page: Page, top: number): Promise<void> {
  return page.locator('.messages').evaluate((list, to) => {
    list.scrollTop = to;
  }, top);
}

describe('a long conversation', { skip }, () => {
  it('is walked through from its end to its beginning, with at most 300 messages in the document', async (t) => {
    const river = await openRiver(t);
    writeLines(river, 420);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await messages(alice)
      .filter({ hasText: /^Line 420$/ })
      .waitFor();
    const seen: number[] = [];

    while ((await firstText(alice)) !== 'Line 1') {
      await alice.locator('.messages').evaluate((list) => {
        list.scrollTop -= 900;
      });
      await rest(alice);
      seen.push(await alice.locator('.message').count());
    }

    assert.ok(Math.max(...seen) <= 300, `${Math.max(...seen)} messages`);
    await alice.keyboard.press('End');
    await messages(alice)
      .filter({ hasText: /^Line 420$/ })
      .waitFor();
  });

  it('stays where it is when older messages come in above', async (t) => {
    const river = await openRiver(t);
    writeLines(river, 400);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await messages(alice)
      .filter({ hasText: /^Line 400$/ })
      .waitFor();
    await alice.route('**/api/v1/messages?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });

    const before = await alice.locator('.message').count();
    const older = alice.waitForResponse('**/api/v1/messages?*');
    await scrollTo(alice, 60);
    await rest(alice);
    const text = await firstText(alice);
    const top = await topOf(alice, text);
    await (await older).finished();
    await alice.locator('.message').nth(before).waitFor({ state: 'attached' });
    await rest(alice);

    // Rows have fractional heights, and browsers round the scroll position each time some are added: far less than a row.
    assert.ok(Math.abs((await topOf(alice, text)) - top) <= 5);
  });

  it('stays where it is when messages come, and when the window is made narrower', async (t) => {
    const river = await openRiver(t);
    writeLines(river, 120);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await messages(alice)
      .filter({ hasText: /^Line 120$/ })
      .waitFor();
    await alice.locator('.messages').evaluate((list) => {
      list.scrollTop -= 500;
    });
    await alice.getByRole('button', { name: 'Jump to newest' }).waitFor();
    await rest(alice);
    const text = await firstText(alice);
    const top = await topOf(alice, text);

    for (let count = 0; count < 5; count += 1) await write(river, 'bob', `New ${count}`);
    await alice.getByRole('button', { name: '5 new below' }).waitFor();
    await rest(alice);
    assert.ok(Math.abs((await topOf(alice, text)) - top) <= 1);
    await alice.setViewportSize({ width: 900, height: 800 });
    await rest(alice);

    assert.ok(Math.abs((await topOf(alice, text)) - top) <= 1);
    await alice.getByRole('button', { name: '5 new below' }).click();
    await messages(alice).filter({ hasText: 'New 4' }).waitFor();
  });

  it('shows the way to the newest beside the messages, and small where it lies over them', async (t) => {
    const river = await openRiver(t);
    writeLines(river, 120);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const button = alice.getByRole('button', { name: 'Jump to newest' });
    await alice.locator('.messages').evaluate((list) => {
      list.scrollTop -= 500;
    });
    for (const width of [1280, 820, 390]) {
      await alice.setViewportSize({ width, height: 800 });
      await button.waitFor();
      const [box, rows] = await Promise.all([button.boundingBox(), alice.locator('.rows').boundingBox()]);
      assert.ok(box && rows);
      const over = rows.x + rows.width - box.x;
      assert.ok(over <= (width === 1280 ? 0 : 48), `${over} pixels over messages at ${width}`);
      assert.ok(box.x + box.width <= width);
    }
  });

  it('takes back nothing that is scrolled while messages are added to the document', async (t) => {
    const river = await openRiver(t);
    writeLines(river, 120);
    const alice = await visit(river.server, 'alice', { at: river.at });
    await messages(alice)
      .filter({ hasText: /^Line 1$/ })
      .waitFor();

    const [rows, scrolled] = await alice.evaluate<[number, number]>(`(async () => {
      const list = document.querySelector('.messages');
      const [rows, top] = [list.querySelectorAll('.message').length, list.scrollTop];
      for (let frame = 0; frame < 40; frame += 1) {
        list.scrollTop += 20;
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return [list.querySelectorAll('.message').length - rows, list.scrollTop - top];
    })()`);

    assert.ok(rows > 0, `${rows} rows`);
    assert.equal(scrolled, 800);
  });

  it('follows its end while one is there', async (t) => {
    const river = await openRiver(t);
    writeLines(river, 60);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await messages(alice)
      .filter({ hasText: /^Line 60$/ })
      .waitFor();

    for (let count = 0; count < 10; count += 1) await write(river, 'bob', `New ${count}`);
    const last = messages(alice).filter({ hasText: 'New 9' });

    const isShown = () =>
      last.evaluate((element) => {
        const list = element.closest('.messages');
        return list ? element.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom : false;
      });
    await until(isShown);
  });

  it('is opened at a message in its middle, by an address', async (t) => {
    const river = await openRiver(t);
    const ids = writeLines(river, 500);
    const address = river.server.url + river.at;
    const alice = await visit(river.server, 'alice', { at: `${river.at}/near/${ids[249]}`, expected: /status of 400/ });

    const target = alice.locator('.message.is-target');
    await target.filter({ hasText: 'Line 250' }).waitFor();

    await until(async () => {
      const { y = 0 } = (await target.boundingBox()) ?? {};
      return y > 60 && y < 700;
    });

    await river.server.as('owner').delete(`/messages/${ids[19]}`);
    await alice.goto(`${address}/near/${ids[19]}`);
    await alice.getByText('This message was deleted, or you cannot see it.').waitFor();
    await messages(alice)
      .filter({ hasText: /^Line 21$/ })
      .waitFor();
    await alice.goto(`${address}/near/${await write(river, 'bob', 'Over there', 'boats')}`);
    await alice.getByRole('heading', { level: 1, name: /boats/ }).waitFor();
    await target.filter({ hasText: 'Over there' }).waitFor();
  });
});
