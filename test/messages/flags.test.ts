import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { ensureTopic } from '../../src/conversations/conversation.ts';
import { doSendMessage } from '../../src/messages/message.ts';
import type { Values } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

interface Scene extends TestServer {
  channel_id: number;
  /** Five messages of alice's. */
  ids: number[];
  /** Queues of alice, bob and the moderator. */
  ears: Ears;
  flagsOf: (name: CastName, id: number) => Promise<string[]>;
  unreadOf: (name: CastName) => Promise<number[]>;
}

/** Alice has written to a channel that bob follows too. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  const channel_id = await subscribe(as('alice'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  const ids: number[] = [];
  for (let count = 1; count <= 5; count++) ids.push(await send(as('alice'), { to: 'kitchen', content: `${count}` }));
  const ears = await listen(server, ['alice', 'bob', 'moderator'], {
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  });
  return {
    ...server,
    channel_id,
    ids,
    ears,
    flagsOf: async (name, id) => (await as(name).get(`/messages/${id}`)).body.message.flags,
    unreadOf: async (name) => {
      const { body } = await as(name).post('/register', { event_types: ['message', 'update_message_flags'] });
      return body.unread_msgs.streams.flatMap((one: { unread_message_ids: number[] }) => one.unread_message_ids);
    },
  };
}

function flagEvent(op: string, flag: string, messages: number[], extra: object = {}) {
  return { type: 'update_message_flags', op, operation: op, flag, messages, all: false, ...extra };
}

describe('POST /messages/flags', () => {
  for (const flag of ['starred', 'collapsed']) {
    it(`adds and removes ${flag}, and tells only one's own clients`, async (t) => {
      const { as, ids, ears, flagsOf } = await setScene(t);
      const [first, second] = ids as [number, number];

      const added = await as('bob').post('/messages/flags', { messages: [second, first], op: 'add', flag });
      assert.deepEqual(added.body, { ...ok, messages: [second, first] });
      assert.deepEqual(await flagsOf('bob', first), [flag]);
      assert.deepEqual(await flagsOf('alice', first), []);
      assert.deepEqual(await ears.heard(), { bob: [flagEvent('add', flag, [first, second])] });

      await as('bob').post('/messages/flags', { messages: [first], op: 'remove', flag });
      assert.deepEqual(await flagsOf('bob', first), []);
      assert.deepEqual(await ears.heard(), { bob: [flagEvent('remove', flag, [first])] });
    });
  }

  it('tells only of what changed, and nothing when nothing did', async (t) => {
    const { as, ids, ears } = await setScene(t);
    const [first, second] = ids as [number, number];
    const star = (messages: number[]) => as('bob').post('/messages/flags', { messages, op: 'add', flag: 'starred' });
    await star([first]);
    await ears.heard();

    await star([first, second]);
    await star([first, second, second]);
    await star([]);

    assert.deepEqual(await ears.heard(), { bob: [flagEvent('add', 'starred', [second])] });
  });

  it('lists starred messages in POST /register', async (t) => {
    const { as, ids } = await setScene(t);
    await as('bob').post('/messages/flags', { messages: [ids[3], ids[1]], op: 'add', flag: 'starred' });

    const { body } = await as('bob').post('/register', { fetch_event_types: ['starred_messages'] });

    assert.deepEqual(body.starred_messages, [ids[1], ids[3]]);
  });

  it('marks as read, and back as unread with where the messages belong', async (t) => {
    const { as, ids, ears, channel_id, unreadOf } = await setScene(t);
    const [first, second] = ids as [number, number];

    await as('bob').post('/messages/flags', { messages: [first, second], op: 'add', flag: 'read' });
    assert.deepEqual(await unreadOf('bob'), ids.slice(2));
    assert.deepEqual(await ears.heard(), { bob: [flagEvent('add', 'read', [first, second])] });

    const { body } = await as('bob').post('/messages/flags', { messages: [second], op: 'remove', flag: 'read' });
    assert.deepEqual(body, { ...ok, messages: [second], ignored_because_not_subscribed_channels: [] });
    assert.deepEqual(await unreadOf('bob'), ids.slice(1));
    const details = { type: 'stream', stream_id: channel_id, topic: 'lunch', unmuted_stream_msg: true };
    assert.deepEqual(await ears.heard(), {
      bob: [flagEvent('remove', 'read', [second], { message_details: { [second]: details } })],
    });
  });

  it('says of messages marked unread whether they mention one, and whether they are muted', async (t) => {
    const { as, db, users, ears, channel_id } = await setScene(t);
    const named = await send(as('alice'), { to: 'kitchen', content: 'ask @**Bob Member**' });
    const all = await send(as('alice'), { to: 'kitchen', content: 'see, @**all**', topic: '' });
    const direct = await send(as('alice'), { type: 'direct', to: [users.bob.id, users.moderator.id] });
    const note = await send(as('bob'), { type: 'direct', to: [users.bob.id] });
    const messages = [named, all, direct, note];
    db.run('UPDATE subscriptions SET is_muted = 1 WHERE user_id = ?', users.bob.id);
    await as('bob').post('/messages/flags', { messages, op: 'add', flag: 'read' });
    await ears.heard();

    await as('bob').post('/messages/flags', { messages, op: 'remove', flag: 'read' });

    const channel = { type: 'stream', stream_id: channel_id };
    const message_details = {
      // The mention made him follow this topic.
      [named]: { ...channel, topic: 'lunch', unmuted_stream_msg: true, mentioned: true },
      [all]: { ...channel, topic: '', unmuted_stream_msg: false, mentioned: true },
      [direct]: { type: 'private', user_ids: [users.moderator.id, users.alice.id] },
      [note]: { type: 'private', user_ids: [] },
    };
    assert.deepEqual(await ears.heard(), { bob: [flagEvent('remove', 'read', messages, { message_details })] });
  });

  it('leaves messages of channels one does not follow read, and says which channels', async (t) => {
    const { as, ids, ears, channel_id, flagsOf } = await setScene(t);
    await as('bob').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    await ears.heard();

    const { body } = await as('bob').post('/messages/flags', { messages: [ids[0]], op: 'remove', flag: 'read' });

    assert.deepEqual(body, { ...ok, messages: [ids[0]], ignored_because_not_subscribed_channels: [channel_id] });
    assert.deepEqual(await flagsOf('bob', ids[0] as number), ['read']);
    assert.deepEqual(await ears.heard(), {});
  });

  it('stars what one reads in the history of an open channel, which stays read', async (t) => {
    const { as, ids, flagsOf } = await setScene(t);
    await as('moderator').post('/messages/flags', { messages: [ids[0]], op: 'add', flag: 'starred' });
    assert.deepEqual(await flagsOf('moderator', ids[0] as number), ['read', 'historical', 'starred']);
  });

  const refusals: [Values, string][] = [
    [{ flag: 'mentioned' }, "Flag not editable: 'mentioned'"],
    [{ flag: 'wildcard_mentioned' }, "Invalid flag: 'wildcard_mentioned'"],
    [{ flag: 'force_expand' }, "Flag not editable: 'force_expand'"],
    [{ flag: 'bogus', op: 'toggle' }, "Invalid flag: 'bogus'"],
    [{ flag: 'has_alert_word' }, "Flag not editable: 'has_alert_word'"],
    [{ flag: 'historical' }, "Flag not editable: 'historical'"],
    [{ flag: 'bogus' }, "Invalid flag: 'bogus'"],
    [{ op: 'toggle' }, "Invalid message flag operation: 'toggle'"],
    [{ messages: [99999], flag: 'starred' }, 'Invalid message(s)'],
    [{ messages: 'x' }, 'messages is not valid JSON'],
    [{ messages: ['1'] }, 'messages[0] is not an integer'],
  ];
  for (const [values, msg] of refusals) {
    it(`refuses ${JSON.stringify(values)}`, async (t) => {
      const { as, ids, ears, unreadOf } = await setScene(t);

      const { status, body } = await as('bob').post('/messages/flags', {
        messages: ids,
        op: 'add',
        flag: 'read',
        ...values,
      });

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.deepEqual(await unreadOf('bob'), ids);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('adds no other flag than read when one of the messages may not be seen', async (t) => {
    const { as, ids, users, flagsOf } = await setScene(t);
    const [first = 0] = ids;
    const secret = await send(as('alice'), { type: 'direct', to: [users.moderator.id] });

    const { body } = await as('bob').post('/messages/flags', { messages: [first, secret], op: 'add', flag: 'starred' });

    assert.deepEqual(body, badRequest('Invalid message(s)'));
    assert.deepEqual(await flagsOf('bob', first), []);
  });

  it('passes over messages that are unknown, deleted or hidden when it marks as read or removes a flag', async (t) => {
    const { as, ids, users, ears, unreadOf } = await setScene(t);
    const [first = 0, deleted = 0] = ids;
    const secret = await send(as('alice'), { type: 'direct', to: [users.moderator.id] });
    await as('bob').post('/messages/flags', { messages: [first], op: 'add', flag: 'starred' });
    await as('owner').delete(`/messages/${deleted}`);
    await ears.heard();
    const messages = [first, deleted, secret, 99999];
    const change = async (op: string, flag: string) =>
      (await as('bob').post('/messages/flags', { messages, op, flag })).body;

    const followed = { ignored_because_not_subscribed_channels: [] };
    assert.deepEqual(await change('add', 'read'), { ...ok, messages });
    assert.equal((await unreadOf('bob')).includes(first), false);
    assert.deepEqual(await change('remove', 'read'), { ...ok, messages, ...followed });
    assert.equal((await unreadOf('bob')).includes(first), true);
    assert.deepEqual(await change('remove', 'starred'), { ...ok, messages });
    assert.deepEqual(
      (await ears.heard()).bob?.map(({ op, flag, messages }) => [op, flag, messages]),
      [
        ['add', 'read', [first]],
        ['remove', 'read', [first]],
        ['remove', 'starred', [first]],
      ],
    );
  });

  it('needs an account', async (t) => {
    const { anonymous, ids } = await setScene(t);
    const { status } = await anonymous.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' });
    assert.equal(status, 401);
  });
});

const lunch = [
  { operator: 'channel', operand: 'kitchen' },
  { operator: 'topic', operand: 'lunch' },
];

describe('POST /messages/flags/narrow', () => {
  it('marks a range as read, and tells how far it went', async (t) => {
    const { as, ids, ears, unreadOf } = await setScene(t);

    const { body } = await as('bob').post('//messages/flags/narrow', {
      anchor: ids[2],
      num_before: 1,
      num_after: 1,
      narrow: lunch,
      op: 'add',
      flag: 'read',
    });

    assert.deepEqual(body, {
      ...ok,
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[1],
      last_processed_id: ids[3],
      found_oldest: false,
      found_newest: false,
    });
    assert.deepEqual(await unreadOf('bob'), [ids[0], ids[4]]);
    assert.deepEqual(await ears.heard(), { bob: [flagEvent('add', 'read', ids.slice(1, 4))] });
  });

  it('counts what it looked at and what it changed', async (t) => {
    const { as, ids } = await setScene(t);
    await as('bob').post('/messages/flags', { messages: ids.slice(0, 2), op: 'add', flag: 'starred' });

    const { body } = await as('bob').post('/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: lunch,
      op: 'add',
      flag: 'starred',
    });

    assert.deepEqual(body, {
      ...ok,
      processed_count: 5,
      updated_count: 3,
      first_processed_id: ids[0],
      last_processed_id: ids[4],
      found_oldest: true,
      found_newest: true,
    });
  });

  it('leaves the anchor out when told so', async (t) => {
    const { as, ids, unreadOf } = await setScene(t);

    const { body } = await as('bob').post('/messages/flags/narrow', {
      anchor: ids[2],
      include_anchor: false,
      num_before: 0,
      num_after: 1,
      narrow: lunch,
      op: 'add',
      flag: 'read',
    });

    assert.deepEqual([body.processed_count, body.first_processed_id, body.found_oldest], [1, ids[3], false]);
    assert.deepEqual(await unreadOf('bob'), [ids[0], ids[1], ids[2], ids[4]]);
  });

  it('starts at the first unread message, or at the newest end', async (t) => {
    const { as, ids } = await setScene(t);
    await as('bob').post('/messages/flags', { messages: ids.slice(0, 2), op: 'add', flag: 'read' });
    const range = { num_before: 0, num_after: 0, narrow: lunch, op: 'add', flag: 'read' };

    const unread = await as('bob').post('/messages/flags/narrow', { ...range, anchor: 'first_unread' });
    const newest = await as('bob').post('/messages/flags/narrow', { ...range, anchor: 'newest', num_before: 1 });

    assert.deepEqual([unread.body.processed_count, unread.body.first_processed_id], [1, ids[2]]);
    assert.deepEqual([newest.body.processed_count, newest.body.last_processed_id], [1, ids[4]]);
  });

  it('answers for an empty range with nulls', async (t) => {
    const { as, ears } = await setScene(t);

    const { body } = await as('bob').post('/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 10,
      num_after: 10,
      narrow: [lunch[0], { operator: 'topic', operand: 'nothing here' }],
      op: 'add',
      flag: 'read',
    });

    assert.deepEqual(body, {
      ...ok,
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_oldest: true,
      found_newest: true,
    });
    assert.deepEqual(await ears.heard(), {});
  });

  it('tells which channels were left read, only when marking as unread', async (t) => {
    const { as, ids, channel_id } = await setScene(t);
    await as('bob').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    const post = (values: Values) =>
      as('bob').post('/messages/flags/narrow', {
        anchor: 'oldest',
        num_before: 0,
        num_after: 10,
        narrow: lunch,
        ...values,
      });

    const answer = {
      ...ok,
      processed_count: 5,
      updated_count: 0,
      first_processed_id: ids[0],
      last_processed_id: ids[4],
      found_oldest: true,
      found_newest: true,
    };
    const { body: unread } = await post({ op: 'remove', flag: 'read' });
    assert.deepEqual(unread, { ...answer, ignored_because_not_subscribed_channels: [channel_id] });
    assert.deepEqual((await post({ op: 'remove', flag: 'starred' })).body, answer);
    assert.deepEqual((await post({ op: 'add', flag: 'read' })).body, answer);
  });

  it('goes no further than 5,000 messages from the anchor, half of them on a side when both ask for more', async (t) => {
    const { as, app, db, users, ids, channel_id } = await setScene(t);
    db.transaction(() => {
      const conversation = ensureTopic(db, channel_id, 'lunch');
      const values = { content: 'x', client: 'test', read_by_sender: false };
      for (let count = 0; count < 6000; count++) doSendMessage(app, { sender: users.alice, conversation, ...values });
    });
    const post = (values: Values) =>
      as('bob').post('/messages/flags/narrow', { narrow: lunch, op: 'add', flag: 'starred', ...values });

    const after = await post({ anchor: 'oldest', num_before: 0, num_after: 1_000_000 });
    const around = await post({ anchor: (ids[0] as number) + 3000, num_before: 9000, num_after: 9000 });

    assert.deepEqual(
      [after.body.processed_count, after.body.first_processed_id, after.body.found_newest],
      [5000, ids[0], false],
    );
    assert.deepEqual(
      [around.body.processed_count, around.body.first_processed_id, around.body.last_processed_id],
      [5001, (ids[0] as number) + 500, (ids[0] as number) + 5500],
    );
  });

  const refusals: [Values, object][] = [
    [{ anchor: 'middle' }, badRequest('Invalid anchor')],
    [{ anchor: 'date' }, badRequest('Invalid anchor')],
    [{ include_anchor: false }, badRequest('The anchor can only be excluded at an end of the range')],
    [{ num_before: -1 }, badRequest('num_before is too small')],
    [{ num_after: 'x' }, badRequest('num_after is not valid JSON')],
    [{ op: 'toggle' }, badRequest("Invalid message flag operation: 'toggle'")],
    [{ flag: 'mentioned' }, badRequest("Flag not editable: 'mentioned'")],
    [{ flag: 'bogus' }, badRequest("Invalid flag: 'bogus'")],
    [{ narrow: [{ operator: 'channel' }] }, badRequest('Invalid narrow[0]: Value error, operand is missing')],
    [
      { narrow: [{ operator: 'channel', operand: 'nowhere' }] },
      {
        ...badRequest('Invalid narrow operator: unknown channel nowhere'),
        code: 'BAD_NARROW',
        desc: 'unknown channel nowhere',
      },
    ],
    ...['anchor', 'num_before', 'num_after', 'narrow', 'op', 'flag'].map((name): [Values, object] => [
      { [name]: undefined },
      { result: 'error', msg: `Missing '${name}' argument`, code: 'REQUEST_VARIABLE_MISSING', var_name: name },
    ]),
  ];
  for (const [values, answer] of refusals) {
    const what = Object.entries(values).map(([name, value]) => `${name} ${JSON.stringify(value) ?? 'left out'}`);
    it(`refuses ${what}`, async (t) => {
      const { as, ids, ears, unreadOf } = await setScene(t);

      const { status, body } = await as('bob').post('/messages/flags/narrow', {
        anchor: ids[2],
        num_before: 1,
        num_after: 1,
        narrow: lunch,
        op: 'add',
        flag: 'read',
        ...values,
      });

      assert.deepEqual([status, body], [400, answer]);
      assert.deepEqual(await unreadOf('bob'), ids);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('does not know a private channel one does not follow', async (t) => {
    const { as } = await setScene(t);
    await subscribe(as('alice'), 'board', { invite_only: true });
    const { body } = await as('bob').post('/messages/flags/narrow', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'board' }],
      op: 'add',
      flag: 'read',
    });
    assert.deepEqual([body.code, body.desc], ['BAD_NARROW', 'unknown channel board']);
  });
});
