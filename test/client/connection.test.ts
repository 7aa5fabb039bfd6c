import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { composer, messages, openRiver, type Page, routeFor, show, skip, visit, write } from './browser.ts';

/** Cuts a page off from the API, and lets it back. */
function cut(page: Page): Promise<() => void> {
  return routeFor(page, '**/api/**', (route) => route.abort('connectionfailed'));
}

/** The event queue of a page, which names it when it opens its stream again. */
async function queueOf(page: Page): Promise<string | null> {
  const opened = page.waitForResponse('**/api/v1/events/stream?*');
  await page.evaluate("dispatchEvent(new Event('offline'))");
  return new URL((await opened).url()).searchParams.get('queue_id');
}

function texts(page: Page): Promise<string[]> {
  return messages(page).allInnerTexts();
}

describe('a connection that was lost', { skip }, () => {
  it('is said, and what happened meanwhile is there when it is back', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Before');
    const alice = await visit(river.server, 'alice', { at: river.at, expected: /ERR_CONNECTION_FAILED/ });
    await messages(alice).filter({ hasText: 'Before' }).waitFor();
    // The last word comes by a stream that is open already.
    await queueOf(alice);
    const restore = await cut(alice);
    await write(river, 'bob', 'A last word');
    await messages(alice).filter({ hasText: 'A last word' }).waitFor();
    river.server.app.queues.release();
    await alice.getByText('No connection.').waitFor();

    for (const text of ['one', 'two', 'three']) await write(river, 'bob', text);
    restore();

    await messages(alice).filter({ hasText: 'three' }).waitFor();
    await untilEqual(() => texts(alice), ['Before', 'A last word', 'one', 'two', 'three']);
    await alice.getByText('No connection.').waitFor({ state: 'detached' });
  });

  it('begins anew after the server forgot the queue, and keeps view and text', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Before');
    const alice = await visit(river.server, 'alice', { at: river.at, expected: /400/ });
    await messages(alice).filter({ hasText: 'Before' }).waitFor();
    const queue_id = await queueOf(alice);
    await composer(alice).fill('I was about to say');
    const unread = alice.getByRole('navigation').getByRole('link', { name: /Inbox/ }).locator('.unread-count');

    await write(river, 'bob', 'Elsewhere', 'boats');
    await unread.waitFor();
    const restarted = alice.waitForRequest('**/api/v1/register');
    await river.server.as('alice').delete('/events', { queue_id });
    await restarted;
    await write(river, 'bob', 'Meanwhile');
    await messages(alice).filter({ hasText: 'Meanwhile' }).waitFor();
    await write(river, 'bob', 'After');

    await messages(alice).filter({ hasText: 'After' }).waitFor();
    await untilEqual(() => texts(alice), ['Before', 'Meanwhile', 'After']);
    assert.equal(await composer(alice).inputValue(), 'I was about to say');
  });

  it('neither loses nor doubles a message of which no answer came', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at, expected: /ERR_CONNECTION_FAILED/ });
    await alice.route('**/api/v1/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort('connectionfailed');
    });
    await alice.route('**/api/v1/events**', () => {});
    await alice.reload();

    await composer(alice).fill('Once');
    await composer(alice).press('Control+Enter');
    await alice.getByText('Not sent yet, trying again: The server cannot be reached.').waitFor();
    await alice.route('**/api/v1/events**', (route) => route.abort('connectionfailed'));
    const lost = alice.waitForEvent('requestfailed', (request) =>
      /CONNECTION/.test(request.failure()?.errorText ?? ''),
    );
    await alice.evaluate("dispatchEvent(new Event('offline'))");
    await lost;
    await alice.unrouteAll();
    await alice.evaluate("dispatchEvent(new Event('online'))");
    await alice.locator('.is-outgoing').waitFor({ state: 'detached' });
    await messages(alice).filter({ hasText: 'Once' }).waitFor();

    await untilEqual(() => texts(alice), ['Once']);
    const { body } = await river.server.as('bob').get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    const sent = body.messages.filter(({ content }: { content: string }) => /Once/.test(content));
    assert.equal(sent.length, 1);
  });
});

describe('a proxy that holds back what has no end', { skip }, () => {
  it('is found out within seconds, so that the page polls, also when it is loaded again', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: river.at });
    let streams = 0;
    await alice.route('**/api/v1/events/stream?*', () => {
      streams += 1;
    });
    const isPoll = (request: { url(): string }) =>
      /\/events\?/.test(request.url()) && !request.url().includes('dont_block');
    const polled = alice.waitForRequest(isPoll);
    await alice.reload();
    await polled;
    await write(river, 'bob', 'By poll');
    await messages(alice).filter({ hasText: 'By poll' }).waitFor();
    const tried = streams;

    const again = alice.waitForRequest(isPoll);
    await alice.reload();
    await again;

    assert.deepEqual([tried, streams], [2, 2]);
  });
});

describe('a connection of the third generation', { skip }, () => {
  it('brings a page on which one reads and writes', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Before');
    const alice = await visit(river.server, 'alice');
    const devtools = await alice.context().newCDPSession(alice);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const speed = { downloadThroughput: 180_000, uploadThroughput: 84_000 };
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...speed });

    await alice.goto(river.server.url + river.at);
    await alice.reload();
    await messages(alice).filter({ hasText: 'Before' }).waitFor();
    await composer(alice).fill('After');
    await composer(alice).press('Control+Enter');

    await alice.locator('.is-outgoing').waitFor({ state: 'detached' });
    await untilEqual(() => texts(alice), ['Before', 'After']);
  });
});

describe('a page that slept for longer than the server keeps its queue', { skip }, () => {
  it('is as a fresh one when it wakes', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const first = await write(river, 'bob', 'Before');
    const alice = await visit(server, 'alice', { at: river.at, expected: /400/ });
    await alice.clock.install();
    let isAsleep = true;
    // The connection of a computer that sleeps dies without a word.
    await alice.route('**/api/v1/events**', (route) => (isAsleep ? undefined : route.continue()));
    const polled = alice.waitForRequest('**/api/v1/events**');
    await alice.reload();
    await messages(alice).filter({ hasText: 'Before' }).waitFor();
    await composer(alice).fill('I was about to say');

    const queue_id = new URL((await polled).url()).searchParams.get('queue_id');
    await server.as('alice').delete('/events', { queue_id });
    await server.as('bob').patch(`/messages/${first}`, { content: 'Changed' });
    for (const text of ['one', 'two', 'three']) await write(river, 'bob', text);
    await write(river, 'bob', 'Elsewhere', 'boats');
    isAsleep = false;
    await alice.clock.fastForward('08:00:00');

    await messages(alice).filter({ hasText: 'three' }).waitFor();
    await messages(alice).filter({ hasText: 'Changed' }).waitFor();
    const fresh = await visit(server, 'alice', { at: river.at });
    await messages(fresh).filter({ hasText: 'three' }).waitFor();
    await untilEqual(() => texts(alice), ['Changed', 'one', 'two', 'three']);
    assert.deepEqual(await texts(fresh), await texts(alice));
    const side = (page: Page) => page.getByRole('navigation', { name: 'Conversations' });
    await side(alice).getByRole('link', { name: /boats/ }).waitFor();
    await side(fresh).getByRole('link', { name: /boats/ }).waitFor();
    assert.equal(await composer(alice).inputValue(), 'I was about to say');
    await write(river, 'bob', 'After');
    await messages(alice).filter({ hasText: 'After' }).waitFor();
  });
});

describe('eight tabs of one browser', { skip }, () => {
  it('all load, and hear of a message when they are looked at', async (t) => {
    const river = await openRiver(t);
    const first = await visit(river.server, 'alice', { at: river.at });
    const tabs = [first];
    for (let count = 1; count < 8; count += 1) {
      await show(tabs.at(-1) as Page, false);
      const tab = await first.context().newPage();
      await tab.goto(river.server.url + river.at);
      await composer(tab).waitFor();
      tabs.push(tab);
    }
    await show(tabs.at(-1) as Page, false);

    await write(river, 'bob', 'To all of you');

    for (const tab of tabs) {
      await show(tab, true);
      await messages(tab).filter({ hasText: 'To all of you' }).waitFor();
      await show(tab, false);
    }
  });
});
