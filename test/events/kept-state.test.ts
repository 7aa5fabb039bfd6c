import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { initialState } from '../../src/registration/state.ts';
import type { StateOptions } from '../../src/users/state-section.ts';
import type { Values } from '../support/client.ts';
import { send, subscribe } from '../support/scene.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

/** Those who see different parts of an organization. */
const viewers: readonly CastName[] = ['owner', 'alice', 'bob', 'guest', 'bot'];

type States = Record<string, Values>;

/** The whole initial state of each, without what differs by registration. */
async function register(server: TestServer, names: readonly CastName[]): Promise<States> {
  const states: States = {};
  for (const name of names) {
    const { status, body } = await server.as(name).post('/register', { include_subscribers: true });
    assert.equal(status, 200, JSON.stringify(body));
    const { queue_id: _, ...state } = body;
    states[name] = JSON.parse(JSON.stringify(state).replaceAll(server.url, ''));
  }
  return states;
}

/** The same as a server presents it that has kept nothing; they register in another order. */
async function registerAfresh(t: TestContext, { db }: TestServer, seconds = 0): Promise<States> {
  const fresh = await startServer(t, db.connection.serialize());
  fresh.clock.advance(seconds);
  return register(fresh, viewers.toReversed());
}

/** Channels that some see and others do not, and messages. */
async function startWithChannels(t: TestContext): Promise<TestServer> {
  const server = await startServer(t);
  await subscribe(server.as('alice'), 'design');
  await subscribe(server.as('alice'), 'secret', { invite_only: true });
  await send(server.as('alice'), { to: 'secret' });
  await send(server.as('bob'), { to: 'general' });
  return server;
}

const design = "(SELECT id FROM channels WHERE name = 'design')";
const userNamed = (start: string) => `(SELECT id FROM users WHERE full_name LIKE '${start}%')`;
const systemGroup = (role: string) => `(SELECT id FROM groups WHERE name = 'role:${role}')`;

/** A change of each table that a kept text is written from. */
const changes: Readonly<Record<string, string>> = {
  realm: "UPDATE realm SET name = 'Other', description = '*new*'",
  realm_settings: `INSERT INTO realm_settings (name, value) VALUES ('invite_required', 'false')
    ON CONFLICT DO UPDATE SET value = excluded.value`,
  realm_domains: "INSERT INTO realm_domains (domain) VALUES ('example.org')",
  playgrounds: `INSERT INTO playgrounds (name, pygments_language, url_template)
    VALUES ('A', 'Python', 'https://a.example/{code}')`,
  profile_fields: `INSERT INTO profile_fields (field_type, name, name_key, position) VALUES (1, 'A', 'a', 1)`,
  channel_folders: `INSERT INTO channel_folders (name, name_key, position, created_at) VALUES ('A', 'a', 1, 0)`,
  new_user_settings: "INSERT INTO new_user_settings (name, value) VALUES ('fluid_layout_width', 'true')",
  channels: `UPDATE channels SET description = 'new', folder_id = 1 WHERE id = ${design}`,
  'channels, privately': `UPDATE channels SET invite_only = 1, history_public_to_subscribers = 0 WHERE id = ${design}`,
  channel_permissions: `INSERT INTO channel_permissions (channel_id, setting, group_id)
    VALUES (${design}, 'can_send_message_group', ${systemGroup('administrators')})`,
  subscriptions: `INSERT INTO subscriptions (user_id, channel_id, color)
    VALUES (${userNamed('Gus')}, ${design}, '#abcdef')`,
  groups: "INSERT INTO groups (name, name_key, creator_id, created_at) VALUES ('crew', 'crew', 1, 0)",
  'groups, by name': "UPDATE groups SET description = 'new' WHERE name = 'crew'",
  group_members: `INSERT INTO group_members (group_id, user_id)
    SELECT id, ${userNamed('Bob')} FROM groups WHERE name = 'crew'`,
  group_subgroups: `INSERT INTO group_subgroups (group_id, subgroup_id)
    SELECT id, ${systemGroup('moderators')} FROM groups WHERE name = 'crew'`,
  group_permissions: `INSERT INTO group_permissions (group_id, setting, allowed_group_id)
    SELECT id, 'can_join_group', ${systemGroup('members')} FROM groups WHERE name = 'crew'`,
  users: `UPDATE users SET full_name = 'Robert Member', role = 300 WHERE full_name LIKE 'Bob%'`,
  'users, deactivated': "UPDATE users SET is_active = 0 WHERE full_name LIKE 'Mona%'",
  user_settings: `INSERT INTO user_settings (user_id, name, value)
    VALUES (${userNamed('Alice')}, 'email_address_visibility', '3'), (${userNamed('Alice')}, 'color_scheme', '2')`,
  user_status: `INSERT INTO user_status (user_id, status_text) VALUES (${userNamed('Alice')}, 'out')`,
  user_topics: `INSERT INTO user_topics (user_id, channel_id, topic_key, topic, visibility_policy, updated_at)
    VALUES (${userNamed('Alice')}, ${design}, 'tea', 'tea', 1, 5)`,
  alert_words: `INSERT INTO alert_words (user_id, word_key, word) VALUES (${userNamed('Alice')}, 'tea', 'Tea')`,
  muted_users: `INSERT INTO muted_users (user_id, muted_user_id, muted_at)
    VALUES (${userNamed('Alice')}, ${userNamed('Robert')}, 5)`,
  'users, owners of bots': `UPDATE users SET bot_owner_id = ${userNamed('Robert')} WHERE full_name LIKE 'Build%'`,
  'channels, default': `UPDATE channels SET is_default = 1 WHERE id = ${design}`,
};

/** Those of a client that knows nothing special. */
const options: StateOptions = {
  include_subscribers: 'true',
  archived_channels: false,
  empty_topic_name: false,
  linkifier_url_template: false,
  user_list_incomplete: false,
  user_avatar_url_field_optional: false,
  notification_settings_null: false,
  include_deactivated_groups: false,
  chatd_events: false,
  slim_presence: false,
  presence_history_limit_days: undefined,
};

describe('what registrations keep of the state', () => {
  it('is given up with each change of what it is written from', async (t) => {
    const server = await startWithChannels(t);
    let before = await register(server, viewers);

    for (const [name, sql] of Object.entries(changes)) {
      const { changes: count } = server.db.run(sql);
      const kept = await register(server, viewers);

      assert.ok(count > 0, `${name} changes nothing`);
      assert.notDeepEqual(kept, before, `${name} is not seen`);
      assert.deepEqual(kept, await registerAfresh(t, server), name);
      before = kept;
    }
  });

  it('is given up with a new message, and as time goes by', async (t) => {
    const server = await startWithChannels(t);
    server.db.run("INSERT INTO realm_settings (name, value) VALUES ('waiting_period_threshold', '3')");
    await register(server, viewers);
    await send(server.as('alice'), { to: 'design' });

    assert.deepEqual(await register(server, viewers), await registerAfresh(t, server));
    for (const days of [4, 40, 400]) {
      server.clock.advance(days * 86_400);
      const seconds = server.clock.now() - server.app.started_at;
      assert.deepEqual(await register(server, viewers), await registerAfresh(t, server, seconds), `${days} days`);
    }
  });

  it('is not that of a change that was undone', async (t) => {
    const server = await startWithChannels(t);
    const before = await register(server, ['alice']);
    const undone = () =>
      server.db.transaction(() => {
        for (const sql of Object.values(changes)) server.db.run(sql);
        const state = initialState(server.app, server.users.alice, undefined, options);
        throw new Error(JSON.stringify(state).length > 0 ? 'undone' : 'empty');
      });

    assert.throws(undone, /^Error: undone$/);

    assert.deepEqual(await register(server, ['alice']), before);
  });

  it('of one user is not shown to another', async (t) => {
    const server = await startWithChannels(t);

    const { owner, bob, guest } = await register(server, viewers);

    const namesOf = (state: Values = {}) => (state.streams as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(namesOf(owner), ['design', 'general', 'secret']);
    assert.deepEqual(namesOf(bob), ['design', 'general']);
    assert.deepEqual(namesOf(guest), ['general']);
  });
});
