// Pages in a call, for tests of what they receive.

import { setTimeout } from 'node:timers/promises';
import type { CastName } from '../support/server.ts';
import { untilEqual } from '../support/until.ts';
import { type Page, type River, type Visit, visit } from './browser.ts';

/** Keeps the connections of a page, whose statistics say what arrives. */
export const spy = `{
  const Real = RTCPeerConnection;
  globalThis.connections = [];
  globalThis.RTCPeerConnection = class extends Real {
    constructor(configuration) {
      super(configuration);
      connections.push(this);
    }
  };
}`;

/** The lines of each open connection over which something came since the last look, or the one that all later ones keep. */
const look = (
  keeps: boolean,
) => `Promise.all(connections.filter(({ connectionState }) => connectionState !== 'closed').map(async (one) => {
  const stats = [...(await one.getStats()).values()].filter(({ type }) => type === 'inbound-rtp');
  const before = one.before ?? {};
  const now = Object.fromEntries(stats.map(({ mid, packetsReceived, framesDecoded }) => [mid, framesDecoded ?? packetsReceived]));
  if (!${keeps}) one.before = now;
  return Object.keys(now).filter((mid) => now[mid] > (before[mid] ?? 0));
}))`;

/** Of how many others a page hears the voice, and sees the camera and the screen. */
async function received(page: Page, keeps = false): Promise<[voices: number, cameras: number, screens: number]> {
  const lines = (await page.evaluate(look(keeps))) as string[][];
  const count = (mid: string) => lines.filter((mids) => mids.includes(mid)).length;
  return [count('0'), count('1'), count('2')];
}

/** Waits until pages receive so much. Returns how long that took, in milliseconds. */
export async function awaitMedia(pages: readonly Page[], expected: [number, number, number]): Promise<number> {
  const start = performance.now();
  for (const page of pages) {
    await untilEqual(async () => {
      await setTimeout(100);
      return received(page);
    }, expected);
  }
  return performance.now() - start;
}

/** Waits until each page has received so much since now. Returns how long that took for the last, in milliseconds. */
export async function awaitFirst(pages: readonly Page[], expected: [number, number, number]): Promise<number> {
  const start = performance.now();
  await Promise.all(pages.map((page) => received(page)));
  for (const page of pages) await untilEqual(() => received(page, true), expected);
  return performance.now() - start;
}

/** Somebody's page, by default by a cookie: what a page asks while it is closed has no headers of the test. */
export async function open({ server, at }: River, name: CastName, options: Visit = {}): Promise<Page> {
  const by: Visit = options.extraHTTPHeaders ? {} : { session: name, extraHTTPHeaders: {} };
  const page = await visit(server, name, { at, ...by, ...options });
  await page.addInitScript(spy);
  await page.reload();
  // Phones have it in a menu.
  await page.locator('.page-tools [aria-label*=" call"]').waitFor({ state: 'attached' });
  return page;
}

/** Goes through the dialog, by clicks. */
export async function enter(page: Page, { hasCamera = true } = {}): Promise<void> {
  await page
    .locator('.page-tools')
    .getByRole('button', { name: /(Start a|Join the) call/ })
    .click();
  const dialog = page.getByRole('dialog');
  if (hasCamera) await dialog.getByRole('button', { name: 'Camera' }).click();
  if (hasCamera) await dialog.locator('video').waitFor();
  await dialog.getByRole('button', { name: /(Start a|Join the) call/ }).click();
  await page.locator('.call-view').waitFor();
}

/** The names of the pictures of a call. */
export const names = (page: Page) => page.locator('.call-tile b').allTextContents();

/** Gives the focus to a button of the dialog or strip by its name, and presses Enter. */
export async function press(page: Page, name: string): Promise<void> {
  const button = page.locator('dialog, .call-strip').getByRole('button', { name, exact: true }).last();
  await button.focus();
  await page.keyboard.press('Enter');
}
