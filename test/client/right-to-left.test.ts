import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { messages, openRiver, type Page, type River, skip, visit, write } from './browser.ts';
import { fill, show } from './filled.ts';

async function openIn(river: River, language: string, options = {}): Promise<Page> {
  await river.server.as('alice').patch('/settings', { default_language: language });
  return await visit(river.server, 'alice', { at: river.at, ...options });
}

/** The names on screen in Latin letters that have a sign before them, and whether it stands on their other side. */
const listSigned = `(() => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  for (let sign = texts.nextNode(); sign; sign = texts.nextNode())
    for (const { index } of sign.data.matchAll(/[#@](?=[a-z]|$)/gi)) {
      const isLast = index + 1 === sign.data.length;
      const name = isLast ? sign.nextSibling : sign;
      if (!(name instanceof Text) || boxOf(sign, index).width === 0) continue;
      const isTurned = boxOf(name, isLast ? 0 : index + 1).left < boxOf(sign, index).left;
      found.push({ at: location.hash, text: sign.parentElement.className + ' ' + sign.parentElement.textContent, isTurned });
    }
  return found;
})()`;

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box, selector);
  return { ...box, end: box.x + box.width };
}

describe('a page from right to left', { skip }, () => {
  it('is mirrored, with its icons, while names and keys run as they are written', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Low water');
    const alice = await openIn(river, 'ar');
    await messages(alice).filter({ hasText: 'Low water' }).waitFor();

    const [side, page] = [await boxOf(alice, '.side'), await boxOf(alice, 'main')];
    assert.ok(side.x >= page.end - 1, JSON.stringify({ side, page }));
    const [swatch, name] = [await boxOf(alice, '.entry .swatch'), await boxOf(alice, '.entry:has(.swatch) .name')];
    assert.ok(swatch.x - name.end >= 0 && swatch.x - name.end < 24, JSON.stringify({ swatch, name }));
    const scaleOf = (selector: string) =>
      alice
        .locator(selector)
        .first()
        .evaluate((icon) => icon.ownerDocument.defaultView?.getComputedStyle(icon).scale);
    assert.equal(await scaleOf('.going .icon'), '-1 1');
    assert.equal(await scaleOf('.jump-to .icon'), 'none');
    const [icon, field] = [await boxOf(alice, '.search .icon'), await boxOf(alice, '.search input')];
    const padding = await alice.locator('.search input').evaluate((one) => {
      return Number.parseFloat(one.ownerDocument.defaultView?.getComputedStyle(one).paddingRight ?? '');
    });
    assert.ok(icon.x >= field.end - padding, 'the icon stands beside the text');
    // An empty field runs as the page does.
    const direction = await alice.locator('.compose textarea').evaluate((one) => {
      return one.ownerDocument.defaultView?.getComputedStyle(one).direction;
    });
    assert.equal(direction, 'rtl');
  });

  it('has names and short texts of any direction on one side', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Low water');
    const alice = await openIn(river, 'ar', { at: '/#inbox' });

    const sides: unknown[] = [];
    for (const [hash, text] of Object.entries({
      '#inbox': '.inbox-text',
      '#channels': 'main p[dir=auto]',
      [`#user/${river.server.users.bob.id}`]: 'dd[dir=auto] >> text=bob@example.com',
    })) {
      await alice.goto(`${river.server.url}/${hash}`);
      const one = alice.locator(text).first();
      await one.waitFor();
      sides.push(await one.evaluate((one) => one.ownerDocument.defaultView?.getComputedStyle(one).textAlign));
    }

    assert.deepEqual(sides, ['right', 'right', 'right']);
  });

  it('has the signs of channels and people before their names', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    const id = await write(river, 'bob', 'مرحبا #**river** و @**Bob Member** عند #**river>levels**');
    const owner = server.as('owner');
    await owner.post('/user_topics', { stream_id: channel, topic: 'levels', visibility_policy: 3 });
    const { body } = await owner.post('/channel_folders/create', { name: 'Waters', description: '' });
    await owner.patch(`/streams/${channel}`, { folder_id: body.channel_folder_id, message_retention_days: 30 });
    await owner.patch('/settings', { default_language: 'ar' });
    const page = await visit(server, 'owner', { at: river.at });
    const places: [hash: string, key?: string, text?: string][] = [
      [`#narrow/channel/${channel}-river/topic/levels/near/${id}`],
      [`#narrow/channel/${channel}-river/topic/levels`, 'Control+k', 'levels'],
      [`#narrow/channel/${channel}-river/topic/levels`, 'c', '#riv'],
      [`#narrow/channel/${channel}-river/topic/levels`, '<'],
      ['#settings/muted'],
      ['#organization/channels'],
      ['#organization/retention'],
      ['#organization/audit'],
    ];

    const turned: unknown[] = [];
    for (const [hash, key, text = ''] of places) {
      await page.goto('about:blank');
      await page.goto(`${server.url}/${hash}`);
      await page.locator('main h1').waitFor();
      if (hash.includes('levels')) await page.locator('.rendered .user-mention').waitFor();
      if (key) await page.keyboard.press(key);
      await page.keyboard.type(text);
      await untilEqual(() => page.evaluate(`${listSigned}.length > 0`), true);
      turned.push(...(await page.evaluate<string[]>(`${listSigned}.filter(({ isTurned }) => isTurned)`)));
    }

    assert.deepEqual(turned, []);
  });

  it('has mirrored arrow keys', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'Low water');
    const alice = await openIn(river, 'ar');
    await messages(alice).filter({ hasText: 'Low water' }).waitFor();

    await alice.keyboard.press(':');
    await alice.locator('.emoji-grid button').nth(2).waitFor();
    const focused = () =>
      alice.evaluate("[...document.querySelectorAll('.emoji-grid button')].findIndex((one) => one.matches(':focus'))");
    await alice.keyboard.press('ArrowDown');
    await untilEqual(focused, 0);
    await alice.keyboard.press('ArrowLeft');
    await untilEqual(focused, 1);
    await alice.keyboard.press('ArrowRight');
    await untilEqual(focused, 0);
  });
});

describe('every view in another language', { skip }, () => {
  for (const language of ['de', 'ar', 'ja'])
    it(`has no fault that axe finds, in ${language}`, async (t) => {
      const river = await openRiver(t);
      const { pages } = await fill(river);
      await river.server.as('owner').patch('/settings', { default_language: language });
      const owner = await visit(river.server, 'owner', { bypassCSP: true });
      const found: string[] = [];

      for (const hash of pages) {
        await show(owner, hash);
        found.push(...(await findViolations(owner)).map((line) => `${hash} ${line}`));
        await owner.emulateMedia({ colorScheme: 'dark' });
        const dark = await findViolations(owner, { rules: ['color-contrast'] });
        found.push(...dark.map((line) => `${hash}, dark: ${line}`));
        await owner.emulateMedia({ colorScheme: 'light' });
      }

      assert.deepEqual(found, []);
    });
});
