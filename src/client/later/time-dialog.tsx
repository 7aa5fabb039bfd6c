import { insert } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TimeField } from './time-choices.tsx';
import { readField, toSeconds } from './times.ts';

/** Inserts a time that all readers see in their own time zone. */
export function TimeDialog({ onClose }: { onClose: () => void }) {
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const timestamp = readField(String(new FormData(event.currentTarget).get('time')));
    if (timestamp === undefined) return;
    onClose();
    insert(`<time:${new Date(timestamp * 1000).toISOString().replace('.000Z', 'Z')}> `);
  };
  return (
    <Dialog title={t('later.globalTime')} onClose={onClose}>
      <p class="quiet">{t('later.globalTimeHint')}</p>
      <form class="form" onSubmit={submitted}>
        <TimeField label={t('later.time')} timestamp={toSeconds(new Date())} />
        <button type="submit" class="button">
          {t('later.insert')}
        </button>
      </form>
    </Dialog>
  );
}
