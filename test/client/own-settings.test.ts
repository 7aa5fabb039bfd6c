import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givePassword } from '../contract/call.ts';
import { uploadFile } from '../support/files.ts';
import { png } from '../support/pictures.ts';
import { castPassword } from '../support/server.ts';
import { until } from '../support/until.ts';
import { arrive, openRiver, type Page, skip, visit, write } from './browser.ts';

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill('alice@example.com');
  await page.getByLabel('Password').fill(castPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('.shell').waitFor();
}

describe('an account', { skip }, () => {
  it('has browsers that are logged out one by one or all others, and leaves', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    const expected = /status of 40[13]/;
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => arrive(server, { expected })));
    assert.ok(first && second && third);
    for (const page of [first, second, third]) await logIn(page);

    await first.goto(`${server.url}/#settings/sessions`);
    await first.getByText('This browser').waitFor();
    await first.getByRole('button', { name: 'Log out all 2 others' }).click();
    await second.getByRole('button', { name: 'Log in' }).waitFor();
    await third.getByRole('button', { name: 'Log in' }).waitFor();
    await until(async () => (await first.getByRole('button', { name: /^Log out: / }).count()) === 1);
    await first.getByRole('link', { name: 'Account' }).click();
    await first.getByRole('button', { name: 'Deactivate your account' }).click();
    await first.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    await first.getByRole('button', { name: 'Log in' }).waitFor();

    const { body } = await server.as('owner').get(`/users/${server.users.alice.id}`);
    assert.equal(body.user.is_active, false);
  });

  it('changes its address for those who know the password', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    const alice = await arrive(server, { at: '/#settings/account', session: 'alice', expected: /status of 400/ });
    const email = () => server.db.value('SELECT email FROM users WHERE id = ?', server.users.alice.id);

    await alice.getByLabel('E-mail address').fill('new@example.com');
    await alice.getByRole('button', { name: 'Change the address' }).click();
    await alice.getByText('Wrong password!').waitFor();
    assert.equal(email(), 'alice@example.com');
    await alice.getByLabel('Your password').fill(castPassword);
    await alice.getByRole('button', { name: 'Change the address' }).click();

    await until(() => email() === 'new@example.com');
  });

  it('changes its password and shows a key to those who know it', async (t) => {
    const { server } = await openRiver(t);
    await givePassword(server, 'alice');
    const alice = await visit(server, 'alice', { at: '/#settings/account', expected: /status of 40[01]/ });

    const key = alice.locator('form', { hasText: 'API key' });
    await key.getByLabel('Password').fill('wrong');
    await key.getByLabel('Password').press('Enter');
    await alice.getByText('Your username or password is incorrect').waitFor();
    await key.getByLabel('Password').fill(castPassword);
    await key.getByLabel('Password').press('Enter');
    const shown = (await alice.getByRole('main').getByRole('status').textContent()) ?? '';
    const authorization = `Basic ${Buffer.from(`alice@example.com:${shown}`).toString('base64')}`;
    assert.equal((await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })).status, 200);
    await alice.getByLabel('Current password').fill(castPassword);
    await alice.getByLabel('New password').fill('another long password');
    await alice.getByLabel('New password').press('Enter');
    await alice.getByText('Your password is changed.').waitFor();

    const login = { username: 'alice@example.com', password: 'another long password' };
    assert.equal((await server.anonymous.post('/fetch_api_key', login)).status, 200);
  });
});

describe('the account of somebody who logs in elsewhere', { skip }, () => {
  it('has no password to change, and gets a key in place of all others', async (t) => {
    const { server } = await openRiver(t);
    server.app.config.sso = { providers: [], passwords: 'owners' };
    const alice = await arrive(server, { at: '/#settings/account', session: 'alice' });

    await alice.getByRole('button', { name: 'Replace my keys' }).click();
    const shown = (await alice.getByRole('main').getByRole('status').textContent()) ?? '';

    const authorization = `Basic ${Buffer.from(`alice@example.com:${shown}`).toString('base64')}`;
    assert.equal((await fetch(`${server.url}/api/v1/users/me`, { headers: { authorization } })).status, 200);
    assert.equal((await server.as('alice').get('/users/me')).status, 401);
    assert.equal(await alice.getByLabel('Current password').count(), 0);
  });
});

describe('what somebody hears', { skip }, () => {
  it('follows from words, muted people, topics, and what each channel tells', async (t) => {
    const river = await openRiver(t);
    const { server, channel } = river;
    await write(river, 'bob', 'Hello');
    await server.as('alice').post('/user_topics', { stream_id: channel, topic: 'levels', visibility_policy: 3 });
    const alice = await visit(server, 'alice', { at: '/#settings/alert-words' });

    await alice.getByRole('button', { name: 'Add a word' }).click();
    await alice.getByLabel('Word or phrase').fill('flood');
    await alice.getByLabel('Word or phrase').press('Enter');
    await alice.getByRole('button', { name: 'Remove flood' }).click();
    await alice.getByText('There are none yet.').waitFor();
    await alice.getByRole('link', { name: 'Muted and followed' }).click();
    await alice.getByLabel('Mute someone').fill('bob');
    await alice.getByLabel('Mute someone').press('Enter');
    await alice.getByRole('button', { name: 'Unmute Bob Member' }).waitFor();
    await alice.getByLabel('Notifications of levels').selectOption('Default');
    await alice.getByText('You have not muted or followed any topics.').waitFor();
    await alice.getByRole('link', { name: 'Notifications' }).click();
    const chosen = alice.waitForResponse('**/subscriptions/properties');
    await alice.getByLabel('#river: On the desktop').check();
    await chosen;
    await alice.getByLabel('Channel messages: On the desktop').check();
    await alice.getByRole('checkbox', { name: '#general: On the desktop', checked: true }).waitFor();

    const { body } = await server.as('alice').post('/register', {});
    const [subscription] = body.subscriptions.filter(({ name }: { name: string }) => name === 'river');
    assert.deepEqual(
      [body.muted_users.length, body.user_topics, body.alert_words, subscription.desktop_notifications],
      [1, [], [], true],
    );
  });

  it('and what they uploaded is listed, with its size and a way to delete it', async (t) => {
    const river = await openRiver(t);
    const path = await uploadFile(river.server.as('alice'), png(), 'ducks.png');
    await write(river, 'alice', `[ducks](${path})`);
    const alice = await visit(river.server, 'alice', { at: '/#settings/files' });

    await alice.getByRole('link', { name: 'ducks.png' }).waitFor();
    await alice.getByRole('link', { name: 'its message' }).waitFor();
    await alice.getByRole('button', { name: 'Delete ducks.png' }).click();
    await alice.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await alice.getByText('You have not uploaded anything yet.').waitFor();

    assert.deepEqual((await river.server.as('alice').get('/attachments')).body.attachments, []);
  });
});

describe('times', { skip }, () => {
  it('have the clock of the user everywhere, at once', async (t) => {
    const river = await openRiver(t);
    const { server, at } = river;
    const { bob } = server.users;
    await server.as('alice').patch('/settings', { twenty_four_hour_time: true });
    await server.as('bob').patch('/settings', { timezone: 'Asia/Tokyo' });
    await write(river, 'bob', 'Off at <time:2026-11-23T17:00:00Z>');
    const alice = await visit(server, 'alice');
    const places: readonly [address: string, element: string][] = [
      ['#inbox', '.inbox-row time'],
      ['#recent', '.recent-row time'],
      [`#user/${bob.id}`, '.profile dl'],
      [at.slice(1), '.message .by time'],
      [at.slice(1), '.message .rendered time'],
    ];
    const clocks = async () => {
      const found: boolean[] = [];
      for (const [address, element] of places) {
        await alice.evaluate(`location.hash = '${address}'`);
        found.push(/\d\s[AP]M\b/i.test((await alice.locator(element).first().textContent()) ?? ''));
      }
      return found;
    };

    assert.deepEqual(await clocks(), [false, false, false, false, false]);
    await server.as('alice').patch('/settings', { twenty_four_hour_time: false });
    await alice.locator('.message .rendered time').filter({ hasText: 'PM' }).waitFor();
    assert.match((await alice.locator('.message .by time').textContent()) ?? '', /[AP]M/);
  });
});
