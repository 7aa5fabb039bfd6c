import { setQuietUntil } from '../commands/actions.ts';
import { t } from '../language/texts.ts';
import { TimeChoices } from '../later/time-choices.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { listEnds } from './ends.ts';

/** Sets until when the user is not to be disturbed, on all devices. */
export function QuietDialog({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const choose = async (quiet_until: number) => {
    if (await setQuietUntil(client, quiet_until)) onClose();
  };
  return (
    <Dialog title={t('people.doNotDisturb')} onClose={onClose}>
      <p class="quiet">{t('people.quietHint')}</p>
      <TimeChoices
        times={listEnds(new Date())}
        action={t('people.doNotDisturb')}
        onChoose={(time) => void choose(time)}
      />
      <p>
        <a href="#settings/notifications">{t('people.toHours')}</a>
      </p>
    </Dialog>
  );
}
