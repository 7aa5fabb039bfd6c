import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const mib = 1024 * 1024;
/** The longest content as JSON: control characters, which take six bytes each. */
const longContent = `a${'\u0001'.repeat(9998)}a`;
/** The longest HTML that a message may have. */
const longHtml = '😀'.repeat(9990);

/** Adds entries until the server refuses one; returns the message of the refusal. */
async function fill(server: TestServer, path: string, valuesOf: (n: number) => object): Promise<string> {
  for (let n = 0; n < 3000; n++) {
    const { status, body } = await server.as('guest').post(path, { ...valuesOf(n) });
    if (status !== 200) return body.msg;
  }
  return 'there is no bound';
}

/** The bytes of a field of the initial state of the guest. */
async function sizeInState(server: TestServer, type: string, field = type): Promise<number> {
  const { body } = await server.as('guest').post('/register', { fetch_event_types: [type] });
  return Buffer.byteLength(JSON.stringify(body[field]));
}

describe('The lists of one user', () => {
  it('have bounds in bytes: drafts', async (t) => {
    const server = await startServer(t);
    const drafts = [{ type: '', to: [], topic: '', content: longContent }];

    const msg = await fill(server, '/drafts', () => ({ drafts }));

    const size = await sizeInState(server, 'drafts');
    assert.equal(msg, 'You have too many drafts (limit: 1 MiB).');
    assert.ok(size > 0.9 * mib && size < mib, `${size}`);
  });

  it('have bounds in bytes: saved snippets', async (t) => {
    const server = await startServer(t);

    const msg = await fill(server, '/saved_snippets', () => ({ title: 'a', content: longContent }));

    const size = await sizeInState(server, 'saved_snippets');
    assert.equal(msg, 'You have too many saved snippets (limit: 1 MiB).');
    assert.ok(size > 0.9 * mib && size < mib, `${size}`);
  });

  it('have bounds in bytes: scheduled messages, with their HTML', async (t) => {
    const server = await startServer(t);
    const to = [server.users.guest.id];
    const planned = { type: 'direct', to, scheduled_delivery_timestamp: server.clock.now() + 60 };

    const msg = await fill(server, '/scheduled_messages', () => ({ ...planned, content: longHtml }));

    const size = await sizeInState(server, 'scheduled_messages');
    assert.equal(msg, 'You have too many scheduled messages (limit: 2 MiB).');
    assert.ok(size > mib && size < 2 * mib, `${size}`);
  });

  it('refuse a change beyond their bounds, too, and keep the entry as it was', async (t) => {
    const server = await startServer(t);
    const guest = server.as('guest');
    const long = 'a'.repeat(10_000);
    const draft = { type: '', to: [], topic: '', content: long };
    await guest.post('/drafts', { drafts: Array.from({ length: 98 }, () => draft) });
    const { body: snippet } = await guest.post('/saved_snippets', { title: 'a', content: 'soup' });
    for (let n = 0; n < 103; n++) await guest.post('/saved_snippets', { title: 'a', content: long });
    const changes = [1, 2, 3, 4].map((id) =>
      guest.patch(`/drafts/${id}`, { draft: { ...draft, content: longContent } }),
    );

    const answers = await Promise.all(changes);
    const { body } = await guest.patch(`/saved_snippets/${snippet.saved_snippet_id}`, { content: longContent });

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 400, 400, 400],
    );
    assert.equal(body.msg, 'You have too many saved snippets (limit: 1 MiB).');
    const { body: kept } = await guest.get('/saved_snippets');
    assert.equal(kept.saved_snippets[0].content, 'soup');
  });

  it('have bounds in bytes: reminders of long messages quote their text', async (t) => {
    const server = await startServer(t);
    const to = [server.users.guest.id];
    const message_id = await send(server.as('guest'), { type: 'direct', to, content: longHtml });
    const reminder = { message_id, scheduled_delivery_timestamp: server.clock.now() + 60, note: '🫰'.repeat(1000) };

    const msg = await fill(server, '/reminders', () => reminder);

    const size = await sizeInState(server, 'reminders');
    assert.equal(msg, 'You have too many reminders (limit: 100).');
    assert.ok(size < 6 * mib, `${size}`);
  });

  it('make a registration of at most eight megabytes, all together', async (t) => {
    const server = await startServer(t);
    const guest = server.as('guest');
    const to = [server.users.guest.id];
    const message_id = await send(guest, { type: 'direct', to, content: longHtml });
    const later = { scheduled_delivery_timestamp: server.clock.now() + 60 };
    const empty = await guest.post('/register');

    await fill(server, '/drafts', () => ({ drafts: [{ type: '', to: [], topic: '', content: longContent }] }));
    await fill(server, '/saved_snippets', () => ({ title: 'a', content: longContent }));
    await fill(server, '/scheduled_messages', () => ({ type: 'direct', to, content: longHtml, ...later }));
    await fill(server, '/reminders', () => ({ message_id, note: '🫰'.repeat(1000), ...later }));
    const alert_words = (n: number) => Array.from({ length: 100 }, (_, index) => `${n * 100 + index}${'w'.repeat(90)}`);
    await fill(server, '/users/me/alert_words', (n) => ({ alert_words: alert_words(n) }));
    const full = await guest.post('/register');

    const size = ({ body }: typeof full) => Buffer.byteLength(JSON.stringify(body));
    assert.ok(size(full) - size(empty) < 8 * mib, `${size(full)}`);
  });

  it('have bounds by number: topics with a policy, of which no further one is followed', async (t) => {
    const server = await startServer(t);
    const alice = server.as('alice');
    const stream_id = await subscribe(alice, 'kitchen');
    await alice.patch('/settings', { automatically_follow_topics_policy: 1 });
    server.db.run(
      `INSERT INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
       WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 4999)
       SELECT ?, ?, 't' || n, 't' || n, 1, 1 FROM n`,
      server.users.alice.id,
      stream_id,
    );

    await send(alice, { to: 'kitchen', topic: 'soup' });
    await send(alice, { to: 'kitchen', topic: 'bread' });
    const request = { stream_id, visibility_policy: 3 };
    const { body } = await alice.post('/user_topics', { ...request, topic: 'bread' });
    const { status: again } = await alice.post('/user_topics', { ...request, topic: 't1' });
    const { status: less } = await alice.post('/user_topics', { ...request, topic: 't2', visibility_policy: 0 });
    const { status: then } = await alice.post('/user_topics', { ...request, topic: 'bread' });

    assert.equal(body.msg, 'You have too many topics with a policy of their own (limit: 5000).');
    assert.deepEqual([again, less, then], [200, 200, 200]);
    assert.equal(server.db.value('SELECT count(*) FROM user_topics WHERE user_id = ?', server.users.alice.id), 5000);
  });
});
