import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { avatarOf } from '../support/pictures.ts';
import { startServer, type TestServer } from '../support/server.ts';

interface Scene extends TestServer {
  open: number;
  closed: number;
  /** Messages of the open channel. */
  ids: number[];
}

/** An organization with a channel that is open to the web, one that is not, and people who write in both. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  await as('owner').patch('/realm', { enable_spectator_access: true });
  const open = await createChannel(server, 'lobby', { is_web_public: true });
  const closed = await createChannel(server, 'office', {});
  const ids: number[] = [];
  for (const [topic, content] of [
    ['hello', 'One'],
    ['', 'Two'],
    ['hello', '**Three**'],
  ])
    ids.push((await as('owner').post('/messages', { type: 'channel', to: open, topic, content })).body.id);
  await as('owner').post('/messages', { type: 'channel', to: closed, topic: 'hello', content: 'Secret' });
  return { ...server, open, closed, ids };
}

async function createChannel({ as }: TestServer, name: string, options: object): Promise<number> {
  const subscriptions = [{ name, description: `About ${name}` }];
  const { status } = await as('owner').post('/users/me/subscriptions', { subscriptions, ...options });
  assert.equal(status, 200);
  return (await as('owner').get('/get_stream_id', { stream: name })).body.stream_id;
}

const newest = { anchor: 'newest', num_before: 10, num_after: 0, allow_empty_topic_name: true };

function read({ anonymous }: TestServer, narrow: object[], more: Values = {}) {
  return anonymous.get('/messages', { ...newest, narrow, ...more });
}

const inChannel = (operand: unknown) => [{ operator: 'channel', operand }];

const refused = {
  result: 'error',
  msg: 'Not logged in: API authentication or user session required',
  code: 'UNAUTHORIZED',
};

describe('GET /messages without an account', () => {
  it('reads a channel that is open to the web, or a topic of it', async (t) => {
    const scene = await setScene(t);
    const { open, ids, users } = scene;

    const { status, body } = await read(scene, inChannel(open));
    const topic = await read(scene, [...inChannel(open), { operator: 'topic', operand: 'hello' }]);
    const empty = await read(scene, [...inChannel(open), { operator: 'topic', operand: '' }]);

    assert.equal(status, 200);
    const { messages, ...page } = body;
    assert.deepEqual(messages.map(({ id }: { id: number }) => id).slice(-3), ids);
    assert.deepEqual(page, {
      result: 'success',
      msg: '',
      anchor: 10_000_000_000_000_000,
      found_anchor: false,
      found_newest: true,
      found_oldest: true,
      history_limited: false,
    });
    assert.deepEqual(messages.at(-1), {
      id: ids[2],
      timestamp: scene.clock.now(),
      client: 'TestClient',
      content: '<p><strong>Three</strong></p>',
      content_type: 'text/html',
      is_me_message: false,
      reactions: [],
      submessages: [],
      sender_id: users.owner.id,
      sender_email: `user${users.owner.id}@chat.example.com`,
      sender_full_name: 'Olive Owner',
      sender_realm_str: '',
      avatar_url: avatarOf(users.owner.id),
      type: 'stream',
      display_recipient: 'lobby',
      stream_id: open,
      subject: 'hello',
      recipient_id: open * 2 - 1,
      topic_links: [],
      flags: ['read'],
    });
    const idsOf = ({ body }: typeof topic) => body.messages.map(({ id }: { id: number }) => id);
    assert.deepEqual([idsOf(topic), idsOf(empty)], [[ids[0], ids[2]], [ids[1]]]);
  });

  it('needs a login, whatever else is missing, where the narrow is not open to the web', async (t) => {
    const scene = await setScene(t);
    const { anonymous, closed, open } = scene;

    const without = [{}, { anchor: 'newest' }, { narrow: inChannel(closed) }, { message_ids: scene.ids }];
    const answers = [];
    for (const values of without) answers.push(await anonymous.get('/messages', values));
    const incomplete = await anonymous.get('/messages', { narrow: inChannel(open), anchor: 'newest' });

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      without.map(() => [401, refused]),
    );
    assert.deepEqual([incomplete.status, incomplete.body.code], [400, 'REQUEST_VARIABLE_MISSING']);
  });

  it('reads around an anchor', async (t) => {
    const scene = await setScene(t);
    const { open, ids } = scene;
    const topic = [...inChannel(open), { operator: 'topic', operand: 'hello' }];

    const pages = [];
    for (const range of [
      { anchor: String(ids[2]), num_before: 1, num_after: 1 },
      { anchor: String(ids[2]), num_before: 0, num_after: 0 },
      { anchor: String(ids[2]), num_before: 1, num_after: 0, include_anchor: false },
      { anchor: 'oldest', num_before: 0, num_after: 1 },
      { anchor: 'date', anchor_date: '2026-01-05', num_before: 0, num_after: 0 },
    ])
      pages.push((await read(scene, topic, range)).body);

    assert.deepEqual(
      pages.map(({ messages, found_anchor, found_oldest, found_newest }) => [
        messages.map(({ id }: { id: number }) => ids.indexOf(id)),
        found_anchor,
        found_oldest,
        found_newest,
      ]),
      [
        [[0, 2], true, true, true],
        [[2], true, false, true],
        [[0], false, true, false],
        [[0], false, true, false],
        [[0], true, true, false],
      ],
    );
  });

  it('tells nothing of what was before an edit', async (t) => {
    const scene = await setScene(t);
    const { as, open, ids } = scene;
    await as('owner').patch(`/messages/${ids[0]}`, { content: 'First' });

    const { body } = await read(scene, [...inChannel(open), { operator: 'topic', operand: 'hello' }]);

    assert.equal(body.messages.length, 2);
    assert.doesNotMatch(JSON.stringify(body.messages), /One|edit_history/);
  });

  it('is refused everywhere else', async (t) => {
    const scene = await setScene(t);
    const { open, closed, ids, anonymous } = scene;
    const narrows = [
      [],
      inChannel(closed),
      inChannel(999),
      inChannel('office'),
      [{ operator: 'channel', operand: open, negated: true }],
      [...inChannel(open), { operator: 'sender', operand: 'owner@example.com' }],
      [...inChannel(open), { operator: 'topic', operand: 'hello' }, { operator: 'search', operand: 'One' }],
      [{ operator: 'is', operand: 'dm' }],
      [{ operator: 'channels', operand: 'public' }],
    ];

    for (const narrow of narrows) {
      const { status, body } = await read(scene, narrow);
      assert.deepEqual([status, body], [401, refused], JSON.stringify(narrow));
    }
    const byIds = await anonymous.get('/messages', { message_ids: ids, narrow: inChannel(open) });
    assert.equal(byIds.status, 401);
    const wrong = await anonymous.post('/messages', { type: 'channel', to: open, topic: 'x', content: 'x' });
    assert.equal(wrong.status, 401);
  });

  it('is refused once the organization does not want it, or the channel is closed or archived', async (t) => {
    for (const close of [
      ({ as }: Scene) => as('owner').patch('/realm', { enable_spectator_access: false }),
      ({ as, open }: Scene) => as('owner').patch(`/streams/${open}`, { is_web_public: false }),
      ({ as, open }: Scene) => as('owner').delete(`/streams/${open}`),
    ]) {
      const scene = await setScene(t);
      assert.equal((await close(scene)).status, 200);

      const statuses = [
        await read(scene, inChannel(scene.open)),
        await scene.anonymous.post('/register', {}),
        await scene.anonymous.get(`/users/me/${scene.open}/topics`),
      ].map(({ status }) => status);

      assert.deepEqual(statuses, [401, 401, 401]);
    }
  });
});

describe('POST /register without an account', () => {
  it('tells of the channels that are open to the web, and of nobody', async (t) => {
    const scene = await setScene(t);
    const { url, open } = scene;

    const response = await fetch(`${url}/api/v1/register`, { method: 'POST' });
    const body = (await response.json()) as Values & { streams: Values[] };

    assert.equal(response.status, 200);
    assert.deepEqual(
      body.streams.map(({ stream_id, name }: Values) => [stream_id, name]),
      [[open, 'lobby']],
    );
    assert.equal(body.queue_id, null);
    assert.equal(body.realm_name, 'Test Organization');
    assert.deepEqual(
      Object.keys(body).filter((name) => /user|bot|email|group|queue|invite|unread|domain/.test(name)),
      ['queue_id'],
    );
    assert.doesNotMatch(JSON.stringify(body), /office|Olive|example\.com\/|Secret/);
  });

  it('refuses wrong credentials all the same', async (t) => {
    const { url } = await setScene(t);
    const headers = { authorization: `Basic ${Buffer.from('owner@example.com:wrong').toString('base64')}` };

    const { status } = await fetch(`${url}/api/v1/register`, { method: 'POST', headers });

    assert.equal(status, 401);
  });
});

describe('GET /users/me/{stream_id}/topics without an account', () => {
  it('lists the topics of a channel that is open to the web, and of no other', async (t) => {
    const { anonymous, open, closed, ids } = await setScene(t);

    const { body } = await anonymous.get(`/users/me/${open}/topics`, { allow_empty_topic_name: true });
    const other = await anonymous.get(`/users/me/${closed}/topics`);

    assert.deepEqual(
      body.topics.filter(({ max_id }: { max_id: number }) => ids.includes(max_id)),
      [
        { name: 'hello', max_id: ids[2] },
        { name: '', max_id: ids[1] },
      ],
    );
    assert.deepEqual([other.status, other.body], [401, refused]);
  });
});
