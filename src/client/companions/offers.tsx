import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { findPushState, type PushState, turnOnPush } from '../device/push.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Ask } from './ask.tsx';
import { AskForZone, useZoneOffer } from './ask-for-zone.tsx';
import { AskToInstall, useInstallOffer } from './ask-to-install.tsx';
import { Greeting, useIsNewcomer } from './greeting.tsx';
import { LeftTexts, useLeftTexts } from './left-texts.tsx';

const askedKey = 'asked to notify';

/** Offers above a page, one at a time. */
export function Offers() {
  const left = useLeftTexts();
  const zone = useZoneOffer();
  const isNew = useIsNewcomer();
  const notify = useOffer();
  const install = useInstallOffer();
  if (left.texts.length > 0) return <LeftTexts {...left} />;
  if (isNew) return <Greeting />;
  if (zone !== undefined) return <AskForZone />;
  if (notify.state !== undefined) return <AskToNotify state={notify.state} close={notify.close} />;
  return install.isDue ? <AskToInstall close={install.close} /> : null;
}

/** Offers notifications, once, after the first message to the user or mention of the user. */
function AskToNotify({ state, close }: { state: PushState; close: () => void }) {
  const client = useClient();
  const isAway = state === 'away';
  const turnOn = () => {
    close();
    void client.attempt(turnOnPush(client.call));
  };
  return (
    <Ask
      label={t('companions.notifications')}
      main={isAway ? undefined : { text: t('common.turnOnNotifications'), act: turnOn }}
      other={{ text: isAway ? t('companions.understood') : t('common.notNow'), act: close }}
    >
      {isAway ? t('companions.addToHomeScreen') : t('companions.askToNotify')}
    </Ask>
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
  useLayoutEffect(() => {
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
