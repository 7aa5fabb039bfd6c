import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { isUnread } from '../../src/push/fan-out.ts';
import { newestAnchor } from '../../src/search/anchor.ts';
import type { Client, Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
const wholly = { propagate_mode: 'change_all', ...quietly };

interface Scene extends TestServer {
  alice: Client;
  bob: Client;
  lab: number;
  /** Messages of three topics by turns, oldest first; bob has read all plans, and nothing else. */
  plans: number[];
  ideas: number[];
  news: number[];
  /** What is stored of who has read what, by names. */
  rows: () => { places: unknown[]; watermarks: unknown[]; exceptions: unknown[] };
  move: (id: number | undefined, values: Values) => Promise<void>;
  mark: (op: 'add' | 'remove', ids: readonly number[]) => Promise<void>;
  /** Ids of bob's unread messages without the news: as in the initial state, by `is:unread`, and by anchors. */
  unread: () => Promise<number[]>;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const [alice, bob] = [server.as('alice'), server.as('bob')];
  const lab = await subscribe(alice, 'lab');
  await subscribe(bob, 'lab');
  const plans: number[] = [];
  const ideas: number[] = [];
  const news: number[] = [];
  for (let round = 0; round < 4; round++) {
    plans.push(await send(alice, { to: 'lab', topic: 'plans' }));
    ideas.push(await send(alice, { to: 'lab', topic: 'ideas' }));
    news.push(await send(alice, { to: 'lab', topic: 'news' }));
  }
  const mark = async (op: 'add' | 'remove', messages: readonly number[]) => {
    const { body } = await bob.post('/messages/flags', { op, flag: 'read', messages });
    assert.equal(body.result, 'success');
  };
  await mark('add', plans);
  return {
    ...{ ...server, alice, bob, lab, plans, ideas, news, mark },
    rows: () => rowsOf(server),
    async move(id, values) {
      const { body } = await alice.patch(`/messages/${id}`, { ...wholly, ...values });
      assert.equal(body.result, 'success', JSON.stringify(body));
    },
    unread: async () => (await unreadOf(server, 'bob')).filter((id) => !news.includes(id)),
  };
}

function rowsOf({ db }: TestServer) {
  return {
    places: db.all(
      'SELECT p.id, c.topic, p.channel_id, p.max_message_id FROM joined_places p JOIN conversations c ON c.id = p.conversation_id ORDER BY 1',
    ),
    watermarks: db.all(
      'SELECT email, place_id, message_id FROM read_watermarks JOIN users ON users.id = user_id ORDER BY 1, 2',
    ),
    exceptions: db.all('SELECT message_id, is_read FROM read_exceptions ORDER BY 1'),
  };
}

async function unreadOf(server: TestServer, name: CastName): Promise<number[]> {
  const narrow = [{ operator: 'is', operand: 'unread' }];
  const found = await server.as(name).get('/messages', { narrow, anchor: 'newest', num_before: 100, num_after: 0 });
  const { body } = await server.as(name).post('/register', { fetch_event_types: ['message', 'update_message_flags'] });
  const { streams } = body.unread_msgs as { streams: { unread_message_ids: number[] }[] };
  const ids = streams.flatMap(({ unread_message_ids }) => unread_message_ids).sort((a, b) => a - b);
  assert.deepEqual(
    found.body.messages.map(({ id }: { id: number }) => id),
    ids,
  );
  const first = await server.as(name).get('/messages', { anchor: 'first_unread', num_before: 0, num_after: 0 });
  assert.equal(first.body.anchor, ids[0] ?? newestAnchor);
  return ids;
}

function topicId({ db }: TestServer, topic: string): number {
  return db.value<number>('SELECT id FROM conversations WHERE topic = ?', topic) as number;
}

const bobsEmail = 'bob@example.com';

describe('messages that join a topic of which somebody has read another part', () => {
  it('keep a place of their own; where a whole topic comes, that is the only row written', async (t) => {
    const scene = await setScene(t);
    const { lab, plans, ideas, rows, move, unread } = scene;
    const id = topicId(scene, 'plans');
    const before = rows();

    await move(plans[0], { topic: 'ideas' });

    const watermarks = [{ email: bobsEmail, place_id: id, message_id: plans[3] }];
    assert.deepEqual(before, { places: [], watermarks, exceptions: [] });
    const places = [{ id, topic: 'ideas', channel_id: lab, max_message_id: plans[3] }];
    assert.deepEqual(rows(), { places, watermarks, exceptions: [] });
    assert.deepEqual(await unread(), ideas);
  });

  it('take a copy of each watermark along where others stay behind', async (t) => {
    const scene = await setScene(t);
    const { lab, plans, ideas, rows, move, unread } = scene;
    const id = topicId(scene, 'plans');

    await move(plans[1], { topic: 'ideas', propagate_mode: 'change_later' });

    const own = topicId(scene, 'news') + 1;
    assert.deepEqual(rows(), {
      places: [{ id: own, topic: 'ideas', channel_id: lab, max_message_id: plans[3] }],
      watermarks: [
        { email: bobsEmail, place_id: id, message_id: plans[3] },
        { email: bobsEmail, place_id: own, message_id: plans[3] },
      ],
      exceptions: [],
    });
    assert.deepEqual(await unread(), ideas);
  });

  it('share the place of the topic where exceptions are no more rows', async (t) => {
    const scene = await setScene(t);
    const { plans, ideas, rows, move, unread } = scene;
    const before = rows();

    await move(plans[1], { topic: 'ideas', propagate_mode: 'change_one' });

    assert.deepEqual(rows(), { ...before, exceptions: [{ message_id: plans[1], is_read: 1 }] });
    assert.deepEqual(await unread(), ideas);
  });

  it('share the place of a topic that is newer, which then is read as far as they were', async (t) => {
    const scene = await setScene(t);
    const { alice, plans, ideas, rows, move, unread } = scene;
    const newer = await send(alice, { to: 'lab', topic: 'newer' });

    await move(plans[0], { topic: 'newer' });

    const watermarks = [{ email: bobsEmail, place_id: topicId(scene, 'newer'), message_id: plans[3] }];
    assert.deepEqual(rows(), { places: [], watermarks, exceptions: [] });
    assert.deepEqual(await unread(), [...ideas, newer]);
  });

  it('get watermarks in another channel for those alone who received them and would count as elsewhere', async (t) => {
    const scene = await setScene(t);
    const { db, users, lab, alice, bob, plans, ideas, rows, move, unread } = scene;
    const attic = await subscribe(alice, 'attic', { principals: [users.alice.id, users.guest.id] });
    for (let round = 0; round < 4; round++) await send(alice, { to: 'attic', topic: 'old' });
    await subscribe(bob, 'attic');
    await scene.as('guest').post('/mark_stream_as_read', { stream_id: attic });
    const last = await send(alice, { to: 'attic', topic: 'old' });
    const id = topicId(scene, 'ideas');
    const floorOf = (name: CastName) =>
      db.value('SELECT message_id FROM read_floors WHERE user_id = ? AND channel_id = ?', users[name].id, lab);

    await move(ideas[0], { stream_id: attic, topic: 'old' });

    assert.deepEqual(rows(), {
      places: [{ id, topic: 'old', channel_id: attic, max_message_id: ideas[3] }],
      watermarks: [
        { email: 'alice@example.com', place_id: id, message_id: floorOf('alice') },
        { email: bobsEmail, place_id: topicId(scene, 'plans'), message_id: plans[3] },
        { email: bobsEmail, place_id: id, message_id: floorOf('bob') },
      ],
      exceptions: [],
    });
    assert.deepEqual(await unread(), [...ideas, last]);
  });

  it('move on with what is known of them, as a whole without another row', async (t) => {
    const scene = await setScene(t);
    const { lab, plans, ideas, rows, move, unread } = scene;
    const id = topicId(scene, 'plans');
    await move(plans[0], { topic: 'ideas' });
    const before = rows();

    await move(plans[0], { topic: 'news' });

    const places = [{ id, topic: 'news', channel_id: lab, max_message_id: plans[3] }];
    assert.deepEqual(rows(), { ...before, places });
    assert.deepEqual(await unread(), ideas);
  });

  it('leave nothing behind when the last of them is deleted', async (t) => {
    const { plans, ideas, rows, move, unread, ...scene } = await setScene(t);
    await move(plans[0], { topic: 'ideas' });

    for (const id of plans) assert.equal((await scene.as('owner').delete(`/messages/${id}`)).status, 200);

    assert.deepEqual(rows(), { places: [], watermarks: [], exceptions: [] });
    assert.deepEqual(await unread(), ideas);
  });

  it('know their newest when that is deleted', async (t) => {
    const { plans, rows, move, ...scene } = await setScene(t);
    await move(plans[0], { topic: 'ideas' });

    assert.equal((await scene.as('owner').delete(`/messages/${plans[3]}`)).status, 200);

    const [place] = rows().places as { max_message_id: number }[];
    assert.equal(place?.max_message_id, plans[2]);
  });
});

describe('a topic with messages of two places', () => {
  it('is read and unread in each as in a topic of its own', async (t) => {
    const scene = await setScene(t);
    const { plans, ideas, rows, move, mark, unread } = scene;
    const id = topicId(scene, 'plans');
    await move(plans[0], { topic: 'ideas' });
    const watermark = (place_id: number, message_id?: number) => ({ email: bobsEmail, place_id, message_id });

    await mark('remove', plans.slice(2));
    const lowered = rows();
    await mark('add', ideas.slice(0, 2));
    const begun = rows();
    await mark('add', plans.slice(3));
    const ahead = rows();
    const left = await unread();
    await mark('add', plans.slice(2, 3));

    const own = topicId(scene, 'ideas');
    const first = watermark(id, (plans[2] as number) - 1);
    assert.deepEqual(lowered, { ...lowered, watermarks: [first], exceptions: [] });
    // The watermark of what shares the topic's place passes over messages of the other one.
    assert.deepEqual(begun, { ...lowered, watermarks: [watermark(own, plans[2]), first].sort(byPlace) });
    assert.deepEqual(ahead, { ...begun, exceptions: [{ message_id: plans[3], is_read: 1 }] });
    assert.deepEqual(
      left,
      [plans[2], ...ideas.slice(2)].sort((a = 0, b = 0) => a - b),
    );
    const all = { ...begun, watermarks: [watermark(own, plans[2]), watermark(id, ideas[3])].sort(byPlace) };
    assert.deepEqual(rows(), all);
    assert.deepEqual(await unread(), ideas.slice(2));
  });

  it('is read to its end by a channel that is read, with nothing left to be stored', async (t) => {
    const { lab, bob, plans, rows, move, mark, unread } = await setScene(t);
    await move(plans[0], { topic: 'ideas' });
    await mark('remove', plans.slice(2));

    await bob.post('/mark_stream_as_read', { stream_id: lab });

    assert.deepEqual([rows().watermarks, rows().exceptions, await unread()], [[], [], []]);
  });

  it('begins to be unread with the oldest of both', async (t) => {
    const { plans, ideas, move, mark, unread } = await setScene(t);
    await move(ideas[0], { topic: 'plans' });

    const oldest = await unread();
    await mark('remove', plans.slice(0, 1));

    assert.deepEqual(oldest, ideas);
    assert.deepEqual(await unread(), [plans[0], ...ideas]);
  });

  it('is read where events and notifications ask', async (t) => {
    const { alice, plans, move, ...server } = await setScene(t);
    await move(plans[0], { topic: 'ideas' });
    const ears = await listen(server, ['bob']);

    await alice.patch(`/messages/${plans[0]}`, { content: 'edited' });

    const { bob = [] } = await ears.heard();
    assert.deepEqual(
      bob.map(({ type, flags }) => [type, flags]),
      [['update_message', ['read']]],
    );
    assert.equal(isUnread(server.db, server.users.bob.id, plans[0] as number), false);
  });

  it('is no news to who comes to its channel and had read what came there', async (t) => {
    const { alice, bob, plans, rows, move, mark, unread, ...server } = await setScene(t);
    const attic = await subscribe(alice, 'attic');
    for (let round = 0; round < 4; round++) await send(alice, { to: 'attic', topic: 'old' });
    const last = await send(alice, { to: 'lab', topic: 'plans' });
    await mark('add', [last]);
    await move(plans[0], { stream_id: attic, topic: 'old' });
    const ears = await listen(server, ['bob']);

    await subscribe(bob, 'attic');

    assert.equal(rows().places.length, 1);
    assert.deepEqual(
      (await ears.heard()).bob?.filter(({ type }) => type === 'update_message_flags'),
      [],
    );
    assert.deepEqual(await unread(), server.ideas);
  });

  it('needs no exception for what is read as it comes, once its own place is read', async (t) => {
    const scene = await setScene(t);
    const { bob, ideas, rows, move } = scene;
    await move(ideas[0], { topic: 'plans' });

    const id = await send(bob, { to: 'lab', topic: 'plans', read_by_sender: true });

    const { watermarks, exceptions } = rows();
    assert.deepEqual(watermarks, [{ email: bobsEmail, place_id: topicId(scene, 'plans'), message_id: id }]);
    assert.deepEqual(exceptions, []);
  });
});

function byPlace(one: { place_id: number }, other: { place_id: number }): number {
  return one.place_id - other.place_id;
}
