import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { TestServer } from '../support/server.ts';
import { untilEqual } from '../support/until.ts';
import { arrive, composer, messages, type Page, skip } from './browser.ts';
import { openScene } from './killed-server.ts';

/** How often the server is killed: 20 times and more where somebody asks for it. */
const rounds = Number(process.env.CHATD_TEST_CRASHES ?? 3);

/** Sends as people do who do not look whether the server is there. */
async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Control+Enter');
}

/** Waits until nothing is on its way any more. */
async function settle(page: Page): Promise<void> {
  await untilEqual(() => page.locator('.is-outgoing').count(), 0);
}

/** What a page shows of the river: messages, once all are there, and what the side bar says. */
async function viewOf(page: Page, count: number) {
  await messages(page)
    .nth(count - 1)
    .waitFor();
  return { messages: await messages(page).allInnerTexts(), side: await page.locator('.side').allInnerTexts() };
}

/** Waits until two pages show the same. If they never do, fails with the difference. */
async function convergeOn(fresh: Page, open: Page, count: number, what: string): Promise<void> {
  for (let tries = 500; ; tries -= 1) {
    const [seen, expected] = [await viewOf(open, count), await viewOf(fresh, count)];
    if (tries > 0 && !isDeepStrictEqual(seen, expected)) continue;
    assert.deepEqual(seen, expected, what);
    return;
  }
}

describe('a server that crashes again and again', { skip }, () => {
  it('loses and doubles no own message, and every open view is then as a fresh one', {
    timeout: rounds * 60_000,
  }, async (t) => {
    const { url, at, client, kill, restart } = await openScene(t);
    const extraHTTPHeaders = { Authorization: client.authorization };
    const open = (hash: string) => arrive({ url } as TestServer, { at: hash, extraHTTPHeaders });
    const [page, feed] = [await open(at), await open('/#feed')];
    const fresh = await open('/login');
    // Pages render the messages of a few screens: of such a height, all of this test.
    for (const one of [page, feed, fresh]) await one.setViewportSize({ width: 1280, height: 1600 });
    t.after(() => Promise.all([page, feed, fresh].map((one) => one.context().close())));
    await composer(page).waitFor();
    const sent: string[] = [];

    for (let round = 1; round <= rounds; round += 1) {
      const texts = ['before', 'during', 'after'].map((when) => `${round} ${when}`);
      sent.push(...texts);
      const [before = '', during = '', after = ''] = texts;
      await send(page, before);
      await Promise.all([send(page, during), kill()]);
      await send(page, after);
      await restart();
      await settle(page);
      for (const [hash, open] of [
        [at, page],
        ['/#feed', feed],
      ] as const) {
        await fresh.goto('about:blank');
        await fresh.goto(url + hash);
        await convergeOn(fresh, open, sent.length, `${hash} after ${round}`);
      }
    }
    t.diagnostic(`${rounds} crashes, ${sent.length} messages`);

    const shown = await messages(page).allInnerTexts();
    assert.deepEqual(shown.toSorted(), sent.toSorted());
  });
});
