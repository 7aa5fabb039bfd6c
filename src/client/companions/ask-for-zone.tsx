import { signal } from '@preact/signals';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Ask } from './ask.tsx';

const declinedKey = 'declined zone';

const declined = signal(localStorage.getItem(declinedKey));

/** The time zone of this device, if it differs from the user's and the user has not declined it; else undefined. */
export function useZoneOffer(): string | undefined {
  const { timezone, web_suggest_update_timezone } = useClient().store.read('personal').state.user_settings;
  const { timeZone: here } = Intl.DateTimeFormat().resolvedOptions();
  const isWanted = web_suggest_update_timezone !== false && timezone !== '' && declined.value !== here;
  return isWanted && nameOf(timezone) !== nameOf(here) ? here : undefined;
}

/** The canonical name of a time zone with several names, such as Asia/Kolkata. */
function nameOf(timeZone: string): string {
  try {
    return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return timeZone;
  }
}

/** Asks whether to change the user's time zone to that of this device. */
export function AskForZone() {
  const client = useClient();
  const { timezone } = client.store.read('personal').state.user_settings;
  const here = useZoneOffer() ?? '';
  const change = () => void client.attempt(client.call('PATCH', '/settings', { timezone: here }));
  const decline = () => {
    localStorage.setItem(declinedKey, here);
    declined.value = here;
  };
  return (
    <Ask
      label={t('common.timeZone')}
      main={{ text: t('companions.changeZone'), act: change }}
      other={{ text: t('common.notNow'), act: decline }}
    >
      {t('companions.otherZone', { here: inWords(here), profile: inWords(timezone) })}
    </Ask>
  );
}

function inWords(zone: string): string {
  return zone.replaceAll('_', ' ');
}
