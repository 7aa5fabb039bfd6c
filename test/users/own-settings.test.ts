import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { type UserSetting, userSettingDefaults, userSettings } from '../../src/users/setting-table.ts';
import { findUserSetting } from '../../src/users/settings.ts';
import { givePassword } from '../contract/call.ts';
import { browserOf } from '../support/browser.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { avatarOf } from '../support/pictures.ts';
import { badRequest } from '../support/scene.ts';
import { type CastName, castPassword, startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

/** A user's settings as their client gets them when it registers. */
async function settingsOf({ as }: TestServer, name: CastName): Promise<Values> {
  const { body } = await as(name).post('/register', { fetch_event_types: ['user_settings'], event_types: [] });
  return body.user_settings;
}

async function logIn({ anonymous }: TestServer, username: string, password: string): Promise<number> {
  return (await anonymous.post('/fetch_api_key', { username, password })).status;
}

/** Another value for every setting. */
const others: Record<UserSetting, unknown> = Object.fromEntries(
  Object.entries(userSettings).map(([name, { fallback, kind }]) => {
    const words = (kind.schema.enum ?? []) as unknown[];
    const other = typeof fallback === 'boolean' ? !fallback : words.find((word) => word !== fallback);
    return [name, other ?? (typeof fallback === 'number' ? fallback + 1 : 'de')];
  }),
) as Record<UserSetting, unknown>;

describe('PATCH /settings', () => {
  it('leaves everything as it is when nothing is asked for', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'bob']);

    const { body } = await server.as('alice').patch('/settings');

    assert.deepEqual(body, ok);
    assert.deepEqual(await ears.heard(), {});
    const { available_notification_sounds, emojiset_choices, ...values } = await settingsOf(server, 'alice');
    assert.deepEqual(values, { ...userSettingDefaults, timezone: '' });
    assert.ok((available_notification_sounds as string[]).includes(userSettingDefaults.notification_sound));
    const keys = (emojiset_choices as { key: string }[]).map(({ key }) => key);
    assert.deepEqual(keys, ['google', 'twitter', 'text', 'google-blob']);
  });

  for (const [name, value] of Object.entries(others)) {
    it(`changes ${name}, and tells the user's clients alone`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice', 'owner'], { event_types: ['user_settings'] });

      const { body } = await server.as('alice').patch('/settings', { [name]: value });

      assert.deepEqual(body, ok);
      const language = name === 'default_language' ? { language_name: 'German' } : {};
      const event = { type: 'user_settings', op: 'update', property: name, value, ...language };
      assert.deepEqual(await ears.heard(), { alice: [event] });
      assert.equal((await settingsOf(server, 'alice'))[name], value);
      assert.equal((await settingsOf(server, 'bob'))[name], userSettingDefaults[name as UserSetting]);
    });
  }

  it('changes several at once, and says nothing of those that stay', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice']);

    await server.as('alice').patch('/settings', { color_scheme: 2, enter_sends: false, emojiset: 'text' });

    const update = { type: 'user_settings', op: 'update' };
    assert.deepEqual(await ears.heard(), {
      alice: [
        { ...update, property: 'color_scheme', value: 2 },
        { ...update, property: 'emojiset', value: 'text' },
      ],
    });
  });

  it('keeps no row for what is as it is for everyone', async (t) => {
    const server = await startServer(t);

    await server.as('alice').patch('/settings', { color_scheme: 2 });
    await server.as('alice').patch('/settings', { color_scheme: 1 });

    assert.deepEqual(server.db.all('SELECT * FROM user_settings'), []);
  });

  it('takes texts quoted as well', async (t) => {
    const server = await startServer(t);

    await server.as('alice').patch('/settings', { emojiset: '"text"', timezone: '"Europe/Kyiv"' });

    const { emojiset, timezone } = await settingsOf(server, 'alice');
    assert.deepEqual([emojiset, timezone], ['text', 'Europe/Kyiv']);
  });

  const notListed = 'Value error, Not in the list of possible values';
  const refusals: [Values, string][] = [
    [{ color_scheme: 4 }, `Invalid color_scheme: ${notListed}`],
    [{ desktop_icon_count_display: 0 }, `Invalid desktop_icon_count_display: ${notListed}`],
    [{ enter_sends: 'maybe' }, 'enter_sends is not valid JSON'],
    [{ web_font_size_px: 'big' }, 'web_font_size_px is not valid JSON'],
    [{ emojiset: 'apple' }, `Invalid emojiset: ${notListed}`],
    [{ web_home_view: 'kitchen' }, `Invalid web_home_view: ${notListed}`],
    [{ default_language: 'klingon' }, 'Invalid default_language'],
    [{ timezone: 'Mars/Olympus' }, 'Invalid timezone: Value error, Not a recognized time zone'],
    [{ timezone: '+01:00' }, 'Invalid timezone: Value error, Not a recognized time zone'],
    [{ email_address_visibility: 6 }, `Invalid email_address_visibility: ${notListed}`],
    [{ email_notifications_batching_period_seconds: 0 }, 'Invalid email batching period: 0 seconds'],
  ];
  for (const [values, msg] of refusals) {
    it(`refuses ${JSON.stringify(values)}, and all that came with it`, async (t) => {
      const server = await startServer(t);
      const ears = await listen(server, ['alice']);

      const { status, body } = await server.as('alice').patch('/settings', { high_contrast_mode: true, ...values });

      assert.deepEqual([status, body], [400, badRequest(msg)]);
      assert.equal((await settingsOf(server, 'alice')).high_contrast_mode, false);
      assert.deepEqual(await ears.heard(), {});
    });
  }

  it('names what it does not know', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('alice').patch('/settings', { dense_mode: true, can_create_users: true });

    assert.deepEqual(body, { ...ok, ignored_parameters_unsupported: ['can_create_users', 'dense_mode'] });
  });

  it('is not for bots', async (t) => {
    const server = await startServer(t);

    const { status, body } = await server.as('bot').patch('/settings', { send_read_receipts: false });

    assert.deepEqual([status, body], [400, badRequest('This endpoint does not accept bot requests.')]);
    assert.equal((await settingsOf(server, 'bot')).send_read_receipts, true);
  });
});

describe('PATCH /settings with full_name', () => {
  it('gives the user another name, and tells everyone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['alice', 'guest']);

    const { body } = await server.as('alice').patch('/settings', { full_name: '  Alice Renamed ' });

    assert.deepEqual(body, ok);
    const person = { user_id: server.users.alice.id, full_name: 'Alice Renamed' };
    const event = { type: 'realm_user', op: 'update', person };
    assert.deepEqual(await ears.heard(), { alice: [event], guest: [event] });
    assert.equal((await server.as('bob').get(`/users/${server.users.alice.id}`)).body.user.full_name, 'Alice Renamed');
  });

  it('is refused where only administrators change names, unless the name stays', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'name_changes_disabled', true);

    const same = await server.as('alice').patch('/settings', { full_name: 'Alice Member' });
    const other = await server.as('alice').patch('/settings', { full_name: 'Alice Renamed' });
    const admin = await server.as('admin').patch('/settings', { full_name: 'Adam Renamed' });

    assert.deepEqual([same.body, admin.body], [ok, ok]);
    assert.deepEqual(other.body, badRequest('Name changes are disabled in this organization.'));
    assert.equal((await server.as('alice').get('/users/me')).body.full_name, 'Alice Member');
  });
});

describe('PATCH /settings with timezone', () => {
  it('tells the user as a setting, and everyone as part of the user', async (t) => {
    const server = await startServer(t);
    const { users } = server;
    const ears = await listen(server, ['alice', 'guest']);

    const { body } = await server.as('alice').patch('/settings', { timezone: 'Asia/Kolkata' });

    assert.deepEqual(body, ok);
    const setting = { type: 'user_settings', op: 'update', property: 'timezone', value: 'Asia/Kolkata' };
    const person = { user_id: users.alice.id, email: 'alice@example.com', timezone: 'Asia/Kolkata' };
    const update = { type: 'realm_user', op: 'update', person };
    assert.deepEqual(await ears.heard(), { alice: [setting, update], guest: [update] });
    assert.equal((await server.as('bob').get(`/users/${users.alice.id}`)).body.user.timezone, 'Asia/Kolkata');
    assert.equal((await settingsOf(server, 'alice')).timezone, 'Asia/Kolkata');
  });

  it('says nothing when it stays', async (t) => {
    const server = await startServer(t);
    await server.as('alice').patch('/settings', { timezone: 'Asia/Kolkata' });
    const ears = await listen(server, ['alice']);

    await server.as('alice').patch('/settings', { timezone: 'Asia/Kolkata' });

    assert.deepEqual(await ears.heard(), {});
  });
});

describe('PATCH /settings with new_password', () => {
  it('changes the password of who knows the present one', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'alice');
    const values = { old_password: castPassword, new_password: 'a better password' };

    const { body } = await server.as('alice').patch('/settings', values);

    assert.deepEqual(body, ok);
    assert.equal(await logIn(server, 'alice@example.com', castPassword), 401);
    assert.equal(await logIn(server, 'alice@example.com', 'a better password'), 200);
  });

  const wrong: [string, Values][] = [
    ['a wrong one', { old_password: 'a guess' }],
    ['an empty one', { old_password: '' }],
    ['none', {}],
  ];
  for (const [what, values] of wrong) {
    it(`refuses ${what} for the present password, and all that came with it`, async (t) => {
      const server = await startServer(t);
      await givePassword(server, 'alice');

      const { status, body } = await server
        .as('alice')
        .patch('/settings', { ...values, new_password: 'a better password', color_scheme: 2 });

      assert.deepEqual([status, body], [400, badRequest('Wrong password!')]);
      assert.equal(await logIn(server, 'alice@example.com', castPassword), 200);
      assert.equal((await settingsOf(server, 'alice')).color_scheme, 1);
    });
  }

  it('refuses a user without a password', async (t) => {
    const server = await startServer(t);

    const { body } = await server.as('alice').patch('/settings', { old_password: '', new_password: 'a new password' });

    assert.deepEqual(body, badRequest('Wrong password!'));
  });

  it('counts as a login: after five wrong ones nobody can try for half an hour', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'alice');
    const values = { old_password: 'a guess', new_password: 'a better password' };
    for (let count = 0; count < 5; count++) await server.as('alice').patch('/settings', values);

    const right = await server.as('alice').patch('/settings', { ...values, old_password: castPassword });

    assert.deepEqual([right.status, right.body.code], [429, 'RATE_LIMIT_HIT']);
    assert.equal(await logIn(server, 'alice@example.com', castPassword), 429);
  });

  it('leaves the password alone when the new one is empty', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'alice');

    const { body } = await server.as('alice').patch('/settings', { old_password: '', new_password: '' });

    assert.deepEqual(body, ok);
    assert.equal(await logIn(server, 'alice@example.com', castPassword), 200);
  });
});

describe('PATCH /settings with email', () => {
  it('gives the user another address, and tells those who may see it', async (t) => {
    const server = await startServer(t);
    const { users } = server;
    const ears = await listen(server, ['bob']);

    const { body } = await server.as('alice').patch('/settings', { email: ' Alice.New@example.com ' });

    assert.deepEqual(body, ok);
    const update = { type: 'realm_user', op: 'update' };
    assert.deepEqual(await ears.heard(), {
      bob: [
        { ...update, person: { user_id: users.alice.id, delivery_email: 'Alice.New@example.com' } },
        { ...update, person: { user_id: users.alice.id, new_email: 'Alice.New@example.com' } },
      ],
    });
    const { body: found } = await server.as('bob').get('/users/alice.new@example.com');
    assert.equal(found.user.user_id, users.alice.id);
  });

  it('is refused where only administrators change addresses, unless the address stays', async (t) => {
    const server = await startServer(t);
    setRealmSetting(server.db, 'email_changes_disabled', true);

    const same = await server.as('alice').patch('/settings', { email: 'alice@example.com' });
    const empty = await server.as('alice').patch('/settings', { email: '' });
    const other = await server.as('alice').patch('/settings', { email: 'new@example.com' });
    const admin = await server.as('admin').patch('/settings', { email: 'adam@example.com' });

    assert.deepEqual([same.body, empty.body, admin.body], [ok, ok, ok]);
    assert.deepEqual(other.body, badRequest('Email address changes are disabled in this organization.'));
  });

  it('needs the password in a browser, but no other one', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'alice');
    const email = 'new@example.com';
    const alice = browserOf(server, 'alice');
    const bob = browserOf(server, 'bob');

    const without = await alice.call('PATCH', '/settings', { email });
    const wrong = await alice.call('PATCH', '/settings', { email, old_password: 'a guess' });
    const same = await alice.call('PATCH', '/settings', { email: 'alice@example.com' });
    const right = await alice.call('PATCH', '/settings', { email, old_password: castPassword });
    const program = await server.as('bob').patch('/settings', { email: 'b@example.com', old_password: 'ignored' });
    const passwordless = await bob.call('PATCH', '/settings', { email: 'c@example.com' });

    const refused = badRequest('Wrong password!');
    assert.deepEqual([without.body, wrong.body, same.body, right.body], [refused, refused, ok, ok]);
    assert.deepEqual([program.body, passwordless.body], [ok, ok]);
  });

  it('counts wrong passwords like logins', async (t) => {
    const server = await startServer(t);
    await givePassword(server, 'alice');
    const browser = browserOf(server, 'alice');
    const values = { email: 'new@example.com', old_password: 'a guess' };
    for (let tries = 0; tries < 5; tries++) await browser.call('PATCH', '/settings', values);

    const { status } = await browser.call('PATCH', '/settings', { ...values, old_password: castPassword });

    assert.equal(status, 429);
  });
});

describe('PATCH /settings with email_address_visibility', () => {
  it('tells those who no longer see the address, and everyone what to call the user by', async (t) => {
    const server = await startServer(t);
    const { users } = server;
    const ears = await listen(server, ['admin', 'bob', 'guest'], { event_types: ['realm_user'] });

    await server.as('alice').patch('/settings', { email_address_visibility: 3 });

    const user_id = users.alice.id;
    const avatar_url = avatarOf(user_id);
    const picture = { avatar_url, avatar_url_medium: avatarOf(user_id, 'drawn', 'medium'), avatar_source: 'J' };
    const update = (person: object) => ({ type: 'realm_user', op: 'update', person: { user_id, ...person } });
    const renamed = update({ new_email: `user${user_id}@chat.example.com` });
    const hidden = [update({ delivery_email: null }), renamed, update({ ...picture, avatar_version: 1 })];
    assert.deepEqual(await ears.heard(), { admin: [renamed], bob: hidden, guest: hidden });
    const { body } = await server.as('bob').get(`/users/${user_id}`);
    assert.deepEqual([body.user.email, body.user.delivery_email], [`user${user_id}@chat.example.com`, null]);
  });

  it('tells those who see the address now', async (t) => {
    const server = await startServer(t);
    const user_id = server.users.alice.id;
    await server.as('alice').patch('/settings', { email_address_visibility: 4 });
    const ears = await listen(server, ['alice', 'admin', 'bob', 'guest'], { event_types: ['realm_user'] });

    await server.as('alice').patch('/settings', { email_address_visibility: 5 });

    const person = { user_id, delivery_email: 'alice@example.com' };
    assert.deepEqual(await ears.heard(), { admin: [{ type: 'realm_user', op: 'update', person }] });
  });
});

describe('PATCH /settings with presence_enabled', () => {
  it('shows the user as gone, and as there again, to everyone at once', async (t) => {
    const server = await startServer(t);
    const { as, users, clock } = server;
    const user_id = users.alice.id;
    await as('alice').post('/users/me/presence', { status: 'active' });
    const capabilities = {
      client_capabilities: { notification_settings_null: true, simplified_presence_events: true },
    };
    const ears = await listen(server, ['bob'], { ...capabilities, event_types: ['presence', 'user_status'] });

    await as('alice').patch('/settings', { presence_enabled: false });
    await as('alice').patch('/settings', { presence_enabled: true });

    const now = clock.now();
    assert.deepEqual(await ears.heard(), {
      bob: [
        { type: 'user_status', user_id, away: true },
        { type: 'presence', presences: { [user_id]: { active_timestamp: now - 320, idle_timestamp: now - 320 } } },
        { type: 'user_status', user_id, away: false },
        { type: 'presence', presences: { [user_id]: { active_timestamp: now, idle_timestamp: now } } },
      ],
    });
  });
});

describe('PATCH /settings for others', () => {
  it('changes the settings of users and members of groups, and not those of the administrator', async (t) => {
    const server = await startServer(t);
    const { as, users, db } = server;
    await as('bob').patch('/settings', { color_scheme: 3 });
    const created = { name: 'cooks', description: '', members: [users.moderator.id] };
    const { group_id } = (await as('admin').post('/user_groups/create', created)).body;
    const ears = await listen(server, ['admin', 'alice', 'bob', 'moderator'], { event_types: ['user_settings'] });

    const target_users = { user_ids: [users.alice.id, users.bob.id, users.alice.id], group_ids: [group_id] };
    const { status } = await as('admin').patch('/settings', {
      color_scheme: 2,
      target_users,
      skip_if_already_edited: true,
    });

    assert.equal(status, 200);
    const event = { type: 'user_settings', op: 'update', property: 'color_scheme', value: 2 };
    assert.deepEqual(await ears.heard(), { alice: [event], moderator: [event] });
    assert.equal(findUserSetting(db, users.bob.id, 'color_scheme'), 3);
    assert.equal((await as('alice').patch('/settings', { color_scheme: 1, target_users })).status, 400);
    assert.equal(findUserSetting(db, users.alice.id, 'color_scheme'), 2);
  });
});
