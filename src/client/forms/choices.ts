import type { GroupSetting, UserGroup } from '../api/types.ts';
import type { Client } from '../client.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import type { Choice } from './control.ts';

/** A set of people and groups. */
export type GroupSet = Exclude<GroupSetting, number>;

const roleNames = (): ReadonlyMap<string, string> =>
  new Map(
    Object.entries({
      'role:internet': t('forms.everyoneOnTheWeb'),
      'role:everyone': t('forms.everyoneGuestsIncluded'),
      'role:members': t('forms.members'),
      'role:fullmembers': t('forms.fullMembers'),
      'role:moderators': t('forms.moderatorsAndAbove'),
      'role:administrators': t('forms.administratorsAndOwners'),
      'role:owners': t('forms.owners'),
      'role:nobody': t('forms.nobody'),
    }),
  );

export function groupName({ name }: Pick<UserGroup, 'name'>): string {
  return roleNames().get(name) ?? name;
}

export function listPeople({ store }: Client, isWanted: (user: { is_bot: boolean }) => boolean = () => true): Choice[] {
  return store
    .read('people')
    .state.realm_users.filter(isWanted)
    .map(({ user_id, full_name, delivery_email }) => ({
      key: `user ${user_id}`,
      label: full_name,
      user_id,
      ...(delivery_email ? { detail: delivery_email } : {}),
    }))
    .sort(byLabel);
}

export function listGroups({ store }: Client, isWanted: (group: UserGroup) => boolean = () => true): Choice[] {
  return store
    .read('people')
    .state.realm_user_groups.filter((group) => !group.deactivated && isWanted(group))
    .map((group) => ({ key: `group ${group.id}`, label: groupName(group), detail: describeGroup(group) }));
}

/** With the number of its members, unless other groups belong to it. */
function describeGroup({ members, direct_subgroup_ids }: UserGroup): string {
  return direct_subgroup_ids.length > 0 ? t('forms.group') : t('forms.groupOf', { count: members.length });
}

export function listChannels({ store }: Client): Choice[] {
  return [...store.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .map(({ stream_id, name }) => ({ key: `channel ${stream_id}`, label: `#${name}` }))
    .sort(byLabel);
}

function byLabel(a: Choice, b: Choice): number {
  return compareNames(a.label, b.label);
}

/** The ids in keys of one kind: `user 3`, `group 4`. */
export function idsOf(keys: readonly string[], kind: 'user' | 'group' | 'channel'): number[] {
  return keys.filter((key) => key.startsWith(`${kind} `)).map((key) => Number(key.slice(kind.length + 1)));
}

export function keysOf({ direct_members, direct_subgroups }: GroupSet): string[] {
  return [...direct_subgroups.map((id) => `group ${id}`), ...direct_members.map((id) => `user ${id}`)];
}

export function setOf(keys: readonly string[]): GroupSet {
  return { direct_members: idsOf(keys, 'user'), direct_subgroups: idsOf(keys, 'group') };
}

/** The people and groups of a set, in words. */
export function describeSet(client: Client, set: GroupSet): string {
  const { realm_user_groups } = client.store.read('people').state;
  const groups = realm_user_groups.filter(({ id }) => set.direct_subgroups.includes(id)).map(groupName);
  const names = [...groups, ...set.direct_members.map((id) => client.userName(id))];
  return names.length === 0 ? t('forms.nobody') : names.join(', ');
}

/** All users of a set, including members of its groups. */
export function peopleIn(client: Client, { direct_members, direct_subgroups }: GroupSet): number[] {
  const { realm_user_groups, realm_users } = client.store.model.state;
  const active = new Set(realm_users.map(({ user_id }) => user_id));
  const found = new Set(direct_members);
  const seen = new Set<number>();
  const queue = [...direct_subgroups];
  for (const id of queue) {
    const group = realm_user_groups.find((one) => one.id === id);
    if (!group || seen.has(id)) continue;
    seen.add(id);
    for (const member of group.members) found.add(member);
    queue.push(...group.direct_subgroup_ids);
  }
  return [...found].filter((id) => active.has(id));
}
