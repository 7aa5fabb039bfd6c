import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeGroup } from '../../src/channels/change-notice.ts';
import { textsIn } from '../../src/ground/texts.ts';
import { directMemberLister, isInGroup, listGroupUserIds } from '../../src/groups/membership.ts';
import { doCreateGroup } from '../../src/groups/user-group.ts';
import {
  insertAnonymousGroup,
  presentGroupValue,
  resolveGroupValue,
  type SystemGroup,
  systemGroupId,
  systemGroups,
} from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { type CastName, startServer, type TestServer } from '../support/server.ts';

const names = Object.keys(systemGroups) as SystemGroup[];

function membersOf({ app, users }: TestServer, group_id: number): CastName[] {
  return (Object.keys(users) as CastName[]).filter((name) => isInGroup(app, users[name], group_id));
}

function listedIn({ app, users }: TestServer, group_id: number): CastName[] {
  const ids = listGroupUserIds(app, group_id);
  return (Object.keys(users) as CastName[]).filter((name) => ids.includes(users[name].id));
}

describe('system groups', () => {
  const staff = ['owner', 'admin', 'moderator'];
  const members = [...staff, 'alice', 'bob'];

  it('have the members that their roles say', async (t) => {
    const server = await startServer(t);
    const expected: Record<SystemGroup, string[]> = {
      'role:internet': [...members, 'guest', 'bot'],
      'role:everyone': [...members, 'guest', 'bot'],
      'role:members': [...members, 'bot'],
      'role:fullmembers': [...members, 'bot'],
      'role:moderators': staff,
      'role:administrators': ['owner', 'admin'],
      'role:owners': ['owner'],
      'role:nobody': [],
    };

    for (const name of names) {
      const id = systemGroupId(server.db, name);
      assert.deepEqual(membersOf(server, id), expected[name], name);
      assert.deepEqual(listedIn(server, id), expected[name], name);
    }
  });

  it('let members wait to become full members where the organization says so', async (t) => {
    const server = await startServer(t);
    const full = systemGroupId(server.db, 'role:fullmembers');
    server.db.transaction(() => setRealmSetting(server.db, 'waiting_period_threshold', 3));

    const young = membersOf(server, full);
    server.clock.advance(3 * 86_400);
    const grown = membersOf(server, full);

    assert.deepEqual([young, grown], [staff, [...members, 'bot']]);
  });

  it('contain one another from the widest to the narrowest', async (t) => {
    const { db } = await startServer(t);

    const contained = names.map((name) =>
      db.values(
        'SELECT name FROM group_subgroups JOIN groups ON id = subgroup_id WHERE group_id = ?',
        systemGroupId(db, name),
      ),
    );

    assert.deepEqual(contained, [...names.slice(1, -1).map((name) => [name]), [], []]);
  });
});

describe('a group with the name of a property of every object', () => {
  it('has its own members and no others', async (t) => {
    const server = await startServer(t);
    const { app, db, users } = server;
    const values = { description: '', subgroups: [], permissions: {} };

    for (const name of ['toString', 'constructor', '__proto__']) {
      const group = { name, members: [users.bob.id], ...values };
      const id = db.transaction(() => doCreateGroup(app, users.alice, group));
      assert.deepEqual([membersOf(server, id), listedIn(server, id)], [['bob'], ['bob']], name);
      assert.deepEqual(directMemberLister(app)(id), [users.bob.id], name);
      assert.equal(describeGroup(db, textsIn('en'), id), `@_*${name}*`);
    }
  });
});

describe('group-setting values', () => {
  it('are members and groups, taken together at any depth', async (t) => {
    const server = await startServer(t);
    const { db, users } = server;
    const inner = insertAnonymousGroup(db, [users.guest.id], [systemGroupId(db, 'role:owners')]);
    db.run("UPDATE groups SET name = 'designers' WHERE id = ?", inner);

    const id = resolveGroupValue(
      db,
      'can_send_message_group',
      { direct_members: [users.bob.id, users.bob.id], direct_subgroups: [inner] },
      [],
    );

    assert.deepEqual(membersOf(server, id), ['owner', 'bob', 'guest']);
    assert.deepEqual(listedIn(server, id), ['owner', 'bob', 'guest']);
    assert.deepEqual(presentGroupValue(db, id), { direct_members: [users.bob.id], direct_subgroups: [inner] });
    assert.equal(presentGroupValue(db, inner), inner);
  });

  it('that are just one group are that group', async (t) => {
    const { db } = await startServer(t);
    const owners = systemGroupId(db, 'role:owners');
    const value = { direct_members: [], direct_subgroups: [owners] };

    assert.equal(resolveGroupValue(db, 'can_send_message_group', value, []), owners);
    assert.throws(
      () => resolveGroupValue(db, 'can_send_message_group', value, ['role:owners']),
      /'can_send_message_group' setting cannot be set to 'role:owners' group\./,
    );
  });

  it('name only what exists and is not put away', async (t) => {
    const { db } = await startServer(t);
    const anonymous = insertAnonymousGroup(db, [], []);
    const { id: old } = db.run("INSERT INTO groups (name, deactivated) VALUES ('old', 1)");

    for (const id of [4711, anonymous, old]) {
      assert.throws(() => resolveGroupValue(db, 'x', id, []), /^Error: Invalid user group$/);
    }
    assert.throws(() => insertAnonymousGroup(db, [4711], []), /Invalid user ID: 4711/);
    assert.throws(() => insertAnonymousGroup(db, [], [4711]), /Invalid user group ID: 4711/);
  });

  it('leave out deactivated people where people are listed', async (t) => {
    const server = await startServer(t);
    server.db.run("UPDATE users SET is_active = 0 WHERE email = 'admin@example.com'");

    assert.deepEqual(listedIn(server, systemGroupId(server.db, 'role:administrators')), ['owner']);
  });
});
