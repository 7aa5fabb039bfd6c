import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until, untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { messages, openRiver, type Page, skip, visit, write } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const account = (page: Page) => page.getByRole('button', { name: 'Your account: Alice Member' });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Your account: Alice Member' });

/** Notes sounds and numbers on the icon, and lets the page believe that nobody looks at it. */
const recorder = `
  document.hasFocus = () => false;
  window.sounds = [];
  window.badges = [];
  navigator.setAppBadge = async (count) => { window.badges.push(count); };
  window.shown = [];
  window.Notification = class {
    static permission = 'granted';
    constructor(title, options) { window.shown.push(options.body); }
    close() {}
  };
  window.AudioContext = class {
    currentTime = 0;
    createOscillator() {
      const frequency = { set value(hertz) { window.sounds.push(hertz); } };
      return { frequency, connect: (to) => to, start() {}, stop() {} };
    }
    createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to }; }
  };
`;

describe('the own name in the side bar', { skip }, () => {
  it('opens a menu in which one is not to be disturbed, and is again', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice', { bypassCSP: true });
    const state = async () => (await server.as('alice').get('/users/me/availability')).body.availability.quiet_until;

    await account(page).click();
    assert.deepEqual(await findViolations(page), []);
    for (const name of ['Set your status', 'Account', 'Settings', 'Log out'])
      assert.ok(await menu(page).getByText(name, { exact: true }).isVisible(), name);
    await menu(page).getByRole('button', { name: 'Do not disturb' }).click();
    assert.deepEqual(await findViolations(page, { within: 'dialog' }), []);
    await page.getByRole('button', { name: /^For an hour/ }).click();
    await until(async () => (await state()) !== null);
    const rest = (await state()) - Date.now() / 1000;
    assert.ok(rest > 3500 && rest <= 3600, `${rest}`);

    await account(page).click();
    await menu(page)
      .getByText(/^Do not disturb until/)
      .waitFor();
    await menu(page).getByRole('button', { name: 'Resume notifications' }).click();
    await untilEqual(state, null);
  });

  it('is reached and left by keys', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice');

    await page.keyboard.press('y');
    await menu(page).waitFor();
    await untilEqual(() => page.evaluate('document.activeElement?.textContent'), 'Set your status');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Do not disturb' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Do not disturb' }).waitFor({ state: 'detached' });
  });

  it('opens a sheet at the lower edge of a phone', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice', { ...phone, bypassCSP: true });

    await page.getByRole('button', { name: 'Conversations' }).tap();
    await account(page).tap();
    await menu(page).getByRole('button', { name: 'Do not disturb' }).waitFor();
    const box = await menu(page).boundingBox();
    assert.ok(box && box.x === 0 && box.width === 390 && Math.round(box.y + box.height) === 844, JSON.stringify(box));
    const heights = await menu(page)
      .locator('.menu button, .menu a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    assert.ok(Math.min(...heights) >= 44, heights.join());
    assert.deepEqual(await findViolations(page), []);
    await menu(page).getByRole('button', { name: 'Do not disturb' }).tap();
    await page.getByRole('button', { name: /^For half an hour/ }).tap();
    await until(async () => (await server.as('alice').get('/users/me/availability')).body.availability.quiet_until);
  });
});

describe('a page of somebody who is not to be disturbed', { skip }, () => {
  it('plays no sound, shows no notification and no number, until that ends elsewhere', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    const page = await visit(server, 'alice', { at: river.at });
    await page.context().addInitScript(recorder);
    await page.reload();
    await page.locator('.shell').waitFor();
    await page.keyboard.press('Shift');
    await page.locator('h1').click();
    const seen = () => page.evaluate('[window.sounds.length > 0, window.shown.length, window.badges.at(-1)]');
    // Events of one queue arrive in their order: what comes after the setting finds it set.
    await server.as('alice').patch('/users/me/availability', { quiet_until: server.clock.now() + 3600 });

    await write(river, 'bob', '@**Alice Member** hush');
    await messages(page).filter({ hasText: 'hush' }).waitFor();
    assert.deepEqual(await seen(), [false, 0, 0]);

    await server.as('alice').patch('/users/me/availability', { quiet_until: null });
    await write(river, 'bob', '@**Alice Member** hello');
    await untilEqual(seen, [true, 1, 2]);
  });
});

describe('hours with notifications', { skip }, () => {
  it('are set by day, on all devices', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice', { at: '/#settings/notifications', bypassCSP: true });
    const hours = async () => (await server.as('alice').get('/users/me/availability')).body.availability.hours;
    const office = (weekday: number) => ({ weekday, from: 540, until: 1080 });

    await page.getByLabel('Notify me only during these hours').click();
    await untilEqual(hours, [1, 2, 3, 4, 5].map(office));
    await page.getByLabel('Saturday', { exact: true }).click();
    await page.getByLabel('Friday, until').fill('13:30');
    await page.getByLabel('Friday, until').press('Tab');
    await untilEqual(hours, [...[1, 2, 3, 4].map(office), { weekday: 5, from: 540, until: 810 }, office(6)]);
    assert.deepEqual(await findViolations(page), []);
    await page.getByLabel('Notify me only during these hours').click();
    await untilEqual(hours, []);
  });
});

describe('a status with an end', { skip }, () => {
  it('is set with it, shown with it, and gone after it', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice', { bypassCSP: true });
    await account(page).click();
    await menu(page).getByRole('button', { name: 'Set your status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your status' });

    await dialog.getByLabel('Ends').selectOption({ index: 2 });
    assert.deepEqual(await findViolations(page, { within: 'dialog' }), []);
    await dialog.getByRole('button', { name: /In a meeting/ }).click();
    await dialog.waitFor({ state: 'detached' });

    const { status_ends_at } = (await server.as('alice').get('/users/me/availability')).body.availability;
    assert.ok(status_ends_at > Date.now() / 1000 + 3500);
    await account(page).click();
    await menu(page).getByText('In a meeting').waitFor();
    await menu(page)
      .getByText(/^Until /)
      .waitFor();
  });
});

describe('a sound', { skip }, () => {
  it('is heard when it is chosen', async (t) => {
    const { server } = await openRiver(t);
    const page = await visit(server, 'alice', { at: '/#settings/notifications' });
    await page.context().addInitScript(recorder);
    await page.reload();

    await page.getByLabel('Notification sound').click();
    await page.getByLabel('Notification sound').selectOption({ label: 'Bong' });

    await untilEqual(() => page.evaluate('window.sounds'), [196]);
    await untilEqual(
      () => server.db.value("SELECT value FROM user_settings WHERE name = 'notification_sound'"),
      '"bong"',
    );
  });
});
