import { useEffect } from 'preact/hooks';
import type { Call } from '../api/types.ts';
import { startOrJoin } from '../commands/call-commands.ts';
import { decline } from '../commands/calls.ts';
import { playSound } from '../device/sound.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { listCalls, placeOfCall } from '../store/calls.ts';

/** In milliseconds, between the sounds. */
const interval = 3000;

/** Says that somebody calls the user, unless they are not to be disturbed. The server stops it after thirty seconds. */
export function Ringing() {
  const { store, isQuiet } = useClient();
  const ringing = listCalls(store)?.find(({ rings }) => rings.includes(store.user_id));
  if (!ringing || isQuiet.value || isMuted(store.read('personal').state.muted_users, ringing)) return null;
  return <Ring key={ringing.id} call={ringing} />;
}

function isMuted(muted: readonly { id: number }[], { started_by }: Call): boolean {
  return muted.some(({ id }) => id === started_by);
}

function Ring({ call }: { call: Call }) {
  const client = useClient();
  const name = client.userName(call.started_by);
  const place = placeOfCall(client.store, call);
  useSound();
  return (
    <div class="call-ring" role="alertdialog" aria-label={t('calls.rings', { name })}>
      <Avatar user_id={call.started_by} size={44} />
      <div class="call-place" role="alert">
        <b>{t('calls.rings', { name })}</b>
        <span class="quiet">{client.describe(place)}</span>
      </div>
      <button type="button" class="button is-plain" onClick={() => void decline(client, call.id)}>
        {t('calls.decline')}
      </button>
      <button type="button" class="button" onClick={() => startOrJoin.run(client, place)}>
        {t('calls.accept')}
      </button>
    </div>
  );
}

/** Plays the sound of the user's notifications, in one tab for all. */
function useSound(): void {
  const { store, tabs } = useClient();
  useEffect(() => {
    const play = () => {
      const { enable_sounds, notification_sound } = store.model.state.user_settings;
      if (tabs.isLeader.peek() && enable_sounds !== false) playSound(String(notification_sound));
    };
    play();
    const timer = setInterval(play, interval);
    return () => clearInterval(timer);
  }, []);
}
