import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageSource, PageRequest } from '../../src/client/api/source.ts';
import type { ChannelMessage, MessagePage, ServerEvent } from '../../src/client/api/types.ts';
import { MessageLists } from '../../src/client/live/message-lists.ts';
import { upToDate } from '../../src/client/live/up-to-date.ts';
import { fits } from '../../src/client/store/narrow.ts';
import { createStore } from './store.ts';

const narrow = [
  { operator: 'channel', operand: 1 },
  { operator: 'topic', operand: 'levels' },
];

function message(id: number, subject = 'levels'): ChannelMessage {
  return {
    id,
    type: 'stream',
    stream_id: 1,
    subject,
    flags: ['read'],
    sender_id: 2,
    reactions: [],
  } as unknown as ChannelMessage;
}

/** A server that has messages of one topic. */
class Source implements MessageSource {
  readonly requests: PageRequest[] = [];
  all = Array.from({ length: 250 }, (_, index) => message(index + 1));

  async fetchPage(request: PageRequest): Promise<MessagePage> {
    this.requests.push(request);
    const { anchor, num_before, num_after, include_anchor = true } = request;
    const all = this.all.filter((one) => this.find(one, request.narrow));
    const id = typeof anchor === 'number' ? anchor : (all.at(-1)?.id ?? 0);
    const before = all.filter((one) => one.id < id).slice(-num_before || all.length);
    const at = include_anchor ? all.filter((one) => one.id === id) : [];
    const after = all.filter((one) => one.id > id).slice(0, num_after);
    const older = num_before === 0 ? [] : before;
    return {
      messages: [...older, ...at, ...after],
      anchor: id,
      found_anchor: true,
      found_oldest: older.length < num_before,
      found_newest: after.length < num_after || num_after === 0,
      history_limited: false,
    };
  }

  /** Whether a message belongs to a narrow. */
  find: (one: ChannelMessage, narrow: PageRequest['narrow']) => boolean = (one, narrow) =>
    fits(narrow, one, 9) === true;

  match = async (_ids: readonly number[]): Promise<ChannelMessage[]> => [];

  readonly findMatching: MessageSource['findMatching'] = (_narrow, ids) => this.match(ids);

  /** Holds the next page, or failure, back. Returns a function that delivers it. */
  hold(isFailure = false): () => void {
    let deliver = (): void => {};
    const held = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    this.fetchPage = async (request) => {
      this.fetchPage = Source.prototype.fetchPage;
      const page = await this.fetchPage(request);
      await held;
      if (isFailure) throw new Error('late');
      return page;
    };
    return deliver;
  }
}

function setUp() {
  const store = createStore();
  const source = new Source();
  const lists = new MessageLists(store, upToDate(source, store));
  const hear = (event: object) => store.apply([{ id: 1, ...event } as ServerEvent]);
  return { store, source, lists, hear };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a list of messages', () => {
  it('reads on from pages that end early because they are full', async () => {
    const { lists, source } = setUp();
    const whole = source.fetchPage.bind(source);
    source.fetchPage = async (request) => {
      const page = await whole(request);
      const kept = request.num_after === 0 ? page.messages.slice(-7) : page.messages.slice(0, 7);
      const isCut = kept.length < page.messages.length;
      const isOldest = page.found_oldest && !(isCut && request.num_after === 0);
      const isNewest = page.found_newest && !(isCut && request.num_before === 0);
      return { ...page, messages: kept, found_oldest: isOldest, found_newest: isNewest };
    };
    const list = lists.open(narrow, 120);
    await settled();

    while (!list.hasOldest.value) assert.equal(await list.fetchOlder(), true);
    while (!list.hasNewest.value) assert.equal(await list.fetchNewer(), true);

    assert.deepEqual(
      list.ids.value,
      source.all.map(({ id }) => id),
    );
  });

  it('is one stretch without gaps, to which pages are added at both ends', async () => {
    const { lists } = setUp();
    const list = lists.open(narrow, 120);
    await settled();
    assert.deepEqual([list.ids.value[0], list.ids.value.at(-1)], [70, 170]);

    await Promise.all([list.fetchOlder(), list.fetchOlder()]);
    await list.fetchNewer();

    assert.deepEqual(
      list.ids.value,
      Array.from({ length: 250 }, (_, index) => index + 1),
    );
    assert.ok(list.hasOldest.value && list.hasNewest.value);
  });

  it('says whether a page came, so that nobody asks again at once where none does', async () => {
    const { lists, source } = setUp();
    const list = lists.open(narrow, 120);
    await settled();
    const fetchPage = source.fetchPage.bind(source);
    source.fetchPage = () => Promise.reject(new Error('offline'));
    const unknown = lists.open([{ operator: 'channel', operand: 99 }], 'newest');
    await settled();
    const lost = [await list.fetchOlder(), await list.fetchNewer(), await unknown.fetchOlder()];
    source.fetchPage = fetchPage;

    assert.deepEqual([unknown.status.value, ...lost], ['failed', false, false, false]);
    assert.deepEqual([await list.fetchOlder(), await list.fetchOlder()], [true, false]);
  });

  it('asks for one page at a time at each end', async () => {
    const { lists, source } = setUp();
    const list = lists.open(narrow, 120);
    await settled();
    source.requests.length = 0;

    const found = await Promise.all([list.fetchOlder(), list.fetchOlder(), list.fetchNewer(), list.fetchNewer()]);

    assert.deepEqual([found, source.requests.length], [[true, false, true, false], 2]);
  });

  it('takes a new message only where it follows what is there', async () => {
    const { lists, hear, source } = setUp();
    const early = lists.open(narrow, 120);
    await settled();
    hear({ type: 'message', message: message(251), flags: [] });
    source.all.push(message(251));
    assert.equal(early.ids.value.at(-1), 170);

    await early.open('newest');
    hear({ type: 'message', message: message(252), flags: [] });
    hear({ type: 'message', message: message(253, 'boats'), flags: [] });

    assert.equal(early.ids.value.at(-1), 252);
  });

  it('throws a page away that was asked for before it was opened elsewhere', async () => {
    const { lists } = setUp();
    const list = lists.open(narrow, 'newest');
    await settled();

    const late = list.fetchOlder();
    const opening = list.open(10);
    await Promise.all([late, opening]);

    assert.deepEqual([list.ids.value[0], list.ids.value.at(-1)], [1, 60]);
  });

  it('shows where it was opened last, whatever is answered or fails later', async () => {
    for (const end of ['answered', 'failed']) {
      const { lists, source } = setUp();
      const deliver = source.hold(end === 'failed');
      const list = lists.open(narrow, 10);
      await list.open(200);
      const before = [list.ids.value, list.status.value];
      deliver();
      await settled();

      assert.deepEqual([list.ids.value, list.status.value], before, end);
      assert.deepEqual([list.ids.value[0], list.isOpening.value, list.problem.value], [150, false, ''], end);
    }
  });

  it('gets no page that was asked for elsewhere, and asks once at its new place', async () => {
    const { lists, source } = setUp();
    const list = lists.open(narrow, 120);
    await settled();
    const deliverOld = source.hold();
    const old = list.fetchNewer();
    await list.open(10);
    const deliverNew = source.hold();
    const wanted = list.fetchNewer();
    deliverOld();

    assert.equal(await old, false);
    assert.equal(await list.fetchNewer(), false);
    assert.deepEqual([list.ids.value[0], list.ids.value.at(-1)], [1, 60]);
    deliverNew();
    assert.equal(await wanted, true);

    assert.equal(list.ids.value.at(-1), 160);
  });

  it('asks the server whether a new message belongs to a search, unless it shows another part by then', async () => {
    const { lists, source, hear } = setUp();
    const asked: number[] = [];
    let deliver = (): void => {};
    source.match = async (ids) => {
      asked.push(...ids);
      await new Promise<void>((resolve) => {
        deliver = resolve;
      });
      return ids.map((id) => message(id));
    };
    const search = [...narrow, { operator: 'search', operand: 'tea' }];
    source.find = (one) => fits(narrow, one, 9) === true;
    const list = lists.open(search, 'newest');
    await settled();

    hear({ type: 'message', message: message(251), flags: [] });
    hear({ type: 'message', message: message(252, 'boats'), flags: [] });
    deliver();
    await settled();
    assert.deepEqual([asked, list.ids.value.at(-1)], [[251], 251]);
    hear({ type: 'message', message: message(253), flags: [] });
    await list.open(10);
    deliver();
    await settled();

    assert.equal(list.ids.value.at(-1), 60);
  });

  it('is fetched again around what is on screen, or at its end', async () => {
    const { lists, source } = setUp();
    const list = lists.open(narrow, 'newest');
    await settled();
    source.requests.length = 0;

    list.refresh();
    list.anchor = 77;
    list.refresh();
    await settled();
    await list.open(80);
    list.refresh();

    assert.deepEqual(
      source.requests.map(({ anchor }) => anchor),
      ['newest', 77, 80, 80],
    );
  });

  it('keeps a message whose star was removed, until it is opened again', async () => {
    const { lists, source, hear } = setUp();
    source.all = source.all.map((one) => (one.id === 240 ? { ...one, flags: ['read', 'starred'] } : one));
    const starred = lists.open([{ operator: 'is', operand: 'starred' }], 'newest');
    await settled();
    assert.deepEqual(starred.ids.value, [240]);

    hear({ type: 'update_message_flags', op: 'remove', flag: 'starred', messages: [240], all: false });
    assert.deepEqual(starred.ids.value, [240]);
    source.all = source.all.map((one) => message(one.id));
    await starred.open('newest');

    assert.deepEqual(starred.ids.value, []);
  });

  it('loses what is deleted or moved away, and gets what is moved here', async () => {
    const { lists, hear, store } = setUp();
    const boats = lists.open(
      [narrow[0] ?? { operator: '', operand: '' }, { operator: 'topic', operand: 'boats' }],
      'newest',
    );
    await settled();
    const list = lists.open(narrow, 'newest');
    await settled();

    hear({ type: 'delete_message', message_ids: [250], stream_id: 1 });
    hear({
      type: 'update_message',
      message_id: 249,
      message_ids: [249],
      flags: [],
      subject: 'boats',
      orig_subject: 'levels',
    });

    assert.equal(list.ids.value.at(-1), 248);
    assert.ok(!store.model.messages.has(250));
    assert.ok(boats.ids.value.includes(249));
  });

  it('is there without a request when one comes back to it', async () => {
    const { lists, source, hear } = setUp();
    lists.open(narrow, 'newest');
    await settled();
    lists.open([], 'newest');
    await settled();
    hear({ type: 'message', message: message(251), flags: [] });
    const before = source.requests.length;

    const list = lists.open(narrow, 'first_unread');

    assert.equal(source.requests.length, before);
    assert.equal(list.ids.value.at(-1), 251);
    assert.equal(list.firstUnread.value, 251);
  });

  it('is not complete after messages arrived of which only the server knows whether they belong there', async () => {
    const { lists, source, hear } = setUp();
    source.find = () => true;
    const deliver = source.hold();
    const list = lists.open([{ operator: 'search', operand: 'tea' }], 'newest');
    hear({ type: 'message', message: message(251), flags: [] });
    deliver();
    await settled();

    assert.deepEqual([list.ids.value.at(-1), list.hasNewest.value], [250, false]);
  });

  it('has no gap before a message that arrived while a page of its middle was fetched', async () => {
    const { lists, source, hear } = setUp();
    const deliver = source.hold();
    const list = lists.open(narrow, 120);
    hear({ type: 'message', message: message(251), flags: [] });
    deliver();
    await settled();

    assert.equal(list.ids.value.at(-1), 170);
  });

  it('is not fetched again because of what the client itself marks as read', async () => {
    const { lists, source, store } = setUp();
    const deliver = source.hold();
    lists.open(narrow, 'newest');
    const marked = { type: 'update_message_flags', op: 'add', flag: 'read', messages: [250], all: false };
    store.apply([{ id: 0, ...marked } as ServerEvent]);
    deliver();
    await settled();
    assert.equal(source.requests.length, 1);
    const again = source.hold();
    lists.refresh();
    store.apply([{ id: 1, ...marked } as ServerEvent]);
    again();
    await settled();

    assert.equal(source.requests.length, 3);
  });

  it('agrees with what happened while a page was fetched', async () => {
    const { lists, hear, source, store } = setUp();
    const content = (id: number) => store.model.messages.get(id)?.content;
    const deliverFirst = source.hold();
    const list = lists.open(narrow, 'newest');
    hear({ type: 'message', message: message(251), flags: [] });
    hear({ type: 'message', message: message(252, 'boats'), flags: [] });
    deliverFirst();
    await settled();
    assert.deepEqual([list.ids.value.at(-1), source.requests.length], [251, 1]);

    source.all = [...source.all.slice(0, -1), { ...message(250), content: 'new' }, message(251)];
    const deliverSecond = source.hold();
    list.refresh();
    hear({
      type: 'update_message',
      message_id: 250,
      message_ids: [250],
      flags: [],
      rendered_content: 'new',
      content: 'new',
    });
    deliverSecond();
    await settled();
    assert.deepEqual([content(250), list.ids.value.at(-1)], ['new', 251]);
    assert.equal(source.requests.length, 3);

    source.all = source.all.filter(({ id }) => id !== 150);
    const deliverThird = source.hold();
    const older = list.fetchOlder();
    hear({ type: 'delete_message', message_ids: [150], stream_id: 1 });
    deliverThird();
    await older;

    assert.ok(list.ids.value.includes(149) && !list.ids.value.includes(150));
  });

  it('has new messages that arrived while the last page was fetched', async () => {
    const { lists, hear, source } = setUp();
    const list = lists.open(narrow, 150);
    await settled();
    const deliver = source.hold();
    const newer = list.fetchNewer();
    hear({ type: 'message', message: message(251), flags: [] });
    deliver();
    await newer;

    assert.equal(list.ids.value.at(-1), 251);
  });

  it('gets a message of the history that another client marked as unread', async () => {
    const { lists, hear, source } = setUp();
    const reopened = source.all.splice(239, 1);
    const feed = lists.open([], 'newest');
    await settled();
    const markUnread = (id: number, flag: string) => {
      const place = { type: 'stream', stream_id: 1, topic: 'levels', unmuted_stream_msg: true };
      const message_details = flag === 'read' ? { message_details: { [id]: place } } : {};
      hear({ type: 'update_message_flags', op: 'remove', flag, messages: [id], all: false, ...message_details });
    };
    source.all.splice(239, 0, ...reopened);
    const before = source.requests.length;
    markUnread(3, 'read');
    markUnread(240, 'starred');
    await settled();
    assert.equal(source.requests.length, before);
    assert.ok(!feed.ids.value.includes(240));

    markUnread(240, 'read');
    await settled();

    assert.ok(feed.ids.value.includes(240));
  });

  it('has each reaction once, also one that a page and an event brought', () => {
    const { store, hear } = setUp();
    const reaction = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji', user_id: 3 } as const;
    store.addMessages([{ ...message(1), reactions: [reaction] }]);

    hear({ type: 'reaction', op: 'add', message_id: 1, ...reaction });

    assert.deepEqual(store.model.messages.get(1)?.reactions, [reaction]);
  });
});

describe('the lists of messages', () => {
  const other = [
    { operator: 'channel', operand: 1 },
    { operator: 'topic', operand: 'boats' },
  ];

  /** Two lists, of which the second is on screen, and how many pages are asked for by an act. */
  async function openTwo() {
    const scene = setUp();
    const { lists, source } = scene;
    source.all.push(message(251, 'boats'));
    const hidden = lists.open(narrow, 'newest');
    await settled();
    const shown = lists.open(other, 'newest');
    await settled();
    const requestsOf = async (act: () => unknown) => {
      source.requests.length = 0;
      act();
      await settled();
      return source.requests.length;
    };
    return { ...scene, hidden, shown, requestsOf };
  }

  it('begin again after the connection lost events: the one on screen at once, the others when they are opened', async () => {
    const { lists, shown, hidden, requestsOf } = await openTwo();

    assert.equal(await requestsOf(() => lists.restart()), 1);
    assert.equal(await requestsOf(() => assert.equal(lists.open(other, 'newest'), shown)), 0);
    assert.equal(await requestsOf(() => assert.notEqual(lists.open(narrow, 'newest'), hidden)), 1);
    lists.close();
    assert.equal(await requestsOf(() => lists.restart()), 0);
  });

  it('are fetched again if messages may be missing, once', async () => {
    const { lists, hidden, shown, requestsOf } = await openTwo();
    hidden.isStale = true;
    assert.equal(await requestsOf(() => lists.refreshStale()), 0, 'not on screen');
    assert.equal(await requestsOf(() => lists.open(narrow, 'newest')), 1);
    assert.equal(await requestsOf(() => lists.open(other, 'newest')), 0);
    shown.isStale = true;
    assert.equal(await requestsOf(() => lists.refreshStale()), 1);

    assert.equal(await requestsOf(() => lists.refreshStale()), 0);
  });

  it('are fetched again where a channel became readable', async () => {
    const { lists, hear, requestsOf } = await openTwo();
    const subscriptions = [{ stream_id: 1, name: 'river', subscribers: [9] }];

    assert.equal(await requestsOf(() => hear({ type: 'subscription', op: 'add', subscriptions })), 1);
    assert.equal(await requestsOf(() => lists.open(narrow, 'newest')), 1);
    assert.equal(await requestsOf(() => hear({ type: 'heartbeat' })), 0);
  });

  it('are fetched again after a failure, and at a message that they do not contain', async () => {
    const { lists, source, requestsOf } = await openTwo();
    assert.equal(await requestsOf(() => lists.open(narrow, 10)), 1);
    assert.equal(await requestsOf(() => lists.open(narrow, 12)), 0);
    assert.equal(await requestsOf(() => lists.open(narrow, 'first_unread')), 0);
    assert.equal(await requestsOf(() => lists.open(narrow, 'newest')), 1);
    source.fetchPage = () => Promise.reject(new Error('A fault'));
    const failed = lists.open([], 'newest');
    await settled();
    assert.deepEqual([failed.status.value, failed.problem.value, failed.isOpening.value], ['failed', 'A fault', false]);
    source.fetchPage = Source.prototype.fetchPage;

    assert.equal(await requestsOf(() => lists.open([], 'first_unread')), 1);
    assert.equal(failed.status.value, 'ready');
  });

  it('keep the newest 300 messages when they are left, and know that there are older ones', async () => {
    const { lists, source } = setUp();
    source.all = Array.from({ length: 400 }, (_, index) => message(index + 1));
    const list = lists.open(narrow, 'newest');
    await settled();
    while (!list.hasOldest.value) await list.fetchOlder();
    assert.equal(list.ids.value.length, 400);

    lists.open([], 'newest');

    assert.deepEqual([list.ids.value.length, list.ids.value[0], list.hasOldest.value], [300, 101, false]);
  });

  it('are at most twenty, without the one that was left longest ago', async () => {
    const { lists, requestsOf } = await openTwo();
    lists.open(narrow, 'newest');
    const more = Array.from({ length: 19 }, (_, id) => [{ operator: 'sender', operand: id }]);
    for (const one of more) lists.open(one, 'newest');
    await settled();

    assert.equal(await requestsOf(() => lists.open(narrow, 'newest')), 0);
    assert.equal(await requestsOf(() => lists.open(other, 'newest')), 1);
  });

  it('drop the messages that are in none of them once there are too many', async () => {
    const { lists, store, hear, shown } = await openTwo();
    store.addMessages(Array.from({ length: 3000 }, (_, index) => message(index + 1000, 'far')));
    lists.close();

    hear({ type: 'message', message: message(5000, 'boats'), flags: ['read'] });

    assert.ok(store.model.messages.size < 300, `${store.model.messages.size} messages`);
    assert.deepEqual(
      shown.ids.value.filter((id) => !store.model.messages.has(id)),
      [],
    );
  });

  it('begin at the first unread message when one comes back', async () => {
    const { lists, hidden, hear } = await openTwo();
    hear({ type: 'message', message: message(260), flags: [] });
    hear({ type: 'message', message: message(261), flags: [] });

    lists.open(narrow, 'first_unread');
    assert.deepEqual([hidden.firstUnread.value, hidden.anchor], [260, 260]);
    hear({ type: 'update_message_flags', op: 'add', flag: 'read', messages: [260, 261], all: false });
    hidden.enter();

    assert.deepEqual([hidden.firstUnread.value, hidden.anchor], [undefined, 260]);
  });
});
