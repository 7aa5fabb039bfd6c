import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { type Ears, listen } from '../support/events.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

interface Scene extends TestServer {
  channel_id: number;
  /** Three messages from before bob's subscription, the second to everybody, and one after it. */
  early: [number, number, number];
  late: number;
  ears: Ears;
  /** Adds or removes the flag `read`. */
  mark: (op: 'add' | 'remove', messages: number[]) => Promise<Values>;
  flagsOf: (id: number) => Promise<string[]>;
  /** What `POST /register` lists as unread for bob. */
  unread: () => Promise<{ count: number; ids: number[]; mentions: number[] }>;
  /** Ids that bob finds from his first unread message on. */
  find: (narrow: object[], anchor?: string) => Promise<number[]>;
}

/** Alice has written to a channel that bob joined later; bob has read everything. */
async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  const channel_id = await subscribe(as('alice'), 'kitchen');
  const early: [number, number, number] = [
    await send(as('alice'), { to: 'kitchen' }),
    await send(as('alice'), { to: 'kitchen', content: '@**all** hello' }),
    await send(as('alice'), { to: 'kitchen', topic: 'dinner' }),
  ];
  await subscribe(as('bob'), 'kitchen');
  const late = await send(as('alice'), { to: 'kitchen' });
  await as('bob').post('/mark_all_as_read');
  const ears = await listen(server, ['bob'], {
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
  });
  return {
    ...server,
    ...{ channel_id, early, late, ears },
    mark: async (op, messages) => {
      return (await as('bob').post('/messages/flags', { messages, op, flag: 'read' })).body;
    },
    flagsOf: async (id) => (await as('bob').get(`/messages/${id}`)).body.message.flags,
    unread: async () => {
      const { body } = await as('bob').post('/register', { event_types: ['message', 'update_message_flags'] });
      const { streams, count, mentions } = body.unread_msgs;
      return {
        count,
        ids: streams.flatMap((one: { unread_message_ids: number[] }) => one.unread_message_ids),
        mentions,
      };
    },
    find: async (narrow, anchor = 'first_unread') => {
      const { body } = await as('bob').get('/messages', { narrow, anchor, num_before: 0, num_after: 100 });
      return body.messages.map(({ id }: { id: number }) => id);
    },
  };
}

const lunch = [
  { operator: 'channel', operand: 'kitchen' },
  { operator: 'topic', operand: 'lunch' },
];
const isUnread = { operator: 'is', operand: 'unread' };

function details(channel_id: number, topic: string) {
  return { type: 'stream', stream_id: channel_id, topic, unmuted_stream_msg: true };
}

function flagEvent(op: string, messages: number[], extra: object = {}) {
  return { type: 'update_message_flags', op, operation: op, flag: 'read', messages, all: false, ...extra };
}

describe('a message from before a subscription, marked as unread', () => {
  it('becomes unread, keeps the flag historical, and is told with its place', async (t) => {
    const { channel_id, early, ears, mark, flagsOf, unread } = await setScene(t);
    const [first, all] = early;

    const body = await mark('remove', [first, all]);

    assert.deepEqual(body, {
      ...{ result: 'success', msg: '' },
      messages: [first, all],
      ignored_because_not_subscribed_channels: [],
    });
    assert.deepEqual([await flagsOf(first), await flagsOf(all)], [['historical'], ['historical']]);
    assert.deepEqual(await unread(), { count: 2, ids: [first, all], mentions: [] });
    const place = details(channel_id, 'lunch');
    const message_details = { [first]: place, [all]: place };
    assert.deepEqual(await ears.heard(), { bob: [flagEvent('remove', [first, all], { message_details })] });
  });

  it('is found among what is unread and in the combined feed until it is read', async (t) => {
    const { early, late, find, mark } = await setScene(t);
    const [, all] = early;
    await mark('remove', [all]);

    assert.deepEqual(await find([isUnread]), [all]);
    assert.deepEqual(await find([...lunch, isUnread]), [all]);
    assert.deepEqual(await find([{ operator: 'search', operand: 'hello' }, isUnread]), [all]);
    assert.deepEqual(await find([]), [all, late]);
    assert.deepEqual(await find(lunch), [all, late]);
    assert.deepEqual(await find([{ ...isUnread, negated: true }], 'oldest'), [late]);
    assert.deepEqual(await find([{ operator: 'is', operand: 'mentioned' }], 'oldest'), []);

    await mark('add', [all]);

    assert.deepEqual(await find([isUnread], 'oldest'), []);
    assert.deepEqual(await find([], 'oldest'), [late]);
  });

  it('is marked as read like any other, and told once', async (t) => {
    const { early, ears, flagsOf, mark, unread } = await setScene(t);
    const [first] = early;
    await mark('remove', [first]);
    await mark('remove', [first]);
    await ears.heard();

    await mark('add', [first]);
    await mark('add', [first]);

    assert.deepEqual(await flagsOf(first), ['read', 'historical']);
    assert.deepEqual(await unread(), { count: 0, ids: [], mentions: [] });
    assert.deepEqual(await ears.heard(), { bob: [flagEvent('add', [first])] });
  });

  const readings: [name: string, read: (scene: Scene) => Promise<unknown>][] = [
    [
      'the topic',
      ({ as, channel_id }) => as('bob').post('/mark_topic_as_read', { stream_id: channel_id, topic_name: 'lunch' }),
    ],
    ['the channel', ({ as, channel_id }) => as('bob').post('/mark_stream_as_read', { stream_id: channel_id })],
    ['everything', ({ as }) => as('bob').post('/mark_all_as_read')],
    ['the sender, who is now muted,', ({ as, users }) => as('bob').post(`/users/me/muted_users/${users.alice.id}`)],
    ['the channel one leaves', ({ as }) => as('bob').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] })],
    ['an archived channel', ({ as, channel_id }) => as('owner').delete(`/streams/${channel_id}`)],
  ];
  for (const [name, read] of readings) {
    it(`is read with ${name}`, async (t) => {
      const scene = await setScene(t);
      const [first, all] = scene.early;
      await scene.mark('remove', [first, all, scene.late]);
      assert.deepEqual((await scene.unread()).ids, [first, all, scene.late]);

      await read(scene);
      await subscribe(scene.as('bob'), 'kitchen').catch(() => undefined);

      assert.deepEqual(await scene.unread(), { count: 0, ids: [], mentions: [] });
      assert.deepEqual(await scene.flagsOf(first), ['read', 'historical']);
    });
  }

  it('comes from a narrow as well, with those received since', async (t) => {
    const { as, channel_id, early, late, ears, unread } = await setScene(t);
    const [first, all] = early;
    const range = { narrow: lunch, anchor: first, num_before: 0, num_after: 100 };
    const change = async (op: string) =>
      (await as('bob').post('/messages/flags/narrow', { ...range, op, flag: 'read' })).body;

    const { processed_count, updated_count } = await change('remove');

    assert.deepEqual([processed_count, updated_count], [3, 3]);
    assert.deepEqual(await unread(), { count: 3, ids: [first, all, late], mentions: [] });
    const place = details(channel_id, 'lunch');
    const message_details = { [first]: place, [all]: place, [late]: place };
    assert.deepEqual(await ears.heard(), { bob: [flagEvent('remove', [first, all, late], { message_details })] });

    assert.equal((await change('add')).updated_count, 3);
    assert.deepEqual(await unread(), { count: 0, ids: [], mentions: [] });
  });

  it('stays unread when later messages are read, and when it moves to another topic', async (t) => {
    const { as, early, late, mark, unread } = await setScene(t);
    const [first, all] = early;
    await mark('remove', [first, all, late]);
    await mark('add', [all, late]);
    assert.deepEqual((await unread()).ids, [first]);

    const { status } = await as('owner').patch(`/messages/${first}`, {
      topic: 'dinner',
      send_notification_to_new_thread: false,
    });

    assert.equal(status, 200);
    assert.deepEqual((await unread()).ids, [first]);
  });

  it('takes a row for itself alone', async (t) => {
    const { db, early, late, mark } = await setScene(t);
    const rows = () => db.value<number>('SELECT count(*) FROM read_exceptions');

    await mark('remove', [...early, late]);
    assert.equal(rows(), 3);

    await mark('add', [...early, late]);
    assert.equal(rows(), 0);
  });
});

describe('a message that moved into the channel of a subscriber, marked as unread', () => {
  it('becomes unread there', async (t) => {
    const { as, channel_id, find, flagsOf, mark, unread } = await setScene(t);
    await subscribe(as('alice'), 'garden');
    const id = await send(as('alice'), { to: 'garden' });
    const { status } = await as('owner').patch(`/messages/${id}`, { stream_id: channel_id });
    assert.equal(status, 200);
    await as('bob').post('/mark_all_as_read');

    await mark('remove', [id]);

    assert.deepEqual(await flagsOf(id), ['historical']);
    assert.deepEqual(await unread(), { count: 1, ids: [id], mentions: [] });
    assert.deepEqual(await find([isUnread]), [id]);
  });
});

describe('protected history', () => {
  it('becomes unread only where one may read it', async (t) => {
    const { as, users, find, mark, unread } = await setScene(t);
    const hidden = { invite_only: true, history_public_to_subscribers: false };
    const vault = await subscribe(as('owner'), 'vault', hidden);
    const before = await send(as('owner'), { to: 'vault' });
    await subscribe(as('owner'), 'garden');
    const moved = await send(as('owner'), { to: 'garden' });
    await subscribe(as('owner'), 'vault', { principals: [users.bob.id] });
    const received = await send(as('owner'), { to: 'vault' });
    const { status } = await as('owner').patch(`/messages/${moved}`, { stream_id: vault });
    assert.equal(status, 200);
    await as('bob').post('/mark_all_as_read');

    await mark('remove', [before, moved, received]);

    assert.deepEqual((await unread()).ids, [moved, received]);
    assert.deepEqual(await find([isUnread], 'oldest'), [moved, received]);
  });

  it('is no longer unread once the channel hides it from those who did not receive it', async (t) => {
    const { as, channel_id, early, late, find, mark, unread } = await setScene(t);
    await mark('remove', [early[0]]);
    assert.deepEqual((await unread()).ids, [early[0]]);

    const { status } = await as('alice').patch(`/streams/${channel_id}`, {
      is_private: true,
      history_public_to_subscribers: false,
    });

    assert.equal(status, 200);
    assert.equal((await unread()).ids.includes(early[0]), false);
    assert.equal((await find([isUnread], 'oldest')).includes(early[0]), false);
    assert.equal((await find([], 'oldest')).includes(early[0]), false);
    assert.ok((await find([], 'oldest')).includes(late));
  });
});

describe('a message in a channel without a subscription', () => {
  it('stays read', async (t) => {
    const { as, channel_id, early } = await setScene(t);

    const { body } = await as('moderator').post('/messages/flags', { messages: early, op: 'remove', flag: 'read' });

    assert.deepEqual(body.ignored_because_not_subscribed_channels, [channel_id]);
    const { body: state } = await as('moderator').post('/register', {
      event_types: ['message', 'update_message_flags'],
    });
    assert.equal(state.unread_msgs.count, 0);
  });
});
