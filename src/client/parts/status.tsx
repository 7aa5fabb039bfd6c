import type { UserStatus } from '../api/types.ts';
import { characterOf } from '../text/emoji.ts';
import { useClient } from './context.ts';

/** The emoji of a user's status beside the name, with its text as a tooltip. */
export function StatusMark({ user_id }: { user_id: number }) {
  const status = useClient().store.read('people').state.user_status[user_id];
  return status?.emoji_name ? <StatusEmoji status={status} /> : null;
}

export function StatusEmoji({ status }: { status: UserStatus }) {
  const { realm_emoji } = useClient().store.read('realm').state;
  const { emoji_name = '', emoji_code = '', reaction_type, status_text } = status;
  const label = [emoji_name.replaceAll('_', ' '), status_text].filter(Boolean).join(': ');
  const url = reaction_type === 'realm_emoji' ? realm_emoji[emoji_code]?.source_url : undefined;
  if (url) return <img class="status-emoji" src={url} alt={label} title={label} width="18" height="18" />;
  return (
    <span class="status-emoji" role="img" aria-label={label} title={label}>
      {characterOf(emoji_code)}
    </span>
  );
}

/** A user's status. */
export function StatusLine({ user_id }: { user_id: number }) {
  const status = useClient().store.read('people').state.user_status[user_id];
  if (!status) return null;
  return (
    <span dir="auto">
      <StatusMark user_id={user_id} /> {status.status_text}
    </span>
  );
}
