import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createApiKey } from '../../src/accounts/api-key.ts';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { listUnreadInChannel } from '../../src/conversations/unread-messages.ts';
import { roles, type User } from '../../src/users/user.ts';
import { Client } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** More than are marked as read at once. */
const strangers = 250;

interface Scene extends TestServer {
  kitchen: number;
  /** A message that nobody has read. */
  message_id: number;
  /** Somebody who came after hundreds of others. */
  late: { user: User; client: Client };
  /** What a user has not read in the channel. */
  unreadOf: (user: User) => number[];
  isClosed: () => boolean;
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
  const isClosed = () => db.value('SELECT count(*) FROM closing_channels') === 0;
  return { ...server, kitchen, message_id, late, unreadOf, isClosed };
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
  it('marks it as read for the first of them at once, for the others soon, and publishes that', async (t) => {
    const { as, users, late, kitchen, message_id, isClosed, unreadOf } = await setScene(t);
    assert.deepEqual([unreadOf(users.bob).includes(message_id), unreadOf(late.user)], [true, [message_id]]);
    const { body } = await late.client.post('/register', { event_types: ['update_message_flags'] });

    await as('owner').delete(`/streams/${kitchen}`);

    assert.deepEqual(unreadOf(users.bob), []);
    await until(isClosed);
    assert.deepEqual(unreadOf(late.user), []);
    const poll = { queue_id: body.queue_id, last_event_id: -1, dont_block: true };
    const { events } = (await late.client.get('/events', poll)).body;
    const read = { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', all: false };
    // The notice of the archiving, too.
    assert.deepEqual(events, [{ id: 0, ...read, messages: [message_id, message_id + 1] }]);
  });

  it('goes on after a restart', async (t) => {
    const { app, as, users, late, kitchen, message_id, isClosed, unreadOf } = await setScene(t);
    await app.channelCloser.stop();
    await as('owner').delete(`/streams/${kitchen}`);
    assert.deepEqual([unreadOf(users.bob), unreadOf(late.user)], [[], [message_id, message_id + 1]]);

    app.channelCloser.start(app);

    await until(isClosed);
    assert.deepEqual(unreadOf(late.user), []);
  });

  it('ends where the channel is brought back', async (t) => {
    const { app, as, late, kitchen, message_id, unreadOf } = await setScene(t);
    await app.channelCloser.stop();
    await as('owner').delete(`/streams/${kitchen}`);
    await as('owner').patch(`/streams/${kitchen}`, { is_archived: false });

    app.channelCloser.start(app);
    await app.channelCloser.stop();

    assert.ok(unreadOf(late.user).includes(message_id));
  });

  it('logs a failure, and leaves the rest for later', async (t) => {
    const { app, as, late, kitchen, message_id, isClosed, unreadOf } = await setScene(t);
    const errors: string[] = [];
    app.log.error = (message) => errors.push(message);
    await app.channelCloser.stop();
    await as('owner').delete(`/streams/${kitchen}`);
    const writes = Object.assign(Object.create(app.writes), { submit: () => Promise.reject(new Error('no room')) });

    app.channelCloser.start({ ...app, writes });
    await until(() => errors.length > 0);

    assert.deepEqual(errors, ['an archived channel could not be marked as read']);
    assert.ok(unreadOf(late.user).includes(message_id));
    assert.equal(isClosed(), false);
  });
});
