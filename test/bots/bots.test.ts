import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemGroupId } from '../../src/realm/group.ts';
import { type RealmPermission, setRealmSetting } from '../../src/realm/settings.ts';
import { Client, type Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { giveMailServer } from '../support/mail.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest, send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const helper = { full_name: 'Helper', short_name: 'helper' };
const noDefaults = {
  default_sending_stream: null,
  default_events_register_stream: null,
  default_all_public_streams: false,
};
const onlyBots = { event_types: ['realm_bot'] };
const png = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1');

async function makeBot({ as }: TestServer, name: CastName, values: Values = {}) {
  const { status, body } = await as(name).post('/bots', { ...helper, ...values });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** An outgoing webhook that an administrator made and gave to somebody. */
async function makeWebhookFor(server: TestServer, name: CastName): Promise<number> {
  const { user_id } = await makeBot(server, 'admin', { bot_type: 3, payload_url: 'http://127.0.0.1:9/' });
  await server.as('admin').patch(`/bots/${user_id}`, { bot_owner_id: server.users[name].id });
  return user_id;
}

async function listOwn({ as }: TestServer, name: CastName): Promise<{ user_id: number; username: string }[]> {
  return (await as(name).get('/bots')).body.bots;
}

function permit({ db }: TestServer, name: RealmPermission, group: Parameters<typeof systemGroupId>[1]): void {
  setRealmSetting(db, name, systemGroupId(db, group));
}

/** A client of a bot that alice made. */
function asBot({ url }: TestServer, key: string): Client {
  return new Client(url, { email: 'helper-bot@chat.example.com', key });
}

function sendFile({ as }: TestServer, method: string, path: string, fields: Values): Promise<{ status: number }> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  body.append('file', new Blob([png]), 'face.png');
  return as('alice').send(method, path, { body });
}

describe('POST /bots', () => {
  it('makes a bot that can log in, and tells everyone of it and its administrators more', async (t) => {
    const server = await startServer(t);
    const { users } = server;
    const ears = await listen(server, ['alice', 'admin', 'bob'], { event_types: ['realm_user', 'realm_bot'] });

    const { api_key, ...body } = await makeBot(server, 'alice');

    const user_id = users.bot.id + 1;
    assert.deepEqual(body, { ...ok, user_id, avatar_url: avatarOf(user_id), ...noDefaults });
    const { body: own } = await asBot(server, api_key).get('/users/me');
    const { result: _, msg: __, max_message_id: ___, ...record } = own;
    assert.deepEqual(
      [record.email, record.is_bot, record.bot_type, record.bot_owner_id, record.role],
      ['helper-bot@chat.example.com', true, 1, users.alice.id, 400],
    );
    const added = { type: 'realm_user', op: 'add', person: record };
    const bot = {
      user_id,
      email: 'helper-bot@chat.example.com',
      full_name: 'Helper',
      bot_type: 1,
      is_active: true,
      ...noDefaults,
      avatar_url: avatarOf(user_id),
      services: [],
      owner_id: users.alice.id,
    };
    const administered = { type: 'realm_bot', op: 'add', bot };
    assert.deepEqual(await ears.heard(), {
      alice: [added, administered],
      admin: [added, administered],
      bob: [added],
    });
  });

  it('knows where the bot belongs, and its picture', async (t) => {
    const server = await startServer(t);
    await subscribe(server.as('alice'), 'secret', { invite_only: true });

    const defaults = {
      default_sending_stream: 'secret',
      default_events_register_stream: 'general',
      default_all_public_streams: true,
    };
    const { body } = (await sendFile(server, 'POST', '/bots', { ...helper, ...defaults })) as never as {
      body: Record<string, unknown> & { user_id: number };
    };

    const { api_key: _, user_id, ...answer } = body;
    assert.deepEqual(answer, { ...ok, ...defaults, avatar_url: avatarOf(user_id, 1) });
    const hidden = await server
      .as('bob')
      .post('/bots', { full_name: 'Other', short_name: 'other', default_sending_stream: 'secret' });
    assert.deepEqual(hidden.body, badRequest("Invalid channel name 'secret'"));
  });

  it('makes outgoing webhooks with a token of their own', async (t) => {
    const server = await startServer(t);

    await makeBot(server, 'admin', { bot_type: 3, payload_url: '"http://127.0.0.1:9/hook"', interface_type: 2 });

    const { body } = await server.as('admin').post('/register', { fetch_event_types: ['realm_bot'] });
    const { services } = body.realm_bots.find((one: { bot_type: number }) => one.bot_type === 3);
    const [{ token }] = services;
    assert.match(token, /^[A-Za-z0-9]{32}$/);
    assert.deepEqual(services, [{ base_url: 'http://127.0.0.1:9/hook', interface: 2, token }]);
    const missing = await server.as('admin').post('/bots', { full_name: 'Other', short_name: 'other', bot_type: 3 });
    assert.deepEqual([missing.status, missing.body.var_name], [400, 'payload_url']);
  });

  it('takes only addresses of the web', async (t) => {
    const server = await startServer(t);

    for (const payload_url of [
      'ftp://example.com',
      'javascript:alert(1)',
      'http://user:secret@example.com/',
      '/hook',
    ]) {
      const { body } = await server.as('alice').post('/bots', { ...helper, bot_type: 3, payload_url });
      assert.deepEqual(body, badRequest('payload_url is not a URL'));
    }
  });

  it('is for those whom the organization lets make bots of that kind', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const refusal = badRequest('Insufficient permission');
    permit(server, 'can_create_bots_group', 'role:administrators');
    permit(server, 'can_create_write_only_bots_group', 'role:moderators');
    const make = async (name: CastName, bot_type: number) => {
      const bot = { full_name: `${name} ${bot_type}`, short_name: `${name}${bot_type}`, bot_type };
      return (await as(name).post('/bots', bot)).body;
    };

    assert.deepEqual(await make('guest', 2), badRequest('Not allowed for guest users'));
    assert.deepEqual(await make('bot', 2), badRequest('This endpoint does not accept bot requests.'));
    assert.deepEqual([await make('alice', 1), await make('alice', 2)], [refusal, refusal]);
    assert.deepEqual([await make('moderator', 1), (await make('moderator', 2)).msg], [refusal, '']);
    assert.deepEqual([(await make('admin', 1)).msg, (await make('admin', 2)).msg], ['', '']);
  });

  it('takes no name that an active user has, however it is written', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const taken = badRequest('Name is already in use.');
    const make = async (full_name: string, short_name: string) =>
      (await as('alice').post('/bots', { full_name, short_name })).body;

    const refused = [await make('BUILD BOT', 'a'), await make('Ｂob member', 'b')];
    await as('admin').delete(`/users/${users.bob.id}`);
    const { msg } = await make('Bob Member', 'c');

    assert.deepEqual(refused, [taken, taken]);
    assert.equal(msg, '');
  });
});

describe('an incoming webhook', () => {
  it('sends messages and does nothing else', async (t) => {
    const server = await startServer(t);
    const { api_key } = await makeBot(server, 'alice', { bot_type: 2 });
    const bot = asBot(server, api_key);

    const id = await send(bot, { to: 'general', content: 'Deployed.' });

    for (const path of ['/users/me', '/messages', '/streams', `/messages/${id}`]) {
      const { status, headers, body } = await bot.get(path);
      assert.equal(status, 401);
      assert.match(headers['www-authenticate'] ?? '', /^Basic /);
      const msg = 'This API is not available to incoming webhook bots.';
      assert.deepEqual(body, { result: 'error', msg, code: 'UNAUTHORIZED' });
    }
    assert.equal((await bot.post('/register')).status, 401);
  });
});

describe('GET /bots', () => {
  it('lists the own bots that are active', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const { user_id } = await makeBot(server, 'alice');

    await as('alice').delete(`/bots/${users.bot.id}`);
    const { body } = await as('alice').get('/bots');

    const avatar_url = avatarOf(user_id);
    const bot = { user_id, username: 'helper-bot@chat.example.com', full_name: 'Helper', avatar_url, ...noDefaults };
    assert.deepEqual(body, { ...ok, bots: [bot] });
    assert.deepEqual((await as('admin').get('/bots')).body.bots, []);
  });
});

describe('realm_bots', () => {
  it('are all bots for administrators and the own ones for others, without keys', async (t) => {
    const server = await startServer(t);
    const { user_id } = await makeBot(server, 'bob');
    const bots = async (name: CastName) => {
      const { body } = await server.as(name).post('/register', { fetch_event_types: ['realm_bot'] });
      assert.ok(body.realm_bots.every((bot: object) => !('api_key' in bot)));
      return body.realm_bots.map((bot: { user_id: number }) => bot.user_id);
    };

    assert.deepEqual(await bots('admin'), [server.users.bot.id, user_id]);
    assert.deepEqual(await bots('alice'), [server.users.bot.id]);
    assert.deepEqual(await bots('bob'), [user_id]);
    assert.deepEqual(await bots('guest'), []);
  });
});

describe('PATCH /bots/{bot_id}', () => {
  it('changes what its owner may change, and tells who administers it', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const user_id = await makeWebhookFor(server, 'alice');
    const ears = await listen(server, ['alice', 'admin', 'bob'], { event_types: ['realm_user', 'realm_bot'] });

    const { body } = await as('alice').patch(`/bots/${user_id}`, {
      full_name: 'Better Helper',
      service_interface: 2,
      default_sending_stream: 'general',
      default_all_public_streams: true,
    });

    assert.deepEqual(body, {
      ...ok,
      full_name: 'Better Helper',
      avatar_url: avatarOf(user_id),
      service_payload_url: 'http://127.0.0.1:9/',
      service_interface: 2,
      config_data: null,
      ...noDefaults,
      default_sending_stream: 'general',
      default_all_public_streams: true,
      bot_owner: 'alice@example.com',
    });
    const { body: state } = await as('alice').post('/register', { fetch_event_types: ['realm_bot'] });
    const bot = state.realm_bots.find((one: { user_id: number }) => one.user_id === user_id);
    assert.equal(bot.services[0].interface, 2);
    const named = { type: 'realm_user', op: 'update', person: { user_id, full_name: 'Better Helper' } };
    const changed = (changes: object) => ({ type: 'realm_bot', op: 'update', bot: { user_id, ...changes } });
    const events = [
      named,
      changed({ full_name: 'Better Helper' }),
      changed({ default_sending_stream: 'general' }),
      changed({ default_all_public_streams: true }),
      changed({ services: bot.services }),
    ];
    assert.deepEqual(await ears.heard(), { alice: events, admin: events, bob: [named] });
    assert.equal((await as('bob').get(`/users/${users.bot.id}`)).body.user.full_name, 'Build Bot');
  });

  it('changes its address by its short name, which is an event for everyone and one for who administers it', async (t) => {
    const server = await startServer(t);
    const mailbox = giveMailServer(server);
    const { as } = server;
    const { user_id, api_key } = await makeBot(server, 'alice');
    const ears = await listen(server, ['alice', 'admin', 'bob'], { event_types: ['realm_user', 'realm_bot'] });

    const { status } = await as('alice').patch(`/bots/${user_id}`, { short_name: ' mender ' });

    assert.equal(status, 200);
    const email = 'mender-bot@chat.example.com';
    const person = (fields: object) => ({ type: 'realm_user', op: 'update', person: { user_id, ...fields } });
    const people = [person({ delivery_email: email }), person({ new_email: email })];
    const administered = [...people, { type: 'realm_bot', op: 'update', bot: { user_id, email } }];
    assert.deepEqual(await ears.heard(), { alice: administered, admin: administered, bob: people });
    assert.equal((await asBot(server, api_key).get('/users/me')).status, 401);
    assert.equal((await new Client(server.url, { email, key: api_key }).get('/users/me')).body.email, email);
    assert.equal((await listOwn(server, 'alice')).find((bot) => bot.user_id === user_id)?.username, email);
    assert.deepEqual(mailbox.mails, []);
  });

  it('keeps its address when the short name is its own, and refuses those of others and none', async (t) => {
    const server = await startServer(t);
    const { as } = server;
    const { user_id } = await makeBot(server, 'alice');
    await makeBot(server, 'alice', { full_name: 'Other', short_name: 'other' });
    const ears = await listen(server, ['alice']);
    const rename = async (short_name: string) => (await as('alice').patch(`/bots/${user_id}`, { short_name })).body;

    const same = await rename('helper');
    const refused = [await rename('other'), await rename('OTHER'), await rename(' '), await rename('a b')];

    assert.equal(same.result, 'success');
    const taken = badRequest('Email is already in use.');
    const invalid = badRequest('Bad name or username');
    assert.deepEqual(refused, [taken, taken, invalid, invalid]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('checks name and address before all that is said about it', async (t) => {
    const { as } = await startServer(t);
    const make = async (values: Values) => (await as('alice').post('/bots', { ...helper, ...values })).body;
    await make({});
    const wrong = { default_sending_stream: 'nowhere', interface_type: 7 };

    const refused = [await make({ ...wrong, full_name: 'H' }), await make(wrong), await make({ bot_type: 9 })];

    const taken = badRequest('Email is already in use.');
    assert.deepEqual(refused, [badRequest('Name too short!'), taken, taken]);
  });

  it('takes no configuration but texts by name, whatever else is wrong', async (t) => {
    const { as } = await startServer(t);
    const cases: [unknown, string][] = [
      ['[]', 'config_data is not a dict'],
      ['null', 'config_data is not a dict'],
      [{ a: 1 }, 'config_data["a"] is not a string'],
      [{ a: 'b' }, 'Invalid configuration data!'],
    ];
    for (const [config_data, msg] of cases) {
      const { body } = await as('alice').post('/bots', { ...helper, config_data });
      assert.deepEqual(body, badRequest(msg));
    }
  });

  it('lets only administrators say which address the server calls', async (t) => {
    const server = await startServer(t);
    const user_id = await makeWebhookFor(server, 'alice');
    const payload_url = 'http://127.0.0.1:9/new';
    const change = (name: CastName) => server.as(name).patch(`/bots/${user_id}`, { service_payload_url: payload_url });

    const other = { full_name: 'Other', short_name: 'other', bot_type: 3, payload_url };
    const made = await server.as('alice').post('/bots', other);
    const changed = await change('alice');

    assert.deepEqual(
      [made.body, changed.body],
      [badRequest('Insufficient permission'), badRequest('Insufficient permission')],
    );
    assert.equal(server.db.value('SELECT payload_url FROM bots WHERE user_id = ?', user_id), 'http://127.0.0.1:9/');
    assert.equal((await change('admin')).body.service_payload_url, payload_url);
  });

  it('takes a default away again', async (t) => {
    const server = await startServer(t);
    const { user_id } = await makeBot(server, 'alice', { default_sending_stream: 'general' });

    const { body } = await server.as('alice').patch(`/bots/${user_id}`, { default_sending_stream: '' });

    assert.equal(body.default_sending_stream, null);
  });

  it('gives it to somebody else: it goes for one and comes for the other', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const ears = await listen(server, ['alice', 'bob', 'admin', 'guest'], { event_types: ['realm_user', 'realm_bot'] });
    const user_id = users.bot.id;

    const { body } = await as('alice').patch(`/bots/${user_id}`, { bot_owner_id: users.bob.id });

    assert.equal(body.bot_owner, 'bob@example.com');
    const { body: state } = await as('bob').post('/register', { fetch_event_types: ['realm_bot'] });
    const owned = { type: 'realm_user', op: 'update', person: { user_id, bot_owner_id: users.bob.id } };
    assert.deepEqual(await ears.heard(), {
      alice: [{ type: 'realm_bot', op: 'delete', bot: { user_id } }, owned],
      bob: [{ type: 'realm_bot', op: 'add', bot: state.realm_bots[0] }, owned],
      admin: [{ type: 'realm_bot', op: 'update', bot: { user_id, owner_id: users.bob.id } }, owned],
      guest: [owned],
    });
    assert.deepEqual((await as('alice').delete(`/bots/${user_id}`)).body, badRequest('Insufficient permission'));
  });

  it('takes from bots the rights that their owner loses, who has their keys', async (t) => {
    const { as, db, users } = await startServer(t);
    const make = async (name: CastName, role: number): Promise<number> => {
      const { body } = await as(name).post('/bots', { full_name: `Bot ${role}`, short_name: `b${role}` });
      await as('owner').patch(`/bots/${body.user_id}`, { role });
      return body.user_id;
    };
    const bots = [await make('admin', 200), await make('admin', 400), await make('admin', 600)];
    const rolesNow = () => bots.map((id) => db.value('SELECT role FROM users WHERE id = ?', id));
    const seen: unknown[] = [];

    for (const role of [300, 400, 200, 600]) {
      await as('owner').patch(`/users/${users.admin.id}`, { role });
      seen.push(rolesNow());
    }

    assert.deepEqual(seen, [
      [300, 400, 600],
      [400, 400, 600],
      [400, 400, 600],
      [600, 600, 600],
    ]);
  });

  it('lets administrators set a role, and only owners that of an owner', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const path = `/bots/${users.bot.id}`;

    const own = await as('alice').patch(path, { role: 300 });
    const admin = await as('admin').patch(path, { role: 300 });
    const tooMuch = await as('admin').patch(path, { role: 100 });
    const owner = await as('owner').patch(path, { role: 100 });
    const out = await as('alice').patch(path, { full_name: 'Mine' });

    assert.deepEqual(own.body, badRequest('Insufficient permission'));
    assert.equal(admin.status, 200);
    assert.deepEqual(tooMuch.body, badRequest('Must be an organization owner'));
    assert.equal(owner.status, 200);
    assert.deepEqual(out.body, badRequest('Must be an organization owner'));
  });

  it('changes its picture', async (t) => {
    const server = await startServer(t);
    const { users } = server;
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['realm_user', 'realm_bot'] });

    const { status } = await sendFile(server, 'PATCH', `/bots/${users.bot.id}`, {});

    assert.equal(status, 200);
    const avatar_url = avatarOf(users.bot.id, 2);
    const heard = await ears.heard();
    assert.equal(heard.bob?.length, 1);
    assert.equal(heard.bob?.[0].person.avatar_url, avatar_url);
    const event = { type: 'realm_bot', op: 'update', bot: { user_id: users.bot.id, avatar_url } };
    assert.deepEqual(heard.alice, [heard.bob?.[0], event]);
    assert.equal((await fetch(server.url + avatar_url)).headers.get('Content-Type'), 'image/png');
  });
});

describe('DELETE /bots/{bot_id}', () => {
  it('shuts it, for its owner and for administrators', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['realm_user', 'realm_bot'] });

    const other = await as('bob').delete(`/bots/${users.bot.id}`);
    const { body } = await as('alice').delete(`/bots/${users.bot.id}`);

    assert.deepEqual([other.body, body], [badRequest('Insufficient permission'), ok]);
    assert.equal((await as('bot').get('/users/me')).status, 401);
    const person = { user_id: users.bot.id, is_active: false };
    const gone = { type: 'realm_user', op: 'update', person };
    const shut = { type: 'realm_bot', op: 'update', bot: person };
    assert.deepEqual(await ears.heard(), { alice: [gone, shut], bob: [gone] });
  });

  it('is told that people and bots of the server are no bots', async (t) => {
    const server = await startServer(t);
    const system = server.db.value<number>('SELECT min(id) FROM users WHERE is_system_bot = 1');

    for (const id of [server.users.bob.id, system, 4711]) {
      const { body } = await server.as('owner').delete(`/bots/${id}`);
      assert.deepEqual(body, badRequest('No such bot'));
    }
  });
});

describe('the API key of a bot', () => {
  it('is made anew, and the old one is useless', async (t) => {
    const server = await startServer(t);
    const { user_id, api_key } = await makeBot(server, 'alice');
    const ears = await listen(server, ['alice', 'admin'], onlyBots);

    const { body } = await server.as('alice').post(`/bots/${user_id}/api_key/regenerate`);

    assert.match(body.api_key, /^[A-Za-z0-9]{32}$/);
    assert.equal((await asBot(server, api_key).get('/users/me')).status, 401);
    assert.equal((await asBot(server, body.api_key).get('/users/me')).status, 200);
    assert.deepEqual(await ears.heard(), {});
  });

  it('can be had once more without touching the others', async (t) => {
    const server = await startServer(t);
    const { user_id, api_key } = await makeBot(server, 'alice');

    const { body } = await server.as('admin').get(`/bots/${user_id}/api_key`);

    assert.notEqual(body.api_key, api_key);
    assert.equal((await asBot(server, api_key).get('/users/me')).status, 200);
    assert.equal((await asBot(server, body.api_key).get('/users/me')).status, 200);
  });

  it('is for its owner and administrators', async (t) => {
    const server = await startServer(t);
    const { as, users } = server;

    const regenerated = await as('bob').post(`/bots/${users.bot.id}/api_key/regenerate`);
    const more = await as('moderator').get(`/bots/${users.bot.id}/api_key`);

    assert.deepEqual(regenerated.body, badRequest('Insufficient permission'));
    assert.deepEqual(more.body, badRequest('Insufficient permission'));
    assert.equal((await as('bot').get('/users/me')).status, 200);
  });
});
