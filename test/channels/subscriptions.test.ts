import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { getSystemBot, roles } from '../../src/users/user.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const path = '/users/me/subscriptions';
const everyone = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest'] as const;
const quietly = { event_types: ['subscription', 'stream'] };

function id(server: TestServer, name: CastName): number {
  return server.users[name].id;
}

function countChannels({ db }: TestServer): number | undefined {
  return db.value<number>('SELECT count(*) FROM channels');
}

async function subscribers(server: TestServer, name: string): Promise<string[]> {
  return server.db.values(
    `SELECT email FROM subscriptions s JOIN users ON users.id = user_id JOIN channels c ON c.id = channel_id
     WHERE c.name = ? AND s.is_active = 1 ORDER BY users.id`,
    name,
  );
}

describe('POST /users/me/subscriptions', () => {
  it('reads in turns before the transaction, and does what is right then', async (t) => {
    const server = await startServer(t);
    const { app, db } = server;
    setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:members'));
    const ears = await listen(server, ['guest'], { event_types: ['realm_user'] });
    const principals = db.values<number>(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 100)
       INSERT INTO users (email, email_key, full_name, role, joined_at)
       SELECT 'p' || n || '@example.com', 'p' || n || '@example.com', 'Person ' || n, 400, 0 FROM numbers RETURNING id`,
    );
    const [first] = principals as [number];
    const writes = app.writes.submit.bind(app.writes);
    app.writes.submit = (action) => {
      // Somebody else renames one of them between the preparation and the transaction.
      db.run("UPDATE users SET full_name = 'Renamed' WHERE id = ?", first);
      return writes(action);
    };

    const { status } = await server.as('alice').post(path, { subscriptions: [{ name: 'general' }], principals });

    assert.equal(status, 200);
    assert.equal((await subscribers(server, 'general')).length, principals.length + everyone.length);
    const names = (await ears.heard()).guest?.map(({ person }) => person.full_name);
    assert.deepEqual(names, ['Renamed', ...Array.from({ length: 99 }, (_, n) => `Person ${n + 2}`)]);
  });

  it('takes at most 20,000 people, by ids or addresses', async (t) => {
    const server = await startServer(t);
    for (const one of [id(server, 'bob'), 'bob@example.com']) {
      for (const method of ['POST', 'DELETE']) {
        const subscriptions = method === 'POST' ? [{ name: 'general' }] : ['general'];
        const principals = Array<number | string>(20_001).fill(one);
        const body = JSON.stringify({ subscriptions, principals });
        const headers = { 'Content-Type': 'application/json' };
        const answer = await server.as('owner').send(method, path, { body, headers });

        assert.deepEqual(answer.body, badRequest('principals["list[str]"] is too long'));
      }
    }
  });

  it('makes a channel that does not exist and tells everyone who may know', async (t) => {
    const server = await startServer(t);
    const knowing = { ...quietly, client_capabilities: { notification_settings_null: true } };
    const ears = await listen(server, ['alice', 'bob', 'guest'], knowing);
    const alice = id(server, 'alice');

    const { body } = await server.as('alice').post(path, {
      subscriptions: [{ name: ' Design ', description: 'All *things*\nvisual', color: '#123456' }],
    });

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      subscribed: { [alice]: ['Design'] },
      already_subscribed: {},
      new_subscription_messages_sent: true,
    });
    const group = (name: 'role:nobody' | 'role:everyone' | 'role:administrators') => systemGroupId(server.db, name);
    const record = {
      stream_id: 2,
      name: 'Design',
      description: 'All *things* visual',
      rendered_description: '<p>All <em>things</em> visual</p>',
      creator_id: alice,
      date_created: server.clock.now(),
      invite_only: false,
      is_web_public: false,
      is_archived: false,
      history_public_to_subscribers: true,
      first_message_id: null,
      is_recently_active: true,
      message_retention_days: null,
      topics_policy: 'inherit',
      folder_id: null,
      subscriber_count: 0,
      stream_weekly_traffic: null,
      stream_post_policy: 1,
      is_announcement_only: false,
      can_add_subscribers_group: group('role:nobody'),
      can_administer_channel_group: { direct_members: [alice], direct_subgroups: [] },
      can_create_topic_group: group('role:everyone'),
      can_delete_any_message_group: group('role:nobody'),
      can_delete_own_message_group: group('role:nobody'),
      can_move_messages_out_of_channel_group: group('role:nobody'),
      can_move_messages_within_channel_group: group('role:nobody'),
      can_remove_subscribers_group: group('role:administrators'),
      can_resolve_topics_group: group('role:nobody'),
      can_send_message_group: group('role:everyone'),
      can_subscribe_group: group('role:nobody'),
    };
    const subscription = {
      ...record,
      subscriber_count: 1,
      color: '#123456',
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      audible_notifications: null,
      push_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
      subscribers: [alice],
    };
    const created = { type: 'stream', op: 'create', streams: [record] };
    assert.deepEqual(await ears.heard(), {
      alice: [created, { type: 'subscription', op: 'add', subscriptions: [subscription] }],
      bob: [
        created,
        { type: 'subscription', op: 'peer_add', user_ids: [alice], stream_ids: [2] },
        { type: 'stream', op: 'update', stream_id: 2, name: 'Design', property: 'first_message_id', value: 1 },
      ],
    });
  });

  it('subscribes to what exists, in any case, and leaves its settings alone', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'design');
    const before = server.db.get("SELECT * FROM channels WHERE name = 'design'");

    const { body } = await server.as('bob').post(path, {
      subscriptions: [{ name: 'DESIGN', description: 'Mine now' }],
      invite_only: true,
      topics_policy: '"disable_empty_topic"',
      message_retention_days: '"realm_default"',
    });

    assert.deepEqual(body.subscribed, { [id(server, 'bob')]: ['design'] });
    assert.deepEqual(server.db.get("SELECT * FROM channels WHERE name = 'design'"), before);
  });

  it('tells the others of new subscribers in one event, and each newcomer of their own subscription', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'design');
    const ears = await listen(server, everyone, quietly);
    const [bob, guest] = [id(server, 'bob'), id(server, 'guest')];

    const { body } = await server.as('alice').post(path, {
      subscriptions: [{ name: 'design' }],
      principals: [bob, guest, id(server, 'alice'), bob],
      send_new_subscription_messages: false,
    });

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      subscribed: { [bob]: ['design'], [guest]: ['design'] },
      already_subscribed: { [id(server, 'alice')]: ['design'] },
    });
    const peers = [`subscription peer_add: users ${bob},${guest} in 2`];
    assert.deepEqual(await ears.gist(), {
      owner: peers,
      admin: peers,
      moderator: peers,
      alice: peers,
      bob: ['subscription add: design'],
      guest: ['stream create: design', 'subscription add: design'],
    });
  });

  it('tells of a private channel only those in it, and administrators', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, everyone, quietly);
    const [alice, bob] = [id(server, 'alice'), id(server, 'bob')];

    await server.as('alice').post(path, { subscriptions: [{ name: 'secret' }], invite_only: true });
    const creation = await ears.gist();
    await server.as('alice').post(path, {
      subscriptions: [{ name: 'secret' }],
      principals: ['bob@example.com'],
      send_new_subscription_messages: false,
    });
    const addition = await ears.gist();

    const first = 'stream update: first_message_id';
    const ofAlice = ['stream create: secret', `subscription peer_add: users ${alice} in 2`, first];
    assert.deepEqual(creation, {
      owner: ofAlice,
      admin: ofAlice,
      alice: ['stream create: secret', 'subscription add: secret'],
    });
    const ofBob = [`subscription peer_add: users ${bob} in 2`];
    assert.deepEqual(addition, {
      owner: ofBob,
      admin: ofBob,
      alice: ofBob,
      bob: ['stream create: secret', 'subscription add: secret'],
    });
  });

  it('tells those who administer a private channel or may join it, subscribed or not', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['moderator', 'alice', 'bob', 'guest'], quietly);
    const [bob, guest] = [id(server, 'bob'), id(server, 'guest')];

    await server.as('alice').post(path, {
      subscriptions: [{ name: 'secret' }],
      principals: [bob],
      invite_only: true,
      can_subscribe_group: { direct_members: [guest], direct_subgroups: [systemGroupId(server.db, 'role:moderators')] },
    });

    const first = 'stream update: first_message_id';
    const seen = ['stream create: secret', `subscription peer_add: users ${bob} in 2`, first];
    assert.deepEqual(await ears.gist(), {
      moderator: seen,
      alice: seen,
      bob: ['stream create: secret', 'subscription add: secret'],
    });
  });

  it('delivers messages of the channel from then on', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'design');
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['message'] });

    await send(server.as('alice'), { to: 'design', content: 'before' });
    await subscribe(server.as('bob'), 'design');
    await send(server.as('alice'), { to: 'design', content: 'after' });

    assert.deepEqual(await ears.gist(), {
      alice: ['message: before', 'message: after'],
      bob: ['message: after'],
    });
  });

  it('tells people whom somebody else subscribed to what was there already', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'old');
    const [alice, bob, bot] = [id(server, 'alice'), id(server, 'bob'), id(server, 'bot')];
    const ears = await listen(server, ['alice', 'bob', 'bot'], { event_types: ['message'] });

    const { body } = await server.as('alice').post(path, {
      subscriptions: [{ name: 'old' }, { name: 'new' }],
      principals: [alice, bob, bot],
    });

    assert.equal(body.new_subscription_messages_sent, true);
    const created = `message: @_**Alice Member|${alice}** created this public channel.`;
    assert.deepEqual(await ears.gist(), {
      alice: [created],
      bob: [created, `message: @_**Alice Member|${alice}** subscribed you to a channel:\n\n* #**old**`],
      bot: [created],
    });
  });

  it('opens a channel with a notice that its creator has read, and the others have not', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['message'] });

    const principals = [id(server, 'alice'), id(server, 'bob')];
    await server.as('alice').post(path, { subscriptions: [{ name: 'new' }], principals });

    const { alice = [], bob = [] } = await ears.heard();
    assert.deepEqual([alice.map(({ flags }) => flags), bob.map(({ flags }) => flags)], [[['read']], [[]]]);
  });

  it('tells nobody when more than a hundred people are subscribed at once', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'crowd');
    const created = server.db.transaction(() =>
      Array.from({ length: 101 }, (_, index) => {
        const email = `user-${index}@example.com`;
        const values = { email, full_name: `Number ${index}`, role: roles.member, password_hash: null };
        return doCreateUser(server.app, values).id;
      }),
    );
    const before = server.db.value<number>('SELECT count(*) FROM messages') ?? 0;
    const add = async (principals: number[]) => {
      const { body } = await server.as('alice').post(path, { subscriptions: [{ name: 'crowd' }], principals });
      const told = (server.db.value<number>('SELECT count(*) FROM messages') ?? 0) - before;
      await server.as('admin').delete(path, { subscriptions: ['crowd'], principals });
      return [body.new_subscription_messages_sent, told];
    };

    assert.deepEqual(await add(created), [false, 0]);
    assert.deepEqual(await add(created.slice(1)), [true, 100]);
  });

  it('announces new public channels when asked to', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['bob'], { event_types: ['message'] });

    await server.as('alice').post(path, { subscriptions: [{ name: 'quiet' }] });
    await server.as('alice').post(path, { subscriptions: [{ name: 'loud' }], announce: true });
    await server.as('alice').post(path, { subscriptions: [{ name: 'secret' }], announce: true, invite_only: true });

    const who = `@_**Alice Member|${id(server, 'alice')}**`;
    assert.deepEqual(await ears.gist(), { bob: [`message: ${who} created a new channel: #**loud**`] });
  });

  it('stores every setting of a new channel', async (t) => {
    const server = await startServer(t);
    const alice = id(server, 'alice');
    const moderators = systemGroupId(server.db, 'role:moderators');
    const set = { direct_members: [alice], direct_subgroups: [moderators] };
    const single = { direct_members: [], direct_subgroups: [moderators] };

    const { body } = await server.as('owner').post(path, {
      subscriptions: [{ name: 'all' }],
      invite_only: true,
      history_public_to_subscribers: true,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      can_add_subscribers_group: set,
      can_administer_channel_group: moderators,
      can_create_topic_group: single,
      can_delete_any_message_group: moderators,
      can_delete_own_message_group: moderators,
      can_move_messages_out_of_channel_group: moderators,
      can_move_messages_within_channel_group: moderators,
      can_remove_subscribers_group: moderators,
      can_resolve_topics_group: moderators,
      can_send_message_group: moderators,
      can_subscribe_group: moderators,
    });
    assert.equal(body.result, 'success', body.msg);

    const { streams } = (await server.as('owner').get('/streams')).body;
    const { stream_id, first_message_id, ...record } = streams.find(({ name }: { name: string }) => name === 'all');
    assert.deepEqual([stream_id, first_message_id], [2, 1]);
    assert.deepEqual(record, {
      name: 'all',
      description: '',
      rendered_description: '',
      creator_id: id(server, 'owner'),
      date_created: server.clock.now(),
      invite_only: true,
      is_web_public: false,
      is_archived: false,
      history_public_to_subscribers: true,
      is_recently_active: true,
      message_retention_days: 30,
      topics_policy: 'disable_empty_topic',
      folder_id: null,
      subscriber_count: 1,
      stream_weekly_traffic: null,
      stream_post_policy: 4,
      is_announcement_only: false,
      can_add_subscribers_group: set,
      can_administer_channel_group: moderators,
      can_create_topic_group: moderators,
      can_delete_any_message_group: moderators,
      can_delete_own_message_group: moderators,
      can_move_messages_out_of_channel_group: moderators,
      can_move_messages_within_channel_group: moderators,
      can_remove_subscribers_group: moderators,
      can_resolve_topics_group: moderators,
      can_send_message_group: moderators,
      can_subscribe_group: moderators,
    });
  });

  it('opens history by default in public channels and not in private ones', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'open');
    await subscribe(server.as('alice'), 'secret', { invite_only: true });

    const history = server.db.values('SELECT history_public_to_subscribers FROM channels ORDER BY id');

    assert.deepEqual(history, [1, 1, 0]);
  });

  it('refuses settings that do not go together or that one may not choose, and makes nothing', async (t) => {
    const server = await startServer(t);
    const { db } = server;
    const internet = systemGroupId(db, 'role:internet');
    const all = systemGroupId(db, 'role:everyone');
    const denied = badRequest('Insufficient permission');
    const group = (setting: string, name: string) =>
      badRequest(`'${setting}' setting cannot be set to '${name}' group.`);
    const value = (bad_value: string) => ({
      result: 'error',
      msg: `Bad value for 'message_retention_days': ${bad_value}`,
      code: 'REQUEST_VARIABLE_INVALID',
      var_name: 'message_retention_days',
      bad_value,
    });
    const noMembers = badRequest('can_send_message_group["direct_members"] field is missing: Field required');
    const days = (problem: string) => badRequest(`message_retention_days["json[str]"] ${problem}`);
    const cases: [CastName, Values, object][] = [
      ['guest', {}, badRequest('Not allowed for guest users')],
      ['owner', { is_default_stream: true, invite_only: true }, badRequest('A default channel cannot be private.')],
      ['alice', { is_default_stream: true }, denied],
      ['owner', { is_web_public: true }, badRequest('Web-public channels are not enabled.')],
      ['admin', { message_retention_days: 30 }, badRequest('Must be an organization owner')],
      ['owner', { message_retention_days: 'forever and a day' }, days('is not valid JSON')],
      ['owner', { message_retention_days: null }, days('is not a string')],
      ['owner', { can_send_message_group: [] }, badRequest('can_send_message_group["int"] is not an integer')],
      ['owner', { can_send_message_group: {} }, noMembers],
      ['owner', { message_retention_days: '"ever"' }, value('ever')],
      ['owner', { message_retention_days: 0 }, value('0')],
      ['alice', { topics_policy: 'no-topics' }, badRequest('Invalid topics_policy')],
      ['alice', { folder_id: 1 }, badRequest('Invalid channel folder ID')],
      ['alice', { can_delete_any_message_group: all }, denied],
      ['alice', { can_send_message_group: 4711 }, badRequest('Invalid user group')],
      ['alice', { can_send_message_group: internet }, group('can_send_message_group', 'role:internet')],
      ['alice', { can_subscribe_group: all }, group('can_subscribe_group', 'role:everyone')],
      [
        'alice',
        { can_add_subscribers_group: { direct_members: [], direct_subgroups: [all] } },
        group('can_add_subscribers_group', 'role:everyone'),
      ],
      [
        'alice',
        { can_send_message_group: { direct_members: [4711], direct_subgroups: [] } },
        badRequest('Invalid user ID: 4711'),
      ],
    ];

    for (const [name, values, expected] of cases) {
      const { status, body } = await server.as(name).post(path, { subscriptions: [{ name: 'new' }], ...values });
      assert.deepEqual([status, body], [400, expected]);
    }

    assert.equal(countChannels(server), 1);
  });

  it('takes a colour as clients write it, and no other', async (t) => {
    const server = await startServer(t);
    const colored = async (color: string) =>
      (await server.as('alice').post(path, { subscriptions: [{ name: `in ${color}`, color }] })).body.msg;

    assert.equal(await colored('#c6a8ad'), '');
    assert.equal(await colored('#FFF'), '');
    for (const color of ['red', '#12', '#12345g', '']) {
      assert.equal(await colored(color), 'subscriptions[0]["color"] is not a valid hex color code');
    }
  });

  it('puts a new channel into a folder', async (t) => {
    const server = await startServer(t);
    const folder_id = server.db.run(
      `INSERT INTO channel_folders (name, name_key, position, created_at) VALUES ('Rooms', 'rooms', 1, 0)`,
    ).id;

    await subscribe(server.as('alice'), 'kitchen', { folder_id });

    const { body } = await server.as('alice').get(path);
    assert.deepEqual(
      body.subscriptions.map((one: Values) => [one.name, one.folder_id]),
      [
        ['general', null],
        ['kitchen', folder_id],
      ],
    );
  });

  it('keeps starting topics open to all where newcomers do not see the old ones', async (t) => {
    const server = await startServer(t);
    const moderators = systemGroupId(server.db, 'role:moderators');
    const values = { subscriptions: [{ name: 'secret' }], invite_only: true, can_create_topic_group: moderators };
    const msg = "'can_create_topic_group' setting must be 'role:everyone' in a private channel with protected history.";

    const hidden = await server.as('alice').post(path, values);
    const shared = await server.as('alice').post(path, { ...values, history_public_to_subscribers: true });

    assert.deepEqual(hidden.body, badRequest(msg));
    assert.equal(shared.status, 200);
  });

  it('opens a channel to the web for those whom the organization lets', async (t) => {
    const server = await startServer(t);
    server.db.transaction(() => setRealmSetting(server.db, 'enable_spectator_access', true));
    const ears = await listen(server, ['guest'], quietly);
    const values = { subscriptions: [{ name: 'window' }], is_web_public: true };

    const byAdmin = await server.as('admin').post(path, values);
    const byOwner = await server.as('owner').post(path, values);

    assert.deepEqual(byAdmin.body, badRequest('Insufficient permission'));
    assert.equal(byOwner.status, 200);
    assert.deepEqual(await ears.gist(), {
      guest: [
        'stream create: window',
        `subscription peer_add: users ${id(server, 'owner')} in 2`,
        'stream update: first_message_id',
      ],
    });
  });

  it('lets everyone send the defaults of settings they may not change', async (t) => {
    const server = await startServer(t);
    const nobody = systemGroupId(server.db, 'role:nobody');

    const { status } = await server.as('alice').post(path, {
      subscriptions: [{ name: 'new' }],
      can_delete_any_message_group: nobody,
      can_delete_own_message_group: nobody,
      message_retention_days: 'realm_default',
      topics_policy: 'inherit',
    });

    assert.equal(status, 200);
  });

  it('refuses names and descriptions no channel may have, and makes nothing', async (t) => {
    const server = await startServer(t);
    const cases: [object, string][] = [
      [{ name: '' }, "Channel name can't be empty."],
      [{ name: '  ' }, "Channel name can't be empty."],
      [{ name: '😀'.repeat(61) }, 'Channel name too long (limit: 60 characters).'],
      [{ name: 'a\nb' }, 'Invalid character in channel name, at position 2.'],
      [{ name: 'ok', description: 'x'.repeat(1025) }, 'description is too long (limit: 1024 characters)'],
      [{}, 'subscriptions[0]["name"] field is missing: Field required'],
    ];

    for (const [one, msg] of cases) {
      const { status, body } = await server.as('alice').post(path, { subscriptions: [{ name: 'fine' }, one] });
      const expected = msg.replace('[0]', '[1]');
      assert.deepEqual([status, body], [400, badRequest(expected)]);
    }
    const names = await server.as('alice').post(path, { subscriptions: ['fine'] });
    assert.deepEqual(names.body, badRequest('subscriptions[0] is not a dict'));
    const longest = { name: '😀'.repeat(60), description: '😀'.repeat(1024) };
    const { status } = await server.as('alice').post(path, { subscriptions: [longest] });

    assert.equal(status, 200);
    assert.equal(countChannels(server), 2);
  });

  it('refuses people who are not there or deactivated, and makes nothing', async (t) => {
    const server = await startServer(t);
    server.db.run("UPDATE users SET is_active = 0 WHERE email = 'bob@example.com'");
    const cases: [unknown, string][] = [
      [[4711], 'No such user'],
      [['nobody@example.com'], 'No such user'],
      [[id(server, 'bob')], 'User is deactivated'],
      [['bob@example.com'], 'User is deactivated'],
      [[id(server, 'guest'), 'guest@example.com'], 'principals["list[str]"][0] is not a string'],
      [4711, 'principals["list[str]"] is not a list'],
    ];

    for (const [principals, msg] of cases) {
      const { status, body } = await server.as('alice').post(path, { subscriptions: [{ name: 'new' }], principals });
      assert.deepEqual([status, body], [400, badRequest(msg)]);
    }

    assert.equal(countChannels(server), 1);
  });

  it('keeps to who may create channels and who may add others', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'old');
    const moderators = systemGroupId(server.db, 'role:moderators');
    server.db.transaction(() => {
      setRealmSetting(server.db, 'can_create_public_channel_group', moderators);
      setRealmSetting(server.db, 'can_add_subscribers_group', moderators);
    });
    const principals = [id(server, 'guest')];

    const open = await server.as('bob').post(path, { subscriptions: [{ name: 'new' }] });
    const secret = await server.as('bob').post(path, { subscriptions: [{ name: 'new' }], invite_only: true });
    const added = await server.as('bob').post(path, { subscriptions: [{ name: 'old' }], principals });
    const byCreator = await server.as('alice').post(path, { subscriptions: [{ name: 'old' }], principals });

    assert.deepEqual(open.body, badRequest('Insufficient permission'));
    assert.equal(secret.status, 200);
    assert.deepEqual(added.body, badRequest('Insufficient permission'));
    assert.equal(byCreator.status, 200);
  });

  it('refuses a private channel as a whole, or lists it, as the client wants', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'Secret', { invite_only: true });
    const subscriptions = [{ name: 'secret' }, { name: 'other' }];

    const fatal = await server.as('bob').post(path, { subscriptions });
    const before = countChannels(server);
    const lenient = await server.as('bob').post(path, { subscriptions, authorization_errors_fatal: false });

    assert.deepEqual(fatal.body, badRequest('Unable to access channel (secret).'));
    assert.equal(before, 2);
    assert.deepEqual(lenient.body, {
      result: 'success',
      msg: '',
      subscribed: { [id(server, 'bob')]: ['other'] },
      already_subscribed: {},
      unauthorized: ['secret'],
      new_subscription_messages_sent: true,
    });
    assert.deepEqual(await subscribers(server, 'Secret'), ['alice@example.com']);
  });

  it('lists what one may not create, and where one may not add others, if the client wants', async (t) => {
    const server = await startServer(t);
    const { db, as } = server;
    const administrators = systemGroupId(db, 'role:administrators');
    setRealmSetting(db, 'can_create_public_channel_group', administrators);
    setRealmSetting(db, 'can_add_subscribers_group', administrators);
    const before = countChannels(server);
    const lenient = { authorization_errors_fatal: false };

    const own = await as('bob').post(path, { subscriptions: [{ name: 'new' }, { name: 'general' }], ...lenient });
    const others = await as('bob').post(path, {
      subscriptions: [{ name: 'general' }, { name: 'new' }],
      principals: [id(server, 'guest')],
      ...lenient,
    });

    const ok = { result: 'success', msg: '', new_subscription_messages_sent: true };
    assert.deepEqual(
      [own.status, own.body],
      [200, { ...ok, subscribed: {}, already_subscribed: { [id(server, 'bob')]: ['general'] }, unauthorized: ['new'] }],
    );
    assert.deepEqual(
      [others.status, others.body],
      [200, { ...ok, subscribed: {}, already_subscribed: {}, unauthorized: ['general', 'new'] }],
    );
    assert.equal(countChannels(server), before);
  });

  it('knows no bots of the server, which nobody can subscribe', async (t) => {
    const server = await startServer(t);
    const bot = getSystemBot(server.db, 'notification');

    const byId = await server.as('owner').post(path, { subscriptions: [{ name: 'general' }], principals: [bot.id] });
    const byName = await server.as('owner').post(path, {
      subscriptions: [{ name: 'general' }],
      principals: [bot.email],
    });

    for (const { body } of [byId, byName]) assert.deepEqual(body, badRequest('No such user'));
  });

  it('keeps administrators out of private channels they are not in', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });

    const self = await server.as('owner').post(path, { subscriptions: [{ name: 'secret' }] });
    const other = await server.as('owner').post(path, {
      subscriptions: [{ name: 'secret' }],
      principals: [id(server, 'bob')],
    });

    for (const { body } of [self, other]) assert.deepEqual(body, badRequest('Unable to access channel (secret).'));
  });

  it('lets those join a private channel whom it says may', async (t) => {
    const server = await startServer(t);
    const can_subscribe_group = { direct_members: [id(server, 'bob')], direct_subgroups: [] };
    await subscribe(server.as('alice'), 'secret', { invite_only: true, can_subscribe_group });

    const { status } = await server.as('bob').post(path, { subscriptions: [{ name: 'secret' }] });

    assert.equal(status, 200);
    assert.deepEqual(await subscribers(server, 'secret'), ['alice@example.com', 'bob@example.com']);
  });
});

describe('GET /users/me/subscriptions', () => {
  it("lists one's own subscriptions by name, with subscribers when asked for", async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'Zebra');
    await subscribe(server.as('alice'), 'apple', { invite_only: true });
    await server.as('alice').delete(path, { subscriptions: ['general'] });

    const { body } = await server.as('alice').get(path, { include_subscribers: true });
    const plain = await server.as('alice').get(path);

    const brief = ({ name, subscribers, color }: Values) => ({ name, subscribers, color });
    assert.deepEqual(body.subscriptions.map(brief), [
      { name: 'apple', subscribers: [id(server, 'alice')], color: '#4d9e5f' },
      { name: 'Zebra', subscribers: [id(server, 'alice')], color: '#b5533c' },
    ]);
    assert.equal('subscribers' in plain.body.subscriptions[0], false);
  });
});

describe('the list of subscribers', () => {
  it('comes with every kind of subscription when a client registers for it', async (t) => {
    const server = await startServer(t);
    const [alice, bob] = [id(server, 'alice'), id(server, 'bob')];
    await subscribe(server.as('alice'), 'left', { principals: [alice, bob], send_new_subscription_messages: false });
    await subscribe(server.as('alice'), 'unknown');
    await server.as('bob').delete(path, { subscriptions: ['left'] });
    const lists = async (include_subscribers: string) => {
      const values = { fetch_event_types: ['subscription'], include_subscribers };
      const { body } = await server.as('bob').post('/register', values);
      const found: Values[] = [...body.subscriptions, ...body.unsubscribed, ...body.never_subscribed];
      return Object.fromEntries(found.map((one) => [one.name, one.subscribers]));
    };

    const people = everyone.map((name) => id(server, name));
    const all = { general: people, left: [alice], unknown: [alice] };
    assert.deepEqual(await lists('true'), all);
    assert.deepEqual(await lists('partial'), all);
    assert.deepEqual(await lists('false'), { general: undefined, left: undefined, unknown: undefined });
  });

  it('holds of a large channel bots and those who were here lately where a part is enough', async (t) => {
    const server = await startServer(t);
    const { app, db, clock } = server;
    const [alice, bob, bot] = [id(server, 'alice'), id(server, 'bob'), id(server, 'bot')];
    const person = { full_name: 'One of Many', role: roles.member, password_hash: null };
    db.transaction(() => {
      for (let count = 0; count < 250; count++) doCreateUser(app, { ...person, email: `many${count}@example.com` });
    });
    await subscribe(server.as('alice'), 'general', { principals: [bot], send_new_subscription_messages: false });
    const seen = (user_id: number, connected_at: number) =>
      db.run('INSERT INTO presence (user_id, connected_at) VALUES (?, ?)', user_id, connected_at);
    seen(alice, clock.now() - 13 * 86_400);
    seen(bob, clock.now() - 15 * 86_400);

    const partial = await server.as('alice').get(path, { include_subscribers: 'partial' });
    const whole = await server.as('alice').get(path, { include_subscribers: 'true' });

    const [{ subscribers, partial_subscribers }] = partial.body.subscriptions;
    assert.deepEqual([subscribers, partial_subscribers], [undefined, [alice, bot]]);
    assert.equal(whole.body.subscriptions[0].subscribers.length, 257);
    assert.equal('partial_subscribers' in whole.body.subscriptions[0], false);
  });
});

describe('PATCH /users/me/subscriptions', () => {
  it('follows some channels, old and new, and then leaves others', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'design');
    await subscribe(server.as('bob'), 'help');
    await subscribe(server.as('alice'), 'tea');
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['subscription'] });
    const bob = id(server, 'bob');

    const { body } = await server.as('bob').patch(path, {
      delete: ['general', 'tea', 'new'],
      add: [{ name: 'DESIGN', color: '#abcdef' }, { name: 'new', description: 'Fresh' }, { name: 'help' }],
    });

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      subscribed: { [bob]: ['design', 'new'] },
      already_subscribed: { [bob]: ['help'] },
      removed: ['general', 'new'],
      not_removed: ['tea'],
    });
    assert.deepEqual(await ears.gist(), {
      alice: [
        `subscription peer_add: users ${bob} in 2`,
        `subscription peer_add: users ${bob} in 5`,
        `subscription peer_remove: users ${bob} in 1`,
        `subscription peer_remove: users ${bob} in 5`,
      ],
      bob: [
        'subscription add: design',
        'subscription add: new',
        'subscription remove: general',
        'subscription remove: new',
      ],
    });
    const colors = server.db.values('SELECT color FROM subscriptions WHERE user_id = ? AND channel_id = 2', bob);
    assert.deepEqual(colors, ['#abcdef']);
  });

  it('lets guests leave, and nothing else', async (t) => {
    const server = await startServer(t);

    const both = await server.as('guest').patch(path, { delete: ['general'], add: [{ name: 'new' }] });
    const before = await subscribers(server, 'general');
    const left = await server.as('guest').patch(path, { delete: ['general'] });

    assert.deepEqual(both.body, badRequest('Not allowed for guest users'));
    assert.equal(before.includes('guest@example.com'), true);
    assert.deepEqual(left.body.removed, ['general']);
    assert.equal(countChannels(server), 1);
  });

  it('does all of it or nothing', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    const before = await subscribers(server, 'general');

    const refused = await server
      .as('bob')
      .patch(path, { delete: ['general'], add: [{ name: 'new' }, { name: 'secret' }] });
    const idle = await server.as('bob').patch(path);

    assert.deepEqual(refused.body, badRequest('Unable to access channel (secret).'));
    assert.deepEqual(idle.body, badRequest('Nothing to do. Specify at least one of "add" or "delete".'));
    assert.deepEqual(await subscribers(server, 'general'), before);
    assert.equal(countChannels(server), 2);
  });
});

describe('DELETE /users/me/subscriptions', () => {
  it('unsubscribes, lists what it did, and tells those who may know', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'design');
    const ears = await listen(server, everyone, quietly);

    const { body } = await server.as('alice').delete(path, { subscriptions: ['DESIGN'] });
    const again = await server.as('alice').delete(path, { subscriptions: ['design', 'general'] });

    assert.deepEqual(body, { result: 'success', msg: '', removed: ['design'], not_removed: [] });
    assert.deepEqual(again.body, { result: 'success', msg: '', removed: ['general'], not_removed: ['design'] });
    const alice = id(server, 'alice');
    const peers = [`subscription peer_remove: users ${alice} in 2`, `subscription peer_remove: users ${alice} in 1`];
    const heard = await ears.heard();
    assert.deepEqual(heard.alice, [
      { type: 'subscription', op: 'remove', subscriptions: [{ name: 'design', stream_id: 2 }] },
      { type: 'subscription', op: 'remove', subscriptions: [{ name: 'general', stream_id: 1 }] },
    ]);
    const others = Object.fromEntries(
      Object.entries(heard)
        .filter(([name]) => name !== 'alice')
        .map(([name, events]) => [
          name,
          events.map(({ op, user_ids, stream_ids }) => `subscription ${op}: users ${user_ids} in ${stream_ids}`),
        ]),
    );
    assert.deepEqual(others, { owner: peers, admin: peers, moderator: peers, bob: peers, guest: peers.slice(1) });
  });

  it('tells those who leave a private channel that it is gone for them', async (t) => {
    const server = await startServer(t);
    const [bob, admin] = [id(server, 'bob'), id(server, 'admin')];
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    await subscribe(server.as('alice'), 'secret', { principals: [bob, admin], send_new_subscription_messages: false });
    const ears = await listen(server, everyone, quietly);

    await server.as('bob').delete(path, { subscriptions: ['secret'] });
    await server.as('admin').delete(path, { subscriptions: ['secret'] });

    const ofBob = `subscription peer_remove: users ${bob} in 2`;
    const ofAdmin = `subscription peer_remove: users ${admin} in 2`;
    assert.deepEqual(await ears.gist(), {
      owner: [ofBob, ofAdmin],
      admin: [ofBob, 'subscription remove: secret'],
      alice: [ofBob, ofAdmin],
      bob: ['subscription remove: secret', 'stream delete: 2'],
    });
  });

  it('ends delivery of messages', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['message'] });

    await server.as('bob').delete(path, { subscriptions: ['general'] });
    await send(server.as('alice'), { to: 'general', content: 'where is bob?' });

    assert.deepEqual(await ears.gist(), { alice: ['message: where is bob?'] });
  });

  it('lets administrators, also of the channel, owners of bots and those it names remove others, and nobody else', async (t) => {
    const server = await startServer(t);
    const [alice, bob, bot] = [id(server, 'alice'), id(server, 'bob'), id(server, 'bot')];
    const can_remove_subscribers_group = { direct_members: [bob], direct_subgroups: [] };
    await subscribe(server.as('alice'), 'design', {
      principals: [alice, bob, bot],
      can_remove_subscribers_group,
      can_administer_channel_group: { direct_members: [id(server, 'guest')], direct_subgroups: [] },
    });
    const remove = async (name: CastName, ...principals: number[]) => {
      const { body } = await server.as(name).delete(path, { subscriptions: ['design'], principals });
      return body.result === 'success' ? body.removed : body;
    };

    assert.deepEqual(await remove('moderator', alice), badRequest('Insufficient permission'));
    assert.deepEqual(await remove('alice', bob), badRequest('Insufficient permission'));
    assert.deepEqual(await remove('alice', bot, bob), badRequest('Insufficient permission'));
    assert.deepEqual(await subscribers(server, 'design'), ['alice@example.com', 'bob@example.com', 'bot@example.com']);
    assert.deepEqual(await remove('alice', bot), ['design']);
    assert.deepEqual(await remove('bob', alice), ['design']);
    assert.deepEqual(await remove('admin', bob), ['design']);
    assert.deepEqual(await subscribers(server, 'design'), []);

    await subscribe(server.as('alice'), 'own', { principals: [alice, bob] });
    const own = await server.as('alice').delete(path, { subscriptions: ['own'], principals: [bob] });
    assert.deepEqual(own.body, { result: 'success', msg: '', removed: ['own'], not_removed: [] });
  });

  it('lists a name once for each person', async (t) => {
    const server = await startServer(t);
    await server.as('bob').delete(path, { subscriptions: ['general'] });

    const { body } = await server.as('admin').delete(path, {
      subscriptions: ['general'],
      principals: ['alice@example.com', 'bob@example.com', 'guest@example.com'],
    });

    assert.deepEqual(body, {
      result: 'success',
      msg: '',
      removed: ['general', 'general'],
      not_removed: ['general'],
    });
  });

  it('takes a channel once, however often it is named', async (t) => {
    const server = await startServer(t);
    const { body } = await server.as('bob').delete(path, { subscriptions: ['general', 'GENERAL', 'general'] });
    assert.deepEqual(body, { result: 'success', msg: '', removed: ['general'], not_removed: [] });
  });

  it('changes nothing when one name is unknown or one person is not there', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });
    server.db.run("UPDATE users SET is_active = 0 WHERE email = 'guest@example.com'");
    const unknown = (stream: string) => ({
      result: 'error',
      msg: `Channel '${stream}' does not exist`,
      code: 'STREAM_DOES_NOT_EXIST',
      stream,
    });
    const cases: [Values, object][] = [
      [{ subscriptions: ['general', 'nowhere'] }, unknown('nowhere')],
      [{ subscriptions: ['general', 'secret'] }, unknown('secret')],
      [{ subscriptions: ['general'], principals: [4711] }, badRequest('No such user')],
      [{ subscriptions: ['general'], principals: [id(server, 'guest')] }, badRequest('User is deactivated')],
      [{ subscriptions: 'general' }, badRequest('subscriptions is not valid JSON')],
    ];

    for (const [values, expected] of cases) {
      const { status, body } = await server.as('bob').delete(path, values);
      assert.deepEqual([status, body], [400, expected]);
    }

    assert.ok((await subscribers(server, 'general')).includes('bob@example.com'));
  });
});
