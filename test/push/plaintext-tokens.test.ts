import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

interface Scene extends TestServer {
  ears: Ears;
  /** What is kept, by user. */
  kept(): unknown[];
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const ears = await listen(server, ['alice', 'bob', 'owner']);
  const sql = 'SELECT user_id, kind, token, app_id FROM plaintext_tokens ORDER BY user_id, kind, token';
  return { ...server, ears, kept: () => server.db.tuples(sql) };
}

const kinds = [
  { kind: 'apns', path: '/users/me/apns_device_token', token: 'C0ffee', more: { appid: 'com.example.Chat-1' } },
  { kind: 'fcm', path: '/users/me/android_gcm_reg_id', token: 'any:thing', more: {} },
] as const;

for (const { kind, path, token, more } of kinds) {
  const values: Values = { token, ...more };
  const appid = kind === 'apns' ? 'com.example.Chat-1' : null;

  describe(`POST ${path}`, () => {
    it('keeps a token once for each user, and tells nobody', async (t) => {
      const { as, users, kept, ears } = await setScene(t);

      const answers = [];
      for (const name of ['alice', 'alice', 'guest'] as const) answers.push(await as(name).post(path, values));

      for (const { status, body } of answers) assert.deepEqual([status, body], [200, ok]);
      assert.deepEqual(kept(), [
        [users.alice.id, kind, token, appid],
        [users.guest.id, kind, token, appid],
      ]);
      assert.deepEqual(await ears.heard(), {});
    });

    it('takes a token of 4,096 characters, and none that is longer or empty', async (t) => {
      const { as, kept } = await setScene(t);
      const long = 'ab'.repeat(2048);

      const longest = await as('alice').post(path, { ...values, token: long });
      const longer = await as('alice').post(path, { ...values, token: `${long}ab` });
      const empty = await as('alice').post(path, { ...values, token: '' });

      assert.equal(longest.status, 200);
      for (const { status, body } of [longer, empty]) {
        assert.deepEqual([status, body], [400, badRequest('Empty or invalid length token')]);
      }
      assert.equal(kept().length, 1);
    });

    it('refuses bots, and whoever is not logged in', async (t) => {
      const { as, anonymous, kept } = await setScene(t);

      const bot = await as('bot').post(path, values);
      const stranger = await anonymous.post(path, values);

      assert.deepEqual([bot.status, bot.body], [400, badRequest('This endpoint does not accept bot requests.')]);
      assert.equal(stranger.status, 401);
      assert.deepEqual(kept(), []);
    });
  });

  describe(`DELETE ${path}`, () => {
    it("forgets one's own and nobody else's", async (t) => {
      const { as, users, kept, ears } = await setScene(t);
      for (const name of ['alice', 'bob'] as const) await as(name).post(path, values);

      const gone = await as('alice').delete(path, { token });
      const again = await as('alice').delete(path, { token });

      assert.deepEqual([gone.status, gone.body], [200, ok]);
      assert.deepEqual([again.status, again.body], [400, badRequest('Token does not exist')]);
      assert.deepEqual(kept(), [[users.bob.id, kind, token, appid]]);
      assert.deepEqual(await ears.heard(), {});
    });
  });
}

describe('POST /users/me/apns_device_token', () => {
  const bad: [what: string, values: Values, msg: string][] = [
    ['a token that is not hexadecimal', { token: 'coffee', appid: 'com.example.Chat' }, 'Invalid APNS token'],
    ['half a byte', { token: 'abc', appid: 'com.example.Chat' }, 'Invalid APNS token'],
    ['the id of no program', { token: 'c0ffee', appid: 'com.example.Chat;' }, 'Invalid app ID'],
    ['an empty id', { token: 'c0ffee', appid: '' }, 'Invalid app ID'],
  ];
  for (const [what, values, msg] of bad) {
    it(`refuses ${what}, and keeps nothing`, async (t) => {
      const { as, kept } = await setScene(t);

      const { status, body } = await as('alice').post('/users/me/apns_device_token', values);

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.deepEqual(kept(), []);
    });
  }
});
