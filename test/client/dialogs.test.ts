import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';
import { findViolations } from './axe.ts';
import { composer, openRiver, type Page, type River, row, skip, visit, write } from './browser.ts';
import { listSmall } from './small-controls.ts';

type Way = (page: Page, river: River) => Promise<unknown>;

/** Chooses from a menu once it has the focus, which it takes for its first entry. */
async function chooseByKey(page: Page, action: string): Promise<void> {
  await page.locator('.panel:popover-open :focus').waitFor();
  await page.locator('.menu').getByRole('button', { name: action, exact: true }).press('Enter');
}

const go = async (page: Page, { server }: River, hash: string) => {
  await page.goto(`${server.url}/${hash}`);
  await page.getByRole('main').waitFor();
};

const key =
  (pressed: string): Way =>
  async (page) => {
    await page.locator('.message').first().focus();
    await page.keyboard.press(pressed);
  };

/** By the menu of a message. */
const byMenu =
  (text: string, action: string): Way =>
  async (page) => {
    await row(page, text).focus();
    await row(page, text).getByRole('button', { name: 'More actions' }).press('Enter');
    await chooseByKey(page, action);
  };

/** By what can be inserted into a message. */
const byPlus =
  (action: string): Way =>
  async (page) => {
    await composer(page).fill('Words');
    await page.locator('main').getByRole('button', { name: 'More to insert' }).press('Enter');
    await chooseByKey(page, action);
  };

/** By its name among all commands. */
const byName =
  (name: string): Way =>
  async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(name);
    await page.getByRole('option', { name, exact: false }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByLabel('Channel, topic, person, page or command').waitFor({ state: 'detached' });
  };

/** How each dialog and popover is opened. */
const ways: Record<string, Way> = {
  switcher: key('Control+k'),
  keys: key('?'),
  formatting: byPlus('Formatting help'),
  emoji: key(':'),
  message: async (page) => {
    const box = await row(page, 'Psst').locator('.rendered p').boundingBox();
    const devtools = await page.context().newCDPSession(page);
    // Browsers take a touch beside a link for one of the link.
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await page.locator('.sheet').waitFor();
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  },
  history: byMenu('Bring boots', 'Show edits'),
  readers: byMenu('Bring boots', 'Who read it'),
  move: key('m'),
  delete: byMenu('Bring boots', 'Delete…'),
  'read-all': async (page, river) => {
    await go(page, river, '#inbox');
    await page.getByRole('button', { name: /^Mark all as read/ }).click();
  },
  report: byMenu('Psst', 'Report…'),
  forward: key('<'),
  share: async (page) => {
    await page.evaluate(`new Promise((resolve) => {
      const opening = indexedDB.open('chatd', 1);
      opening.onsuccess = () => {
        const storing = opening.result.transaction('kept', 'readwrite').objectStore('kept');
        storing.put({ text: 'Words', files: [] }, 'shared').onsuccess = () => { opening.result.close(); resolve(); };
      };
    })`);
    await page.reload();
  },
  section: async (page, { channel }) => {
    const entry = page.locator(`.side [data-stream-id="${channel}"]:not([data-topic])`).first();
    await entry.dispatchEvent('contextmenu', { bubbles: true, clientX: 50, clientY: 200 });
    await page.getByRole('button', { name: 'Move to section…' }).press('Enter');
  },
  'rename-section': async (page) => {
    const opener = page.getByRole('button', { name: 'Show conversations' });
    if (await opener.isVisible()) await opener.click();
    await page.locator('.side').getByRole('button', { name: 'About the section Work' }).press('Enter');
    await page.getByRole('button', { name: 'Rename…' }).press('Enter');
  },
  direct: key('x'),
  'save-search': async (page, river) => {
    await go(page, river, '#narrow/search/boots');
    await page.getByRole('button', { name: 'Save search' }).press('Enter');
  },
  picture: async (page) => row(page, 'Bring boots').locator('.message_inline_image a').first().press('Enter'),
  schedule: byPlus('Send later…'),
  scheduled: async (page, river) => {
    await go(page, river, '#scheduled');
    await page.getByRole('button', { name: 'Edit' }).click();
  },
  reminder: byMenu('Bring boots', 'Remind me…'),
  snippets: byPlus('Snippets…'),
  time: byPlus('Global time…'),
  poll: byPlus('Poll…'),
  todo: byPlus('To-do list…'),
  user: async (page) => row(page, 'Bring boots').getByRole('link', { name: /Owner/ }).press('Enter'),
  quiet: byName('Do not disturb'),
  status: byName('Set your status'),
  'log-out': async (page, river) => {
    // The server keeps no draft of this length, so that it would be lost.
    await composer(page).fill('x'.repeat(10_001));
    await page.locator('.message').first().focus();
    await byName('Log out')(page, river);
  },
  date: async (page) => page.locator('.day button').first().press('Enter'),
};

/** The dialogs that only fingers open. */
const byFinger = new Set(['message']);

async function fill(river: River): Promise<void> {
  const { server, channel } = river;
  const owner = server.as('owner');
  const path = await uploadFile(owner, png(40), 'boots.png');
  const id = await write(river, 'owner', 'Bring shoes');
  await write(river, 'bob', 'Psst');
  await owner.patch(`/messages/${id}`, { content: `Bring boots\n\n[boots](${path})` });
  const later = { type: 'channel', to: channel, topic: 'levels', content: 'Later' };
  await owner.post('/scheduled_messages', { ...later, scheduled_delivery_timestamp: 2_000_000_000 });
  await owner.put('/users/me/own_sections', { own_sections: [{ name: 'Work', channel_ids: [channel] }] });
  await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'reports' }], invite_only: true });
  const { body } = await owner.get('/get_stream_id', { stream: 'reports' });
  await owner.patch('/realm', { moderation_request_channel_id: body.stream_id });
  await write(river, 'bob', 'New', 'other');
}

describe('every dialog and popover', { skip }, () => {
  it('has a row in the table', () => {
    const table = readFileSync('src/client/shell/dialogs.tsx', 'utf8');
    const kinds = [...table.matchAll(/^ {2}'?([\w-]+)'?: lazyDialog/gm)].map(([, kind = '']) => kind);

    assert.deepEqual(Object.keys(ways).toSorted(), kinds.toSorted());
  });

  for (const width of [1280, 390])
    it(`has no fault that axe finds, light and dark, ${width} px wide`, async (t) => {
      const river = await openRiver(t);
      await fill(river);
      const isPhone = width === 390;
      const options = { viewport: { width, height: 844 }, ...(isPhone ? { hasTouch: true, isMobile: true } : {}) };
      const owner = await visit(river.server, 'owner', { at: river.at, bypassCSP: true, ...options });
      const found: string[] = [];

      for (const [kind, open] of Object.entries(ways)) {
        if (byFinger.has(kind) && !isPhone) continue;
        await openAnew(owner, river, open).catch((error) => assert.fail(`${kind}: ${error}`));
        found.push(...(await findViolations(owner)).map((line) => `${kind}: ${line}`));
        await owner.emulateMedia({ colorScheme: 'dark' });
        const rules = ['color-contrast'];
        found.push(...(await findViolations(owner, { rules })).map((line) => `${kind}, dark: ${line}`));
        await owner.emulateMedia({ colorScheme: 'light' });
        if (isPhone)
          found.push(...((await owner.evaluate(listSmall)) as string[]).map((one) => `${kind}: small ${one}`));
      }

      assert.deepEqual(found, []);
    });

  it('has none when it is in German, Arabic or Japanese', async (t) => {
    const river = await openRiver(t);
    await fill(river);
    const owner = await visit(river.server, 'owner', { at: river.at, bypassCSP: true });
    const found: string[] = [];

    for (const [kind, open] of Object.entries(ways)) {
      if (byFinger.has(kind)) continue;
      await openAnew(owner, river, open).catch((error) => assert.fail(`${kind}: ${error}`));
      for (const language of ['de', 'ar', 'ja', 'en']) {
        await river.server.as('owner').patch('/settings', { default_language: language });
        await owner.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
        await owner.locator(opened).first().waitFor();
        if (language === 'en') continue;
        found.push(...(await findViolations(owner)).map((line) => `${kind}, ${language}: ${line}`));
      }
    }

    assert.deepEqual(found, []);
  });
});

const opened = 'dialog[open], .panel:popover-open';

/** Opens a dialog or popover above a page that was loaded for it. */
async function openAnew(page: Page, river: River, open: Way): Promise<void> {
  await page.goto('about:blank');
  // What follows the first messages ends with the presence.
  const isLoaded = page.waitForResponse(/presence/);
  await go(page, river, river.at.slice(1));
  await isLoaded;
  await row(page, 'Bring boots').locator('.message_inline_image img').first().waitFor();
  await open(page, river);
  await page.locator(opened).first().waitFor();
  await page.locator('dialog :text("Loading…")').waitFor({ state: 'detached' });
}
