import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { listUnreadInChannel } from '../../src/conversations/unread-messages.ts';
import { roles, type User } from '../../src/users/user.ts';
import { Client } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const strangers = 250;

interface Scene extends TestServer {
  kitchen: number;
  /** A message that nobody has read. */
  message_id: number;
  /** Somebody who came after hundreds of others. */
  late: { user: User; client: Client };
  /** What a user has not read in the channel. */
  unreadOf: (user: User) => number[];
}

/** A channel with a message that hundreds have not read. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { db, as } = server;
  const kitchen = await subscribe(as('owner'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  fill(server, kitchen);
  const late = arrive(server);
  await subscribe(late.client, 'kitchen');
  const message_id = await send(as('owner'), { to: 'kitchen' });
  const unreadOf = ({ id }: User) => listUnreadInChannel(db, id, kitchen);
  return { ...server, kitchen, message_id, late, unreadOf };
}

function arrive({ app, db, url }: TestServer): { user: User; client: Client } {
  return db.transaction(() => {
    const names = { email: 'late@example.com', full_name: 'Late', role: roles.member, password_hash: null };
    const user = doCreateUser(app, names);
    return { user, client: new Client(url, { email: user.email, key: createApiKey(app, user) }) };
  });
}

function fill({ db }: TestServer, channel_id: number): void {
  db.run(
    `WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < ?)
     INSERT INTO users (email, email_key, full_name, role, joined_at)
     SELECT 'stranger' || n || '@example.com', 'stranger' || n || '@example.com', 'Stranger ' || n, 400, 0 FROM n`,
    strangers,
  );
  const among = "SELECT id, ?, ? FROM users WHERE email_key LIKE 'stranger%'";
  db.run(`INSERT INTO subscriptions (user_id, channel_id, color) ${among}`, channel_id, '#3f7fbf');
  db.run(`INSERT INTO subscription_spans (user_id, channel_id, from_message_id) ${among}`, channel_id, 0);
}

describe('archiving a channel with hundreds of subscribers', () => {
  it('marks it as read for all of them, and publishes that', async (t) => {
    const { as, users, late, kitchen, message_id, unreadOf } = await setScene(t);
    assert.deepEqual([unreadOf(users.bob).includes(message_id), unreadOf(late.user)], [true, [message_id]]);
    const { body } = await late.client.post('/register', { event_types: ['update_message_flags'] });

    await as('owner').delete(`/streams/${kitchen}`);

    assert.deepEqual([unreadOf(users.bob), unreadOf(late.user)], [[], []]);
    const poll = { queue_id: body.queue_id, last_event_id: -1, dont_block: true };
    const { events } = (await late.client.get('/events', poll)).body;
    const read = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', all: false };
    assert.deepEqual(events, [{ id: 0, ...read, messages: [message_id] }]);
  });
});
