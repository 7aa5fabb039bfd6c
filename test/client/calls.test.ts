import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { castPassword } from '../support/server.ts';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { composer, openRiver, type Page, type River, row, skip, write } from './browser.ts';
import { awaitFirst, awaitMedia, enter, names, open, press } from './call-pages.ts';
import { listSmall } from './small-controls.ts';

describe('a call in a topic', { skip }, () => {
  it('is started by a key, found by others, heard and seen by all, and ends with the last one', async (t) => {
    const river = await openRiver(t);
    await write(river, 'owner', 'Hello');
    const [alice, bob] = [await open(river, 'alice'), await open(river, 'bob', { colorScheme: 'dark' })];

    await alice.keyboard.press('V');
    const dialog = alice.getByRole('dialog', { name: 'Call in #river > levels' });
    await dialog.getByRole('meter', { name: 'Microphone level' }).waitFor();
    assert.deepEqual(await findViolations(alice, { within: 'dialog' }), []);
    await press(alice, 'Camera');
    await dialog.locator('video').waitFor();
    await press(alice, 'Start a call');
    await alice.getByText('Nobody else is here yet.').waitFor();
    await bob.getByRole('img', { name: 'Call in progress' }).first().waitFor();
    await untilEqual(
      () => row(bob, 'Call started').locator('.call-card').textContent(),
      'Alice Member, since 9:00 AMJoin the call',
    );
    assert.deepEqual(await findViolations(bob), []);
    await row(bob, 'Call started').getByRole('link', { name: 'Join the call' }).click();
    await bob.getByRole('dialog').getByRole('button', { name: 'Camera' }).click();
    await bob.getByRole('dialog').getByRole('button', { name: 'Join the call' }).click();
    await bob.locator('.call-view').waitFor();
    await awaitMedia([alice, bob], [1, 1, 0]);
    assert.deepEqual(
      [await names(alice), await names(bob)],
      [
        ['You', 'Bob Member'],
        ['Alice Member', 'You'],
      ],
    );
    assert.deepEqual([await findViolations(alice), await findViolations(bob)], [[], []]);

    await bob.getByRole('button', { name: 'Share screen' }).click();
    await awaitMedia([alice], [1, 1, 1]);
    await untilEqual(() => names(alice), ['Screen: Bob Member', 'You', 'Bob Member']);
    await press(bob, 'Leave the call');
    await alice.getByText('Bob Member left the call.').waitFor({ state: 'attached' });
    await alice.keyboard.press('Escape');
    await alice.getByRole('complementary', { name: 'Call in #river > levels' }).waitFor();
    assert.deepEqual(await findViolations(alice), []);
    await press(alice, 'Leave the call');
    await untilEqual(() => alice.locator('.call-strip, .call-card, .call-sign').count(), 0);
  });

  it('goes on without one who leaves, and has one back who loads the page again', async (t) => {
    const river = await openRiver(t);
    const pages = [];
    for (const name of ['alice', 'bob', 'admin'] as const) {
      const page = await open(river, name);
      await enter(page, { hasCamera: false });
      pages.push(page);
    }
    const [alice, bob, admin] = pages as [Page, Page, Page];
    await awaitMedia(pages, [2, 0, 0]);

    await bob.reload();
    const start = performance.now();
    await bob.locator('.call-strip').waitFor();
    await awaitMedia(pages, [2, 0, 0]);
    t.diagnostic(`back after ${Math.round(performance.now() - start)} ms`);

    await press(admin, 'Leave the call');
    await awaitMedia([alice, bob], [1, 0, 0]);
    await untilEqual(() => names(alice), ['You', 'Bob Member']);
  });

  it('tells who is muted, raises a hand or reacts, and lets one talk while the space bar is held', async (t) => {
    const river = await openRiver(t);
    const [alice, bob] = [await open(river, 'alice'), await open(river, 'bob')];
    for (const page of [alice, bob]) await enter(page, { hasCamera: false });
    await awaitMedia([alice, bob], [1, 0, 0]);
    const tile = bob.locator('.call-tile').filter({ hasText: 'Alice Member' });
    await tile.getByRole('img', { name: 'Speaking' }).waitFor();

    await press(alice, 'Microphone');
    await tile.getByRole('img', { name: 'Microphone off' }).waitFor();
    await alice.locator('.call-stage').focus();
    await alice.keyboard.down(' ');
    await untilEqual(() => tile.getByRole('img', { name: 'Microphone off' }).count(), 0);
    await alice.keyboard.up(' ');
    await tile.getByRole('img', { name: 'Microphone off' }).waitFor();
    await press(alice, 'Raise hand');
    await tile.getByRole('img', { name: 'Hand raised' }).waitFor();
    await press(alice, 'React');
    // It is shown for four seconds, so bob looks for it before it comes.
    const shown = untilEqual(() => tile.locator('.call-reaction').textContent(), '🎉');
    await Promise.all([shown, press(alice, ':tada:')]);
    await bob.getByText('Alice Member reacted with 🎉.').waitFor({ state: 'attached' });
  });

  it('asks before it moves from another tab, and leaves with the page', async (t) => {
    const river = await openRiver(t);
    const expected = /status of 400/;
    const [first, bob] = [await open(river, 'alice', { expected }), await open(river, 'bob')];
    for (const page of [first, bob]) await enter(page, { hasCamera: false });
    const second = await open(river, 'alice', { expected });

    await second.locator('.page-tools').getByRole('button', { name: 'Join the call' }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Join the call' }).click();
    await second.getByText('You are in a call in another tab or on another device.').waitFor();
    await second.getByRole('button', { name: 'Continue here' }).click();
    await first.getByText('You continued the call elsewhere.').first().waitFor();
    await awaitMedia([second, bob], [1, 0, 0]);
    assert.equal(await first.locator('.call-view, .call-strip').count(), 0);

    await second.goto('about:blank');
    await untilEqual(() => names(bob), ['You']);
  });

  it('that is full offers a link to another service, if the organization has one', async (t) => {
    const river = await openRiver(t);
    await river.server.as('owner').patch('/realm', { video_chat_provider: 1 });
    const alice = await open(river, 'alice', { expected: /status of 400/ });
    const json = { result: 'error', code: 'CALL_FULL', msg: 'The call is full (limit: 12 members).' };
    await alice.route('**/calls/*/members', (route) => route.fulfill({ status: 400, json }));
    await alice.locator('.page-tools').getByRole('button', { name: 'Start a call' }).click();

    const dialog = alice.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Start a call' }).and(alice.locator(':focus')).press('Enter');
    await dialog.getByText('The call is full').waitFor();
    assert.deepEqual(await findViolations(alice), []);
    await dialog.getByRole('button', { name: 'Link to a call' }).click();

    await dialog.waitFor({ state: 'detached' });
    await until(async () => /^\[.+\]\(https:\/\/meet\.jit\.si\/\d+\) $/.test(await composer(alice).inputValue()));
  });

  it('can be listened to where the browser gives no microphone, which is said', async (t) => {
    const river = await openRiver(t);
    const [alice, bob] = [await open(river, 'alice'), await open(river, 'bob')];
    await bob.addInitScript("Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined })");
    await bob.reload();
    await enter(alice);

    await bob.locator('.page-tools').getByRole('button', { name: 'Join the call' }).click();
    await bob.getByText('Browsers allow microphone and camera only on pages with HTTPS').waitFor();
    await bob.getByRole('button', { name: 'Listen only' }).click();
    await awaitMedia([bob], [1, 1, 0]);
    assert.equal(await bob.getByRole('button', { name: 'Camera' }).count(), 0);
  });
});

describe('a call to one person', { skip }, () => {
  it('rings, is declined, and accepted', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const at = `/#narrow/dm/${server.users.bob.id}-dm`;
    const [alice, bob] = [await open({ ...river, at }, 'alice'), await open(river, 'bob', phone)];

    await enter(alice, { hasCamera: false });
    const ring = bob.getByRole('alertdialog', { name: 'Alice Member is calling' });
    await ring.waitFor();
    assert.deepEqual(await findViolations(bob), []);
    await ring.getByRole('button', { name: 'Decline' }).click();
    await ring.waitFor({ state: 'detached' });
    await press(alice, 'Leave the call');

    await enter(alice, { hasCamera: false });
    await ring.getByRole('button', { name: 'Accept' }).click();
    await bob.getByRole('dialog').getByRole('button', { name: 'Join the call' }).click();
    await awaitMedia([alice, bob], [1, 0, 0]);
    assert.equal(await ring.count(), 0);
    assert.deepEqual(await findViolations(bob), []);
    await bob.getByRole('button', { name: 'Close' }).click();
    assert.deepEqual(await findViolations(bob), []);
    assert.deepEqual(await bob.evaluate(listSmall), []);
  });
});

/** `8 video` or `12 voices`: so many take the processors of a small machine for minutes. */
const [size = '', kind] = (process.env.CHATD_TEST_CALL ?? '').split(' ');

describe('a crowd', {
  skip: skip || (size === '' && 'CHATD_TEST_CALL says how many, such as 8 video or 12 voices'),
}, () => {
  it(`of ${size} in ${kind} hear and see each other`, async (t) => {
    const river = await openRiver(t);
    const hasCamera = kind === 'video';
    const pages: Page[] = [];
    const times: number[] = [];
    for (let count = 1; count <= Number(size); count++) {
      const page = await openStranger(river, count);
      await enter(page, { hasCamera });
      pages.push(page);
      times.push(await awaitFirst(pages, [count - 1, hasCamera ? count - 1 : 0, 0]));
    }
    const rates = await Promise.all(pages.map(bytesPerSecond));

    t.diagnostic(
      `until all received all, after each one joined: ${times.map((time) => Math.round(time)).join(', ')} ms`,
    );
    t.diagnostic(`kbit/s sent by each: ${rates.map((rate) => Math.round(rate / 125)).join(', ')}`);
  });
});

/** A browser of somebody who is new here. */
async function openStranger(river: River, count: number): Promise<Page> {
  const { server } = river;
  const [email, password] = [`stranger${count}@example.com`, castPassword];
  const { body } = await server.as('owner').post('/users', { email, password, full_name: `Stranger ${count}` });
  const subscriptions = [{ name: 'river' }];
  await server.as('owner').post('/users/me/subscriptions', { subscriptions, principals: [body.user_id] });
  const { body: found } = await server.anonymous.post('/fetch_api_key', { username: email, password });
  const Authorization = `Basic ${Buffer.from(`${email}:${found.api_key}`).toString('base64')}`;
  return open(river, 'alice', { extraHTTPHeaders: { Authorization } });
}

/** What a page sends over all of its connections. */
async function bytesPerSecond(page: Page): Promise<number> {
  const sent = `Promise.all(connections.map(async (one) => [...(await one.getStats()).values()]
    .filter(({ type }) => type === 'transport').reduce((sum, { bytesSent }) => sum + bytesSent, 0)))
    .then((all) => all.reduce((sum, one) => sum + one, 0))`;
  const [before, start] = [(await page.evaluate(sent)) as number, performance.now()];
  await setTimeout(5000);
  const after = (await page.evaluate(sent)) as number;
  return ((after - before) / (performance.now() - start)) * 1000;
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
