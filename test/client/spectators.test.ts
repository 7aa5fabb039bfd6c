import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givePassword } from '../contract/call.ts';
import { castPassword } from '../support/server.ts';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { arrive, composer, messages, openRiver, skip, write } from './browser.ts';

describe('somebody without an account', { skip }, () => {
  it('reads what is open to the web, nothing else, and logs in where they were', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    await givePassword(server, 'alice');
    const id = await write(river, 'bob', 'Low **water**');
    await server.as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    await write(river, 'bob', 'Three ducks', 'birds');
    await server.as('owner').patch('/realm', { enable_spectator_access: true });
    const form = await arrive(server);
    await form.getByRole('button', { name: 'Log in' }).waitFor();
    await server.as('owner').patch(`/streams/${channel}`, { is_web_public: true });

    const page = await arrive(server, { bypassCSP: true });
    await messages(page).filter({ hasText: 'Three ducks' }).waitFor();
    const side = () => page.locator('.side .entry').allInnerTexts();
    await untilEqual(side, ['river', 'channel events', 'birds', 'levels']);
    await page.getByRole('link', { name: 'levels' }).first().click();
    await page.waitForURL(server.url + river.at);
    await messages(page).filter({ hasText: 'Three ducks' }).waitFor({ state: 'detached' });
    await messages(page).filter({ hasText: 'Low water' }).waitFor();
    assert.deepEqual(await messages(page).allInnerTexts(), ['Low water']);
    await untilEqual(() => page.evaluate("document.querySelector('.message .avatar').naturalWidth > 0"), true);
    await page.locator('.message').hover();
    assert.equal(await composer(page).count(), 0);
    assert.equal(await page.getByRole('toolbar').count(), 0);
    assert.equal(await page.locator('.reaction').isDisabled(), true);
    assert.deepEqual(await findViolations(page), []);

    for (const hash of ['#inbox', '#organization/users', `#user/${server.users.bob.id}`, '#narrow/is/mentioned']) {
      await page.goto(`${server.url}/${hash}`);
      await page.getByRole('heading', { name: 'Log in to see this' }).waitFor();
    }

    await page.goto(server.url + river.at);
    await page.locator('.bar').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('E-mail address').fill('alice@example.com');
    await page.getByLabel('Password').fill(castPassword);
    await page.getByRole('button', { name: 'Log in' }).click();
    await composer(page).waitFor();
    assert.equal(page.url(), server.url + river.at);
  });
});
