import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const [inherit, muted, unmuted, followed] = [0, 1, 2, 3];
const modern = { client_capabilities: { notification_settings_null: true, empty_topic_name: true } };
const policyRefused = 'Invalid visibility_policy: Value error, Not in the list of possible values';

interface Scene extends TestServer {
  /** A public channel of alice and bob, and a private one of bob. */
  kitchen: number;
  secret: number;
  set: (name: CastName, values: Values) => Promise<unknown>;
  mute: (name: CastName, values: Values) => Promise<unknown>;
  /** What somebody's client gets when it registers. */
  state: (name: CastName, options?: Values) => Promise<Values>;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as } = server;
  const kitchen = await subscribe(as('alice'), 'kitchen');
  await subscribe(as('bob'), 'kitchen');
  const secret = await subscribe(as('bob'), 'secret', { invite_only: true });
  return {
    ...server,
    kitchen,
    secret,
    set: async (name, values) => (await as(name).post('/user_topics', { topic: 'lunch', ...values })).body,
    mute: async (name, values) =>
      (await as(name).patch('/users/me/subscriptions/muted_topics', { topic: 'lunch', op: 'add', ...values })).body,
    async state(name, options = {}) {
      const modernly = await as(name).post('/register', { fetch_event_types: ['user_topic'], ...options });
      const formerly = await as(name).post('/register', { fetch_event_types: ['muted_topics'], ...options });
      return { user_topics: modernly.body.user_topics, muted_topics: formerly.body.muted_topics };
    },
  };
}

describe('POST /user_topics', () => {
  it('sets and removes each policy, and tells only the one who set it, in the words of old and new clients', async (t) => {
    const scene = await setScene(t);
    const { kitchen, clock, set, state } = scene;
    const ears = await listen(scene, ['alice', 'bob', 'admin']);

    for (const visibility_policy of [muted, unmuted, followed, inherit, followed, muted, inherit]) {
      clock.advance(60);
      assert.deepEqual(await set('alice', { stream_id: kitchen, visibility_policy }), ok);

      const last_updated = clock.now();
      const topic = { stream_id: kitchen, topic_name: 'lunch', last_updated, visibility_policy };
      const muted_topics = visibility_policy === muted ? [['kitchen', 'lunch', last_updated]] : [];
      const user_topics = visibility_policy === inherit ? [] : [topic];
      assert.deepEqual(await state('alice'), { user_topics, muted_topics });
      assert.deepEqual(await ears.heard(), {
        alice: [
          { type: 'muted_topics', muted_topics },
          { type: 'user_topic', ...topic },
        ],
      });
    }
    assert.deepEqual(await state('bob'), { user_topics: [], muted_topics: [] });
  });

  it('says nothing of what stays, and keeps its time', async (t) => {
    const scene = await setScene(t);
    const { kitchen, clock, set, state } = scene;
    await set('alice', { stream_id: kitchen, visibility_policy: followed });
    const before = await state('alice');
    const ears = await listen(scene, ['alice']);
    clock.advance(60);

    assert.deepEqual(await set('alice', { stream_id: kitchen, visibility_policy: followed }), ok);
    assert.deepEqual(await set('alice', { stream_id: kitchen, topic: 'dinner', visibility_policy: inherit }), ok);

    assert.deepEqual(await state('alice'), before);
    assert.deepEqual(await ears.heard(), {});
  });

  it('takes a topic for the same in another case or Unicode form, or with blanks around it', async (t) => {
    const { kitchen, clock, set, state } = await setScene(t);
    for (const topic of ['Lunch', ' lUNCH ', 'Ｌunch']) {
      await set('alice', { stream_id: kitchen, topic, visibility_policy: followed });
    }

    const topic = { stream_id: kitchen, topic_name: 'Lunch', last_updated: clock.now(), visibility_policy: followed };
    assert.deepEqual((await state('alice')).user_topics, [topic]);
    await set('alice', { stream_id: kitchen, topic: 'LUNCH', visibility_policy: inherit });
    assert.deepEqual((await state('alice')).user_topics, []);
  });

  for (const topic of ['', ' ', 'general chat']) {
    it(`takes ${JSON.stringify(topic)} for the empty topic, and shows each client the name it knows`, async (t) => {
      const scene = await setScene(t);
      const { kitchen, clock, set, state } = scene;
      const older = await listen(scene, ['alice']);
      const newer = await listen(scene, ['alice'], modern);

      assert.deepEqual(await set('alice', { stream_id: kitchen, topic, visibility_policy: muted }), ok);

      const last_updated = clock.now();
      const seen = (topic_name: string) => ({
        user_topics: [{ stream_id: kitchen, topic_name, last_updated, visibility_policy: muted }],
        muted_topics: [['kitchen', topic_name, last_updated]],
      });
      assert.deepEqual(await state('alice'), seen('general chat'));
      assert.deepEqual(await state('alice', modern), seen(''));
      const heard = ({ user_topics: [topic], muted_topics }: ReturnType<typeof seen>) => ({
        alice: [
          { type: 'muted_topics', muted_topics },
          { type: 'user_topic', ...topic },
        ],
      });
      assert.deepEqual(await older.heard(), heard(seen('general chat')));
      assert.deepEqual(await newer.heard(), heard(seen('')));
    });
  }

  it('lists topics of several channels by channel', async (t) => {
    const { kitchen, secret, set, state } = await setScene(t);
    await set('bob', { stream_id: secret, topic: 'b', visibility_policy: muted });
    await set('bob', { stream_id: kitchen, topic: 'c', visibility_policy: muted });
    await set('bob', { stream_id: kitchen, topic: 'a', visibility_policy: unmuted });
    await set('bob', { stream_id: secret, topic: 'd', visibility_policy: followed });

    const { user_topics, muted_topics } = await state('bob');

    assert.deepEqual(
      (user_topics as Values[]).map((one) => [one.stream_id, one.topic_name, one.visibility_policy]),
      [
        [kitchen, 'a', unmuted],
        [kitchen, 'c', muted],
        [secret, 'b', muted],
        [secret, 'd', followed],
      ],
    );
    assert.deepEqual(
      (muted_topics as unknown[][]).map(([channel, topic]) => [channel, topic]),
      [
        ['kitchen', 'c'],
        ['secret', 'b'],
      ],
    );
  });

  it('takes 60 characters of any kind, and refuses 61', async (t) => {
    const { kitchen, set, state } = await setScene(t);

    assert.deepEqual(await set('alice', { stream_id: kitchen, topic: '🍲'.repeat(60), visibility_policy: muted }), ok);
    assert.deepEqual(
      await set('alice', { stream_id: kitchen, topic: '🍲'.repeat(61), visibility_policy: muted }),
      badRequest('topic is too long (limit: 60 characters)'),
    );

    assert.equal(((await state('alice')).user_topics as Values[]).length, 1);
  });

  const refusals: [string, Values, object][] = [
    ['a control character', { topic: 'a\u0007' }, badRequest('Invalid character in topic, at position 2!')],
    ['the policy 4', { visibility_policy: 4 }, badRequest(policyRefused)],
    ['the policy -1', { visibility_policy: -1 }, badRequest(policyRefused)],
    ['a policy in words', { visibility_policy: 'muted' }, badRequest('visibility_policy is not valid JSON')],
    ['a channel by name', { stream_id: 'kitchen' }, badRequest('stream_id is not valid JSON')],
    ['a channel that is not there', { stream_id: 999 }, badRequest('Invalid channel ID')],
    ...['stream_id', 'topic', 'visibility_policy'].map((name): [string, Values, object] => [
      `a missing ${name}`,
      { [name]: undefined },
      { ...badRequest(`Missing '${name}' argument`, { var_name: name }), code: 'REQUEST_VARIABLE_MISSING' },
    ]),
  ];
  for (const [what, change, error] of refusals) {
    it(`refuses ${what}, and changes nothing`, async (t) => {
      const scene = await setScene(t);
      const ears = await listen(scene, ['alice']);

      const answer = await scene.set('alice', { stream_id: scene.kitchen, visibility_policy: muted, ...change });

      assert.deepEqual(answer, error);
      assert.deepEqual(await scene.state('alice'), { user_topics: [], muted_topics: [] });
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('is for all who may read the channel, subscribed or not, archived or not', async (t) => {
    const { as, db, users, kitchen, set } = await setScene(t);
    const change = { stream_id: kitchen, visibility_policy: followed };

    for (const name of ['admin', 'moderator', 'bot'] as const) assert.deepEqual(await set(name, change), ok);
    assert.deepEqual(await set('guest', change), badRequest('Invalid channel ID'));
    await subscribe(as('alice'), 'kitchen', { principals: [users.guest.id] });
    assert.deepEqual(await set('guest', change), ok);
    db.run('UPDATE channels SET is_archived = 1');
    assert.deepEqual(await set('alice', change), ok);
  });

  it('answers for a channel one may not see or not read as for none', async (t) => {
    const { as, db, secret, set, state } = await setScene(t);
    const invalid = badRequest('Invalid channel ID');

    for (const stream_id of [secret, 999]) {
      assert.deepEqual(await set('alice', { stream_id, visibility_policy: inherit }), ok);
    }
    for (const visibility_policy of [muted, unmuted, followed]) {
      for (const stream_id of [secret, 999]) {
        assert.deepEqual(await set('alice', { stream_id, visibility_policy }), invalid);
      }
      // An administrator knows of the channel, but not what is said there.
      assert.deepEqual(await set('owner', { stream_id: secret, visibility_policy }), invalid);
    }
    assert.deepEqual(await state('alice'), { user_topics: [], muted_topics: [] });
    assert.equal(db.value('SELECT count(*) FROM user_topics'), 0);
    const { status, body } = await as('guest').post('/user_topics', {
      stream_id: secret,
      topic: 'x',
      visibility_policy: 1,
    });
    assert.deepEqual([status, body], [400, invalid]);
  });

  it('takes back what one set in a channel one has lost', async (t) => {
    const { as, db, secret, set } = await setScene(t);
    await set('bob', { stream_id: secret, visibility_policy: muted });
    await as('bob').delete('/users/me/subscriptions', { subscriptions: ['secret'] });
    const removal = { stream_id: secret, visibility_policy: inherit };
    forgetCreator(db);

    assert.deepEqual(await set('bob', { ...removal, visibility_policy: followed }), badRequest('Invalid channel ID'));
    assert.deepEqual(await set('bob', { ...removal, topic: 'dinner' }), ok);
    assert.deepEqual(await set('bob', removal), ok);

    assert.equal(db.value('SELECT count(*) FROM user_topics'), 0);
  });

  it('needs an account', async (t) => {
    const { anonymous } = await setScene(t);
    const { status, body } = await anonymous.post('/user_topics', { stream_id: 1, topic: 'x', visibility_policy: 1 });
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
  });
});

describe('user_topics and muted_topics', () => {
  it('leave out a channel that one may not see any more, until it comes back', async (t) => {
    const scene = await setScene(t);
    const { as, db, users, secret, kitchen, clock, set, state } = scene;
    await subscribe(as('bob'), 'secret', { principals: [users.alice.id] });
    await set('alice', { stream_id: secret, visibility_policy: muted });
    const before = await state('alice');
    await as('alice').delete('/users/me/subscriptions', { subscriptions: ['secret'] });
    db.run("UPDATE channels SET name = 'layoffs', name_key = 'layoffs' WHERE id = ?", secret);
    const ears = await listen(scene, ['alice'], { event_types: ['muted_topics'] });

    assert.deepEqual(await state('alice'), { user_topics: [], muted_topics: [] });
    await set('alice', { stream_id: kitchen, visibility_policy: muted });
    const heard = [{ type: 'muted_topics', muted_topics: [['kitchen', 'lunch', clock.now()]] }];
    assert.deepEqual(await ears.heard(), { alice: heard });

    await set('alice', { stream_id: kitchen, visibility_policy: inherit });
    await subscribe(as('bob'), 'layoffs', { principals: [users.alice.id] });
    const { user_topics, muted_topics } = await state('alice');
    assert.deepEqual(user_topics, before.user_topics);
    assert.deepEqual(muted_topics, [['layoffs', 'lunch', clock.now()]]);
  });

  it('show archived channels only to clients that know them', async (t) => {
    const { db, kitchen, set, state } = await setScene(t);
    await set('alice', { stream_id: kitchen, visibility_policy: muted });
    const before = await state('alice');
    db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', kitchen);

    assert.deepEqual(await state('alice'), { user_topics: [], muted_topics: [] });
    assert.deepEqual(
      await state('alice', { client_capabilities: { notification_settings_null: true, archived_channels: true } }),
      {
        user_topics: before.user_topics,
        muted_topics: [],
      },
    );
  });

  it('come one without the other: who asks for user_topic need not hear the same twice', async (t) => {
    const { as, kitchen, set } = await setScene(t);
    await set('alice', { stream_id: kitchen, visibility_policy: muted });

    const { body } = await as('alice').post('/register', { fetch_event_types: ['user_topic', 'muted_topics'] });

    assert.deepEqual([body.user_topics.length, 'muted_topics' in body], [1, false]);
  });
});

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  it('mutes a topic by the id or the name of its channel, and unmutes it', async (t) => {
    const scene = await setScene(t);
    const { kitchen, clock, mute, state } = scene;
    const channels = [{ stream_id: kitchen }, { stream: 'kitchen' }, { stream: ' KITCHEN ' }];
    const ears = await listen(scene, ['alice', 'bob'], { event_types: ['user_topic'] });
    const topic = { stream_id: kitchen, topic_name: 'lunch', last_updated: clock.now() };

    for (const channel of channels) {
      assert.deepEqual(await mute('alice', channel), ok);

      assert.deepEqual((await state('alice')).user_topics, [{ ...topic, visibility_policy: muted }]);

      assert.deepEqual(await mute('alice', { ...channel, op: 'remove' }), ok);

      assert.deepEqual((await state('alice')).user_topics, []);
      const events = [muted, inherit].map((visibility_policy) => ({ type: 'user_topic', ...topic, visibility_policy }));
      assert.deepEqual(await ears.heard(), { alice: events });
    }
  });

  it('takes the name of the empty topic', async (t) => {
    const { kitchen, mute, state } = await setScene(t);

    await mute('alice', { stream_id: kitchen, topic: 'general chat' });

    const [topic] = (await state('alice', modern)).user_topics as Values[];
    assert.equal(topic?.topic_name, '');
  });

  it('mutes what was followed; but only a mute is taken back', async (t) => {
    const scene = await setScene(t);
    const { kitchen, set, mute, state } = scene;
    const policy = async () => ((await state('alice')).user_topics as Values[])[0]?.visibility_policy;
    await set('alice', { stream_id: kitchen, visibility_policy: followed });
    const ears = await listen(scene, ['alice']);

    assert.deepEqual(await mute('alice', { stream_id: kitchen, op: 'remove' }), ok);
    assert.deepEqual(await ears.heard(), {});
    assert.equal(await policy(), followed);

    assert.deepEqual(await mute('alice', { stream_id: kitchen, op: 'add' }), ok);
    assert.equal(await policy(), muted);
  });

  it('says nothing of what stays', async (t) => {
    const scene = await setScene(t);
    const { kitchen, mute } = scene;
    await mute('alice', { stream_id: kitchen });
    const ears = await listen(scene, ['alice']);

    assert.deepEqual(await mute('alice', { stream_id: kitchen }), ok);
    assert.deepEqual(await mute('alice', { stream_id: kitchen, topic: 'dinner', op: 'remove' }), ok);

    assert.deepEqual(await ears.heard(), {});
  });

  const refusals: [string, (scene: Scene) => Values, object][] = [
    ['no channel', () => ({}), badRequest("Missing 'stream_id' argument")],
    [
      'a channel by id and by name',
      ({ kitchen }) => ({ stream_id: kitchen, stream: 'kitchen' }),
      badRequest('Unsupported parameter combination: stream_id, stream', { parameters: 'stream_id, stream' }),
    ],
    ['an id of no channel', () => ({ stream_id: 999 }), badRequest('Invalid channel ID')],
    ['the id of a channel one may not see', ({ secret }) => ({ stream_id: secret }), badRequest('Invalid channel ID')],
    ['a name of no channel', () => ({ stream: 'a <b>' }), badRequest("Invalid channel name 'a &lt;b&gt;'")],
    [
      'the name of a channel one may not see',
      () => ({ stream: 'secret' }),
      badRequest("Invalid channel name 'secret'"),
    ],
    ...[{ stream_id: 999 }, { stream: 'nothing' }, { stream: 'secret' }].map(
      (channel): [string, () => Values, object] => [
        `to unmute in ${JSON.stringify(channel)}`,
        () => ({ ...channel, op: 'remove' }),
        badRequest('Topic is not muted'),
      ],
    ),
    [
      'to unmute in a private channel by id',
      ({ secret }) => ({ stream_id: secret, op: 'remove' }),
      badRequest('Topic is not muted'),
    ],
    ['an unknown op', ({ kitchen }) => ({ stream_id: kitchen, op: 'toggle' }), badRequest('Invalid op')],
    [
      'a topic of 61 characters',
      ({ kitchen }) => ({ stream_id: kitchen, topic: 'x'.repeat(61) }),
      badRequest('topic is too long (limit: 60 characters)'),
    ],
    [
      'a control character',
      ({ kitchen }) => ({ stream_id: kitchen, topic: '\u0007' }),
      badRequest('Invalid character in topic, at position 1!'),
    ],
  ];
  for (const [what, values, error] of refusals) {
    it(`refuses ${what}, and changes nothing`, async (t) => {
      const scene = await setScene(t);
      const ears = await listen(scene, ['alice']);

      assert.deepEqual(await scene.mute('alice', values(scene)), error);

      assert.deepEqual(await scene.state('alice'), { user_topics: [], muted_topics: [] });
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('is for subscribers alone, both ways', async (t) => {
    const { as, kitchen, mute, state } = await setScene(t);
    await mute('alice', { stream_id: kitchen });
    const before = await state('alice');
    await as('alice').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    const error = badRequest(`Not subscribed to channel ID ${kitchen}`);

    for (const name of ['moderator', 'alice'] as const) {
      for (const op of ['add', 'remove']) {
        assert.deepEqual(await mute(name, { stream_id: kitchen, topic: 'dinner', op }), error);
        assert.deepEqual(await mute(name, { stream: 'kitchen', op }), error);
      }
    }
    assert.deepEqual(await state('alice'), before);
  });

  it('needs an account', async (t) => {
    const { anonymous } = await setScene(t);
    const { status, body } = await anonymous.patch('/users/me/subscriptions/muted_topics', { topic: 'x', op: 'add' });
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
  });
});

describe('what mutes and unmutes a topic or its channel', () => {
  it('ends automatic unmuting where one mutes, and writing unmutes again in a muted channel', async (t) => {
    const scene = await setScene(t);
    const { as, db, users, kitchen, set, state } = scene;
    const sql =
      "INSERT INTO user_settings (user_id, name, value) VALUES (?, 'automatically_follow_topics_policy', '4')";
    db.run(sql, users.alice.id);
    const policy = async () => ((await state('alice')).user_topics as Values[])[0]?.visibility_policy ?? inherit;
    const write = () => send(as('alice'), { to: 'kitchen' });
    const subscription_data = (is_muted: boolean) => ({
      subscription_data: [{ stream_id: kitchen, property: 'is_muted', value: is_muted }],
    });

    await write();
    assert.equal(await policy(), inherit, 'nothing is muted');
    await as('alice').post('/users/me/subscriptions/properties', subscription_data(true));
    await write();
    assert.equal(await policy(), unmuted, 'the channel is muted');
    await set('alice', { stream_id: kitchen, visibility_policy: muted });
    await as('alice').post('/users/me/subscriptions/properties', subscription_data(false));
    await write();
    assert.equal(await policy(), muted, 'the channel is not muted');
    await as('alice').post('/users/me/subscriptions/properties', subscription_data(true));
    await write();
    assert.equal(await policy(), unmuted, 'the channel is muted again');
  });
});

/** Revokes the permission of a channel's creator to administer it. */
function forgetCreator(db: TestServer['db']): void {
  db.run("DELETE FROM channel_permissions WHERE setting = 'can_administer_channel_group'");
}
