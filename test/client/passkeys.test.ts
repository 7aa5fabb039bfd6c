import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givePassword } from '../contract/call.ts';
import { castPassword, type TestServer } from '../support/server.ts';
import { findViolations } from './axe.ts';
import { arrive, messages, openRiver, type Page, type River, skip, startSession, write } from './browser.ts';

/** A river that browsers reach by a name, and somebody whose device keeps passkeys. */
async function come(river: River, at: string): Promise<{ server: TestServer; page: Page }> {
  const url = river.server.url.replace('127.0.0.1', 'localhost');
  river.server.app.config.public_url = url;
  const server = { ...river.server, url };
  await givePassword(server, 'alice');
  const page = await arrive(river.server, {
    at: '/robots.txt',
    expected: /^foreign: http:\/\/localhost|status of 422/,
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.context().addCookies([await startSession(server, 'alice')]);
  await page.goto(url + at);
  return { server, page };
}

async function addPasskey(page: Page): Promise<void> {
  await page.getByLabel('Password').last().fill(castPassword);
  await page.getByLabel('Name of the passkey').fill('Laptop');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
}

describe('somebody whose device keeps passkeys', { skip }, () => {
  it('adds one, logs in with it alone, and where a link led', async (t) => {
    const river = await openRiver(t);
    const { server, page } = await come(river, '/second-step');
    await write(river, 'bob', 'Ducks');

    await addPasskey(page);
    await page.context().clearCookies();
    server.clock.advance(1);
    await page.goto(server.url + river.at);
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();

    await messages(page).filter({ hasText: 'Ducks' }).waitFor();
    assert.equal(page.url(), server.url + river.at);
  });

  it('adds one, takes it as the second step by keyboard, and turns it off with it', async (t) => {
    const river = await openRiver(t);
    const { server, page } = await come(river, '/second-step');

    await addPasskey(page);
    await page.context().clearCookies();
    server.clock.advance(1);
    await page.goto(`${server.url}/login`);
    await page.getByLabel('E-mail address').fill('alice@example.com');
    await page.getByLabel('Password').fill(castPassword);
    await page.keyboard.press('Enter');
    const use = page.getByRole('button', { name: 'Use a passkey' });
    await use.focus();
    assert.deepEqual(await findViolations(page), []);
    await page.keyboard.press('Enter');
    await page.locator('.shell').waitFor();

    server.clock.advance(1);
    await page.goto(`${server.url}/second-step`);
    await page.getByText('Laptop').waitFor();
    assert.deepEqual(await findViolations(page), []);
    await page.getByRole('button', { name: 'Turn off with a passkey' }).click();
    await page.getByText('Or type this key into the app').waitFor();
    assert.equal(server.db.value('SELECT count(*) FROM second_factors'), 0);
  });

  it('is told where the device does not have it, and is offered none at another address', async (t) => {
    const river = await openRiver(t);
    const { server, page } = await come(river, '/second-step');
    await addPasskey(page);
    await page.context().clearCookies();
    server.db.run("UPDATE passkeys SET credential_id = x'00'");
    server.clock.advance(1);
    await page.goto(`${server.url}/login`);

    await page.getByRole('button', { name: 'Log in with a passkey' }).click();

    await page.getByRole('alert').filter({ hasText: 'This passkey did not work' }).waitFor();
    await page.goto(`${river.server.url}/login`);
    await page.getByLabel('Password').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Log in with a passkey' }).count(), 0);
  });
});
