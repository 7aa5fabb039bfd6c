import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MessageSource, PageRequest } from '../../src/client/api/source.ts';
import type { ChannelMessage, MessagePage, ServerEvent } from '../../src/client/api/types.ts';
import { MessageLists } from '../../src/client/store/message-lists.ts';
import { fits } from '../../src/client/store/narrow.ts';
import { upToDate } from '../../src/client/store/up-to-date.ts';
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
    const all = this.all.filter((one) => fits(request.narrow, one, 9));
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

  async findMatching() {
    return [];
  }

  /** Holds the next page back. Returns a function that delivers it. */
  hold(): () => void {
    let deliver = (): void => {};
    const held = new Promise<void>((resolve) => {
      deliver = resolve;
    });
    this.fetchPage = async (request) => {
      this.fetchPage = Source.prototype.fetchPage;
      const page = await this.fetchPage(request);
      await held;
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
