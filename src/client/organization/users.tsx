import { useComputed, useSignal } from '@preact/signals';
import type { User } from '../api/types.ts';
import { Avatar } from '../view/avatar.tsx';
import { fold } from '../view/completions.ts';
import { useClient } from '../view/context.ts';

const roles = [
  [100, 'Owner'],
  [200, 'Administrator'],
  [300, 'Moderator'],
  [400, 'Member'],
  [600, 'Guest'],
] as const;

/** Everybody there is, with their roles, which administrators change. */
export function Users() {
  const { store } = useClient();
  const wanted = useSignal('');
  const shown = useComputed(() => {
    const { realm_users, realm_non_active_users } = store.read('people').state;
    const fits = ({ full_name, is_bot }: User) => !is_bot && fold(full_name).includes(fold(wanted.value));
    const byName = (a: User, b: User) => a.full_name.localeCompare(b.full_name);
    return [realm_users.filter(fits).sort(byName), realm_non_active_users.filter(fits).sort(byName)] as const;
  });
  const [active, inactive] = shown.value;
  return (
    <>
      <input
        class="field"
        type="search"
        aria-label="Find users"
        placeholder="Find users"
        onInput={({ currentTarget }) => {
          wanted.value = currentTarget.value;
        }}
      />
      <UserList title="Active" users={active} isActive />
      {inactive.length > 0 && <UserList title="Deactivated" users={inactive} isActive={false} />}
    </>
  );
}

function UserList({ title, users, isActive }: { title: string; users: readonly User[]; isActive: boolean }) {
  return (
    <section class="inbox-group">
      <h2>{title}</h2>
      <ul>
        {users.map((user) => (
          <UserRow key={user.user_id} user={user} isActive={isActive} />
        ))}
      </ul>
    </section>
  );
}

function UserRow({ user, isActive }: { user: User; isActive: boolean }) {
  const client = useClient();
  const { is_admin, user_id } = client.store.read('people').state;
  const path = `/users/${user.user_id}`;
  const setRole = (role: number) => void client.attempt(client.call('PATCH', path, { role }));
  const deactivate = () => void client.attempt(client.call('DELETE', path));
  const reactivate = () => void client.attempt(client.call('POST', `${path}/reactivate`));
  return (
    <li class="channel-row">
      <a href={`#user/${user.user_id}`}>
        <Avatar user_id={user.user_id} />
        <span>
          <b>{user.full_name}</b>
          <br />
          <span class="quiet">{user.delivery_email}</span>
        </span>
      </a>
      {is_admin && (
        <div class="buttons">
          <select
            class="field is-short"
            aria-label={`Role of ${user.full_name}`}
            disabled={!isActive}
            onChange={({ currentTarget }) => setRole(Number(currentTarget.value))}
          >
            {roles.map(([role, name]) => (
              <option key={role} value={role} selected={role === user.role}>
                {name}
              </option>
            ))}
          </select>
          {user.user_id !== user_id && (
            <button
              type="button"
              class="button is-plain"
              aria-label={`${isActive ? 'Deactivate' : 'Reactivate'} ${user.full_name}`}
              onClick={isActive ? deactivate : reactivate}
            >
              {isActive ? 'Deactivate' : 'Reactivate'}
            </button>
          )}
        </div>
      )}
    </li>
  );
}
