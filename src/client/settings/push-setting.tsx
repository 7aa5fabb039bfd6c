import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { findPushState, type PushState, testPush, turnOffPush, turnOnPush } from '../device/push.ts';
import { playSound } from '../device/sound.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';

const sentences = (): Readonly<Record<PushState, string>> => ({
  on: t('settings.pushOn'),
  off: t('settings.pushOff'),
  denied: t('settings.pushRefused'),
  insecure: t('settings.pushNeedsHttps'),
  away: t('settings.pushNeedsApp'),
  missing: t('settings.pushUnsupported'),
});

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
  const test = async () => {
    playSound(String(client.store.model.state.user_settings.notification_sound));
    if (await client.attempt(testPush(client.call))) client.say(t('settings.testSent'));
  };
  useLayoutEffect(() => void become(findPushState()), []);
  if (!state.value) return null;
  return (
    <div class="note">
      <p>{sentences()[state.value]}</p>
      {state.value === 'off' && (
        <button type="button" class="button" onClick={() => void become(turnOnPush(client.call))}>
          {t('common.turnOnNotifications')}
        </button>
      )}
      {state.value === 'on' && (
        <div class="buttons">
          <button type="button" class="button" onClick={() => void test()}>
            {t('settings.sendTest')}
          </button>
          <button type="button" class="button is-plain" onClick={() => void become(turnOffPush(client.call))}>
            {t('settings.turnOffNotifications')}
          </button>
        </div>
      )}
    </div>
  );
}
