import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { Database } from '../../src/db/database.ts';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import type { Term } from '../../src/search/term.ts';
import { indexFile } from '../../src/search/text-index.ts';
import { heapGrowth } from '../support/heap.ts';
import { send, subscribe } from '../support/scene.ts';
import { findAtOnce, searchOptions, temporaryFile } from '../support/search.ts';
import { Seeded } from '../support/seeded.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

interface Searched {
  server: TestServer;
  file: string;
  open(): IndexedSearch;
}

async function startSearched(t: TestContext): Promise<Searched> {
  const file = temporaryFile(t);
  const server = await startServer(t, file);
  return { server, file, open: () => openSearch(t, file) };
}

function openSearch(t: TestContext, file: string): IndexedSearch {
  const search = new IndexedSearch(searchOptions(file));
  t.after(() => search.close());
  return search;
}

/** The newest ids that a search finds, ascending. */
function find(search: IndexedSearch, server: TestServer, query: string, others: Term[] = [], name: CastName = 'alice') {
  const user = server.users[name];
  const narrow = compileNarrow(server.app, user, [...others, { operator: 'search', operand: query, negated: false }]);
  const range = { anchor: 'newest', date: undefined, include_anchor: true, num_before: 20, num_after: 0 } as const;
  return findAtOnce(search, { user, narrow, ...range }).ids;
}

function indexAll(search: IndexedSearch): void {
  while (search.step(50));
}

/** Adds messages of one topic by SQL; returns their ids. */
function fill(server: TestServer, like: number, count: number, sender: CastName, content: string): number[] {
  return Array.from({ length: count }, () => {
    return server.db.run(
      `INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
         rendered_content, rendered_version)
       SELECT conversation_id, channel_id, sent_channel_id, ?, client, sent_at, ?, '', 1 FROM messages WHERE id = ?`,
      server.users[sender].id,
      content,
      like,
    ).id;
  });
}

describe('the text index', () => {
  it('keeps words in memory, and not the messages in which they stood', async (t) => {
    const { server, open } = await startSearched(t);
    const like = await send(server.as('alice'), { to: 'general' });
    const search = open();
    indexAll(search);

    const growth = heapGrowth(() => {
      for (let n = 0; n < 400; n++)
        fill(server, like, 1, 'alice', `incomprehensible${n} ${'lorem ipsum '.repeat(800)}`);
      indexAll(search);
    });

    assert.ok(growth < 2_000_000, `${growth} bytes`);
  });

  it('names candidates beyond the nearest ones', async (t) => {
    const { server, open } = await startSearched(t);
    const first = await send(server.as('alice'), { to: 'general', content: 'an apple' });
    fill(server, first, 3000, 'bob', 'an apple');
    const search = open();
    indexAll(search);
    const notBob = { operator: 'sender', operand: server.users.bob.id, negated: true };

    assert.deepEqual(find(search, server, 'apple', [notBob]), [first]);
    assert.deepEqual(find(search, server, 'apple', [{ ...notBob, negated: false }]).length, 20);
  });

  it('is read once by a search that finds nothing in it', async (t) => {
    const { server, open } = await startSearched(t);
    const first = await send(server.as('alice'), { to: 'general', content: 'an apple' });
    for (let n = 0; n < 40; n++) {
      fill(server, first, 1, 'bob', 'an apple');
      fill(server, first, 1, 'bob', 'a pear');
      server.db.run("UPDATE sqlite_sequence SET seq = seq + 1000 WHERE name = 'messages'");
    }
    const search = open();
    indexAll(search);
    const reads = (['values', 'eachValue'] as const).map((name) => t.mock.method(Database.prototype, name));

    assert.deepEqual(find(search, server, 'apple pear'), []);
    const queries = reads.flatMap(({ mock }) => mock.calls.map((call) => call.arguments[0]));
    assert.equal(queries.filter((sql) => sql.includes('message_index MATCH')).length, 1);
  });

  it('finds what somebody received among much that they did not, also where it has moved since', async (t) => {
    const { server, open } = await startSearched(t);
    const { guest } = server.users;
    const quiet = await subscribe(server.as('owner'), 'quiet', { principals: [guest.id, server.users.bob.id] });
    const loud = await subscribe(server.as('owner'), 'loud', { principals: [server.users.bob.id] });
    const stays = await send(server.as('bob'), { to: 'quiet', content: 'an apple' });
    const goes = await send(server.as('bob'), { to: 'quiet', content: 'an apple', topic: 'leaving' });
    const direct = await send(server.as('bob'), { type: 'direct', to: [guest.id], content: 'an apple' });
    const other = await send(server.as('bob'), { to: 'loud', content: 'an apple' });
    fill(server, other, 3000, 'bob', 'an apple');
    await server.as('owner').patch(`/messages/${goes}`, { stream_id: loud, send_notification_to_new_thread: false });
    await server.as('owner').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'loud' }],
      principals: [guest.id],
    });
    const search = open();
    indexAll(search);

    assert.ok(quiet !== loud);
    assert.deepEqual(find(search, server, 'apple', [], 'guest'), [stays, goes, direct]);
  });

  it('follows what changes, step by step', async (t) => {
    const { server, open } = await startSearched(t);
    const bob = server.as('bob');
    const [first = 0, second = 0, third = 0] = [
      await send(bob, { to: 'general', content: 'apple' }),
      await send(bob, { to: 'general', content: 'x' }),
      await send(bob, { to: 'general', content: 'x' }),
    ];
    const search = open();
    indexAll(search);
    const silent = { send_notification_to_new_thread: false };

    await bob.patch(`/messages/${first}`, { content: 'pear' });
    await bob.patch(`/messages/${first}`, { topic: 'plums', propagate_mode: 'change_all', ...silent });
    await bob.patch(`/messages/${second}`, { topic: 'cherries', ...silent });
    await server.as('owner').delete(`/messages/${third}`);
    const finds = () => ['apple', 'pear', 'plums', 'cherri', 'lunch'].map((query) => find(search, server, query));
    const right = [[], [first], [first], [second], []];

    assert.deepEqual(finds(), right);
    while (search.step(1)) assert.deepEqual(finds(), right);
    assert.deepEqual(finds(), right);
    assert.deepEqual(indexed(server), [first, second]);
    assert.equal(search.progress.change_id, server.db.value('SELECT max(id) FROM search_changes'));
  });

  it('finds parts of words that came after a search for the same part', async (t) => {
    const { server, open } = await startSearched(t);
    const first = await send(server.as('alice'), { to: 'general', content: 'seafood' });
    const search = open();
    indexAll(search);
    assert.deepEqual(find(search, server, 'afo'), [first]);

    const few = fill(server, first, 1, 'bob', 'Stafold');
    indexAll(search);
    const afterFew = find(search, server, 'afo');
    const much = Array.from({ length: 1100 }, (_, n) => `word${n}`).join(' ');
    const many = fill(server, first, 1, 'bob', `${much} leafog`);
    indexAll(search);
    const afterMany = find(search, server, 'afo');

    assert.deepEqual(afterFew, [first, ...few]);
    assert.deepEqual(afterMany, [first, ...few, ...many]);
  });

  it('is in one segment, as its words are, once it has grown by much', async (t) => {
    const { server, file, open } = await startSearched(t);
    const first = await send(server.as('alice'), { to: 'general', content: 'word' });
    server.db.transaction(() => {
      for (let n = 0; n < 5100; n++) fill(server, first, 1, 'alice', `word${n % 900}`);
    });
    const search = open();
    indexAll(search);

    const index = new Sqlite(indexFile(file), { readonly: true });
    t.after(() => index.close());
    for (const table of ['message_index', 'word_index']) {
      assert.equal(index.prepare(`SELECT count(DISTINCT segid) FROM ${table}_idx`).pluck().get(), 1, table);
    }
  });

  it('goes on where it was, and knows when it is not of this database', async (t) => {
    const { server, file } = await startSearched(t);
    const first = await send(server.as('bob'), { to: 'general', content: 'apple' });
    const before = readFileSync(file);
    const search = new IndexedSearch(searchOptions(file));
    indexAll(search);
    search.close();

    const again = new IndexedSearch(searchOptions(file));
    assert.equal(again.progress.message_id, first);
    again.close();
    for (const spoil of [
      (index: Sqlite.Database) => index.pragma('user_version = 99'),
      (index: Sqlite.Database) => index.exec('UPDATE progress SET message_id = 4711'),
      (index: Sqlite.Database) => index.exec('UPDATE progress SET change_id = 4711'),
      (index: Sqlite.Database) => index.exec('CREATE TRIGGER theirs AFTER INSERT ON words BEGIN SELECT 1; END'),
    ]) {
      const index = new Sqlite(indexFile(file));
      spoil(index);
      index.close();
      const fresh = new IndexedSearch(searchOptions(file));
      assert.equal(fresh.progress.message_id, 0);
      indexAll(fresh);
      fresh.close();
    }
    writeFileSync(indexFile(file), before.fill('x'));
    assert.equal(openSearch(t, file).progress.message_id, 0);
  });

  it('is made anew when changes it lacks are forgotten already', async (t) => {
    const { server, file } = await startSearched(t);
    const id = await send(server.as('bob'), { to: 'general', content: 'apple' });
    const search = new IndexedSearch(searchOptions(file));
    indexAll(search);
    search.close();
    for (const content of ['pear', 'plum', 'cherry']) await server.as('bob').patch(`/messages/${id}`, { content });

    server.db.run('DELETE FROM search_changes WHERE id < 3');

    assert.equal(openSearch(t, file).progress.message_id, 0);
  });
});

describe('what is searched for', () => {
  it('is never an error, whatever it contains', async (t) => {
    const { server, open } = await startSearched(t);
    await send(server.as('bob'), { to: 'general', content: 'apple "pear" (x) AND 東京' });
    const search = open();
    indexAll(search);
    const random = new Seeded(7);
    const words =
      'NEAR AND OR NOT a ab abc a-b é 東 東京 👍 \ud800 ﷺ İ ß x* {entries} \u0080 \u0082 \0 \n \u0007'.split(' ');
    const pieces = [...words, ...`"()*^:+-'\\,.{}~%_;<>|&=`];
    for (let n = 0; n < 1500; n++) {
      const isLong = random.chance(1);
      const length = isLong ? 500 : 1 + random.below(8);
      const pick = () => random.pick(pieces);
      const chosen = Array.from({ length }, pick).join(random.pick(['', ' ']));
      // A narrow has at most 40 words and phrases.
      const query = isLong ? `"a${chosen.replaceAll('"', '')}"` : `a${chosen}`;

      assert.doesNotThrow(() => find(search, server, query), JSON.stringify(query));
    }
  });

  it('may be two short words side by side', async (t) => {
    const { server, open } = await startSearched(t);
    const id = await send(server.as('bob'), { to: 'general', content: 'pizza bar' });
    const search = open();
    indexAll(search);

    assert.deepEqual(find(search, server, '"a b"'), [id]);
    assert.deepEqual(find(search, server, '"b a"'), []);
  });
});

function indexed({ db }: TestServer): number[] {
  const index = new Sqlite(indexFile(db.connection.name), { readonly: true });
  const ids = index.prepare<[], number>('SELECT id FROM message_index_docsize ORDER BY id').pluck().all();
  index.close();
  return ids;
}
