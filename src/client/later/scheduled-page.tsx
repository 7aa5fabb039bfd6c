import type { ScheduledMessage } from '../api/types.ts';
import { dialog } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { Rendered } from '../parts/rendered.tsx';
import { formatMoment } from '../text/time.ts';
import { LaterPage, RowButton } from './later-page.tsx';
import { conversationIn, sendNow } from './scheduled.ts';

/** Messages scheduled for later, and messages that could not be sent. */
export function ScheduledPage() {
  const { scheduled_messages } = useClient().store.read('personal').state;
  const empty = {
    title: t('later.nothingScheduled'),
    text: t('later.nothingScheduledHint'),
  };
  return (
    <LaterPage title={t('common.scheduled')} items={scheduled_messages} empty={empty}>
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
          {failed ? t('later.couldNotBeSent') : formatMoment(scheduled_delivery_timestamp)}
        </span>
      </header>
      <Rendered html={rendered_content} />
      <div class="buttons">
        <RowButton text={t('common.edit')} onClick={edit} />
        <RowButton text={t('later.sendNow')} onClick={() => void sendNow(client, message)} />
        <RowButton text={t('common.delete')} onClick={() => void remove()} />
      </div>
    </li>
  );
}
