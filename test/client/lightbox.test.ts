import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { encodePng } from '../../src/web/png.ts';
import { uploadFile } from '../support/files.ts';
import type { Bytes } from '../support/pictures.ts';
import { until } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { messages, openRiver, type Page, type River, skip, type Visit, visit, write } from './browser.ts';

/** Bob shows a picture. Returns the id of the message. */
async function show(river: River, name: string, shade: number): Promise<number> {
  const picture = encodePng(300, [[shade, shade, 200]], () => 0) as Bytes;
  return write(river, 'bob', `[${name}](${await uploadFile(river.server.as('bob'), Uint8Array.from(picture), name)})`);
}

/** Alice in a topic with three pictures, of which the last one is on her screen. */
async function openThree(t: TestContext, options: Visit = {}) {
  const river = await openRiver(t);
  const first = await show(river, 'one.png', 10);
  await write(river, 'alice', 'no picture');
  await show(river, 'two.png', 20);
  await show(river, 'three.png', 30);
  await river.server.app.thumbnailer.finished();
  await river.server.as('alice').post('/mark_all_as_read');
  const alice = await visit(river.server, 'alice', { at: river.at, ...options });
  await messages(alice).getByRole('img', { name: 'three.png' }).waitFor();
  return { river, alice, first };
}

function stage(page: Page, name: string) {
  return page.getByRole('dialog', { name });
}

describe('the lightbox', { skip }, () => {
  it('leads through the pictures of the conversation, zooms, and goes to a message, by mouse', async (t) => {
    const { alice, first } = await openThree(t, { bypassCSP: true });

    await messages(alice).getByRole('img', { name: 'two.png' }).click();
    await stage(alice, 'two.png').getByRole('img', { name: 'two.png' }).waitFor();
    await alice.getByRole('button', { name: 'Next picture' }).click();
    await stage(alice, 'three.png').waitFor();
    assert.equal(await alice.getByRole('button', { name: 'Next picture' }).getAttribute('aria-disabled'), 'true');
    await alice.getByRole('button', { name: 'Previous picture' }).click();
    await alice.getByRole('button', { name: 'Previous picture' }).click();
    await stage(alice, 'one.png').getByText('Bob Member').waitFor();
    assert.deepEqual(await findViolations(alice, { within: 'dialog' }), []);
    assert.equal(await alice.getByRole('link', { name: 'Download' }).getAttribute('download'), 'one.png');
    await alice.getByRole('button', { name: 'Zoom' }).click();
    await alice.getByRole('button', { name: 'Fit to window' }).click();
    await alice.getByRole('link', { name: 'Go to the message' }).click();
    await alice.getByRole('dialog').waitFor({ state: 'detached' });

    await alice.waitForURL(`**/near/${first}`);
  });

  it('is worked by keys, and gives the focus back', async (t) => {
    const { alice } = await openThree(t);
    const link = messages(alice).locator('a:has(img)').last();

    await link.press('Enter');
    await stage(alice, 'three.png').waitFor();
    await alice.keyboard.press('ArrowRight');
    await alice.keyboard.press('ArrowLeft');
    await stage(alice, 'two.png').waitFor();
    await alice.keyboard.press('+');
    await alice.getByRole('button', { name: 'Fit to window' }).waitFor();
    await alice.keyboard.press('-');
    await alice.getByRole('button', { name: 'Zoom' }).waitFor();
    await alice.keyboard.press('Escape');
    await alice.getByRole('dialog').waitFor({ state: 'detached' });

    assert.equal(await alice.evaluate("document.activeElement.querySelector('img').alt"), 'three.png');
  });

  it('fetches pictures of messages that are not on screen', async (t) => {
    const river = await openRiver(t);
    await show(river, 'old.png', 10);
    for (let count = 0; count < 120; count += 1) await write(river, 'bob', `Line ${count}`);
    await show(river, 'new.png', 20);
    await river.server.as('alice').post('/mark_all_as_read');
    const alice = await visit(river.server, 'alice', { at: river.at });

    await messages(alice).getByRole('img', { name: 'new.png' }).click();
    await until(
      async () =>
        (await alice.getByRole('button', { name: 'Previous picture' }).getAttribute('aria-disabled')) !== 'true',
    );
    await alice.keyboard.press('ArrowLeft');

    await stage(alice, 'old.png').waitFor();
  });

  it('is swiped on a phone, fills its screen, and stays within it', async (t) => {
    const { alice } = await openThree(t, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await messages(alice).getByRole('img', { name: 'three.png' }).tap();
    await stage(alice, 'three.png').waitFor();

    await alice.evaluate(`{
      const frame = document.querySelector('.stage-frame');
      const touch = (type, clientX) => {
        const one = new Touch({ identifier: 1, target: frame, clientX, clientY: 300 });
        const touches = type === 'touchend' ? [] : [one];
        frame.dispatchEvent(new TouchEvent(type, { bubbles: true, touches, changedTouches: [one] }));
      };
      touch('touchstart', 100);
      touch('touchend', 300);
    }`);
    await stage(alice, 'two.png').waitFor();

    const box = await stage(alice, 'two.png').boundingBox();
    assert.deepEqual([box?.x, box?.y, box?.width, box?.height], [0, 0, 390, 844]);
    assert.equal(await alice.evaluate('document.documentElement.scrollWidth'), 390);
  });
});
