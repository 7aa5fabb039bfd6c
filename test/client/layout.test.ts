import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openRiver, type Page, skip, visit } from './browser.ts';
import { fill, show } from './filled.ts';
import { listMisfits } from './layout.ts';

/** Those with the longest words, those without spaces, that from right to left, and the one that is 40 % longer. */
const languages = ['de', 'fr', 'ru', 'pl', 'ar', 'ja', 'ko', 'en-xa'];
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const screens = { 'a wide window': {}, 'a phone': phone };

/** Titles, what is said beside a name, and choices may be shortened where all words are 40 % longer. */
const longWords = /^(shortened: (h1|(span|bdi).quiet)|longer than its field:) «⟦/;

/** Pages with a form that shows more when it is used, or that another one is like. */
const others = /nowhere|99999|starred|ничто|personal|files|muted|alert-words|playgrounds|profile-fields|retention/;

describe('every view in another language', { skip }, () => {
  for (const [screen, options] of Object.entries(screens))
    it(`fits ${screen}, with all of its words and actions`, async (t) => {
      const river = await openRiver(t);
      const { pages, topic } = await fill(river);
      const owner = await visit(river.server, 'owner', options);
      const views = pages.filter((hash) => !others.test(hash));
      assert.ok(views.length >= 25);
      const found: string[] = [];
      const check = async (at: string) => {
        const misfits = (await owner.evaluate(listMisfits)) as string[];
        found.push(...misfits.filter((misfit) => !longWords.test(misfit)).map((misfit) => `${at}: ${misfit}`));
      };

      for (const language of languages) {
        await choose(
          owner,
          () => river.server.as('owner').patch('/settings', { default_language: language }),
          language,
        );
        for (const hash of views) {
          await show(owner, hash);
          await check(`${language} ${hash}`);
        }
        await show(owner, topic);
        await owner.keyboard.press('Control+k');
        await owner.locator('dialog[open] input').fill('а');
        await check(`${language} jump`);
        await owner.keyboard.press('Escape');
      }

      assert.deepEqual(found, []);
    });
});

async function choose(page: Page, change: () => Promise<unknown>, language: string): Promise<void> {
  await change();
  await page.locator(`html[lang="${language}"]`).waitFor({ state: 'attached' });
}
