import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { brandOf, contrastOf, readable, usualAccent } from '../../src/accent.ts';
import { png, upload } from '../support/pictures.ts';
import { untilEqual } from '../support/until.ts';
import { findViolations } from './axe.ts';
import { arrive, openRiver, type Page, skip, visit } from './browser.ts';

const tokens = readFileSync(new URL('../../src/client/style/tokens.css', import.meta.url), 'utf8');

/** The colors of the grounds of text, and of buttons. */
const grounds = ['ground', 'card', 'sunk', 'wash', 'mention'].map((name) => {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\);`).exec(tokens) ?? [];
  assert.ok(light && dark, name);
  return { light, dark };
});

describe('the accent color', () => {
  it('has a contrast of 4.5 to every ground in both themes, whatever was chosen', () => {
    const bytes = ['00', '11', '33', '55', '77', '99', 'bb', 'dd', 'ff'];
    const colors = bytes.flatMap((red) => bytes.flatMap((green) => bytes.map((blue) => `#${red}${green}${blue}`)));
    for (const color of colors)
      for (const theme of ['light', 'dark'] as const)
        for (const { [theme]: ground } of grounds)
          assert.ok(contrastOf(readable(color, theme), ground) >= 4.5, `${color} on ${ground}`);
  });

  it('stays as it is where it can be read', () => {
    assert.equal(readable('#7a1f5c', 'light'), '#7a1f5c');
    assert.equal(readable('#ffd166', 'dark'), '#ffd166');
  });

  it('has no other form if it is the usual one, or none', () => {
    assert.deepEqual([brandOf(usualAccent), brandOf('red'), brandOf('#fff;}')], [undefined, undefined, undefined]);
  });
});

/** The color of what is drawn in the accent color. */
function accentOf(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const probe = document.createElement('p');
    probe.style.color = 'var(--accent)';
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  })()`);
}

describe('an organization', { skip }, () => {
  it('has its own color in the client, at once and after a reload, in both themes', async (t) => {
    const { server } = await openRiver(t);
    const at = '/#organization/profile';
    const owner = await visit(server, 'owner', { at, bypassCSP: true });
    const alice = await visit(server, 'alice', { at: '/#about-zulip' });
    const before = await accentOf(alice);

    await owner.getByLabel('Accent color').fill('#ffd166');
    await untilEqual(() => alice.evaluate(`document.documentElement.style.getPropertyValue('--brand') !== ''`), true);

    const light = await accentOf(alice);
    assert.notEqual(light, before);
    await alice.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await accentOf(alice), 'rgb(255, 209, 102)');
    await alice.emulateMedia({ colorScheme: 'light' });
    await alice.reload();
    await alice.locator('.shell').waitFor();
    assert.equal(await accentOf(alice), light);
    for (const colorScheme of ['light', 'dark'] as const) {
      await owner.emulateMedia({ colorScheme });
      assert.deepEqual(await findViolations(owner, { rules: ['color-contrast'] }), []);
    }
    await owner.setViewportSize({ width: 390, height: 844 });
    assert.equal(await owner.evaluate('document.documentElement.scrollWidth'), 390);
  });

  it('has its own color where people log in and read without an account, in both themes', async (t) => {
    const { server, channel } = await openRiver(t);
    await server.as('owner').patch('/realm', { accent_color: '#ffd166', enable_spectator_access: true });
    await server.as('owner').patch(`/streams/${channel}`, { is_web_public: true });
    const page = await arrive(server, { at: '/login', bypassCSP: true, colorScheme: 'dark' });

    assert.equal(await accentOf(page), 'rgb(255, 209, 102)');
    const ground = `getComputedStyle(document.querySelector('form button')).backgroundColor`;
    assert.equal(await page.evaluate(ground), 'rgb(255, 209, 102)');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findViolations(page, { rules: ['color-contrast'] }), []);
    }
    await page.goto(server.url, { waitUntil: 'networkidle' });
    await page.locator('.shell').waitFor();
    assert.equal(await accentOf(page), 'rgb(255, 209, 102)');
  });

  it('has its wide logo above the side bar and on the page for logging in, another one in the dark', async (t) => {
    const { server } = await openRiver(t);
    const owner = server.as('owner');
    await upload(owner, '/realm/logo', [png()], { night: false });
    await upload(owner, '/realm/logo', [png(2)], { night: true });
    const page = await visit(server, 'owner');
    const logo = page.getByRole('img', { name: 'Test Organization' });

    assert.match((await logo.getAttribute('src')) ?? '', /^\/realm\/logo\?/);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('img[src^="/realm/night_logo?"]').waitFor();
    const html = await (await fetch(`${server.url}/login`)).text();
    assert.match(
      html,
      /<picture><source media="[^"]+" srcset="\/realm\/night_logo\?version=\d"><img class="wide-logo"/,
    );
  });
});
