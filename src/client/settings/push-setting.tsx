import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { findPushState, type PushState, turnOffPush, turnOnPush } from '../device/push.ts';
import { useClient } from '../parts/context.ts';

const sentences: Readonly<Record<PushState, string>> = {
  on: 'This browser is notified of messages to you, also while no window is open.',
  off: 'This browser can be notified of messages to you, also while no window is open.',
  denied: 'This browser refuses notifications from here. Its own settings can change that.',
  insecure:
    'Browsers show notifications only of addresses that begin with https. Ask the operator of this server for one.',
  away: 'On this device, notifications need the app: press Share, then “Add to Home Screen”, and open it from there.',
  missing: 'This browser does not support notifications while no window is open.',
};

/** Browsers ask for permission to notify only after a click. */
export function PushSetting() {
  const client = useClient();
  const state = useSignal<PushState | undefined>(undefined);
  const become = (next: Promise<PushState>) =>
    client.attempt(
      next.then((found) => {
        state.value = found;
      }),
    );
  useEffect(() => void become(findPushState()), []);
  if (!state.value) return null;
  return (
    <div class="note">
      <p>{sentences[state.value]}</p>
      {state.value === 'off' && (
        <button type="button" class="button" onClick={() => void become(turnOnPush(client.call))}>
          Turn on notifications
        </button>
      )}
      {state.value === 'on' && (
        <button type="button" class="button is-plain" onClick={() => void become(turnOffPush(client.call))}>
          Turn off notifications
        </button>
      )}
    </div>
  );
}
