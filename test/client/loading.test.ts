import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findViolations } from './axe.ts';
import { hold, openRiver, row, skip, visit, write } from './browser.ts';

describe('a conversation that is being loaded', { skip }, () => {
  for (const width of [1440, 390]) {
    it(`has the shape of messages until they are there, ${width} px wide`, async (t) => {
      const river = await openRiver(t);
      await write(river, 'bob', 'The water rises');
      const alice = await visit(river.server, 'alice', { bypassCSP: true, viewport: { width, height: 800 } });
      const next = await hold(alice, /\/api\/v1\/messages\?/);

      await alice.goto(river.server.url + river.at);
      const deliver = await next();
      await alice.locator('.skeleton-row').first().waitFor();
      assert.equal(await alice.locator('.messages-content').getAttribute('aria-busy'), 'true');
      assert.equal(await alice.getByText('No messages yet').count(), 0);
      assert.deepEqual(await findViolations(alice, { within: '.messages' }), []);
      await deliver();
      await row(alice, 'The water rises').waitFor();

      assert.equal(await alice.locator('.skeleton').count(), 0);
    });
  }

  it('has it not where the messages are known', async (t) => {
    const river = await openRiver(t);
    await write(river, 'bob', 'The water rises');
    const alice = await visit(river.server, 'alice', { at: river.at });
    await row(alice, 'The water rises').waitFor();
    await alice.goto(`${river.server.url}/#inbox`);
    await alice.evaluate(`new MutationObserver(() => {
      if (document.querySelector('.skeleton')) window.wasEmpty = true;
    }).observe(document.body, { childList: true, subtree: true })`);

    await alice.goto(river.server.url + river.at);
    await row(alice, 'The water rises').waitFor();

    assert.equal(await alice.evaluate('window.wasEmpty'), undefined);
  });
});
