import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { findPushState, type PushState, turnOnPush } from '../push.ts';
import { useClient } from './context.ts';

const askedKey = 'asked to notify';

/** Offers notifications, once, when somebody first wrote to the user or mentioned them. */
export function AskToNotify() {
  const client = useClient();
  const state = useSignal<PushState | undefined>(undefined);
  const isAsked = useSignal(localStorage.getItem(askedKey) !== null);
  const { direct, mentions } = client.unread.value;
  const isDue = !isAsked.value && direct + mentions > 0;
  useEffect(() => {
    if (!isDue || state.value) return;
    void findPushState().then((found) => {
      state.value = found;
    });
  }, [isDue]);
  const isOpen = useSignal(false);
  useEffect(() => {
    if (isDue && (state.value === 'off' || state.value === 'away')) isOpen.value = true;
  }, [isDue, state.value]);
  if (!isOpen.value) return null;
  const close = () => {
    localStorage.setItem(askedKey, 'yes');
    isAsked.value = true;
    isOpen.value = false;
  };
  const turnOn = () => {
    close();
    void client.attempt(turnOnPush(client.call));
  };
  return (
    <aside class="ask" aria-label="Notifications">
      {state.value === 'away' ? (
        <p>
          To hear of messages to you on this device, add this page to its Home Screen: press Share, then “Add to Home
          Screen”.
        </p>
      ) : (
        <p>Do you want to hear of messages to you while this window is closed?</p>
      )}
      <div class="ask-buttons">
        {state.value !== 'away' && (
          <button type="button" class="button" onClick={turnOn}>
            Turn on notifications
          </button>
        )}
        <button type="button" class="link" onClick={close}>
          {state.value === 'away' ? 'Understood' : 'Not now'}
        </button>
      </div>
    </aside>
  );
}
