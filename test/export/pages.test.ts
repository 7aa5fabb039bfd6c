import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { exportHtml } from '../../src/export/html/html-export.ts';
import { importFiles, makeFolder, openEmpty } from '../import/scene.ts';
import { channelMessage, channels, epoch, ids, realmTables } from '../import/zulip-export.ts';
import { launchChromium, noChromium } from '../support/chromium.ts';

let launched: Promise<Browser> | undefined;

after(async () => {
  await (await launched)?.close();
});

const filler = 'filler '.repeat(60);
const texts = new Map([
  [101, 'The *Ärgernis* of the river'],
  [333, 'a river again, and 東京都に行く'],
  [340, `${filler}the **walrus** sang. ${filler}${filler}An oyster heard. ${filler}`],
  [341, `${'水'.repeat(400)}山川${'火'.repeat(400)}`],
  [342, `${'\u{10100}'.repeat(200)}mermaids${'\u{10100}'.repeat(200)}`],
  [450, '<script>document.title = "run"</script><img src=x onerror=alert(1)> rivers'],
]);

/** Opens the search of an export from the disk; everything that the page asks for is kept. */
async function openSearch(t: TestContext): Promise<{ page: Page; asked: string[]; folder: string }> {
  const app = openEmpty(t);
  const numbers = Array.from({ length: 600 }, (_, index) => 101 + index);
  await importFiles(t, app, {
    'realm.json': realmTables(),
    'messages-000001.json': {
      zerver_message: numbers.map((id) =>
        channelMessage(id, ids.alice, channels.general, { content: texts.get(id) ?? `line ${id}` }),
      ),
      zerver_usermessage: [],
    },
  });
  const folder = join(makeFolder(t), 'pages');
  await exportHtml({ data_dir: app.config.data_dir, file: folder, now: epoch + 1000 });
  launched ??= launchChromium();
  const page = await (await launched).newPage();
  t.after(() => page.close());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('pageerror', (error) => asked.push(`error: ${error.message}`));
  page.on('console', (message) => asked.push(`console: ${message.text()}`));
  await page.goto(`file://${folder}/index.html`);
  await page.getByRole('link', { name: 'Search' }).click();
  return { page, asked, folder };
}

/** Looks for words by keyboard; returns what is found, once it is. */
async function find(page: Page, words: string, said: string): Promise<string[]> {
  await page.getByRole('searchbox').fill(words);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText(said, { exact: true }).waitFor();
  return page.locator('#found p').allTextContents();
}

/** The only excerpt that is found, and its marked words. */
async function findExcerpt(page: Page, words: string): Promise<{ text: string; marks: string[] }> {
  const [text = ''] = await find(page, words, 'Messages: 1');
  return { text, marks: await page.locator('#found mark').allTextContents() };
}

describe('exported pages, opened from the disk', { skip: noChromium }, () => {
  it('find messages by words, show them in their topic, and ask for nothing but their own files', async (t) => {
    const { page, asked, folder } = await openSearch(t);

    assert.deepEqual(await find(page, 'RIVER argern', 'Messages: 1'), ['The Ärgernis of the river']);
    assert.deepEqual(await find(page, '東京', 'Messages: 1'), ['a river again, and 東京都に行く']);
    assert.deepEqual(await find(page, 'xyzzy', 'Messages: 0'), []);
    assert.deepEqual(await find(page, 'a', 'Enter words of at least two letters.'), []);
    assert.equal((await find(page, 'line', 'Messages: 594')).length, 50);
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('#found li').nth(99).waitFor();
    const found = await find(page, 'river', 'Messages: 3');
    assert.deepEqual(await page.locator('#found mark').allTextContents(), ['rivers', 'river', 'river']);
    assert.match(found[0] ?? '', /^<script>/);
    await page.locator('#found a').nth(1).click();
    await page.locator('article:target').waitFor();

    assert.equal(await page.locator('article:target').getAttribute('id'), 'm333');
    assert.equal(page.url(), `file://${folder}/conversations/0/1-2.html#m333`);
    assert.equal(await page.title(), 'plans · Old Home');
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`file://${folder}/`)),
      [],
    );
  });

  it('show what is around the words that they find', async (t) => {
    const { page } = await openSearch(t);
    const word = await findExcerpt(page, 'walr');
    assert.deepEqual(word.marks, ['walrus']);
    assert.match(word.text, /^… filler (?:filler )+the walrus sang\. (?:filler )+filler …$/);
    assert.ok(word.text.length < 300, word.text);

    const both = await findExcerpt(page, 'oyster walrus');
    assert.deepEqual(both.marks, ['walrus', 'oyster']);
    assert.match(both.text, /^… .*the walrus sang\..* … .*An oyster heard\..* …$/);

    const unspaced = await findExcerpt(page, '山川');
    assert.deepEqual(unspaced.marks, ['山川']);
    assert.match(unspaced.text, /^… 水+山川火+ …$/);

    const pairs = await findExcerpt(page, 'mermaid');
    assert.ok(pairs.text.isWellFormed());
    assert.match(pairs.text, /^… \u{10100}+mermaids\u{10100}+ …$/u);

    const topic = await find(page, 'plans filler', 'Messages: 1');
    assert.match(topic[0] ?? '', /^… ?.*filler|^filler/);
  });
});
