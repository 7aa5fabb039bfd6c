import type { User } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** Reactivates an account. */
export function Reactivate({ user }: { user: User }) {
  const client = useClient();
  const reactivate = () => client.attempt(client.call('POST', `/users/${user.user_id}/reactivate`));
  return (
    <button
      type="button"
      class="button is-plain"
      aria-label={t('people.reactivatePerson', { fullName: user.full_name })}
      onClick={() => void reactivate()}
    >
      {t('people.reactivate')}
    </button>
  );
}
