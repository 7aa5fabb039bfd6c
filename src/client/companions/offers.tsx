import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { findPushState, type PushState, turnOnPush } from '../device/push.ts';
import { useClient } from '../parts/context.ts';
import { AskForZone, useZoneOffer } from './ask-for-zone.tsx';
import { LeftTexts, useLeftTexts } from './left-texts.tsx';

const askedKey = 'asked to notify';

/** Offers above a page, one at a time. */
export function Offers() {
  const left = useLeftTexts();
  const zone = useZoneOffer();
  if (left.texts.length > 0) return <LeftTexts {...left} />;
  return zone === undefined ? <AskToNotify /> : <AskForZone />;
}

/** Offers notifications, once, after the first message to the user or mention of the user. */
function AskToNotify() {
  const client = useClient();
  const { state, close } = useOffer();
  if (state === undefined) return null;
  const isAway = state === 'away';
  const turnOn = () => {
    close();
    void client.attempt(turnOnPush(client.call));
  };
  return (
    <aside class="ask" aria-label="Notifications">
      <p>
        {isAway
          ? 'To get notifications of messages to you on this device, add this page to its Home Screen: press Share, then “Add to Home Screen”.'
          : 'Do you want notifications of messages to you while this window is closed?'}
      </p>
      <div class="ask-buttons">
        {!isAway && (
          <button type="button" class="button" onClick={turnOn}>
            Turn on notifications
          </button>
        )}
        <button type="button" class="link" onClick={close}>
          {isAway ? 'Understood' : 'Not now'}
        </button>
      </div>
    </aside>
  );
}

/** The offer for this device, while it is due. */
function useOffer(): { state: PushState | undefined; close: () => void } {
  const state = useSignal<PushState | undefined>(undefined);
  const isAsked = useSignal(localStorage.getItem(askedKey) !== null);
  const { unread, router } = useClient();
  const { direct, mentions } = unread.value;
  // The settings have the same button.
  const isDue = !isAsked.value && direct + mentions > 0 && router.route.value.page !== 'settings';
  useEffect(() => {
    if (!isDue || state.value) return;
    void findPushState().then((found) => {
      if (found === 'off' || found === 'away') state.value = found;
    });
  }, [isDue]);
  const close = () => {
    localStorage.setItem(askedKey, 'yes');
    isAsked.value = true;
    state.value = undefined;
  };
  return { state: isDue ? state.value : undefined, close };
}
