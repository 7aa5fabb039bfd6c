import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CachedMessage, MessageCache } from '../../src/messages/message-cache.ts';
import { doRenderAgain } from '../../src/messages/render-again.ts';
import type { Answer, Values } from '../support/client.ts';
import { send } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const form = { apply_markdown: true, empty_topic_name: false };

function text(id: number, bytes: number): CachedMessage {
  const place = { conversation_id: 1, place_id: 1, channel_id: null, sent_channel_id: null };
  return { id, ...place, mentions_channel: 0, json: Buffer.alloc(bytes) };
}

/** Caches this many messages of a size; returns how many stay cached. */
function keep(count: number, bytes: number): number {
  const texts = new MessageCache();
  for (let id = 1; id <= count; id++) texts.of(form).set(id, text(id, bytes));
  return texts.of(form).size;
}

describe('the texts of messages in memory', () => {
  it('are the newest, as many as people look at', () => {
    assert.equal(keep(20_000, 100), 20_000);
    assert.equal(keep(20_001, 100), 10_000);
  });

  it('are fewer where they are long', () => {
    assert.equal(keep(16, 1024 * 1024), 16);
    assert.equal(keep(17, 1024 * 1024), 8);
  });

  it('hold nothing beside themselves', async (t) => {
    const server = await startServer(t);
    for (const content of ['one', 'two', 'three']) await send(server.as('alice'), { to: 'general', content });

    await server.as('bob').get('/messages', { anchor: 'newest', num_before: 3, num_after: 0, apply_markdown: true });

    const kept = [...server.app.messageCache.of(form).values()];
    assert.equal(kept.length, 3);
    assert.deepEqual(
      kept.map(({ json }) => json.buffer.byteLength),
      kept.map(({ json }) => json.length),
    );
  });

  it('are gone, in every form, when memory is spared', () => {
    const texts = new MessageCache();
    const forms = [form, { ...form, apply_markdown: false }];
    for (const one of forms) texts.of(one).set(1, text(1, 10));

    texts.clear();

    assert.deepEqual(
      forms.map((one) => texts.of(one).size),
      [0, 0],
    );
  });

  it('make room again when they are forgotten', () => {
    const texts = new MessageCache();
    const ids = Array.from({ length: 16 }, (_, n) => n + 1);
    for (const id of ids) texts.of(form).set(id, text(id, 1024 * 1024));
    texts.forget(ids);

    for (const id of ids) texts.of(form).set(id, text(id, 1024 * 1024));

    assert.equal(texts.of(form).size, 16);
  });
});

/** What changes, the field of a message that tells it, the field's new value, and how it is changed. */
type Change = [what: string, field: string, now: unknown, change: (server: TestServer, id: number) => unknown];

const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://issues.example/{id}' };
const link = { text: '#7', url: 'https://issues.example/7' };
const changes: Change[] = [
  ["its sender's name", 'sender_full_name', 'Al', ({ as }) => as('alice').patch('/settings', { full_name: 'Al' })],
  [
    "its channel's name",
    'display_recipient',
    'hall',
    ({ as }) => as('admin').patch('/streams/1', { new_name: 'hall' }),
  ],
  ['its content', 'content', '<p>new</p>', ({ as }, id) => as('alice').patch(`/messages/${id}`, { content: 'new' })],
  ['its topic', 'subject', 'tea', ({ as }, id) => as('alice').patch(`/messages/${id}`, { topic: 'tea' })],
  ["its topic's links", 'topic_links', [link], ({ as }) => as('admin').post('/realm/filters', linkifier)],
  ['its rendering', 'content', '<p>hello</p>', ({ app }) => doRenderAgain(app, { all: true })],
  [
    'its reactions',
    'reactions',
    ['tada'],
    ({ as }, id) => as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }),
  ],
  [
    'its submessages',
    'submessages',
    ['{"type":"vote","key":"canned,0","vote":1}'],
    ({ as }, message_id) => {
      const content = '{"type":"vote","key":"canned,0","vote":1}';
      return as('bob').post('/submessage', { message_id, msg_type: 'widget', content });
    },
  ],
];

describe('a message that was fetched before', () => {
  for (const [what, field, now, change] of changes) {
    it(`shows ${what} as it is now`, async (t) => {
      const server = await startServer(t);
      const content = field === 'submessages' ? '/poll Tea?\nyes' : 'hello';
      const id = await send(server.as('alice'), { to: 'general', topic: 'lunch #7', content });
      server.db.run("UPDATE messages SET rendered_content = '<p>old</p>'");
      const before = await fetchUpTo(server, id);

      await change(server, id);

      const after = await fetchUpTo(server, id);
      assert.notDeepEqual(before[field], now);
      assert.deepEqual(after[field], now);
    });
  }
});

describe('an event', () => {
  const events: [what: string, left: number, cause: (server: TestServer, id: number) => Promise<Answer>][] = [
    ['about a user, of which messages say nothing', 2, ({ as }) => as('bob').post('/users/me/status', { away: true })],
    ['about one message', 1, ({ as }, id) => as('bob').post(`/messages/${id}/reactions`, { emoji_name: 'tada' })],
    ['about what all messages are made of', 0, ({ as }) => as('admin').post('/realm/filters', linkifier)],
  ];

  for (const [what, left, cause] of events) {
    it(`${what} leaves ${left} of 2 messages in memory`, async (t) => {
      const server = await startServer(t);
      await send(server.as('alice'), { to: 'general' });
      const id = await send(server.as('alice'), { to: 'general' });
      await fetchUpTo(server, id);
      assert.equal(server.app.messageCache.of(form).size, 2);

      const { status } = await cause(server, id);

      assert.deepEqual([status, server.app.messageCache.of(form).size], [200, left]);
    });
  }
});

/** A message, fetched with the one before it; with names of reactions and the newest submessage's content for these. */
async function fetchUpTo(server: TestServer, id: number): Promise<Values> {
  const { body } = await server.as('bob').get('/messages', { anchor: id, num_before: 1, num_after: 0 });
  const message = body.messages.at(-1);
  return {
    ...message,
    reactions: message.reactions.map(({ emoji_name }: Values) => emoji_name),
    submessages: message.submessages.map(({ content }: Values) => content).slice(-1),
  };
}
