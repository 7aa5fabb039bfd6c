import type { Client } from '../client.ts';
import { useClient } from './context.ts';

/** A user's picture. It needs no text, because the name is beside it. */
export function Avatar({ user_id, size = 36 }: { user_id: number; size?: number }) {
  const url = avatarUrl(useClient(), user_id);
  return <img class="avatar" src={url} alt="" width={size} height={size} loading="lazy" />;
}

export function avatarUrl({ store }: Client, user_id: number): string {
  const user = store.users.value.get(user_id);
  return user?.avatar_url ?? `/avatar/${user ? user_id : 0}?version=${user?.avatar_version ?? 1}`;
}

const words = { active: 'Active', idle: 'Idle', offline: 'Offline' } as const;

/** The presence dot, with a text for its meaning. */
export function Presence({ user_id }: { user_id: number }) {
  const { presence } = useClient();
  const availability = presence.of(user_id);
  return (
    <span class="quiet">
      <span class={`presence is-${availability}`} aria-hidden="true" />
      {words[availability]}
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
      aria-label={words[availability]}
      title={words[availability]}
    />
  );
}
