import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import { doSubscribe } from '../../src/channels/subscription.ts';
import type { Call } from '../../src/client/api/call.ts';
import { registration } from '../../src/client/api/registration.ts';
import { fetchNewest } from '../../src/client/api/source.ts';
import type { ServerEvent, State } from '../../src/client/api/types.ts';
import { RecentConversations } from '../../src/client/live/recent.ts';
import { Topics } from '../../src/client/live/topics.ts';
import { type Conversation, keyOf } from '../../src/client/store/conversation.ts';
import { Store } from '../../src/client/store/store.ts';
import { createUnread } from '../../src/client/store/unread.ts';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';

/** A server on which Bob wrote in some topics of many channels that Alice follows, and then often in one topic. */
async function startBusy(t: TestContext, counts: { channels: number; topics: number; noise: number }) {
  const server = await startServer(t);
  const { app, db, users } = server;
  await app.writes.submit(() => {
    const channels = Array.from({ length: counts.channels }, (_, index) => {
      const channel = doCreateChannel(app, users.bob, { name: `channel ${index}` });
      doSubscribe(app, channel, [users.alice, users.bob]);
      return channel.id;
    });
    const draft = { sender: users.bob, client: 'test', read_by_sender: true, content: 'first first' };
    for (let index = 0; index < counts.topics; index += 1)
      doSendMessage(app, {
        ...draft,
        conversation: ensureTopic(db, channels[index % channels.length] ?? 0, `Topic ${index}`),
      });
    const noise = ensureTopic(db, channels[0] ?? 0, 'noise');
    for (let index = 0; index < counts.noise; index += 1) doSendMessage(app, { ...draft, conversation: noise });
  });
  return server;
}

/** The parts of a client that know conversations, at a server. */
async function openStore(server: TestServer, name: CastName) {
  const requests: string[] = [];
  const call: Call = async (method, path, values) => {
    requests.push(`${method} ${path}`);
    const { status, body } = await server.as(name)[method === 'GET' ? 'get' : 'post'](path, values);
    if (status !== 200) throw new Error(body.msg);
    return body;
  };
  const store = new Store(await call<State>('POST', '/register', registration));
  const topics = new Topics(store, call);
  const unread = createUnread(store);
  const own = [{ operator: 'sender', operand: store.user_id }];
  const fetch = (whose: 'all' | 'own') => fetchNewest(call, 400, whose === 'own' ? own : []);
  const recent = new RecentConversations(store, { fetch, topics, unread });
  const hear = (event: object) => store.apply([{ id: 1, ...event } as ServerEvent]);
  return { store, topics, recent, unread, hear, requests, keys: () => recent.all.value.map(nameOf) };
}

function nameOf({ conversation }: { conversation: Conversation }): string {
  return conversation.type === 'topic' ? conversation.topic : keyOf(conversation);
}

describe('recent conversations of a large organization', () => {
  it('are all there though the newest 10,000 messages are in one topic, after few requests', async (t) => {
    const server = await startBusy(t, { channels: 300, topics: 5000, noise: 10_000 });
    const { recent, keys, requests } = await openStore(server, 'alice');
    requests.length = 0;

    const before = new Set(keys());
    await recent.open();

    const all = keys();
    assert.ok(before.has('Topic 4999') && before.has('Topic 0'), 'unread topics are known from the start');
    assert.equal(all[0], 'noise');
    assert.deepEqual(
      all.filter((name) => /^Topic/.test(name)),
      Array.from({ length: 5000 }, (_, index) => `Topic ${4999 - index}`),
    );
    assert.ok(requests.length <= 10, requests.join());
    await recent.open();
    assert.ok(requests.length <= 10, 'known topics are not fetched again');
  });

  it('are all there when everything was read', async (t) => {
    const server = await startBusy(t, { channels: 60, topics: 120, noise: 500 });
    await server.as('alice').post('/mark_all_as_read');
    const { recent, keys } = await openStore(server, 'alice');

    await recent.open();

    assert.equal(keys().filter((name) => /^Topic/.test(name)).length, 120);
  });

  it('include those of long ago in which the user took part', async (t) => {
    const server = await startBusy(t, { channels: 2, topics: 0, noise: 0 });
    const channel_id = server.db.value<number>("SELECT id FROM channels WHERE name = 'channel 1'") ?? 0;
    await server.as('alice').post('/messages', { type: 'channel', to: channel_id, topic: 'mine', content: 'Hello' });
    const { app, db, users } = server;
    await app.writes.submit(() => {
      const conversation = ensureTopic(db, channel_id, 'noise');
      const draft = { sender: users.bob, client: 'test', read_by_sender: true, content: 'x', conversation };
      for (let index = 0; index < 450; index += 1) doSendMessage(app, draft);
    });
    const { recent } = await openStore(server, 'alice');
    const mine = () => recent.all.value.filter(({ isParticipant }) => isParticipant).map(nameOf);

    await recent.open();
    const before = mine();
    await recent.findOwn();

    assert.deepEqual([before, mine()], [[], ['mine']]);
  });
});

describe('the topics of all channels', () => {
  it('follow what is written and moved, and are fetched again after a restart', async (t) => {
    const server = await startBusy(t, { channels: 3, topics: 6, noise: 0 });
    const { store, topics, recent, keys, requests, hear } = await openStore(server, 'alice');
    await recent.open();
    const [first] = store.subscriptions.value.keys();
    const message = { type: 'stream', subject: 'rafts', flags: [], sender_id: 2, reactions: [], stream_id: first };

    hear({ type: 'message', message: { ...message, id: 90_000 }, flags: ['read'] });
    assert.equal(keys()[0], 'rafts');
    requests.length = 0;
    const move = { message_ids: [1], message_id: 1, flags: [], stream_id: first, orig_subject: 'a', subject: 'b' };
    hear({ type: 'update_message', ...move });
    assert.equal(requests.length, 0, 'nobody looks');
    await recent.open();
    assert.equal(requests.join(), 'GET /users/me/topics');
    requests.length = 0;
    topics.restart();
    recent.restart();
    await until(() => recent.status.value === 'ready' && recent.completion.value === 'ready');

    assert.ok(requests.includes('GET /users/me/topics'));
    assert.equal(keys().filter((name) => /^Topic/.test(name)).length, 6);
  });

  it('are unknown, and asked for again, after a failure', async (t) => {
    const server = await startBusy(t, { channels: 3, topics: 6, noise: 0 });
    const { store } = await openStore(server, 'alice');
    let isBroken = true;
    const topics = new Topics(store, async (_method, path, values) => {
      if (isBroken) throw new Error('broken');
      return (await server.as('alice').get(path, values)).body;
    });
    const followed = [...store.subscriptions.value.keys()];
    const count = () => topics.known.value.flatMap(([, some]) => some).filter(({ name }) => /^Topic/.test(name)).length;

    await assert.rejects(topics.loadAll(followed), /broken/);
    isBroken = false;
    const before = count();
    await topics.loadAll(followed);

    assert.deepEqual([before, count()], [0, 6]);
  });
});
