import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import { getMessage } from '../../src/conversations/message.ts';
import { doEditMessage } from '../../src/messages/edit.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { renderMessage } from '../../src/messages/rendering.ts';
import { IndexedSearch } from '../../src/search/indexed-search.ts';
import { compileNarrow } from '../../src/search/narrow.ts';
import { indexFile } from '../../src/search/text-index.ts';
import { findAtOnce, searchOptions, temporaryFile } from '../support/search.ts';
import { Seeded } from '../support/seeded.ts';
import { startServer, type TestServer } from '../support/server.ts';

const rounds = 4;
const indexing = fileURLToPath(new URL('indexing.ts', import.meta.url));

describe('the text index after a crash', () => {
  it('has everything, whenever the crash came', async (t) => {
    const file = temporaryFile(t);
    const server = await startServer(t, file);
    const random = new Seeded(3);
    const texts = new Map<number, string>();
    for (let n = 0; n < 200; n++) change(server, random, texts);
    for (let round = 0; round < rounds; round++) {
      const child = fork(indexing, [file]);
      await once(child, 'message');
      const gone = once(child, 'exit');
      for (let left = 5 + random.below(30); left > 0; left--) {
        change(server, random, texts);
        await new Promise((resolve) => setImmediate(resolve));
      }
      child.kill('SIGSTOP');
      // Not indexed by it, however fast it was.
      send(server, texts);
      child.kill('SIGKILL');
      await gone;
    }
    const search = new IndexedSearch(searchOptions(file));
    t.after(() => search.close());
    const before = search.progress.message_id;
    assert.deepEqual(listWrong(search, server, texts), []);
    while (search.step(50));

    assert.ok(before > 0 && before < texts.size, `${before} of ${texts.size} were indexed`);
    assert.deepEqual(listWrong(search, server, texts), []);
    assert.equal(checkIndex(file), undefined);
  });
});

let counter = 0;

/** Sends a message with a word of its own, or gives one another word. */
function change(server: TestServer, random: Seeded, texts: Map<number, string>): void {
  if (texts.size > 0 && random.chance(40)) edit(server, random.pick([...texts.keys()]), texts);
  else send(server, texts);
}

function edit({ app, db, users }: TestServer, id: number, texts: Map<number, string>): void {
  const content = `word${counter++}x`;
  db.transaction(() => {
    const rendering = renderMessage(app, users.bob, content);
    doEditMessage(app, users.bob, getMessage(app.db, id), { content, rendering });
  });
  texts.set(id, content);
}

function send({ app, db, users }: TestServer, texts: Map<number, string>): void {
  const content = `word${counter++}x`;
  const id = db.transaction(() => {
    const channel_id = db.value<number>("SELECT id FROM channels WHERE name = 'general'") as number;
    const conversation = ensureTopic(db, channel_id, 'lunch');
    const sent = { sender: users.bob, conversation, content, client: 'test', read_by_sender: true };
    return doSendMessage(app, sent).id;
  });
  texts.set(id, content);
}

/** The messages whose word does not find them, and them alone. */
function listWrong(search: IndexedSearch, { app, users }: TestServer, texts: Map<number, string>): number[] {
  const range = { anchor: 'newest', date: undefined, include_anchor: true, num_before: 5, num_after: 0 } as const;
  return [...texts].flatMap(([id, text]) => {
    const narrow = compileNarrow(app, users.alice, [{ operator: 'search', operand: text, negated: false }]);
    const { ids } = findAtOnce(search, { user: users.alice, narrow, ...range });
    return ids.length === 1 && ids[0] === id ? [] : [id];
  });
}

/** Throws when FTS5 finds its own structure damaged. */
function checkIndex(file: string): void {
  const index = new Sqlite(indexFile(file));
  index.exec("INSERT INTO message_index (message_index) VALUES ('integrity-check')");
  index.exec("INSERT INTO word_index (word_index) VALUES ('integrity-check')");
  index.close();
}
