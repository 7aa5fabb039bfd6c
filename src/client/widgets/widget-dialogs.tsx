import { t } from '../language/texts.ts';
import { showSent } from '../messages/sent.ts';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import type { Conversation } from '../store/conversation.ts';

interface Props {
  conversation: Conversation;
  onClose: () => void;
}

/** Creates a poll in a conversation. */
export function PollDialog(props: Props) {
  return (
    <WidgetDialog
      {...props}
      title={t('widgets.newPoll')}
      first={t('widgets.question')}
      rest={t('widgets.optionsLabel')}
      action={t('widgets.sendThePoll')}
      command="poll"
    />
  );
}

/** Creates a to-do list in a conversation. */
export function TodoDialog(props: Props) {
  return (
    <WidgetDialog
      {...props}
      title={t('widgets.newTodoList')}
      first={t('widgets.title')}
      rest={t('widgets.tasksLabel')}
      action={t('widgets.sendTheList')}
      command="todo"
    />
  );
}

interface WidgetProps extends Props {
  title: string;
  first: string;
  rest: string;
  action: string;
  command: 'poll' | 'todo';
}

function WidgetDialog({ conversation, onClose, title, first, rest, action, command }: WidgetProps) {
  const client = useClient();
  const submitted = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    onClose();
    void client.outbox.send(conversation, `/${command} ${form.get('first')}\n${form.get('rest')}`.trim());
    showSent(client, conversation);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="quiet">{t('common.inConversation', { conversation: client.describe(conversation) })}</p>
      <form class="form" onSubmit={submitted}>
        <label>
          {first}
          <input class="field" name="first" required autocomplete="off" dir="auto" />
        </label>
        <label>
          {rest}
          <textarea class="field" name="rest" rows={5} dir="auto" />
        </label>
        <button type="submit" class="button">
          {action}
        </button>
      </form>
    </Dialog>
  );
}
