import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, send } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const restricted = 'You are not allowed to change this field. Contact an administrator to update it.';
const types = { short: 1, long: 2, choice: 3, date: 4, link: 5, users: 6, account: 7, pronouns: 8 };
type FieldName = keyof typeof types;
const fieldData: Partial<Record<FieldName, object>> = {
  choice: { vim: { text: 'Vim', order: '1' }, 7: { text: 'Seven', order: '2' } },
  account: { subtype: 'github' },
};

interface Scene extends TestServer {
  /** Makes a field, and returns its id. */
  add: (type: FieldName, settings?: Values) => Promise<number>;
  /** Sets fields of one's own profile. */
  set: (name: CastName, data: unknown) => Promise<unknown>;
  /** Someone's profile, as a guest gets it. */
  profile: (name: CastName) => Promise<unknown>;
}

async function setScene(t: TestContext): Promise<Scene> {
  const server = await startServer(t);
  const { as, users } = server;
  return {
    ...server,
    async add(type, settings = {}) {
      const values = { field_type: types[type], name: `A ${type}`, field_data: fieldData[type], ...settings };
      const { status, body } = await as('admin').post('/realm/profile_fields', values);
      assert.equal(status, 200, JSON.stringify(body));
      return body.id;
    },
    set: async (name, data) => (await as(name).patch('/users/me/profile_data', { data })).body,
    async profile(name) {
      const { body } = await as('guest').get(`/users/${users[name].id}`, { include_custom_profile_fields: true });
      return body.user.profile_data;
    },
  };
}

describe('PATCH /users/me/profile_data', () => {
  it('sets a field of a profile, with its HTML, and tells everyone', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('long');
    const ears = await listen(scene, ['alice', 'bob', 'guest']);

    const answer = await scene.set('alice', [{ id, value: ' I **am** <b>.\n\nhttps://example.com/ ' }]);

    const value = {
      value: 'I **am** <b>.\n\nhttps://example.com/',
      rendered_value:
        '<p>I <strong>am</strong> &lt;b&gt;.</p>\n<p><a href="https://example.com/">https://example.com/</a></p>',
    };
    assert.deepEqual(answer, ok);
    assert.deepEqual(await scene.profile('alice'), { [id]: value });
    const person = { user_id: scene.users.alice.id, custom_profile_field: { id, ...value } };
    const event = { type: 'realm_user', op: 'update', person };
    assert.deepEqual(await ears.heard(), { alice: [event], bob: [event], guest: [event] });
  });

  it('sets several fields at once and leaves the others', async (t) => {
    const scene = await setScene(t);
    const [date, link, pronouns] = [await scene.add('date'), await scene.add('link'), await scene.add('pronouns')];
    await scene.set('guest', [{ id: date, value: '2000-02-29' }]);
    const ears = await listen(scene, ['bob']);

    const answer = await scene.set('guest', [
      { id: pronouns, value: 'they' },
      { id: link, value: 'https://example.com/a?b' },
    ]);

    assert.deepEqual(answer, ok);
    assert.deepEqual(await scene.profile('guest'), {
      [date]: { value: '2000-02-29' },
      [link]: { value: 'https://example.com/a?b' },
      [pronouns]: { value: 'they' },
    });
    const heard = ((await ears.heard()).bob ?? []).map(({ person }) => person.custom_profile_field);
    assert.deepEqual(heard, [
      { id: pronouns, value: 'they' },
      { id: link, value: 'https://example.com/a?b' },
    ]);
  });

  it('is silent about what stays as it was', async (t) => {
    const scene = await setScene(t);
    const [short, users] = [await scene.add('short'), await scene.add('users')];
    const data = [
      { id: short, value: 'x' },
      { id: users, value: [scene.users.bob.id] },
    ];
    await scene.set('alice', data);
    const ears = await listen(scene, ['alice']);

    const answers = [await scene.set('alice', data), await scene.set('alice', [])];

    assert.deepEqual(answers, [ok, ok]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('leaves messages that were looked at in memory', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('short');
    await send(scene.as('alice'), { to: 'general' });
    await scene.as('bob').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    const form = { apply_markdown: true, empty_topic_name: false };
    const kept = () => scene.app.messageCache.of(form).size;
    const before = kept();

    await scene.set('alice', [{ id, value: 'x' }]);

    assert.ok(before > 0);
    assert.equal(kept(), before);
  });

  const emptyValues = [null, '', ' \n ', []];
  for (const value of emptyValues) {
    it(`takes ${JSON.stringify(value)} for nothing`, async (t) => {
      const scene = await setScene(t);
      const [id, never] = [await scene.add('short'), await scene.add('date')];
      await scene.set('alice', [{ id, value: 'x' }]);
      const ears = await listen(scene, ['bob']);

      const answer = await scene.set('alice', [
        { id, value },
        { id: never, value },
      ]);

      assert.deepEqual(answer, ok);
      assert.deepEqual(await scene.profile('alice'), {});
      const person = { user_id: scene.users.alice.id, custom_profile_field: { id, value: null } };
      assert.deepEqual(await ears.heard(), { bob: [{ type: 'realm_user', op: 'update', person }] });
    });
  }

  it('keeps a list of users as JSON text, each once', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('users');
    const { bob, guest } = scene.users;

    await scene.set('alice', [{ id, value: [guest.id, bob.id, guest.id] }]);

    assert.deepEqual(await scene.profile('alice'), { [id]: { value: `[${guest.id},${bob.id}]` } });
  });

  const good: [FieldName, string][] = [
    ['short', '🙂'.repeat(50)],
    ['long', '🙂'.repeat(500)],
    ['choice', '7'],
    ['date', '1900-12-31'],
    ['link', 'http://localhost:8080/x#y'],
    ['account', 'x'.repeat(50)],
    ['pronouns', 'x'.repeat(50)],
  ];
  for (const [type, value] of good) {
    it(`takes ${JSON.stringify(value).slice(0, 30)} for a ${type}`, async (t) => {
      const scene = await setScene(t);
      const id = await scene.add(type);

      const answer = await scene.set('alice', [{ id, value }]);

      assert.deepEqual(answer, ok);
      const profile = (await scene.profile('alice')) as Record<number, { value: string; rendered_value?: string }>;
      assert.equal(profile[id]?.value, value);
      assert.equal(profile[id]?.rendered_value !== undefined, type === 'short' || type === 'long');
    });
  }

  const refusals: [FieldName, unknown, string][] = [
    ['short', '🙂'.repeat(51), 'A short is too long (limit: 50 characters)'],
    ['short', [1], 'A short is not a string'],
    ['long', 'x'.repeat(501), 'A long is too long (limit: 500 characters)'],
    ['choice', 'Vim', "'Vim' is not a valid choice for 'A choice'."],
    ['choice', 'constructor', "'constructor' is not a valid choice for 'A choice'."],
    ['choice', '__proto__', "'__proto__' is not a valid choice for 'A choice'."],
    ['date', '2026-02-30', 'A date is not a date'],
    ['date', '2026-2-3', 'A date is not a date'],
    ['date', '26-02-03', 'A date is not a date'],
    ['date', '2026-02-03T00:00', 'A date is not a date'],
    ['date', '0000-01-01', 'A date is not a date'],
    ['date', '1900-02-29', 'A date is not a date'],
    ['link', 'example.com', 'A link is not a URL'],
    ['link', 'javascript:alert(1)', 'A link is not a URL'],
    ['link', 'https://', 'A link is not a URL'],
    ['link', 'https://a b.example/', 'A link is not a URL'],
    ['link', 'https://exa[mple/', 'A link is not a URL'],
    ['link', `https://example.com/${'x'.repeat(2030)}`, 'A link is too long (limit: 2048 characters)'],
    ['users', 'bob', 'A users is not a list of user IDs'],
    ['users', [9998, 9999], 'Invalid user IDs: 9998, 9999'],
    ['account', 'x'.repeat(51), 'GitHub username is too long (limit: 50 characters)'],
    ['pronouns', 'x'.repeat(51), 'A pronouns is too long (limit: 50 characters)'],
  ];
  for (const [type, value, msg] of refusals) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} for a ${type}, and with it all the rest`, async (t) => {
      const scene = await setScene(t);
      const id = await scene.add(type);
      const other = await scene.add('pronouns', { name: 'Other' });
      const ears = await listen(scene, ['alice']);

      const answer = await scene.set('alice', [
        { id: other, value: 'they' },
        { id, value },
      ]);

      assert.deepEqual(answer, badRequest(msg));
      assert.deepEqual(await scene.profile('alice'), {});
      assert.deepEqual(await ears.heard(), {});
    });
  }

  const malformed: [unknown, string][] = [
    [{}, 'data is not a list'],
    [[1], 'data[0] is not a dict'],
    [[{ value: 'x' }], 'data[0]["id"] field is missing: Field required'],
    [[{ id: 1 }], 'data[0]["value"] field is missing: Field required'],
    [[{ id: '1', value: 'x' }], 'data[0]["id"] is not an integer'],
    [[{ id: 1, value: 3 }], 'data[0]["value"] is not a string or a list'],
    [[{ id: 1, value: ['3'] }], 'data[0]["value"][0] is not an integer'],
    [[{ id: 1, value: 'a\0' }], 'data[0]["value"] must not contain null bytes'],
  ];
  for (const [data, msg] of malformed) {
    it(`says what is wrong with ${JSON.stringify(data)}`, async (t) => {
      const { set } = await setScene(t);

      assert.deepEqual(await set('alice', data), badRequest(msg));
    });
  }

  it('refuses bots and deactivated users among people', async (t) => {
    const scene = await setScene(t);
    const { bot, bob } = scene.users;
    const id = await scene.add('users');
    scene.db.run('UPDATE users SET is_active = 0 WHERE id = ?', bob.id);

    const answers = [
      await scene.set('alice', [{ id, value: [bot.id] }]),
      await scene.set('alice', [{ id, value: [bob.id] }]),
    ];

    assert.deepEqual(answers, [
      badRequest(`User with ID ${bot.id} is a bot`),
      badRequest(`User with ID ${bob.id} is deactivated`),
    ]);
    assert.deepEqual(await scene.profile('alice'), {});
  });

  it('knows no users whom the guest who names them may not know of', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('users');
    await keepToThemselves(scene);

    const stranger = await scene.set('guest', [{ id, value: [scene.users.bob.id] }]);
    const none = await scene.set('guest', [{ id, value: [9999] }]);

    assert.deepEqual(stranger, badRequest(`Invalid user IDs: ${scene.users.bob.id}`));
    assert.deepEqual(none, badRequest('Invalid user IDs: 9999'));
  });

  it('tells only those who may know of the person', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('short');
    await keepToThemselves(scene);
    const ears = await listen(scene, ['alice', 'bob', 'guest']);

    await scene.set('alice', [{ id, value: 'x' }]);

    assert.deepEqual(Object.keys(await ears.heard()), ['alice', 'bob']);
  });

  it('lets only administrators change a field that people may not edit', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('short', { editable_by_user: false });

    const answers = [
      await scene.set('moderator', [{ id, value: 'x' }]),
      await scene.set('moderator', [{ id, value: null }]),
      await scene.set('admin', [{ id, value: 'x' }]),
    ];

    assert.deepEqual(answers, [badRequest(restricted), badRequest(restricted), ok]);
    assert.deepEqual(await scene.profile('moderator'), {});
    assert.deepEqual(await scene.profile('admin'), { [id]: { value: 'x', rendered_value: '<p>x</p>' } });
  });

  it('knows fields only while they exist', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('short');
    await scene.as('admin').delete(`/realm/profile_fields/${id}`);

    assert.deepEqual(await scene.set('alice', [{ id, value: 'x' }]), badRequest(`Field id ${id} not found.`));
    assert.deepEqual(await scene.set('alice', [{ id, value: null }]), badRequest(`Field id ${id} not found.`));
  });

  it('is not for bots, nor for nobody', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('short');
    const data = [{ id, value: 'x' }];

    const bot = await scene.set('bot', data);
    const nobody = await scene.anonymous.patch('/users/me/profile_data', { data });

    assert.deepEqual(bot, badRequest('This endpoint does not accept bot requests.'));
    assert.equal(nobody.status, 401);
    assert.equal(scene.db.value('SELECT count(*) FROM profile_values'), 0);
  });
});

describe('DELETE /users/me/profile_data', () => {
  it('empties fields of a profile, and tells everyone of those that were not empty', async (t) => {
    const scene = await setScene(t);
    const [short, date, link] = [await scene.add('short'), await scene.add('date'), await scene.add('link')];
    await scene.set('alice', [
      { id: short, value: 'x' },
      { id: date, value: '2026-01-05' },
    ]);
    await scene.set('bob', [{ id: short, value: 'y' }]);
    const ears = await listen(scene, ['bob', 'guest']);

    const { body } = await scene.as('alice').delete('/users/me/profile_data', { data: [short, link, short] });

    assert.deepEqual(body, ok);
    assert.deepEqual(await scene.profile('alice'), { [date]: { value: '2026-01-05' } });
    assert.deepEqual(await scene.profile('bob'), { [short]: { value: 'y', rendered_value: '<p>y</p>' } });
    const person = { user_id: scene.users.alice.id, custom_profile_field: { id: short, value: null } };
    const event = { type: 'realm_user', op: 'update', person };
    assert.deepEqual(await ears.heard(), { bob: [event], guest: [event] });
  });

  it('refuses fields that one may not edit or that do not exist, and with them all the rest', async (t) => {
    const scene = await setScene(t);
    const [open, closed] = [await scene.add('date'), await scene.add('short', { editable_by_user: false })];
    await scene.set('alice', [{ id: open, value: '2026-01-05' }]);
    const empty = async (data: unknown) => (await scene.as('alice').delete('/users/me/profile_data', { data })).body;

    const answers = [await empty([open, closed]), await empty([open, 9999])];

    assert.deepEqual(answers, [badRequest(restricted), badRequest('Field id 9999 not found.')]);
    assert.deepEqual(await scene.profile('alice'), { [open]: { value: '2026-01-05' } });
  });

  it('is not for bots', async (t) => {
    const { as } = await setScene(t);

    const { body } = await as('bot').delete('/users/me/profile_data', { data: [] });

    assert.deepEqual(body, badRequest('This endpoint does not accept bot requests.'));
  });
});

describe('profile_data', () => {
  it('is in the records of people wherever they are asked for with it, and never in those of bots', async (t) => {
    const scene = await setScene(t);
    const { as, users } = scene;
    const id = await scene.add('account');
    await scene.set('alice', [{ id, value: 'alice' }]);
    const profile = { [id]: { value: 'alice' } };
    const asked = { include_custom_profile_fields: true };

    const { body: all } = await as('guest').get('/users', asked);
    const { body: without } = await as('guest').get('/users');
    const { body: one } = await as('guest').get('/users/alice@example.com', asked);
    const { body: oneWithout } = await as('guest').get(`/users/${users.alice.id}`);
    const { body: own } = await as('alice').get('/users/me');
    const { body: bot } = await as('bot').get('/users/me');
    const { body: state } = await as('bot').post('/register', { fetch_event_types: ['realm_user'] });

    const profiles = (members: { user_id: number; profile_data?: unknown }[]) =>
      Object.fromEntries(members.map(({ user_id, profile_data }) => [user_id, profile_data]));
    const people = ['owner', 'admin', 'moderator', 'bob', 'guest'] as const;
    const expected = {
      ...Object.fromEntries(people.map((name) => [users[name].id, {}])),
      [users.alice.id]: profile,
      [users.bot.id]: undefined,
    };
    assert.deepEqual(profiles(all.members), expected);
    assert.deepEqual(profiles(state.realm_users), expected);
    assert.deepEqual([one.user.profile_data, own.profile_data], [profile, profile]);
    assert.deepEqual(
      [...without.members, oneWithout.user, bot, ...state.cross_realm_bots].filter((user) => 'profile_data' in user),
      [],
    );
  });

  it('stays when a person is deactivated', async (t) => {
    const scene = await setScene(t);
    const id = await scene.add('pronouns');
    await scene.set('bob', [{ id, value: 'he' }]);
    scene.db.run('UPDATE users SET is_active = 0 WHERE id = ?', scene.users.bob.id);

    const { body } = await scene.as('alice').post('/register', { fetch_event_types: ['realm_user'] });

    const gone = body.realm_non_active_users.map((user: Values) => [user.user_id, user.profile_data]);
    assert.deepEqual(gone, [[scene.users.bob.id, { [id]: { value: 'he' } }]]);
  });
});

/** Lets guests know only those they have to do with; nobody has to do with anybody. */
async function keepToThemselves({ as, db, users }: TestServer): Promise<void> {
  const members = db.value<number>("SELECT id FROM groups WHERE name = 'role:members'") as number;
  const value = JSON.stringify(members);
  db.run("INSERT OR REPLACE INTO realm_settings (name, value) VALUES ('can_access_all_users_group', ?)", value);
  await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
  assert.equal((await as('guest').get(`/users/${users.bob.id}`)).status, 400);
}
