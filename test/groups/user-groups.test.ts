import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SystemGroup } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import type { Values } from '../support/client.ts';
import { listen } from '../support/events.ts';
import { badRequest, subscribe } from '../support/scene.ts';
import type { CastName } from '../support/server.ts';
import { forGuests, type GroupRecord, knowing, ok, refused, type Scene, setScene } from './scene.ts';

const everyone: CastName[] = ['owner', 'admin', 'moderator', 'alice', 'bob', 'guest', 'bot'];
const outdated = {
  result: 'error',
  msg: "'old' value does not match the expected value.",
  code: 'EXPECTATION_MISMATCH',
};

function only(...direct_members: number[]) {
  return { direct_members, direct_subgroups: [] };
}

/** A new group of alice's with no settings given. */
function freshGroup({ users, clock, role }: Scene, id: number, values: Values = {}): GroupRecord {
  return {
    id,
    name: 'cooks',
    description: '',
    members: [users.bob.id],
    direct_subgroup_ids: [],
    creator_id: users.alice.id,
    date_created: clock.now(),
    is_system_group: false,
    deactivated: false,
    can_add_members_group: only(users.alice.id),
    can_join_group: role('role:nobody'),
    can_leave_group: role('role:everyone'),
    can_manage_group: only(users.alice.id),
    can_mention_group: role('role:everyone'),
    can_remove_members_group: role('role:nobody'),
    ...values,
  };
}

/** The same events for each of these users. */
function heardBy(names: readonly CastName[], ...events: object[]) {
  return Object.fromEntries(names.map((name) => [name, events]));
}

describe('GET /user_groups', () => {
  it('lists system groups with those whose role is exactly theirs, and which contains which', async (t) => {
    const scene = await setScene(t);
    const { role, ids } = scene;

    const { body } = await scene.as('alice').get('/user_groups');

    const members: Record<SystemGroup, number[]> = {
      'role:internet': [],
      'role:everyone': ids('guest'),
      'role:members': ids('alice', 'bob', 'bot'),
      'role:fullmembers': ids('alice', 'bob', 'bot'),
      'role:moderators': ids('moderator'),
      'role:administrators': ids('admin'),
      'role:owners': ids('owner'),
      'role:nobody': [],
    };
    const names = Object.keys(members) as SystemGroup[];
    const nobody = role('role:nobody');
    assert.deepEqual(
      body.user_groups.map(({ description: _, ...group }: GroupRecord) => group),
      names.map((name, index) => ({
        id: role(name),
        name,
        members: members[name],
        direct_subgroup_ids: index < 6 ? [role(names[index + 1] as SystemGroup)] : [],
        creator_id: null,
        date_created: null,
        is_system_group: true,
        deactivated: false,
        can_add_members_group: nobody,
        can_join_group: nobody,
        can_leave_group: nobody,
        can_manage_group: nobody,
        can_mention_group: nobody,
        can_remove_members_group: nobody,
      })),
    );
  });

  it('leaves deactivated groups out unless asked, and deactivated people always', async (t) => {
    const scene = await setScene(t);
    const { make, look, ids } = scene;
    const old = await make('old');
    const cooks = await make('cooks', { members: ids('bob', 'admin'), can_join_group: only(...ids('admin', 'bob')) });
    await scene.as('alice').post(`/user_groups/${old}/deactivate`);
    scene.db.run("UPDATE users SET is_active = 0 WHERE email = 'admin@example.com'");

    const { body } = await scene.as('alice').get('/user_groups');

    assert.deepEqual(
      body.user_groups.filter((group: GroupRecord) => !group.is_system_group),
      [freshGroup(scene, cooks, { can_join_group: only(...ids('bob')) })],
    );
    assert.equal((await look(old)).deactivated, true);
  });

  it('is for members, not for guests and bots', async (t) => {
    const { as } = await setScene(t);

    const guest = await as('guest').get('/user_groups');
    const bot = await as('bot').get('/user_groups');

    assert.deepEqual([guest.status, guest.body], [400, badRequest('Not allowed for guest users')]);
    assert.deepEqual([bot.status, bot.body], [400, badRequest('This endpoint does not accept bot requests.')]);
  });
});

describe('POST /register', () => {
  it('gives all groups, the deactivated to clients that know them', async (t) => {
    const scene = await setScene(t);
    const old = await scene.make('old');
    const cooks = await scene.make('cooks');
    await scene.as('alice').post(`/user_groups/${old}/deactivate`);
    const options = { fetch_event_types: ['realm_user_groups'] };

    const unknowing = (await scene.as('guest').post('/register', options)).body.realm_user_groups;
    const all = (await scene.as('guest').post('/register', { ...options, ...knowing })).body.realm_user_groups;

    const { body } = await scene.as('bob').get('/user_groups');
    assert.deepEqual(unknowing, body.user_groups);
    assert.deepEqual(unknowing.at(-1), freshGroup(scene, cooks));
    const { body: listed } = await scene.as('bob').get('/user_groups', { include_deactivated_groups: true });
    assert.deepEqual(all, listed.user_groups);
    assert.equal(all.length, unknowing.length + 1);
  });

  it('says what each permission of groups can be given to', async (t) => {
    const { as } = await setScene(t);

    const { body } = await as('alice').post('/register', { fetch_event_types: ['realm'] });

    const rule = (default_group_name: string, allow_everyone_group: boolean) => ({
      require_system_group: false,
      allow_internet_group: false,
      allow_nobody_group: true,
      allow_everyone_group,
      default_group_name,
      default_for_system_groups: 'role:nobody',
      allowed_system_groups: [],
    });
    assert.deepEqual(body.server_supported_permission_settings.group, {
      can_add_members_group: rule('group_creator', false),
      can_join_group: rule('role:nobody', false),
      can_leave_group: rule('role:everyone', true),
      can_manage_group: rule('group_creator', false),
      can_mention_group: rule('role:everyone', true),
      can_remove_members_group: rule('role:nobody', false),
    });
  });
});

describe('POST /user_groups/create', () => {
  it('makes no group for a bot', async (t) => {
    const scene = await setScene(t);
    const before = (await scene.as('alice').get('/user_groups')).body.user_groups.length;

    const { body } = await scene.as('bot').post('/user_groups/create', { name: 'cooks', description: '', members: [] });

    assert.deepEqual(body, badRequest('This endpoint does not accept bot requests.'));
    assert.equal((await scene.as('alice').get('/user_groups')).body.user_groups.length, before);
  });

  it('makes a group that its creator manages, and tells everyone', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, everyone);

    const { body } = await scene.as('alice').post('/user_groups/create', {
      name: ' cooks ',
      description: '',
      members: [scene.users.bob.id, scene.users.bob.id],
    });

    const { group_id, ...rest } = body;
    assert.deepEqual(rest, ok);
    const group = freshGroup(scene, group_id);
    assert.deepEqual(await scene.look(group_id), group);
    assert.deepEqual(await ears.heard(), heardBy(everyone, { type: 'user_group', op: 'add', group }));
  });

  it('takes subgroups and every permission', async (t) => {
    const scene = await setScene(t);
    const { make, role, ids } = scene;
    const inner = await make('inner');
    const permissions = {
      can_add_members_group: role('role:owners'),
      can_join_group: inner,
      can_leave_group: role('role:nobody'),
      can_manage_group: { direct_members: ids('admin'), direct_subgroups: [inner] },
      can_mention_group: role('role:members'),
      can_remove_members_group: role('role:moderators'),
    };

    const id = await make('cooks', { description: 'Soup', subgroups: [inner, role('role:owners')], ...permissions });

    const expected = { description: 'Soup', direct_subgroup_ids: [role('role:owners'), inner], ...permissions };
    assert.deepEqual(await scene.look(id), freshGroup(scene, id, expected));
  });

  it('is for those whom the organization lets, and never for guests and bots', async (t) => {
    const scene = await setScene(t);
    const { as, db, role } = scene;
    const create = async (name: CastName) =>
      (await as(name).post('/user_groups/create', { name: `of ${name}`, description: '', members: [] })).body;

    const usual = [await create('bot'), await create('guest')];
    setRealmSetting(db, 'can_create_groups', role('role:moderators'));
    const strict = [await create('bob'), (await create('moderator')).result];
    setRealmSetting(db, 'can_create_groups', role('role:everyone'));
    const open = await create('guest');

    assert.deepEqual(usual, [badRequest('This endpoint does not accept bot requests.'), forGuests]);
    assert.deepEqual(strict, [refused, 'success']);
    assert.deepEqual(open, forGuests);
  });

  const names: [string, string][] = [
    ['', "User group name can't be empty!"],
    [' \u3000 ', "User group name can't be empty!"],
    ['x'.repeat(101), 'User group name cannot exceed 100 characters.'],
    ['🙂'.repeat(101), 'User group name cannot exceed 100 characters.'],
    ['@cooks', "User group name cannot start with '@'."],
    ['role:cooks', "User group name cannot start with 'role:'."],
    [' Role:cooks', "User group name cannot start with 'role:'."],
    ['user:1', "User group name cannot start with 'user:'."],
    ['stream:1', "User group name cannot start with 'stream:'."],
    ['channel:1', "User group name cannot start with 'channel:'."],
    ['a\nb', 'Invalid character in user group name, at position 2!'],
    ['KÖCHE', "User group 'KÖCHE' already exists."],
    ['ko\u0308che', "User group 'köche' already exists."],
    ['ｋöche', "User group 'ｋöche' already exists."],
  ];
  for (const [name, msg] of names) {
    it(`refuses the name ${JSON.stringify(name.slice(0, 12))}: ${msg}`, async (t) => {
      const scene = await setScene(t);
      await scene.make('Köche');
      const ears = await listen(scene, ['alice', 'bob']);

      const { body } = await scene.as('alice').post('/user_groups/create', { name, description: '', members: [] });

      assert.deepEqual(body, badRequest(msg));
      assert.deepEqual(await ears.heard(), {});
      assert.equal((await scene.as('bob').get('/user_groups')).body.user_groups.length, 9);
    });
  }

  it('takes a name of 100 characters, whatever they are made of', async (t) => {
    const { make, look } = await setScene(t);
    const name = '🙂'.repeat(100);

    assert.equal((await look(await make(name))).name, name);
  });

  it('keeps the name of a deactivated group', async (t) => {
    const { as, make } = await setScene(t);
    await as('alice').post(`/user_groups/${await make('cooks')}/deactivate`);

    const { body } = await as('alice').post('/user_groups/create', { name: 'cooks', description: '', members: [] });

    assert.deepEqual(body, badRequest("User group 'cooks' already exists."));
  });

  it('refuses members and subgroups that there are not, and leaves nothing behind', async (t) => {
    const scene = await setScene(t);
    const { as, db, users, make } = scene;
    const old = await make('old');
    await as('alice').post(`/user_groups/${old}/deactivate`);
    db.run("UPDATE users SET is_active = 0 WHERE email = 'admin@example.com'");
    const welcome = db.value<number>("SELECT id FROM users WHERE email = 'welcome-bot@chatd.invalid'");
    const anonymous = db.value<number>('SELECT min(id) FROM groups WHERE name IS NULL');
    const groups = db.value('SELECT count(*) FROM groups');
    const create = async (values: Values) =>
      (await as('alice').post('/user_groups/create', { name: 'cooks', description: '', members: [], ...values })).body;

    for (const id of [999, users.admin.id, welcome]) {
      assert.deepEqual(await create({ members: [users.bob.id, id] }), badRequest(`Invalid user ID: ${id}`));
    }
    assert.deepEqual(
      await create({ can_join_group: only(users.admin.id) }),
      badRequest(`Invalid user ID: ${users.admin.id}`),
    );
    for (const id of [999, anonymous]) {
      assert.deepEqual(await create({ subgroups: [id] }), badRequest(`Invalid user group ID: ${id}`));
      assert.deepEqual(await create({ can_join_group: id }), badRequest('Invalid user group'));
    }
    assert.deepEqual(await create({ subgroups: [old] }), badRequest('User group is deactivated.'));
    assert.deepEqual(await create({ can_join_group: old }), badRequest('Invalid user group'));
    assert.equal(db.value('SELECT count(*) FROM groups'), groups);
  });

  for (const setting of [
    'can_add_members_group',
    'can_join_group',
    'can_leave_group',
    'can_manage_group',
    'can_mention_group',
    'can_remove_members_group',
  ]) {
    const open = setting === 'can_leave_group' || setting === 'can_mention_group';
    it(`gives ${setting} to ${open ? 'everyone but not' : 'neither everyone nor'} the internet`, async (t) => {
      const { as, role } = await setScene(t);
      const create = async (group: SystemGroup) => {
        const values = { name: 'cooks', description: '', members: [], [setting]: role(group) };
        return (await as('alice').post('/user_groups/create', values)).body.msg;
      };
      const refusal = (group: SystemGroup) => `'${setting}' setting cannot be set to '${group}' group.`;

      assert.equal(await create('role:internet'), refusal('role:internet'));
      assert.equal(await create('role:everyone'), open ? '' : refusal('role:everyone'));
    });
  }
});

describe('PATCH /user_groups/{user_group_id}', () => {
  it('renames and describes a group, and tells everyone once', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    const ears = await listen(scene, everyone);

    assert.deepEqual(await scene.patch('alice', id, { name: 'Cooks ', description: 'Soup' }), ok);

    const data = { name: 'Cooks', description: 'Soup' };
    assert.deepEqual(await scene.look(id), freshGroup(scene, id, data));
    const event = { type: 'user_group', op: 'update', group_id: id, data };
    assert.deepEqual(await ears.heard(), heardBy(everyone, event));
  });

  it('tells nobody of what stays as it is', async (t) => {
    const scene = await setScene(t);
    const { users, role } = scene;
    const id = await scene.make('cooks');
    const groups = scene.db.value('SELECT count(*) FROM groups');
    const ears = await listen(scene, everyone);

    const same = {
      name: 'cooks',
      description: '',
      deactivated: false,
      can_manage_group: { new: only(users.alice.id, users.alice.id) },
      can_leave_group: { new: { direct_members: [], direct_subgroups: [role('role:everyone')] } },
    };
    assert.deepEqual(await scene.patch('alice', id, same), ok);

    assert.deepEqual(await scene.look(id), freshGroup(scene, id));
    assert.deepEqual(await ears.heard(), {});
    assert.equal(scene.db.value('SELECT count(*) FROM groups'), groups);
  });

  it('gives permissions to others, and deletes the sets that no setting has any more', async (t) => {
    const scene = await setScene(t);
    const { users, role, patch } = scene;
    const id = await scene.make('cooks');
    const ears = await listen(scene, ['bob']);
    const anonymous = () => Number(scene.db.value('SELECT count(*) FROM groups WHERE name IS NULL'));
    const before = anonymous();

    const set = { can_join_group: { new: only(users.bob.id), old: role('role:nobody') } };
    assert.deepEqual(await patch('alice', id, set), ok);
    const during = anonymous();
    const back = {
      can_join_group: { new: role('role:nobody'), old: only(users.bob.id) },
      can_add_members_group: { new: role('role:members') },
    };
    assert.deepEqual(await patch('alice', id, back), ok);

    assert.deepEqual(await scene.look(id), freshGroup(scene, id, { can_add_members_group: role('role:members') }));
    const told = (data: object) => ({ type: 'user_group', op: 'update', group_id: id, data });
    assert.deepEqual(await ears.heard(), {
      bob: [
        told({ can_join_group: only(users.bob.id) }),
        told({ can_add_members_group: role('role:members'), can_join_group: role('role:nobody') }),
      ],
    });
    assert.deepEqual([during - before, anonymous() - before], [1, -1]);
    const stored = scene.db.values('SELECT setting FROM group_permissions WHERE group_id = ? ORDER BY 1', id);
    assert.deepEqual(stored, ['can_add_members_group', 'can_manage_group']);
  });

  it('replaces only the value that the client expects, and otherwise changes nothing at all', async (t) => {
    const scene = await setScene(t);
    const { users, role, patch } = scene;
    const id = await scene.make('cooks');
    const ears = await listen(scene, ['alice', 'bob']);

    for (const old of [role('role:owners'), only(users.bob.id), 4711]) {
      const change = { name: 'bakers', can_manage_group: { new: role('role:members'), old } };
      assert.deepEqual(await patch('alice', id, change), outdated);
    }

    assert.deepEqual(await scene.look(id), freshGroup(scene, id));
    assert.deepEqual(await ears.heard(), {});
  });

  it('is for those who manage the group or all groups: no administrator, no guest, nobody for system groups', async (t) => {
    const scene = await setScene(t);
    const { users, role, patch, db } = scene;
    const managers = { direct_members: [users.bob.id, users.guest.id, users.alice.id], direct_subgroups: [] };
    const id = await scene.make('cooks', { can_manage_group: managers });

    for (const name of ['admin', 'moderator'] as const) {
      assert.deepEqual(await patch(name, id, { description: name }), refused, name);
    }
    assert.deepEqual(await patch('guest', id, { description: 'guest' }), forGuests);
    assert.deepEqual(
      await patch('bot', id, { description: 'bot' }),
      badRequest('This endpoint does not accept bot requests.'),
    );
    for (const name of ['alice', 'bob', 'owner'] as const) {
      assert.deepEqual(await patch(name, id, { description: name }), ok, name);
    }
    setRealmSetting(db, 'can_manage_all_groups', role('role:moderators'));
    assert.deepEqual(await patch('moderator', id, { description: 'all' }), ok);
    assert.deepEqual(await patch('owner', role('role:members'), { description: 'all' }), refused);
    assert.deepEqual(await patch('owner', role('role:members'), { name: 'members' }), refused);
  });

  it('refuses a name that another group has, but not its own in other letters', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    await scene.make('bakers');

    assert.deepEqual(
      await scene.patch('alice', id, { name: 'Bakers' }),
      badRequest("User group 'Bakers' already exists."),
    );
    assert.deepEqual(await scene.patch('alice', id, { name: 'COOKS' }), ok);
    assert.equal((await scene.look(id)).name, 'COOKS');
  });

  it('takes the id of a group without a name for nothing', async (t) => {
    const scene = await setScene(t);
    await scene.make('cooks');
    const anonymous = scene.db.value<number>('SELECT max(id) FROM groups WHERE name IS NULL') as number;

    assert.deepEqual(await scene.patch('owner', anonymous, { name: 'x' }), badRequest('Invalid user group'));
  });

  it('refuses a request for nothing, and a description over 1,024 characters', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');

    assert.deepEqual(await scene.patch('alice', id, {}), badRequest('No new data supplied'));
    assert.deepEqual(
      await scene.patch('alice', id, { description: 'x'.repeat(1025) }),
      badRequest('description is too long (limit: 1024 characters)'),
    );
  });

  it('edits a deactivated group, of which only clients hear that know such', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    await scene.as('alice').post(`/user_groups/${id}/deactivate`);
    const older = await listen(scene, ['alice', 'bob']);
    const newer = await listen(scene, ['bob'], knowing);

    await scene.patch('alice', id, { name: 'bakers' });
    await scene.change('alice', id, { add: scene.ids('admin') });

    assert.deepEqual(await older.heard(), {});
    const about = { type: 'user_group', group_id: id };
    assert.deepEqual(await newer.heard(), {
      bob: [
        { ...about, op: 'update', data: { name: 'bakers' } },
        { ...about, op: 'add_members', user_ids: scene.ids('admin') },
      ],
    });
  });

  it('brings a deactivated group back, which older clients see come', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    await scene.as('alice').post(`/user_groups/${id}/deactivate`);
    const older = await listen(scene, ['alice', 'guest']);
    const newer = await listen(scene, ['alice', 'guest'], knowing);

    assert.deepEqual(await scene.patch('bob', id, { deactivated: false }), refused);
    assert.deepEqual(await scene.patch('alice', id, { deactivated: false, name: 'bakers' }), ok);

    const group = freshGroup(scene, id, { name: 'bakers' });
    assert.deepEqual(await scene.look(id), group);
    const renamed = { type: 'user_group', op: 'update', group_id: id, data: { name: 'bakers' } };
    const back = { type: 'user_group', op: 'update', group_id: id, data: { deactivated: false } };
    const added = { type: 'user_group', op: 'add', group: { ...group, name: 'cooks' } };
    assert.deepEqual(await older.heard(), heardBy(['alice', 'guest'], added, renamed));
    assert.deepEqual(await newer.heard(), heardBy(['alice', 'guest'], back, renamed));
  });

  it('brings a group back with the members of a deactivated one in it', async (t) => {
    const scene = await setScene(t);
    const inner = await scene.make('inner');
    const outer = await scene.make('outer', { members: [], subgroups: [inner] });
    for (const id of [outer, inner]) await scene.as('alice').post(`/user_groups/${id}/deactivate`);

    assert.deepEqual(await scene.patch('alice', outer, { deactivated: false }), ok);

    const { body } = await scene.as('alice').get(`/user_groups/${outer}/members/${scene.users.bob.id}`);
    assert.equal(body.is_user_group_member, true);
  });

  it('also deactivates, by the same rules', async (t) => {
    const scene = await setScene(t);
    const inner = await scene.make('inner');
    await scene.make('outer', { subgroups: [inner] });
    const cooks = await scene.make('cooks');

    const { code } = await scene.patch('alice', inner, { deactivated: true });
    assert.equal(code, 'CANNOT_DEACTIVATE_GROUP_IN_USE');
    assert.deepEqual(await scene.patch('alice', cooks, { deactivated: true }), ok);

    assert.deepEqual([(await scene.look(inner)).deactivated, (await scene.look(cooks)).deactivated], [false, true]);
  });
});

describe('POST /user_groups/{user_group_id}/deactivate', () => {
  const deactivate = async ({ as }: Scene, name: CastName, id: number) =>
    (await as(name).post(`/user_groups/${id}/deactivate`)).body;
  const inUse = (...objections: object[]) => ({
    result: 'error',
    msg: 'Cannot deactivate user group in use.',
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    objections,
  });

  it('puts a group away, which older clients see go', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    const older = await listen(scene, ['alice', 'guest']);
    const newer = await listen(scene, ['alice', 'guest'], knowing);

    assert.deepEqual(await deactivate(scene, 'alice', id), ok);

    assert.deepEqual(await scene.look(id), freshGroup(scene, id, { deactivated: true }));
    const gone = { type: 'user_group', op: 'remove', group_id: id };
    const away = { type: 'user_group', op: 'update', group_id: id, data: { deactivated: true } };
    assert.deepEqual(await older.heard(), heardBy(['alice', 'guest'], gone));
    assert.deepEqual(await newer.heard(), heardBy(['alice', 'guest'], away));
  });

  it('is for those who manage the group, once, and never for system groups', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');

    assert.deepEqual(await deactivate(scene, 'bob', id), refused);
    assert.deepEqual(await deactivate(scene, 'admin', id), refused);
    assert.deepEqual(await deactivate(scene, 'owner', scene.role('role:members')), refused);
    assert.deepEqual(await deactivate(scene, 'owner', id), ok);
    assert.deepEqual(await deactivate(scene, 'owner', id), badRequest('User group is deactivated.'));
    assert.deepEqual(await deactivate(scene, 'owner', 999), badRequest('Invalid user group'));
  });

  it('does not mind a group that was put away itself', async (t) => {
    const scene = await setScene(t);
    const { users, make } = scene;
    const id = await make('cooks');
    const beside = { direct_members: [users.bob.id], direct_subgroups: [id] };
    const outer = await make('outer', { subgroups: [id] });
    const other = await make('other', { can_leave_group: beside, can_mention_group: id });

    assert.deepEqual(await deactivate(scene, 'owner', outer), ok);
    const uses = { type: 'user_group', group_id: other, settings: ['can_leave_group', 'can_mention_group'] };
    assert.deepEqual(await deactivate(scene, 'owner', id), inUse(uses));
    assert.deepEqual(await deactivate(scene, 'owner', other), ok);

    assert.deepEqual(await deactivate(scene, 'owner', id), ok);
  });

  it('says what needs the group, alone or beside others, and leaves it', async (t) => {
    const scene = await setScene(t);
    const { as, db, users, make } = scene;
    const id = await make('cooks');
    const outer = await make('outer', { subgroups: [id], can_join_group: id });
    const beside = { direct_members: [users.bob.id], direct_subgroups: [id] };
    const other = await make('other', { can_leave_group: beside, can_mention_group: id });
    const kitchen = await subscribe(as('alice'), 'kitchen', { can_send_message_group: beside });
    setRealmSetting(db, 'can_create_groups', id);
    const ears = await listen(scene, ['alice', 'bob']);

    const answer = await deactivate(scene, 'alice', id);

    assert.deepEqual(
      answer,
      inUse(
        { type: 'subgroup', supergroup_ids: [outer] },
        { type: 'channel', channel_id: kitchen, settings: ['can_send_message_group'] },
        { type: 'user_group', group_id: outer, settings: ['can_join_group'] },
        { type: 'user_group', group_id: other, settings: ['can_leave_group', 'can_mention_group'] },
        { type: 'realm', settings: ['can_create_groups'] },
      ),
    );
    assert.equal((await scene.look(id)).deactivated, false);
    assert.deepEqual(await ears.heard(), {});
  });

  it('does not tell which channel needs it where one may not know of that', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    await subscribe(scene.as('owner'), 'secret', { invite_only: true, can_send_message_group: id });

    const answer = await deactivate(scene, 'alice', id);

    assert.deepEqual(answer, inUse({ type: 'channel', settings: ['can_send_message_group'] }));
  });

  it("is not kept from it by the group's own permissions", async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    const own = { direct_members: [scene.users.alice.id], direct_subgroups: [id] };
    assert.deepEqual(
      await scene.patch('alice', id, { can_mention_group: { new: id }, can_manage_group: { new: own } }),
      ok,
    );

    assert.deepEqual(await deactivate(scene, 'bob', id), ok);

    assert.deepEqual(await scene.patch('bob', id, { deactivated: false }), ok);
  });
});
