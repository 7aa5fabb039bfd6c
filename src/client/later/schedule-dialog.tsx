import { t } from '../language/texts.ts';
import { addressOf } from '../live/outbox.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { Conversation } from '../store/conversation.ts';
import { formatMoment } from '../text/time.ts';
import { TimeChoices } from './time-choices.tsx';

interface Props {
  conversation: Conversation;
  content: string;
  /** Called once the server has stored the message. */
  onDone: () => void;
  onClose: () => void;
}

/** Selects the time at which a message is sent. */
export function ScheduleDialog({ conversation, content, onDone, onClose }: Props) {
  const client = useClient();
  const { problem, runOnce } = useAction();
  const schedule = async (scheduled_delivery_timestamp: number) => {
    const params = { ...addressOf(conversation), content, scheduled_delivery_timestamp };
    if (!(await runOnce(() => client.call('POST', '/scheduled_messages', params)))) return;
    onClose();
    onDone();
    client.say(t('later.willBeSent', { time: formatMoment(scheduled_delivery_timestamp) }));
  };
  return (
    <Dialog title={t('later.sendLater')} onClose={onClose}>
      <p class="quiet">{t('common.toConversation', { conversation: client.describe(conversation) })}</p>
      <TimeChoices action={t('later.sendThen')} onChoose={(timestamp) => void schedule(timestamp)} />
      <Problem text={problem.value} />
    </Dialog>
  );
}
