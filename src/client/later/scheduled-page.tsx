import type { ScheduledMessage } from '../api/types.ts';
import { dialog } from '../commands/view-state.ts';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';
import { formatMoment } from '../text/time.ts';
import { LaterPage, RowButton } from './later-page.tsx';
import { conversationIn, sendNow } from './scheduled.ts';

/** Messages scheduled for later, and messages that could not be sent. */
export function ScheduledPage() {
  const { scheduled_messages } = useClient().store.read('personal').state;
  const empty = {
    title: 'Nothing is scheduled',
    text: 'Write a message and choose Send later: it waits here for its time.',
  };
  return (
    <LaterPage title="Scheduled" items={scheduled_messages} empty={empty}>
      {(message) => <Row key={message.scheduled_message_id} message={message} />}
    </LaterPage>
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
        <RowButton text="Edit" onClick={edit} />
        <RowButton text="Send now" onClick={() => void sendNow(client, message)} />
        <RowButton text="Delete" onClick={() => void remove()} />
      </div>
    </li>
  );
}
