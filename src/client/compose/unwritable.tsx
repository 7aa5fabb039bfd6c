import type { Channel } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { canSend } from '../store/rights.ts';

/** The reason why the user cannot write in a channel, with a way to change that if there is one. */
export function UnwritableBar({ stream_id }: { stream_id: number }) {
  const { store } = useClient();
  const channel = store.channels.value.get(stream_id);
  return channel && !canSend(store, channel) ? <ReadOnlyBar channel={channel} /> : <JoinBar stream_id={stream_id} />;
}

function ReadOnlyBar({ channel: { name, is_archived } }: { channel: Channel }) {
  const reason = is_archived ? t('compose.isArchived', { channel: name }) : t('compose.cannotWrite', { channel: name });
  return (
    <div class="bar">
      <p>{reason}</p>
    </div>
  );
}

/** Shown if the user is not subscribed to the shown channel. */
function JoinBar({ stream_id }: { stream_id: number }) {
  const client = useClient();
  const name = client.channelName(stream_id);
  const join = () => client.attempt(client.call('POST', '/users/me/subscriptions', { subscriptions: [{ name }] }));
  return (
    <div class="bar">
      <p>{t('compose.notInChannel', { channel: name })}</p>
      <button type="button" class="button" onClick={() => void join()}>
        {t('compose.join')}
      </button>
    </div>
  );
}
