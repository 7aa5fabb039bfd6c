import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { roles } from '../../src/users/user.ts';
import { pack } from '../contract/requests.ts';
import type { Values } from '../support/client.ts';
import { type Ears, type HeardEvent, listen } from '../support/events.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

async function state(server: TestServer, name: CastName, values: Values): Promise<HeardEvent> {
  const { status, body } = await server.as(name).post('/register', { event_types: [], ...values });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function change(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  assert.equal(status, 200, JSON.stringify(body));
}

const none = { notification_settings_null: true };
const knowing = (capability: string) => ({ client_capabilities: { ...none, [capability]: true } });

const voluntary = [
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
];

describe('the capabilities of a client', () => {
  it('are an object, in which one must be there', async (t) => {
    const server = await startServer(t);
    const cases: [unknown, string][] = [
      [{}, 'client_capabilities["notification_settings_null"] field is missing: Field required'],
      [
        { empty_topic_name: true },
        'client_capabilities["notification_settings_null"] field is missing: Field required',
      ],
      ['x', 'client_capabilities is not valid JSON'],
      [{ notification_settings_null: 'true' }, 'client_capabilities["notification_settings_null"] is not a boolean'],
    ];

    for (const [client_capabilities, msg] of cases) {
      const { status, body } = await server.as('alice').post('/register', { client_capabilities });
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }

    assert.equal(server.app.queues.size, 0);
  });

  it('may be ones that this server does not know', async (t) => {
    const server = await startServer(t);

    const { status } = await server.as('alice').post('/register', {
      client_capabilities: { ...none, individual_emoji_changes: true },
    });

    assert.equal(status, 200);
  });

  it('change nothing of the state that needs none of them', async (t) => {
    const server = await startServer(t);
    const plain = { client_capabilities: none };
    const settled = async (values: Values) => {
      const { queue_id: _, ...rest } = await state(server, 'alice', { event_types: null, ...values });
      return rest;
    };

    const without = await settled(plain);

    for (const name of ['bulk_message_deletion', 'stream_typing_notifications', 'simplified_presence_events']) {
      assert.deepEqual(await settled(knowing(name)), without, name);
    }
    assert.deepEqual(await settled(knowing('user_settings_object')), without);
  });
});

type Lines = { knows: unknown[]; knowsNot: unknown[] };

/** The events that `act` sends to alice's clients with and without a capability, a line for each of these types. */
async function hears(
  server: TestServer,
  { capability, event_types }: { capability: string; event_types: string[] | null },
  act: () => Promise<void>,
  line: (event: HeardEvent) => unknown = typeOf,
): Promise<Lines> {
  const knows = await listen(server, ['alice'], { event_types, ...knowing(capability) });
  const knowsNot = await listen(server, ['alice'], { event_types, client_capabilities: none });
  await act();
  const lines = async (ears: Ears) => ((await ears.heard()).alice ?? []).map(line);
  return { knows: await lines(knows), knowsNot: await lines(knowsNot) };
}

const typeOf = ({ type, op }: HeardEvent) => (op === undefined ? type : `${type} ${op}`);

describe('notification_settings_null', () => {
  const own = [
    'desktop_notifications',
    'audible_notifications',
    'push_notifications',
    'email_notifications',
    'wildcard_mentions_notify',
  ];
  const settingsOf = (record: Values) => own.map((name) => record[name]);
  const unset = [null, null, null, null, null];

  it("false: settings of channels that are unset are the user's own, in the state and in events", async (t) => {
    const server = await startServer(t);
    const [alice, stream_id] = [server.as('alice'), await subscribe(server.as('alice'), 'design')];
    const wanted = { enable_stream_desktop_notifications: true, enable_stream_email_notifications: true };
    await change(alice.patch('/settings', { ...wanted, wildcard_mentions_notify: false }));
    const subscription_data = [{ stream_id, property: 'email_notifications', value: false }];
    await change(alice.post('/users/me/subscriptions/properties', { subscription_data }));
    await change(alice.delete('/users/me/subscriptions', { subscriptions: ['general'] }));
    const modern = { event_types: ['subscription'], client_capabilities: none };
    const ears = await listen(server, ['alice'], modern);
    const older = await listen(server, ['alice'], { event_types: ['subscription'] });

    const raw = await state(server, 'alice', modern);
    const filled = await state(server, 'alice', { fetch_event_types: ['subscription'] });
    const said = await state(server, 'alice', {
      fetch_event_types: ['subscription'],
      client_capabilities: { notification_settings_null: false },
    });

    const inherited = [true, false, false, true, false];
    assert.deepEqual(raw.subscriptions.map(settingsOf), [[null, null, null, false, null]]);
    assert.deepEqual(raw.unsubscribed.map(settingsOf), [unset]);
    assert.deepEqual(filled.subscriptions.map(settingsOf), [[true, false, false, false, false]]);
    assert.deepEqual(filled.unsubscribed.map(settingsOf), [inherited]);
    assert.deepEqual([said.subscriptions, said.unsubscribed], [filled.subscriptions, filled.unsubscribed]);

    await change(alice.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }));

    const added = (events: HeardEvent[] = []) => events.map((event) => event.subscriptions.map(settingsOf));
    assert.deepEqual(added((await ears.heard()).alice), [[unset]]);
    assert.deepEqual(added((await older.heard()).alice), [[inherited]]);
  });
});

describe('bulk_message_deletion', () => {
  it('tells of messages that are deleted together at once, and else one by one', async (t) => {
    const server = await startServer(t);
    const first = await send(server.as('alice'), { to: 'general' });
    const second = await send(server.as('alice'), { to: 'general' });
    const topic_name = 'lunch';

    const heard = await hears(
      server,
      { capability: 'bulk_message_deletion', event_types: ['delete_message'] },
      () => change(server.as('owner').post('/streams/1/delete_topic', { topic_name })),
      ({ message_ids, message_id }) => message_ids ?? message_id,
    );

    assert.deepEqual(heard, { knows: [[first, second]], knowsNot: [first, second] });
  });
});

describe('user_avatar_url_field_optional', () => {
  it('leaves out pictures of people who were not here for two weeks', async (t) => {
    const server = await startServer(t);
    const { as, clock, db } = server;
    const seen = (name: CastName, days: number) => {
      const at = clock.now() - days * 86_400;
      db.run('INSERT INTO presence (user_id, connected_at) VALUES (?, ?)', server.users[name].id, at);
    };
    await change(as('moderator').patch('/settings', { presence_enabled: false }));
    clock.advance(20 * 86_400);
    seen('bob', 13);
    seen('owner', 15);
    await change(as('owner').delete(`/users/${server.users.guest.id}`));
    const pictured = async (values: Values) => {
      const body = await state(server, 'alice', {
        fetch_event_types: ['realm_user'],
        client_gravatar: false,
        ...values,
      });
      const lists = [body.realm_users, body.realm_non_active_users, body.cross_realm_bots].flat();
      return lists.filter((user: Values) => 'avatar_url' in user).map((user: Values) => user.full_name);
    };

    const bots = ['Notification Bot', 'Welcome Bot'];
    const shown = ['Mona Moderator', 'Bob Member', 'Build Bot', ...bots];
    const people = ['Olive Owner', 'Adam Admin', 'Mona Moderator', 'Alice Member', 'Bob Member', 'Build Bot'];
    assert.deepEqual(await pictured(knowing('user_avatar_url_field_optional')), shown);
    assert.deepEqual(await pictured({}), [...people, 'Gus Guest', ...bots]);
  });

  it('leaves out none where nobody notes who is here', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'presence_disabled', true);

    const options = { fetch_event_types: ['realm_user'], ...knowing('user_avatar_url_field_optional') };
    const { realm_users } = await state(server, 'alice', options);

    assert.deepEqual(
      realm_users.filter((user: Values) => !('avatar_url' in user)),
      [],
    );
  });
});

describe('stream_typing_notifications', () => {
  it('tells of typing in channels', async (t) => {
    const server = await startServer(t);
    const typing = { type: 'stream', op: 'start', stream_id: 1, topic: 'lunch' };

    const act = () => change(server.as('bob').post('/typing', typing));
    const heard = await hears(server, { capability: 'stream_typing_notifications', event_types: ['typing'] }, act);

    assert.deepEqual(heard, { knows: ['typing start'], knowsNot: [] });
  });
});

describe('linkifier_url_template', () => {
  it('has linkifiers in the state and in events', async (t) => {
    const server = await startServer(t);
    const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };

    const act = () => change(server.as('owner').post('/realm/filters', linkifier));
    const heard = await hears(server, { capability: 'linkifier_url_template', event_types: ['realm_linkifiers'] }, act);

    const asked = { fetch_event_types: ['realm_linkifiers'] };
    const knows = await state(server, 'alice', { ...asked, ...knowing('linkifier_url_template') });
    const knowsNot = await state(server, 'alice', asked);
    assert.deepEqual(heard, { knows: ['realm_linkifiers'], knowsNot: [] });
    assert.equal(knows.realm_linkifiers[0].pattern, linkifier.pattern);
    assert.deepEqual(knowsNot.realm_linkifiers, []);
  });
});

describe('user_list_incomplete', () => {
  it('spares guests records of people whom they may not know of, in the state and in events', async (t) => {
    const server = await startServer(t);
    const { as, db } = server;
    await change(as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] }));
    setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:members'));
    const knows = await listen(server, ['guest'], { event_types: ['realm_user'], ...knowing('user_list_incomplete') });
    const knowsNot = await listen(server, ['guest'], { event_types: ['realm_user'] });
    const names = async (values: Values) =>
      (await state(server, 'guest', { fetch_event_types: ['realm_user'], ...values })).realm_users.map(
        (user: Values) => user.full_name,
      );

    assert.deepEqual(await names(knowing('user_list_incomplete')), ['Gus Guest', 'Build Bot']);
    const unknown = ['Unknown user', 'Unknown user', 'Unknown user', 'Unknown user', 'Unknown user'];
    assert.deepEqual(await names({}), ['Gus Guest', 'Build Bot', ...unknown]);

    const newcomer = { email: 'new@example.com', full_name: 'New Member', password: 'correct horse battery staple' };
    await change(as('owner').post('/users', newcomer));

    assert.deepEqual(await knows.gist(), {});
    assert.deepEqual(await knowsNot.gist(), { guest: ['realm_user add: Unknown user'] });
  });
});

describe('include_deactivated_groups', () => {
  it('has deactivated groups in the state, and tells of their end by an update', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const group = { name: 'cooks', description: '', members: [server.users.bob.id] };
    const { body: made } = await as('alice').post('/user_groups/create', group);

    const act = () => change(as('alice').post(`/user_groups/${made.group_id}/deactivate`));
    const heard = await hears(server, { capability: 'include_deactivated_groups', event_types: ['user_group'] }, act);

    const asked = { fetch_event_types: ['realm_user_groups'] };
    const has = async (values: Values) =>
      (await state(server, 'alice', { ...asked, ...values })).realm_user_groups.some(
        (one: Values) => one.id === made.group_id,
      );
    assert.deepEqual(heard, { knows: ['user_group update'], knowsNot: ['user_group remove'] });
    assert.deepEqual([await has(knowing('include_deactivated_groups')), await has({})], [true, false]);
  });
});

describe('archived_channels', () => {
  it('has archived channels in the state, and tells of their end by an update', async (t) => {
    const server = await startServer(t);
    const stream_id = await subscribe(server.as('alice'), 'design');
    const followed = { stream_id, topic: 'lunch', visibility_policy: 3 };
    await change(server.as('alice').post('/user_topics', followed));

    const act = () => change(server.as('alice').delete(`/streams/${stream_id}`));
    const heard = await hears(
      server,
      { capability: 'archived_channels', event_types: ['stream', 'subscription'] },
      act,
    );

    const asked = { fetch_event_types: ['stream', 'subscription', 'user_topic'] };
    const has = async (values: Values) => {
      const { streams, subscriptions, user_topics } = await state(server, 'alice', { ...asked, ...values });
      return [streams, subscriptions, user_topics].map((list: Values[]) =>
        list.some((one) => one.stream_id === stream_id),
      );
    };
    assert.deepEqual(heard.knows, ['stream update']);
    assert.deepEqual(heard.knowsNot, ['stream delete']);
    assert.deepEqual(await has(knowing('archived_channels')), [true, true, true]);
    assert.deepEqual(await has({}), [false, false, false]);
  });
});

describe('what older and newer clients send', () => {
  it('ignores an unknown operand of is: in the narrow of a queue, and refuses one that no queue can follow', async (t) => {
    const server = await startServer(t);
    const narrow = [
      ['is', 'shiny'],
      ['topic', 'lunch'],
    ];

    const ears = await listen(server, ['alice'], { event_types: ['message'], narrow });
    const refused = await server.as('alice').post('/register', { narrow: [['is', 'followed']] });

    await send(server.as('bob'), { to: 'general', topic: 'lunch', content: 'soup' });
    await send(server.as('bob'), { to: 'general', topic: 'tea', content: 'scones' });
    assert.deepEqual(await ears.gist(), { alice: ['message: soup'] });
    assert.deepEqual(refused.body, badRequest('Operand followed not supported.'));
  });

  it('keeps a queue as long as idle_queue_timeout names: in seconds, or for a phone, and tells it', async (t) => {
    const server = await startServer(t);
    const day = 86_400;
    const cases: [Values, number][] = [
      [{ idle_queue_timeout: 1000 }, 1000],
      [{ idle_queue_timeout: '"1000"' }, 1000],
      [{ idle_queue_timeout: '"mobile"' }, day / 2],
      [{ idle_queue_timeout: 'mobile' }, day / 2],
      [{ idle_queue_timeout: 'web' }, 600],
      [{ idle_queue_timeout: '"a-later-word"' }, 600],
      [{ idle_queue_timeout: 'mobile', queue_lifespan_secs: 60 }, day / 2],
      [{ queue_lifespan_secs: '"mobile"' }, day / 2],
      [{ idle_queue_timeout: 100 * day }, 7 * day],
      [{}, 600],
    ];

    for (const [values, seconds] of cases) {
      const { status, body } = await server.as('alice').post('/register', values);
      assert.deepEqual([status, body.ignored_parameters_unsupported], [200, undefined]);
      assert.equal(body.idle_queue_timeout_secs, seconds, JSON.stringify(values));
      assert.deepEqual(await livesFor(server, body.queue_id, seconds), [true, false]);
    }
  });

  it('takes JSON bodies with words and numbers for idle_queue_timeout', async (t) => {
    const server = await startServer(t);
    const timeouts = await Promise.all(
      ['mobile', '1000', 1000].map(async (idle_queue_timeout) => {
        const { init } = pack('json', { idle_queue_timeout });
        const { body } = await server.as('alice').send('POST', '/register', init);
        return body.idle_queue_timeout_secs;
      }),
    );

    assert.deepEqual(timeouts, [43_200, 1000, 1000]);
  });

  it('opens a queue for clients that know more than the server', async (t) => {
    const server = await startServer(t);
    const cases: Values[] = [
      { client_capabilities: { ...none, a_later_one: true, another: { level: 3 } } },
      ...voluntary.map((name) => ({ client_capabilities: { ...none, [name]: 'some' } })),
      { event_types: ['message', 'a_later_event'], fetch_event_types: ['message', 'a_later_event', 'zulip_version'] },
      { include_subscribers: 'most', slim_presence: 'full', apply_markdown: 'both', client_gravatar: 3 },
      { presence_history_limit_days: 'week' },
    ];

    for (const values of cases) {
      const { status, body } = await server.as('alice').post('/register', values);
      assert.deepEqual([status, body.ignored_parameters_unsupported], [200, undefined], JSON.stringify(values));
    }
  });

  it('sends what the known terms of a narrow select, if others are of a later version', async (t) => {
    const server = await startServer(t);
    const narrow = [
      ['a-later-operator', 'x'],
      ['topic', 'lunch'],
      ['is', 'a-later-state'],
    ];

    const ears = await listen(server, ['alice'], { event_types: ['message'], narrow });

    await send(server.as('bob'), { to: 'general', topic: 'lunch', content: 'soup' });
    await send(server.as('bob'), { to: 'general', topic: 'tea', content: 'scones' });
    assert.deepEqual(await ears.gist(), { alice: ['message: soup'] });
  });
});

/** Whether a queue is there one second before and after it expires. */
async function livesFor(server: TestServer, queue_id: string, seconds: number): Promise<boolean[]> {
  const poll = async (more: number) => {
    server.clock.advance(more);
    server.app.queues.sweep();
    const { status } = await server.as('alice').get('/events', { queue_id, last_event_id: -1, dont_block: true });
    return status === 200;
  };
  return [await poll(seconds - 1), await poll(seconds + 1)];
}

describe('empty_topic_name', () => {
  it('has the empty topic as it is, and else by its display name', async (t) => {
    const server = await startServer(t);
    const policy = { stream_id: 1, topic: '', visibility_policy: 1 };

    const act = async () => {
      await send(server.as('bob'), { to: 'general', topic: '' });
      await change(server.as('alice').post('/user_topics', policy));
    };
    const topicOf = ({ type, message, topic_name, muted_topics }: HeardEvent) =>
      type === 'message' ? message.subject : (topic_name ?? muted_topics[0][1]);
    const heard = await hears(server, { capability: 'empty_topic_name', event_types: null }, act, topicOf);

    const topics = async (values: Values) => {
      const body = await state(server, 'alice', { event_types: null, ...values });
      return [body.unread_msgs.streams[0].topic, body.user_topics[0].topic_name, body.muted_topics[0][1]];
    };
    const name = 'general chat';
    assert.deepEqual(heard, { knows: ['', '', ''], knowsNot: [name, name, name] });
    assert.deepEqual(await topics(knowing('empty_topic_name')), ['', '', '']);
    assert.deepEqual(await topics({}), [name, name, name]);
  });
});

describe('simplified_presence_events', () => {
  it('tells of who comes by user id alone', async (t) => {
    const server = await startServer(t);

    const act = () => change(server.as('bob').post('/users/me/presence', { status: 'active' }));
    const heard = await hears(
      server,
      { capability: 'simplified_presence_events', event_types: ['presence'] },
      act,
      (event) => Object.keys(event).sort().join(),
    );

    const older = 'email,presence,server_timestamp,type,user_id';
    assert.deepEqual(heard, { knows: ['presences,type'], knowsNot: [older] });
  });
});

describe('user_settings_object', () => {
  it('changes nothing: everyone hears of settings the same way', async (t) => {
    const server = await startServer(t);

    const act = () => change(server.as('alice').patch('/settings', { enter_sends: true }));
    const heard = await hears(
      server,
      { capability: 'user_settings_object', event_types: ['user_settings', 'update_display_settings'] },
      act,
    );

    assert.deepEqual(heard, { knows: ['user_settings update'], knowsNot: ['user_settings update'] });
  });
});

describe('the parameters of a registration', () => {
  it('apply_markdown: messages of events are HTML', async (t) => {
    const server = await startServer(t);
    const html = await listen(server, ['bob'], { event_types: ['message'], apply_markdown: true });
    const markdown = await listen(server, ['bob'], { event_types: ['message'] });

    await send(server.as('alice'), { to: 'general', content: '*hi*' });

    assert.deepEqual(await html.gist(), { bob: ['message: <p><em>hi</em></p>'] });
    assert.deepEqual(await markdown.gist(), { bob: ['message: *hi*'] });
  });

  it('client_gravatar: no picture is left out, because none is a Gravatar', async (t) => {
    const server = await startServer(t);
    const pictures = async (values: Values) => {
      const { realm_users } = await state(server, 'alice', { fetch_event_types: ['realm_user'], ...values });
      const wanted = [server.users.admin.id, server.users.bob.id];
      return realm_users
        .filter((one: Values) => wanted.includes(one.user_id as number))
        .map((one: Values) => one.avatar_url);
    };

    const drawn = [server.users.admin.id, server.users.bob.id].map((id) => avatarOf(id));
    assert.deepEqual(await pictures({}), drawn);
    assert.deepEqual(await pictures({ client_gravatar: true }), drawn);
    assert.deepEqual(await pictures({ client_gravatar: false }), drawn);
  });

  it('include_subscribers partial: of large channels bots, and people who were here or do not show it', async (t) => {
    const server = await startServer(t);
    const { app, db, users } = server;
    const person = { full_name: 'One of Many', role: roles.member, password_hash: null };
    db.transaction(() => {
      for (let count = 0; count < 250; count++) doCreateUser(app, { ...person, email: `many${count}@example.com` });
    });
    const few = [users.owner.id, users.alice.id, users.bob.id];
    const small = await subscribe(server.as('alice'), 'small', { principals: few });
    await change(server.as('bob').patch('/settings', { presence_enabled: false }));
    server.clock.advance(20 * 86_400);
    await change(server.as('admin').post('/users/me/presence', { status: 'idle' }));
    const lists = async () => {
      const asked = { fetch_event_types: ['subscription'], include_subscribers: 'partial' };
      const { subscriptions } = await state(server, 'alice', asked);
      return subscriptions.map((one: Values) => [one.stream_id, one.subscribers, one.partial_subscribers]);
    };

    const whole = [small, few, undefined];
    assert.deepEqual(await lists(), [[1, undefined, [users.admin.id, users.bob.id]], whole]);
    setRealmSetting(db, 'presence_disabled', true);
    const [[, , everyone]] = await lists();
    assert.equal(everyone.length, 256);
  });

  it('slim_presence and presence_history_limit_days: presence by user id, as far back as wanted', async (t) => {
    const server = await startServer(t);
    await change(server.as('bob').post('/users/me/presence', { status: 'active' }));
    server.clock.advance(3 * 86_400);
    const keys = async (values: Values) => {
      const { presences } = await state(server, 'alice', { fetch_event_types: ['presence'], ...values });
      return Object.keys(presences);
    };

    assert.deepEqual(await keys({}), ['bob@example.com']);
    assert.deepEqual(await keys({ slim_presence: true }), [String(server.users.bob.id)]);
    assert.deepEqual(await keys({ slim_presence: true, presence_history_limit_days: 2 }), []);
    server.clock.advance(12 * 86_400);
    assert.deepEqual(await keys({}), []);
    assert.deepEqual(await keys({ presence_history_limit_days: 15 }), ['bob@example.com']);
  });

  it('queue_lifespan_secs: the queue lives so long without a poll, ten minutes by default, a week at most', async (t) => {
    const server = await startServer(t);
    const lives = async (values: Values, seconds: number) => {
      const { queue_id } = await state(server, 'alice', values);
      server.clock.advance(seconds);
      server.app.queues.sweep();
      const { body } = await server.as('alice').get('/events', { queue_id, last_event_id: -1, dont_block: true });
      return body.code ?? body.result;
    };
    const week = 7 * 86_400;

    const gone = 'BAD_EVENT_QUEUE_ID';
    assert.deepEqual([await lives({}, 599), await lives({}, 601)], ['success', gone]);
    const short = { queue_lifespan_secs: 60 };
    assert.deepEqual([await lives(short, 59), await lives(short, 61)], ['success', gone]);
    const long = { queue_lifespan_secs: 10 * week };
    assert.deepEqual([await lives(long, week - 1), await lives(long, week + 1)], ['success', gone]);
    assert.equal(await lives({ queue_lifespan_secs: 0 }, 599), 'success');
  });

  it('all_public_streams and narrow: what a bot is set to, where its program says nothing', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    await subscribe(as('alice'), 'open');
    const bot = `/bots/${users.bot.id}`;
    const messages = { event_types: ['message'] };
    const quiet = await listen(server, ['bot'], messages);
    await change(as('alice').patch(bot, { default_all_public_streams: true }));
    const everywhere = await listen(server, ['bot'], messages);
    const refusing = await listen(server, ['bot'], { ...messages, all_public_streams: false });
    await change(as('alice').patch(bot, { default_events_register_stream: 'open' }));
    const there = await listen(server, ['bot'], messages);
    const elsewhere = await listen(server, ['bot'], { ...messages, narrow: [['channel', 'general']] });
    await change(as('alice').patch('/streams/2', { new_name: 'wide open' }));
    for (const ears of [everywhere, there]) await ears.heard();

    await send(as('alice'), { to: 'wide open', content: 'open' });
    await send(as('alice'), { to: 'general', content: 'general' });

    const said = (...contents: string[]) => ({ bot: contents.map((content) => `message: ${content}`) });
    assert.deepEqual([await quiet.gist(), await refusing.gist()], [{}, {}]);
    assert.deepEqual(await everywhere.gist(), said('open', 'general'));
    assert.deepEqual([await there.gist(), await elsewhere.gist()], [said('open'), said('general')]);
  });

  it('event_types: none, some, or all where it is null or left out', async (t) => {
    const server = await startServer(t);
    const wanted = [{ event_types: [] }, { event_types: ['message'] }, { event_types: null }, {}];
    const ears = [];
    for (const values of wanted) ears.push(await listen(server, ['bob'], values));

    await send(server.as('alice'), { to: 'general', content: 'hi' });
    await change(server.as('bob').post('/users/me/alert_words', { alert_words: ['tea'] }));

    const heard = await Promise.all(ears.map((one) => one.gist()));
    const both = { bob: ['message: hi', 'alert_words'] };
    assert.deepEqual(heard, [{}, { bob: ['message: hi'] }, both, both]);
  });

  it('fetch_event_types: null is as if it were left out', async (t) => {
    const server = await startServer(t);
    const keys = async (values: Values) => {
      const body = await state(server, 'alice', values);
      return ['streams', 'alert_words', 'realm_name'].filter((key) => key in body);
    };

    assert.deepEqual(await keys({ event_types: ['stream'], fetch_event_types: null }), ['streams']);
    assert.deepEqual(await keys({ event_types: [], fetch_event_types: null }), []);
    assert.deepEqual(await keys({ event_types: null, fetch_event_types: null }), [
      'streams',
      'alert_words',
      'realm_name',
    ]);
    assert.deepEqual(await keys({ event_types: null, fetch_event_types: ['alert_words'] }), ['alert_words']);
  });
});

describe('who may register', () => {
  it('is everyone with an account, and nobody without', async (t) => {
    const server = await startServer(t);

    const { status, body } = await server.anonymous.post('/register', { fetch_event_types: [] });

    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
    assert.equal(server.app.queues.size, 0);
    for (const name of ['owner', 'guest', 'bot'] as const) await state(server, name, { fetch_event_types: [] });
    assert.equal(server.app.queues.size, 3);
  });

  it('is no bot that only posts', async (t) => {
    const server = await startServer(t);
    server.db.run('UPDATE users SET bot_type = 2 WHERE id = ?', server.users.bot.id);

    const { status, body } = await server.as('bot').post('/register', { fetch_event_types: [] });

    assert.deepEqual([status, body.msg], [401, 'This API is not available to incoming webhook bots.']);
  });
});
