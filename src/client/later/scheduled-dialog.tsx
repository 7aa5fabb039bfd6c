import type { ScheduledMessage } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { TimeField } from './time-choices.tsx';
import { readField, toSeconds } from './times.ts';

/** Changes the text and the time of a scheduled message. */
export function ScheduledDialog({ message, onClose }: { message: ScheduledMessage; onClose: () => void }) {
  const client = useClient();
  const { problem, runOnce } = useAction();
  const { scheduled_message_id, content, scheduled_delivery_timestamp, failed } = message;
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const params = {
      content: String(form.get('content')),
      scheduled_delivery_timestamp: readField(String(form.get('time'))),
    };
    if (await runOnce(() => client.call('PATCH', `/scheduled_messages/${scheduled_message_id}`, params))) onClose();
  };
  return (
    <Dialog title={t('later.editScheduled')} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <label>
          {t('later.message')}
          <textarea class="field" name="content" rows={6} required defaultValue={content} dir="auto" />
        </label>
        <TimeField
          label={t('later.sendIt')}
          timestamp={failed ? toSeconds(new Date()) + 3600 : scheduled_delivery_timestamp}
        />
        <Problem text={problem.value} />
        <button type="submit" class="button">
          {t('common.save')}
        </button>
      </form>
    </Dialog>
  );
}
