import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doRequireSecondFactor } from '../../src/accounts/second-factor.ts';
import { setupUrl } from '../../src/accounts/setup.ts';
import { roles } from '../../src/users/user.ts';
import { givePassword } from '../contract/call.ts';
import { AuthenticatorApp, giveApp } from '../support/authenticator-app.ts';
import { uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';
import { castPassword } from '../support/server.ts';
import { findViolations } from './axe.ts';
import { arrive, messages, openRiver, type Page, skip, write } from './browser.ts';

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill('alice@example.com');
  await page.getByLabel('Password').fill(castPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
}

describe('somebody who is not logged in', { skip }, () => {
  it('logs in where a link led, and is in the conversation that it names, with its pictures', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await givePassword(server, 'alice');
    const path = await uploadFile(server.as('bob'), png(), 'ducks.png');
    await write(river, 'bob', `Ducks: [ducks](${path})`);
    const page = await arrive(server, { at: river.at });

    await logIn(page);

    await messages(page).filter({ hasText: 'Ducks' }).waitFor();
    assert.equal(page.url(), server.url + river.at);
    const status = await page.evaluate(`fetch(${JSON.stringify(path)}).then((answer) => answer.status)`);
    assert.equal(status, 200);
    const cookies = await page.context().cookies();
    assert.deepEqual(
      cookies.map(({ httpOnly, sameSite }) => [httpOnly, sameSite]),
      [[true, 'Lax']],
    );
  });

  it('is asked again once the session is over, and gets back what was not saved', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    const page = await arrive(server, { at: '/#settings/profile', expected: /status of 401/ });
    await logIn(page);
    await page.getByLabel('Name', { exact: true }).fill('Alice of the River');
    const [session] = (await server.as('alice').get('/sessions')).body.sessions;

    await server.as('alice').delete(`/sessions/${session.id}`);

    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await page.getByText('Your session has ended.').waitFor();
    assert.equal(page.url(), `${server.url}/login?ended#settings/profile`);
    await logIn(page);
    const left = page.getByRole('complementary', { name: 'Unsaved text' });
    await left.waitFor();
    assert.match((await left.textContent()) ?? '', /was not saved:NameAlice of the RiverCopy/);
    await left.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.getByLabel('Name', { exact: true }).waitFor();
    assert.equal(await left.count(), 0);
  });

  it('is where the link led after a second step, also of a wrong code and of a log-out', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await givePassword(server, 'alice');
    const app = giveApp(server, 'alice');
    await write(river, 'bob', 'Ducks');
    const page = await arrive(server, { at: river.at, expected: /status of 422/ });

    await logIn(page);
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code', { exact: true }).fill(app.code());
    await page.keyboard.press('Enter');
    await messages(page).filter({ hasText: 'Ducks' }).waitFor();
    assert.equal(page.url(), server.url + river.at);

    await page.goto(`${server.url}/logout`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.goto(server.url + river.at);
    server.clock.advance(300);
    await logIn(page);
    await page.getByLabel('Code', { exact: true }).fill(app.code());
    await page.keyboard.press('Enter');
    await messages(page).filter({ hasText: 'Ducks' }).waitFor();
    assert.equal(page.url(), server.url + river.at);
  });

  it('is where the link led once a required second step is set up', async (t) => {
    const river = await openRiver(t);
    const { server } = river;
    await givePassword(server, 'alice');
    server.db.transaction(() => doRequireSecondFactor(server.app, true));
    await write(river, 'bob', 'Ducks');
    const page = await arrive(server, { at: river.at });

    await logIn(page);
    const key = (await page.locator('code').textContent()) ?? '';
    await page.getByLabel('Code', { exact: true }).fill(new AuthenticatorApp(server, key).code());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();

    await messages(page).filter({ hasText: 'Ducks' }).waitFor();
    assert.equal(page.url(), server.url + river.at);
  });

  it('passes through pages for everybody: log-in, required set-up, recovery codes, and a code', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    server.db.transaction(() => doRequireSecondFactor(server.app, true));
    const page = await arrive(server, { at: '/login', viewport: { width: 390, height: 844 } });
    const look = async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findViolations(page), []);
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    };

    await look();
    await logIn(page);
    const key = (await page.locator('code').textContent()) ?? '';
    await look();
    await page.getByLabel('Code', { exact: true }).fill(new AuthenticatorApp(server, key).code());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    const recovery = (await page.locator('code').first().textContent()) ?? '';
    await look();
    await page.goto(`${server.url}/second-step`);
    await look();
    await page.context().clearCookies();
    await page.goto(`${server.url}/login`);
    await logIn(page);
    await page.getByLabel('Code', { exact: true }).waitFor();
    await look();
    await page.getByLabel('Code', { exact: true }).fill(recovery);
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();
  });

  it('logs out, and finds the form', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    const page = await arrive(server);
    await logIn(page);
    await page.locator('.shell').waitFor();

    await page.goto(`${server.url}/logout`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.goto(server.url);

    await page.getByRole('button', { name: 'Log in' }).waitFor();
    assert.deepEqual(await page.context().cookies(), []);
  });

  it('begins as the first owner', async (t) => {
    const { server } = await openRiver(t);
    server.db.run('UPDATE users SET role = ?, is_active = 0 WHERE bot_type IS NULL', roles.member);
    const page = await arrive(server, { at: setupUrl(server.app).slice(server.url.length) });

    await page.getByLabel('Name of the organization').fill('Tea House');
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('a good one, this');
    await page.getByRole('button', { name: 'Begin' }).click();

    await page.getByRole('heading', { name: 'Welcome to Tea House' }).waitFor();
    assert.equal(server.db.value('SELECT name FROM realm'), 'Tea House');
  });

  it('can do all of that but talk without scripts', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    const page = await arrive(server, { javaScriptEnabled: false });

    await logIn(page);

    await page.locator('#app').waitFor({ state: 'attached' });
    assert.match(await page.locator('noscript').innerHTML(), /needs JavaScript/);
    await page.goto(`${server.url}/logout`);
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
  });
});
