import assert from 'node:assert/strict';
import { systemGroupId } from '../../../src/realm/group.ts';
import { type Check, has, includes, play } from './stage.ts';

type Value = string | number | boolean | null;

/** A setting of the organization: administrators change it, everyone hears of it, and gets it with the initial state. */
export function realmSetting(name: string, value: Value, sent: Value = value): Check {
  return play(async ({ ok, events, state }) => {
    const before = (await state('alice'))[`realm_${name}`];
    assert.notEqual(before, undefined);
    assert.notEqual(before, value);

    const heard = await events('alice', () => ok('owner PATCH /realm', { [name]: sent }));

    const event = includes(heard, { type: 'realm' });
    if (event.op === 'update') has(event, { property: name, value });
    else has(event, { op: 'update_dict', data: { [name]: value } });
    assert.equal((await state('alice'))[`realm_${name}`], value);
  });
}

/** A permission in the organization: it can be given to a group, or to people. */
export function realmPermission(name: string): Check {
  return play(async ({ ok, events, state, users, db }) => {
    const groups = [systemGroupId(db, 'role:moderators'), systemGroupId(db, 'role:administrators')];
    const before = (await state('alice'))[`realm_${name}`];
    for (const value of [
      groups.find((id) => id !== before),
      { direct_members: [users.bob.id], direct_subgroups: [] },
    ]) {
      const heard = await events('alice', () => ok('owner PATCH /realm', { [name]: { new: value } }));

      includes(heard, { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } });
      assert.deepEqual((await state('alice'))[`realm_${name}`], value);
    }
  });
}

/** A permission in the organization that only a group of everybody with some role can have. */
export function realmPermissionOfRoles(name: string, group: Parameters<typeof systemGroupId>[1]): Check {
  return play(async ({ ok, events, state, db }) => {
    const value = systemGroupId(db, group);

    const heard = await events('alice', () => ok('owner PATCH /realm', { [name]: { new: value } }));

    includes(heard, { type: 'realm', op: 'update_dict', data: { [name]: value } });
    assert.equal((await state('alice'))[`realm_${name}`], value);
  });
}

/** What was a property of the organization: it is no parameter, and not in the initial state unless as a legacy copy. */
export function noRealmSetting(name: string, value: Value, stays: 'readable' | 'gone' = 'gone'): Check {
  return play(async ({ ok, state }) => {
    const { ignored_parameters_unsupported } = await ok('owner PATCH /realm', { [name]: value, name: 'Other' });

    assert.deepEqual(ignored_parameters_unsupported, [name]);
    assert.equal(`realm_${name}` in (await state('alice')), stays === 'readable');
  });
}

/** A personal setting, without a default for newcomers. */
export function ownSetting(name: string, value: Value, sent: Value = value): Check {
  return play(async ({ ok, events, state }) => {
    assert.notEqual((await state('alice')).user_settings[name], undefined);
    assert.notEqual((await state('alice')).user_settings[name], value);

    const heard = await events('alice', () => ok('alice PATCH /settings', { [name]: sent }));

    includes(heard, { type: 'user_settings', op: 'update', property: name, value });
    assert.equal((await state('alice')).user_settings[name], value);
  });
}

/** A personal setting with a default for newcomers. */
export function userSetting(name: string, value: Value): Check {
  const own = ownSetting(name, value);
  const ofNewcomers = play(async ({ ok, events, state }) => {
    const heard = await events('alice', () => ok('admin PATCH /realm/user_settings_defaults', { [name]: value }));

    includes(heard, { type: 'realm_user_settings_defaults', op: 'update', property: name, value });
    assert.equal((await state('alice')).realm_user_settings_defaults[name], value);
  });
  return async (t) => {
    await own(t);
    await ofNewcomers(t);
  };
}

/** A personal setting that does not exist any more, under this name. */
export function noUserSetting(name: string, value: Value): Check {
  return play(async ({ ok, state }) => {
    const { user_settings, realm_user_settings_defaults } = await state('alice');
    for (const settings of [user_settings, realm_user_settings_defaults]) assert.equal(name in settings, false);
    const { ignored_parameters_unsupported } = await ok('alice PATCH /settings', { [name]: value });
    assert.deepEqual(ignored_parameters_unsupported, [name]);
  });
}

/** A permission in a channel: at its creation, in its record, and when it is edited. */
export function channelPermission(name: string): Check {
  return play(async ({ ok, events, users, db }) => {
    const moderators = systemGroupId(db, 'role:moderators');
    const people = { direct_members: [users.owner.id, users.alice.id], direct_subgroups: [] };
    const values = { name: 'design', subscribers: [users.owner.id, users.alice.id], [name]: moderators };
    const { id } = await ok('owner POST /channels/create', values);
    const record = async () => (await ok(`alice GET /streams/${id}`)).stream;
    assert.equal((await record())[name], moderators);

    const heard = await events('alice', () => ok(`owner PATCH /streams/${id}`, { [name]: { new: people } }));

    includes(heard, { type: 'stream', op: 'update', stream_id: id, property: name, value: people });
    assert.deepEqual((await record())[name], people);
    const { subscriptions } = await ok('alice GET /users/me/subscriptions');
    assert.deepEqual(includes(subscriptions, { stream_id: id })[name], people);
  });
}

/** A permission in a user group: at its creation, in its record, and when it is edited. */
export function groupPermission(name: string): Check {
  return play(async ({ ok, events, users, db }) => {
    const moderators = systemGroupId(db, 'role:moderators');
    const people = { direct_members: [users.owner.id], direct_subgroups: [] };
    const values = { name: 'cooks', description: '', members: [users.alice.id], [name]: moderators };
    const { group_id } = await ok('owner POST /user_groups/create', values);
    const record = async () => includes((await ok('alice GET /user_groups')).user_groups, { id: group_id });
    assert.equal((await record())[name], moderators);

    const edit = { [name]: { new: people, old: moderators } };
    const heard = await events('alice', () => ok(`owner PATCH /user_groups/${group_id}`, edit));

    includes(heard, { type: 'user_group', op: 'update', group_id, data: { [name]: people } });
    assert.deepEqual((await record())[name], people);
  });
}

/** The HTML of a text. */
export function renders(markdown: string, html: RegExp): Check {
  return play(async ({ ok }) => {
    const { rendered } = await ok('alice POST /messages/render', { content: markdown });
    assert.match(rendered, html);
  });
}

/** An address that is none. */
export function noEndpoint(...requests: readonly `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`[]): Check {
  return play(async ({ as }) => {
    for (const request of requests) {
      const [method = '', path = ''] = request.split(' ');
      const { status } = await as('owner').send(method, path);
      assert.ok(status === 404 || status === 405, `${request}: ${status}`);
    }
  });
}

/** Calls that another service would carry: it is not configured, and cannot be chosen. */
export function callsWith(path: string, name: string): Check {
  return play(async ({ ok, fails, state }) => {
    const providers = Object.values<{ name: string }>((await state('alice')).realm_available_video_chat_providers);
    assert.deepEqual(
      providers.map((one) => one.name),
      ['None', 'Jitsi Meet'],
    );
    const { realm_video_chat_provider } = await state('alice');
    for (const request of [`alice GET /calls/${path}/create`, `alice POST /calls/${path}/create`] as const) {
      await fails(request, { meeting_name: 'x', room_name: 'x' }, { msg: `${name} is not configured.` });
    }
    for (const id of [3, 4, 5, 6, 7, 8]) await fails('owner PATCH /realm', { video_chat_provider: id });
    await ok('owner PATCH /realm', { video_chat_provider: realm_video_chat_provider });
  });
}
