import type { UserGroup } from '../api/types.ts';
import { type GroupSet, groupName } from '../forms/choices.ts';
import type { Field, Values } from '../forms/control.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { compareNames, formatList } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { GroupPage } from './group-page.tsx';

const fields = (): readonly Field[] => [
  { name: 'name', label: t('common.name'), control: { kind: 'text', max: 100 }, isRequired: true },
  { name: 'description', label: t('organization.whatItIsFor'), control: { kind: 'text', max: 1024 } },
  { name: 'members', label: t('organization.members'), control: { kind: 'members' } },
];

/** Groups of people, for mentions and permissions. */
export function Groups({ id }: { id?: number | undefined }) {
  const { store } = useClient();
  const { realm_user_groups } = store.read('people').state;
  const group = realm_user_groups.find((one) => one.id === id);
  // Copied, because events change the group in place, and components with the same properties are not drawn again.
  if (id !== undefined) return <GroupPage group={group && { ...group }} />;
  const own = realm_user_groups.filter(({ is_system_group }) => !is_system_group);
  const gone = own.filter(({ deactivated }) => deactivated);
  const byRole = realm_user_groups.filter(({ is_system_group, name }) => is_system_group && name !== 'role:nobody');
  return (
    <>
      <OwnGroups groups={own.filter(({ deactivated }) => !deactivated).toSorted(byName)} />
      {gone.length > 0 && <GroupList title={t('organization.deactivated')} groups={gone.toSorted(byName)} />}
      <GroupList title={t('organization.byRole')} groups={byRole} />
    </>
  );
}

function byName(a: UserGroup, b: UserGroup): number {
  return compareNames(a.name, b.name);
}

function OwnGroups({ groups }: { groups: readonly UserGroup[] }) {
  const { call, store } = useClient();
  const { state } = store.read('realm', 'people');
  const mayCreate = store.isPermitted('can_create_groups');
  const create = ({ name, description, members }: Values) => {
    const { direct_members, direct_subgroups } = members as GroupSet;
    const rest = { description: description ?? '', members: direct_members, subgroups: direct_subgroups };
    return call('POST', '/user_groups/create', { name, ...rest });
  };
  const initial = { members: { direct_members: [state.user_id], direct_subgroups: [] } };
  return (
    <GroupList
      about={t('organization.groupsHint')}
      groups={groups}
      add={
        mayCreate
          ? { title: t('organization.newGroup'), verb: t('common.create'), fields: fields(), initial, submit: create }
          : undefined
      }
    />
  );
}

interface ListProps {
  title?: string;
  about?: string;
  groups: readonly UserGroup[];
  add?: Parameters<typeof EditableList>[0]['add'];
}

function GroupList({ title, about, groups, add }: ListProps) {
  return (
    <EditableList
      {...(title === undefined ? {} : { title })}
      about={about}
      items={groups}
      empty={t('common.noneYet')}
      keyOf={({ id }) => id}
      nameOf={groupName}
      add={add}
    >
      {(group) => (
        <a class="row-link" href={`#organization/groups/${group.id}`}>
          <b dir="auto">{groupName(group)}</b> <span class="quiet">{sizeOf(group)}</span>
          {!group.is_system_group && group.description && <p class="quiet">{group.description}</p>}
        </a>
      )}
    </EditableList>
  );
}

function sizeOf({ members, direct_subgroup_ids, is_system_group }: UserGroup): string {
  if (is_system_group) return '';
  const people = t('organization.peopleCount', { count: members.length });
  const groups = direct_subgroup_ids.length;
  return formatList([people, ...(groups === 0 ? [] : [t('organization.groupCount', { count: groups })])]);
}
