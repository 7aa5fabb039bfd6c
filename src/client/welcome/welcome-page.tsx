import { type Signal, useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { PageBody, PageHead } from '../parts/page.tsx';
import { PushSetting } from '../settings/push-setting.tsx';
import { FirstChannels } from './first-channels.tsx';
import { InviteByLink } from './invite-by-link.tsx';
import { NameAndIcon } from './name-and-icon.tsx';
import { goToFirstWords } from './newcomer.ts';

interface Step {
  title: string;
  hint: string;
  View: FunctionComponent;
}

const steps = (): readonly Step[] => [
  { title: t('welcome.organization'), hint: t('welcome.organizationHint'), View: NameAndIcon },
  { title: t('welcome.invite'), hint: t('welcome.inviteHint'), View: InviteByLink },
  { title: t('welcome.channels'), hint: t('welcome.channelsHint'), View: FirstChannels },
  { title: t('welcome.notifications'), hint: t('welcome.notificationsHint'), View: PushSetting },
];

/** Where everybody new arrives: owners take first steps, others see the newest words of a channel. */
export function WelcomePage() {
  const client = useClient();
  const { is_owner } = client.store.read('people').state;
  useLayoutEffect(() => {
    if (!is_owner) void goToFirstWords(client);
  }, []);
  return is_owner ? <FirstSteps /> : null;
}

/** The first steps of an owner, of which each can be left out. */
function FirstSteps() {
  const client = useClient();
  const { realm_name } = client.store.read('realm').state;
  const at = useSignal(0);
  const all = steps();
  const step = all[at.value];
  if (!step) return null;
  const { title, hint, View } = step;
  return (
    <main class="page">
      <PageHead title={t('pages.welcome', { organization: realm_name })} />
      <PageBody class="first-steps">
        <p class="quiet">{t('welcome.step', { step: at.value + 1, count: all.length })}</p>
        <h2>{title}</h2>
        <p>{hint}</p>
        <View key={at.value} />
        <Onward at={at} last={all.length - 1} finish={() => void goToFirstWords(client)} />
      </PageBody>
    </main>
  );
}

function Onward({ at, last, finish }: { at: Signal<number>; last: number; finish: () => void }) {
  const isLast = at.value === last;
  const go = () => {
    if (isLast) finish();
    else at.value += 1;
  };
  return (
    <div class="buttons">
      <button type="button" class="button" onClick={go}>
        {isLast ? t('welcome.finish') : t('welcome.next')}
      </button>
      {!isLast && (
        <button type="button" class="link" onClick={finish}>
          {t('welcome.later')}
        </button>
      )}
    </div>
  );
}
