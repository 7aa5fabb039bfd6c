import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { doSweepCalls } from '../../src/calls/follow.ts';
import { systemClock } from '../../src/ground/clock.ts';
import { launchChromium } from '../support/chromium.ts';
import { noRelay, openWay, startRelay } from '../support/relay.ts';
import type { CastName } from '../support/server.ts';
import { until, untilEqual } from '../support/until.ts';
import { fakeDevices, openRiver, type Page, type River, skip, startSession } from './browser.ts';
import { awaitMedia, enter, names, open } from './call-pages.ts';

const secret = 'shared with the relay';

/** Lets a page connect through a port of this machine alone. Its credentials are those of the server. */
const through = (port: number) => `{
  const Real = RTCPeerConnection;
  globalThis.RTCPeerConnection = class extends Real {
    constructor({ iceServers, ...more }) {
      const own = iceServers.map((one) => ({ ...one, urls: 'turn:127.0.0.1:${port}' }));
      super({ ...more, iceServers: own, iceTransportPolicy: 'relay' });
    }
  };
}`;

/** Three people in a call who reach each other through a relay alone, each by a way of their own. */
async function meetThroughRelay(t: TestContext, river: River) {
  const relay = await startRelay(t, secret);
  // The relay accepts credentials by the time of day.
  river.server.clock.seconds = systemClock.now();
  Object.assign(river.server.app.config, { relay: { urls: [`turn:127.0.0.1:${relay}`], secret } });
  const people = [];
  for (const name of ['alice', 'bob', 'admin'] as const) {
    const way = await openWay(t, relay);
    // Without a connection to the server, browsers complain.
    const page = await open(river, name, { expected: /net::ERR/ });
    await page.addInitScript(through(way.port));
    await page.reload();
    await enter(page, { hasCamera: false });
    people.push({ page, way });
  }
  return people;
}

describe('people who reach each other through a relay alone', { skip: skip || noRelay }, () => {
  it('hear each other, and again one who had no network for ten seconds', async (t) => {
    const people = await meetThroughRelay(t, await openRiver(t));
    const pages = people.map(({ page }) => page);
    const { page: bob, way } = people[1] ?? assert.fail();
    t.diagnostic(`all heard all ${Math.round(await awaitMedia(pages, [2, 0, 0]))} ms after the last one had joined`);

    way.isOpen = false;
    await bob.context().setOffline(true);
    await setTimeout(10_000);
    await awaitMedia(
      pages.filter((page) => page !== bob),
      [1, 0, 0],
    );
    way.isOpen = true;
    await bob.context().setOffline(false);

    t.diagnostic(`and again after ${Math.round(await awaitMedia(pages, [2, 0, 0]))} ms`);
    assert.equal(await bob.locator('.call-view').count(), 1);
  });
});

describe('a browser that is killed', { skip }, () => {
  it('leaves the call, and the others go on', async (t) => {
    const river = await openRiver(t);
    const pages: Page[] = [];
    for (const name of ['alice', 'bob'] as const) pages.push(await open(river, name));
    const [alice] = pages as [Page];
    for (const page of pages) await enter(page, { hasCamera: false });
    const kill = await enterFromAnother(t, river, 'admin');
    await until(async () => (await names(alice)).includes('Adam Admin'));

    // The clock of the server passes with that of the pages.
    const passing = setInterval(() => {
      river.server.clock.advance(1);
      doSweepCalls(river.server.app);
    }, 1000);
    t.after(() => clearInterval(passing));
    const start = performance.now();
    await kill();
    await untilEqual(() => names(alice), ['You', 'Bob Member']);
    t.diagnostic(`gone after ${Math.round(performance.now() - start)} ms`);

    await awaitMedia(pages, [1, 0, 0]);
  });
});

/** Somebody joins the call from a browser of their own. Returns what kills it. */
async function enterFromAnother(t: TestContext, { server, at }: River, name: CastName): Promise<() => Promise<void>> {
  const browser = await launchChromium(fakeDevices);
  t.after(() => browser.close());
  const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' });
  await context.addCookies([await startSession(server, name)]);
  const page = await context.newPage();
  await page.goto(server.url + at);
  await enter(page, { hasCamera: false });
  const devtools = await browser.newBrowserCDPSession();
  return async () => void (await devtools.send('Browser.crash').catch(() => {}));
}
