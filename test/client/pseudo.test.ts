import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languageNames } from '../../src/languages/names.ts';
import { until } from '../support/until.ts';
import { arrive, composer, loadComposer, openRiver, type Page, skip, visit } from './browser.ts';
import { fill, go, show } from './filled.ts';

/** Text that stays as it is in every language: addresses, names of programs and of formats, and one letter alone. */
const untranslated = /\S+@\S+|https?:\S+|\b[a-z]\b|\b(chatd|Zulip|Markdown|API|KaTeX|TeX)\b/gi;

/** What `Intl` writes in English for the pseudo-language. */
const dates = new RegExp(
  '(Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day|\\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\\b|\\d (AM|PM)| at |kB|bytes?|' +
    '(January|February|March|April|May|June|July|August|September|October|November|December) \\d|' +
    '(Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d',
  'g',
);

/** What a page shows and tells, a text each: it and its attributes, but for messages of people and code. */
const listTexts = `(() => {
  const found = new Set();
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode;
    if (!parent.closest('script, style, code, pre, kbd, .rendered, .emoji-grid') && (parent.closest('option') || isShown(parent)))
      found.add(data.trim());
  }
  for (const element of document.body.querySelectorAll('*'))
    for (const name of ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'placeholder', 'alt'])
      if (!element.closest('.rendered, .emoji-grid')) found.add(element.getAttribute(name) ?? '');
  found.add(document.title);
  return [...found];
})()`;

async function findEnglish(page: Page, at: string, data: readonly string[]): Promise<string[]> {
  const texts = (await page.evaluate(listTexts)) as string[];
  const without = (text: string) =>
    data
      .reduce((rest, one) => rest.replaceAll(one, ''), text)
      .replace(untranslated, '')
      .replace(dates, '');
  return texts.filter((text) => /[a-z]/i.test(without(text))).map((text) => `${at}: ${text}`);
}

/** Names that stand in the data. */
const data = [
  ...[
    'tide',
    'rat',
    'python',
    'Test Browser',
    'channel events',
    'tada',
    'heart',
    'joy',
    '[said]',
    'quote',
    '@**all**',
    '@all',
    '(?P<id>[0-9]+)',
    'picture',
    'Test Organization',
    'river',
    'Watched by Build Bot.',
  ],
  ...Object.values(languageNames),
];

describe('the client in another language', { skip }, () => {
  it('has no English letter of its own on any page', async (t) => {
    const river = await openRiver(t);
    const { pages } = await fill(river);
    const owner = await visit(river.server, 'owner');
    const found: string[] = [];

    for (const hash of pages) {
      await go(owner, river.server, hash);
      found.push(...(await findEnglish(owner, hash, data)));
    }

    assert.deepEqual(found, []);
  });

  it('has none in what opens above pages', async (t) => {
    const river = await openRiver(t);
    const { pages, topic } = await fill(river);
    const owner = await visit(river.server, 'owner', { expected: /status of 4/ });
    const found: string[] = [];
    const check = async (at: string) => void found.push(...(await findEnglish(owner, at, data)));

    await go(owner, river.server, topic);
    await owner.locator('.message').first().waitFor();
    for (const key of ['Control+k', '?', 'x', ':', 'm', 'Shift+m', 'v', 'l', '<']) {
      await owner.keyboard.press(key);
      if (await opens(owner)) await check(`key ${key}`);
      await owner.keyboard.press('Escape');
    }
    const first = owner.locator('.message').first();
    const lines = owner.locator('.actions :popover-open button');
    const openMenu = async () => {
      await go(owner, river.server, '#drafts');
      await go(owner, river.server, topic);
      await first.hover();
      await first.locator('.actions [popovertarget]').click();
      await lines.first().waitFor();
    };
    await openMenu();
    await check('the menu of a message');
    assert.ok((await lines.count()) > 10);
    // Some lines change what the next menu offers.
    for (let index = 0; index < (await lines.count()); index += 1) {
      await lines.nth(index).click();
      if (await opens(owner)) await check(`line ${index} of the menu`);
      await openMenu();
    }
    for (const hash of pages) {
      await go(owner, river.server, hash);
      const count = await owner.locator(openers).count();
      for (let index = 0; index < count; index += 1) {
        const opener = owner.locator(openers).nth(index);
        if (!(await opener.isVisible())) continue;
        const name = await opener.evaluate((one) => one.ariaLabel ?? one.textContent);
        await opener.click({ force: true, timeout: 2000 }).catch(() => undefined);
        if (await opens(owner)) await check(`${hash} ${name}`);
        await owner.keyboard.press('Escape');
        if (!owner.url().endsWith(encodeURI(hash))) await go(owner, river.server, hash);
      }
    }

    assert.deepEqual([...new Set(found)], []);
  });

  it('has none in a second pane', async (t) => {
    const river = await openRiver(t);
    const { topic } = await fill(river);
    const owner = await visit(river.server, 'owner', { viewport: { width: 1440, height: 900 } });
    await go(owner, river.server, '#narrow/is/starred');

    await owner.locator('main .message').first().focus();
    await owner.keyboard.press('o');
    await owner.locator('.beside .message').first().waitFor();
    const read = await findEnglish(owner, 'a topic', data);
    await show(owner, topic);
    const both = await findEnglish(owner, 'both', data);

    assert.deepEqual([...read, ...both], []);
  });

  it('has none for people without an account', async (t) => {
    const river = await openRiver(t);
    const { topic, pages } = await fill(river);
    await river.server.as('owner').patch(`/streams/${river.channel}`, { is_web_public: true });
    const page = await arrive(river.server, { at: `/login?language=en-xa`, expected: /status of 40[13]/ });
    await page.goto(river.server.url);
    const found: string[] = [];

    for (const hash of [topic, ...pages]) {
      await go(page, river.server, hash);
      found.push(...(await findEnglish(page, hash, data)));
    }

    assert.deepEqual([...new Set(found)], []);
  });

  it('has none while there is no connection, and for what waits for it or was refused', async (t) => {
    const river = await openRiver(t);
    const { topic } = await fill(river);
    const { server } = river;
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
    const page = await arrive(server, { session: 'owner', serviceWorkers: 'allow', at: `/${topic}`, expected });
    await until(() => page.evaluate('navigator.serviceWorker.controller !== null'));
    await loadComposer(page);
    await page.evaluate(`localStorage.setItem('outbox:${server.users.owner.id}:1.1', JSON.stringify({
      local_id: '1.1', queue_id: '', conversation: { type: 'direct', user_ids: [${server.users.bob.id}] },
      content: 'Нельзя', timestamp: 1, state: 'failed', problem: 'Нет', after: 0 }))`);
    const found: string[] = [];
    const check = async (at: string) => void found.push(...(await findEnglish(page, at, data)));

    await page.context().setOffline(true);
    await page.locator('.lost').waitFor();
    await composer(page).fill('Позже');
    await composer(page).press('Control+Enter');
    await page.locator('.is-outgoing').waitFor();
    await check('a conversation');
    for (const hash of ['#drafts', '#inbox', `#narrow/dm/${server.users.bob.id}`, '#settings/notifications']) {
      await show(page, hash);
      await check(hash);
    }
    await page.reload();
    await page.locator('h1').waitFor();
    await check('a page that keeps nothing');

    await page.context().setOffline(false);
    await page.locator('.shell').waitFor();
    await page.evaluate(`localStorage.setItem('keep on this device', '${server.users.owner.id}')`);
    await page.goto(`${server.url}/#inbox`);
    await page.reload();
    await page.locator('.shell').waitFor();
    await until(() => page.evaluate(isKept));
    await page.context().setOffline(true);
    for (const hash of [topic, '#inbox', '#narrow/search/вода']) {
      await page.goto(`${server.url}/${hash}`);
      await page.reload();
      await page.locator('.shell h1').waitFor();
      await check(`kept: ${hash}`);
    }

    assert.deepEqual([...new Set(found)], []);
  });
});

/** Whether the device has something to read without a network. */
const isKept = `new Promise((resolve) => {
  const opening = indexedDB.open('chatd', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
  opening.onsuccess = () => {
    const request = opening.result.transaction('kept').objectStore('kept').get('kept');
    request.onsuccess = () => { opening.result.close(); resolve((request.result?.messages ?? []).length > 0); };
  };
})`;

/** Buttons that open something, and buttons of forms that only open a dialog. */
const openers = '[popovertarget], [aria-haspopup], main .button:not([type=submit])';

/** Whether something is open, which all parts that are loaded show with the next frame. */
async function opens(page: Page): Promise<boolean> {
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  return (await page.locator('dialog[open], :popover-open').count()) > 0;
}
