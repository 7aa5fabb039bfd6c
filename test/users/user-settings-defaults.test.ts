import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { userSettingDefaults } from '../../src/users/setting-table.ts';
import { findUserSettings } from '../../src/users/settings.ts';
import { roles, type User } from '../../src/users/user.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ok = { result: 'success', msg: '' };

async function defaultsOf({ as }: TestServer): Promise<Values> {
  const { body } = await as('alice').post('/register', { fetch_event_types: ['realm_user_settings_defaults'] });
  return body.realm_user_settings_defaults;
}

function join({ app, db }: TestServer, isBot = false): User {
  const person = { email: 'carol@example.com', full_name: 'Carol New', role: roles.member, password_hash: null };
  return db.transaction(() => doCreateUser(app, isBot ? { ...person, bot: { owner_id: null } } : person));
}

describe('PATCH /realm/user_settings_defaults', () => {
  it('changes what newcomers start with, and tells everyone', async (t) => {
    const server = await startServer(t);
    const ears = await listen(server, ['admin', 'guest']);

    const { body } = await server
      .as('admin')
      .patch('/realm/user_settings_defaults', { color_scheme: 2, enter_sends: false, emojiset: 'text' });

    assert.deepEqual(body, ok);
    const update = { type: 'realm_user_settings_defaults', op: 'update' };
    const events = [
      { ...update, property: 'color_scheme', value: 2 },
      { ...update, property: 'emojiset', value: 'text' },
    ];
    assert.deepEqual(await ears.heard(), { admin: events, guest: events });
    const { available_notification_sounds: _, emojiset_choices: __, ...values } = await defaultsOf(server);
    assert.deepEqual(values, { ...userSettingDefaults, color_scheme: 2, emojiset: 'text' });
  });

  it('leaves those alone who are there already', async (t) => {
    const server = await startServer(t);

    await server.as('admin').patch('/realm/user_settings_defaults', { color_scheme: 2 });

    assert.deepEqual(findUserSettings(server.db, server.users.alice.id), userSettingDefaults);
  });

  it('gives newcomers these settings, and the language of the organization', async (t) => {
    const server = await startServer(t);
    await server.as('admin').patch('/realm/user_settings_defaults', { color_scheme: 2, email_address_visibility: 3 });
    setRealmSetting(server.db, 'default_language', 'de');

    const carol = join(server);

    const expected = { color_scheme: 2, email_address_visibility: 3, default_language: 'de' };
    assert.deepEqual(findUserSettings(server.db, carol.id), { ...userSettingDefaults, ...expected });
    assert.equal((await defaultsOf(server)).default_language, 'de');
  });

  it('gives bots what every bot has', async (t) => {
    const server = await startServer(t);
    await server.as('admin').patch('/realm/user_settings_defaults', { email_address_visibility: 3 });

    const bot = join(server, true);

    assert.deepEqual(findUserSettings(server.db, bot.id), userSettingDefaults);
  });

  it('keeps no row for what is as it always was', async (t) => {
    const server = await startServer(t);

    await server.as('admin').patch('/realm/user_settings_defaults', { color_scheme: 2 });
    await server.as('admin').patch('/realm/user_settings_defaults', { color_scheme: 1 });

    assert.deepEqual(server.db.all('SELECT * FROM new_user_settings'), []);
  });

  for (const name of ['default_language', 'timezone', 'full_name', 'allow_private_data_export']) {
    it(`does not know ${name}, which is everyone's own`, async (t) => {
      const server = await startServer(t);

      const { body } = await server.as('admin').patch('/realm/user_settings_defaults', { [name]: 'de' });

      assert.deepEqual(body, { ...ok, ignored_parameters_unsupported: [name] });
    });
  }

  it('refuses a value that is not fit, and all that came with it', async (t) => {
    const server = await startServer(t);
    const values = { enter_sends: true, color_scheme: 9 };

    const { status, body } = await server.as('admin').patch('/realm/user_settings_defaults', values);

    const msg = 'Invalid color_scheme: Value error, Not in the list of possible values';
    assert.deepEqual([status, body], [400, badRequest(msg)]);
    assert.equal((await defaultsOf(server)).enter_sends, false);
  });

  it('is for administrators', async (t) => {
    const server = await startServer(t);

    const { status, body } = await server.as('moderator').patch('/realm/user_settings_defaults', { color_scheme: 2 });

    assert.deepEqual([status, body], [400, badRequest('Must be an organization administrator')]);
    assert.equal((await defaultsOf(server)).color_scheme, 1);
  });
});
