import { ensureUnused, groupInUse } from '../../channels/group-uses.ts';
import { accessSubgroupIds, subgroupErrors } from '../../groups/group-members.ts';
import { ensureGroupPermission, groupPermissions } from '../../groups/permissions.ts';
import { hasRealmPermission } from '../../groups/realm-permission.ts';
import {
  accessGroup,
  doCreateGroup,
  doDeactivateGroup,
  doReactivateGroup,
  doUpdateGroup,
  groupDeactivated,
  groupLimits,
  groupNameErrors,
  presentGroups,
  type UserGroup,
} from '../../groups/user-group.ts';
import { errorKind, insufficientPermission } from '../../http/errors.ts';
import { boolean, integer, list, optional, required, text } from '../../http/params.ts';
import {
  accessMemberIds,
  groupNotAllowed,
  groupValue,
  groupValueChange,
  groupValueOutdated,
  invalidGroup,
  invalidGroupMember,
  invalidSubgroup,
} from '../../realm/group.ts';
import { realmListFull } from '../../realm/realm-list.ts';
import { type Call, type Endpoint, endpoint } from '../endpoint.ts';

const nothingNew = errorKind('No new data supplied');

const description = text({ max: groupLimits.description });
const user_group_id = required(integer(), 'The group.');

export const getUserGroups: Endpoint = endpoint({
  method: 'GET',
  path: '/user_groups',
  summary: 'Get the user groups, including the groups of the roles',
  access: 'member',
  onlyPeople: true,
  params: {
    include_deactivated_groups: optional(boolean(), 'Whether deactivated groups are listed.', { fallback: false }),
  },
  errors: [],
  handler({ app }, options) {
    return { user_groups: presentGroups(app, options) };
  },
});

export const createUserGroup: Endpoint = endpoint({
  method: 'POST',
  path: '/user_groups/create',
  summary: 'Create a user group',
  access: 'member',
  onlyPeople: true,
  params: {
    name: required(text(), 'Name of the group.'),
    description: required(description, 'What the group is for.'),
    members: required(list(integer()), 'Ids of the users in it.'),
    subgroups: optional(list(integer()), 'Ids of the groups in it.', { fallback: [] as number[] }),
    can_add_members_group: optional(groupValue(), 'Who may add members; the creator by default.'),
    can_join_group: optional(groupValue(), 'Who may join; nobody by default.'),
    can_leave_group: optional(groupValue(), 'Who may leave; everyone by default.'),
    can_manage_group: optional(groupValue(), 'Who may change all properties of the group; the creator by default.'),
    can_mention_group: optional(groupValue(), 'Who may mention the group; everyone by default.'),
    can_remove_members_group: optional(groupValue(), 'Who may remove members; nobody by default.'),
  },
  errors: [
    realmListFull,
    insufficientPermission,
    ...groupNameErrors,
    invalidGroupMember,
    ...subgroupErrors,
    invalidGroup,
    groupNotAllowed,
  ],
  handler({ app, db, user }, { name, description, members, subgroups, ...permissions }) {
    if (!hasRealmPermission(app, user, 'can_create_groups')) throw insufficientPermission();
    const group_id = doCreateGroup(app, user, {
      name,
      description,
      members: accessMemberIds(db, members),
      subgroups: accessSubgroupIds(db, subgroups),
      permissions,
    });
    return { group_id };
  },
});

export const updateUserGroup: Endpoint = endpoint({
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  summary: "Change a user group's name, description or permissions, or reactivate it",
  access: 'member',
  onlyPeople: true,
  params: {
    user_group_id,
    name: optional(text(), 'New name.'),
    description: optional(description, 'New description.'),
    deactivated: optional(boolean(), 'False reactivates the group.'),
    can_add_members_group: optional(groupValueChange(), groupPermissions.can_add_members_group.description),
    can_join_group: optional(groupValueChange(), groupPermissions.can_join_group.description),
    can_leave_group: optional(groupValueChange(), groupPermissions.can_leave_group.description),
    can_manage_group: optional(groupValueChange(), groupPermissions.can_manage_group.description),
    can_mention_group: optional(groupValueChange(), groupPermissions.can_mention_group.description),
    can_remove_members_group: optional(groupValueChange(), groupPermissions.can_remove_members_group.description),
  },
  errors: [
    nothingNew,
    invalidGroup,
    insufficientPermission,
    ...groupNameErrors,
    groupValueOutdated,
    groupNotAllowed,
    invalidGroupMember,
    invalidSubgroup,
    groupInUse,
    realmListFull,
  ],
  handler(context, { user_group_id, deactivated, name, description, ...permissions }) {
    const { app, db } = context;
    if ([deactivated, name, description, ...Object.values(permissions)].every((value) => value === undefined)) {
      throw nothingNew();
    }
    const group = accessManaged(context, user_group_id);
    if (deactivated !== undefined) doSetActivity(context, group, deactivated);
    doUpdateGroup(app, accessGroup(db, group.id), { name, description, permissions });
    return {};
  },
});

export const deactivateUserGroup: Endpoint = endpoint({
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  summary: 'Deactivate a user group',
  access: 'user',
  params: { user_group_id },
  errors: [invalidGroup, insufficientPermission, groupDeactivated, groupInUse],
  handler(context, { user_group_id }) {
    const group = accessManaged(context, user_group_id);
    if (group.deactivated) throw groupDeactivated();
    doSetActivity(context, group, true);
    return {};
  },
});

/** A group that the user may change. Throws invalidGroup or insufficientPermission. */
function accessManaged({ app, db, user }: Call, group_id: number): UserGroup {
  const group = accessGroup(db, group_id);
  ensureGroupPermission(app, user, group, ['can_manage_group']);
  return group;
}

function doSetActivity({ app, user }: Call, group: UserGroup, deactivated: boolean): void {
  if (deactivated === (group.deactivated === 1)) return;
  if (!deactivated) {
    doReactivateGroup(app, group);
    return;
  }
  ensureUnused(app, user, group);
  doDeactivateGroup(app, group);
}
