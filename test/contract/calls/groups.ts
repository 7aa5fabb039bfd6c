import { doCreateGroup, type NewGroup } from '../../../src/groups/user-group.ts';
import { systemGroupId } from '../../../src/realm/group.ts';
import { setRealmSetting } from '../../../src/realm/settings.ts';
import type { Values } from '../../support/client.ts';
import type { CastName, TestServer } from '../../support/server.ts';
import type { Call, Provocations, Provoke, ValidCalls } from '../call.ts';

const newGroup = { name: 'designers', description: 'They draw', members: [] };

/** Calls about user groups that succeed. */
export const validCalls: ValidCalls = {
  getUserGroups: () => ({ as: 'alice' }),
  createUserGroup: ({ users }) => ({ as: 'alice', values: { ...newGroup, members: [users.bob.id] } }),
  updateUserGroup: (server) => ({ ...ofGroup(server), values: { name: 'artists' } }),
  deactivateUserGroup: (server) => ofGroup(server),
  getUserGroupMembers: (server) => ofGroup(server),
  getIsUserGroupMember: (server) => {
    const { as, path } = ofGroup(server);
    return { as, path: { ...path, user_id: server.users.bob.id } };
  },
  updateUserGroupMembers: (server) => ({ ...ofGroup(server), values: { add: [server.users.moderator.id] } }),
  getUserGroupSubgroups: (server) => ofGroup(server),
  updateUserGroupSubgroups: (server) => ({
    ...ofGroup(server),
    values: { add: [systemGroupId(server.db, 'role:owners')] },
  }),
};

/** Calls about user groups that fail, by operation id and the error's text. */
export const provocations: Provocations = {
  createUserGroup: {
    ...nameProvocations(() => ({ as: 'alice', values: newGroup })),
    'Insufficient permission': (server) => {
      setRealmSetting(server.db, 'can_create_groups', systemGroupId(server.db, 'role:nobody'));
      return { as: 'alice', values: newGroup, msg: 'Insufficient permission' };
    },
    'Invalid user ID: {id}': creating({ members: [999] }, 'Invalid user ID: 999'),
    'Invalid user group': creating({ can_mention_group: 999 }, 'Invalid user group'),
    'Invalid user group ID: {id}': creating({ subgroups: [999] }, 'Invalid user group ID: 999'),
    'User group is deactivated.': (server) => ({
      as: 'alice',
      values: { ...newGroup, subgroups: [addDeactivated(server)] },
      msg: 'User group is deactivated.',
    }),
    "'{setting}' setting cannot be set to '{group}' group.": (server) => ({
      as: 'alice',
      values: { ...newGroup, can_join_group: systemGroupId(server.db, 'role:everyone') },
      msg: "'can_join_group' setting cannot be set to 'role:everyone' group.",
    }),
  },
  updateUserGroup: {
    ...nameProvocations((server) => ({ ...ofGroup(server), values: { description: 'New' } })),
    'No new data supplied': (server) => ({ ...ofGroup(server), msg: 'No new data supplied' }),
    'Invalid user group': unknownGroup({ name: 'artists' }),
    'Insufficient permission': refusing('bob', { name: 'artists' }),
    "'old' value does not match the expected value.": (server) => ({
      ...changing(server, 'can_join_group', { new: nobody, old: systemGroupId(server.db, 'role:owners') }),
      msg: "'old' value does not match the expected value.",
      code: 'EXPECTATION_MISMATCH',
    }),
    "'{setting}' setting cannot be set to '{group}' group.": (server) => ({
      ...changing(server, 'can_manage_group', { new: systemGroupId(server.db, 'role:internet') }),
      msg: "'can_manage_group' setting cannot be set to 'role:internet' group.",
    }),
    'Invalid user ID: {id}': (server) => ({
      ...changing(server, 'can_join_group', { new: { direct_members: [999], direct_subgroups: [] } }),
      msg: 'Invalid user ID: 999',
    }),
    'Invalid user group ID: {id}': (server) => ({
      ...changing(server, 'can_join_group', { new: { direct_members: [], direct_subgroups: [998, 999] } }),
      msg: 'Invalid user group ID: 998',
    }),
    'Cannot deactivate user group in use.': (server) => ({ ...inUse(server), values: { deactivated: true } }),
  },
  deactivateUserGroup: {
    'Invalid user group': unknownGroup({}),
    'Insufficient permission': refusing('bob', {}),
    'User group is deactivated.': (server) => ({
      as: 'alice',
      path: { user_group_id: addDeactivated(server) },
      msg: 'User group is deactivated.',
    }),
    'Cannot deactivate user group in use.': inUse,
  },
  getUserGroupMembers: { 'Invalid user group': unknownGroup({}) },
  getIsUserGroupMember: {
    'Invalid user group': () => ({
      as: 'alice',
      path: { user_group_id: 999, user_id: 999 },
      msg: 'Invalid user group',
    }),
    'No such user': (server) => ({ ...withUser(ofGroup(server), 999), msg: 'No such user' }),
    'User is deactivated': async (server) => {
      const { id } = server.users.bob;
      await server.as('admin').delete(`/users/${id}`);
      return { ...withUser(ofGroup(server), id), msg: 'User is deactivated' };
    },
  },
  updateUserGroupMembers: {
    'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".': (server) => ({
      ...ofGroup(server),
      values: { add: [], delete: [] },
      msg: 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    }),
    'Invalid user group': unknownGroup({ add: [999] }),
    'Insufficient permission': refusing('bob', { add: [999] }),
    'Invalid user ID: {id}': refusing('alice', { add: [999] }, 'Invalid user ID: 999'),
    'User {id} is already a member of this group': (server) => {
      const { id } = server.users.bob;
      return { ...ofGroup(server), values: { add: [id] }, msg: `User ${id} is already a member of this group` };
    },
    "There is no member '{id}' in this user group": (server) => {
      const { id } = server.users.admin;
      return { ...ofGroup(server), values: { delete: [id] }, msg: `There is no member '${id}' in this user group` };
    },
    ...subgroupProvocations('add_subgroups', 'delete_subgroups'),
  },
  getUserGroupSubgroups: { 'Invalid user group': unknownGroup({}) },
  updateUserGroupSubgroups: {
    'Nothing to do. Specify at least one of "add" or "delete".': (server) => ({
      ...ofGroup(server),
      msg: 'Nothing to do. Specify at least one of "add" or "delete".',
    }),
    'Invalid user group': unknownGroup({ add: [1] }),
    'Insufficient permission': refusing('bob', { add: [1] }),
    ...subgroupProvocations('add', 'delete'),
  },
};

const nobody = { direct_members: [], direct_subgroups: [] };

// A name of its own lets a test make the same call twice.
function addGroup({ app, db, users }: TestServer, values: Partial<NewGroup> = {}): number {
  const name = `cooks ${db.value('SELECT max(id) FROM groups')}`;
  const group = { name, description: '', members: [users.bob.id], subgroups: [], permissions: {}, ...values };
  return db.transaction(() => doCreateGroup(app, users.alice, group));
}

function addDeactivated(server: TestServer): number {
  const id = addGroup(server);
  server.db.run('UPDATE groups SET deactivated = 1 WHERE id = ?', id);
  return id;
}

/** A call of Alice's about a group of hers, which Bob is in. */
function ofGroup(server: TestServer): Call & { path: { user_group_id: number } } {
  return { as: 'alice', path: { user_group_id: addGroup(server) } };
}

function withUser({ as, path }: Call, user_id: number): Call {
  return { as, path: { ...path, user_id } };
}

function changing(server: TestServer, setting: string, change: Values): Call {
  return { ...ofGroup(server), values: { [setting]: change } };
}

function creating(values: Values, msg: string): Provoke {
  return () => ({ as: 'alice', values: { ...newGroup, ...values }, msg });
}

function unknownGroup(values: Values): Provoke {
  return () => ({ as: 'alice', path: { user_group_id: 999 }, values, msg: 'Invalid user group' });
}

function refusing(as: CastName, values: Values, msg = 'Insufficient permission'): Provoke {
  return (server) => ({ ...ofGroup(server), as, values, msg });
}

function inUse(server: TestServer) {
  const call = ofGroup(server);
  const { user_group_id } = call.path;
  const supergroup = addGroup(server, { subgroups: [user_group_id] });
  return {
    ...call,
    msg: 'Cannot deactivate user group in use.',
    code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
    extra: { objections: [{ type: 'subgroup', supergroup_ids: [supergroup] }] },
  };
}

/** One for each way a name can be unfit, in a call that is fine but for it. */
function nameProvocations(base: (server: TestServer) => Call): Record<string, Provoke> {
  const naming =
    (name: string, msg: string): Provoke =>
    (server) => {
      const call = base(server);
      return { ...call, values: { ...call.values, name }, msg };
    };
  return {
    "User group name can't be empty!": naming(' ', "User group name can't be empty!"),
    'User group name cannot exceed 100 characters.': naming(
      'x'.repeat(101),
      'User group name cannot exceed 100 characters.',
    ),
    "User group name cannot start with '{prefix}'.": naming('@all', "User group name cannot start with '@'."),
    'Invalid character in user group name, at position {position}!': naming(
      'de\u0007sign',
      'Invalid character in user group name, at position 3!',
    ),
    "User group '{name}' already exists.": (server) => {
      addGroup(server, { name: 'artists' });
      return naming('Artists', "User group 'Artists' already exists.")(server);
    },
  };
}

/** One for each way a change of subgroups can be wrong, given what the lists are called. */
function subgroupProvocations(add: string, remove: string): Record<string, Provoke> {
  const adding =
    (
      group: (server: TestServer, call: Call & { path: { user_group_id: number } }) => number,
      msg: (id: number) => string,
    ): Provoke =>
    (server) => {
      const call = ofGroup(server);
      const id = group(server, call);
      return { ...call, values: { [add]: [id] }, msg: msg(id) };
    };
  return {
    'Invalid user group ID: {id}': adding(
      () => 999,
      () => 'Invalid user group ID: 999',
    ),
    'User group is deactivated.': adding(addDeactivated, () => 'User group is deactivated.'),
    'User group {id} is already a subgroup of this group.': adding(
      (server, { path }) => {
        const owners = systemGroupId(server.db, 'role:owners');
        const sql = 'INSERT INTO group_subgroups (group_id, subgroup_id) VALUES (?, ?)';
        server.db.run(sql, path.user_group_id, owners);
        return owners;
      },
      (id) => `User group ${id} is already a subgroup of this group.`,
    ),
    'User group {id} is already a subgroup of one of the passed subgroups.': adding(
      (_, { path }) => path.user_group_id,
      (id) => `User group ${id} is already a subgroup of one of the passed subgroups.`,
    ),
    'User group {id} is not a subgroup of this group.': (server) => ({
      ...ofGroup(server),
      values: { [remove]: [1] },
      msg: 'User group 1 is not a subgroup of this group.',
    }),
  };
}
