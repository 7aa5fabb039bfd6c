import type { UserGroup } from '../api/types.ts';
import { groupName } from '../forms/choices.ts';
import { ConfirmButton } from '../forms/confirm.tsx';
import type { Field } from '../forms/control.ts';
import { DeclaredForm, type SettingGroup } from '../forms/declared-form.tsx';
import { FormButton } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { useClient } from '../parts/context.ts';
import { GroupMembers } from './group-members.tsx';

const fields: readonly Field[] = [
  { name: 'name', label: 'Name', control: { kind: 'text', max: 100 }, isRequired: true },
  { name: 'description', label: 'What it is for', control: { kind: 'text', max: 1024 } },
];

const permissionGroups: readonly SettingGroup[] = [['Permissions', /./]];

/** The page of a group: its members and permissions. */
export function GroupPage({ group }: { group: UserGroup | undefined }) {
  const { store } = useClient();
  if (!group) return <p class="nothing">There is no group with this id.</p>;
  const isManager =
    !group.is_system_group && (store.isInGroup(group.can_manage_group) || store.isPermitted('can_manage_all_groups'));
  return (
    <>
      <p>
        <a href="#organization/groups">All groups</a>
      </p>
      <GroupHead group={group} isManager={isManager} />
      {group.is_system_group && <p class="note">The members of this group follow from their roles.</p>}
      <GroupMembers group={group} isManager={isManager} />
      {!group.is_system_group && <GroupPermissions group={group} isManager={isManager} />}
    </>
  );
}

interface Props {
  group: UserGroup;
  isManager: boolean;
}

function GroupHead({ group, isManager }: Props) {
  const { call } = useClient();
  const { id, name, description, deactivated } = group;
  const path = `/user_groups/${id}`;
  const form = {
    title: `Change ${name}`,
    verb: 'Save',
    fields,
    initial: { name, description },
    submit: (values: object) => call('PATCH', path, { ...values }),
  };
  const question = {
    title: `Deactivate ${name}?`,
    text: 'It can no longer be mentioned or given permissions. You can reactivate it.',
    verb: 'Deactivate',
    act: () => call('POST', `${path}/deactivate`),
  };
  return (
    <div class="row">
      <div class="row-body">
        <h3 dir="auto">{groupName(group)}</h3>
        <p class="quiet">{description}</p>
        {deactivated && <p class="note">This group is deactivated.</p>}
      </div>
      {isManager && (
        <div class="buttons">
          <FormButton form={form} label={`Change ${name}`} />
          {deactivated ? <Reactivate path={path} /> : <ConfirmButton question={question} />}
        </div>
      )}
    </div>
  );
}

function Reactivate({ path }: { path: string }) {
  const client = useClient();
  return (
    <button
      type="button"
      class="button is-plain"
      onClick={() => void client.attempt(client.call('PATCH', path, { deactivated: false }))}
    >
      Reactivate
    </button>
  );
}

function GroupPermissions({ group, isManager }: Props) {
  return (
    <>
      {!isManager && <ReadOnlyNote text="Managers of the group can change this." />}
      <DeclaredForm
        path="/user_groups/{user_group_id}"
        target={`/user_groups/${group.id}`}
        wants={({ control }) => control.kind === 'group'}
        groups={permissionGroups}
        read={(name) => (group as unknown as Record<string, unknown>)[name]}
        mayChange={() => isManager && !group.deactivated}
      />
    </>
  );
}
