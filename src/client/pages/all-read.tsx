import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

/** An inbox without unread messages. */
export function AllRead() {
  const { store } = useClient();
  const [first, ...others] = store.read('people').state.realm_users.filter(({ is_bot }) => !is_bot);
  if (first?.is_owner && others.length === 0) return <FirstOne />;
  return (
    <div class="empty">
      <h2>{t('pages.allRead')}</h2>
      <p>
        {rich('pages.allReadHint', {
          recent: (inside) => <a href="#recent">{inside}</a>,
          channels: (inside) => <a href="#channels">{inside}</a>,
        })}
      </p>
    </div>
  );
}

/** The next steps for an owner who is still alone. */
function FirstOne() {
  const { realm_name } = useClient().store.read('realm').state;
  return (
    <div class="empty">
      <h2>{t('pages.welcome', { organization: realm_name })}</h2>
      <p>
        {rich('pages.welcomeHint', {
          invite: (inside) => <a href="#invite">{inside}</a>,
          create: (inside) => <a href="#channels/new">{inside}</a>,
          show: (inside) => <a href="#settings/profile">{inside}</a>,
        })}
      </p>
    </div>
  );
}
