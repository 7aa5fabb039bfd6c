import { useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Rendered } from '../parts/rendered.tsx';
import { formatMoment } from '../text/time.ts';
import { TimeChoices } from './time-choices.tsx';

/** Selects the time of a reminder. */
export function ReminderDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const client = useClient();
  const { problem, runOnce } = useAction();
  const note = useRef<HTMLInputElement>(null);
  const remind = async (scheduled_delivery_timestamp: number) => {
    const params = { message_id: message.id, scheduled_delivery_timestamp, note: note.current?.value ?? '' };
    if (!(await runOnce(() => client.call('POST', '/reminders', params)))) return;
    onClose();
    client.say(t('later.willBeReminded', { time: formatMoment(scheduled_delivery_timestamp) }));
  };
  return (
    <Dialog title={t('later.remindMe')} onClose={onClose}>
      <div class="excerpt">
        <Rendered html={message.content} />
      </div>
      <div class="form">
        <label>
          {t('later.note')}
          <input
            ref={note}
            autofocus
            class="field"
            maxLength={Number(client.store.model.state.max_reminder_note_length)}
            autocomplete="off"
          />
        </label>
      </div>
      <TimeChoices action={t('later.remindMeThen')} onChoose={(timestamp) => void remind(timestamp)} />
      <Problem text={problem.value} />
    </Dialog>
  );
}
