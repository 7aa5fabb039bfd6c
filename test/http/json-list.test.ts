import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonList } from '../../src/http/json-list.ts';
import { startServer, type TestServer } from '../support/server.ts';

const many = 600;

/** Many more people. */
function insertPeople({ db }: TestServer): void {
  db.run(
    `INSERT INTO users (email, email_key, full_name, role, joined_at)
     WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 400, 0 FROM numbers`,
    many,
  );
}

describe('a JSON list', () => {
  it('has its elements as they are written', () => {
    assert.deepEqual(jsonList([1, 2], (n) => `[${n}]`).pieces, ['[[1],[2]]']);
    assert.deepEqual(jsonList([], String).pieces, ['[]']);
  });

  it('of all people arrives whole, in the answers of the API and in the page of the web client', async (t) => {
    const server = await startServer(t);
    insertPeople(server);
    const ids = server.db.values<number>('SELECT id FROM users WHERE is_system_bot = 0 ORDER BY id');
    const alice = server.as('alice');
    const idsOf = (people: { user_id: number }[]) => people.map(({ user_id }) => user_id);

    const { body: listed } = await alice.get('/users');
    const { body: registered } = await alice.post('/register', { fetch_event_types: ['realm_user'] });
    const { authorization } = alice;
    const page = await (await fetch(server.url, { headers: { authorization } })).text();

    const state = JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
    assert.deepEqual([idsOf(listed.members), idsOf(registered.realm_users), idsOf(state.realm_users)], [ids, ids, ids]);
  });
});
