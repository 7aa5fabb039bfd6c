import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { rendererVersion } from '../../src/markdown/render.ts';
import { type Account, makePlace, type Place } from './place.ts';

interface Row {
  rendered_content: string;
  rendered_version: number;
  has_link: number;
}

const renewed = { rendered_content: '<p>see <a href="http://x.org">http://x.org</a></p>', has_link: 1 };

/** Sends some messages, and makes the first `count` of them look as an older renderer would have left them. */
async function setScene(place: Place, total: number, count: number): Promise<Account> {
  const ada = await place.addAccount('ada@example.com', { role: 'owner' });
  const server = await place.answer();
  for (let sent = 0; sent < total; sent++) {
    const values = { type: 'direct', to: ['ada@example.com'], content: 'see http://x.org' };
    assert.equal((await server.as(ada).post('/messages', values)).status, 200);
  }
  withDatabase(place, (db) =>
    db
      .prepare(
        `UPDATE messages SET rendered_content = 'old', rendered_version = 0, has_link = 0
         WHERE id IN (SELECT id FROM messages ORDER BY id LIMIT ?)`,
      )
      .run(count),
  );
  return ada;
}

function readRows(place: Place): Row[] {
  const sql = 'SELECT rendered_content, rendered_version, has_link FROM messages ORDER BY id';
  return withDatabase(place, (db) => db.prepare(sql).all() as Row[]);
}

function withDatabase<Result>(place: Place, action: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(place.path('chatd-data/chatd.db'));
  const result = action(db);
  db.close();
  return result;
}

describe('chatd render', () => {
  it('renders what an older renderer made, and leaves the rest', async (t) => {
    const place = makePlace(t);
    await setScene(place, 3, 2);
    withDatabase(place, (db) => db.exec("UPDATE messages SET rendered_content = 'kept' WHERE rendered_version > 0"));

    const run = await place.ask(['render']);

    assert.deepEqual(run, { exitCode: 0, stdout: '', stderr: '2 messages were rendered again.\n' });
    const rendered_version = rendererVersion;
    assert.deepEqual(readRows(place), [
      { ...renewed, rendered_version },
      { ...renewed, rendered_version },
      { rendered_content: 'kept', rendered_version, has_link: 1 },
    ]);
    assert.deepEqual((await place.ask(['render', '--json'])).stdout, '{"rendered":0}\n');
  });

  it('renders all messages with --all, more than one transaction takes', async (t) => {
    const place = makePlace(t);
    await setScene(place, 1, 1);
    withDatabase(place, (db) =>
      db.exec(
        `INSERT INTO messages (conversation_id, sender_id, client, sent_at, content, rendered_content, rendered_version)
         WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 450)
         SELECT conversation_id, sender_id, client, sent_at, content, 'old', 1000 FROM messages, n`,
      ),
    );

    const run = await place.ask(['render', '--all', '--json']);

    assert.deepEqual([run.exitCode, JSON.parse(run.stdout)], [0, { rendered: 451 }]);
    const rows = readRows(place);
    assert.deepEqual(
      rows,
      rows.map(() => ({ ...renewed, rendered_version: rendererVersion })),
    );
  });

  it('is seen by a server that runs', async (t) => {
    const place = makePlace(t);
    const ada = await setScene(place, 1, 1);
    const client = (await place.serve()).as(ada);
    const content = async () => (await client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).body;
    const register = await client.post('/register', { event_types: ['web_reload_client'] });
    const before = (await content()).messages[0].content;

    await place.run(['render']);

    const { queue_id, last_event_id } = register.body;
    const { body } = await client.get('/events', { queue_id, last_event_id });
    assert.deepEqual(body.events, [{ id: body.events[0].id, type: 'web_reload_client', immediate: false }]);
    assert.deepEqual([before, (await content()).messages[0].content], ['old', renewed.rendered_content]);
  });
});
