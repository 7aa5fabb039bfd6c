import type { UserGroup } from '../api/types.ts';
import { groupName, idsOf, listGroups, listPeople } from '../forms/choices.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { Finder } from '../forms/picker.tsx';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';

interface Member {
  key: string;
  name: string;
  href: string;
  user_id?: number;
}

function useMembers({ members, direct_subgroup_ids }: UserGroup): Member[] {
  const { store } = useClient();
  const { realm_user_groups } = store.read('people').state;
  const groups = realm_user_groups.filter(({ id }) => direct_subgroup_ids.includes(id));
  const people = members.flatMap((id) => store.users.value.get(id) ?? []);
  return [
    ...groups.map((one) => ({ key: `group ${one.id}`, name: groupName(one), href: `#organization/groups/${one.id}` })),
    ...people
      .map(({ user_id, full_name }) => ({
        key: `user ${user_id}`,
        name: full_name,
        href: `#user/${user_id}`,
        user_id,
      }))
      .sort((a, b) => compareNames(a.name, b.name)),
  ];
}

/** A change of members in the server's format. */
function changeOf(key: string, isAdded: boolean) {
  const [id] = idsOf([key], 'user');
  const [group] = idsOf([key], 'group');
  if (id !== undefined) return isAdded ? { add: [id] } : { delete: [id] };
  return isAdded ? { add_subgroups: [group] } : { delete_subgroups: [group] };
}

interface Props {
  group: UserGroup;
  isManager: boolean;
}

/** The people and groups of a group, with controls to add and remove them, to join and to leave, if permitted. */
export function GroupMembers({ group, isManager }: Props) {
  const client = useClient();
  const { store } = client;
  const members = useMembers(group);
  const isFixed = group.is_system_group || group.deactivated;
  const mayAdd = !isFixed && (isManager || store.isInGroup(group.can_add_members_group));
  const mayRemove = !isFixed && (isManager || store.isInGroup(group.can_remove_members_group));
  const change = (key: string, isAdded: boolean) =>
    void client.attempt(client.call('POST', `/user_groups/${group.id}/members`, changeOf(key, isAdded)));
  return (
    <EditableList
      title={t('organization.members')}
      items={members}
      empty={t('organization.nobodyIsInIt')}
      keyOf={({ key }) => key}
      nameOf={({ name }) => name}
      tools={({ key, name }) => mayRemove && <RemoveButton name={name} onRemove={() => change(key, false)} />}
      footer={
        <>
          {mayAdd && <AddMember group={group} onAdd={(key) => change(key, true)} />}
          {!isFixed && <OwnMembership group={group} mayAdd={mayAdd} mayRemove={mayRemove} onChange={change} />}
        </>
      }
    >
      {({ name, href, user_id }) => (
        <a class="person" href={href}>
          {user_id !== undefined && <Avatar user_id={user_id} size={28} />} <span dir="auto">{name}</span>
        </a>
      )}
    </EditableList>
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" class="button is-plain" aria-label={t('organization.removeOne', { name })} onClick={onRemove}>
      {t('common.remove')}
    </button>
  );
}

function AddMember({ group, onAdd }: { group: UserGroup; onAdd: (key: string) => void }) {
  const client = useClient();
  const people = listPeople(client).filter(({ user_id = 0 }) => !group.members.includes(user_id));
  const groups = listGroups(
    client,
    ({ id, name }) =>
      id !== group.id && !group.direct_subgroup_ids.includes(id) && !/^role:(internet|nobody)$/.test(name),
  );
  return (
    <Finder
      id="new-member"
      label={t('organization.addPeopleOrGroups')}
      choices={[...people, ...groups]}
      onChoose={onAdd}
    />
  );
}

interface OwnProps {
  group: UserGroup;
  mayAdd: boolean;
  mayRemove: boolean;
  onChange: (key: string, isAdded: boolean) => void;
}

function OwnMembership({ group, mayAdd, mayRemove, onChange }: OwnProps) {
  const { store } = useClient();
  const isMember = group.members.includes(store.user_id);
  const may = isMember
    ? mayRemove || store.isInGroup(group.can_leave_group)
    : mayAdd || store.isInGroup(group.can_join_group);
  if (!may) return null;
  return (
    <button type="button" class="button is-plain" onClick={() => onChange(`user ${store.user_id}`, !isMember)}>
      {isMember ? t('organization.leaveTheGroup') : t('organization.joinTheGroup')}
    </button>
  );
}
