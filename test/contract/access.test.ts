import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { endpoints } from '../../src/endpoints.ts';
import type { Access } from '../../src/http/endpoint.ts';
import { browserOf, fetchedByPage } from '../support/browser.ts';
import type { Answer } from '../support/client.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { listChangedTables, takeSnapshot } from '../support/snapshot.ts';
import { until } from '../support/until.ts';
import { make, packCall, pathOf, validCall } from './requests.ts';

/** The roles that each access refuses, and the errors. */
const refused: Record<Access, { names: readonly CastName[]; msg: string }> = {
  anyone: { names: [], msg: '' },
  user: { names: [], msg: '' },
  member: { names: ['guest'], msg: 'Not allowed for guest users' },
  administrator: {
    names: ['moderator', 'alice', 'bot', 'guest'],
    msg: 'Must be an organization administrator',
  },
  owner: { names: ['admin', 'moderator', 'alice', 'bot', 'guest'], msg: 'Must be an organization owner' },
};

for (const [id, endpoint] of Object.entries(endpoints)) {
  describe(`${endpoint.method} ${endpoint.path}`, () => {
    // What is refused changes nothing: one server is enough for all of it.
    if (endpoint.access !== 'anyone')
      it('is refused to whom it is not for', async (t) => {
        const server = await startServer(t);
        const call = await validCall(server, id);
        const before = takeSnapshot(server.db);

        await t.test('needs credentials', async () => {
          const answer = await make(server, endpoint, { ...call, as: 'anonymous' });

          assertUnauthorized(answer, 'Not logged in: API authentication or user session required');
          assert.deepEqual(listChangedTables(server.db, before), []);
        });

        if (endpoint.onlyPeople)
          await t.test('refuses a bot, whatever it sends', async () => {
            const answers = [
              await make(server, endpoint, { ...call, as: 'bot' }),
              await make(server, endpoint, { as: 'bot', path: call.path ?? {} }),
            ];

            const body = { result: 'error', msg: 'This endpoint does not accept bot requests.', code: 'BAD_REQUEST' };
            for (const answer of answers) assert.deepEqual([answer.status, answer.body], [400, body]);
            assert.deepEqual(listChangedTables(server.db, before), []);
          });

        for (const name of refused[endpoint.access].names) {
          await t.test(`refuses ${name}`, async () => {
            const { status, body } = await make(server, endpoint, { ...call, as: name });

            assert.equal(status, 400);
            assert.deepEqual(body, { result: 'error', msg: refused[endpoint.access].msg, code: 'BAD_REQUEST' });
            assert.deepEqual(listChangedTables(server.db, before), []);
          });
        }

        await t.test('refuses a page that was left open by somebody else', async () => {
          const { cookie: Cookie = '' } = browserOf(server, 'owner');
          const atLogin = takeSnapshot(server.db);
          const { suffix, init } = packCall(endpoint.method === 'GET' ? 'query' : 'urlencoded', endpoint, call);
          const named = { ...fetchedByPage, Cookie, 'X-Chatd-User': `${server.users.alice.id}` };

          const headers = { ...(init.headers as Record<string, string>), ...named };
          const path = pathOf(endpoint, call) + suffix;
          const { status, body } = await server.anonymous.send(endpoint.method, path, { ...init, headers });

          const msg = 'Somebody else is logged in at this browser now.';
          assert.deepEqual([status, body], [401, { result: 'error', msg, code: 'OTHER_USER' }]);
          assert.deepEqual(listChangedTables(server.db, atLogin), []);
        });

        await t.test('refuses a deactivated user', async () => {
          server.db.run('UPDATE users SET is_active = 0');
          const deactivated = takeSnapshot(server.db);

          const answer = await make(server, endpoint, call);

          assertUnauthorized(answer, 'Account is deactivated');
          assert.deepEqual(listChangedTables(server.db, deactivated), []);
        });
      });

    if (endpoint.access === 'anyone')
      it('needs no credentials, and does not look at any', async (t) => {
        const server = await startServer(t);
        const call = await validCall(server, id);
        const { suffix, init } = packCall(endpoint.method === 'GET' ? 'query' : 'urlencoded', endpoint, call);
        const headers = { ...(init.headers as Record<string, string>), Authorization: 'Bearer x' };

        const path = pathOf(endpoint, call) + suffix;
        const { status } = await server.anonymous.send(endpoint.method, path, { ...init, headers });

        assert.equal(status, 200);
      });
  });
}

describe('an Authorization header', () => {
  const key = 'a'.repeat(32);
  const notBasic = 'This endpoint requires HTTP basic authentication.';
  const unreadable = 'Invalid authorization header for basic auth';
  const headers: [header: string, status: number, msg: string][] = [
    ['Bearer abc', 400, notBasic],
    ['', 400, notBasic],
    ['Basic', 401, unreadable],
    ['Basic !!!', 401, unreadable],
    ['Basic a b', 401, unreadable],
    ['Digest a b', 401, unreadable],
    [`Basic ${base64('no colon')}`, 401, unreadable],
    [basic('alice@example.com', ''), 401, 'Malformed API key'],
    [basic('alice@example.com', 'short'), 401, 'Malformed API key'],
    [basic('alice@example.com', `${key}a`), 401, 'Malformed API key'],
    [basic('alice@example.com', key.replace('a', '-')), 401, 'Malformed API key'],
    [basic('alice@example.com', key), 401, 'Invalid API key'],
    [basic('nobody@example.com', key), 401, 'Invalid API key'],
    [basic('', key), 401, 'Invalid API key'],
  ];

  for (const [header, status, msg] of headers) {
    it(`is refused: ${header}`, async (t) => {
      const server = await startServer(t);

      const answer = await server.anonymous.send('GET', '/users/me', { headers: { Authorization: header } });

      if (status === 401) assertUnauthorized(answer, msg);
      assert.deepEqual([answer.status, answer.body], [status, { result: 'error', msg, code: codeOf(status) }]);
    });
  }

  it("is refused when the key is right and the address another user's", async (t) => {
    const server = await startServer(t);
    const api_key = await newKey(server);

    const answer = await asSaid(server, basic('bob@example.com', api_key));

    assertUnauthorized(answer, 'Invalid API key');
  });

  for (const scheme of ['Basic', 'basic', 'BASIC  ']) {
    it(`is taken with the scheme ${scheme} and the address in any case`, async (t) => {
      const server = await startServer(t);
      const api_key = await newKey(server);

      const { status, body } = await asSaid(server, `${scheme} ${base64(`ALICE@Example.com:${api_key}`)}`);

      assert.deepEqual([status, body.user_id], [200, server.users.alice.id]);
    });
  }

  it('is refused once the key was revoked', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const { status } = await alice.get('/users/me');
    assert.equal(status, 200);

    await alice.post('/users/me/api_key/regenerate');

    assertUnauthorized(await alice.get('/users/me'), 'Invalid API key');
  });

  it('counts when the request is carried out, however slowly it arrived', async (t) => {
    const server = await startServer(t);
    const lookups = t.mock.method(server.db, 'cached');
    const { readable, writable } = new TextEncoderStream();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const writer = writable.getWriter();
    const answer = server.as('alice').send('POST', '/messages', { body: readable, headers, duplex: 'half' });
    void writer.write('type=channel&to=general&');
    await until(() => lookups.mock.callCount() > 0);

    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.alice.id);
    void writer.write('topic=lunch&content=Soup').then(() => writer.close());

    assertUnauthorized(await answer, 'Account is deactivated');
    assert.equal(server.db.value('SELECT count(*) FROM messages'), 0);
  });
});

function assertUnauthorized({ status, headers, body }: Answer, msg: string): void {
  assert.equal(status, 401);
  assert.equal(headers['www-authenticate'], 'Basic realm="chatd"');
  assert.deepEqual(body, { result: 'error', msg, code: 'UNAUTHORIZED' });
}

function asSaid(server: TestServer, header: string): Promise<Answer> {
  return server.anonymous.send('GET', '/users/me', { headers: { Authorization: header } });
}

async function newKey(server: TestServer): Promise<string> {
  const { body } = await server.as('alice').post('/users/me/api_key/regenerate');
  return body.api_key;
}

function codeOf(status: number): string {
  return status === 401 ? 'UNAUTHORIZED' : 'BAD_REQUEST';
}

function basic(email: string, key: string): string {
  return `Basic ${base64(`${email}:${key}`)}`;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
