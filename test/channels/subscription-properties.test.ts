import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const path = '/users/me/subscriptions/properties';

interface Scene extends TestServer {
  /** A channel that alice and bob follow, and one of bob's own. */
  kitchen: number;
  secret: number;
  set: (name: CastName, ...subscription_data: Values[]) => Promise<unknown>;
  /** What somebody set about a channel, as they see it. */
  settings: (name: CastName, stream_id: number) => Promise<Values>;
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
    set: async (name, ...subscription_data) => (await as(name).post(path, { subscription_data })).body,
    async settings(name, stream_id) {
      const { body } = await as(name).get('/users/me/subscriptions');
      const [found] = body.subscriptions.filter((one: Values) => one.stream_id === stream_id);
      return Object.fromEntries(names.map((property) => [property, found[property]]));
    },
  };
}

const names = [
  'color',
  'is_muted',
  'in_home_view',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
];
const switches = names.filter((name) => !['color', 'is_muted', 'in_home_view'].includes(name));

describe('POST /users/me/subscriptions/properties', () => {
  it('sets each property both ways, and tells only the one who set it', async (t) => {
    const scene = await setScene(t);
    const { kitchen, set, settings } = scene;
    const before = await settings('bob', kitchen);
    const changes: [string, unknown][] = [
      ['color', '#c2c2c2'],
      ['color', '#Fa3'],
      ...switches.flatMap((name): [string, unknown][] => [
        [name, true],
        [name, false],
      ]),
    ];
    const ears = await listen(scene, ['alice', 'bob', 'admin']);

    for (const [property, value] of changes) {
      assert.deepEqual(await set('alice', { stream_id: kitchen, property, value }), ok);

      assert.equal((await settings('alice', kitchen))[property], value);
      const event = { type: 'subscription', op: 'update', property, value, stream_id: kitchen };
      assert.deepEqual(await ears.heard(), { alice: [event] });
    }
    assert.deepEqual(await settings('bob', kitchen), before);
  });

  for (const [property, value] of [
    ['is_muted', true],
    ['in_home_view', false],
  ] as const) {
    it(`mutes a channel by ${property}, and back, in the words of old and new clients`, async (t) => {
      const scene = await setScene(t);
      const { kitchen, set, settings } = scene;
      const ears = await listen(scene, ['alice', 'bob']);
      const news = (is_muted: boolean) =>
        [
          ['in_home_view', !is_muted],
          ['is_muted', is_muted],
        ].map(([name, its]) => ({
          type: 'subscription',
          op: 'update',
          property: name,
          value: its,
          stream_id: kitchen,
        }));

      assert.deepEqual(await set('alice', { stream_id: kitchen, property, value }), ok);

      const muted = await settings('alice', kitchen);
      assert.deepEqual([muted.is_muted, muted.in_home_view], [true, false]);
      assert.deepEqual(await ears.heard(), { alice: news(true) });

      await set('alice', { stream_id: kitchen, property, value: !value });

      const heard = await settings('alice', kitchen);
      assert.deepEqual([heard.is_muted, heard.in_home_view], [false, true]);
      assert.deepEqual(await ears.heard(), { alice: news(false) });
    });
  }

  it('makes several changes of several channels at once, in the order given', async (t) => {
    const scene = await setScene(t);
    const { kitchen, secret, set, settings } = scene;
    const ears = await listen(scene, ['bob']);

    const answer = await set(
      'bob',
      { stream_id: kitchen, property: 'pin_to_top', value: true },
      { stream_id: secret, property: 'color', value: '#123456' },
      { stream_id: kitchen, property: 'color', value: '#654321' },
    );

    assert.deepEqual(answer, ok);
    const [first, second] = [await settings('bob', kitchen), await settings('bob', secret)];
    assert.deepEqual([first.pin_to_top, first.color, second.color], [true, '#654321', '#123456']);
    const events = (await ears.heard()).bob?.map(({ stream_id, property }) => [stream_id, property]);
    assert.deepEqual(events, [
      [kitchen, 'pin_to_top'],
      [secret, 'color'],
      [kitchen, 'color'],
    ]);
  });

  it('says nothing of what stays, and takes an empty list', async (t) => {
    const scene = await setScene(t);
    const { kitchen, set, settings } = scene;
    const { color } = await settings('alice', kitchen);
    const ears = await listen(scene, ['alice']);

    const answer = await set(
      'alice',
      { stream_id: kitchen, property: 'color', value: color },
      { stream_id: kitchen, property: 'is_muted', value: false },
      { stream_id: kitchen, property: 'pin_to_top', value: false },
    );

    assert.deepEqual(answer, ok);
    assert.deepEqual(await set('alice'), ok);
    assert.deepEqual(await ears.heard(), {});
  });

  it('is what a client gets when it registers', async (t) => {
    const { as, kitchen, set } = await setScene(t);
    await set('alice', { stream_id: kitchen, property: 'is_muted', value: true });
    await set('alice', { stream_id: kitchen, property: 'push_notifications', value: false });

    const { body } = await as('alice').post('/register', {
      fetch_event_types: ['subscription'],
      client_capabilities: { notification_settings_null: true },
    });

    const found = body.subscriptions.find((one: Values) => one.stream_id === kitchen);
    assert.deepEqual(
      [found.is_muted, found.in_home_view, found.push_notifications, found.email_notifications],
      [true, false, false, null],
    );
  });

  it('outlasts leaving the channel and coming back', async (t) => {
    const { as, kitchen, set, settings } = await setScene(t);
    await set('alice', { stream_id: kitchen, property: 'color', value: '#123456' });
    await set('alice', { stream_id: kitchen, property: 'pin_to_top', value: true });
    const before = await settings('alice', kitchen);

    await as('alice').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    await subscribe(as('alice'), 'kitchen');

    assert.deepEqual(await settings('alice', kitchen), before);
  });

  it('works in an archived channel', async (t) => {
    const { db, users, kitchen, set } = await setScene(t);
    db.run('UPDATE channels SET is_archived = 1 WHERE id = ?', kitchen);

    assert.deepEqual(await set('alice', { stream_id: kitchen, property: 'pin_to_top', value: true }), ok);

    const sql = 'SELECT pin_to_top FROM subscriptions WHERE user_id = ? AND channel_id = ?';
    assert.equal(db.value(sql, users.alice.id, kitchen), 1);
  });

  it('is for everyone, guests and bots too', async (t) => {
    const { as, kitchen, users, set, settings } = await setScene(t);
    await subscribe(as('alice'), 'kitchen', { principals: [users.guest.id, users.bot.id] });

    for (const name of ['guest', 'bot'] as const) {
      assert.deepEqual(await set(name, { stream_id: kitchen, property: 'pin_to_top', value: true }), ok);
      assert.equal((await settings(name, kitchen)).pin_to_top, true);
    }
  });

  const refusals: [string, (scene: Scene) => Values, string | ((scene: Scene) => string)][] = [
    ['an unknown property', () => ({ property: 'shape' }), 'Unknown subscription property: shape'],
    ['one named as a built-in', () => ({ property: 'constructor' }), 'Unknown subscription property: constructor'],
    ['a colour that is no text', () => ({ property: 'color', value: 3 }), 'color is not a string'],
    ...['red', '123456', '#12345', '#1234567', '#12345g', '', '#123456\n'].map(
      (value): [string, () => Values, string] => [
        `the colour ${JSON.stringify(value)}`,
        () => ({ property: 'color', value }),
        'color is not a valid hex color code',
      ],
    ),
    ...['is_muted', 'in_home_view', ...switches].map((property): [string, () => Values, string] => [
      `${property} that is text`,
      () => ({ property, value: 'true' }),
      `${property} is not a boolean`,
    ]),
    ['null', () => ({ property: 'push_notifications', value: null }), 'push_notifications is not a boolean'],
    ['a missing value', () => ({ value: undefined }), 'subscription_data[1]["value"] field is missing: Field required'],
    [
      'a missing property',
      () => ({ property: undefined }),
      'subscription_data[1]["property"] field is missing: Field required',
    ],
    [
      'a missing channel',
      () => ({ stream_id: undefined }),
      'subscription_data[1]["stream_id"] field is missing: Field required',
    ],
    ['a channel by name', () => ({ stream_id: 'kitchen' }), 'subscription_data[1]["stream_id"] is not an integer'],
    ['a channel that is not there', () => ({ stream_id: 999 }), 'Invalid channel ID'],
    ['a channel one may not see', ({ secret }) => ({ stream_id: secret }), 'Invalid channel ID'],
  ];
  for (const [what, change, msg] of refusals) {
    it(`refuses ${what}, and changes nothing`, async (t) => {
      const scene = await setScene(t);
      const { kitchen, set, settings } = scene;
      const before = await settings('alice', kitchen);
      const ears = await listen(scene, ['alice', 'bob']);
      const good = { stream_id: kitchen, property: 'pin_to_top', value: true };

      assert.deepEqual(await set('alice', good, { ...good, ...change(scene) }), badRequest(msg as string));

      assert.deepEqual(await settings('alice', kitchen), before);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('refuses a channel one may see but does not follow, or no more', async (t) => {
    const { as, kitchen, set, settings } = await setScene(t);
    const change = { stream_id: kitchen, property: 'pin_to_top', value: true };
    const error = badRequest(`Not subscribed to channel ID ${kitchen}`);

    assert.deepEqual(await set('moderator', change), error);
    await as('alice').delete('/users/me/subscriptions', { subscriptions: ['kitchen'] });
    assert.deepEqual(await set('alice', change), error);

    await subscribe(as('alice'), 'kitchen');
    assert.equal((await settings('alice', kitchen)).pin_to_top, false);
  });

  it('needs an account, and a list', async (t) => {
    const { as, anonymous } = await setScene(t);
    const { status, body } = await anonymous.post(path, { subscription_data: [] });
    assert.deepEqual([status, body.code], [401, 'UNAUTHORIZED']);
    assert.deepEqual(
      (await as('alice').post(path, { subscription_data: {} })).body,
      badRequest('subscription_data is not a list'),
    );
  });
});

describe('PATCH /users/me/subscriptions/properties', () => {
  it('does the same as POST', async (t) => {
    const { as, kitchen, settings } = await setScene(t);
    const patch = async (value: unknown) => {
      const subscription_data = [{ stream_id: kitchen, property: 'color', value }];
      return (await as('alice').patch(path, { subscription_data })).body;
    };

    assert.deepEqual(await patch('#123456'), ok);
    assert.deepEqual(await patch('blue'), badRequest('color is not a valid hex color code'));

    assert.equal((await settings('alice', kitchen)).color, '#123456');
  });
});

describe('PATCH /users/me/subscriptions/{stream_id}', () => {
  it('sets one property of a channel', async (t) => {
    const scene = await setScene(t);
    const { as, kitchen, settings } = scene;
    const patch = async (values: Values) =>
      (await as('alice').patch(`/users/me/subscriptions/${kitchen}`, values)).body;
    const ears = await listen(scene, ['alice', 'bob']);

    assert.deepEqual(await patch({ property: 'color', value: '#123456' }), ok);
    assert.deepEqual(await patch({ property: 'is_muted', value: true }), ok);
    assert.deepEqual(await patch({ property: 'is_muted', value: 'yes' }), badRequest('is_muted is not a boolean'));

    const { color, is_muted } = await settings('alice', kitchen);
    assert.deepEqual([color, is_muted], ['#123456', true]);
    const events = (await ears.heard()).alice?.map(({ property, value }) => [property, value]);
    assert.deepEqual(events, [
      ['color', '#123456'],
      ['in_home_view', false],
      ['is_muted', true],
    ]);
  });

  it('answers for a channel one may not see as for none', async (t) => {
    const { as, secret } = await setScene(t);
    for (const id of [secret, 999]) {
      const { body } = await as('alice').patch(`/users/me/subscriptions/${id}`, {
        property: 'color',
        value: '#123456',
      });
      assert.deepEqual(body, badRequest('Invalid channel ID'));
    }
  });
});
