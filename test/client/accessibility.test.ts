import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import { openRiver, type Page, type River, skip, visit, write } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** What a page does that keeps somebody from using it, a line each. */
async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.replace(/\s+/g, ' ')}`),
  );
}

/** A river with everything a page can show. */
async function fill(river: River): Promise<void> {
  const { server } = river;
  const id = await write(river, 'bob', '**Hello** @**Alice Member**, `code` and https://example.com/ :tada:');
  await write(river, 'alice', '```python\nprint(1)\n```\n\n> quoted\n\n```spoiler More\nhidden\n```');
  await write(river, 'bob', '/me waves');
  await server.as('owner').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
  await server.as('alice').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  await server.as('bob').post('/messages', { type: 'direct', to: [server.users.alice.id], content: 'Psst' });
  await server.as('bob').post('/users/me/status', { status_text: 'fishing' });
}

const pages = [
  '#inbox',
  '#recent',
  '#feed',
  '#drafts',
  '#channels',
  '#user/1',
  '#narrow/is/mentioned',
  '#narrow/search/hello',
  '#keyboard-shortcuts',
  '#message-formatting',
  '#search-operators',
  '#settings/profile',
  '#settings/account',
  '#settings/preferences',
  '#organization/users',
  '#organization/invitations',
  '#organization/permissions',
  '#nowhere',
];

for (const colorScheme of ['light', 'dark'] as const) {
  describe(`every page, ${colorScheme}`, { skip }, () => {
    it('has no fault that axe finds', async (t) => {
      const river = await openRiver(t);
      await fill(river);
      const topic = river.at.slice(1);
      const alice = await visit(river.server, 'alice', { colorScheme, bypassCSP: true });
      const found: string[] = [];

      for (const hash of [
        ...pages,
        topic,
        `#narrow/channel/${river.channel}`,
        `#channels/${river.channel}`,
        `#user/${river.server.users.bob.id}`,
      ]) {
        await alice.goto(`${river.server.url}/${hash}`);
        await alice.getByRole('heading', { level: 1 }).waitFor();
        await alice.waitForTimeout(250);
        found.push(...(await findViolations(alice)).map((line) => `${hash} ${line}`));
      }

      assert.deepEqual(found, []);
    });

    it('has none on a phone either, nor in its dialogs', async (t) => {
      const river = await openRiver(t);
      await fill(river);
      const viewport = { width: 390, height: 800 };
      const alice = await visit(river.server, 'alice', { colorScheme, bypassCSP: true, viewport, at: river.at });
      await alice.locator('.message').first().waitFor();
      const found = await findViolations(alice);

      for (const key of ['Control+k', '?', 'x', ':', 'm']) {
        await alice.keyboard.press(key);
        await alice.getByRole('dialog').waitFor();
        found.push(...(await findViolations(alice)).map((line) => `${key} ${line}`));
        await alice.keyboard.press('Escape');
        await alice.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await alice.getByRole('button', { name: 'Show conversations' }).click();
      found.push(...(await findViolations(alice)).map((line) => `side bar ${line}`));

      assert.deepEqual(found, []);
    });
  });
}
