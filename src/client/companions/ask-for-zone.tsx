import { signal } from '@preact/signals';
import { useClient } from '../parts/context.ts';

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
  const change = () => client.attempt(client.call('PATCH', '/settings', { timezone: here }));
  const decline = () => {
    localStorage.setItem(declinedKey, here);
    declined.value = here;
  };
  return (
    <aside class="ask" aria-label="Time zone">
      <p>
        This device is in the time zone {inWords(here)}, your profile says {inWords(timezone)}. Change it to the zone of
        this device?
      </p>
      <div class="ask-buttons">
        <button type="button" class="button" onClick={() => void change()}>
          Change my time zone
        </button>
        <button type="button" class="link" onClick={decline}>
          Not now
        </button>
      </div>
    </aside>
  );
}

function inWords(zone: string): string {
  return zone.replaceAll('_', ' ');
}
