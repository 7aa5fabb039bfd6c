import type { Reminder } from '../api/types.ts';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';
import { formatMoment } from '../text/time.ts';
import { LaterPage, RowButton } from './later-page.tsx';

/** The user's reminders. */
export function RemindersPage() {
  const { reminders } = useClient().store.read('personal').state;
  const empty = {
    title: 'No reminders',
    text: 'Choose Remind me… among the actions of a message: it comes back at the time you choose.',
  };
  return (
    <LaterPage title="Reminders" items={reminders} empty={empty}>
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
        {failed && <span class="problem">Could not be sent</span>}
      </header>
      <Rendered html={rendered_content} />
      <div class="buttons">
        <RowButton text="Delete" onClick={() => void remove()} />
      </div>
    </li>
  );
}
