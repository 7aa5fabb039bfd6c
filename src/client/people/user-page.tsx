import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { FileList } from '../messages/file-list.tsx';
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
        <PageHead title={t('people.unknownUser')} />
        <p class="empty">{t('people.unknownUserHint')}</p>
      </main>
    );
  return (
    <main class="page">
      <PageHead title={shownName(user.full_name)} />
      <PageBody class="profile">
        <UserFacts user={user} />
        <h2>{t('people.files')}</h2>
        <FileList key={user_id} narrow={[{ operator: 'sender', operand: user_id }]} />
      </PageBody>
    </main>
  );
}
