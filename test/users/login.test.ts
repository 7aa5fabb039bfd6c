import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { hashPassword, passwordCost, verifyPassword } from '../../src/accounts/password.ts';
import { createLog } from '../../src/ground/log.ts';
import { ClientAddresses } from '../../src/http/client-address.ts';
import { Client } from '../support/client.ts';
import { startServer, type TestServer } from '../support/server.ts';

const password = 'correct horse';

async function startWithPassword(t: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(t);
  const hash = await hashPassword(server.app, password);
  server.db.run("UPDATE users SET password_hash = ? WHERE email = 'alice@example.com'", hash);
  return server;
}

function login({ anonymous }: TestServer, username: string, given = password) {
  return anonymous.post('/fetch_api_key', { username, password: given });
}

const wrong = { result: 'error', msg: 'Your username or password is incorrect', code: 'AUTHENTICATION_FAILED' };

describe('POST /fetch_api_key', () => {
  it('gives a new key for each login, all of which work', async (t) => {
    const server = await startWithPassword(t);

    const first = await login(server, 'alice@example.com');
    const second = await login(server, ' ALICE@example.com ');

    const { api_key, ...rest } = first.body;
    assert.match(api_key, /^[A-Za-z0-9]{32}$/);
    assert.deepEqual(rest, { result: 'success', msg: '', email: 'alice@example.com', user_id: server.users.alice.id });
    assert.notEqual(second.body.api_key, api_key);
    for (const key of [api_key, second.body.api_key]) {
      const client = new Client(server.url, { email: 'alice@example.com', key });
      assert.equal((await client.get('/users/me')).status, 200);
    }
  });

  it('takes the address that the API shows, too, and so do requests with the key', async (t) => {
    const server = await startWithPassword(t);
    const { id } = server.users.alice;
    await server.as('alice').patch('/settings', { email_address_visibility: 4 });
    const shown = (await server.as('bob').get(`/users/${id}`)).body.user.email;

    const { body } = await login(server, shown.toUpperCase());

    const { api_key, ...rest } = body;
    assert.notEqual(shown, 'alice@example.com');
    assert.deepEqual(rest, { result: 'success', msg: '', email: 'alice@example.com', user_id: id });
    const ask = async (email: string) =>
      (await new Client(server.url, { email, key: api_key }).get('/users/me')).status;
    assert.deepEqual([await ask(shown), await ask('alice@example.com'), await ask('bob@example.com')], [200, 200, 401]);
    const other = shown.replace(String(id), String(server.users.bob.id));
    assert.deepEqual([await ask(other), (await login(server, other)).status], [401, 401]);
  });

  it('counts guesses at both addresses of a user together', async (t) => {
    const server = await startWithPassword(t);
    const shown = `user${server.users.alice.id}@${server.app.config.host}`;
    for (const username of ['alice@example.com', shown, shown]) await login(server, username, 'wrong');
    for (const username of ['alice@example.com', shown]) await login(server, username, 'wrong');

    assert.equal((await login(server, shown)).status, 429);
  });

  it('logs and counts failed and refused logins, with the address first and without the password', async (t) => {
    const server = await startWithPassword(t);
    const lines: string[] = [];
    server.app.log = createLog('info', 'text', (line) => lines.push(line.replace(/^\S+ /, '')));
    await login(server, 'alice@example.com');
    for (let count = 0; count < 5; count++) await login(server, 'Alice@example.com', 'secret guess');

    await login(server, 'alice@example.com');
    await login(server, `x address=10.0.0.1 ${'y'.repeat(1000)}`, 'secret guess');

    const name = 'alice@example.com';
    assert.deepEqual(lines, [
      ...Array.from({ length: 5 }, () => `warn a login failed address=127.0.0.1 name=${name}`),
      `warn a login was refused address=127.0.0.1 name=${name}`,
      `warn a login failed address=127.0.0.1 name="x address=10.0.0.1 ${'y'.repeat(235)}"`,
    ]);
    assert.equal(server.app.loginFailures.count, 7);
  });

  it('stores keys and passwords only as hashes', async (t) => {
    const server = await startWithPassword(t);

    const { body } = await login(server, 'alice@example.com');

    const bytes = server.db.connection.serialize();
    assert.equal(bytes.includes(body.api_key), false);
    assert.equal(bytes.includes(password), false);
    assert.equal(bytes.includes('$argon2id$v=19$m='), true);
  });

  it('answers alike for a wrong password, an unknown user and one without a password', async (t) => {
    const server = await startWithPassword(t);

    for (const answer of [
      await login(server, 'alice@example.com', 'wrong'),
      await login(server, 'nobody@example.com'),
      await login(server, 'bob@example.com'),
      await login(server, 'alice@example.com', ''),
    ]) {
      assert.deepEqual([answer.status, answer.body], [401, wrong]);
    }
  });

  it('lets nobody in whose account is deactivated, and tells only those who know the password', async (t) => {
    const server = await startWithPassword(t);
    server.db.run("UPDATE users SET is_active = 0 WHERE email = 'alice@example.com'");

    const right = await login(server, 'alice@example.com');
    const guessed = await login(server, 'alice@example.com', 'wrong');

    const deactivated = { result: 'error', msg: 'Account is deactivated', code: 'USER_DEACTIVATED' };
    assert.deepEqual([right.status, right.body], [401, deactivated]);
    assert.deepEqual([guessed.status, guessed.body], [401, wrong]);
  });

  it('makes guessing slow: after five failures half an hour passes, for this user alone', async (t) => {
    const server = await startWithPassword(t);
    for (let count = 0; count < 5; count++) await login(server, 'alice@example.com', 'wrong');

    const blocked = await login(server, 'Alice@example.com');
    const other = await login(server, 'bob@example.com');
    server.clock.advance(30 * 60 + 1);
    const later = await login(server, 'alice@example.com');

    assert.deepEqual(
      [blocked.status, blocked.body],
      [429, { result: 'error', msg: 'API usage exceeded rate limit', code: 'RATE_LIMIT_HIT', 'retry-after': 1800 }],
    );
    assert.equal(other.status, 401);
    assert.equal(later.status, 200);
  });

  it('does not count failures from the future, which a wrong clock has left', async (t) => {
    const server = await startWithPassword(t);
    server.clock.advance(86_400);
    for (let count = 0; count < 5; count++) await login(server, 'alice@example.com', 'wrong');
    server.clock.advance(-86_400);

    assert.equal((await login(server, 'alice@example.com')).status, 200);
    await login(server, 'alice@example.com', 'wrong');
    assert.equal(server.db.value('SELECT count(*) FROM login_failures'), 1);
  });

  it('remembers failures over a restart', async (t) => {
    const server = await startWithPassword(t);
    for (let count = 0; count < 5; count++) await login(server, 'alice@example.com', 'wrong');

    const next = await startServer(t, server.db.connection.serialize());

    assert.equal((await login(next, 'alice@example.com')).status, 429);
    next.clock.advance(30 * 60 + 1);
    assert.equal((await login(next, 'alice@example.com')).status, 200);
    await login(next, 'alice@example.com', 'wrong');
    assert.equal(next.db.value('SELECT count(*) FROM login_failures'), 1);
  });

  it('makes guessing slow for an address that guesses at many users, and for no other', async (t) => {
    const server = await startWithPassword(t);
    server.app.addresses = new ClientAddresses(['127.0.0.1/32']);
    const from = (address: string, username: string, given: string) => {
      const body = new URLSearchParams({ username, password: given });
      return server.anonymous.send('POST', '/fetch_api_key', { body, headers: { 'X-Forwarded-For': address } });
    };
    for (let n = 0; n < 50; n++) await from('192.0.2.1', `user${n}@example.com`, '');

    const [same, other] = [
      await from('192.0.2.1', 'alice@example.com', password),
      await from('192.0.2.2', 'alice@example.com', password),
    ];

    assert.deepEqual([same.status, same.body['retry-after'], other.status], [429, 1800, 200]);
  });

  it('does not hold what others guess against this machine', async (t) => {
    const server = await startWithPassword(t);
    for (let n = 0; n < 50; n++) await login(server, `user${n}@example.com`, '');

    assert.equal((await login(server, 'alice@example.com')).status, 200);
  });

  it('makes guessing slow also where many guesses come at once', async (t) => {
    const server = await startWithPassword(t);
    const guesses = ['1', '2', '3', '4', '5', '6', '7', '8'].map((given) => {
      return login(server, 'alice@example.com', given);
    });

    const statuses = (await Promise.all(guesses)).map(({ status }) => status);

    assert.deepEqual(statuses.toSorted(), [401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

describe('API keys', () => {
  const statusWith = async ({ url }: TestServer, key: string) =>
    (await new Client(url, { email: 'alice@example.com', key }).get('/users/me')).status;

  it('are a hundred for each user, and the one goes that was not used for longest', async (t) => {
    const server = await startServer(t);
    const { app, clock, db, users } = server;
    const keys = Array.from({ length: 99 }, () => createApiKey(app, users.alice));
    const [first = '', second = ''] = keys;
    clock.advance(2 * 86_400);
    await server.as('alice').get('/users/me');
    assert.equal(await statusWith(server, first), 200);
    await server.as('bob').post('/users/me/presence', { status: 'active' });

    createApiKey(app, users.alice);

    assert.equal(await statusWith(server, first), 200);
    assert.equal(await statusWith(server, second), 401);
    assert.equal((await server.as('alice').get('/users/me')).status, 200);
    assert.equal(db.value('SELECT count(*) FROM api_keys WHERE user_id = ?', users.alice.id), 100);
    assert.equal((await server.as('bob').get('/users/me')).status, 200);
  });

  it('are noted as used once a day', async (t) => {
    const server = await startServer(t);
    const { clock, db, users } = server;
    const noted = () => db.value('SELECT used_at FROM api_keys WHERE user_id = ?', users.alice.id);
    const use = async () => {
      await server.as('alice').get('/users/me');
      // A write is answered after all that were asked for before it.
      await server.as('bob').post('/users/me/presence', { status: 'active' });
      return noted();
    };
    const began = clock.now();
    assert.equal(await use(), began);

    clock.advance(86_399);
    assert.equal(await use(), began);
    clock.advance(1);
    assert.equal(await use(), began + 86_400);
    clock.advance(3600);
    assert.equal(await use(), began + 86_400);
  });
});

describe('POST /users/me/api_key/regenerate', () => {
  it('makes every older key useless', async (t) => {
    const server = await startWithPassword(t);
    const { body: older } = await login(server, 'alice@example.com');

    const { body } = await server.as('alice').post('/users/me/api_key/regenerate');

    const statusWith = async (key: string) =>
      (await new Client(server.url, { email: 'alice@example.com', key }).get('/users/me')).status;
    assert.equal(await statusWith(body.api_key), 200);
    assert.equal(await statusWith(older.api_key), 401);
    assert.equal((await server.as('alice').get('/users/me')).status, 401);
    assert.equal((await server.as('bob').get('/users/me')).status, 200);
  });
});

describe('hashPassword', () => {
  it('comes to the newest first, where many wait', async (t) => {
    const { app } = await startServer(t);
    const done: number[] = [];

    const hashes = [0, 1, 2, 3, 4, 5].map((count) => hashPassword(app, password).then(() => done.push(count)));
    await Promise.all(hashes);

    // Two run at a time. The one that has waited longest begins last, so at most one other ends after it.
    assert.ok(done.indexOf(2) >= 4, `${done}`);
  });
});

describe('verifyPassword', () => {
  it('takes none that is longer than any can be', async (t) => {
    const { app, db, users } = await startServer(t);
    const longest = 'x'.repeat(100);
    db.run('UPDATE users SET password_hash = ? WHERE id = ?', await hashPassword(app, longest), users.alice.id);
    db.run('UPDATE users SET password_hash = ? WHERE id = ?', await hashPassword(app, `${longest}y`), users.bob.id);

    assert.equal(await verifyPassword(app, users.alice, longest), true);
    assert.equal(await verifyPassword(app, users.bob, `${longest}y`), false);
  });

  it('knows passwords whose hashes had another cost', async (t) => {
    const { app, db, users } = await startServer(t);
    const cost = { ...passwordCost };
    t.after(() => Object.assign(passwordCost, cost));
    Object.assign(passwordCost, { memory: 16, passes: 2 });
    db.run('UPDATE users SET password_hash = ? WHERE id = ?', await hashPassword(app, password), users.alice.id);
    Object.assign(passwordCost, cost);

    assert.equal(await verifyPassword(app, users.alice, password), true);
    assert.equal(await verifyPassword(app, users.alice, 'another'), false);
  });

  it('refuses hashes that would take all memory or time', async (t) => {
    const { app, db, users } = await startServer(t);
    const stored = await hashPassword(app, password);
    for (const cost of ['m=4194304,t=1', 'm=8,t=1000000', 'm=0,t=0']) {
      const altered = stored.replace(/m=\d+,t=\d+/, cost);
      db.run('UPDATE users SET password_hash = ? WHERE id = ?', altered, users.alice.id);

      assert.equal(await verifyPassword(app, users.alice, 'another'), false, cost);
    }
  });

  it('takes every way to write the same characters', async (t) => {
    const { app, db, users } = await startServer(t);
    const composed = await hashPassword(app, 'caf\u00e9 1234');
    db.run('UPDATE users SET password_hash = ? WHERE id = ?', composed, users.alice.id);

    assert.equal(await verifyPassword(app, users.alice, 'cafe\u0301 1234'), true);
    assert.equal(await verifyPassword(app, users.alice, 'cafe 1234'), false);
  });
});
