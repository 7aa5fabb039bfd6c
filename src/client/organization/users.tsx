import { useComputed, useSignal } from '@preact/signals';
import type { User } from '../api/types.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { FindField } from '../parts/find-field.tsx';
import { Reactivate } from '../people/reactivate.tsx';
import { fold } from '../text/ranking.ts';
import { roleNames } from '../text/roles.ts';
import { useUserForms } from './user-forms.ts';
import { PasswordLink, RoleSelect } from './user-tools.tsx';

/** All users with their roles, which administrators can change. */
export function Users() {
  const { store } = useClient();
  const wanted = useSignal('');
  const shown = useComputed(() => {
    const { realm_users, realm_non_active_users } = store.read('people').state;
    const text = fold(wanted.value);
    const fits = ({ full_name, delivery_email, is_bot }: User) =>
      !is_bot && fold(`${full_name} ${delivery_email ?? ''}`).includes(text);
    const byName = (a: User, b: User) => a.full_name.localeCompare(b.full_name);
    return [realm_users.filter(fits).sort(byName), realm_non_active_users.filter(fits).sort(byName)] as const;
  });
  const [active, inactive] = shown.value;
  return (
    <>
      <FindField label="Find users" written={wanted} />
      <UserList title={`Active, ${active.length}`} users={active} isActive />
      {inactive.length > 0 && <UserList title={`Deactivated, ${inactive.length}`} users={inactive} isActive={false} />}
    </>
  );
}

interface ListProps {
  title: string;
  users: readonly User[];
  isActive: boolean;
}

function UserList({ title, users, isActive }: ListProps) {
  const { formOf, removalOf, mayManage } = useUserForms();
  return (
    <EditableList
      title={title}
      items={users}
      empty="Nobody has this name."
      keyOf={({ user_id }) => user_id}
      nameOf={({ full_name }) => full_name}
      change={(user) =>
        isActive && mayManage(user) ? { ...formOf(user), extra: <PasswordLink user={user} /> } : undefined
      }
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
      {(user) => (
        <a class="person" href={`#user/${user.user_id}`}>
          <Avatar user_id={user.user_id} />
          <span>
            <b dir="auto">{user.full_name}</b> {!mayManage(user) && <span class="badge">{roleNames[user.role]}</span>}
            <br />
            <span class="quiet">{user.delivery_email}</span>
          </span>
        </a>
      )}
    </EditableList>
  );
}
