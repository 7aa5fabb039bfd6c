import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type Call, CallError, NetworkError, type Params } from '../../src/client/api/call.ts';
import type { ServerEvent } from '../../src/client/api/types.ts';
import { followMissedMoves } from '../../src/client/live/missed-moves.ts';
import { SharedDrafts } from '../../src/client/live/shared-drafts.ts';
import { type Conversation, keyOf } from '../../src/client/store/conversation.ts';
import { Drafts } from '../../src/client/store/drafts.ts';
import { UnsavedEdits } from '../../src/client/store/unsaved-edits.ts';
import { BrowserModel } from './chat-model.ts';
import { settled } from './fake-clock.ts';
import { createStore } from './store.ts';

const boats: Conversation = { type: 'topic', stream_id: 1, topic: 'boats' };
const ducks: Conversation = { type: 'topic', stream_id: 1, topic: 'ducks' };
const rafts: Conversation = { type: 'topic', stream_id: 1, topic: 'rafts' };
const bob: Conversation = { type: 'direct', user_ids: [2] };

function memory() {
  return new BrowserModel().storageOf({ isAlive: true });
}

function move(subject: string, fields: object = {}): ServerEvent {
  const place = { stream_id: 1, orig_subject: 'boats', subject, propagate_mode: 'change_all' };
  const event = { id: 1, type: 'update_message', message_ids: [5], edit_timestamp: 4e9, ...place, ...fields };
  return event;
}

describe('drafts', () => {
  it('stay in the browser, for their author alone', () => {
    const storage = memory();
    new Drafts(storage, 9).keep(boats, 'one');

    assert.equal(new Drafts(storage, 9).find({ ...boats, topic: 'Boats' }), 'one');
    assert.equal(new Drafts(storage, 8).find(boats), '');
    storage.setItem('drafts:8', '{"no": "list"}');
    assert.equal(new Drafts(storage, 8).find(boats), '');
    storage.setItem('drafts:8', 'no JSON');
    assert.equal(new Drafts(storage, 8).find(boats), '');
  });

  it('are no spaces, and disappear with their text', () => {
    const drafts = new Drafts(memory(), 9);
    let changes = 0;
    drafts.changed = () => {
      changes += 1;
    };

    drafts.keep(boats, ' \n');
    assert.deepEqual([drafts.all.value.size, changes], [0, 0]);
    drafts.keep(boats, 'one ');
    drafts.keep(boats, 'one ');
    assert.deepEqual([drafts.find(boats), changes], ['one ', 1]);
    drafts.keep(boats, ' ');

    assert.deepEqual([drafts.all.value.size, drafts.entries.size, changes], [0, 0, 2]);
  });

  it('that the server has are remembered until it has deleted them', () => {
    const storage = memory();
    const drafts = new Drafts(storage, 9);
    drafts.put('topic:1:boats', { conversation: boats, content: 'one', changed: 0, id: 3, isSaved: true });

    drafts.keep(boats, '');

    const again = new Drafts(storage, 9);
    assert.deepEqual([again.all.value.size, again.entries.get('topic:1:boats')?.id], [0, 3]);
  });

  it('get more text behind their own', () => {
    const drafts = new Drafts(memory(), 9);

    drafts.add(boats, 'one');
    drafts.add(boats, 'two');

    assert.equal(drafts.find(boats), 'one\n\ntwo');
  });

  it('follow their topic with what is being written, unless another draft is there', () => {
    const drafts = new Drafts(memory(), 9);
    drafts.keep(boats, 'one');
    drafts.onKeep(() => drafts.keep(boats, 'one and more'));

    drafts.follow(move('rafts', { propagate_mode: 'change_one' }));
    drafts.follow({ ...move('rafts'), type: 'reaction' });
    assert.equal(drafts.find(boats), 'one and more');
    drafts.follow(move('rafts', { new_stream_id: 2 }));
    assert.deepEqual(
      [drafts.find({ ...rafts, stream_id: 2 }), drafts.find(boats), drafts.all.value.size],
      ['one and more', '', 1],
    );
    drafts.keep(ducks, 'two');
    drafts.keep(boats, 'three');
    drafts.follow(move('ducks'));
    assert.deepEqual([drafts.find(ducks), drafts.find(boats)], ['two', 'one and more']);
    drafts.follow(move('Boats'));

    assert.deepEqual([drafts.find(boats), drafts.all.value.size], ['one and more', 3]);
  });

  it('follow a topic that was moved as a whole while no page listened', async () => {
    const near: Record<string, number> = { boats: 5, ducks: 6, rafts: 7 };
    const nearTo = (conversation: Conversation) => near[conversation.type === 'topic' ? conversation.topic : ''];
    const drafts = new Drafts(memory(), 9, () => 0);
    drafts.near = nearTo;
    for (const conversation of [boats, ducks, rafts, bob]) drafts.keep(conversation, keyOf(conversation));
    const asked: Params[] = [];
    const isMoved = new Map([
      [5, 'ships'],
      [6, 'geese'],
      [7, 'rafts'],
    ]);
    const call = (async (_: string, __: string, params: Params = {}) => {
      asked.push(params);
      const ids = params.message_ids as number[] | undefined;
      if (ids) return { messages: ids.map((id) => ({ id, type: 'stream', stream_id: 2, subject: isMoved.get(id) })) };
      // Only a part of the topic `ducks` was moved.
      return { messages: JSON.stringify(params.narrow).includes('ducks') ? [{ id: 3 }] : [] };
    }) as Call;

    await followMissedMoves(call, drafts, 9);

    assert.deepEqual(
      [...drafts.all.value.values()].map(({ content, conversation }) => [content, keyOf(conversation)]),
      [
        ['topic:1:ducks', 'topic:1:ducks'],
        ['direct:2', 'direct:2'],
        ['topic:1:boats', 'topic:2:ships'],
        ['topic:1:rafts', 'topic:2:rafts'],
      ],
    );
    assert.deepEqual(asked[0]?.message_ids, [5, 6, 7]);
  });

  it('do not follow a move from before they were written, as far as clocks can tell', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_000_000_000 });
    for (const [seconds, isFollowed] of [
      [-600, false],
      [-61, false],
      [-59, true],
      [30, true],
    ] as const) {
      const drafts = new Drafts(memory(), 9);
      drafts.keep(boats, 'one');
      drafts.follow(move('rafts', { edit_timestamp: 1_000_000 + seconds }));
      assert.equal(drafts.find(rafts) !== '', isFollowed, String(seconds));
    }
  });

  it('follow a move by the clock of the server, wherever that of the device stands', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 9e12 });
    const drafts = new Drafts(memory(), 9, () => 1_000_000);
    drafts.keep(boats, 'one');

    drafts.follow(move('rafts', { edit_timestamp: 1_000_001 }));

    assert.equal(drafts.find(rafts), 'one');
  });

  it('are those of all tabs', () => {
    const storage = memory();
    const [one, two] = [new Drafts(storage, 9), new Drafts(storage, 9)];

    one.keep(boats, 'one');
    assert.equal(two.find(boats), '');
    two.adopt();

    assert.equal(two.find(boats), 'one');
  });
});

interface Request {
  name: string;
  params: Params;
  answer: (answer?: object) => void;
  fail: (error: Error) => void;
}

/** The drafts of user 9 here, and those of the server. */
function shared(t: TestContext, fields: object = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const requests: Request[] = [];
  const call: Call = (method, path, params = {}) =>
    new Promise<object>((answer, fail) => {
      requests.push({ name: `${method} ${path}`, params, answer: (value = {}) => answer(value), fail });
    }) as never;
  const user_settings = { enable_drafts_synchronization: true };
  const store = createStore({ drafts: [], user_settings, max_message_length: 100, ...fields });
  const drafts = new Drafts(memory(), 9);
  const server = new SharedDrafts(store, drafts, call);
  const hear = (event: object) => store.apply([{ id: 1, type: 'drafts', ...event } as ServerEvent]);
  /** The next request, after the pause that follows each change. */
  const next = async () => {
    t.mock.timers.tick(1000);
    await settled();
    const request = requests.shift();
    assert.ok(request, 'a request');
    return request;
  };
  const none = async () => {
    t.mock.timers.tick(60_000);
    await settled();
    assert.deepEqual(
      requests.map(({ name }) => name),
      [],
    );
  };
  return { store, drafts, server, hear, next, none, requests };
}

/** The topic of the draft in a request. */
function topicOf({ params }: Request): unknown {
  const { draft, drafts } = params as { draft?: { topic: string }; drafts?: { topic: string }[] };
  return (draft ?? drafts?.[0])?.topic;
}

function onServer(id: number, content: string, fields: object = {}) {
  return { id, type: 'stream', to: [1], topic: 'boats', content, timestamp: 1000, ...fields };
}

describe('drafts on the server', () => {
  it('are created, changed and deleted as they are here, each once', async (t) => {
    const { drafts, next, none, hear } = shared(t);
    drafts.keep(boats, 'one');
    const created = await next();
    const { drafts: sent } = created.params as { drafts: [object] };
    const { timestamp: _, ...draft } = sent[0] as { timestamp: number };
    assert.deepEqual(
      [created.name, draft],
      ['POST /drafts', { type: 'stream', to: [1], topic: 'boats', content: 'one' }],
    );
    created.answer({ ids: [3] });
    await none();

    drafts.keep(boats, 'two');
    const changed = await next();
    assert.equal(changed.name, 'PATCH /drafts/3');
    changed.answer();
    await none();
    drafts.keep(boats, '');
    const deleted = await next();
    assert.equal(deleted.name, 'DELETE /drafts/3');
    hear({ op: 'update', draft: onServer(3, 'two') });
    deleted.answer();
    await settled();

    assert.deepEqual([drafts.entries.size, drafts.all.value.size], [0, 0]);
    hear({ op: 'add', drafts: [onServer(4, 'other', { topic: 'ducks' })] });
    assert.deepEqual(
      [drafts.find(boats), drafts.find(ducks)],
      ['', 'other'],
      'the event of the deletion is on its way',
    );
    drafts.keep(boats, 'three');
    const again = await next();
    assert.equal(again.name, 'POST /drafts');
    again.answer({ ids: [5] });
    await none();
  });

  it('that follow their topic while they are being created are moved there too, and stay one', async (t) => {
    const { drafts, next, none, hear } = shared(t);
    drafts.keep(boats, 'one');
    const created = await next();
    drafts.follow(move('rafts'));
    hear({ op: 'add', drafts: [onServer(3, 'one')] });
    created.answer({ ids: [3] });
    await settled();
    const moved = await next();
    assert.deepEqual([moved.name, topicOf(moved)], ['PATCH /drafts/3', 'rafts']);
    hear({ op: 'add', drafts: [onServer(4, 'other', { topic: 'ducks' })] });
    moved.answer();
    hear({ op: 'update', draft: onServer(3, 'one', { topic: 'rafts' }) });

    await none();
    assert.deepEqual([...drafts.all.value.keys()], ['topic:1:rafts', 'topic:1:ducks']);
    assert.equal(drafts.find(rafts), 'one');
  });

  it('that followed their topic are not those of a new topic of the old name', async (t) => {
    const { drafts, next, none, hear } = shared(t, { drafts: [onServer(3, 'one')] });
    drafts.follow(move('rafts'));
    drafts.keep(boats, 'two');
    hear({ op: 'add', drafts: [onServer(4, 'other', { topic: 'ducks' })] });

    const moved = await next();
    assert.deepEqual([moved.name, topicOf(moved)], ['PATCH /drafts/3', 'rafts']);
    moved.answer();
    const created = await next();
    assert.deepEqual([created.name, topicOf(created)], ['POST /drafts', 'boats']);
    created.answer({ ids: [5] });
    await none();
  });

  it('that another device moved leave their old place', (t) => {
    const { drafts, hear } = shared(t, { drafts: [onServer(3, 'one')] });

    hear({ op: 'update', draft: onServer(3, 'one', { topic: 'rafts' }) });

    assert.deepEqual([...drafts.all.value.keys()], ['topic:1:rafts']);
  });

  it('get what was written while they were being saved', async (t) => {
    const { drafts, next, none } = shared(t);
    drafts.keep(boats, 'one');
    const created = await next();
    drafts.keep(boats, 'one and more');
    await none();
    created.answer({ ids: [3] });
    await settled();

    const changed = await next();
    assert.equal(changed.name, 'PATCH /drafts/3');
    assert.match(JSON.stringify(changed.params), /one and more/);
  });

  it('are deleted if their message was sent meanwhile', async (t) => {
    const { drafts, next } = shared(t);
    drafts.keep(boats, 'one');
    const created = await next();
    drafts.keep(boats, '');
    created.answer({ ids: [3] });
    await settled();

    assert.equal((await next()).name, 'DELETE /drafts/3');
  });

  it('are not created a second time when their event comes before the answer', async (t) => {
    const { drafts, next, none, hear } = shared(t);
    drafts.keep(bob, 'one');
    const created = await next();
    assert.match(JSON.stringify(created.params), /"type":"private","to":\[2\]/);
    hear({ op: 'add', drafts: [onServer(3, 'one', { type: 'private', to: [2], topic: '' })] });
    assert.equal(drafts.entries.get('direct:2')?.id, undefined, 'the answer tells which draft it is');
    created.answer({ ids: [3] });

    await none();
    assert.deepEqual([drafts.find(bob), drafts.entries.get('direct:2')?.id], ['one', 3]);
  });

  it('of other devices are there, the newest of each conversation', (t) => {
    const first = [onServer(3, 'older', { timestamp: 10 }), onServer(4, 'newer', { timestamp: 20 })];
    const { drafts, server, hear } = shared(t, { drafts: [...first, onServer(5, 'nowhere', { type: '', to: [] })] });
    assert.deepEqual(
      server.listOthers().map(({ id }) => id),
      [3, 5],
    );
    assert.equal(drafts.find(boats), 'newer');

    hear({ op: 'update', draft: onServer(4, 'changed', { timestamp: 30 }) });
    assert.equal(drafts.find(boats), 'changed');
    hear({ op: 'remove', draft_id: 4 });
    hear({ op: 'remove', draft_id: 3 });

    assert.equal(drafts.find(boats), '');
  });

  it('do not replace what is written here, also if another device deletes them', async (t) => {
    const { drafts, next, hear } = shared(t, { drafts: [onServer(3, 'one')] });
    drafts.keep(boats, 'my words');

    hear({ op: 'update', draft: onServer(3, 'their words') });
    assert.equal(drafts.find(boats), 'my words');
    hear({ op: 'remove', draft_id: 3 });
    assert.equal(drafts.find(boats), 'my words');

    assert.equal((await next()).name, 'POST /drafts');
  });

  it('are created again if another device has deleted them unheard', async (t) => {
    const { drafts, next, none } = shared(t, { drafts: [onServer(3, 'one')] });
    drafts.keep(boats, 'two');

    (await next()).fail(new CallError(404, {}));
    const created = await next();
    assert.equal(created.name, 'POST /drafts');
    created.answer({ ids: [4] });

    await none();
    assert.equal(drafts.entries.get('topic:1:boats')?.id, 4);
  });

  it('keep the space at the end of what is being written', async (t) => {
    const { drafts, next, hear } = shared(t);
    drafts.keep(boats, 'one ');
    (await next()).answer({ ids: [3] });
    await settled();

    hear({ op: 'add', drafts: [onServer(3, 'one')] });

    assert.equal(drafts.find(boats), 'one ');
  });

  it('that are refused hold up no others, and those that are too long are not sent', async (t) => {
    const { drafts, next, none } = shared(t);
    drafts.keep(ducks, 'x'.repeat(101));
    drafts.keep(boats, 'one');
    drafts.keep(bob, 'two');

    const refused = await next();
    assert.match(JSON.stringify(refused.params), /"one"/);
    refused.fail(new CallError(400, {}));
    const other = await next();
    assert.match(JSON.stringify(other.params), /"two"/);
    other.answer({ ids: [4] });

    await none();
    assert.deepEqual([drafts.find(ducks).length, drafts.find(boats)], [101, 'one']);
  });

  it('are sent once the server can be reached again', async (t) => {
    const { drafts, next, none, server } = shared(t);
    drafts.keep(boats, 'one');
    drafts.keep(bob, 'two');
    (await next()).fail(new NetworkError(''));
    await none();

    void server.push();
    assert.equal((await next()).name, 'POST /drafts');
  });

  it('are none where the user wants none', async (t) => {
    const settings = { enable_drafts_synchronization: false };
    const { drafts, none, server } = shared(t, { user_settings: settings, drafts: [onServer(3, 'one')] });

    drafts.keep(ducks, 'two');
    await none();
    void server.push();
    server.restart();

    await none();
    assert.equal(drafts.find(boats), '');
  });
});

describe('texts of messages that are being edited', () => {
  it('are kept for the last twenty messages, each once', () => {
    const storage = memory();
    const edits = new UnsavedEdits(storage, 9);
    for (let id = 1; id <= 25; id += 1) edits.keep(id, `text ${id}`);
    edits.keep(10, 'again');

    const again = new UnsavedEdits(storage, 9);
    assert.deepEqual([again.newest, again.find(10), again.find(6), again.find(5)], [10, 'again', 'text 6', undefined]);
    again.drop(10);

    assert.deepEqual([again.newest, again.find(10)], [25, undefined]);
    assert.equal(new UnsavedEdits(storage, 8).newest, undefined);
  });
});
