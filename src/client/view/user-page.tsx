import { formatNarrow } from '../routes.ts';
import { Avatar, PresenceDot } from './avatar.tsx';
import { useClient } from './context.ts';
import { PageBody, PageHead } from './page.tsx';
import { roleNames } from './roles.ts';

/** Who somebody is. */
export function UserPage({ user_id }: { user_id: number }) {
  const client = useClient();
  const { state } = client.store.read('people', 'realm');
  const user = client.store.users.value.get(user_id);
  if (!user)
    return (
      <main class="page">
        <PageHead title="Unknown user" />
        <p class="empty">There is nobody with this number, or you may not know of them.</p>
      </main>
    );
  const status = state.user_status[user_id]?.status_text;
  const fields = state.custom_profile_fields.flatMap(({ id, name }) => {
    const value = user.profile_data?.[id]?.value;
    return value === undefined ? [] : [[name, value] as const];
  });
  const facts = [
    ['Role', user.is_bot ? 'Bot' : (roleNames[user.role] ?? '')],
    ['E-mail', user.delivery_email ?? ''],
    ['Time zone', user.timezone],
    ['Joined', new Date(user.date_joined).toLocaleDateString([], { dateStyle: 'long' })],
    ...fields,
  ] as const;
  return (
    <main class="page">
      <PageHead title={user.full_name} />
      <PageBody class="profile">
        <Avatar user_id={user_id} size={96} />
        <p>
          <PresenceDot user_id={user_id} /> {status ?? ''}
        </p>
        <p class="buttons">
          <a class="button" href={client.linkTo({ type: 'direct', user_ids: [user_id] })}>
            Write to {user_id === client.store.user_id ? 'yourself' : user.full_name}
          </a>
          <a class="button is-plain" href={formatNarrow([{ operator: 'sender', operand: user_id }])}>
            Their messages
          </a>
        </p>
        <dl>
          {facts
            .filter(([, value]) => value !== '')
            .map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
        </dl>
      </PageBody>
    </main>
  );
}
