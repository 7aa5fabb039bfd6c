import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const numbers = 'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)';
const mib = 1024 * 1024;

/** Bytes of a part of an answer as JSON. */
const sizeOf = (part: unknown) => Buffer.byteLength(JSON.stringify(part));

async function stateOf({ as }: TestServer, fetch_event_types?: string[]) {
  const { status, body } = await as('bob').post('/register', {
    client_capabilities: { notification_settings_null: true, empty_topic_name: true, user_list_incomplete: true },
    ...(fetch_event_types && { fetch_event_types }),
  });
  assert.equal(status, 200, body.msg);
  return body;
}

const unreadTypes = ['message', 'update_message_flags'];

/** Makes `count` topics of a channel of bob, with the longest names and one unread message each. */
async function addTopics({ as, db, users }: TestServer, count: number): Promise<void> {
  const channel_id = await subscribe(as('bob'), 'kitchen');
  db.transaction(() => {
    const first = db.value<number>('SELECT max(id) + 1 FROM conversations') ?? 1;
    const id = db.value<number>('SELECT coalesce(max(id), 0) + 1 FROM messages') as number;
    db.run(
      `INSERT INTO conversations (id, channel_id, topic, topic_key, max_message_id) ${numbers}
       SELECT ? + n, ?, printf('%06d', n) || replace(printf('%54s', ''), ' ', '😀'), 'long ' || n, ? + n FROM numbers`,
      count,
      first,
      channel_id,
      id,
    );
    db.run(
      `INSERT INTO messages (id, conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
         rendered_content, rendered_version)
       ${numbers} SELECT ? + n, ? + n, ?, ?, ?, 'x', 1, 'x', '<p>x</p>', 1 FROM numbers`,
      count,
      id,
      first,
      channel_id,
      channel_id,
      users.alice.id,
    );
  });
}

/** Makes direct conversations of bob with alice and `members` others each, with one unread message each. */
function addGroups({ db, users }: TestServer, count: number, members: number): void {
  db.transaction(() => {
    db.run(
      `INSERT INTO users (email, email_key, full_name, role, joined_at)
       ${numbers} SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 400, 0 FROM numbers`,
      members + count,
    );
    const [own] = db.values<number>("SELECT id FROM users WHERE email = 'p1@example.com'");
    for (let index = 0; index < count; index++) {
      const others = Array.from({ length: members }, (_, at) => Number(own) + index + at);
      const key = [users.alice.id, users.bob.id, ...others].join();
      const { id } = db.run('INSERT INTO conversations (members_key) VALUES (?)', key);
      for (const user_id of [users.alice.id, users.bob.id]) {
        db.run('INSERT INTO direct_members (user_id, conversation_id) VALUES (?, ?)', user_id, id);
      }
      const message = db.run(
        `INSERT INTO messages (conversation_id, sender_id, client, sent_at, content, rendered_content, rendered_version)
         VALUES (?, ?, 'x', 1, 'x', '<p>x</p>', 1)`,
        id,
        users.alice.id,
      );
      db.run('UPDATE conversations SET max_message_id = ? WHERE id = ?', message.id, id);
    }
  });
}

/** Ids of all messages in a list of unread ones. */
function idsIn(unread: Record<'pms' | 'streams' | 'huddles', { unread_message_ids: number[] }[]>): number[] {
  return [...unread.pms, ...unread.streams, ...unread.huddles].flatMap((one) => one.unread_message_ids);
}

function newestId({ db }: TestServer): number {
  return db.value<number>('SELECT max(id) FROM messages') as number;
}

describe('the largest initial state', () => {
  it('has at most 4 MiB of unread messages in long topics, the newest', async (t: TestContext) => {
    const server = await startServer(t);
    await addTopics(server, 40_000);

    const { unread_msgs } = await stateOf(server, unreadTypes);

    assert.ok(sizeOf(unread_msgs) <= 4 * mib, `${sizeOf(unread_msgs)} bytes`);
    assert.ok(sizeOf(unread_msgs) > 3 * mib, `${sizeOf(unread_msgs)} bytes`);
    const ids = idsIn(unread_msgs).sort((a, b) => a - b);
    assert.equal(ids.at(-1), newestId(server));
    assert.equal(Number(ids.at(-1)) - Number(ids[0]), ids.length - 1);
    assert.deepEqual([unread_msgs.count, unread_msgs.old_unreads_missing], [ids.length, true]);
  });

  it('lists all unread messages below the bound', async (t) => {
    const server = await startServer(t);
    await addTopics(server, 5000);

    const { unread_msgs } = await stateOf(server, unreadTypes);

    assert.deepEqual([unread_msgs.count, unread_msgs.old_unreads_missing], [5000, false]);
  });

  it('has a bound for unread messages and recent conversations of large groups', async (t) => {
    const server = await startServer(t);
    addGroups(server, 800, 2000);

    const { unread_msgs, recent_private_conversations } = await stateOf(server, [
      ...unreadTypes,
      'recent_private_conversations',
    ]);

    for (const [part, bound] of [
      [unread_msgs, 4 * mib],
      [recent_private_conversations, 1_100_000],
    ]) {
      assert.ok(sizeOf(part) <= bound && sizeOf(part) > bound / 2, `${sizeOf(part)} bytes`);
    }
    assert.equal(unread_msgs.old_unreads_missing, true);
    assert.equal(Math.max(...idsIn(unread_msgs)), newestId(server));
    assert.equal(recent_private_conversations[0].max_message_id, newestId(server));
  });

  it('has the newest 100,000 starred messages', async (t) => {
    const server = await startServer(t);
    await addTopics(server, 100_001);
    const sql = `INSERT INTO message_flags (user_id, flag, message_id)
      SELECT ?, 'starred', id FROM messages WHERE sender_id = ? AND channel_id IS NOT NULL`;
    server.db.run(sql, server.users.bob.id, server.users.alice.id);

    const { starred_messages } = await stateOf(server, ['starred_messages']);

    assert.equal(starred_messages.length, 100_000);
    assert.equal(starred_messages.at(-1), newestId(server));
  });

  it('lets a short profile be set where long ones are at their bound', async (t) => {
    const server = await startServer(t);
    const { as, db, users } = server;
    const add = async (name: string): Promise<number> =>
      (await as('admin').post('/realm/profile_fields', { field_type: 2, name })).body.id;
    const [life, work] = [await add('Life'), await add('Work')];
    const sql = `INSERT INTO profile_values (user_id, field_id, value) VALUES (?, ?, printf('%16777216s', ''))`;
    db.run(sql, users.alice.id, life);
    const set = (value: string) => as('bob').patch('/users/me/profile_data', { data: [{ id: work, value }] });

    assert.equal((await set('short')).status, 200);
    const { status, body } = await set('😀'.repeat(500));

    assert.deepEqual([status, body.msg], [400, 'This organization has too many long profiles (limit: 16 MiB).']);
    assert.equal(db.value('SELECT value FROM profile_values WHERE user_id = ?', users.bob.id), 'short');
  });
});
