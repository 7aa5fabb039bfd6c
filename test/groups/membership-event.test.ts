import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { doCreateUser } from '../../src/accounts/new-user.ts';
import { publishNewFullMembers } from '../../src/jobs/new-full-members.ts';
import { roles } from '../../src/users/user.ts';
import { listen } from '../support/events.ts';
import { knowing, ok, type Scene, setScene } from './scene.ts';

const onlyGroups = { event_types: ['user_group'] };

function told(op: 'add_members' | 'remove_members', group_id: number, ...user_ids: number[]) {
  return { type: 'user_group', op, group_id, user_ids };
}

function addMember({ app, db }: Scene) {
  const carol = { email: 'carol@example.com', full_name: 'Carol New', role: roles.member, password_hash: null };
  return db.transaction(() => doCreateUser(app, carol));
}

async function setWaitingPeriod({ as }: Scene, days: number): Promise<void> {
  assert.equal((await as('owner').patch('/realm', { waiting_period_threshold: days })).status, 200);
}

describe('a new account', () => {
  it('joins the groups that its role means, of which everyone hears', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['alice', 'guest'], onlyGroups);

    const { id } = addMember(scene);

    const events = [
      told('add_members', scene.role('role:members'), id),
      told('add_members', scene.role('role:fullmembers'), id),
    ];
    assert.deepEqual(await ears.heard(), { alice: events, guest: events });
  });

  it('is no full member where it has to wait', async (t) => {
    const scene = await setScene(t);
    await setWaitingPeriod(scene, 3);
    const ears = await listen(scene, ['alice'], onlyGroups);

    const { id } = addMember(scene);

    assert.deepEqual(await ears.heard(), { alice: [told('add_members', scene.role('role:members'), id)] });
  });
});

describe('another role', () => {
  it('means other groups, of which everyone hears', async (t) => {
    const scene = await setScene(t);
    const { as, users, role } = scene;
    const ears = await listen(scene, ['alice', 'guest'], onlyGroups);

    const change = (wanted: number) => as('owner').patch(`/users/${users.bob.id}`, { role: wanted });
    assert.deepEqual((await change(roles.moderator)).body, ok);
    const raised = await ears.heard();
    assert.deepEqual((await change(roles.guest)).body, ok);
    const lowered = await ears.heard();

    const up = [
      told('remove_members', role('role:members'), users.bob.id),
      told('add_members', role('role:moderators'), users.bob.id),
      told('remove_members', role('role:fullmembers'), users.bob.id),
    ];
    const down = [
      told('remove_members', role('role:moderators'), users.bob.id),
      told('add_members', role('role:everyone'), users.bob.id),
    ];
    assert.deepEqual(
      [raised, lowered],
      [
        { alice: up, guest: up },
        { alice: down, guest: down },
      ],
    );
  });
});

describe('full members', () => {
  it('are others where the waiting period is another', async (t) => {
    const scene = await setScene(t);
    const { role, ids, clock } = scene;
    clock.advance(2 * 86_400);
    const carol = addMember(scene);
    const ears = await listen(scene, ['guest'], onlyGroups);

    await setWaitingPeriod(scene, 1);
    const one = await ears.heard();
    await setWaitingPeriod(scene, 3);
    const three = await ears.heard();
    await setWaitingPeriod(scene, 0);
    const none = await ears.heard();

    const full = role('role:fullmembers');
    assert.deepEqual(one, { guest: [told('remove_members', full, carol.id)] });
    assert.deepEqual(three, { guest: [told('remove_members', full, ...ids('alice', 'bob', 'bot'))] });
    assert.deepEqual(none, { guest: [told('add_members', full, ...ids('alice', 'bob', 'bot'), carol.id)] });
  });

  it('are told of once their time has come', async (t) => {
    const scene = await setScene(t);
    const { app, role, ids, clock } = scene;
    await setWaitingPeriod(scene, 1);
    const ears = await listen(scene, ['guest'], onlyGroups);

    publishNewFullMembers(app);
    clock.advance(86_399);
    publishNewFullMembers(app);
    const early = await ears.heard();
    clock.advance(1);
    publishNewFullMembers(app);
    const then = await ears.heard();
    clock.advance(60);
    publishNewFullMembers(app);
    const later = await ears.heard();

    const event = told('add_members', role('role:fullmembers'), ...ids('alice', 'bob', 'bot'));
    assert.deepEqual([early, then, later], [{}, { guest: [event] }, {}]);
  });

  it('are nobody new where nobody waits', async (t) => {
    const scene = await setScene(t);
    const ears = await listen(scene, ['guest'], onlyGroups);

    publishNewFullMembers(scene.app);

    assert.deepEqual(await ears.heard(), {});
  });
});

describe('an account that is shut and opened again', () => {
  it('leaves its groups quietly but for permissions that name it, and comes back before everyone', async (t) => {
    const scene = await setScene(t);
    const { as, users, role, make } = scene;
    const bob = users.bob.id;
    const beside = { direct_members: [users.alice.id, bob], direct_subgroups: [] };
    const inner = await make('inner');
    const cooks = await make('cooks', { can_join_group: beside, can_leave_group: inner });
    const old = await make('old');
    await as('alice').post(`/user_groups/${old}/deactivate`);
    const ears = await listen(scene, ['alice', 'guest'], onlyGroups);
    const newer = await listen(scene, ['alice'], { ...onlyGroups, ...knowing });

    assert.deepEqual((await as('admin').delete(`/users/${bob}`)).body, ok);
    const left = [await ears.heard(), await newer.heard()];
    assert.deepEqual((await as('admin').post(`/users/${bob}/reactivate`)).body, ok);

    const before = [
      told('add_members', role('role:fullmembers'), bob),
      told('add_members', role('role:members'), bob),
      told('add_members', inner, bob),
      told('add_members', cooks, bob),
    ];
    const settings = { type: 'user_group', op: 'update', group_id: cooks, data: { can_join_group: beside } };
    const alone = { direct_members: [users.alice.id], direct_subgroups: [] };
    const without = { ...settings, data: { can_join_group: alone } };
    assert.deepEqual(left, [{ alice: [without], guest: [without] }, { alice: [without] }]);
    const heard = [...before, settings];
    assert.deepEqual(await ears.heard(), { alice: heard, guest: heard });
    assert.deepEqual(await newer.heard(), { alice: [...before, told('add_members', old, bob), settings] });
  });

  it('leaves the permissions of the organization that name it, and comes back to them', async (t) => {
    const scene = await setScene(t);
    const { as, users } = scene;
    const beside = { direct_members: [users.alice.id, users.bob.id], direct_subgroups: [] };
    await as('owner').patch('/realm', { can_create_groups: { new: beside } });
    const ears = await listen(scene, ['alice', 'guest'], { event_types: ['realm'] });

    await as('admin').delete(`/users/${users.bob.id}`);
    const left = await ears.heard();
    const { body } = await as('alice').post('/register', { fetch_event_types: ['realm'] });
    await as('admin').post(`/users/${users.bob.id}/reactivate`);

    const alone = { direct_members: [users.alice.id], direct_subgroups: [] };
    const told = (value: object) => {
      const event = { type: 'realm', op: 'update_dict', property: 'default', data: { can_create_groups: value } };
      return { alice: [event], guest: [event] };
    };
    assert.deepEqual(body.realm_can_create_groups, alone);
    assert.deepEqual([left, await ears.heard()], [told(alone), told(beside)]);
  });

  it('is told of group by group to guests who may not know of the account', async (t) => {
    const scene = await setScene(t);
    const { as, users, role, make } = scene;
    await as('owner').patch('/realm', { can_access_all_users_group: { new: role('role:members') } });
    await as('guest').delete('/users/me/subscriptions', { subscriptions: ['general'] });
    const cooks = await make('cooks', { can_join_group: { direct_members: [users.bob.id], direct_subgroups: [] } });
    const ears = await listen(scene, ['alice', 'guest'], onlyGroups);

    assert.deepEqual((await as('admin').delete(`/users/${users.bob.id}`)).body, ok);

    const data = { can_join_group: role('role:nobody') };
    const setting = { type: 'user_group', op: 'update', group_id: cooks, data };
    assert.deepEqual(await ears.heard(), {
      alice: [setting],
      guest: [
        told('remove_members', role('role:fullmembers'), users.bob.id),
        told('remove_members', role('role:members'), users.bob.id),
        told('remove_members', cooks, users.bob.id),
        setting,
      ],
    });
  });
});
