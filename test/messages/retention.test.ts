import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deleteExpired } from '../../src/jobs/expired-messages.ts';
import { countExpired, countExpiredFiles, doDeleteExpired } from '../../src/messages/retention.ts';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const day = 86_400;

async function keep(server: TestServer, days: number): Promise<void> {
  const { status } = await server.as('owner').patch('/realm', { message_retention_days: days });
  assert.equal(status, 200);
}

function left({ db }: TestServer, ids: readonly number[]): number[] {
  return db.values<number>('SELECT id FROM messages ORDER BY id').filter((id) => ids.includes(id));
}

/** Makes more messages like the newest one. */
function copyNewest({ db }: TestServer, count: number): void {
  db.run(
    `INSERT INTO messages (conversation_id, channel_id, sender_id, client, sent_at, content, rendered_content,
       rendered_version, sent_channel_id)
     WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
     SELECT conversation_id, channel_id, sender_id, client, sent_at, content, rendered_content, rendered_version,
       sent_channel_id FROM (SELECT * FROM messages ORDER BY id DESC LIMIT 1), n`,
    count,
  );
}

describe('doDeleteExpired', () => {
  it('deletes nothing where messages are kept for ever', async (t) => {
    const server = await startServer(t);
    const id = await send(server.as('alice'), { to: 'general' });
    server.clock.advance(10_000 * day);

    doDeleteExpired(server.app);

    assert.deepEqual(left(server, [id]), [id]);
  });

  it('deletes what is older than the organization keeps it, and tells those who had it', async (t) => {
    const server = await startServer(t);
    await keep(server, 30);
    const { bob } = server.users;
    const old = await send(server.as('alice'), { to: 'general' });
    const direct = await send(server.as('alice'), { type: 'direct', to: [bob.id] });
    server.clock.advance(1);
    const kept = await send(server.as('alice'), { to: 'general' });
    const keptDirect = await send(server.as('alice'), { type: 'direct', to: [bob.id] });
    const ears = await listen(server, ['bob', 'guest'], {
      event_types: ['delete_message'],
      client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
    });

    server.clock.advance(30 * day);
    doDeleteExpired(server.app);

    assert.deepEqual(left(server, [old, direct, kept, keptDirect]), [kept, keptDirect]);
    const place = { message_type: 'stream', stream_id: 1, topic: 'lunch' };
    const inChannel = { type: 'delete_message', message_ids: [old], ...place };
    assert.deepEqual(await ears.heard(), {
      bob: [inChannel, { type: 'delete_message', message_ids: [direct], message_type: 'private' }],
      guest: [inChannel],
    });
  });

  it('does as a channel says, if it says something', async (t) => {
    const server = await startServer(t);
    await keep(server, 30);
    const lasting = await subscribe(server.as('owner'), 'lasting', { message_retention_days: 'unlimited' });
    const brief = await subscribe(server.as('owner'), 'brief', { message_retention_days: 1 });
    const [inLasting, inBrief, inGeneral] = [
      await send(server.as('owner'), { to: lasting }),
      await send(server.as('owner'), { to: brief }),
      await send(server.as('owner'), { to: 'general' }),
    ];
    const all = [inLasting, inBrief, inGeneral];

    server.clock.advance(2 * day);
    doDeleteExpired(server.app);
    assert.deepEqual(left(server, all), [inLasting, inGeneral]);

    server.clock.advance(40 * day);
    doDeleteExpired(server.app);
    assert.deepEqual(left(server, all), [inLasting]);
  });

  it('deletes the oldest first, so few at once that nobody waits long', async (t) => {
    const server = await startServer(t);
    await keep(server, 1);
    const first = await send(server.as('alice'), { to: 'general' });
    copyNewest(server, 119);
    server.clock.advance(2 * day);
    const ids = server.db.values<number>('SELECT id FROM messages ORDER BY id');
    const general = { channel_id: 1, count: 50 };

    assert.deepEqual(doDeleteExpired(server.app), [general]);
    assert.deepEqual(left(server, ids), ids.slice(50));
    assert.deepEqual(doDeleteExpired(server.app), [general]);
    assert.deepEqual(doDeleteExpired(server.app), [{ ...general, count: ids.length - 100 }]);
    assert.deepEqual(doDeleteExpired(server.app), []);

    assert.deepEqual([left(server, ids), ids.includes(first)], [[], true]);
  });

  it('leaves other conversations for the next time when one took long', async (t) => {
    const server = await startServer(t);
    await keep(server, 1);
    for (const topic of ['a', 'b', 'c']) await send(server.as('alice'), { to: 'general', topic });
    server.clock.advance(2 * day);
    const counts: number[] = [];
    let milliseconds = 0;
    server.app.clock.monotonic = () => {
      milliseconds += 5;
      return milliseconds;
    };

    for (let batch = doDeleteExpired(server.app); batch.length > 0; batch = doDeleteExpired(server.app)) {
      counts.push(...batch.map(({ count }) => count));
    }

    assert.equal(server.db.value('SELECT count(*) FROM messages'), 0);
    assert.ok(counts.length >= 3, `${counts}`);
  });

  it('tells how many went of each channel and of direct messages', async (t) => {
    const server = await startServer(t);
    await keep(server, 1);
    const tea = await subscribe(server.as('alice'), 'tea');
    server.db.run('DELETE FROM messages');
    await send(server.as('alice'), { to: tea });
    await send(server.as('alice'), { to: 'general' });
    for (const name of ['bob', 'admin', 'bob'] as const) {
      await send(server.as('alice'), { type: 'direct', to: [server.users[name].id] });
    }
    const before = countExpired(server.app);
    const oldest = server.clock.now();
    server.clock.advance(2 * day);

    const expired = countExpired(server.app);
    const gone = doDeleteExpired(server.app);

    assert.deepEqual(before, []);
    const counts = new Map([
      [1, 1],
      [tea, 1],
      [null, 3],
    ]);
    const rows = gone.map(({ channel_id }) => ({ channel_id, count: counts.get(channel_id) }));
    assert.deepEqual(gone, rows);
    assert.equal(gone.length, 3);
    assert.deepEqual(
      expired,
      rows.map((row) => ({ ...row, days: 1, oldest })),
    );
  });

  it('deletes a file with the last message that refers to it, and tells its owner', async (t) => {
    const server = await startServer(t);
    await keep(server, 1);
    const brief = await subscribe(server.as('owner'), 'lasting', { message_retention_days: 3 });
    const [first, last] = [
      await send(server.as('bob'), { to: 'general' }),
      await send(server.as('bob'), { to: brief }),
    ];
    server.db.run(
      `INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
       VALUES (?, '1/x/soup.txt', 'soup.txt', 'abc', 5, 'text/plain', 1)`,
      server.users.bob.id,
    );
    server.db.run('INSERT INTO attachment_messages (attachment_id, message_id) VALUES (1, ?), (1, ?)', first, last);
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['attachment'] });
    const files = () => [server.db.values('SELECT id FROM attachments'), countExpiredFiles(server.app)];

    server.clock.advance(2 * day);
    const early = files();
    doDeleteExpired(server.app);
    const kept = files();
    server.clock.advance(2 * day);
    const due = files();
    await ears.heard();
    doDeleteExpired(server.app);

    const none = { count: 0, bytes: 0 };
    assert.deepEqual(
      [early, kept, due, files()],
      [
        [[1], none],
        [[1], none],
        [[1], { count: 1, bytes: 5 }],
        [[], none],
      ],
    );
    const event = { type: 'attachment', op: 'remove', attachment: { id: 1 }, upload_space_used: 0 };
    assert.deepEqual(await ears.heard(), { bob: [event] });
  });

  it('finds what is expired by an index, also among many direct messages that are not', async (t) => {
    const { db } = await startServer(t);

    const plan = db.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN SELECT id, conversation_id, channel_id FROM messages WHERE channel_id IS NULL AND sent_at < ?
     ORDER BY sent_at LIMIT ?`,
      1,
      1,
    );

    assert.deepEqual(
      plan.map(({ detail }) => detail),
      ['SEARCH messages USING INDEX messages_direct_by_time (sent_at<?)'],
    );
  });
});

describe('deleteExpired', () => {
  it('deletes all there is, batch by batch, and logs what went', async (t) => {
    const server = await startServer(t);
    await keep(server, 1);
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id] });
    copyNewest(server, 69);
    const total = server.db.value<number>('SELECT count(*) FROM messages') as number;
    server.clock.advance(2 * day);
    const info = t.mock.method(server.app.log, 'info');

    await deleteExpired(server.app, new AbortController().signal);

    assert.equal(server.db.value('SELECT count(*) FROM messages'), 0);
    const said = info.mock.calls.map(({ arguments: [event, details] }) => [event, details]);
    const ofGeneral = total - 70;
    assert.deepEqual(said, [
      ...(ofGeneral > 0 ? [['expired messages deleted', { channel_id: 1, messages: ofGeneral }]] : []),
      ['expired messages deleted', { channel_id: null, messages: 70 }],
    ]);
  });

  it('ends between two batches when the server stops', async (t) => {
    const server = await startServer(t);
    await keep(server, 1);
    await send(server.as('alice'), { to: 'general' });
    copyNewest(server, 200);
    const total = server.db.value<number>('SELECT count(*) FROM messages') as number;
    server.clock.advance(2 * day);

    await deleteExpired(server.app, AbortSignal.abort());

    assert.equal(server.db.value('SELECT count(*) FROM messages'), total - 50);
  });
});
