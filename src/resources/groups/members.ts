import {
  doAddMembers,
  doAddSubgroups,
  doRemoveMembers,
  doRemoveSubgroups,
  ensureCanAddMembers,
  ensureCanRemoveMembers,
  memberErrors,
  subgroupChangeErrors,
} from '../../groups/group-members.ts';
import {
  listDirectMemberIds,
  listDirectSubgroupIds,
  listGroupUserIds,
  listReachedGroupIds,
} from '../../groups/membership.ts';
import { ensureGroupPermission } from '../../groups/permissions.ts';
import { accessGroup, type UserGroup } from '../../groups/user-group.ts';
import { errorKind, insufficientPermission } from '../../http/errors.ts';
import { boolean, integer, list, optional, required } from '../../http/params.ts';
import { doNotifyAdded, doNotifyRemoved } from '../../messages/membership-notices.ts';
import { invalidGroup, invalidGroupMember } from '../../realm/group.ts';
import { accessUser } from '../../users/access.ts';
import { ensureActive, noSuchUser, userIsDeactivated } from '../../users/user.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const nothingToDo = errorKind(
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
);
const nothingToDoWithSubgroups = errorKind('Nothing to do. Specify at least one of "add" or "delete".');

const user_group_id = required(integer(), 'The group.');
const direct_member_only = optional(boolean(), 'Whether to leave out members of subgroups.', { fallback: false });
const ids = (description: string) => optional(list(integer()), description, { fallback: [] as number[] });

export const getUserGroupMembers: Endpoint = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members',
  summary: 'Get the members of a user group',
  access: 'member',
  onlyPeople: true,
  params: { user_group_id, direct_member_only },
  errors: [invalidGroup],
  handler(context, { user_group_id, direct_member_only }) {
    const group = accessGroup(context.db, user_group_id);
    return { members: listMemberIds(context, group, direct_member_only) };
  },
});

export const getIsUserGroupMember: Endpoint = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/members/{user_id}',
  summary: 'Get whether a user is a member of a user group',
  access: 'member',
  onlyPeople: true,
  params: { user_group_id, user_id: required(integer(), 'The user.'), direct_member_only },
  errors: [invalidGroup, noSuchUser, userIsDeactivated],
  handler(context, { user_group_id, user_id, direct_member_only }) {
    const group = accessGroup(context.db, user_group_id);
    const { id } = ensureActive(accessUser(context.app, context.user, user_id));
    return { is_user_group_member: listMemberIds(context, group, direct_member_only).includes(id) };
  },
});

export const updateUserGroupMembers: Endpoint = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/members',
  summary: 'Add and remove members and subgroups of a user group',
  access: 'member',
  onlyPeople: true,
  params: {
    user_group_id,
    add: ids('Ids of users to add.'),
    delete: ids('Ids of users to remove.'),
    add_subgroups: ids('Ids of groups to add.'),
    delete_subgroups: ids('Ids of groups to remove.'),
  },
  errors: [
    nothingToDo,
    invalidGroup,
    insufficientPermission,
    invalidGroupMember,
    ...memberErrors,
    ...subgroupChangeErrors,
  ],
  handler(context, { user_group_id, add_subgroups, delete_subgroups, ...members }) {
    const subgroups = { add: add_subgroups, delete: delete_subgroups };
    if (isEmpty(members) && isEmpty(subgroups)) throw nothingToDo();
    const group = accessGroup(context.db, user_group_id);
    doChangeMembers(context, group, members);
    doChangeSubgroups(context, group, subgroups);
    return {};
  },
});

export const getUserGroupSubgroups: Endpoint = endpoint({
  method: 'GET',
  path: '/user_groups/{user_group_id}/subgroups',
  summary: 'Get the subgroups of a user group',
  access: 'member',
  onlyPeople: true,
  params: {
    user_group_id,
    direct_subgroup_only: optional(boolean(), 'Whether to leave out subgroups of subgroups.', { fallback: false }),
  },
  errors: [invalidGroup],
  handler(context, { user_group_id, direct_subgroup_only }) {
    const { id } = accessGroup(context.db, user_group_id);
    const list = direct_subgroup_only ? listDirectSubgroupIds : listReachedGroupIds;
    return { subgroups: list(context.app, id) };
  },
});

export const updateUserGroupSubgroups: Endpoint = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/subgroups',
  summary: 'Add and remove subgroups of a user group',
  access: 'member',
  onlyPeople: true,
  params: { user_group_id, add: ids('Ids of groups to add.'), delete: ids('Ids of groups to remove.') },
  errors: [nothingToDoWithSubgroups, invalidGroup, insufficientPermission, ...subgroupChangeErrors],
  handler(context, { user_group_id, ...subgroups }) {
    if (isEmpty(subgroups)) throw nothingToDoWithSubgroups();
    doChangeSubgroups(context, accessGroup(context.db, user_group_id), subgroups);
    return {};
  },
});

/** Ids to add and to remove. */
interface Change {
  add: number[];
  delete: number[];
}

function isEmpty(change: Change): boolean {
  return change.add.length === 0 && change.delete.length === 0;
}

// Each list is checked as a whole: without permission for others, it may contain only the user's own id.
function doChangeMembers({ app, user }: Call, group: UserGroup, change: Change): void {
  if (change.add.length > 0) {
    ensureCanAddMembers(app, user, group, change.add);
    doAddMembers(app, group, change.add);
    doNotifyAdded(app, user, group, change.add);
  }
  if (change.delete.length > 0) {
    ensureCanRemoveMembers(app, user, group, change.delete);
    doRemoveMembers(app, group, change.delete);
    doNotifyRemoved(app, user, group, change.delete);
  }
}

function doChangeSubgroups({ app, user }: Call, group: UserGroup, change: Change): void {
  if (change.add.length > 0) {
    ensureGroupPermission(app, user, group, ['can_add_members_group']);
    doAddSubgroups(app, group, change.add);
  }
  if (change.delete.length > 0) {
    ensureGroupPermission(app, user, group, ['can_remove_members_group']);
    doRemoveSubgroups(app, group, change.delete);
  }
}

function listMemberIds({ app }: Call, group: UserGroup, direct: boolean): number[] {
  return direct ? listDirectMemberIds(app, group.id) : listGroupUserIds(app, group.id);
}
