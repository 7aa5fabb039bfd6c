import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodePng } from '../../src/web/png.ts';
import { uploadFile } from '../support/files.ts';
import { type Bytes, png } from '../support/pictures.ts';
import { findViolations } from './axe.ts';
import { messages, openRiver, type Page, type River, row, skip, visit, write } from './browser.ts';

const widths = [1440, 390];

function film(): Bytes {
  return Uint8Array.from(Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom\0\0\0\x08free', 'latin1'));
}

function largePng(shade: number): Uint8Array {
  return encodePng(600, [[shade, shade, shade]], () => 0);
}

/** Uploads files of bob, and returns links to them. */
async function linkTo({ server }: River, files: readonly (readonly [name: string, content: Uint8Array])[]) {
  const links: string[] = [];
  for (const [name, content] of files)
    links.push(`[${name}](${await uploadFile(server.as('bob'), Uint8Array.from(content) as Bytes, name)})`);
  return links;
}

/** The upper edge, the height and the width of all elements that a selector finds. */
function boxesOf(page: Page, selector: string): Promise<{ top: number; height: number; width: number }[]> {
  const look = `[...document.querySelectorAll(${JSON.stringify(selector)})].map((one) => one.getBoundingClientRect())
    .map(({ top, height, width }) => ({ top: Math.round(top), height: Math.round(height), width: Math.round(width) }))`;
  return page.evaluate(look) as Promise<{ top: number; height: number; width: number }[]>;
}

describe('attachments of a message', { skip }, () => {
  for (const width of widths) {
    it(`are a row of pictures without names, whose places are reserved, ${width} px wide`, async (t) => {
      const river = await openRiver(t);
      const shades = [10, 90, 160].map((shade) => [`my heron ${shade}.png`, largePng(shade)] as const);
      const links = await linkTo(river, shades);
      await river.server.app.thumbnailer.finished();
      const id = await write(river, 'bob', `Look at these:\n${links.join('\n')}\nNice?`);
      await write(river, 'bob', 'The end');
      const alice = await visit(river.server, 'alice', {
        at: `${river.at}/near/${id}`,
        viewport: { width, height: 800 },
      });
      await alice.route('**/user_uploads/**', () => {});
      await alice.reload({ waitUntil: 'commit' });
      await row(alice, 'The end').waitFor();

      const before = await boxesOf(alice, '.message');
      await alice.unroute('**/user_uploads/**');
      await alice.reload();
      await row(alice, 'The end').waitFor();
      await messages(alice).locator('img').last().evaluate('(picture) => picture.decode()');

      const heights = (boxes: typeof before) => boxes.map(({ height }) => height);
      assert.deepEqual(heights(await boxesOf(alice, '.message')), heights(before));
      const rows = new Set((await boxesOf(alice, '.message_inline_image')).map(({ top }) => top));
      assert.equal(rows.size, width < 400 ? 2 : 1);
      assert.equal(
        (await messages(alice).first().textContent())?.replaceAll(/\s+/g, ' ').trim(),
        'Look at these: Nice?',
      );
      assert.equal(await alice.getByRole('img', { name: 'my heron 90.png' }).count(), 1);
    });

    it(`are cards with name, type and size, opened by mouse and keys, ${width} px wide`, async (t) => {
      const river = await openRiver(t);
      const long = `${'minutes-'.repeat(20)}.txt`;
      const links = await linkTo(river, [
        ['plan.pdf', Buffer.from(`%PDF-1.7\n${'x'.repeat(1500)}`)],
        [long, Buffer.from('Tea')],
      ]);
      await write(river, 'bob', `Read ${links[0]} first.\n${links.join(' ')}`);
      const alice = await visit(river.server, 'alice', {
        at: river.at,
        viewport: { width, height: 800 },
        bypassCSP: true,
      });
      const card = alice.locator('.file-card').first();

      await card.getByText('PDF, 1.5 kB').waitFor();
      assert.deepEqual(await alice.locator('.file-card bdi').allInnerTexts(), ['plan.pdf', long]);
      for (const open of [() => card.click(), () => card.press('Enter')]) {
        const download = alice.waitForEvent('popup');
        await open();
        await (await download).close();
      }

      const [first, second] = await boxesOf(alice, '.file-card');
      assert.deepEqual([first?.height, first?.width], [second?.height, second?.width]);
      assert.equal(await alice.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
      assert.deepEqual(await findViolations(alice, { within: '.rows' }), []);
    });
  }

  it('keep words that are no name, and names within a sentence', async (t) => {
    const river = await openRiver(t);
    const [one = '', two = ''] = await linkTo(river, [
      ['a.png', png(1)],
      ['b.png', png(2)],
    ]);
    await write(river, 'bob', `${one.replace('[a.png]', '[Our logo]')}\n\nCompare it with ${two}`);
    const alice = await visit(river.server, 'alice', { at: river.at });

    await messages(alice).locator('img').first().waitFor();

    assert.deepEqual(await messages(alice).locator('p').allInnerTexts(), ['Our logo', 'Compare it with b.png']);
  });

  it('are films and sounds that play in their place', async (t) => {
    const river = await openRiver(t);
    const links = await linkTo(river, [
      ['dance.mp4', film()],
      ['song.wav', Buffer.from(`RIFF\x24\0\0\0WAVEfmt \x10\0\0\0${'\0'.repeat(20)}data\0\0\0\0`, 'latin1')],
    ]);
    await write(river, 'bob', links.join('\n'));
    const alice = await visit(river.server, 'alice', { at: river.at, expected: /media|decode|416|load/i });

    await messages(alice).locator('video[controls]').waitFor();
    await messages(alice).locator('audio[controls]').waitFor();
    await messages(alice).locator('video').click();

    assert.equal(await alice.getByRole('dialog').count(), 0);
    assert.equal(await messages(alice).locator('a video').count(), 0);
    assert.deepEqual(await messages(alice).locator('p a').allInnerTexts(), ['dance.mp4', 'song.wav']);
  });
});
