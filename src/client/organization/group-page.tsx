import type { UserGroup } from '../api/types.ts';
import { groupName } from '../forms/choices.ts';
import { ConfirmButton } from '../forms/confirm.tsx';
import type { Field } from '../forms/control.ts';
import { DeclaredForm, type SettingGroup } from '../forms/declared-form.tsx';
import { FormButton } from '../forms/editable-list.tsx';
import { ReadOnlyNote } from '../forms/read-only.tsx';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { GroupMembers } from './group-members.tsx';

const fields = (): readonly Field[] => [
  { name: 'name', label: t('common.name'), control: { kind: 'text', max: 100 }, isRequired: true },
  { name: 'description', label: t('organization.whatItIsFor'), control: { kind: 'text', max: 1024 } },
];

const permissionGroups = (): readonly SettingGroup[] => [[t('organization.permissions'), /./]];

/** The page of a group: its members and permissions. */
export function GroupPage({ group }: { group: UserGroup | undefined }) {
  const { store } = useClient();
  if (!group) return <p class="nothing">{t('organization.thereIsNoGroup')}</p>;
  const isManager =
    !group.is_system_group && (store.isInGroup(group.can_manage_group) || store.isPermitted('can_manage_all_groups'));
  return (
    <>
      <p>
        <a href="#organization/groups">{t('organization.allGroups')}</a>
      </p>
      <GroupHead group={group} isManager={isManager} />
      {group.is_system_group && <p class="note">{t('organization.roleGroupHint')}</p>}
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
    title: t('organization.changeOne', { name }),
    verb: t('common.save'),
    fields: fields(),
    initial: { name, description },
    submit: (values: object) => call('PATCH', path, { ...values }),
  };
  const question = {
    title: t('organization.deactivateGroupQuestion', { name }),
    text: t('organization.deactivateGroupHint'),
    verb: t('organization.deactivate'),
    act: () => call('POST', `${path}/deactivate`),
  };
  return (
    <div class="row">
      <div class="row-body">
        <h3 dir="auto">{groupName(group)}</h3>
        <p class="quiet">{description}</p>
        {deactivated && <p class="note">{t('organization.thisGroupIsDeactivated')}</p>}
      </div>
      {isManager && (
        <div class="buttons">
          <FormButton form={form} label={t('organization.changeOne', { name })} />
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
      {t('organization.reactivate')}
    </button>
  );
}

function GroupPermissions({ group, isManager }: Props) {
  return (
    <>
      {!isManager && <ReadOnlyNote text={t('organization.groupLocked')} />}
      <DeclaredForm
        path="/user_groups/{user_group_id}"
        target={`/user_groups/${group.id}`}
        groups={permissionGroups()}
        read={(name) => (group as unknown as Record<string, unknown>)[name]}
        mayChange={() => isManager && !group.deactivated}
      />
    </>
  );
}
