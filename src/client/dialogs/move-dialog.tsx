import type { Channel, ChannelMessage, Message } from '../api/types.ts';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FormButtons } from '../parts/form-buttons.tsx';
import { canMoveOut, canRename, canSend } from '../store/rights.ts';

interface Props {
  message: Message;
  /** Whether to move one message instead of its topic. */
  isOne: boolean;
  onClose: () => void;
}

const modes = (): readonly [mode: string, label: string][] => [
  ['change_one', t('dialogs.onlyThis')],
  ['change_later', t('dialogs.thisAndLater')],
  ['change_all', t('dialogs.wholeTopic')],
];

/** Moves a message, or its topic, to another topic or channel. */
export function MoveDialog({ message, isOne, onClose }: Props) {
  const client = useClient();
  const { problem, runOnce } = useAction();
  if (message.type !== 'stream') return null;
  const submitted = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const move = readMove(new FormData(event.currentTarget), message);
    if (await runOnce(() => client.call('PATCH', `/messages/${message.id}`, move))) onClose();
  };
  return (
    <Dialog title={isOne ? t('dialogs.move') : t('common.moveTopic')} onClose={onClose}>
      <form class="form" onSubmit={submitted}>
        <Destination message={message} isOne={isOne} />
        {isOne ? <Modes /> : <input type="hidden" name="mode" value="change_all" />}
        <label class="choice">
          <input type="checkbox" name="notice" defaultChecked={!isOne} /> {t('dialogs.announceMove')}
        </label>
        <Problem text={problem.value} />
        <FormButtons verb={t('dialogs.move')} other={t('common.cancel')} onOther={onClose} />
      </form>
    </Dialog>
  );
}

/** The values of the form in the server's format. The channel is included only if it changes. */
function readMove(form: FormData, message: ChannelMessage): Record<string, unknown> {
  const stream_id = Number(form.get('stream_id'));
  return {
    topic: String(form.get('topic')),
    propagate_mode: String(form.get('mode')),
    send_notification_to_new_thread: form.get('notice') === 'on',
    ...(stream_id === message.stream_id ? {} : { stream_id }),
  };
}

function Destination({ message, isOne }: { message: ChannelMessage; isOne: boolean }) {
  const client = useClient();
  const { store } = client;
  const isOpen = (channel: Channel) => canMoveOut(store, message) && canSend(store, channel);
  const channels = [...store.channels.value.values()]
    .filter((channel) => channel.stream_id === message.stream_id || isOpen(channel))
    .sort((a, b) => compareNames(a.name, b.name));
  return (
    <>
      <label>
        {t('dialogs.channel')}
        <select name="stream_id" class="field">
          {channels.map(({ stream_id, name }) => (
            <option key={stream_id} value={stream_id} selected={stream_id === message.stream_id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('common.topic')}
        <input
          name="topic"
          class="field"
          defaultValue={message.subject}
          placeholder={client.topicName('')}
          maxLength={store.model.state.max_topic_length}
          readOnly={!canRename(store, message)}
          autocomplete="off"
          autofocus={!isOne}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </label>
    </>
  );
}

function Modes() {
  return (
    <fieldset>
      <legend>{t('dialogs.move')}</legend>
      {modes().map(([mode, label]) => (
        <label key={mode} class="choice">
          <input type="radio" name="mode" value={mode} defaultChecked={mode === 'change_later'} /> {label}
        </label>
      ))}
    </fieldset>
  );
}
