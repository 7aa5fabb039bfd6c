import type { Client } from '../client.ts';
import { t } from '../language/texts.ts';
import { useClient } from './context.ts';

/** A user's picture. It needs no text, because the name is beside it. */
export function Avatar({ user_id, size = 36 }: { user_id: number; size?: number }) {
  const url = avatarUrl(useClient(), user_id);
  return <img class="avatar" src={url} alt="" width={size} height={size} loading="lazy" />;
}

/** The address for those who are logged in. A drawn picture changes with the name, of which it has the initials. */
export function avatarUrl({ store }: Client, user_id: number): string {
  const { avatar_version = 1, full_name = '' } = store.users.value.get(user_id) ?? {};
  return full_name ? `/avatar/${user_id}?version=${avatar_version}&of=${encodeURIComponent(full_name)}` : '/avatar/0';
}

const words = () => ({ active: t('parts.active'), idle: t('parts.idle'), offline: t('parts.offline') }) as const;

/** The presence dot, with a text for its meaning. */
export function Presence({ user_id }: { user_id: number }) {
  const { presence } = useClient();
  const availability = presence.of(user_id);
  return (
    <span class="quiet">
      <span class={`presence is-${availability}`} aria-hidden="true" />
      {words()[availability]}
    </span>
  );
}

export function PresenceDot({ user_id }: { user_id: number }) {
  const { presence } = useClient();
  const availability = presence.of(user_id);
  return (
    <span
      class={`presence is-${availability}`}
      role="img"
      aria-label={words()[availability]}
      title={words()[availability]}
    />
  );
}
