import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { makePlace, type Place } from './place.ts';

const day = 86_400;
const oldest = Date.UTC(2026, 0, 5, 9) / 1000;

/** Makes an organization that keeps messages for a day, with two old ones in a channel and one that is direct. */
async function setScene(place: Place): Promise<void> {
  const ada = await place.addAccount('ada@example.com', { role: 'owner' });
  const client = (await place.answer()).as(ada);
  await client.patch('/realm', { message_retention_days: 1 });
  for (const content of ['one', 'two']) {
    await client.post('/messages', { type: 'channel', to: 'general', topic: 'x', content });
  }
  await client.post('/messages', { type: 'direct', to: ['ada@example.com'], content: 'three' });
  withDatabase(place, (db) => {
    db.prepare('UPDATE messages SET sent_at = ? + id * ?').run(oldest, day);
    db.exec(`INSERT INTO attachments (owner_id, path_id, name, sha256, size, content_type, created_at)
        SELECT id, '1/' || id || '/x', 'x', id, 500, 'text/plain', 1 FROM users;
      INSERT INTO attachment_messages (attachment_id, message_id) SELECT min(attachments.id), messages.id FROM attachments, messages`);
  });
}

function countMessages(place: Place): unknown {
  return withDatabase(place, (db) => db.prepare('SELECT count(*) FROM messages').pluck().get());
}

function withDatabase<Result>(place: Place, action: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(place.path('chatd-data/chatd.db'));
  const result = action(db);
  db.close();
  return result;
}

describe('chatd retention', () => {
  it('tells with --dry-run what would go, and deletes nothing', async (t) => {
    const place = makePlace(t);
    await setScene(place);
    const before = countMessages(place);
    const ids = withDatabase(place, (db) =>
      db
        .prepare('SELECT channel_id, min(id) AS first, count(*) AS count FROM messages GROUP BY 1 ORDER BY 1 DESC')
        .all(),
    ) as { channel_id: number | null; first: number; count: number }[];

    const table = await place.run(['retention', '--dry-run']);
    const { stdout } = await place.ask(['retention', '--dry-run', '--json']);

    const places = ids.map(({ channel_id, first, count }) => ({
      channel_id,
      name: channel_id === null ? null : 'general',
      days: 1,
      messages: count,
      oldest: oldest + first * day,
    }));
    assert.deepEqual(JSON.parse(stdout), { messages: before, places, files: 1, bytes: 500 });
    const dates = places.map((one) => new Date(one.oldest * 1000).toISOString().slice(0, 10));
    assert.deepEqual(table, {
      exitCode: 0,
      stdout:
        'CHANNEL            KEPT   MESSAGES  OLDEST\n' +
        `general            1 day  ${places[0]?.messages}         ${dates[0]}\n` +
        `(direct messages)  1 day  1         ${dates[1]}\n`,
      stderr: 'With them would go 1 file, 500 bytes.\n',
    });
    assert.equal(countMessages(place), before);
  });

  it('says so when nothing would go', async (t) => {
    const place = makePlace(t);
    await place.addAccount('ada@example.com');

    const run = await place.ask(['retention', '--dry-run']);
    const { stdout } = await place.ask(['retention', '--dry-run', '--json']);

    assert.deepEqual(run, { exitCode: 0, stdout: '', stderr: 'No message would be deleted.\n' });
    assert.equal(stdout, '{"messages":0,"places":[],"files":0,"bytes":0}\n');
  });

  it('ends with 2 without --dry-run: deleting is what the server does', async (t) => {
    const place = makePlace(t);

    const run = await place.ask(['retention']);

    assert.deepEqual(run, {
      exitCode: 2,
      stdout: '',
      stderr: 'chatd: a running server deletes messages by itself; --dry-run counts them.\n',
    });
  });

  it('ends with 3 where there is no data', async (t) => {
    const place = makePlace(t);

    const { exitCode } = await place.ask(['retention', '--dry-run']);

    assert.equal(exitCode, 3);
  });
});
