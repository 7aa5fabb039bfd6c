import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { HeardEvent } from '../support/events.ts';
import { startServer, type TestServer } from '../support/server.ts';

const people = 1100;
const channels = 250;

/** A server with so many people and channels. */
async function startLarge(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)';
  server.db.run(
    `INSERT INTO users (email, email_key, full_name, role, joined_at)
     ${numbers} SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 400, 0 FROM numbers`,
    people,
  );
  server.db.run(
    `INSERT INTO channels (name, name_key, description, rendered_description, created_at)
     ${numbers} SELECT 'channel ' || n, 'channel ' || n, '', '', 0 FROM numbers`,
    channels,
  );
  return server;
}

describe('POST /register in a large organization', () => {
  it('shows people as they are after some of them changed', async (t) => {
    const server = await startLarge(t);
    const bob = server.users.bob.id;
    const register = async () => {
      const { body } = await server.as('alice').post('/register', { fetch_event_types: ['realm_user'] });
      return new Map<number, HeardEvent>(body.realm_users.map((one: HeardEvent) => [one.user_id, one]));
    };
    const before = await register();
    const value = 'Tabs\t, "quotes", \\, \u0001 and \u{1f600}';

    server.db.run("UPDATE users SET full_name = 'Robert', timezone = 'Europe/Berlin' WHERE id = ?", bob);
    server.db.run("INSERT INTO profile_fields (id, field_type, name, name_key, position) VALUES (7, 1, 'A', 'a', 1)");
    server.db.run('INSERT INTO profile_values (user_id, field_id, value) VALUES (?, 7, ?)', bob, value);
    const after = await register();

    const profile_data = { 7: { value } };
    const expected = { ...before.get(bob), full_name: 'Robert', timezone: 'Europe/Berlin', profile_data };
    assert.deepEqual(after, new Map([...before, [bob, expected]]));
  });
});
