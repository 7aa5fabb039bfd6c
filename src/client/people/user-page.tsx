import { useClient } from '../parts/context.ts';
import { PageBody, PageHead } from '../parts/page.tsx';
import { UserFacts } from './user-facts.tsx';

/** The page of a user. */
export function UserPage({ user_id }: { user_id: number }) {
  const client = useClient();
  const user = client.store.users.value.get(user_id);
  if (!user)
    return (
      <main class="page">
        <PageHead title="Unknown user" />
        <p class="empty">There is no user with this id, or you cannot see them.</p>
      </main>
    );
  return (
    <main class="page">
      <PageHead title={user.full_name} />
      <PageBody class="profile">
        <UserFacts user={user} />
      </PageBody>
    </main>
  );
}
