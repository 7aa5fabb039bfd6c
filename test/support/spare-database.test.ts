import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Database } from '../../src/db/database.ts';
import { send } from './scene.ts';
import { startServer, type TestServer } from './server.ts';

/** Does something with a server of its own, which ends then. */
async function serveFor<Result>(use: (server: TestServer) => Result): Promise<Awaited<Result>> {
  const ends: (() => unknown)[] = [];
  const server = await startServer({ after: (end) => ends.push(end) });
  const result = await use(server);
  for (const end of ends) await end();
  return result;
}

/** The rows of all tables. */
function rowsOf({ db }: TestServer): Record<string, unknown[]> {
  const tables = db.values<string>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  return Object.fromEntries(tables.map((table) => [table, db.all(`SELECT * FROM ${table}`)]));
}

describe('the database of an ended server', () => {
  it('holds for the next one what it held at first', async () => {
    const first = await serveFor(rowsOf);
    const connection = await serveFor(async (server) => {
      await send(server.as('alice'), { to: 'general', content: 'Soup' });
      await server.as('owner').delete(`/users/${server.users.bob.id}`);
      return server.db.connection;
    });

    const [next, same] = await serveFor((server) => [rowsOf(server), server.db.connection === connection]);

    assert.deepEqual([next, same], [first, true]);
  });

  it('does nothing any more for the server that has ended', async () => {
    const db: Database = await serveFor((server) => server.db);

    assert.throws(() => db.transaction(() => {}), /the server has ended/);
    assert.throws(() => db.value('SELECT 1'), /the server has ended/);
  });

  for (const change of [
    'ALTER TABLE realm RENAME TO gone',
    'PRAGMA max_page_count = 1000',
    'PRAGMA foreign_keys = 0',
  ]) {
    it(`is for no other after ${change}`, async () => {
      const changed = await serveFor(({ db: { connection } }) => {
        connection.exec(change);
        return connection;
      });

      assert.equal(changed.open, false);
      assert.notEqual(await serveFor(({ db }) => db.connection), changed);
    });
  }
});
