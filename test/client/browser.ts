import assert from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core';
import { insertSession } from '../../src/accounts/session.ts';
import { sessionCookie } from '../../src/accounts/session-cookie.ts';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { findBundle } from '../../src/web/bundle.ts';
import { launchChromium } from '../support/chromium.ts';
import { Seeded } from '../support/seeded.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { until, untilEqual } from '../support/until.ts';

export type { Page } from 'playwright-core';
export { noChromium as skip } from '../support/chromium.ts';

let launched: Promise<Browser> | undefined;

/** Cameras and microphones that need no hardware, and that every page gets. */
export const fakeDevices = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

/** One browser for all tests of a file. */
function launch(): Promise<Browser> {
  // No card draws here, and pages need no protection from each other: processes for either would only have to be started
  // and talked to.
  launched ??= launchChromium([
    ...fakeDevices,
    '--in-process-gpu',
    '--disable-gpu',
    '--renderer-process-limit=1',
    '--disable-site-isolation-trials',
  ]);
  return launched;
}

after(async () => {
  await (await launched)?.close();
});

/** The pages of a server, and what closes them before it: pages that lose their server complain. */
const visits = new WeakMap<TestServer, { page: Page; end: () => Promise<void> }[]>();

/** A server with a channel that everyone follows and in which nobody has written yet. */
export interface River {
  server: TestServer;
  channel: number;
  /** The address of the topic `levels` there. */
  at: string;
}

export async function openRiver(t: TestContext): Promise<River> {
  const open: { page: Page; end: () => Promise<void> }[] = [];
  let found: PromiseSettledResult<void>[] = [];
  t.after(async () => {
    if (!hasPassed(t)) for (const { page } of open) t.diagnostic(await describe(page));
    found = await Promise.allSettled(open.map(({ end }) => end()));
  });
  const server = await startServer(t);
  // Only now: a failure skips all that would follow, and the server would never end.
  t.after(() => {
    for (const one of found) if (one.status === 'rejected') throw one.reason;
  });
  visits.set(server, open);
  const { owner, bot, ...others } = server.users;
  const principals = [owner, ...Object.values(others)].map(({ id }) => id);
  const subscriptions = [{ name: 'river', description: `Watched by ${bot.full_name}.` }];
  await server.as('owner').post('/users/me/subscriptions', { subscriptions, principals });
  const { body } = await server.as('owner').get('/get_stream_id', { stream: 'river' });
  for (const name of ['owner', 'alice', 'bob'] as const) await server.as(name).post('/mark_all_as_read');
  return { server, channel: body.stream_id, at: `/#narrow/channel/${body.stream_id}-river/topic/levels` };
}

/** Node.js tells it before its types know it. */
function hasPassed(t: TestContext): boolean {
  return 'passed' in t && t.passed === true;
}

/** What a page shows, for whoever reads why a test failed. */
function describe(page: Page): Promise<string> {
  const shown = "[location.href, document.activeElement?.outerHTML.slice(0, 300), document.body.innerText].join('\\n')";
  return page.evaluate<string>(shown).catch(String);
}

/** Somebody writes without a browser. Returns the id of the message. */
export async function write({ server, channel }: River, name: CastName, content: string, topic = 'levels') {
  const { body } = await server.as(name).post('/messages', { type: 'channel', to: channel, topic, content });
  return body.id as number;
}

/** Bob writes `Line 1`, `Line 2` and so on, in one transaction. Returns the ids. */
export function writeLines({ server: { app, db, users }, channel }: River, count: number): number[] {
  const draft = { sender: users.bob, client: 'test', read_by_sender: true };
  return db.transaction(() => {
    const conversation = ensureTopic(db, channel, 'levels');
    return Array.from(
      { length: count },
      (_, index) => doSendMessage(app, { ...draft, conversation, content: `Line ${index + 1}` }).id,
    );
  });
}

export interface Visit extends BrowserContextOptions {
  /** Who is logged in by a cookie, as people are, and unlike `visit`, in which only pages are logged in. */
  session?: CastName;
  /** The part of the address behind the host. */
  at?: string;
  /** Whether it was never chosen what Enter does. */
  isEnterOpen?: boolean;
  /** Errors that the test provokes. */
  expected?: RegExp;
}

/**
 * Somebody's browser at a server, with all that a page loads after its first views, which ends with telling that the
 * user is there. The test fails if a page says an error, breaks its policy or asks another host.
 */
export async function visit(server: TestServer, name: CastName, options: Visit = {}): Promise<Page> {
  const page = await arrive(server, { extraHTTPHeaders: { Authorization: server.as(name).authorization }, ...options });
  await page.locator('.shell').waitFor();
  const told = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/presence'))";
  await untilEqual(() => page.evaluate(told), true);
  return page;
}

/** The browser of somebody who is not logged in. */
export async function arrive(server: TestServer, options: Visit = {}): Promise<Page> {
  const { at = '/', expected, session, isEnterOpen = false, ...more } = options;
  const localStorage = isEnterOpen ? [] : [{ name: 'enter chosen', value: 'yes' }];
  const storageState = { cookies: [], origins: [{ origin: server.url, localStorage }] };
  const context = await openContext({ storageState, ...more });
  if (session) await context.addCookies([await startSession(server, session)]);
  const page = await context.newPage();
  // The policy of a page refuses its second look, which few runs need.
  page.waitForFunction = () => assert.fail('untilEqual waits for what is evaluated');
  const faults = await watch(page, server.url);
  const end = async () => {
    await context.close();
    assert.deepEqual(
      faults.filter((fault) => !expected?.test(fault)),
      [],
    );
  };
  visits.get(server)?.push({ page, end });
  await page.goto(server.url + at);
  return page;
}

/** A cookie of a new session. */
export async function startSession({ app, users, url }: TestServer, name: CastName) {
  const token = await app.writes.submit(() => insertSession(app, users[name], 'Test Browser'));
  const [cookie = '', value = ''] = sessionCookie(app, token).split(/[=;]/);
  return { name: cookie, value, url };
}

async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
  const browser = await launch();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Requests that pass through a service worker cannot be routed.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(30_000);
  // Offline, routes would still reach the server.
  if (slowness && options.serviceWorkers !== 'allow') await slowDown(context);
  return context;
}

/** A seed for delays by which answers and scripts come late and in another order. Without one, nothing is delayed. */
const slowness = process.env.CHATD_TEST_SLOW;
const chance = new Seeded(Number(slowness));
const longestDelay = 400;

/** Makes the processor of a page slower, and delays its scripts, and what its requests ask or are answered. */
async function slowDown(context: BrowserContext): Promise<void> {
  await context.route(/\/(api|assets)\//, async (route) => {
    const isAsset = /\/assets\//.test(route.request().url());
    const isForm = /^multipart/.test(route.request().headers()['content-type'] ?? '');
    const delay = () => setTimeout(chance.below(longestDelay));
    try {
      if (isAsset || isForm || chance.chance(30)) return await delay().then(() => route.continue());
      const response = await route.fetch({ timeout: 0, maxRedirects: 0 });
      await delay();
      await route.fulfill({ response });
    } catch {
      // The page was closed, or lost its server.
      await route.abort('connectionfailed').catch(() => {});
    }
  });
  context.on('page', async (page) => {
    const devtools = await context.newCDPSession(page);
    // Some pages close at once.
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 3 + chance.below(4) }).catch(() => {});
  });
}

/** Notes what goes wrong on a page. */
async function watch(page: Page, url: string): Promise<string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`${message.type()}: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
      faults.push(`foreign: ${request.url()}`);
  });
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => console.error('policy', event.violatedDirective, event.blockedURI))",
  );
  return faults;
}

/** The answer to a request, which the page gets only now. */
export type Deliver = () => Promise<void>;

/** Holds the answers to requests of a page back. Returns a function that waits for the next one. */
export async function hold(page: Page, url: string | RegExp): Promise<() => Promise<Deliver>> {
  const waiting: Deliver[] = [];
  await page.route(url, async (route) => {
    const response = await route.fetch();
    waiting.push(async () => {
      await route.fulfill({ response });
      await (await route.request().response())?.finished();
    });
  });
  return async () => {
    await until(() => waiting.length > 0);
    const deliver = waiting.shift();
    return async () => {
      await deliver?.();
      await page.evaluate('new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))');
    };
  };
}

/**
 * Answers requests of a page otherwise, until the returned function is called. Chromium can lose requests that are on
 * their way while a page stops routing them, so they are routed further on, to where they wanted to go.
 */
export async function routeFor(page: Page, url: string | ((url: URL) => boolean), answer: (route: Route) => unknown) {
  let isOver = false;
  await page.route(url, (route) => (isOver ? route.fallback() : answer(route)));
  return () => {
    isOver = true;
  };
}

/** Lets a page believe that its tab is shown or hidden: without a screen all tabs are shown. */
export async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${isShown ? 'visible' : 'hidden'}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** Keeps a part of the client, which is named by its source, from pages until the returned function is called. */
export async function holdPart(page: Page, source: string): Promise<() => void> {
  const { parts } = await findBundle();
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  await page.route(`**/assets/${parts[source]?.[0]}`, async (route) => {
    await loaded;
    await route.continue();
  });
  return load;
}

/** The composer of the page on screen. */
export function composer(page: Page) {
  return page.locator('.compose textarea');
}

/** Waits for all of the composer: before, its field is a plain one, which is replaced. */
export async function loadComposer(page: Page): Promise<void> {
  await page.locator('.compose input[type=file]').waitFor({ state: 'attached' });
}

/** Messages on screen, from top to bottom. */
export function messages(page: Page) {
  return page.locator('.message .rendered');
}

/** The message on screen with a text. */
export function row(page: Page, text: string) {
  return page.locator('.message').filter({ hasText: text });
}

/** Chooses something to be done with a message. */
export async function choose(page: Page, text: string, action: string): Promise<void> {
  await row(page, text).hover();
  await row(page, text).getByRole('button', { name: 'More actions' }).click();
  await page.locator('.menu').getByRole('button', { name: action, exact: true }).click();
}
