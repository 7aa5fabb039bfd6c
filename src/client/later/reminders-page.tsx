import type { Reminder } from '../api/types.ts';
import { useClient } from '../view/context.ts';
import { PageBody, PageHead } from '../view/page.tsx';
import { Rendered } from '../view/rendered.tsx';
import { formatMoment } from '../view/time.ts';

/** Messages that the user wants to be reminded of. */
export function RemindersPage() {
  const { store } = useClient();
  const reminders = store
    .read('personal')
    .state.reminders.toSorted((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  return (
    <main class="page">
      <PageHead title="Reminders" />
      <PageBody>
        {reminders.length === 0 && (
          <div class="empty">
            <h2>No reminders</h2>
            <p>Choose Remind me… among the actions of a message: it comes back when you want it.</p>
          </div>
        )}
        <ul class="later">
          {reminders.map((reminder) => (
            <Row key={reminder.reminder_id} reminder={reminder} />
          ))}
        </ul>
      </PageBody>
    </main>
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
        <button type="button" class="button is-plain" onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </li>
  );
}
