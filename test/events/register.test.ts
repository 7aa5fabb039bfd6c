import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { type Ears, type HeardEvent, listen } from '../support/events.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

async function state(server: TestServer, name: CastName, values: Values): Promise<Values> {
  const { status, body } = await server.as(name).post('/register', values);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const always = [
  'idle_queue_timeout_secs',
  'last_event_id',
  'msg',
  'queue_id',
  'result',
  'service_feature_level',
  'service_merge_base',
  'service_version',
  'zulip_feature_level',
  'zulip_merge_base',
  'zulip_version',
];

describe('POST /register', () => {
  it('opens a queue and says what the server is', async (t) => {
    const server = await startServer(t);

    const { queue_id, ...rest } = await state(server, 'alice', { event_types: [] });

    assert.match(String(queue_id), /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    assert.deepEqual(Object.keys({ queue_id, ...rest }).sort(), always);
    assert.deepEqual([rest.last_event_id, rest.service_feature_level, rest.zulip_feature_level], [-1, 473, 473]);
    assert.equal(server.app.queues.size, 1);
  });

  it('names each field once', async (t) => {
    const server = await startServer(t);
    const headers = { Authorization: server.as('alice').authorization };
    const response = await fetch(new URL('/api/v1/register', server.url), { method: 'POST', headers });

    const text = await response.text();

    assert.equal(text, JSON.stringify(JSON.parse(text)));
  });

  it('gives the state of the types asked for: fetch_event_types, else event_types, else all', async (t) => {
    const server = await startServer(t);
    const added = async (values: Values) =>
      Object.keys(await state(server, 'alice', values))
        .filter((key) => !always.includes(key))
        .sort();

    assert.deepEqual(await added({ event_types: ['message'] }), ['max_message_id']);
    assert.deepEqual(await added({ event_types: ['message'], fetch_event_types: ['stream'] }), ['streams']);
    assert.deepEqual(await added({ event_types: ['message'], fetch_event_types: [] }), []);
    assert.deepEqual(await added({ event_types: null, fetch_event_types: ['subscription', 'no_such_type'] }), [
      'never_subscribed',
      'subscriptions',
      'unsubscribed',
    ]);
    assert.deepEqual(await added({ fetch_event_types: ['message', 'update_message_flags'] }), [
      'max_message_id',
      'unread_msgs',
    ]);
    const all = await added({});
    const some = ['max_message_id', 'streams', 'subscriptions', 'realm_users', 'max_topic_length', 'unread_msgs'];
    assert.deepEqual(
      some.filter((key) => !all.includes(key)),
      [],
    );
  });

  it('tells every limit', async (t) => {
    const server = await startServer(t);
    const expected = {
      max_message_length: 10_000,
      max_topic_length: 60,
      max_stream_name_length: 60,
      max_stream_description_length: 1024,
      max_channel_folder_name_length: 60,
      max_channel_folder_description_length: 1024,
      max_reminder_note_length: 1000,
      max_bulk_new_subscription_messages: 100,
      max_avatar_file_size_mib: 5,
      max_icon_file_size_mib: 5,
      max_logo_file_size_mib: 5,
      event_queue_longpoll_timeout_seconds: 90,
      password_min_length: 8,
      password_max_length: 100,
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: 200,
      server_typing_started_expiry_period_milliseconds: 45_000,
      server_typing_stopped_wait_period_milliseconds: 12_000,
      server_typing_started_wait_period_milliseconds: 30_000,
      realm_empty_topic_display_name: 'general chat',
      realm_topics_policy: 'allow_empty_topic',
      realm_mandatory_topics: false,
      realm_message_content_edit_limit_seconds: 600,
      realm_message_content_delete_limit_seconds: 600,
      realm_move_messages_within_stream_limit_seconds: 604_800,
      realm_move_messages_between_streams_limit_seconds: 604_800,
      realm_message_retention_days: -1,
    };

    const body = await state(server, 'alice', { fetch_event_types: ['realm'] });

    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, body[key]])), expected);
  });

  it('knows every user, and more about oneself', async (t) => {
    const server = await startServer(t);
    server.db.run("UPDATE users SET is_active = 0 WHERE email = 'guest@example.com'");

    const body = await state(server, 'admin', { fetch_event_types: ['realm_user'] });

    const emails = (key: string) => (body[key] as { email: string }[]).map(({ email }) => email);
    const rest = ['owner', 'admin', 'moderator', 'alice', 'bob', 'bot'].map((name) => `${name}@example.com`);
    assert.deepEqual(emails('realm_users'), rest);
    assert.deepEqual(emails('realm_non_active_users'), ['guest@example.com']);
    assert.deepEqual(emails('cross_realm_bots'), ['notification-bot@chatd.invalid', 'welcome-bot@chatd.invalid']);
    const { realm_users, realm_non_active_users, cross_realm_bots, ...others } = body;
    const own = Object.fromEntries(Object.entries(others).filter(([key]) => !always.includes(key)));
    assert.deepEqual(own, {
      user_id: server.users.admin.id,
      email: 'admin@example.com',
      delivery_email: 'admin@example.com',
      full_name: 'Adam Admin',
      avatar_url: avatarOf(server.users.admin.id),
      avatar_url_medium: avatarOf(server.users.admin.id, 'drawn', 'medium'),
      avatar_source: 'J',
      is_admin: true,
      is_owner: false,
      is_moderator: true,
      is_guest: false,
      can_create_streams: true,
      can_create_public_streams: true,
      can_create_private_streams: true,
      can_create_web_public_streams: false,
      can_invite_others_to_realm: true,
    });
    assert.ok((realm_users as object[]).every((user) => !('is_active' in user)));
  });

  it('gives guests no permission that everyone could not have, whatever group they are in', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const members = [users.guest.id, users.bob.id];
    const { body: made } = await as('alice').post('/user_groups/create', { name: 'hosts', description: '', members });
    const change = { new: made.group_id };
    const permissions = { can_create_public_channel_group: change, can_invite_users_group: change };
    const { status } = await as('owner').patch('/realm', permissions);
    const own = async (name: CastName) => {
      const body = await state(server, name, { fetch_event_types: ['realm_user'] });
      return [body.can_create_public_streams, body.can_invite_others_to_realm];
    };

    assert.deepEqual([status, await own('bob'), await own('guest')], [200, [true, true], [false, false]]);
  });

  it('sorts channels into subscribed, left and never joined, and hides what one may not see', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'open');
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    await server.as('bob').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    const names = async (name: CastName) => {
      const body = await state(server, name, { fetch_event_types: ['subscription', 'stream'] });
      const of = (key: string) => (body[key] as { name: string }[]).map((one) => one.name);
      return [of('subscriptions'), of('unsubscribed'), of('never_subscribed'), of('streams')];
    };

    assert.deepEqual(await names('alice'), [['general', 'open', 'secret'], [], [], ['general', 'open', 'secret']]);
    assert.deepEqual(await names('bob'), [[], ['general'], ['open'], ['general', 'open']]);
    assert.deepEqual(await names('guest'), [['general'], [], [], ['general']]);
    assert.deepEqual(await names('admin'), [['general'], [], ['open', 'secret'], ['general', 'open', 'secret']]);
  });

  it('lists subscribers when asked', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'duo', { principals: [server.users.bob.id] });
    const subscribers = async (values: Values) => {
      const body = await state(server, 'bob', { fetch_event_types: ['subscription'], ...values });
      return (body.subscriptions as { name: string; subscribers?: number[] }[])[0]?.subscribers;
    };

    assert.equal(await subscribers({}), undefined);
    assert.deepEqual(await subscribers({ include_subscribers: true }), [server.users.bob.id]);
    assert.deepEqual(await subscribers({ include_subscribers: 'partial' }), [server.users.bob.id]);
  });

  it('counts unread messages by conversation', async (t) => {
    const server = await startServer(t);
    const { alice, bob, guest } = server.users;
    const from = server.as('alice');
    const first = await send(from, { to: 'general', topic: '' });
    const second = await send(from, { to: 'general', topic: 'lunch' });
    const direct = await send(from, { type: 'direct', to: [bob.id] });
    const group = await send(from, { type: 'direct', to: [bob.id, guest.id] });
    await send(server.as('bob'), { to: 'general', topic: 'lunch', read_by_sender: true });
    const types = { fetch_event_types: ['message', 'update_message_flags'] };

    const body = await state(server, 'bob', types);
    const knowing = await state(server, 'bob', {
      ...types,
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    });

    const unread = (topic: string) => ({
      pms: [{ other_user_id: alice.id, sender_id: alice.id, unread_message_ids: [direct] }],
      streams: [
        { stream_id: 1, topic, unread_message_ids: [first] },
        { stream_id: 1, topic: 'lunch', unread_message_ids: [second] },
      ],
      huddles: [{ user_ids_string: `${alice.id},${bob.id},${guest.id}`, unread_message_ids: [group] }],
      mentions: [],
      count: 4,
      old_unreads_missing: false,
    });
    assert.deepEqual(body.unread_msgs, unread('general chat'));
    assert.deepEqual(knowing.unread_msgs, unread(''));
    assert.equal(body.max_message_id, group + 1);
  });

  it('lists direct conversations, the newest first, without oneself', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const one = await send(as('bob'), { type: 'direct', to: [users.alice.id] });
    const note = await send(as('alice'), { type: 'direct', to: [users.alice.id] });
    const three = await send(as('alice'), { type: 'direct', to: [users.bob.id, users.admin.id] });

    const { body } = await as('alice').post('/register', { fetch_event_types: ['recent_private_conversations'] });

    assert.deepEqual(body.recent_private_conversations, [
      { max_message_id: three, user_ids: [users.admin.id, users.bob.id] },
      { max_message_id: note, user_ids: [] },
      { max_message_id: one, user_ids: [users.bob.id] },
    ]);
  });

  it('delivers only the types asked for', async (t) => {
    const server = await startServer(t);
    const messages = await listen(server, ['bob'], { event_types: ['message'] });
    const streams = await listen(server, ['bob'], { event_types: ['stream'] });
    const all = await listen(server, ['bob'], { event_types: null });

    await subscribe(server.as('alice'), 'design');
    await send(server.as('alice'), { to: 'general', content: 'hi' });

    const [made, named] = ['stream create: design', 'stream update: first_message_id'];
    const peer = `subscription peer_add: users ${server.users.alice.id} in 2`;
    assert.deepEqual(await messages.gist(), { bob: ['message: hi'] });
    assert.deepEqual(await streams.gist(), { bob: [made, named] });
    assert.deepEqual(await all.gist(), { bob: [made, peer, named, 'message: hi'] });
  });

  it('delivers only the messages of the narrow', async (t) => {
    const server = await startServer(t);
    const narrows: [string[][], string[]][] = [
      [[['channel', 'general']], ['lunch', 'empty']],
      [
        [
          ['stream', 'GENERAL'],
          ['topic', 'LUNCH'],
        ],
        ['lunch'],
      ],
      [[['topic', '']], ['empty']],
      [
        [
          ['sender', 'alice@example.com'],
          ['is', 'dm'],
        ],
        ['direct'],
      ],
      [[['sender', 'bob@example.com']], []],
      [[['sender', String(server.users.alice.id)]], ['lunch', 'empty', 'direct']],
      [[['topic', ' lunch ']], ['lunch']],
      [[['is', 'unread']], ['lunch', 'empty', 'direct']],
      [[['is', 'starred']], []],
    ];
    const ears: Ears[] = [];
    for (const [narrow] of narrows) ears.push(await listen(server, ['bob'], { narrow, event_types: ['message'] }));

    await send(server.as('alice'), { to: 'general', topic: 'lunch', content: 'lunch' });
    await send(server.as('alice'), { to: 'general', topic: '', content: 'empty' });
    await send(server.as('alice'), { type: 'direct', to: [server.users.bob.id], content: 'direct' });

    for (const [index, [narrow, expected]] of narrows.entries()) {
      const heard = await ears[index]?.heard();
      const contents = (heard?.bob ?? []).map((event: HeardEvent) => event.message.content);
      assert.deepEqual(contents, expected, JSON.stringify(narrow));
    }
  });

  it('delivers messages of all public channels to members who ask for them, never private ones', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'open');
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    const ears = await listen(server, ['bob', 'alice'], { all_public_streams: true, event_types: ['message'] });

    await send(server.as('alice'), { to: 'open', content: 'in the open' });
    await send(server.as('alice'), { to: 'secret', content: 'in secret' });

    assert.deepEqual(await ears.gist(), {
      bob: ['message: in the open'],
      alice: ['message: in the open', 'message: in secret'],
    });
  });

  it('does not open public channels to guests', async (t) => {
    const server = await startServer(t);

    const { status, body } = await server.as('guest').post('/register', { all_public_streams: true });

    assert.deepEqual([status, body], [400, badRequest('User not authorized for this query')]);
    assert.equal(server.app.queues.size, 0);
  });

  it('refuses narrows it cannot follow, and opens no queue', async (t) => {
    const server = await startServer(t);
    const cases: [Values, string][] = [
      [{ narrow: [['near', '3']] }, 'Operator near not supported.'],
      [{ narrow: [['topic']] }, 'Each element of narrow must be a pair of strings.'],
      [{ narrow: [['topic', 'a', 'b']] }, 'Each element of narrow must be a pair of strings.'],
      [{ narrow: 'x' }, 'narrow is not valid JSON'],
      [{ narrow: [['topic', 'x'.repeat(1001)]] }, 'narrow[0][1] is too long (limit: 1000 characters)'],
      [{ narrow: Array.from({ length: 101 }, () => ['topic', 'x']) }, 'narrow is too long'],
      [{ event_types: ['x'.repeat(101)] }, 'event_types[0] is too long (limit: 100 characters)'],
      [{ event_types: Array.from({ length: 201 }, () => 'message') }, 'event_types is too long'],
      [{ event_types: 'message' }, 'event_types is not valid JSON'],
      [{ queue_lifespan_secs: -1 }, 'queue_lifespan_secs is too small'],
      [{ client_capabilities: [] }, 'client_capabilities is not a dict'],
      [{ idle_queue_timeout: -1 }, 'idle_queue_timeout is too small'],
      [{ narrow: [['search', 'soup']] }, 'Operator search not supported.'],
      [
        { client_capabilities: {} },
        'client_capabilities["notification_settings_null"] field is missing: Field required',
      ],
    ];

    for (const [values, msg] of cases) {
      const { status, body } = await server.as('alice').post('/register', values);
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }

    assert.equal(server.app.queues.size, 0);
  });
});
