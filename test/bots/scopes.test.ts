import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connect } from '../mcp/support.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const outOfScope = {
  result: 'error',
  msg: 'The rights that this bot was given do not include that.',
  code: 'OUT_OF_SCOPE',
};

/** A server on which Alice's bot is subscribed to the public channels `inside` and `outside`, each with a message. */
async function begin(t: TestContext) {
  const server = await startServer(t);
  const { as, users } = server;
  const options = { principals: [users.alice.id, users.bot.id], send_new_subscription_messages: false };
  const inside = await subscribe(as('alice'), 'inside', options);
  const outside = await subscribe(as('alice'), 'outside', options);
  const seen = await send(as('alice'), { to: 'inside', content: 'soup inside' });
  const hidden = await send(as('alice'), { to: 'outside', content: 'soup outside' });
  const give = (scope: object | null) => as('alice').patch(`/bots/${users.bot.id}`, { scope });
  return { server, inside, outside, seen, hidden, give, bot: as('bot') };
}

/** The names of the channels of some messages, each once. */
function places(messages: readonly Values[]): unknown[] {
  return [...new Set(messages.map(({ display_recipient }) => display_recipient))];
}

function missing(name: string) {
  return { result: 'error', msg: `Channel '${name}' does not exist`, code: 'STREAM_DOES_NOT_EXIST', stream: name };
}

describe('a bot with a scope of channels', () => {
  it('finds elsewhere what does not exist', async (t) => {
    const { give, bot, inside, outside, hidden } = await begin(t);
    assert.equal((await give({ writing: 'anywhere', channel_ids: [inside] })).status, 200);

    const body = async (path: string, values: Values = {}) => (await bot.get(path, values)).body;

    const same: [path: (id: number | string) => string, outside: number | string, none: number | string][] = [
      [(id) => `/messages/${id}`, hidden, 999_999],
      [(id) => `/messages/${id}/history`, hidden, 999_999],
      [(id) => `/messages/${id}/read_receipts`, hidden, 999_999],
      [(id) => `/streams/${id}`, outside, 999_999],
      [(id) => `/streams/${id}/members`, outside, 999_999],
      [(id) => `/streams/${id}/pinned_messages`, outside, 999_999],
      [(id) => `/streams/${id}/bookmarks`, outside, 999_999],
      [(id) => `/users/me/${id}/topics`, outside, 999_999],
    ];
    for (const [path, there, none] of same)
      assert.deepEqual(await body(path(there)), await body(path(none)), path('…'));
    assert.deepEqual(await body('/get_stream_id', { stream: 'outside' }), badRequest("Invalid channel name 'outside'"));
    const listed = async (values: Values) => (await body('/streams', values)).streams.map((one: Values) => one.name);
    assert.deepEqual(await listed({ include_all: true }), ['inside']);
    assert.deepEqual(await listed({ include_owner_subscribed: true }), ['inside']);
    const found = async (narrow: object[]) => {
      const answer = await body('/messages', { anchor: 'newest', num_before: 9, num_after: 0, narrow });
      return answer.messages ? places(answer.messages) : answer.msg;
    };
    assert.deepEqual(await found([]), ['inside']);
    assert.deepEqual(await found([{ operator: 'search', operand: 'soup' }]), ['inside']);
    assert.deepEqual(await found([{ operator: 'channels', operand: 'public' }]), ['inside']);
    assert.deepEqual(
      await found([{ operator: 'channel', operand: 'outside' }]),
      'Invalid narrow operator: unknown channel outside',
    );
    const topics = async (id: number) => body('/users/me/topics', { stream_ids: [inside, id] });
    assert.deepEqual(await topics(outside), await topics(999_999));
  });

  it('gets an initial state and events without the others', async (t) => {
    const { give, bot, inside, outside, server } = await begin(t);
    await give({ writing: 'anywhere', channel_ids: [inside] });

    const { body: state } = await bot.post('/register', {});
    const text = JSON.stringify(state);
    assert.ok(!text.includes('"outside"'), 'the name of a channel out of scope');
    const unread: number[] = state.unread_msgs.streams.map((one: Values) => one.stream_id);
    assert.deepEqual([...new Set(unread)], [inside]);
    const ears = await listen(server, ['bot'], {});
    await send(server.as('alice'), { to: 'outside', content: '@**Build Bot** soup' });
    await server.as('admin').patch(`/streams/${outside}`, { description: 'For soup' });
    await subscribe(server.as('bob'), 'outside');
    await subscribe(server.as('bob'), 'later');
    const id = await send(server.as('alice'), { to: 'inside' });

    const heard = (await ears.heard()).bot ?? [];

    assert.deepEqual(
      heard.map(({ type, message }) => [type, message?.id]),
      [['message', id]],
    );
  });

  it('hears nothing of other bots, their tokens and their channels as an administrator', async (t) => {
    const { bot, inside, server } = await begin(t);
    const { as, users } = server;
    await as('owner').patch(`/bots/${users.bot.id}`, { role: 200 });
    await as('owner').patch(`/bots/${users.bot.id}`, { scope: { writing: 'nowhere', channel_ids: [inside] } });
    const outgoing = { bot_type: 3, payload_url: 'http://127.0.0.1:9/', default_sending_stream: 'outside' };
    const ears = await listen(server, ['bot'], { event_types: ['realm_bot'] });

    await as('owner').post('/bots', { full_name: 'Oracle', short_name: 'oracle', ...outgoing });

    assert.deepEqual((await bot.post('/register', {})).body.realm_bots, []);
    assert.deepEqual(await ears.heard(), {});
  });

  it('loses its queues and subscriptions when it gets the scope', async (t) => {
    const { give, bot, inside, server } = await begin(t);
    const { body } = await bot.post('/register', { all_public_streams: true });

    await give({ writing: 'anywhere', channel_ids: [inside] });

    const { body: gone } = await bot.get('/events', { queue_id: body.queue_id, last_event_id: -1 });
    assert.equal(gone.code, 'BAD_EVENT_QUEUE_ID');
    const { body: own } = await bot.get('/users/me/subscriptions');
    assert.deepEqual(
      own.subscriptions.map((one: Values) => one.name),
      ['inside'],
    );
    const refused = await bot.post('/register', { all_public_streams: true });
    assert.equal(refused.body.msg, 'User not authorized for this query');
    const principals = [server.users.bot.id];
    const again = { subscriptions: [{ name: 'outside' }], principals };
    assert.deepEqual(
      (await server.as('admin').post('/users/me/subscriptions', again)).body,
      badRequest('Insufficient permission'),
    );
    const fresh = { subscriptions: [{ name: 'fresh' }], principals };
    await server.as('admin').post('/users/me/subscriptions', fresh);
    assert.deepEqual((await bot.get('/users/me/subscriptions')).body.subscriptions.length, 1);
  });

  it('writes in them and nowhere else, and directly only to people who wrote to it', async (t) => {
    const { give, bot, inside, seen, hidden, server } = await begin(t);
    await give({ writing: 'anywhere', channel_ids: [inside] });
    const post = (values: Values) => bot.post('/messages', { topic: 'lunch', content: 'soup', ...values });
    const direct = { type: 'direct', to: [server.users.alice.id] };

    assert.equal((await post({ type: 'channel', to: 'inside' })).status, 200);
    assert.deepEqual((await post({ type: 'channel', to: 'outside' })).body, missing('outside'));
    assert.deepEqual((await post(direct)).body, outOfScope);
    await server.as('alice').post('/messages', { type: 'direct', to: [server.users.bot.id], content: 'hi' });
    assert.equal((await post(direct)).status, 200);
    const react = (id: number) => bot.post(`/messages/${id}/reactions`, { emoji_name: 'tada' });
    assert.equal((await react(seen)).status, 200);
    assert.deepEqual((await react(hidden)).body, badRequest('Invalid message(s)'));
  });

  it('sees no file of a message elsewhere', async (t) => {
    const { give, bot, inside, server } = await begin(t);
    const body = new FormData();
    body.append('file', new Blob(['secret soup']), 'soup.txt');
    const { body: file } = (await server.as('alice').send('POST', '/user_uploads', { body })) as { body: Values };
    await send(server.as('alice'), { to: 'outside', content: `[soup](${file.url})` });
    const look = () => bot.get(String(file.url));
    assert.equal((await look()).status, 200);

    await give({ writing: 'anywhere', channel_ids: [inside] });

    const { status, body: answer } = await look();
    const none = await bot.get('/user_uploads/2/ab/none/none.txt');
    assert.deepEqual([status, answer], [none.status, none.body]);
  });

  it('bounds the tools of an assistant', async (t) => {
    const { give, inside, hidden, server } = await begin(t);
    await give({ writing: 'nowhere', channel_ids: [inside] });
    const assistant = await connect(t, server, 'bot');

    const { tools } = await assistant.client.listTools();
    assert.ok(tools.length > 10);
    assert.doesNotMatch(JSON.stringify(await assistant.ask('list_channels')), /outside/);
    assert.doesNotMatch(JSON.stringify(await assistant.ask('search_messages', { query: 'soup' })), /outside/);
    assert.match(await assistant.fail('send_message', { channel: 'inside', topic: 'lunch', text: 'x' }), /rights/);
    assert.match(await assistant.fail('react', { message_id: hidden, emoji: 'tada' }), /rights/);
  });
});

describe('a bot that may write where it is mentioned', () => {
  it('answers there, and nowhere else', async (t) => {
    const { give, bot, server } = await begin(t);
    const { as, users } = server;
    await give({ writing: 'where_mentioned' });
    const post = (topic: string) => bot.post('/messages', { type: 'channel', to: 'inside', topic, content: 'soup' });
    const direct = () => bot.post('/messages', { type: 'direct', to: [users.bob.id], content: 'soup' });

    assert.deepEqual((await post('lunch')).body, outOfScope);
    assert.deepEqual((await post('brand new')).body, outOfScope);
    assert.deepEqual((await direct()).body, outOfScope);
    await send(as('alice'), { to: 'inside', topic: 'asked', content: '@**Build Bot** what is there?' });
    await as('bob').post('/messages', { type: 'direct', to: [users.bot.id], content: 'hi' });
    const { status, body } = await post('asked');
    assert.equal(status, 200);
    assert.equal((await direct()).status, 200);
    const move = { topic: 'lunch', propagate_mode: 'change_one' };
    assert.deepEqual((await bot.patch(`/messages/${body.id}`, move)).body, outOfScope);
    assert.equal((await bot.patch(`/messages/${body.id}`, { content: 'better soup' })).status, 200);
  });
});

describe('the scope of a bot', () => {
  it('is chosen when it is made, shown, changed and removed', async (t) => {
    const { server, inside } = await begin(t);
    const alice = server.as('alice');
    const scope = { writing: 'where_mentioned', channel_ids: [inside] };
    const values = { full_name: 'Helper', short_name: 'helper', scope };
    const { user_id } = (await alice.post('/bots', values)).body;
    const shown = async () => (await alice.get(`/bots/${user_id}/rights`)).body.scope;

    assert.deepEqual(await shown(), scope);
    await alice.patch(`/bots/${user_id}`, { scope: { writing: 'nowhere' } });
    assert.deepEqual(await shown(), { writing: 'nowhere', channel_ids: null });
    await alice.patch(`/bots/${user_id}`, { full_name: 'Helper Two' });
    assert.deepEqual(await shown(), { writing: 'nowhere', channel_ids: null });
    await alice.patch(`/bots/${user_id}`, { scope: null });
    assert.equal(await shown(), null);
  });

  it('names only channels that its maker sees', async (t) => {
    const server = await startServer(t);
    const secret = await subscribe(server.as('bob'), 'secret', { invite_only: true });

    const scope = { writing: 'anywhere', channel_ids: [secret] };
    const { body } = await server.as('alice').patch(`/bots/${server.users.bot.id}`, { scope });

    assert.deepEqual(body, badRequest('Invalid channel ID'));
  });
});

describe('DELETE /bots/{bot_id}/api_keys/{key_id}', () => {
  it('revokes one key and leaves the others', async (t) => {
    const server: TestServer = await startServer(t);
    const path = `/bots/${server.users.bot.id}`;
    const alice = server.as('alice');
    await alice.get(`${path}/api_key`);
    const keys = async () => (await alice.get(`${path}/rights`)).body.keys;
    const [fresh, first] = await keys();
    const now = server.clock.seconds;
    assert.deepEqual(fresh, { id: fresh.id, created_at: now, used_at: now });

    assert.equal((await alice.delete(`${path}/api_keys/${first.id}`)).status, 200);

    assert.deepEqual(await keys(), [fresh]);
    assert.equal((await server.as('bot').get('/users/me')).status, 401);
  });
});
