import { askToLogOut } from '../commands/actions.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { formatDate } from '../language/locale.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';
import { Time } from '../parts/time.tsx';

interface Session {
  id: number;
  browser: string;
  created: number;
  last_seen: number;
  is_current: boolean;
}

/** The browsers in which the user is logged in, to log out one by one, or all others at once. */
export function Sessions() {
  const { call } = useClient();
  const fetched = useFetched(() => call<{ sessions: Session[] }>('GET', '/sessions'));
  const sessions = fetched.value.value?.sessions;
  const others = sessions?.filter(({ is_current }) => !is_current) ?? [];
  const end = async (wanted: readonly Session[]) => {
    await Promise.all(wanted.map(({ id }) => call('DELETE', `/sessions/${id}`)));
    fetched.reload();
  };
  return (
    <EditableList
      about={t('settings.sessionsHint')}
      items={sessions}
      source={fetched}
      empty={t('settings.noSessions')}
      keyOf={({ id }) => id}
      nameOf={({ browser }) => browser}
      tools={(session) => <LogOutButton session={session} onEnd={() => end([session])} />}
      footer={others.length > 1 && <LogOutAll count={others.length} onEnd={() => end(others)} />}
    >
      {({ browser, created, last_seen, is_current }) => (
        <>
          <b>{browser}</b> {is_current && <span class="badge">{t('settings.thisBrowser')}</span>}
          <p class="quiet">
            {rich('settings.lastUsed', {
              lastSeen: <Time timestamp={last_seen} format={formatDate} />,
              created: <Time timestamp={created} format={formatDate} />,
            })}
          </p>
        </>
      )}
    </EditableList>
  );
}

function LogOutButton({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const client = useClient();
  const { browser, is_current } = session;
  return (
    <button
      type="button"
      class="button is-plain"
      aria-label={t('settings.logOutBrowser', { browser })}
      onClick={() => void (is_current ? askToLogOut(client) : client.attempt(onEnd()))}
    >
      {t('common.logOut')}
    </button>
  );
}

function LogOutAll({ count, onEnd }: { count: number; onEnd: () => Promise<void> }) {
  const client = useClient();
  return (
    <button type="button" class="button is-plain" onClick={() => void client.attempt(onEnd())}>
      {t('settings.logOutOthers', { count })}
    </button>
  );
}
