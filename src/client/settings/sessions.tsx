import { askToLogOut } from '../commands/actions.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';

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
      about="Browsers that are logged in as you. A session ends after thirty days without use."
      items={sessions}
      source={fetched}
      empty="You are logged in with an API key; no browser has a session."
      keyOf={({ id }) => id}
      nameOf={({ browser }) => browser}
      tools={(session) => <LogOutButton session={session} onEnd={() => end([session])} />}
      footer={others.length > 1 && <LogOutAll count={others.length} onEnd={() => end(others)} />}
    >
      {({ browser, created, last_seen, is_current }) => (
        <>
          <b>{browser}</b> {is_current && <span class="badge">This browser</span>}
          <p class="quiet">
            Last used {formatDay(last_seen)}, since {formatDay(created)}
          </p>
        </>
      )}
    </EditableList>
  );
}

function formatDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString([], { dateStyle: 'medium' });
}

function LogOutButton({ session, onEnd }: { session: Session; onEnd: () => Promise<void> }) {
  const client = useClient();
  const { browser, is_current } = session;
  return (
    <button
      type="button"
      class="button is-plain"
      aria-label={`Log out: ${browser}`}
      onClick={() => void (is_current ? askToLogOut(client) : client.attempt(onEnd()))}
    >
      Log out
    </button>
  );
}

function LogOutAll({ count, onEnd }: { count: number; onEnd: () => Promise<void> }) {
  const client = useClient();
  return (
    <button type="button" class="button is-plain" onClick={() => void client.attempt(onEnd())}>
      Log out all {count} others
    </button>
  );
}
