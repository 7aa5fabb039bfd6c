import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import Sqlite from 'better-sqlite3';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import { SearchThread } from '../../src/search/search-thread.ts';
import { indexFile } from '../../src/search/text-index.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { breakIndex, searchOptions, temporaryFile } from '../support/search.ts';
import { Seeded } from '../support/seeded.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { foreign, spellings } from '../support/spellings.ts';
import { until } from '../support/until.ts';

const newest = 10_000_000_000_000_000;
const everything = { anchor: 'newest', num_before: 100, num_after: 0 };

function term(operator: string, operand: unknown, negated = false) {
  return { operator, operand, negated };
}

/** The answer to a search. */
async function search(server: TestServer, query: string, others: object[] = [], name: CastName = 'alice') {
  const narrow = [...others, term('search', query)];
  const { status, body } = await server.as(name).get('/messages', { ...everything, narrow });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** The ids that a search finds. */
async function found(...parts: Parameters<typeof search>) {
  const { messages } = await search(...parts);
  return messages.map(({ id }: { id: number }) => id);
}

/** Which of some texts a search finds when each is a message. */
async function matching(t: TestContext, texts: readonly string[]) {
  const server = await startServer(t);
  const ids: number[] = [];
  for (const content of texts) ids.push(await send(server.as('bob'), { to: 'general', content }));
  return async (query: string) => {
    const all = await found(server, query);
    return texts.filter((_, index) => all.includes(ids[index]));
  };
}

/** A server that searches with an index in a thread of its own, however little there is. */
async function startIndexed(t: TestContext): Promise<TestServer> {
  const server = await startServer(t, temporaryFile(t));
  server.app.searcher.thresholds.unindexed = 0;
  return server;
}

describe('GET /messages with search', () => {
  it('finds words in other forms, without accents and in any case', async (t) => {
    const matches = await matching(t, ['Deployed it.', 'The deployments', 'Crème brûlée', 'Das ist die STRASSE', 'no']);

    assert.deepEqual(await matches('deploying'), ['Deployed it.']);
    assert.deepEqual(await matches('deploy'), ['Deployed it.', 'The deployments']);
    assert.deepEqual(await matches('creme'), ['Crème brûlée']);
    assert.deepEqual(await matches('BRÛLÉE'), ['Crème brûlée']);
    assert.deepEqual(await matches('straße'), ['Das ist die STRASSE']);
  });

  it('finds words with letters of other keyboards, written with them or without', async (t) => {
    const texts = ['Łódź leży daleko', 'Kadıköy ISLAK', 'Ærø ligger i Østersøen', 'Đurđevac', 'İstanbul'];
    const matches = await matching(t, texts);

    for (const [index, wishes] of [
      ['lodz', 'ŁÓDŹ', 'lezy'],
      ['kadikoy', 'ıslak', 'islak'],
      ['aero', 'ærø', 'ostersoen'],
      ['durdevac'],
      ['istanbul', 'İSTANBUL', 'ıstanbul'],
    ].entries())
      for (const wish of wishes) assert.deepEqual(await matches(wish), [texts[index]], wish);
  });

  it('finds words however their letters are composed or replaced', async (t) => {
    const texts = Object.values(spellings).map(([text]) => `… ${text} …`);
    const matches = await matching(t, texts);

    for (const [index, [, ...wishes]] of Object.values(spellings).entries())
      for (const wish of wishes) assert.deepEqual(await matches(wish), [texts[index]], wish);
    for (const wish of foreign) assert.deepEqual(await matches(wish), [], wish);
  });

  it('finds parts of words and names from three letters on, and shorter words whole', async (t) => {
    const matches = await matching(t, ['see hostname.example', 'foo_bar.ts:42', 'a cat', 'concatenate', 'go', 'good']);

    assert.deepEqual(await matches('hostna'), ['see hostname.example']);
    assert.deepEqual(await matches('name.exam'), ['see hostname.example']);
    assert.deepEqual(await matches('_bar.t'), ['foo_bar.ts:42']);
    assert.deepEqual(await matches('cat'), ['a cat', 'concatenate']);
    assert.deepEqual(await matches('go'), ['go']);
    assert.deepEqual(await matches('a'), ['a cat']);
  });

  it('finds quoted phrases literally, but for case, space and emphasis', async (t) => {
    const matches = await matching(t, ['the quick  brown fox', 'brown, quick', 'Quick **Brown**', 'quickly browned']);

    assert.deepEqual(await matches('"quick brown"'), ['the quick  brown fox', 'Quick **Brown**']);
    assert.deepEqual(await matches('"k b"'), ['the quick  brown fox', 'Quick **Brown**']);
    assert.deepEqual(await matches('"**Brown"'), ['Quick **Brown**']);
    assert.deepEqual(await matches('"quicker"'), []);
    assert.deepEqual(await matches('“brown, q”'), ['brown, quick']);
  });

  it('finds what has all of several terms', async (t) => {
    const matches = await matching(t, ['red green', 'green and red', 'red', 'a red-green tie']);

    assert.deepEqual(await matches('red green'), ['red green', 'green and red', 'a red-green tie']);
    assert.deepEqual(await matches('"red" "n a"'), ['green and red']);
    assert.deepEqual(await matches('red-green'), ['red green', 'a red-green tie']);
  });

  it('finds Chinese, Japanese and Korean down to one character', async (t) => {
    const texts = ['明日東京に行く', '今日は', 'カード', '대한민국 만세', '中文测试', 'ﾊﾞｽ'];
    const matches = await matching(t, texts);

    assert.deepEqual(await matches('日'), ['明日東京に行く', '今日は']);
    assert.deepEqual(await matches('東京'), ['明日東京に行く']);
    assert.deepEqual(await matches('京東'), []);
    assert.deepEqual(await matches('ード'), ['カード']);
    assert.deepEqual(await matches('한민'), ['대한민국 만세']);
    assert.deepEqual(await matches('测'), ['中文测试']);
    assert.deepEqual(await matches('バス'), ['ﾊﾞｽ']);
    assert.deepEqual(await matches('ハス'), []);
  });

  it('finds signs', async (t) => {
    const matches = await matching(t, ['use C++ now', 'vitamin C', 'well :)', '50 % off', 'nice 👍🏽']);

    assert.deepEqual(await matches('c++'), ['use C++ now']);
    assert.deepEqual(await matches(':)'), ['well :)']);
    assert.deepEqual(await matches('%'), ['50 % off']);
    assert.deepEqual(await matches('👍'), ['nice 👍🏽']);
    assert.deepEqual(await matches('vitamin,'), ['vitamin C']);
  });

  it('finds topics, under the name they have now and whether resolved or not', async (t) => {
    const server = await startServer(t);
    const first = await send(server.as('bob'), { to: 'general', topic: 'rocket launches', content: 'x' });
    const second = await send(server.as('bob'), { to: 'general', topic: 'rocket launches', content: 'for lunch' });

    assert.deepEqual(await found(server, 'launch'), [first, second]);
    assert.deepEqual(await found(server, '"rocket l" lunch'), [second]);
    const rename = { topic: 'moon', propagate_mode: 'change_all', send_notification_to_new_thread: false };
    await server.as('bob').patch(`/messages/${first}`, rename);
    assert.deepEqual(await found(server, 'rocket'), []);
    assert.deepEqual(await found(server, 'moon'), [first, second]);
    await server.as('bob').patch(`/messages/${first}`, { ...rename, topic: '✔ moon' });
    const notice = second + 1;
    assert.deepEqual(await found(server, 'moon'), [first, second, notice]);
    assert.deepEqual(await found(server, '✔'), []);
  });

  it('joins with other terms, and can be negated', async (t) => {
    const server = await startServer(t);
    const bobs = await send(server.as('bob'), { to: 'general', content: 'red apple' });
    const own = await send(server.as('alice'), { to: 'general', topic: 'other', content: 'red pear' });
    const direct = await send(server.as('bob'), {
      type: 'direct',
      to: [server.users.alice.id],
      content: 'red herring',
    });

    assert.deepEqual(await found(server, 'red'), [bobs, own, direct]);
    assert.deepEqual(await found(server, 'red', [term('sender', 'bob@example.com')]), [bobs, direct]);
    assert.deepEqual(await found(server, 'red', [term('channel', 'general'), term('topic', 'other')]), [own]);
    assert.deepEqual(await found(server, 'red', [term('is', 'dm')]), [direct]);
    assert.deepEqual(await found(server, 'red', [term('search', 'apple', true)]), [own, direct]);
    assert.deepEqual(await found(server, 'red', [term('search', 'pear')]), [own]);
  });

  it('finds nothing that one may not see', async (t) => {
    const server = await startServer(t);
    const { alice, bob } = server.users;
    await subscribe(server.as('owner'), 'secret', { invite_only: true });
    await send(server.as('owner'), { to: 'secret', content: 'canary' });
    await send(server.as('owner'), { type: 'direct', to: [bob.id], content: 'canary' });
    const own = await send(server.as('alice'), { type: 'direct', to: [alice.id], content: 'canary' });

    assert.deepEqual(await found(server, 'canary'), [own]);
    assert.deepEqual(await found(server, 'canary', [term('channels', 'public')]), []);
  });

  it('says what is no search', async (t) => {
    const server = await startServer(t);
    const cases = [
      [' \t\u00ad', 'search must not be empty'],
      ['a'.repeat(10_001), 'search is too long'],
      [Array.from({ length: 41 }, (_, n) => `word${n}`).join(' '), 'search has more than 40 words'],
    ] as const;

    const search = async (operand: unknown) => {
      const narrow = JSON.stringify([{ operator: 'search', operand }]);
      const values = { anchor: 'newest', num_before: 1, num_after: 0, op: 'add', flag: 'read', narrow };
      const { status, body } = await server.as('alice').post('/messages/flags/narrow', values);
      return [status, body];
    };
    assert.deepEqual(await search(''), [400, badRequest('operand cannot be blank.')]);
    for (const operand of [5, ['a']])
      assert.deepEqual(await search(operand), [400, badRequest('operand is not a string')]);
    for (const [operand, desc] of cases) {
      const msg = `Invalid narrow operator: ${desc}`;
      assert.deepEqual(await search(operand), [400, { result: 'error', msg, code: 'BAD_NARROW', desc }]);
    }
  });

  it('gives a page around an anchor', async (t) => {
    const server = await startServer(t);
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push(await send(server.as('bob'), { to: 'general', content: `apple ${n % 2}` }));
    const range = { anchor: ids[2], num_before: 1, num_after: 1, narrow: [term('search', '"apple 0"')] };

    const { body } = await server.as('alice').get('/messages', range);
    const oldest = await server.as('alice').get('/messages', { ...range, anchor: 'oldest', num_after: 2 });
    const unread = await server.as('alice').get('/messages', { ...range, anchor: 'first_unread', num_after: 0 });

    const idsOf = (messages: { id: number }[]) => messages.map(({ id }) => id);
    assert.deepEqual(idsOf(body.messages), [ids[0], ids[2], ids[4]]);
    assert.deepEqual([body.found_oldest, body.found_anchor, body.found_newest], [true, true, true]);
    assert.deepEqual([oldest.body.anchor, idsOf(oldest.body.messages)], [0, [ids[0], ids[2]]]);
    assert.deepEqual([oldest.body.found_oldest, oldest.body.found_newest], [true, false]);
    assert.deepEqual([unread.body.anchor, idsOf(unread.body.messages)], [ids[0], [ids[0]]]);
    assert.equal(
      (await server.as('alice').get('/messages', { ...everything, narrow: range.narrow })).body.anchor,
      newest,
    );
  });
});

describe('POST /messages/flags/narrow with search', () => {
  it('changes the flag of what is found, in any thread', async (t) => {
    for (const server of [await startServer(t), await startIndexed(t)]) {
      const apple = await send(server.as('bob'), { to: 'general', content: 'apple' });
      await send(server.as('bob'), { to: 'general', content: 'pear' });
      const narrow = [term('search', 'appl')];
      const range = { anchor: 'oldest', num_before: 0, num_after: 10, narrow };

      const { body } = await server
        .as('alice')
        .post('/messages/flags/narrow', { ...range, op: 'add', flag: 'starred' });

      assert.deepEqual([body.updated_count, body.first_processed_id, body.last_processed_id], [1, apple, apple]);
      assert.deepEqual(
        server.db.all('SELECT message_id, flag FROM message_flags WHERE user_id = ?', server.users.alice.id),
        [{ message_id: apple, flag: 'starred' }],
      );
    }
  });
});

/** Overwrites what the index knows of words, but not what it knows of its own progress. */
function damageWords(file: string): void {
  const index = new Sqlite(file);
  const names = "name IN ('words', 'word_index_data', 'message_index_data')";
  const roots = index.prepare(`SELECT rootpage FROM sqlite_schema WHERE ${names}`).pluck().all() as number[];
  const size = index.pragma('page_size', { simple: true }) as number;
  index.pragma('wal_checkpoint(TRUNCATE)');
  index.close();
  const bytes = readFileSync(file);
  for (const root of roots) bytes.fill(7, (root - 1) * size, root * size);
  writeFileSync(file, bytes);
}

describe('a search in another thread', () => {
  it('sees at once what was sent, edited, moved and deleted', async (t) => {
    const server = await startIndexed(t);
    const bob = server.as('bob');
    const edited = await send(bob, { to: 'general', content: 'an apple' });
    const moved = await send(bob, { to: 'general', content: 'x', topic: 'apples' });
    const deleted = await send(bob, { to: 'general', content: 'apple tart' });

    assert.deepEqual(await found(server, 'apple'), [edited, moved, deleted]);
    server.app.searcher.follow();
    await bob.patch(`/messages/${edited}`, { content: 'a pear' });
    await bob.patch(`/messages/${moved}`, { topic: 'pears', send_notification_to_new_thread: false });
    await server.as('owner').delete(`/messages/${deleted}`);
    assert.deepEqual(await found(server, 'apple'), []);
    assert.deepEqual(await found(server, 'pear'), [edited, moved]);
    assert.ok(server.app.searcher.hasThread);
  });

  it('finds what a search without the index finds', async (t) => {
    const server = await startIndexed(t);
    const random = new Seeded(5);
    const words = ['apple', 'apples', 'appliance', 'pear', 'host.name', '東京', 'a'];
    for (let n = 0; n < 150; n++) {
      const content = Array.from({ length: 1 + random.below(4) }, () => random.pick(words)).join(' ');
      await send(server.as('bob'), { to: 'general', content });
    }
    for (const query of ['apple', 'appl', 'pear "a"', '京', 'host.na', '"apple pear"']) {
      server.app.searcher.thresholds.unindexed = Number.MAX_SAFE_INTEGER;
      const plainly = await search(server, query);
      server.app.searcher.thresholds.unindexed = 0;

      assert.deepEqual(await search(server, query), plainly, query);
      assert.match(plainly.messages[0].match_content, /<span class="highlight">/, query);
      server.app.searcher.follow();
    }
    assert.ok(server.app.searcher.hasThread);
  });

  it('starts where there is much to search, and ends when nobody searches any more', async (t) => {
    const server = await startServer(t, temporaryFile(t));
    const { searcher } = server.app;
    const apple = await send(server.as('bob'), { to: 'general', content: 'apple' });

    assert.deepEqual(await found(server, 'apple'), [apple]);
    searcher.follow();
    assert.equal(searcher.hasThread, false);
    searcher.thresholds.lag = 1;
    searcher.follow();
    assert.equal(searcher.hasThread, true);
    server.clock.advance(601);
    await until(() => {
      searcher.follow();
      return !searcher.hasThread;
    });
  });

  it('rests while much is written, until so much is missing that searching takes long', async (t) => {
    const server = await startIndexed(t);
    const { searcher } = server.app;
    Object.assign(searcher.thresholds, { lag: 1, burst: 1, large: 4 });
    const follow = t.mock.method(SearchThread.prototype, 'follow');

    for (const count of [2, 2, 2, 0]) {
      for (let n = 0; n < count; n++) await send(server.as('bob'), { to: 'general', content: 'apple' });
      searcher.follow();
    }

    assert.deepEqual(
      follow.mock.calls.map((call) => call.arguments),
      [[false], [false], [true], [true]],
    );
  });

  it('finds there what else may take long in a large database', async (t) => {
    const server = await startIndexed(t);
    const { searcher } = server.app;
    const mine = await send(server.as('alice'), { to: 'general', content: 'apple' });
    const other = await send(server.as('bob'), { to: 'general', content: 'apple' });
    const find = async (...narrow: object[]) => {
      const { body } = await server.as('alice').get('/messages', { ...everything, narrow });
      return body.messages.map(({ id }: { id: number }) => id);
    };
    const [channel, topic] = [term('channel', 'general'), term('topic', 'lunch')];
    const unread = [term('is', 'unread')];
    const others = [channel, term('sender', 'alice@example.com', true)];

    assert.deepEqual([await find(...others), await find(...unread)], [[other], [mine, other]]);
    assert.equal(searcher.hasThread, false);
    searcher.thresholds.large = 1;
    for (const narrow of [[], [channel], [channel, topic], [term('sender', 'bob@example.com')]]) await find(...narrow);
    assert.equal(searcher.hasThread, false);
    assert.deepEqual([await find(...others), await find(...unread)], [[other], [mine, other]]);
    assert.equal(searcher.hasThread, true);
    assert.deepEqual(await find(channel, term('sender', 'bob@example.com', true)), [mine]);
  });

  it('is done once more when the thread fails, with an index that is made anew where it was damaged', async (t) => {
    const server = await startIndexed(t);
    const failed = t.mock.method(server.app.log, 'error');
    const apple = await send(server.as('bob'), { to: 'general', content: 'apple' });
    const options = searchOptions(server.db.connection.name);
    const index = new IndexedSearch(options);
    index.step(50);
    index.close();
    damageWords(options.file);

    assert.deepEqual(await found(server, 'apple'), [apple]);

    assert.deepEqual(
      failed.mock.calls.map((call) => call.arguments[0]),
      ['the text index failed'],
    );
    assert.equal(server.app.searcher.hasThread, true);
    await server.app.searcher.stop();
    assert.equal(new Sqlite(options.file).pragma('integrity_check', { simple: true }), 'ok');
  });

  it('is refused, and not done where it would hold up others, while no thread can be had', async (t) => {
    const server = await startIndexed(t);
    const { searcher } = server.app;
    const index = indexFile(server.db.connection.name);
    const apple = await send(server.as('bob'), { to: 'general', content: 'apple' });
    breakIndex(server.db.connection.name);
    const narrow = [term('search', 'apple')];
    const mark = { ...everything, narrow, op: 'add', flag: 'starred' };

    const refused = [
      await server.as('alice').get('/messages', { ...everything, narrow }),
      await server.as('alice').post('/messages/flags/narrow', mark),
    ];
    searcher.thresholds.unindexed = 1;
    const small = await found(server, 'apple');
    searcher.thresholds.unindexed = 0;
    rmSync(index, { recursive: true });

    const msg = 'The server cannot search at the moment. Please try again.';
    for (const { status, body } of refused) {
      assert.deepEqual([status, body], [503, { result: 'error', msg, code: 'SEARCH_UNAVAILABLE' }]);
    }
    assert.deepEqual([small, await found(server, 'apple')], [[apple], [apple]]);
  });

  it('starts no further thread when it is cut off by the end of the server', async (t) => {
    const server = await startIndexed(t);
    await send(server.as('bob'), { to: 'general', content: 'apple' });
    const { find } = SearchThread.prototype;
    const asked = t.mock.method(
      SearchThread.prototype,
      'find',
      function (this: SearchThread, ...asked: Parameters<SearchThread['find']>) {
        const page = find.call(this, ...asked);
        void server.app.searcher.stop();
        return page;
      },
    );

    const narrow = [term('search', 'apple')];
    const { body } = await server.as('alice').get('/messages', { ...everything, narrow });

    assert.deepEqual([body.code, asked.mock.callCount()], ['SEARCH_UNAVAILABLE', 1]);
    assert.equal(server.app.searcher.hasThread, false);
  });

  it('makes an index anew of which nothing can be read', async (t) => {
    const server = await startIndexed(t);
    const apple = await send(server.as('bob'), { to: 'general', content: 'apple' });
    await found(server, 'apple');
    await server.app.searcher.stop();
    const file = indexFile(server.db.connection.name);
    writeFileSync(file, Buffer.alloc(8192, 7));
    // What the thread wrote last is in the log as long as nobody puts it into the file.
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });

    assert.deepEqual(await found(server, 'apple'), [apple]);
    assert.deepEqual(await found(server, 'apple'), [apple]);
    await server.app.searcher.stop();
    assert.equal(new Sqlite(file).pragma('integrity_check', { simple: true }), 'ok');
  });
});

/** Many messages that a search has to pass by, without the server. */
function fill(server: TestServer, count: number, content: string): void {
  const { conversation_id, channel_id } = server.db.get(
    'SELECT conversation_id, channel_id FROM messages ORDER BY id LIMIT 1',
  ) as { conversation_id: number; channel_id: number };
  server.db.transaction(() =>
    server.db.run(
      `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
       INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
         rendered_content, rendered_version) SELECT ?, ?, ?, ?, 'test', ?, ?, '', 1 FROM n`,
      count,
      conversation_id,
      channel_id,
      channel_id,
      server.users.bob.id,
      server.clock.now(),
      content,
    ),
  );
}

describe('a search that takes too long', () => {
  it('ends with what it has found so far, and says that there may be more', async (t) => {
    const [plain, indexed] = [await startServer(t), await startIndexed(t)];
    plain.app.searcher.thresholds.unindexed = 20_000;
    for (const server of [plain, indexed]) {
      server.app.searcher.thresholds.budget = 0;
      const first = await send(server.as('bob'), { to: 'general', content: 'apple' });
      fill(server, 17_000, 'pear');
      const last = await send(server.as('bob'), { to: 'general', content: 'apple' });
      const narrow = [term('search', 'apple')];

      const { body: before } = await server.as('alice').get('/messages', { ...everything, narrow });
      const after = { anchor: 'oldest', num_before: 0, num_after: 100, narrow };
      const { body: forward } = await server.as('alice').get('/messages', after);

      const idsOf = ({ messages }: { messages: { id: number }[] }) => messages.map(({ id }) => id);
      assert.deepEqual([idsOf(before), before.found_oldest, before.found_newest], [[last], false, true]);
      assert.deepEqual([idsOf(forward), forward.found_oldest, forward.found_newest], [[first], true, false]);
      server.app.searcher.thresholds.budget = 60_000;
      await server.app.searcher.stop();
      assert.deepEqual(await found(server, 'apple'), [first, last]);
    }
  });
});

/** Runs an action between each search of the thread and its answer. */
function afterEachSearch(t: TestContext, action: () => Promise<unknown>) {
  const { find } = SearchThread.prototype;
  return t.mock.method(SearchThread.prototype, 'find', async function (this: SearchThread, ...request: FindArguments) {
    const page = await find.apply(this, request);
    await action();
    return page;
  });
}

type FindArguments = Parameters<SearchThread['find']>;

describe('a page that was found before something is written', () => {
  it('has only the messages that are still there and may still be read', async (t) => {
    const server = await startIndexed(t);
    const [gone, left] = [await sendApple(server), await sendApple(server)];
    const deleting = afterEachSearch(t, () => server.as('admin').delete(`/messages/${gone}`));

    assert.deepEqual(await found(server, 'apple'), [left]);

    deleting.mock.restore();
    afterEachSearch(t, () => server.as('alice').delete('/users/me/subscriptions', { subscriptions: ['general'] }));
    server.db.run("UPDATE channels SET invite_only = 1 WHERE name = 'general'");
    assert.deepEqual(await found(server, 'apple'), []);
  });
});

function sendApple(server: TestServer): Promise<number> {
  return send(server.as('bob'), { to: 'general', content: 'apple' });
}

describe('a search beside another', () => {
  it('is answered when the other one fails', async (t) => {
    const server = await startIndexed(t);
    const failed = t.mock.method(server.app.log, 'error');
    const apple = await send(server.as('bob'), { to: 'general', content: 'apple' });
    const { alice, bob } = server.users;
    const { searcher } = server.app;
    const signal = new AbortController().signal;
    const narrow = compileNarrow(server.app, alice, [term('search', 'apple')]);
    const range = { anchor: 'newest', date: undefined, include_anchor: true, num_before: 9, num_after: 0 } as const;
    const broken = { ...narrow, where: { sql: 'no_such_column', values: [] } };
    const ended = t.mock.method(SearchThread.prototype, 'stop');

    const failing = searcher.find({ user: bob, narrow: broken, ...range }, signal);
    const other = searcher.find({ user: alice, narrow, ...range }, signal);

    await assert.rejects(failing, { message: 'The server cannot search at the moment. Please try again.' });
    assert.deepEqual((await other).ids, [apple]);
    assert.deepEqual(
      failed.mock.calls.map((call) => call.arguments[0]),
      ['a search failed'],
    );
    assert.deepEqual([searcher.hasThread, ended.mock.callCount()], [true, 0]);
  });

  it('is dropped when its client has gone', async (t) => {
    const server = await startIndexed(t);
    await send(server.as('bob'), { to: 'general', content: 'apple' });
    const asked = t.mock.method(SearchThread.prototype, 'find');
    const narrow = JSON.stringify([term('search', 'apple')]);
    const url = new URL(
      `/api/v1/messages?${new URLSearchParams({ ...everything, num_before: '1', num_after: '0', narrow })}`,
      server.url,
    );
    const client = new AbortController();
    asked.mock.mockImplementation((_request, signal) => {
      client.abort();
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });

    const headers = { Authorization: server.as('alice').authorization };
    await assert.rejects(fetch(url, { headers, signal: client.signal }), { name: 'AbortError' });

    await until(() => asked.mock.calls[0]?.arguments[1].aborted === true);
    asked.mock.restore();
    assert.equal((await found(server, 'apple')).length, 1);
  });
});
