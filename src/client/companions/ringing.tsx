import { useLayoutEffect } from 'preact/hooks';
import { startOrJoin } from '../commands/call-commands.ts';
import { decline } from '../commands/calls.ts';
import { playSound } from '../device/sound.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { placeOfCall } from '../store/calls.ts';
import { findRing, type Ring } from './ring.ts';

/** In milliseconds, between the sounds. */
const interval = 3000;

/** Says that somebody calls the user. The server stops it after thirty seconds. */
export function Ringing() {
  const ring = findRing(useClient());
  return ring ? <Notice key={ring.call.id} {...ring} /> : null;
}

function Notice({ call, isLoud }: Ring) {
  const client = useClient();
  const name = client.userName(call.started_by);
  const place = placeOfCall(client.store, call);
  useSound(isLoud);
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
function useSound(isLoud: boolean): void {
  const { store, tabs } = useClient();
  useLayoutEffect(() => {
    if (!isLoud) return;
    const play = () => {
      if (tabs.isLeader.peek()) playSound(String(store.model.state.user_settings.notification_sound));
    };
    play();
    const timer = setInterval(play, interval);
    return () => clearInterval(timer);
  }, [isLoud]);
}
