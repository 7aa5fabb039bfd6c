import type { MessagePage, NarrowTerm } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { formatNarrow } from '../store/routes.ts';
import { formatField } from './times.ts';

interface Props {
  narrow: readonly NarrowTerm[];
  /** The day shown first. */
  timestamp: number;
  onClose: () => void;
}

/** Opens the first message of a day. */
export function DateDialog({ narrow, timestamp, onClose }: Props) {
  const client = useClient();
  const go = async (day: string) => {
    const anchor_date = new Date(`${day}T00:00`).toISOString();
    const range = { narrow, anchor: 'date', anchor_date, num_before: 0, num_after: 1, allow_empty_topic_name: true };
    const isHere = client.router.hold();
    const { messages } = await client.call<MessagePage>('GET', '/messages', range);
    if (!isHere()) return;
    const near = messages[0]?.id;
    onClose();
    if (near === undefined) client.say(t('later.nothingAfter'));
    else client.router.go(formatNarrow(narrow, { near, channelName: (id) => client.channelName(id) }));
  };
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    void client.attempt(go(String(new FormData(event.currentTarget).get('day'))));
  };
  return (
    <Dialog title={t('later.goToDay')} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <label>
          {t('later.day')}
          <input
            class="field"
            type="date"
            name="day"
            required
            max={formatField(Date.now() / 1000).slice(0, 10)}
            defaultValue={formatField(timestamp).slice(0, 10)}
          />
        </label>
        <button type="submit" class="button">
          {t('later.goThere')}
        </button>
      </form>
    </Dialog>
  );
}
