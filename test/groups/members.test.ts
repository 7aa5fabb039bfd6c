import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { ensureCanAddMembers } from '../../src/groups/group-members.ts';
import { accessGroup } from '../../src/groups/user-group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { roles } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { badRequest } from '../support/scene.ts';
import type { CastName } from '../support/server.ts';
import { ok, refused, type Scene, setScene } from './scene.ts';

const botRefused = badRequest('This endpoint does not accept bot requests.');
const guestRefused = badRequest('Not allowed for guest users');

describe('GET /user_groups/{user_group_id}/members', () => {
  it('gives members of subgroups too unless only direct ones are asked for', async (t) => {
    const scene = await setScene(t);
    const { as, make, ids, role } = scene;
    const inner = await make('inner', { members: ids('guest'), subgroups: [role('role:administrators')] });
    const outer = await make('outer', { members: ids('moderator', 'bot'), subgroups: [inner] });
    const read = async (id: number, direct_member_only?: boolean) =>
      (await as('bob').get(`/user_groups/${id}/members`, { direct_member_only })).body;

    assert.deepEqual(await read(outer), { ...ok, members: ids('owner', 'admin', 'moderator', 'guest', 'bot') });
    assert.deepEqual(await read(outer, true), { ...ok, members: ids('moderator', 'bot') });
    assert.deepEqual(await read(role('role:members')), {
      ...ok,
      members: ids('owner', 'admin', 'moderator', 'alice', 'bob', 'bot'),
    });
    assert.deepEqual(await read(role('role:members'), true), { ...ok, members: ids('alice', 'bob', 'bot') });
  });

  it('is for members, and knows no group without a name', async (t) => {
    const { as, make, db } = await setScene(t);
    const id = await make('cooks');
    const anonymous = db.value<number>('SELECT max(id) FROM groups WHERE name IS NULL');

    assert.deepEqual((await as('bot').get(`/user_groups/${id}/members`)).body, botRefused);
    assert.deepEqual((await as('guest').get(`/user_groups/${id}/members`)).body, guestRefused);
    assert.deepEqual((await as('bob').get(`/user_groups/${anonymous}/members`)).body, badRequest('Invalid user group'));
  });
});

describe('GET /user_groups/{user_group_id}/members/{user_id}', () => {
  it('says who is a member, through subgroups or not', async (t) => {
    const { as, make, ids, role, db } = await setScene(t);
    const id = await make('cooks', { members: ids('bob', 'alice'), subgroups: [role('role:moderators')] });
    const [alice, bob, admin, guest] = ids('alice', 'bob', 'admin', 'guest');
    const read = async (user_id: number | undefined, direct_member_only = false) =>
      (await as('bob').get(`/user_groups/${id}/members/${user_id}`, { direct_member_only })).body;
    db.run('UPDATE users SET is_active = 0 WHERE id = ?', alice as number);

    assert.deepEqual(await read(bob, true), { ...ok, is_user_group_member: true });
    assert.deepEqual(await read(admin), { ...ok, is_user_group_member: true });
    assert.deepEqual(await read(admin, true), { ...ok, is_user_group_member: false });
    assert.deepEqual(await read(guest), { ...ok, is_user_group_member: false });
    assert.deepEqual(await read(alice), badRequest('User is deactivated'));
    assert.deepEqual(await read(999), badRequest('No such user'));
  });
});

describe('GET /user_groups/{user_group_id}/subgroups', () => {
  it('gives subgroups of subgroups too unless only direct ones are asked for', async (t) => {
    const { as, make, role } = await setScene(t);
    const inner = await make('inner', { subgroups: [role('role:administrators')] });
    const outer = await make('outer', { subgroups: [inner] });
    const read = async (direct_subgroup_only?: boolean) =>
      (await as('bob').get(`/user_groups/${outer}/subgroups`, { direct_subgroup_only })).body;

    const below = [role('role:administrators'), role('role:owners'), inner];
    assert.deepEqual(await read(), { ...ok, subgroups: below });
    assert.deepEqual(await read(true), { ...ok, subgroups: [inner] });
    assert.deepEqual((await as('bot').get(`/user_groups/${outer}/subgroups`)).body, botRefused);
    assert.deepEqual((await as('guest').get(`/user_groups/${outer}/subgroups`)).body, guestRefused);
  });
});

describe('POST /user_groups/{user_group_id}/members', () => {
  it('adds and removes, tells everyone, and those concerned by a message', async (t) => {
    const scene = await setScene(t);
    const { users, make, look, change, ids } = scene;
    const id = await make('cooks', { members: ids('bob', 'admin', 'alice') });
    const ears = await listen(scene, ['alice', 'bob', 'bot', 'guest', 'moderator'], {
      event_types: ['user_group', 'message'],
    });

    const answer = await change('alice', id, {
      add: [...ids('moderator', 'bot', 'moderator')],
      delete: ids('bob', 'alice'),
    });

    assert.deepEqual(answer, ok);
    assert.deepEqual((await look(id)).members, ids('admin', 'moderator', 'bot'));
    const about = { type: 'user_group', group_id: id };
    const events = [
      { ...about, op: 'add_members', user_ids: ids('moderator', 'bot') },
      { ...about, op: 'remove_members', user_ids: ids('bob', 'alice') },
    ];
    const { alice, guest, moderator, bob, bot } = await ears.heard();
    assert.deepEqual([alice, guest, bot], [events, events, events]);
    const alicia = `@_**Alice Member|${users.alice.id}**`;
    assert.deepEqual(
      [moderator?.[1].message.content, bob?.[2].message.content],
      [`${alicia} added you to the group @_*cooks*.`, `${alicia} removed you from the group @_*cooks*.`],
    );
    assert.deepEqual([moderator?.length, bob?.length], [3, 3]);
  });

  it('sends nobody a message where more than a hundred are added', async (t) => {
    const scene = await setScene(t);
    const { app, db, make, change } = scene;
    const id = await make('cooks');
    const many = db.transaction(() =>
      Array.from({ length: 101 }, (_, index) =>
        doCreateUser(app, {
          email: `p${index}@example.com`,
          full_name: `Person ${index}`,
          role: roles.member,
          password_hash: null,
        }),
      ),
    );

    assert.deepEqual(await change('alice', id, { add: many.map((user) => user.id) }), ok);

    assert.equal(db.value('SELECT count(*) FROM messages'), 0);
  });

  /** Whether somebody may join, leave, add somebody else, and remove them. */
  async function outcomes({ db, users, change }: Scene, id: number, name: CastName): Promise<boolean[]> {
    const attempt = async (op: 'add' | 'delete', user_id: number) => {
      db.run('DELETE FROM group_members WHERE group_id = ?', id);
      if (op === 'delete') db.run('INSERT INTO group_members (group_id, user_id) VALUES (?, ?)', id, user_id);
      const answer = await change(name, id, { [op]: [user_id] });
      assert.deepEqual(answer, answer.result === 'success' ? ok : name === 'guest' ? guestRefused : refused);
      return answer.result === 'success';
    };
    const [own, other] = [users[name].id, users.admin.id];
    return [
      await attempt('add', own),
      await attempt('delete', own),
      await attempt('add', other),
      await attempt('delete', other),
    ];
  }

  const permissions: [string, boolean[]][] = [
    ['can_join_group', [true, false, false, false]],
    ['can_leave_group', [false, true, false, false]],
    ['can_add_members_group', [true, false, true, false]],
    ['can_remove_members_group', [false, true, false, true]],
    ['can_manage_group', [true, true, true, true]],
    ['can_mention_group', [false, false, false, false]],
  ];
  for (const [setting, expected] of permissions) {
    it(`lets those who have ${setting} do just what it says`, async (t) => {
      const scene = await setScene(t);
      const none = permissions.map(([name]) => [name, scene.role('role:nobody')]);
      const id = await scene.make('cooks', { ...Object.fromEntries(none), [setting]: scene.role('role:moderators') });

      assert.deepEqual(await outcomes(scene, id, 'moderator'), expected);
      assert.deepEqual(await outcomes(scene, id, 'bob'), [false, false, false, false]);
    });
  }

  it('lets guests do nothing, even where they are named', async (t) => {
    const scene = await setScene(t);
    const named = { direct_members: scene.ids('guest'), direct_subgroups: [] };
    const id = await scene.make('cooks', {
      can_add_members_group: named,
      can_join_group: named,
      can_manage_group: named,
      can_remove_members_group: named,
    });

    assert.deepEqual(await outcomes(scene, id, 'guest'), [false, false, false, false]);
  });

  it('lets those manage who manage all groups', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');

    const before = await outcomes(scene, id, 'moderator');
    setRealmSetting(scene.db, 'can_manage_all_groups', scene.role('role:moderators'));
    const after = await outcomes(scene, id, 'moderator');

    assert.deepEqual(
      [before, after],
      [
        [false, true, false, false],
        [true, true, true, true],
      ],
    );
  });

  it('does not take joining for adding somebody else besides', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks', { members: [], can_join_group: scene.role('role:members') });

    assert.deepEqual(await scene.change('bob', id, { add: scene.ids('bob', 'admin') }), refused);

    assert.deepEqual((await scene.look(id)).members, []);
  });

  it('does not take joining for adding people who have no account yet', async (t) => {
    const scene = await setScene(t);
    const { app, db, users, role } = scene;
    const id = await scene.make('cooks', { can_join_group: role('role:members') });
    const ensure = (name: CastName) => () => ensureCanAddMembers(app, users[name], accessGroup(db, id), []);

    assert.throws(ensure('bob'), /Insufficient permission/);
    assert.doesNotThrow(ensure('alice'));
  });

  it('changes no system group', async (t) => {
    const scene = await setScene(t);
    const members = scene.role('role:members');

    assert.deepEqual(await scene.change('owner', members, { add: scene.ids('guest') }), refused);
    assert.deepEqual(await scene.change('owner', members, { delete: scene.ids('owner') }), refused);
    assert.deepEqual(await scene.change('owner', members, { add_subgroups: [await scene.make('cooks')] }), refused);
    assert.deepEqual(await scene.change('owner', members, { delete_subgroups: [members] }), refused);
  });

  it('changes all or nothing', async (t) => {
    const scene = await setScene(t);
    const { make, look, change, ids } = scene;
    const id = await make('cooks');
    const ears = await listen(scene, ['alice', 'bob']);
    const [admin, bob] = ids('admin', 'bob');

    const wrong: [object, string][] = [
      [{ add: [admin, bob] }, `User ${bob} is already a member of this group`],
      [{ add: [admin, 999] }, 'Invalid user ID: 999'],
      [{ add: [admin], delete: [bob, admin, 999] }, 'Invalid user ID: 999'],
      [{ delete: [bob, admin] }, `There is no member '${admin}' in this user group`],
      [{ add: [admin], add_subgroups: [999] }, 'Invalid user group ID: 999'],
      [{ add: [admin], delete_subgroups: [1] }, 'User group 1 is not a subgroup of this group.'],
      [{ add: [admin], add_subgroups: [id] }, `User group ${id} is already a subgroup of one of the passed subgroups.`],
    ];
    for (const [values, msg] of wrong) {
      assert.deepEqual(await change('alice', id, { ...values }), badRequest(msg));
    }

    const { members, direct_subgroup_ids } = await look(id);
    assert.deepEqual([members, direct_subgroup_ids], [[bob], []]);
    assert.deepEqual(await ears.heard(), {});
  });

  it('takes no deactivated user, nor the bots of the server itself', async (t) => {
    const scene = await setScene(t);
    const id = await scene.make('cooks');
    const [admin = 0, bob = 0] = scene.ids('admin', 'bob');
    const welcome = scene.db.value<number>("SELECT id FROM users WHERE email = 'welcome-bot@chatd.invalid'") as number;
    scene.db.run('UPDATE users SET is_active = 0 WHERE id IN (?, ?)', admin, bob);

    for (const user_id of [admin, welcome]) {
      assert.deepEqual(await scene.change('alice', id, { add: [user_id] }), badRequest(`Invalid user ID: ${user_id}`));
    }
    assert.deepEqual(await scene.change('alice', id, { delete: [bob] }), badRequest(`Invalid user ID: ${bob}`));
  });
});

for (const [path, add, remove] of [
  ['members', 'add_subgroups', 'delete_subgroups'],
  ['subgroups', 'add', 'delete'],
] as const) {
  describe(`POST /user_groups/{user_group_id}/${path} with ${add} and ${remove}`, () => {
    const post = async ({ as }: Scene, name: CastName, id: number, values: object) =>
      (await as(name).post(`/user_groups/${id}/${path}`, { ...values })).body;

    it('adds and removes subgroups, and tells everyone', async (t) => {
      const scene = await setScene(t);
      const { make, look, role } = scene;
      const [inner, other] = [await make('inner'), await make('other')];
      const id = await make('cooks', { subgroups: [other, role('role:owners')] });
      const ears = await listen(scene, ['guest', 'bob']);

      // Only the owner may remove members here.
      const answer = await post(scene, 'owner', id, { [add]: [inner, inner], [remove]: [other] });

      assert.deepEqual(answer, ok);
      assert.deepEqual((await look(id)).direct_subgroup_ids, [role('role:owners'), inner]);
      const about = { type: 'user_group', group_id: id };
      const events = [
        { ...about, op: 'add_subgroups', direct_subgroup_ids: [inner] },
        { ...about, op: 'remove_subgroups', direct_subgroup_ids: [other] },
      ];
      assert.deepEqual(await ears.heard(), { guest: events, bob: events });
    });

    it('needs the permission to add or remove members', async (t) => {
      const scene = await setScene(t);
      const { make, role } = scene;
      const inner = await make('inner');
      const id = await make('cooks', {
        can_add_members_group: role('role:administrators'),
        can_remove_members_group: role('role:moderators'),
        can_join_group: role('role:members'),
      });

      assert.deepEqual(await post(scene, 'moderator', id, { [add]: [inner] }), refused);
      assert.deepEqual(await post(scene, 'admin', id, { [add]: [inner] }), ok);
      assert.deepEqual(await post(scene, 'bob', id, { [remove]: [inner] }), refused);
      assert.deepEqual(await post(scene, 'moderator', id, { [remove]: [inner] }), ok);
    });

    it('lets no group contain itself, however far down', async (t) => {
      const scene = await setScene(t);
      const { make, look, role } = scene;
      const bottom = await make('bottom', { subgroups: [role('role:members')] });
      const middle = await make('middle', { subgroups: [bottom] });
      const top = await make('top', { subgroups: [middle] });
      const ears = await listen(scene, ['alice']);

      for (const id of [bottom, middle, top]) {
        assert.deepEqual(
          await post(scene, 'alice', bottom, { [add]: [role('role:owners'), id] }),
          badRequest(`User group ${bottom} is already a subgroup of one of the passed subgroups.`),
        );
      }

      assert.deepEqual((await look(bottom)).direct_subgroup_ids, [role('role:members')]);
      assert.deepEqual(await ears.heard(), {});
    });

    it('refuses what is there already, what is not there, and what cannot be used', async (t) => {
      const scene = await setScene(t);
      const { as, make, role, db } = scene;
      const [old, inner] = [await make('old'), await make('inner')];
      await as('alice').post(`/user_groups/${old}/deactivate`);
      const id = await make('cooks', { subgroups: [inner] });
      const anonymous = db.value<number>('SELECT max(id) FROM groups WHERE name IS NULL');
      const owners = role('role:owners');

      const wrong: [object, string][] = [
        [{ [add]: [owners, inner] }, `User group ${inner} is already a subgroup of this group.`],
        [{ [add]: [owners, old] }, 'User group is deactivated.'],
        [{ [add]: [owners, anonymous] }, `Invalid user group ID: ${anonymous}`],
        [{ [remove]: [inner, owners] }, `User group ${owners} is not a subgroup of this group.`],
      ];
      for (const [values, msg] of wrong) assert.deepEqual(await post(scene, 'owner', id, values), badRequest(msg));

      assert.deepEqual((await scene.look(id)).direct_subgroup_ids, [inner]);
    });
  });
}
