import type { Reminder } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';
import { formatMoment } from '../text/time.ts';
import { LaterPage, RowButton } from './later-page.tsx';

/** The user's reminders. */
export function RemindersPage() {
  const { reminders } = useClient().store.read('personal').state;
  const empty = {
    title: t('later.noReminders'),
    text: t('later.noRemindersHint'),
  };
  return (
    <LaterPage title={t('common.reminders')} items={reminders} empty={empty}>
      {(reminder) => <Row key={reminder.reminder_id} reminder={reminder} />}
    </LaterPage>
  );
}

function Row({ reminder }: { reminder: Reminder }) {
  const client = useClient();
  const { reminder_id, reminder_target_message_id, rendered_content, scheduled_delivery_timestamp, failed } = reminder;
  const remove = () => client.attempt(client.call('DELETE', `/reminders/${reminder_id}`));
  return (
    <li>
      <header>
        <a href={`#narrow/near/${reminder_target_message_id}`} data-row>
          {formatMoment(scheduled_delivery_timestamp)}
        </a>
        {failed && <span class="problem">{t('later.couldNotBeSent')}</span>}
      </header>
      <Rendered html={rendered_content} />
      <div class="buttons">
        <RowButton text={t('common.delete')} onClick={() => void remove()} />
      </div>
    </li>
  );
}
