import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Request, Route } from 'playwright-core';
import { untilEqual } from '../support/until.ts';
import {
  arrive,
  composer,
  messages,
  openRiver,
  type Page,
  type River,
  routeFor,
  skip,
  startSession,
  type Visit,
  visit,
  write,
  writeLines,
} from './browser.ts';
import { openDistant } from './killed-server.ts';

async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Control+Enter');
}

/** Lets requests that send messages fail. */
function breakSending(page: Page): Promise<() => void> {
  return routeFor(page, '**/api/v1/messages', (route) =>
    route.request().method() === 'POST' ? route.abort('connectionfailed') : route.continue(),
  );
}

const unsentOf = (page: Page) => page.getByRole('img', { name: /not sent$/ });

describe('a message that was not sent', { skip }, () => {
  const expected = /ERR_CONNECTION_FAILED/;

  it('stands once, whatever pages are loaded, and is sent once by itself', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    const page = await visit(server, 'alice', { at, expected });
    await breakSending(page);
    await send(page, 'once only please');
    await page.locator('.is-waiting').waitFor();
    for (let count = 0; count < 3; count += 1) {
      await page.reload();
      await page.locator('.is-outgoing').waitFor();
    }
    assert.deepEqual([await page.locator('.is-outgoing').count(), await unsentOf(page).textContent()], [1, '1']);
    const second = await page.context().newPage();
    await breakSending(second);
    await second.goto(server.url + at);
    await second.locator('.is-outgoing').waitFor();
    assert.equal(await second.locator('.is-outgoing').count(), 1);

    await second.unrouteAll();
    await page.unrouteAll();

    await untilEqual(() => page.locator('.is-outgoing').count(), 0);
    await untilEqual(() => messages(page).allInnerTexts(), ['once only please']);
    await unsentOf(page).waitFor({ state: 'detached' });
    const found = await server.as('bob').get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    const sent = found.body.messages.filter(({ content }: { content: string }) => /once only/.test(content));
    assert.equal(sent.length, 1);
  });

  it('follows its topic, stands among the drafts, and can be edited and discarded there', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    const first = await write(river, 'bob', 'A plan');
    const page = await visit(server, 'alice', { at, expected });
    await messages(page).filter({ hasText: 'A plan' }).waitFor();
    await breakSending(page);
    await send(page, 'Some words');
    await page.locator('.is-waiting').waitFor();
    await send(page, 'More words');

    await server.as('owner').patch(`/messages/${first}`, { topic: '✔ levels', propagate_mode: 'change_all' });
    await page
      .getByRole('heading', { name: /levels/ })
      .getByRole('img', { name: 'Resolved:' })
      .waitFor();
    await untilEqual(() => page.locator('.is-outgoing').count(), 2);
    await page.getByRole('link', { name: /Drafts/ }).click();
    const list = page.getByRole('list', { name: 'Messages that were not sent' }).getByRole('listitem');
    await list.filter({ hasText: 'Some words' }).getByText('✔ levels').waitFor();
    await list.filter({ hasText: 'More words' }).getByRole('button', { name: 'Discard' }).click();
    await untilEqual(() => list.count(), 1);
    await list.getByRole('button', { name: 'Edit' }).click();

    await composer(page).waitFor();
    await untilEqual(() => composer(page).inputValue(), 'Some words');
    await unsentOf(page).waitFor({ state: 'detached' });
  });

  it('waits for the user if its topic was deleted meanwhile', async (t) => {
    const river = await openRiver(t);
    const { server, at, channel } = river;
    await write(river, 'bob', 'A plan');
    const page = await visit(server, 'alice', { at, expected: /ERR_INTERNET_DISCONNECTED/ });
    await messages(page).filter({ hasText: 'A plan' }).waitFor();
    await page.context().setOffline(true);
    await send(page, 'Some words');
    await page.locator('.is-waiting').waitFor();
    await server.as('owner').post(`/streams/${channel}/delete_topic`, { topic_name: 'levels' });
    await page.context().setOffline(false);

    await page.getByText('Not sent: The topic was deleted.').waitFor();
    await unsentOf(page).waitFor();
  });

  it('and drafts stay in the browser for their author when others log out', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    const page = await arrive(server, { session: 'alice', at, expected: /ERR_CONNECTION_FAILED|401/ });
    await composer(page).waitFor();
    const { id } = server.users.bob;
    await page.evaluate(`
      localStorage.setItem('drafts:${id}', '[]');
      localStorage.setItem('outbox:${id}:1', '{}');
      localStorage.setItem('people', 'open');
    `);
    await breakSending(page);
    await send(page, 'Left behind');
    await page.locator('.is-waiting').waitFor();
    const logOut = async () => {
      await page.getByRole('button', { name: /^Your account/ }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
    };

    await logOut();
    await page.getByText('This deletes an unsent message from this browser.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.is-waiting').waitFor();
    await logOut();
    await page.getByRole('button', { name: 'Log out and delete' }).click();
    await page.waitForURL('**/login');

    const keys = () => page.evaluate('Object.keys(localStorage).sort()');
    assert.deepEqual(await keys(), [`drafts:${id}`, `outbox:${id}:1`]);
    await page.context().addCookies([await startSession(server, 'alice')]);
    await page.goto(`${server.url}/logout`);
    await page.evaluate("localStorage.setItem('people', 'open')");
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    assert.deepEqual(await keys(), [`drafts:${id}`, `outbox:${id}:1`]);
  });

  it('and the session stay where logging out does not reach the server', async (t) => {
    const { server, at } = await openRiver(t);
    const page = await arrive(server, { session: 'alice', at, expected: /ERR_|Failed to load/ });
    await composer(page).waitFor();
    await breakSending(page);
    await send(page, 'Still mine');
    await page.locator('.is-waiting').waitFor();
    for (const unreached of [(route: Route) => route.abort(), (route: Route) => route.fulfill({ status: 502 })]) {
      await page.route('**/logout', unreached);
      await page.getByRole('button', { name: /^Your account/ }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('button', { name: 'Log out and delete' }).click();
      await page.getByText('The server cannot be reached: you are still logged in.').waitFor();
      await page.unroute('**/logout');
    }

    const keys = await page.evaluate("Object.keys(localStorage).filter((one) => one.startsWith('outbox:'))");
    assert.equal((keys as string[]).length, 1);
    await page.getByText('Still mine').first().waitFor();
  });

  it('is never sent for somebody else who logged in at the same browser meanwhile', async (t) => {
    const { server, at } = await openRiver(t);
    const page = await arrive(server, { session: 'alice', at, expected: /ERR_CONNECTION_FAILED|status of 40[01]/ });
    await composer(page).waitFor();
    const polls = /\/api\/v1\/events(\/stream)?\?/;
    await page.route(polls, () => {});
    const mend = await breakSending(page);
    await send(page, 'Words of Alice');
    await page.locator('.is-waiting').waitFor();

    // What this device keeps for her is forgotten then.
    await page.evaluate(`localStorage.setItem('keep on this device', '${server.users.alice.id}')`);
    await page.context().addCookies([await startSession(server, 'bob')]);
    const other = await page.context().newPage();
    await other.goto(server.url + at);
    await composer(other).waitFor();
    mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByText(/connection/i)
      .first()
      .waitFor();
    await page.unroute(polls);

    await page.getByRole('button', { name: 'Your account: Bob Member' }).waitFor();
    const key = await page.evaluate("Object.keys(localStorage).find((one) => one.startsWith('outbox:'))");
    assert.match(`${key}`, new RegExp(`^outbox:${server.users.alice.id}:`));
    const { body } = await server.as('owner').get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    assert.equal(body.messages.filter(({ content }: { content: string }) => /Words/.test(content)).length, 0);
  });
});

/** Alice reads far above the end of a list. */
async function readAbove(river: River, at: string, options: Visit = {}): Promise<Page> {
  const page = await visit(river.server, 'alice', { at, ...options });
  await page.locator('.jump').waitFor();
  return page;
}

/** Waits until a text stands on screen as a whole, above the composer. */
async function seeOwn(page: Page, text: string): Promise<void> {
  const own = messages(page).filter({ hasText: text });
  await own.waitFor();
  const composed = page.locator('.compose');
  const edges = async () => [await own.boundingBox(), await composed.boundingBox()].map((box) => box?.y ?? Number.NaN);
  await untilEqual(async () => {
    const [top = 0, below = 0] = await edges();
    return top > 0 && top < below;
  }, true);
}

/** Whether the message of a text is within the window. */
async function isOnScreen(page: Page, text: string): Promise<boolean> {
  const own = messages(page).filter({ hasText: new RegExp(`^${text}$`) });
  if ((await own.count()) === 0) return false;
  const [box, below] = [await own.boundingBox(), await page.locator('.compose').boundingBox()];
  return box !== null && below !== null && box.y > 0 && box.y < below.y;
}

describe('a message that is sent', { skip }, () => {
  it('is on screen, also for those who were reading further up', async (t) => {
    const river = await openRiver(t);
    const ids = writeLines(river, 250);
    for (const anchor of [ids.at(-30), ids.at(-60), ids[3]]) {
      const page = await readAbove(river, `${river.at}/near/${anchor}`);

      await send(page, `Here I am, ${anchor}`);

      await seeOwn(page, `Here I am, ${anchor}`);
      await page.locator('.jump').waitFor({ state: 'detached' });
    }
  });

  it('is on screen if a dialog sends it, and between two people', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const ids = writeLines(river, 100);
    const page = await readAbove(river, `${river.at}/near/${ids[20]}`);
    await page.getByRole('button', { name: 'More to insert' }).click();
    await page.getByRole('button', { name: 'Poll…' }).click();
    await page.getByLabel('Question').fill('Where?');
    await page.getByRole('button', { name: 'Send the poll' }).click();
    await page.getByText('Where?').waitFor();
    await page.locator('.jump').waitFor({ state: 'detached' });

    const { bob, alice } = server.users;
    for (let count = 0; count < 60; count += 1)
      await server.as('bob').post('/messages', { type: 'direct', to: [alice.id], content: `Line ${count}` });
    const direct = await readAbove(river, `/#narrow/dm/${bob.id}`);
    await send(direct, 'Here I am');

    await seeOwn(direct, 'Here I am');
  });

  it('is on screen while it waits for the connection, too', async (t) => {
    const river = await openRiver(t);
    const ids = writeLines(river, 250);
    const page = await readAbove(river, `${river.at}/near/${ids[3]}`, { expected: /ERR_INTERNET_DISCONNECTED/ });
    await page.context().setOffline(true);

    await send(page, 'Here I am');

    await seeOwn(page, 'Here I am');
    await page.context().setOffline(false);
    await page.locator('.is-outgoing').waitFor({ state: 'detached' });
    await seeOwn(page, 'Here I am');
  });

  it('is on screen in its conversation if the list in which it was written shows another part', async (t) => {
    const river = await openRiver(t);
    const ids = writeLines(river, 250);
    const page = await readAbove(river, `/#narrow/channel/${river.channel}-river/near/${ids[20]}`);
    await page.locator('.topic-field').fill('boats');

    await send(page, 'Here I am');

    await page.waitForURL('**/topic/boats');
    await seeOwn(page, 'Here I am');
    await page.goBack();
    await messages(page).filter({ hasText: 'Line 21' }).first().waitFor();
  });

  for (const width of [1280, 390]) {
    it(`leads back to what was read, by Escape and by the notice, ${width} px wide`, async (t) => {
      const river = await openRiver(t);
      const ids = writeLines(river, 250);
      const near = `${river.at}/near/${ids[100]}`;
      const page = await readAbove(river, near, { viewport: { width, height: 800 } });
      const read = messages(page).filter({ hasText: /^Line 101$/ });

      await send(page, 'Here I am');
      await seeOwn(page, 'Here I am');
      await page.keyboard.press('Escape');
      await read.waitFor();
      await untilEqual(() => isOnScreen(page, 'Line 101'), true);
      await send(page, 'Once more');
      await seeOwn(page, 'Once more');
      await page.getByRole('status').getByRole('link', { name: 'Go back' }).click();

      await untilEqual(() => isOnScreen(page, 'Line 101'), true);
    });
  }

  it('leaves Escape alone once another key was pressed', async (t) => {
    const river = await openRiver(t);
    const ids = writeLines(river, 250);
    const page = await readAbove(river, `${river.at}/near/${ids[100]}`);
    await send(page, 'Here I am');
    await seeOwn(page, 'Here I am');

    await page.keyboard.type('and');
    await page.keyboard.press('Escape');

    await seeOwn(page, 'Here I am');
    assert.equal(await composer(page).inputValue(), 'and');
    await page.locator('.jump').waitFor({ state: 'detached' });
  });

  it('is said to be elsewhere, with the way there, to those who want to stay', async (t) => {
    const river = await openRiver(t);
    await river.server.as('alice').patch('/settings', { web_navigate_to_sent_message: false });
    const ids = writeLines(river, 250);
    const lists = [`channel/${river.channel}-river/near/${ids[20]}`, 'is/mentioned'];
    await write(river, 'bob', `@**${river.server.users.alice.full_name}** look`, 'boats');
    for (const list of lists) {
      const page = await visit(river.server, 'alice', { at: `/#narrow/${list}` });
      await messages(page).first().waitFor();
      const url = page.url();
      if (list.startsWith('is')) await page.keyboard.press('r');
      else await page.locator('.jump').waitFor();
      await composer(page).waitFor();
      const topic = page.locator('.topic-field');
      if ((await topic.count()) > 0) await topic.fill('boats');

      await send(page, `Here I am, ${list}`);

      const notice = page.getByRole('status').filter({ hasText: 'boats' });
      await notice.waitFor();
      assert.equal(page.url(), url);
      await notice.getByRole('link').click();
      await seeOwn(page, `Here I am, ${list}`);
    }
  });
});

/** The requests of a page since the last look that have no end yet. Streams and waiting polls are meant to have none. */
function watchRequests(page: Page) {
  const open = new Set<Request>();
  page.on('request', (request) => {
    const isPoll = /\/events(\/stream)?\?/.test(request.url()) && !request.url().includes('dont_block');
    if (!isPoll) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return { open, forget: () => open.clear() };
}

/** The time of the page passes in such steps, in milliseconds. */
const tick = 100;

/** Of browsers, to one server. */
const mostConnections = 6;

describe('a connection that comes back', { skip, timeout: 240_000 }, () => {
  it('is used within two seconds of the page, in whatever way it was lost', async (t) => {
    const { page, proxy, kill, stop, restart, client, channel } = await openDistant(t);
    // The bound is one of the client's own pauses: time passes for it no faster than on the machine, and only when
    // everything it asked for has an answer.
    await page.clock.install();
    // The last thing that a page loads leads to this: nothing may wait for the time that stops now.
    await Promise.all([page.waitForResponse('**/users/me/presence'), page.reload()]);
    await page.clock.pauseAt(Date.now() + 60_000);
    const { open, forget } = watchRequests(page);
    const pass = async (time: number) => {
      await page.clock.runFor(time);
      await setTimeout(time);
      await untilEqual(() => open.size, 0);
    };
    // Most last long enough for pauses to grow.
    const long = 60_000;
    const ways: Record<string, readonly [lose: () => unknown, restore: () => unknown, time?: number]> = {
      'no network': [() => page.context().setOffline(true), () => page.context().setOffline(false)],
      'a server that stops': [stop, restart],
      'a restart': [stop, restart, 500],
      'kill -9': [kill, restart],
      'a proxy that never answers': [() => proxy.set('swallow'), () => proxy.set('pass')],
      'cut connections': [() => proxy.set('cut'), () => proxy.set('pass')],
      sleep: [() => proxy.set('swallow'), () => proxy.set('pass') ?? page.clock.fastForward('05:00')],
    };
    const seen: string[] = [];
    for (const [name, [lose, restore, time = long]] of Object.entries(ways)) {
      await lose();
      await send(page, name);
      for (let passed = 0; passed < time; passed += 500) await page.clock.runFor(500);
      assert.ok(open.size < mostConnections, `${name}: ${open.size} requests would hold up all others`);
      await restore();
      // What was asked before may never be answered.
      forget();
      let left = 2000;
      for (; left > 0 && (await page.locator('.is-outgoing').count()) > 0; left -= tick) await pass(tick);
      t.diagnostic(`${name}: ${2000 - left} ms`);
      assert.equal(await page.locator('.is-outgoing').count(), 0, `${name} after two seconds`);

      // The page is live: others are heard of without any time.
      await client.post('/messages', { type: 'channel', to: channel, topic: 'levels', content: `after ${name}` });
      seen.push(name, `after ${name}`);
      await untilEqual(() => messages(page).allInnerTexts(), seen);
    }
  });
});
