import type { MessagePage, NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { openBeside } from '../commands/panes.ts';
import { activePane } from '../commands/view-state.ts';
import { formatDate } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { formatNarrow } from '../store/routes.ts';
import { TimeList } from './time-choices.tsx';
import { formatField, listDays, toSeconds } from './times.ts';

interface Props {
  narrow: readonly NarrowTerm[];
  /** The day shown first. */
  timestamp: number;
  onClose: () => void;
}

/** Opens the first message of a day, or of the time after it; the newest one if there is none. */
export function DateDialog({ narrow, timestamp, onClose }: Props) {
  const client = useClient();
  const go = async (start: number) => {
    const isHere = client.router.hold();
    const { isSince, near } = await findAt(client, narrow, start);
    if (!isHere()) return;
    onClose();
    if (!isSince) client.say(t('later.nothingSince'));
    if (near !== undefined) openInPane(client, narrow, near);
  };
  const choose = (start: number) => void client.attempt(go(start));
  return (
    <Dialog title={t('later.goToDay')} onClose={onClose}>
      <TimeList
        times={listDays(new Date())}
        format={(start) => (start === 0 ? '' : formatDate(start))}
        onChoose={choose}
      />
      <DayForm timestamp={timestamp} onChoose={choose} />
    </Dialog>
  );
}

/** Finds the first message since a time in UNIX seconds, or else the newest one before it. */
async function findAt(client: Client, narrow: readonly NarrowTerm[], start: number) {
  const anchor_date = new Date(start * 1000).toISOString();
  const range = { narrow, anchor: 'date', anchor_date, num_before: 1, num_after: 1, allow_empty_topic_name: true };
  const { messages } = await client.call<MessagePage>('GET', '/messages', range);
  const since = messages.find((message) => message.timestamp >= start);
  return { isSince: since !== undefined, near: (since ?? messages.at(-1))?.id };
}

/** Shows a message in the pane that the dialog was opened from. */
function openInPane(client: Client, narrow: readonly NarrowTerm[], near: number): void {
  if (activePane.peek() === 'beside') openBeside(client, narrow, near);
  else client.router.go(formatNarrow(narrow, { near, channelName: (id) => client.channelName(id) }));
}

function DayForm({ timestamp, onChoose }: { timestamp: number; onChoose: (start: number) => void }) {
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const day = String(new FormData(event.currentTarget).get('day'));
    onChoose(toSeconds(new Date(`${day}T00:00`)));
  };
  return (
    <form class="form" onSubmit={submitted}>
      <label>
        {t('later.anotherDay')}
        <input
          class="field"
          type="date"
          name="day"
          required
          min="1970-01-02"
          max={formatField(toSeconds(new Date())).slice(0, 10)}
          defaultValue={formatField(timestamp).slice(0, 10)}
        />
      </label>
      <button type="submit" class="button">
        {t('later.goThere')}
      </button>
    </form>
  );
}
