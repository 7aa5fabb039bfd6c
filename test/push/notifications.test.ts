import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { avatarOf } from '../support/pictures.ts';
import { send, subscribe } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { until } from '../support/until.ts';
import {
  givePhone,
  givePushService,
  nameDeadService,
  type Phone,
  type PushService,
  postponed,
  settled,
  silence,
} from './push-service.ts';

interface Scene extends TestServer {
  service: PushService;
  phone: Phone & { device_id: number };
  /** Waits until everything is sent; then what Alice's phone has read since the last call. */
  told: () => Promise<Values[]>;
  /** The same in a line each. */
  gist: () => Promise<string[]>;
}

/** Alice has a phone; everyone follows the channel `general`. */
async function setScene(t: TestContext, kind: Phone['token_kind'] = 'fcm'): Promise<Scene> {
  const server = await startServer(t);
  const service = await givePushService(t, server);
  const phone = await givePhone(server, service, 'alice', kind);
  const told = async () => {
    await settled(server);
    return service.notified
      .splice(0)
      .flatMap(({ requests }) => requests.map((one: { content: Values }) => one.content));
  };
  const gist = async () => {
    const contents = await told();
    return contents.map((one) => String(one.type === 'remove' ? `remove ${one.message_ids}` : one.content));
  };
  return { ...server, service, phone, told, gist };
}

/** What Alice's phone reads of every message of Bob's. */
function fromBob({ users, clock, url }: Scene): Values {
  return {
    type: 'message',
    realm_url: url,
    realm_name: 'Test Organization',
    user_id: users.alice.id,
    sender_id: users.bob.id,
    sender_full_name: 'Bob Member',
    sender_avatar_url: `${url}${avatarOf(users.bob.id)}`,
    time: clock.now(),
  };
}

const toGeneral = { to: 'general', topic: 'lunch' };
const toAlice = { type: 'direct', to: ['alice@example.com'], topic: undefined };
const mention = { ...toGeneral, content: '@**Alice Member** hello' };

async function change({ as }: Scene, settings: Values): Promise<void> {
  const { status, body } = await as('alice').patch('/settings', settings);
  assert.equal(status, 200, JSON.stringify(body));
}

/** Alice sits at a client. */
async function sitDown({ as }: Scene): Promise<void> {
  await as('alice').post('/register', { fetch_event_types: [] });
  const { status } = await as('alice').post('/users/me/presence', { status: 'active' });
  assert.equal(status, 200);
}

async function setTopic({ as }: Scene, visibility_policy: number): Promise<void> {
  const { status } = await as('alice').post('/user_topics', { stream_id: 1, topic: 'lunch', visibility_policy });
  assert.equal(status, 200);
}

async function setSubscription({ as }: Scene, property: string, value: boolean): Promise<void> {
  const subscription_data = [{ stream_id: 1, property, value }];
  const { status } = await as('alice').post('/users/me/subscriptions/properties', { subscription_data });
  assert.equal(status, 200);
}

describe('a notification', () => {
  it('of a direct message tells who is in the conversation', async (t) => {
    const scene = await setScene(t);
    const { as, users, told } = scene;
    const { alice, bob, admin } = users;
    const to = [alice.id, admin.id];

    const message_id = await send(as('bob'), { type: 'direct', to, topic: undefined, content: '**Hi**' });

    assert.deepEqual(await told(), [
      {
        ...fromBob(scene),
        message_id,
        content: 'Hi',
        recipient_type: 'direct',
        recipient_user_ids: [alice.id, bob.id, admin.id].sort((a, b) => a - b),
      },
    ]);
  });

  it('of a channel message tells channel and topic', async (t) => {
    const scene = await setScene(t);
    const { as, told } = scene;

    const message_id = await send(as('bob'), mention);

    assert.deepEqual(await told(), [
      {
        ...fromBob(scene),
        message_id,
        content: '@Alice Member hello',
        recipient_type: 'channel',
        channel_id: 1,
        channel_name: 'general',
        topic: 'lunch',
      },
    ]);
  });

  it('of somebody whom its reader may not know names nobody', async (t) => {
    const { as, db, users, url, told } = await setScene(t);
    setRealmSetting(db, 'can_access_all_users_group', systemGroupId(db, 'role:members'));
    await as('admin').patch(`/users/${users.alice.id}`, { role: 600 });
    await as('bob').delete('/users/me/subscriptions', { subscriptions: ['general'] });

    await send(as('bob'), mention);

    const named = (await told()).map((one) => [one.sender_id, one.sender_full_name, one.sender_avatar_url]);
    assert.deepEqual(named, [[users.bob.id, 'Unknown user', `${url}/avatar/0?version=1`]]);
  });

  it('tells the smallest group by which a message mentions somebody, unless it does so by name', async (t) => {
    const { as, users, told } = await setScene(t);
    const make = async (name: string, members: number[]) => {
      const { body } = await as('admin').post('/user_groups/create', { name, description: '', members });
      return body.group_id;
    };
    await make('large', [users.alice.id, users.bob.id]);
    const mentioned_user_group_id = await make('small', [users.alice.id]);
    await make('other', [users.bob.id]);
    const groupOf = ({ mentioned_user_group_id, mentioned_user_group_name }: Values) => {
      return { mentioned_user_group_id, mentioned_user_group_name };
    };

    await send(as('bob'), { ...toGeneral, content: '@*large* @*small* @*other*' });
    await send(as('bob'), { ...toGeneral, content: '@*small* @**Alice Member**' });

    const none = { mentioned_user_group_id: undefined, mentioned_user_group_name: undefined };
    assert.deepEqual((await told()).map(groupOf), [
      { mentioned_user_group_id, mentioned_user_group_name: 'small' },
      none,
    ]);
  });

  it('names the empty topic as older programs know it', async (t) => {
    const { as, told } = await setScene(t);

    await send(as('bob'), { ...mention, topic: '' });

    assert.deepEqual(
      (await told()).map(({ topic }) => topic),
      ['general chat'],
    );
  });

  it('is cut after 200 characters', async (t) => {
    const { as, gist } = await setScene(t);

    await send(as('bob'), { ...toAlice, content: '🍲'.repeat(200) });
    await send(as('bob'), { ...toAlice, content: '🍲'.repeat(201) });

    assert.deepEqual(await gist(), ['🍲'.repeat(200), `${'🍲'.repeat(200)}…`]);
  });

  it('goes to all phones in one request, and to those of nobody else', async (t) => {
    const scene = await setScene(t);
    const { as, service, phone } = scene;
    const apple = await givePhone(scene, service, 'alice', 'apns');
    await givePhone(scene, service, 'bob');
    await givePhone(scene, service, 'admin');

    await send(as('bob'), toAlice);
    await settled(scene);

    assert.deepEqual(
      service.notified.map(({ requests }) => requests.map((one: Phone) => one.token_id)),
      [[phone.token_id, apple.token_id]],
    );
  });

  it('leaves nothing behind where nobody has a phone, or no push service is configured', async (t) => {
    const scene = await setScene(t);
    const { as, service, db, app, phone } = scene;
    const count = () => db.value('SELECT (SELECT count(*) FROM push_tasks) + (SELECT count(*) FROM notified_messages)');

    delete app.config.push_service;
    await send(as('bob'), toAlice);
    assert.equal(count(), 0);

    app.config.push_service = { url: service.url, org: service.org, key: service.key };
    await as('alice').post('/remove_client_device', { device_id: phone.device_id });
    await send(as('bob'), toAlice);
    assert.equal(count(), 0);
    assert.deepEqual(service.notified, []);
  });
});

describe('whether somebody is notified', () => {
  interface Case {
    when: string;
    prepare?: (scene: Scene) => Promise<unknown>;
    message: Values;
    isTold: boolean;
  }
  const all = { ...toGeneral, content: '@**all** hello' };
  const topic = { ...toGeneral, content: '@**topic** hello' };
  const plain = { ...toGeneral, content: 'hello' };
  const noticing = (settings: Values) => (scene: Scene) => change(scene, settings);
  const speakUp = ({ as }: Scene) => send(as('alice'), plain);
  const following = async (scene: Scene) => setTopic(scene, 3);
  const muted = async (scene: Scene) => setTopic(scene, 1);
  const muteChannel = (scene: Scene) => setSubscription(scene, 'is_muted', true);
  const steps =
    (...parts: ((scene: Scene) => Promise<unknown>)[]) =>
    async (scene: Scene) => {
      for (const part of parts) await part(scene);
    };

  const cases: Case[] = [
    { when: 'a direct message comes', message: toAlice, isTold: true },
    {
      when: 'a direct message comes, and they want none',
      prepare: noticing({ enable_offline_push_notifications: false }),
      message: toAlice,
      isTold: false,
    },
    { when: 'they sit at a client', prepare: sitDown, message: toAlice, isTold: true },
    {
      when: 'they sit at a client, and want none then',
      prepare: steps(sitDown, noticing({ enable_online_push_notifications: false })),
      message: toAlice,
      isTold: false,
    },
    {
      when: 'they left their client minutes ago, and want none while they sit there',
      prepare: steps(sitDown, noticing({ enable_online_push_notifications: false }), async ({ clock }) =>
        clock.advance(200),
      ),
      message: toAlice,
      isTold: true,
    },
    {
      when: 'they have no client that listens, and want none while they sit there',
      prepare: steps(noticing({ enable_online_push_notifications: false }), ({ as }) =>
        as('alice').post('/users/me/presence', { status: 'active' }),
      ),
      message: toAlice,
      isTold: true,
    },
    {
      when: 'they have muted the sender',
      prepare: ({ as, users }) => as('alice').post(`/users/me/muted_users/${users.bob.id}`),
      message: toAlice,
      isTold: false,
    },
    { when: 'a channel message comes', message: plain, isTold: false },
    { when: 'it mentions them', message: mention, isTold: true },
    { when: 'it mentions them silently', message: { ...toGeneral, content: '@_**Alice Member**' }, isTold: false },
    {
      when: 'it mentions them, and they want none',
      prepare: noticing({ enable_offline_push_notifications: false, enable_followed_topic_push_notifications: false }),
      message: mention,
      isTold: false,
    },
    { when: 'it mentions them in a topic they mute', prepare: muted, message: mention, isTold: true },
    { when: 'it mentions everyone', message: all, isTold: true },
    {
      when: 'it mentions everyone, and they do not care',
      prepare: noticing({ wildcard_mentions_notify: false }),
      message: all,
      isTold: false,
    },
    {
      when: 'it mentions everyone in a channel where they do not care',
      prepare: (scene) => setSubscription(scene, 'wildcard_mentions_notify', false),
      message: all,
      isTold: false,
    },
    {
      when: 'it mentions everyone in a channel where they care',
      prepare: steps(noticing({ wildcard_mentions_notify: false }), (scene) =>
        setSubscription(scene, 'wildcard_mentions_notify', true),
      ),
      message: all,
      isTold: true,
    },
    { when: 'it mentions everyone in a topic they mute', prepare: muted, message: all, isTold: false },
    { when: 'it mentions everyone in a channel they mute', prepare: muteChannel, message: all, isTold: false },
    {
      when: 'it mentions everyone in a topic they unmuted in a muted channel',
      prepare: steps(muteChannel, (scene) => setTopic(scene, 2)),
      message: all,
      isTold: true,
    },
    {
      when: 'it mentions everyone in a topic they follow, and they care there',
      prepare: steps(
        noticing({ wildcard_mentions_notify: false, enable_followed_topic_push_notifications: false }),
        following,
      ),
      message: all,
      isTold: true,
    },
    {
      when: 'it mentions everyone in a topic they follow, and they do not care there either',
      prepare: steps(
        noticing({
          wildcard_mentions_notify: false,
          enable_followed_topic_wildcard_mentions_notify: false,
          enable_followed_topic_push_notifications: false,
        }),
        following,
      ),
      message: all,
      isTold: false,
    },
    { when: 'it mentions a topic they took part in', prepare: speakUp, message: topic, isTold: true },
    { when: 'it mentions a topic they took no part in', message: topic, isTold: false },
    { when: 'it comes in a topic they follow', prepare: following, message: plain, isTold: true },
    {
      when: 'it comes in a topic they follow, and they want none',
      prepare: steps(following, noticing({ enable_followed_topic_push_notifications: false })),
      message: plain,
      isTold: false,
    },
    {
      when: 'it comes in a topic they follow in a muted channel',
      prepare: steps(muteChannel, following),
      message: plain,
      isTold: true,
    },
    {
      when: 'they want to hear of the channel',
      prepare: (scene) => setSubscription(scene, 'push_notifications', true),
      message: plain,
      isTold: true,
    },
    {
      when: 'they want to hear of the channel, but mute it',
      prepare: steps((scene) => setSubscription(scene, 'push_notifications', true), muteChannel),
      message: plain,
      isTold: false,
    },
    {
      when: 'they want to hear of the channel, but mute the topic',
      prepare: steps((scene) => setSubscription(scene, 'push_notifications', true), muted),
      message: plain,
      isTold: false,
    },
    {
      when: 'they want to hear of all channels',
      prepare: noticing({ enable_stream_push_notifications: true }),
      message: plain,
      isTold: true,
    },
    {
      when: 'they want to hear of all channels but this',
      prepare: steps(noticing({ enable_stream_push_notifications: true }), (scene) =>
        setSubscription(scene, 'push_notifications', false),
      ),
      message: plain,
      isTold: false,
    },
    {
      when: 'a word of theirs falls',
      prepare: ({ as }) => as('alice').post('/users/me/alert_words', { alert_words: ['hello'] }),
      message: plain,
      isTold: true,
    },
    {
      when: 'a word of theirs falls in a topic they mute',
      prepare: steps(({ as }) => as('alice').post('/users/me/alert_words', { alert_words: ['hello'] }), muted),
      message: plain,
      isTold: false,
    },
    {
      when: 'it mentions them in a channel they left',
      prepare: ({ as }) => as('alice').delete('/users/me/subscriptions', { subscriptions: ['general'] }),
      message: mention,
      isTold: false,
    },
    {
      when: 'their account is shut',
      prepare: async ({ db, users }) => db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.alice.id),
      message: mention,
      isTold: false,
    },
  ];
  for (const { when, prepare, message, isTold } of cases) {
    it(`is ${isTold ? 'so' : 'not so'} when ${when}`, async (t) => {
      const scene = await setScene(t);
      await prepare?.(scene);

      await send(scene.as('bob'), message);

      assert.equal((await scene.told()).length, isTold ? 1 : 0);
    });
  }

  it('is not so of what one says oneself', async (t) => {
    const { as, users, gist } = await setScene(t);

    await send(as('alice'), { type: 'direct', to: [users.alice.id], topic: undefined });
    await send(as('alice'), { ...toGeneral, content: '@**all** @**Alice Member**' });

    assert.deepEqual(await gist(), []);
  });

  it('is so of a notice of what others did, and not of one’s own acts', async (t) => {
    const scene = await setScene(t);
    const id = await send(scene.as('alice'), { ...toGeneral, content: 'Boats' });
    await following(scene);
    const rename = async (name: 'alice' | 'bob', topic: string) => {
      const { status } = await scene.as(name).patch(`/messages/${id}`, { topic, propagate_mode: 'change_all' });
      assert.equal(status, 200);
      return scene.told();
    };

    assert.deepEqual(await rename('alice', 'boats'), []);

    const told = await rename('bob', 'ships');
    assert.deepEqual(
      told.map(({ type, topic }) => [type, topic]),
      [['message', 'ships']],
    );
  });

  it('is so of what a bot says', async (t) => {
    const { as, gist } = await setScene(t);

    await send(as('bot'), { ...toAlice, content: 'built' });

    assert.deepEqual(await gist(), ['built']);
  });

  it('is looked at among more people than fit into one go', async (t) => {
    const { as, db, gist } = await setScene(t);
    db.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450)
       INSERT INTO users (id, email, email_key, full_name, role, joined_at) SELECT i + 1000, i, i, 'x', 400, 0 FROM n`,
    );
    db.run(
      `INSERT INTO browsers (user_id, endpoint, p256dh, auth, created_at)
       SELECT id, 'https://push.invalid/' || id, '', '', 0 FROM users WHERE id > 1000`,
    );
    db.run('UPDATE devices SET user_id = 1450');
    db.run("INSERT INTO subscriptions (user_id, channel_id, color) VALUES (1450, 1, '')");
    db.run('INSERT INTO subscription_spans (user_id, channel_id, from_message_id) VALUES (1450, 1, 0)');
    db.run('DELETE FROM browsers WHERE user_id = 1450');

    await send(as('bob'), { ...toGeneral, content: '@**all** hello' });

    assert.deepEqual(await gist(), ['@all hello']);
  });
});

describe('an edit', () => {
  it('is told to those whom it mentions first, once', async (t) => {
    const { as, gist } = await setScene(t);
    const id = await send(as('bob'), { ...toGeneral, content: 'hello' });
    assert.deepEqual(await gist(), []);

    await as('bob').patch(`/messages/${id}`, { content: '@**Alice Member** one' });
    assert.deepEqual(await gist(), ['@Alice Member one']);

    await as('bob').patch(`/messages/${id}`, { content: '@**Alice Member** two' });
    assert.deepEqual(await gist(), []);
  });

  it('is told again to those whom it mentioned no more in between', async (t) => {
    const { as, gist } = await setScene(t);
    const id = await send(as('bob'), { ...toGeneral, content: 'hello' });
    await as('bob').patch(`/messages/${id}`, { content: '@**Alice Member** one' });
    await gist();

    await as('bob').patch(`/messages/${id}`, { content: 'two' });
    assert.deepEqual(await gist(), [`remove ${id}`]);
    await as('bob').patch(`/messages/${id}`, { content: '@**Alice Member** three' });

    assert.deepEqual(await gist(), ['@Alice Member three']);
  });

  it('is told to those whom it mentions with everyone else', async (t) => {
    const { as, gist } = await setScene(t);
    const id = await send(as('bob'), { ...toGeneral, content: 'hello' });

    await as('bob').patch(`/messages/${id}`, { content: '@**all** hello' });

    assert.deepEqual(await gist(), ['@all hello']);
  });

  it('tells nobody who was told of the message before', async (t) => {
    const { as, gist } = await setScene(t);
    const id = await send(as('bob'), mention);
    assert.deepEqual(await gist(), ['@Alice Member hello']);

    await as('bob').patch(`/messages/${id}`, { content: '@**Alice Member** hello!' });

    assert.deepEqual(await gist(), []);
  });
});

describe('what was told', () => {
  for (const kind of ['fcm', 'apns'] as const) {
    it(`is taken back quietly from a device of kind ${kind} once it is read elsewhere`, async (t) => {
      const scene = await setScene(t, kind);
      const { as, service, users, url, phone } = scene;
      const id = await send(as('bob'), toAlice);
      await scene.told();

      await as('alice').post('/messages/flags', { messages: [id], op: 'add', flag: 'read' });
      await settled(scene);

      const { push_key_id, token_id } = phone;
      const content = { type: 'remove', realm_url: url, realm_name: 'Test Organization', user_id: users.alice.id };
      assert.deepEqual(service.notified[0].requests, [
        kind === 'fcm'
          ? {
              token_id,
              fcm_priority: 'normal',
              payload: { push_key_id: String(push_key_id) },
              content: { ...content, message_ids: [id] },
            }
          : {
              token_id,
              http_headers: { apns_priority: 5, apns_push_type: 'background' },
              payload: { push_key_id, aps: { 'content-available': 1 } },
              content: { ...content, message_ids: [id] },
            },
      ]);
    });
  }

  const ways: [string, (scene: Scene, id: number) => Promise<unknown>][] = [
    ['everything is marked as read', ({ as }) => as('alice').post('/mark_all_as_read')],
    ['its channel is marked as read', ({ as }) => as('alice').post('/mark_stream_as_read', { stream_id: 1 })],
    [
      'its topic is marked as read',
      ({ as }) => as('alice').post('/mark_topic_as_read', { stream_id: 1, topic_name: 'lunch' }),
    ],
    [
      'it is read as part of a narrow',
      ({ as }) =>
        as('alice').post('/messages/flags/narrow', {
          anchor: 'newest',
          num_before: 10,
          num_after: 0,
          narrow: [],
          op: 'add',
          flag: 'read',
        }),
    ],
    ['its sender is muted', ({ as, users }) => as('alice').post(`/users/me/muted_users/${users.bob.id}`)],
    ['its channel is left', ({ as }) => as('alice').delete('/users/me/subscriptions', { subscriptions: ['general'] })],
    ['its channel is archived', ({ as }) => as('owner').delete('/streams/1')],
    ['it is deleted', ({ as }, id) => as('owner').delete(`/messages/${id}`)],
    ['it moves to a channel that they do not follow', (scene, id) => moveTo(scene, id, [])],
    ['it moves to a channel that they may not know of', (scene, id) => moveTo(scene, id, [], { invite_only: true })],
    [
      'it mentions them no more',
      async (scene, id) => {
        await setTopic(scene, 0);
        await scene.as('bob').patch(`/messages/${id}`, { content: 'hello, everyone else' });
      },
    ],
  ];
  for (const [when, read] of ways) {
    it(`is taken back when ${when}, once`, async (t) => {
      const scene = await setScene(t);
      const { as, gist } = scene;
      const id = await send(as('bob'), mention);
      await send(as('bob'), { ...toGeneral, topic: 'dinner', content: 'not told of' });
      assert.equal((await gist()).length, 1);

      await read(scene, id);

      assert.deepEqual(await gist(), [`remove ${id}`]);
      await as('alice').post('/mark_all_as_read');
      assert.deepEqual(await gist(), []);
    });
  }

  const stays: [when: string, change: (scene: Scene, id: number) => Promise<unknown>][] = [
    ['it moves to a channel that they follow', (scene, id) => moveTo(scene, id, [scene.users.alice.id])],
    ['it mentions them still', ({ as }, id) => as('bob').patch(`/messages/${id}`, { content: `${mention.content}!` })],
    [
      'it mentions them no more, but its topic is news to them',
      async (scene, id) => {
        await setTopic(scene, 0);
        await setSubscription(scene, 'push_notifications', true);
        await scene.as('bob').patch(`/messages/${id}`, { content: 'hello' });
      },
    ],
  ];
  for (const [when, change] of stays) {
    it(`is not taken back when ${when}`, async (t) => {
      const scene = await setScene(t);
      const id = await send(scene.as('bob'), mention);
      assert.equal((await scene.gist()).length, 1);

      await change(scene, id);

      assert.deepEqual(await scene.gist(), []);
      await scene.as('alice').post('/mark_all_as_read');
      assert.deepEqual(await scene.gist(), [`remove ${id}`]);
    });
  }

  it('is not taken back by marks that read nothing', async (t) => {
    const { as, gist } = await setScene(t);
    const id = await send(as('bob'), mention);
    await gist();

    await as('alice').post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    await as('alice').post('/messages/flags', { messages: [id], op: 'remove', flag: 'read' });
    await as('bob').post('/mark_all_as_read');

    assert.deepEqual(await gist(), []);
  });

  it('is taken back in notifications of at most 200 messages', async (t) => {
    const { as, db, told, users } = await setScene(t);
    const first = await send(as('bob'), mention);
    await told();
    db.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
       INSERT INTO messages (id, conversation_id, channel_id, sent_channel_id, sender_id, client, sent_at, content,
         rendered_content, rendered_version)
       SELECT ? + i, conversation_id, 1, 1, sender_id, '', 0, '', '', 1 FROM n, messages WHERE id = ?`,
      first,
      first,
    );
    db.run(
      'INSERT OR IGNORE INTO notified_messages (user_id, message_id) SELECT ?, id FROM messages WHERE id >= ?',
      users.alice.id,
      first,
    );

    await as('alice').post('/mark_stream_as_read', { stream_id: 1 });

    const lists = (await told()).map(({ message_ids }) => message_ids as number[]);
    assert.deepEqual(
      lists.map(({ length }) => length),
      [200, 101],
    );
    assert.deepEqual(
      lists.flat(),
      Array.from({ length: 301 }, (_, index) => first + index),
    );
  });
});

describe('a notification that does not get through', () => {
  const failures: [string, (scene: Scene) => void][] = [
    ['is not there', nameDeadService],
    ['fails', ({ service }) => service.fail(500)],
    ['is overloaded', ({ service }) => service.fail(429)],
    ['does not answer', silence],
  ];
  for (const [what, breakService] of failures) {
    it(`is sent again while the push service ${what}, for some minutes`, async (t) => {
      const scene = await setScene(t);
      const { as, db, clock, app, service } = scene;
      breakService(scene);

      await send(as('bob'), toAlice);
      await postponed(scene);

      const waits = [];
      while (db.value('SELECT count(*) FROM push_tasks') === 1) {
        const due = db.value<number>('SELECT due_at FROM push_tasks') as number;
        waits.push(due - clock.now());
        clock.seconds = due;
        app.push.wake();
        await postponed(scene);
      }
      assert.deepEqual(waits, [5, 30, 120, 600]);
      assert.deepEqual(service.notified, []);
    });
  }

  it('gets through once the push service is back, also after a restart', async (t) => {
    const scene = await setScene(t);
    const { as, clock, app, service, gist } = scene;
    service.fail(500);
    await send(as('bob'), { ...toAlice, content: 'patience' });
    await postponed(scene);
    await app.push.stop();
    service.answer = undefined;
    clock.advance(5);

    app.push.start(app);

    assert.deepEqual(await gist(), ['patience']);
  });

  it('is not sent again once the message was read', async (t) => {
    const scene = await setScene(t);
    const { as, clock, app, service, gist } = scene;
    service.fail(500);
    const id = await send(as('bob'), toAlice);
    await postponed(scene);
    service.answer = undefined;

    await as('alice').post('/mark_all_as_read');
    clock.advance(5);
    app.push.wake();

    assert.deepEqual(await gist(), [`remove ${id}`]);
  });

  for (const code of ['MISSING_REMOTE_REALM', 'PUSH_NOTIFICATIONS_DISALLOWED', 'INVALID_ZULIP_SERVER']) {
    it(`is given up when the push service says ${code}`, async (t) => {
      const scene = await setScene(t);
      const { as, service } = scene;
      service.fail(403, { code });

      await send(as('bob'), toAlice);
      await settled(scene);

      const { body } = await as('bob').post('/register', { fetch_event_types: ['realm'] });
      assert.equal(body.realm_push_notifications_enabled, code === 'INVALID_ZULIP_SERVER');
    });
  }

  it('is sent once, even while it cannot be stored that it was', async (t) => {
    const scene = await setScene(t);
    const { as, app, db, service } = scene;
    app.push.runner.rest = 0;
    const failed = t.mock.method(app.log, 'error', () => {});
    let count = 0;
    service.answer = (response) => {
      if (++count === 1) db.stopWrites('damage');
      response.end('{"result":"success"}');
    };

    await send(as('bob'), toAlice);
    await until(() => failed.mock.callCount() >= 3);
    db.resumeWrites();
    await settled(scene);

    assert.equal(count, 1);
  });

  it('is the last one for a device that is dead', async (t) => {
    const { as, service, phone, gist } = await setScene(t);
    service.notifyFields = { delete_token_ids: [phone.token_id] };

    await send(as('bob'), { ...toAlice, content: 'one' });
    assert.deepEqual(await gist(), ['one']);
    await send(as('bob'), { ...toAlice, content: 'two' });

    assert.deepEqual(await gist(), []);
  });
});

/** Moves a message to a new channel that the owner and some others follow. */
async function moveTo({ as, users }: Scene, id: number, user_ids: number[], values: Values = {}): Promise<void> {
  const stream_id = await subscribe(as('owner'), 'new', { ...values, principals: [users.owner.id, ...user_ids] });
  const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  const { status, body } = await as('owner').patch(`/messages/${id}`, { stream_id, ...quietly });
  assert.equal(status, 200, JSON.stringify(body));
}
