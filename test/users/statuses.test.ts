import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };
const lunch = { status_text: 'At lunch' };
const soup = { emoji_name: 'stew', emoji_code: '1f372', reaction_type: 'unicode_emoji' };

function setStatus({ as }: TestServer, name: CastName, values: Values) {
  return as(name).post('/users/me/status', values);
}

async function statusOf({ as, users }: TestServer, name: CastName): Promise<unknown> {
  return (await as('bob').get(`/users/${users[name].id}/status`)).body;
}

async function statusesSeenBy({ as }: TestServer, name: CastName): Promise<unknown> {
  return (await as(name).post('/register', { fetch_event_types: ['user_status'] })).body.user_status;
}

describe('POST /users/me/status', () => {
  it('sets text and emoji, and tells everyone', async (t) => {
    const server = await startServer(t);
    const user_id = server.users.alice.id;
    const ears = await listen(server, ['alice', 'guest']);

    const { body } = await setStatus(server, 'alice', { ...lunch, ...soup });

    assert.deepEqual(body, ok);
    const event = { type: 'user_status', user_id, ...lunch, ...soup };
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event] });
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: { ...lunch, ...soup } });
    assert.deepEqual(await statusesSeenBy(server, 'guest'), { [user_id]: { ...lunch, ...soup } });
  });

  it('changes only what is sent', async (t) => {
    const server = await startServer(t);
    const user_id = server.users.alice.id;
    await setStatus(server, 'alice', { ...lunch, ...soup });
    const ears = await listen(server, ['bob']);

    await setStatus(server, 'alice', { status_text: '  At tea ' });

    assert.deepEqual(await ears.heard(), { bob: [{ type: 'user_status', user_id, status_text: 'At tea' }] });
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: { status_text: 'At tea', ...soup } });
  });

  it('takes the emoji away and leaves the text', async (t) => {
    const server = await startServer(t);
    const user_id = server.users.alice.id;
    await setStatus(server, 'alice', { ...lunch, ...soup });
    const ears = await listen(server, ['bob']);

    await setStatus(server, 'alice', { emoji_name: '' });

    const none = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' };
    assert.deepEqual(await ears.heard(), { bob: [{ type: 'user_status', user_id, ...none }] });
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: lunch });
  });

  it('takes the emoji away from phones, which send all of it empty', async (t) => {
    const server = await startServer(t);
    await setStatus(server, 'alice', { ...lunch, ...soup });

    const { body } = await setStatus(server, 'alice', { emoji_name: '', emoji_code: '', reaction_type: '' });

    assert.deepEqual(body, ok);
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: lunch });
  });

  it('is forgotten once it says nothing', async (t) => {
    const server = await startServer(t);
    await setStatus(server, 'alice', { ...lunch, ...soup });

    await setStatus(server, 'alice', { status_text: ' ', emoji_name: '' });

    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: {} });
    assert.deepEqual(await statusesSeenBy(server, 'bob'), {});
    assert.deepEqual(server.db.all('SELECT * FROM user_status'), []);
  });

  it('finds the emoji by its name alone', async (t) => {
    const server = await startServer(t);

    await setStatus(server, 'alice', { emoji_name: 'stew' });

    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: soup });
  });

  it('finds an emoji of the organization by its name alone', async (t) => {
    const server = await startServer(t);
    const { id } = server.db.run("INSERT INTO realm_emoji (name) VALUES ('parrot')");

    await setStatus(server, 'alice', { emoji_name: 'parrot' });

    const parrot = { emoji_name: 'parrot', emoji_code: String(id), reaction_type: 'realm_emoji' };
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: parrot });
  });

  it('counts characters, not their parts, and no blanks around them', async (t) => {
    const server = await startServer(t);

    const fits = await setStatus(server, 'alice', { status_text: ` ${'🍲'.repeat(60)} ` });
    const { body } = await setStatus(server, 'alice', { status_text: '🍲'.repeat(61) });

    assert.deepEqual(fits.body, ok);
    assert.deepEqual(body, badRequest('status_text is too long (limit: 60 characters)'));
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: { status_text: '🍲'.repeat(60) } });
  });

  it('hides the user by the older way, which is the setting', async (t) => {
    const server = await startServer(t);
    const user_id = server.users.alice.id;
    const ears = await listen(server, ['alice', 'bob'], { event_types: ['user_status', 'user_settings'] });

    await setStatus(server, 'alice', { away: true, ...lunch });

    const setting = { type: 'user_settings', op: 'update', property: 'presence_enabled', value: false };
    const statuses = [
      { type: 'user_status', user_id, away: true },
      { type: 'user_status', user_id, ...lunch },
    ];
    assert.deepEqual(await ears.heard(), { alice: [setting, ...statuses], bob: statuses });
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: { away: true, ...lunch } });
    assert.deepEqual(await statusesSeenBy(server, 'bob'), { [user_id]: { away: true, ...lunch } });

    await setStatus(server, 'alice', { away: false });

    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: lunch });
  });

  const nothing = 'Client did not pass any new values.';
  const nameless = 'Client must pass emoji_name if they pass either emoji_code or reaction_type.';
  const refusals: [string, Values, string][] = [
    ['nothing', {}, nothing],
    ['a code alone', { emoji_code: '1f372' }, nothing],
    ['an unknown type alone', { reaction_type: 'sticker' }, nothing],
    ['a code without a name', { ...lunch, emoji_code: '1f372' }, nameless],
    ['a type without a name', { away: false, reaction_type: 'unicode_emoji' }, nameless],
    ['an unknown name', { emoji_name: 'no_such_thing' }, "Emoji 'no_such_thing' does not exist"],
    [
      'an unknown name with a code',
      { ...soup, emoji_name: 'nobody_knows', reaction_type: undefined },
      "Emoji 'nobody_knows' does not exist",
    ],
    ['an unknown code', { ...soup, emoji_code: 'ffff' }, 'Invalid emoji code.'],
    ["another emoji's name", { ...soup, emoji_name: 'heart' }, 'Invalid emoji name.'],
    ['an unknown type', { ...soup, reaction_type: 'sticker' }, 'Invalid emoji type.'],
    ['an empty type of an emoji', { ...soup, reaction_type: '' }, 'Invalid emoji type.'],
    ['a custom emoji that is not there', { ...soup, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    ['an extra emoji that is none', { ...soup, reaction_type: 'service_extra_emoji' }, 'Invalid emoji code.'],
  ];
  for (const [what, values, msg] of refusals) {
    it(`refuses ${what}`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice']);

      const { status, body } = await setStatus(server, 'alice', values);

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.deepEqual(await statusesSeenBy(server, 'alice'), {});
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('refuses bots', async (t) => {
    const server = await startServer(t);

    const { body } = await setStatus(server, 'bot', lunch);

    assert.deepEqual(body, badRequest('This endpoint does not accept bot requests.'));
  });
});

describe('GET /users/{user_id}/status', () => {
  it('is empty for a user who said nothing', async (t) => {
    const server = await startServer(t);

    assert.deepEqual(await statusOf(server, 'guest'), { ...ok, status: {} });
  });

  it('is of people alone, and of those who are there', async (t) => {
    const server = await startServer(t);
    const { as, users, db } = server;
    db.run('UPDATE users SET is_active = 0 WHERE id = ?', users.moderator.id);

    assert.deepEqual(await statusOf(server, 'bot'), badRequest('No such user'));
    assert.deepEqual(await statusOf(server, 'moderator'), badRequest('User is deactivated'));
    assert.deepEqual((await as('alice').get('/users/999/status')).body, badRequest('No such user'));
  });
});

describe('POST /users/{user_id}/status', () => {
  it("lets an administrator change another's status, and tells everyone", async (t) => {
    const server = await startServer(t);
    const user_id = server.users.alice.id;
    const ears = await listen(server, ['alice', 'guest']);

    const { body } = await server.as('admin').post(`/users/${user_id}/status`, { ...lunch, ...soup });

    assert.deepEqual(body, ok);
    const event = { type: 'user_status', user_id, ...lunch, ...soup };
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event] });
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: { ...lunch, ...soup } });
  });

  it('lets a bot do so that administers', async (t) => {
    const server = await startServer(t);
    server.db.run('UPDATE users SET role = 200 WHERE id = ?', server.users.bot.id);

    const { body } = await server.as('bot').post(`/users/${server.users.alice.id}/status`, lunch);

    assert.deepEqual(body, ok);
    assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: lunch });
  });

  for (const name of ['moderator', 'alice', 'bob', 'guest', 'bot'] as const) {
    it(`refuses ${name}, also for oneself`, async (t) => {
      const server = await startServer(t);

      const { status, body } = await server.as(name).post(`/users/${server.users.alice.id}/status`, lunch);

      assert.deepEqual([status, body], [400, badRequest('Insufficient permission')]);
      assert.deepEqual(await statusOf(server, 'alice'), { ...ok, status: {} });
    });
  }

  it('does not know a bot, nor who hides from others', async (t) => {
    const { as, users } = await startServer(t);

    const bot = await as('admin').post(`/users/${users.bot.id}/status`, lunch);
    const { body } = await as('admin').post(`/users/${users.alice.id}/status`, { away: true });

    assert.deepEqual(bot.body, badRequest('No such user'));
    assert.deepEqual(body, badRequest('Client did not pass any new values.'));
  });
});

describe('user_status of POST /register', () => {
  it('leaves out the deactivated', async (t) => {
    const server = await startServer(t);
    await setStatus(server, 'alice', lunch);
    server.db.run('UPDATE users SET is_active = 0 WHERE id = ?', server.users.alice.id);

    assert.deepEqual(await statusesSeenBy(server, 'bob'), {});
  });
});
