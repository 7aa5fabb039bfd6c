import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { givePassword } from '../contract/call.ts';
import { type Browser, browserOf } from '../support/browser.ts';
import { Client } from '../support/client.ts';
import { giveMailServer } from '../support/mail.ts';
import { badRequest } from '../support/scene.ts';
import { castPassword, type Span, startServer, type TestServer } from '../support/server.ts';

const regenerate = '/users/me/api_key/regenerate';
const wrong = badRequest('Wrong password!');
const onlyInSettings = badRequest('In a browser, change your own address and password in your settings.');
const email = 'thief@example.com';

/** The browser of an owner with a password, who may do everything. */
async function sitDown(t: Span): Promise<TestServer & { browser: Browser; id: number }> {
  const server = await startServer(t);
  await givePassword(server, 'owner');
  return { ...server, browser: browserOf(server, 'owner'), id: server.users.owner.id };
}

/** What must be as before: the address, and the keys and passwords that log in. */
async function assertUntouched({ as, anonymous, users }: TestServer): Promise<void> {
  assert.equal((await as('owner').get('/users/me')).body.delivery_email, users.owner.email);
  const login = { username: users.owner.email, password: castPassword };
  assert.equal((await anonymous.post('/fetch_api_key', login)).status, 200);
}

describe('whoever sits in front of a browser without knowing the password', () => {
  it('gets no API key, and revokes none', async (t) => {
    const server = await sitDown(t);

    const refused = [
      await server.browser.call('POST', regenerate),
      await server.browser.call('POST', regenerate, { password: '' }),
      await server.browser.call('POST', regenerate, { password: 'a guess' }),
      await server.browser.call('POST', regenerate, { old_password: castPassword }),
    ];

    for (const { status, body } of refused) assert.deepEqual([status, body], [400, wrong]);
    await assertUntouched(server);
  });

  it('changes no address, neither in the settings nor as an owner does', async (t) => {
    const server = await sitDown(t);
    const { browser, id, users } = server;

    const refused = [
      await browser.call('PATCH', '/settings', { email }),
      await browser.call('PATCH', `/users/${id}`, { new_email: email }),
      await browser.call('PATCH', `/users/${users.owner.email}`, { new_email: email, full_name: 'Thief' }),
    ];

    assert.deepEqual(
      refused.map(({ body }) => body),
      [wrong, onlyInSettings, onlyInSettings],
    );
    await assertUntouched(server);
  });

  for (const mails of [false, true]) {
    it(`gets no link to choose another password ${mails ? 'by mail' : 'in the answer'}`, async (t) => {
      const server = await sitDown(t);
      const mailbox = mails ? giveMailServer(server) : undefined;

      const { body } = await server.browser.call('POST', `/users/${server.id}/password_reset`);

      assert.deepEqual(body, onlyInSettings);
      assert.deepEqual(mailbox?.mails ?? [], []);
      await assertUntouched(server);
    });
  }

  it('can go on with what belongs to others', async (t) => {
    const { browser, users } = await sitDown(t);

    const answers = [
      await browser.call('PATCH', `/users/${users.alice.id}`, { new_email: 'new@example.com' }),
      await browser.call('POST', `/users/${users.bob.id}/password_reset`),
      await browser.call('PATCH', `/users/${users.owner.id}`, { full_name: 'Olive', new_email: users.owner.email }),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
  });

  it('is stopped after five guesses', async (t) => {
    const { browser } = await sitDown(t);
    for (let guess = 0; guess < 5; guess++) await browser.call('POST', regenerate, { password: `guess ${guess}` });

    const { status, body } = await browser.call('POST', regenerate, { password: castPassword });

    assert.deepEqual([status, body.code], [429, 'RATE_LIMIT_HIT']);
  });
});

describe('a new API key', () => {
  it('is made in a browser with the password', async (t) => {
    const server = await sitDown(t);

    const { body } = await server.browser.call('POST', regenerate, { password: castPassword });

    const client = new Client(server.url, { email: server.users.owner.email, key: body.api_key });
    assert.equal((await client.get('/users/me')).status, 200);
    assert.equal((await server.as('owner').get('/users/me')).status, 401);
  });

  it('is made without one for programs, which send none, and for people who have none', async (t) => {
    const server = await sitDown(t);

    const ofProgram = await server.as('owner').post(regenerate);
    const withoutPassword = await browserOf(server, 'bob').call('POST', regenerate);

    assert.deepEqual([ofProgram.status, withoutPassword.status], [200, 200]);
  });
});
