import { signal } from '@preact/signals';
import { greeted, isNewcomer } from '../device/newcomer.ts';
import { turnOnPush } from '../device/push.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Ask } from './ask.tsx';

const isGreeted = signal(false);

/** Whether the user is to be told the first things, here and now. */
export function useIsNewcomer(): boolean {
  const { router, store } = useClient();
  // Read again at each change of the page, because the page before this one stores that the user is new.
  return router.route.value.page === 'messages' && !isGreeted.value && isNewcomer(localStorage, store.user_id);
}

/** Tells newcomers what topics are, and how they hear of messages. */
export function Greeting() {
  const client = useClient();
  const close = () => {
    greeted(localStorage, client.store.user_id);
    isGreeted.value = true;
  };
  const turnOn = () => {
    close();
    void client.attempt(turnOnPush(client.call));
  };
  return (
    <Ask
      label={t('companions.firstThings')}
      main={{ text: t('companions.understood'), act: close }}
      other={{ text: t('common.turnOnNotifications'), act: turnOn }}
    >
      {t('companions.aboutTopics')} {t('companions.aboutNotifications')}
    </Ask>
  );
}
