import type { Message } from '../api/types.ts';
import { rich } from '../language/rich.ts';
import { t } from '../language/texts.ts';
import { Problem, useAction } from '../parts/action.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Loading, useFetched } from '../parts/fetched.tsx';
import { Rendered } from '../parts/rendered.tsx';
import { formatFull } from '../text/time.ts';

interface Props {
  message: Message;
  onClose: () => void;
}

interface Snapshot {
  timestamp: number;
  topic?: string;
  prev_topic?: string;
  rendered_content?: string;
  content_html_diff?: string;
  user_id: number | null;
}

/** The earlier versions of a message. */
export function HistoryDialog({ message, onClose }: Props) {
  const client = useClient();
  const params = { allow_empty_topic_name: true };
  const history = useFetched(() =>
    client.call<{ message_history: Snapshot[] }>('GET', `/messages/${message.id}/history`, params),
  );
  const versions = history.value.value?.message_history.toReversed();
  return (
    <Dialog title={t('dialogs.edits')} onClose={onClose}>
      {!versions && <Loading fetched={history} />}
      <ol class="history">
        {versions?.map((one) => (
          <li key={one.timestamp}>
            <p class="quiet">
              {one.user_id !== null && client.userName(one.user_id)}, {formatFull(one.timestamp)}
            </p>
            {one.prev_topic !== undefined && (
              <p>
                {rich('dialogs.topicEdit', {
                  before: <del>{client.topicName(one.prev_topic)}</del>,
                  after: <ins>{client.topicName(one.topic ?? '')}</ins>,
                })}
              </p>
            )}
            <Rendered html={one.content_html_diff ?? one.rendered_content ?? ''} />
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** The users who have read a message. */
export function ReadersDialog({ message, onClose }: Props) {
  const client = useClient();
  const readers = useFetched(() => client.call<{ user_ids: number[] }>('GET', `/messages/${message.id}/read_receipts`));
  const ids = readers.value.value?.user_ids;
  return (
    <Dialog title={t('dialogs.readBy')} onClose={onClose}>
      {!ids && <Loading fetched={readers} />}
      {ids?.length === 0 && <p>{t('dialogs.nobodyHasRead')}</p>}
      <ul class="people-list">
        {ids?.map((id) => (
          <li key={id}>
            <Avatar user_id={id} size={28} /> {client.userName(id)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export function DeleteDialog({ message, onClose }: Props) {
  const { call } = useClient();
  const { problem, runOnce } = useAction();
  const remove = async () => {
    if (await runOnce(() => call('DELETE', `/messages/${message.id}`))) onClose();
  };
  return (
    <Dialog title={t('dialogs.deleteQuestion')} onClose={onClose}>
      <div class="excerpt">
        <Rendered html={message.content} />
      </div>
      <p>{t('dialogs.deleteHint')}</p>
      <Problem text={problem.value} />
      <div class="buttons">
        <button type="button" class="button is-dangerous" onClick={() => void remove()}>
          {t('common.delete')}
        </button>
        <button type="button" class="button is-plain" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Dialog>
  );
}

/** Marks everything as read, which nobody wants by mistake. */
export function ReadAllDialog({ onClose }: { onClose: () => void }) {
  const { call } = useClient();
  const { problem, isBusy, runOnce } = useAction();
  const mark = async () => {
    if (await runOnce(() => call('POST', '/mark_all_as_read'))) onClose();
  };
  return (
    <Dialog title={t('dialogs.markAllQuestion')} onClose={onClose}>
      <p>{t('dialogs.markAllHint')}</p>
      <Problem text={problem.value} />
      <div class="buttons">
        <button type="button" class="button" aria-disabled={isBusy.value} onClick={() => void mark()}>
          {t('common.markAllAsRead')}
        </button>
        <button type="button" class="button is-plain" onClick={onClose}>
          {t('common.cancel')}
        </button>
      </div>
    </Dialog>
  );
}
