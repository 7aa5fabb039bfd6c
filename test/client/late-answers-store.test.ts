import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Call } from '../../src/client/api/call.ts';
import { NetworkError } from '../../src/client/api/call.ts';
import type { ChannelMessage, MessagePage, ServerEvent } from '../../src/client/api/types.ts';
import { RecentConversations } from '../../src/client/live/recent.ts';
import { Topics } from '../../src/client/live/topics.ts';
import { keyOf } from '../../src/client/store/conversation.ts';
import { createUnread } from '../../src/client/store/unread.ts';
import { settled } from './fake-clock.ts';
import { createStore } from './store.ts';

function message(id: number, subject = 'boats'): ChannelMessage {
  const fields = { type: 'stream', stream_id: 1, flags: [], sender_id: 2, reactions: [], content: '' };
  return { ...fields, id, subject } as unknown as ChannelMessage;
}

/** A server that answers when it is told to. */
function createHeld() {
  const waiting: { name: string; resolve: (answer: object) => void; reject: (error: Error) => void }[] = [];
  const call: Call = (method, path) =>
    new Promise<object>((resolve, reject) => {
      waiting.push({ name: `${method} ${path}`, resolve, reject });
    }) as never;
  /** The next request that waits. */
  const next = () => waiting.shift();
  return { call, next, waiting };
}

function setUp() {
  const store = createStore();
  const hear = (event: object) => store.apply([{ id: 1, ...event } as ServerEvent]);
  return { store, hear, ...createHeld() };
}

describe('a list that is fetched while events arrive', () => {
  it('of topics contains what was written and moved meanwhile', async () => {
    const { store, hear, call, next, waiting } = setUp();
    const topics = new Topics(store, call);
    const names = () => topics.in(1)?.map(({ name }) => name);

    assert.equal(names(), undefined);
    hear({ type: 'message', message: message(7, 'ducks'), flags: [] });
    next()?.resolve({ topics: [{ name: 'boats', max_id: 6 }] });
    await settled();
    assert.deepEqual(names(), ['ducks', 'boats']);
    topics.restart();
    const move = { message_id: 6, message_ids: [6], flags: [], stream_id: 1, orig_subject: 'boats', subject: 'ships' };
    hear({ type: 'update_message', ...move });
    next()?.resolve({ topics: [{ name: 'boats', max_id: 6 }] });
    await settled();
    next()?.resolve({ topics: [{ name: 'ships', max_id: 6 }] });
    await settled();

    assert.deepEqual([names(), waiting.length], [['ships'], 0]);
  });

  it('of topics has one entry for all spellings, with the latest first', async () => {
    const { store, hear, call, next } = setUp();
    const topics = new Topics(store, call);
    topics.in(1);
    next()?.resolve({
      topics: [
        { name: 'boats', max_id: 6 },
        { name: 'Ducks', max_id: 5 },
      ],
    });
    await settled();

    hear({ type: 'message', message: message(7, 'dUCKS'), flags: [] });

    assert.deepEqual(topics.in(1), [
      { name: 'Ducks', max_id: 7 },
      { name: 'boats', max_id: 6 },
    ]);
  });

  it('of recent conversations is ordered by what is known of each, in channels that the user can see', async () => {
    const topic = (name: string, ids: number[], stream_id = 1) => ({ stream_id, topic: name, unread_message_ids: ids });
    const store = createStore({
      streams: [{ stream_id: 1, name: 'river' }],
      subscriptions: [{ stream_id: 1, name: 'river' }],
      unread_msgs: { pms: [], huddles: [], mentions: [], streams: [topic('ducks', [3]), topic('boats', [20])] },
      recent_private_conversations: [
        { user_ids: [2], max_message_id: 15 },
        { user_ids: [], max_message_id: 2 },
      ],
    });
    const { call, next } = createHeld();
    const topics = new Topics(store, call);
    const unread = createUnread(store);
    const fetch = () => call<MessagePage>('GET', '/messages');
    const recent = new RecentConversations(store, { fetch, topics, unread });

    const opened = recent.open();
    next()?.resolve({ messages: [message(10, 'boats'), message(9, 'ducks'), message(8, 'boats')] });
    const streams = [
      { stream_id: 1, topics: [{ name: 'rafts', max_id: 1 }] },
      { stream_id: 2, topics: [{ name: 'secret', max_id: 30 }] },
    ];
    next()?.resolve({ streams });
    await opened;
    void topics.in(2);
    next()?.resolve({ topics: [{ name: 'secret', max_id: 30 }] });
    await settled();

    const found = recent.all.value.map(({ conversation, newest, last }) => [keyOf(conversation), newest, last?.id]);
    assert.deepEqual(found, [
      ['topic:1:boats', 20, undefined],
      ['direct:2', 15, undefined],
      ['topic:1:ducks', 9, 9],
      ['direct:9', 2, undefined],
      ['topic:1:rafts', 1, undefined],
    ]);
  });

  it('of topics is fetched once for all who wait for it, and again after a failure', async () => {
    const { store, call, next, waiting } = setUp();
    const topics = new Topics(store, call);

    const loading = [topics.load(1), topics.load(1)];
    assert.equal(waiting.length, 1);
    next()?.reject(new NetworkError(''));
    assert.deepEqual(await Promise.all(loading), [[], []]);
    topics.refreshOutdated();
    next()?.resolve({ topics: [{ name: 'boats', max_id: 6 }] });

    assert.deepEqual(await topics.load(1), [{ name: 'boats', max_id: 6 }]);
  });

  it('of recent conversations contains what was written meanwhile, and nothing from before a restart', async () => {
    const { store, hear, call, next } = setUp();
    const recent = new RecentConversations(store, {
      fetch: () => call<MessagePage>('GET', '/messages'),
      topics: new Topics(store, call),
      unread: createUnread(store),
    });
    const names = () => recent.all.value.map(({ last }) => (last as ChannelMessage).subject);

    void recent.open();
    hear({ type: 'message', message: message(8, 'ducks'), flags: [] });
    hear({ type: 'delete_message', message_ids: [7] });
    next()?.resolve({ messages: [message(6), message(7, 'noise')] });
    await settled();
    assert.deepEqual(names(), ['ducks', 'boats']);
    recent.restart();
    const late = next();
    recent.restart();
    next()?.resolve({ messages: [message(9, 'rafts')] });
    await settled();
    late?.resolve({ messages: [message(6)] });
    await settled();

    assert.deepEqual(names(), ['rafts']);
  });
});
