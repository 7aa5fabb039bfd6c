import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { resetUrl } from '../../src/accounts/password-reset.ts';
import { unsubscribeUrl } from '../../src/missed/unsubscribe.ts';
import { launchChromium, noChromium } from '../support/chromium.ts';
import { giveMailServer } from '../support/mail.ts';
import { startServer } from '../support/server.ts';

let launched: Promise<Browser> | undefined;

after(async () => {
  await (await launched)?.close();
});

describe('pages on a phone', { skip: noChromium }, () => {
  for (const [language, direction] of [
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ] as const) {
    it(`are as wide as it in ${language}, with the list of languages open too`, async (t) => {
      const server = await startServer(t);
      const { app, url, users } = server;
      giveMailServer(server);
      Object.assign(app.config, { demo_key: 'key', lan: { key: 'key', has_own_root: false } });
      const { body } = await server.as('admin').post('/invites/multiuse', {});
      launched ??= launchChromium();
      const context = await (await launched).newContext({ viewport: { width: 390, height: 844 }, locale: language });
      t.after(() => context.close());
      const page = await context.newPage();
      const paths = [
        ...[
          '/login',
          '/register',
          '/check-mail',
          '/forgot',
          '/apps',
          '/demo/key',
          '/demo/x',
          '/nearby/key/',
          '/nothing',
        ],
        ...[body.invite_link, resetUrl(app, users.alice), unsubscribeUrl(app, users.alice, 'missed')],
      ];

      for (const path of paths) {
        await page.goto(new URL(path, url).href);
        assert.equal(await page.locator('html').getAttribute('dir'), direction, path);
        const list = page.locator('.languages summary');
        if ((await list.count()) > 0) await list.click();
        const width = await page.evaluate('document.documentElement.scrollWidth');
        assert.equal(width, 390, path);
      }
    });
  }
});
