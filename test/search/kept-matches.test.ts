import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { newestAnchor } from '../../src/search/anchor.ts';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { KeptMatches } from '../../src/search/kept-matches.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import type { NewestMatches } from '../../src/search/newest-matches.ts';
import { SearchThread } from '../../src/search/search-thread.ts';
import type { PageRequest } from '../../src/search/text-search.ts';
import { send } from '../support/scene.ts';
import { findAtOnce, searchOptions, temporaryFile } from '../support/search.ts';
import { Seeded } from '../support/seeded.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { Crowd, people } from './crowd.ts';

/** Asks for the newest messages with some words; returns whether the kept matches had them. */
function compareOnce(crowd: Crowd, kept: KeptMatches): boolean {
  const { server, random } = crowd;
  const user = server.users[random.pick(people)];
  const terms = random
    .pick([['deploy'], ['run'], ['"runner"'], ['rare'], ['run code'], ['code', 'deploy'], ['"code, run"']])
    .map((operand) => ({ operator: 'search', operand, negated: false }));
  const narrow = compileNarrow(server.app, user, terms);
  const range = { include_anchor: true, num_before: random.pick([0, 3, 20, 60]), num_after: random.pick([0, 5]) };
  const variant = { empty_topic_name: false };
  const request: PageRequest = { user, narrow, anchor: 'newest', date: undefined, ...range, variant };

  const page = kept.find(request);

  const wanted = kept.wanted(request);
  const { newest, ...found } = findAtOnce(crowd.search, { ...request, ...(wanted ? { wanted } : {}) });
  if (wanted && newest) kept.keep(wanted, newest);
  const about = JSON.stringify({ terms, range, user: user.full_name });
  if (page) assert.deepEqual(page, found, about);
  const { matches, ...plain } = found;
  assert.deepEqual(
    [plain, matches?.size],
    [crowd.pageOf(user, terms, { ...range, anchor: newestAnchor }), plain.ids.length],
    about,
  );
  return page !== undefined;
}

async function compareRandomCrowd(t: TestContext, seed: number): Promise<number> {
  const file = temporaryFile(t);
  const crowd = new Crowd(await startServer(t, file), new Seeded(seed), file, 1000);
  const kept = new KeptMatches(crowd.server.db);
  let hits = 0;
  for (let question = 0; question < 250; question++) {
    if (compareOnce(crowd, kept)) hits++;
    const { random } = crowd;
    if (random.chance(30)) crowd.send(random.pick([1, 1, 10, 100]));
    if (random.chance(20)) crowd.change(random.pick([1, 1, 30]));
    if (random.chance(30)) crowd.search.step(200);
    // As the searcher forgets what the index has.
    if (random.chance(10)) crowd.forgetChanges();
  }
  crowd.search.close();
  return hits;
}

/** Kept matches of apples, of which there are so many, beside one pear. */
async function keepApples(t: TestContext, count: number) {
  const file = temporaryFile(t);
  const server = await startServer(t, file);
  const { app, db, users } = server;
  const [pear, ...apples] = [
    await send(server.as('bob'), { to: 'general', content: 'a pear' }),
    await send(server.as('bob'), { to: 'general', content: 'an apple' }),
  ];
  addApples(server, count - 1);
  const search = new IndexedSearch(searchOptions(file));
  t.after(() => search.close());
  while (search.step(200));
  const user = users.alice;
  const narrow = compileNarrow(app, user, [{ operator: 'search', operand: 'apple', negated: false }]);
  const range = { anchor: 'newest', include_anchor: true, num_before: 1000, num_after: 0 } as const;
  const request: PageRequest = { user, narrow, date: undefined, ...range };
  const kept = new KeptMatches(db);
  kept.keep(['apple'], findAtOnce(search, { ...request, wanted: ['apple'] }).newest as NewestMatches);
  return { server, search, pear, apples, find: () => kept.find(request)?.ids };
}

function addApples({ db }: TestServer, count: number): void {
  db.run(
    `WITH RECURSIVE n (n) AS (SELECT 1 WHERE ?1 > 0 UNION ALL SELECT n + 1 FROM n WHERE n < ?1)
     INSERT INTO messages (conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
       rendered_content, rendered_version)
     SELECT conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content, '', 1
     FROM n CROSS JOIN messages WHERE id = (SELECT min(id) FROM messages WHERE content = 'an apple')`,
    count,
  );
}

async function searchApple(server: TestServer): Promise<number[]> {
  const narrow = [{ operator: 'search', operand: 'apple' }];
  const { body } = await server
    .as('alice')
    .get('/messages', { anchor: 'newest', num_before: 20, num_after: 0, narrow });
  return (body.messages as { id: number }[]).map(({ id }) => id);
}

describe('kept matches', () => {
  it('are what a search of the index finds, whatever came, changed or went since', async (t) => {
    let hits = 0;
    for (let seed = 1; seed <= 3; seed++) hits += await compareRandomCrowd(t, seed);
    assert.ok(hits > 200, `${hits} of 750 pages were kept`);
  });

  it('answer a text that is searched for again and again without the thread', async (t) => {
    const server = await startServer(t, temporaryFile(t));
    server.app.searcher.thresholds.unindexed = 0;
    t.after(() => server.app.searcher.stop());
    const asked = t.mock.method(SearchThread.prototype, 'find');
    const first = await send(server.as('bob'), { to: 'general', content: 'an apple' });

    const found = [await searchApple(server), await searchApple(server), await searchApple(server)];
    const second = await send(server.as('bob'), { to: 'general', content: 'apples' });
    found.push(await searchApple(server));
    await server.as('bob').patch(`/messages/${first}`, { content: 'a pear' });
    found.push(await searchApple(server));

    assert.deepEqual(found, [[first], [first], [first], [first, second], [second]]);
    assert.equal(asked.mock.callCount(), 2);
  });

  it('are not used when changes since were forgotten', async (t) => {
    const { server, search, pear, apples, find } = await keepApples(t, 1);
    const before = find();
    await server.as('bob').patch(`/messages/${pear}`, { content: 'another apple' });
    await server.as('bob').patch(`/messages/${apples[0]}`, { content: 'the apple' });
    while (search.step(200));
    server.db.run('DELETE FROM search_changes WHERE id < ?', search.progress.change_id);

    assert.deepEqual([before, find()], [apples, undefined]);
  });

  it('begin later when there are more of them', async (t) => {
    const { server, find } = await keepApples(t, 299);
    const before = find();
    addApples(server, 1);

    assert.deepEqual([before?.length, find()], [299, undefined]);
  });
});
