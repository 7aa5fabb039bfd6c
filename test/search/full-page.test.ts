import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Answer, Client, Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const full = 8 * 1024 * 1024;
/** A page is measured after each step, and the last of them may be long. */
const most = full + 1024 * 1024;
const count = 24;

interface Scene extends TestServer {
  /** The ids of messages of nearly a million bytes each. */
  ids: number[];
  alice: Client;
}

/** A channel with messages whose HTML is as long as it can be, and that contain a word. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const alice = server.as('alice');
  await subscribe(alice, 'kitchen');
  const content = `soup ${'😀'.repeat(9990)}`;
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await send(alice, { to: 'kitchen', topic: 'lunch', content }));
  return { ...server, ids, alice };
}

/** The page as places in the list of messages, and what is said of its ends. */
function outline({ ids }: Scene, { body }: Answer) {
  const { found_oldest, found_newest, found_anchor } = body;
  const places = body.messages.map(({ id }: { id: number }) => ids.indexOf(id));
  return { places, found_oldest, found_newest, found_anchor };
}

function bytesOf({ body }: Answer): number {
  return Buffer.byteLength(JSON.stringify(body));
}

function range(from: number, until: number): number[] {
  return Array.from({ length: until - from + 1 }, (_, n) => from + n);
}

const atLunch = { operator: 'topic', operand: 'lunch' };
const around = { narrow: [atLunch], num_before: 100, num_after: 100 };

describe('A full page', () => {
  it('ends when it is full, around its anchor, and says that there is more', async (t) => {
    const scene = await setScene(t);
    const pages: [values: Values, outline: object][] = [
      [
        { anchor: scene.ids[12] },
        { places: range(8, 15), found_oldest: false, found_newest: false, found_anchor: true },
      ],
      [{ anchor: scene.ids[2] }, { places: range(0, 7), found_oldest: true, found_newest: false, found_anchor: true }],
      [{ anchor: 'newest' }, { places: range(16, 23), found_oldest: false, found_newest: true, found_anchor: false }],
      [{ anchor: 'oldest' }, { places: range(0, 7), found_oldest: true, found_newest: false, found_anchor: false }],
      [
        { anchor: scene.ids[12], num_after: 0, include_anchor: false },
        { places: range(4, 11), found_oldest: false, found_newest: false, found_anchor: false },
      ],
      [
        { anchor: scene.ids[12], num_before: 3, num_after: 3 },
        { places: range(9, 15), found_oldest: false, found_newest: false, found_anchor: true },
      ],
    ];

    for (const [values, expected] of pages) {
      const answer = await scene.alice.get('/messages', { ...around, ...values });
      assert.deepEqual(outline(scene, answer), expected);
      assert.ok(bytesOf(answer) <= most, `${bytesOf(answer)} bytes`);
    }
  });

  it('is full of less in a search, which returns each message twice', async (t) => {
    const scene = await setScene(t);
    const narrow = [atLunch, { operator: 'search', operand: 'soup' }];

    // The second search is answered from the matches that are kept.
    for (const search of ['soup', 'soup', 'soup']) {
      const newest = { ...around, narrow: [{ operator: 'search', operand: search }], anchor: 'newest' };
      const answer = await scene.alice.get('/messages', newest);
      assert.deepEqual(outline(scene, answer).places, range(20, 23));
      assert.ok(bytesOf(answer) <= most, `${bytesOf(answer)} bytes`);
    }
    const answer = await scene.alice.get('/messages', { ...around, narrow, anchor: scene.ids[12] });
    assert.deepEqual(outline(scene, answer), {
      places: range(10, 13),
      found_oldest: false,
      found_newest: false,
      found_anchor: true,
    });
  });

  it('lets a client that reads on from its ends see every message once', async (t) => {
    const scene = await setScene(t);
    const seen: number[] = [];

    for (let anchor: unknown = 'newest', isOver = false; !isOver; ) {
      const page = { ...around, anchor, num_after: 0, include_anchor: anchor === 'newest' };
      const answer = await scene.alice.get('/messages', page);
      const { places, found_oldest } = outline(scene, answer);
      seen.unshift(...places);
      anchor = scene.ids[places[0]];
      isOver = found_oldest;
    }

    assert.deepEqual(seen, range(0, count - 1));
  });

  it('is refused while too much waits for slow clients, unlike a short page', async (t) => {
    const { alice, app, ids } = await setScene(t);
    app.outflow.waiting = 100 * 1024 * 1024;
    const page = { ...around, anchor: ids[0], num_before: 0, num_after: 0 };

    const long = await alice.get('/messages', page);
    const short = await alice.get('/messages', { ...page, apply_markdown: false });

    assert.deepEqual([long.status, long.body.code, short.status], [503, 'TOO_MANY_ANSWERS', 200]);
  });

  it('counts earlier versions, votes and reactions, too', async (t) => {
    const { alice, db, ids, users } = await setScene(t);
    db.run("UPDATE messages SET content = 'soup', rendered_content = '<p>soup</p>'");
    for (const message_id of ids) {
      const vote = JSON.stringify('x'.repeat(450_000));
      const sql = "INSERT INTO submessages (message_id, sender_id, msg_type, content) VALUES (?, ?, 'widget', ?)";
      db.run(sql, message_id, users.alice.id, vote);
      const edit = `INSERT INTO message_edits (message_id, user_id, edited_at, prev_content, prev_rendered_content)
        VALUES (?, ?, 0, '', ?)`;
      db.run(edit, message_id, users.alice.id, 'x'.repeat(900_000));
    }

    const answer = await alice.get('/messages', { ...around, anchor: ids[12] });

    assert.equal(answer.body.messages.length, 7);
    assert.ok(bytesOf(answer) <= full + 1_400_000, `${bytesOf(answer)} bytes`);
  });

  it('counts the bytes of JSON, where control characters take six each', async (t) => {
    const { alice, db } = await setScene(t);
    db.run('UPDATE messages SET content = ?', '\u0001'.repeat(500_000));

    const answer = await alice.get('/messages', { ...around, anchor: 'newest', apply_markdown: false });

    assert.equal(answer.body.messages.length, 3);
  });

  it('ends in the same way for people without an account', async (t) => {
    const scene = await setScene(t);
    await scene.as('owner').patch('/realm', { enable_spectator_access: true });
    scene.db.run("UPDATE channels SET is_web_public = 1 WHERE name = 'kitchen'");
    const operand = scene.db.value<number>("SELECT id FROM channels WHERE name = 'kitchen'");

    const narrow = [{ operator: 'channel', operand }];
    const answer = await scene.anonymous.get('/messages', { ...around, narrow, anchor: scene.ids[12] });

    assert.deepEqual(outline(scene, answer), {
      places: range(8, 15),
      found_oldest: false,
      found_newest: false,
      found_anchor: true,
    });
  });
});

describe('Messages that a client names', () => {
  it('are refused if they are too long for one answer', async (t) => {
    const { alice, ids } = await setScene(t);
    const refusal = {
      result: 'error',
      msg: 'These messages are too long for one answer. Please request fewer at a time.',
      code: 'ANSWER_TOO_LONG',
    };
    const narrow = [{ operator: 'search', operand: 'soup' }];

    const answers = await Promise.all([
      alice.get('/messages', { message_ids: ids }),
      alice.get('/messages', { message_ids: ids, narrow }),
      alice.get('/messages/matches_narrow', { msg_ids: ids, narrow }),
    ]);
    const few = await alice.get('/messages', { message_ids: ids.slice(0, 5) });

    assert.deepEqual(
      answers.map(({ body }) => body),
      [refusal, refusal, refusal],
    );
    assert.equal(few.body.messages.length, 5);
  });
});
