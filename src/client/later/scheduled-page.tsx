import type { ScheduledMessage } from '../api/types.ts';
import { useClient } from '../view/context.ts';
import { PageBody, PageHead } from '../view/page.tsx';
import { Rendered } from '../view/rendered.tsx';
import { formatMoment } from '../view/time.ts';
import { dialog } from '../view/view-state.ts';
import { conversationIn, sendNow } from './scheduled.ts';

/** Messages that are to be sent later, and those that could not be sent. */
export function ScheduledPage() {
  const { store } = useClient();
  const scheduled = store
    .read('personal')
    .state.scheduled_messages.toSorted((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  return (
    <main class="page">
      <PageHead title="Scheduled" />
      <PageBody>
        {scheduled.length === 0 && (
          <div class="empty">
            <h2>Nothing is scheduled</h2>
            <p>Write a message and choose Send later: it waits here for its time.</p>
          </div>
        )}
        <ul class="later">
          {scheduled.map((message) => (
            <Row key={message.scheduled_message_id} message={message} />
          ))}
        </ul>
      </PageBody>
    </main>
  );
}

function Row({ message }: { message: ScheduledMessage }) {
  const client = useClient();
  const conversation = conversationIn(message, client.store.user_id);
  const { scheduled_message_id: id, rendered_content, scheduled_delivery_timestamp, failed } = message;
  const remove = () => client.attempt(client.call('DELETE', `/scheduled_messages/${id}`));
  const edit = () => {
    dialog.value = { kind: 'scheduled', message };
  };
  return (
    <li>
      <header>
        <a href={client.linkTo(conversation)} data-row>
          {client.describe(conversation)}
        </a>
        <span class={failed ? 'problem' : 'quiet'}>
          {failed ? 'Could not be sent' : formatMoment(scheduled_delivery_timestamp)}
        </span>
      </header>
      <Rendered html={rendered_content} />
      <div class="buttons">
        <button type="button" class="button is-plain" onClick={edit}>
          Edit
        </button>
        <button type="button" class="button is-plain" onClick={() => void sendNow(client, message)}>
          Send now
        </button>
        <button type="button" class="button is-plain" onClick={() => void remove()}>
          Delete
        </button>
      </div>
    </li>
  );
}
