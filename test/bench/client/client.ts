import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { launchChromium } from '../../support/chromium.ts';
import { Child } from '../child.ts';
import { type Data, makeData, messageText, type Person } from '../data.ts';
import { type Figure, milliseconds } from '../report.ts';
import { median } from '../rounds.ts';
import { type FloorPage, serveFloor } from './floor.ts';
import {
  goTo,
  type Opening,
  openAndClose,
  openings,
  phoneOpenings,
  scrollDown,
  showAbove,
  swap,
  watchFirstMessage,
  watchKeys,
} from './probes.ts';

/** How much slower than this machine the browser computes. */
const throttling = 4;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const rounds = 3;
/** How often each thing is opened. */
const turns = 7;
/** The first channel that is made after the one that every organization has. */
const channel = 2;
/** How many messages are sent at once. */
const together = 20;
const text = 'The quick brown fox jumps over the lazy dog, and then again. ';

/** A browser at a server with a channel of 10,000 messages. */
interface Scene {
  browser: Browser;
  child: Child;
  data: Data;
  person: Person;
  url: string;
  /** Of the feed of the channel. */
  hash: string;
}

/** What people wait for in the web client, in a browser that computes four times slower. */
export async function client(): Promise<Figure[]> {
  const data = makeData({ people: 20, channels: 1, messages: 10_000 });
  const [person] = data.people;
  if (!person) throw new Error('an organization without people');
  const child = await Child.start('chatd', [data.folder]);
  const browser = await launchChromium();
  const scene = {
    browser,
    child,
    data,
    person,
    url: `http://127.0.0.1:${child.port}/`,
    hash: `#narrow/channel/${channel}`,
  };
  const floor = await makeFloor(scene);
  try {
    return [
      ...(await measureFirstMessage(scene, floor)),
      await measureSwitch(scene, floor),
      ...(await measureOpenings(scene, floor, openings)),
      ...(await measureOpenings(scene, floor, phoneOpenings, phone)),
      ...(await measureTyping(scene, floor)),
      ...(await measureScrolling(scene, floor)),
      ...(await measureHeap(scene, floor)),
    ];
  } finally {
    await browser.close();
    await floor.stop();
    await child.stop();
  }
}

/** Somebody's browser, logged in. */
function openContext({ browser, person }: Scene, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const authorization = `Basic ${Buffer.from(`${person.email}:${person.key}`).toString('base64')}`;
  return browser.newContext({
    viewport: { width: 1280, height: 800 },
    extraHTTPHeaders: { Authorization: authorization },
    ...options,
  });
}

async function openPage(
  context: BrowserContext,
  url: string,
  probe = '',
): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  if (probe !== '') await page.addInitScript(probe);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling });
  await page.goto(url);
  await page.locator('.message').first().waitFor();
  return { page, devtools };
}

/** The page of the floor has as many bytes as all that the client's page needs before it shows messages. */
async function makeFloor(scene: Scene): Promise<FloorPage> {
  const context = await openContext(scene);
  let bytes = 0;
  context.on('response', async (response) => {
    if (!response.url().includes('/events')) bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
  });
  const { page } = await openPage(context, scene.url + scene.hash);
  const floor = await serveFloor(page, bytes);
  await context.close();
  return floor;
}

async function measureFirstMessage(scene: Scene, floor: FloorPage): Promise<Figure[]> {
  const times = { cold: [] as number[], warm: [] as number[], floor: [] as number[] };
  const time = async (context: BrowserContext, url: string) => {
    const { page } = await openPage(context, url, watchFirstMessage);
    let found: number | undefined;
    while (found === undefined) found = await page.evaluate<number | undefined>('window.firstMessage');
    await page.close();
    return found;
  };
  for (let round = 0; round <= rounds; round += 1) {
    const context = await openContext(scene);
    const taken = {
      cold: await time(context, scene.url + scene.hash),
      warm: await time(context, scene.url + scene.hash),
      floor: await time(context, floor.url),
    };
    await context.close();
    if (round > 0) for (const name of ['cold', 'warm', 'floor'] as const) times[name].push(taken[name]);
  }
  return [
    figure('first message painted, first visit', median(times.cold), median(times.floor), 1500),
    figure('first message painted, second visit', median(times.warm), median(times.floor), 800),
  ];
}

async function measureSwitch(scene: Scene, floor: FloorPage): Promise<Figure> {
  const context = await openContext(scene);
  const topic = (number: number) => goTo(`#narrow/channel/${channel}/topic/topic.20${number}`, `topic ${number}`);
  const { page } = await openPage(context, scene.url + scene.hash);
  for (const number of [1, 2]) {
    await page.evaluate(topic(number));
    await page.locator('.message').first().waitFor();
  }
  const times: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) times.push(await page.evaluate<number>(topic(1 + (turn % 2))));
  const { page: other } = await openPage(context, floor.url);
  const floors: number[] = [];
  for (let turn = 0; turn < 10; turn += 1) floors.push(await other.evaluate<number>(swap));
  await context.close();
  return figure('switch to a conversation seen before', median(times), median(floors), 100);
}

/** What opens above the page and beside it, from the second time on: before, its part is loaded. */
async function measureOpenings(
  scene: Scene,
  floor: FloorPage,
  openings: readonly Opening[],
  options: BrowserContextOptions = {},
): Promise<Figure[]> {
  const context = await openContext(scene, options);
  const { page } = await openPage(context, scene.url + scene.hash);
  await page.locator('.compose:not(.is-early)').waitFor();
  const { page: other } = await openPage(context, floor.url);
  const figures: Figure[] = [];
  for (const opening of openings) {
    const times = { ours: [] as number[], floor: [] as number[] };
    for (let turn = 0; turn <= turns; turn += 1) {
      const { time, html } = await page.evaluate<{ time: number; html: string }>(openAndClose(opening));
      const least = await other.evaluate<number>(showAbove(html));
      if (turn > 0) times.ours.push(time);
      if (turn > 0) times.floor.push(least);
    }
    figures.push(figure(`opening: ${opening.name}`, median(times.ours), median(times.floor), 100));
  }
  await context.close();
  return figures;
}

async function measureTyping(scene: Scene, floor: FloorPage): Promise<Figure[]> {
  const take = async (url: string) => {
    const context = await openContext(scene);
    const { page } = await openPage(context, url, watchKeys);
    await page.locator('.compose textarea').first().focus();
    for (const letter of text) await page.keyboard.press(letter === ' ' ? 'Space' : letter, { delay: 30 });
    const times = await page.evaluate<number[]>('window.keys');
    await context.close();
    return times;
  };
  const ours = await take(scene.url + scene.hash);
  const floors = await take(floor.url);
  return [
    figure('key to painted letter, median', quantile(ours, 0.5), quantile(floors, 0.5), 50),
    figure('key to painted letter, 95 %', quantile(ours, 0.95), quantile(floors, 0.95), 100),
  ];
}

async function measureScrolling(scene: Scene, floor: FloorPage): Promise<Figure[]> {
  const take = async (url: string) => {
    const context = await openContext(scene);
    const { page } = await openPage(context, url);
    const times = await page.evaluate<number[]>(scrollDown(300));
    await context.close();
    return times.slice(5);
  };
  const ours = await take(scene.url + scene.hash);
  const floors = await take(floor.url);
  return [
    figure('frame while scrolling, 95 %', quantile(ours, 0.95), quantile(floors, 0.95), 34),
    figure('frame while scrolling, longest', Math.max(...ours), Math.max(...floors), 100),
  ];
}

/** An hour of a busy place, without its pauses: messages that come in, and looks at conversations. */
async function measureHeap(scene: Scene, floor: FloorPage): Promise<Figure[]> {
  const context = await openContext(scene);
  const { page, devtools } = await openPage(context, scene.url + scene.hash);
  // Time is compressed: how fast the browser computes says nothing about what it keeps.
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const sizes: number[] = [];
  for (let half = 0; half < 2; half += 1) {
    await receive(scene, 2500);
    for (let turn = 0; turn < 100; turn += 1)
      await page.evaluate(goTo(`#narrow/channel/${channel}/topic/topic.20${turn % 10}`, `topic ${turn % 10}`));
    sizes.push(await heapOf(devtools));
  }
  const { devtools: other } = await openPage(context, floor.url);
  const floors = await heapOf(other);
  await context.close();
  const [middle = 0, end = 0] = sizes;
  const megabytes = (size: number) => `${(size / 1e6).toFixed(1)} MB`;
  return [
    {
      name: 'heap after 5,000 messages and 200 views',
      ours: megabytes(end),
      floor: megabytes(floors),
      ratio: end / 60e6,
      bar: { atMost: 1 },
      note: 'The ratio is to 60 MB.',
    },
    {
      name: 'heap then, and after the first half of that',
      ours: megabytes(end),
      floor: megabytes(middle),
      ratio: end / middle,
      bar: { atMost: 1.1 },
    },
  ];
}

async function receive({ url, data }: Scene, count: number): Promise<void> {
  const other = data.people[1];
  if (!other) throw new Error('nobody else writes');
  const Authorization = `Basic ${Buffer.from(`${other.email}:${other.key}`).toString('base64')}`;
  const write = async (number: number) => {
    const values = {
      type: 'channel',
      to: String(channel),
      topic: `topic ${number % 10}`,
      content: messageText(number),
    };
    const body = new URLSearchParams(values);
    const { status } = await fetch(`${url}api/v1/messages`, { method: 'POST', headers: { Authorization }, body });
    if (status !== 200) throw new Error(`a message was answered with ${status}`);
  };
  for (let sent = 0; sent < count; sent += together)
    await Promise.all(Array.from({ length: together }, (_, index) => write(sent + index)));
}

async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function figure(name: string, ours: number, floor: number, limit: number): Figure {
  return {
    name,
    ours: milliseconds(ours),
    floor: milliseconds(floor),
    ratio: ours / limit,
    bar: { atMost: 1 },
    note: `The ratio is to ${limit} ms.`,
  };
}
