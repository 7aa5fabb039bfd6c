import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { languageNames } from '../../src/languages/names.ts';
import { startServer } from '../support/server.ts';
import { untilEqual } from '../support/until.ts';
import { choose, composer, loadComposer, openRiver, skip, visit, write } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const languages = Object.keys(languageNames).filter((code) => code !== 'en');

function textsOf(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`../../src/languages/${language}.json`, import.meta.url), 'utf8')).texts;
}

describe('a language', { skip, concurrency: 2 }, () => {
  for (const language of languages) {
    it(`${language} is what the client speaks once it is chosen, and fits a phone`, async (t) => {
      const river = await openRiver(t);
      await write(river, 'bob', 'Low water');
      await river.server.as('alice').patch('/settings', { default_language: language });
      const texts = textsOf(language);

      const alice = await visit(river.server, 'alice', { at: river.at, ...phone });

      const { lang, dir } = await alice.locator('html').evaluate(({ lang, dir }) => ({ lang, dir }));
      assert.deepEqual([lang, dir], [language, language === 'ar' ? 'rtl' : 'ltr']);
      for (const address of [river.at, '/#inbox', '/#recent', '/#settings/preferences', '/#organization/permissions']) {
        await alice.goto(river.server.url + address);
        await alice.locator('main').waitFor();
        const overflow = await alice.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.equal(overflow, 0, address);
      }
      await alice.goto(`${river.server.url}/#settings/preferences`);
      await alice.getByRole('group', { name: texts['settings.look'] ?? '' }).waitFor();
    });
  }
});

describe('the choice of a language', { skip }, () => {
  it('is made in the settings, and changes the client at once', async (t) => {
    const river = await openRiver(t);
    const alice = await visit(river.server, 'alice', { at: '/#settings/preferences' });
    const asked: string[] = [];
    alice.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));

    await alice.getByLabel('Language', { exact: true }).selectOption('Deutsch');

    await untilEqual(() => alice.locator('html').getAttribute('lang'), 'de');
    const german = textsOf('de');
    await alice.getByRole('group', { name: german['settings.look'] ?? '' }).waitFor();
    await alice.getByLabel(german['setting.enterSends'] ?? '').waitFor();
    // The page and its state stay: a switch is as quick as an event, three files of words and one rendering.
    const words = asked.filter((one) => /^GET \/assets\/de-(first|more|pages)-/.test(one));
    assert.deepEqual(
      asked.filter((one) => /\/register|events|^GET \/$/.test(one)),
      [],
    );
    assert.ok(words.length > 0 && words.length <= 3, words.join());
    await alice.getByLabel(german['setting.colours'] ?? '').selectOption(german['choice.dark'] ?? '');
    await alice.goto(river.server.url + river.at);
    await composer(alice).waitFor();
    const { body } = await river.server.as('alice').get('/messages/999999');
    assert.equal(body.code, 'BAD_REQUEST');
    assert.notEqual(body.msg, 'Invalid message(s)');
  });

  it('leaves what is being written as it is, with its selection', async (t) => {
    const river = await openRiver(t);
    await write(river, 'alice', 'Low water');
    const alice = await visit(river.server, 'alice', { at: river.at });
    const open: Record<string, () => Promise<Locator>> = {
      message: async () => {
        await loadComposer(alice);
        return composer(alice);
      },
      edit: async () => {
        await choose(alice, 'Low water', 'Edit');
        return alice.locator('.message textarea');
      },
      topic: async () => {
        await alice.goto(`${river.server.url}/#narrow/channel/${river.channel}`);
        return alice.locator('.topic-field');
      },
      channel: async () => {
        await alice.goto(`${river.server.url}/#channels/new`);
        return alice.getByLabel('Name', { exact: true });
      },
      settings: async () => {
        await alice.goto(`${river.server.url}/#settings/profile`);
        return alice.getByLabel('Status');
      },
      dialog: async () => {
        await alice.keyboard.press('Control+k');
        return alice.locator('dialog input').first();
      },
    };

    for (const [what, show] of Object.entries(open)) {
      const field = await (await show()).elementHandle();
      assert.ok(field, what);
      await field.fill('Half a sentence');
      await field.evaluate((one) =>
        (one as unknown as { setSelectionRange(...ends: number[]): void }).setSelectionRange(2, 4),
      );
      for (const language of ['de', 'ar', 'en']) {
        await river.server.as('alice').patch('/settings', { default_language: language });
        await alice.locator(`html[lang=${language}]`).waitFor({ state: 'attached' });
        await alice.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
        const state = '[document.activeElement.value, document.activeElement.selectionStart]';
        assert.deepEqual(await alice.evaluate(state), ['Half a sentence', 2], `${what}, ${language}`);
      }
    }
  });

  it('begins with what the browser of a newcomer accepts', async (t) => {
    const server = await startServer(t);
    await server.as('owner').patch('/realm', { invite_required: false, emails_restricted_to_domains: false });
    const { body } = await server.as('owner').post('/invites/multiuse', { stream_ids: [] });
    const form = new URLSearchParams({ full_name: 'Neu', email: 'neu@example.com', password: 'correct horse battery' });

    const response = await fetch(body.invite_link, {
      method: 'POST',
      body: form,
      headers: { 'Accept-Language': 'tlh, pt;q=0.8', Origin: server.url },
      redirect: 'manual',
    });

    assert.equal(response.status, 303);
    const user = server.db.value<number>("SELECT id FROM users WHERE email = 'neu@example.com'");
    const sql = "SELECT value FROM user_settings WHERE user_id = ? AND name = 'default_language'";
    assert.equal(server.db.value<string>(sql, user ?? 0), '"pt-br"');
  });
});
