import { useComputed, useSignal } from '@preact/signals';
import type { User } from '../api/types.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { type Fetched, useFetched } from '../parts/fetched.tsx';
import { FindField } from '../parts/find-field.tsx';
import { Reactivate } from '../people/reactivate.tsx';
import { fold } from '../text/ranking.ts';
import { roleNames } from '../text/roles.ts';
import { useUserForms } from './user-forms.ts';
import { PasswordLink, RoleSelect, SecondStepRemoval } from './user-tools.tsx';

/** The ids of those whose log-ins have a second step, which only owners are told. */
type SecondSteps = Fetched<{ user_ids: readonly number[] } | undefined>;

/** All users with their roles, which administrators can change. */
export function Users() {
  const { call, store } = useClient();
  const { is_owner } = store.read('people').state;
  const secondSteps: SecondSteps = useFetched(async () =>
    is_owner ? call<{ user_ids: number[] }>('GET', '/second_factors') : undefined,
  );
  const wanted = useSignal('');
  const shown = useComputed(() => {
    const { realm_users, realm_non_active_users } = store.read('people').state;
    const text = fold(wanted.value);
    const fits = ({ full_name, delivery_email, is_bot }: User) =>
      !is_bot && fold(`${full_name} ${delivery_email ?? ''}`).includes(text);
    const byName = (a: User, b: User) => compareNames(a.full_name, b.full_name);
    return [realm_users.filter(fits).sort(byName), realm_non_active_users.filter(fits).sort(byName)] as const;
  });
  const [active, inactive] = shown.value;
  return (
    <>
      <FindField label={t('organization.findUsers')} written={wanted} />
      <UserList
        title={t('organization.activeCount', { count: active.length })}
        users={active}
        secondSteps={secondSteps}
        isActive
      />
      {inactive.length > 0 && (
        <UserList
          title={t('organization.deactivatedCount', { count: inactive.length })}
          users={inactive}
          secondSteps={secondSteps}
          isActive={false}
        />
      )}
    </>
  );
}

interface ListProps {
  title: string;
  users: readonly User[];
  secondSteps: SecondSteps;
  isActive: boolean;
}

function UserList({ title, users, secondSteps, isActive }: ListProps) {
  const { formOf, removalOf, mayManage } = useUserForms();
  const ids = secondSteps.value.value?.user_ids;
  const extraOf = (user: User) => (
    <>
      <PasswordLink user={user} />
      {ids?.includes(user.user_id) && <SecondStepRemoval user={user} onRemoved={secondSteps.reload} />}
    </>
  );
  return (
    <EditableList
      title={title}
      items={users}
      empty={t('organization.nobodyHasThisName')}
      keyOf={({ user_id }) => user_id}
      nameOf={({ full_name }) => full_name}
      change={(user) => (isActive && mayManage(user) ? { ...formOf(user), extra: extraOf(user) } : undefined)}
      remove={(user) => (isActive && mayManage(user) ? removalOf(user) : undefined)}
      tools={(user) =>
        mayManage(user) && (
          <>
            <RoleSelect user={user} isDisabled={!isActive} />
            {!isActive && <Reactivate user={user} />}
          </>
        )
      }
    >
      {(user) => <Person user={user} isManaged={Boolean(mayManage(user))} secondStepIds={ids} />}
    </EditableList>
  );
}

interface PersonProps {
  user: User;
  isManaged: boolean;
  /** Undefined if the reader is not told. */
  secondStepIds: readonly number[] | undefined;
}

function Person({ user, isManaged, secondStepIds }: PersonProps) {
  return (
    <a class="person" href={`#user/${user.user_id}`}>
      <Avatar user_id={user.user_id} />
      <span>
        <b dir="auto">{user.full_name}</b> {!isManaged && <span class="badge">{roleNames()[user.role]}</span>}
        <br />
        <span class="quiet">{user.delivery_email}</span>
        {secondStepIds && (
          <>
            <br />
            <span class="quiet">
              {secondStepIds.includes(user.user_id) ? t('organization.secondStepOn') : t('organization.secondStepOff')}
            </span>
          </>
        )}
      </span>
    </a>
  );
}
