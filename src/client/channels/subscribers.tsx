import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Channel, ServerEvent } from '../api/types.ts';
import { Avatar } from '../view/avatar.tsx';
import { fold } from '../view/completions.ts';
import { useClient } from '../view/context.ts';

interface PeerEvent extends ServerEvent {
  stream_ids?: number[];
  subscriptions?: { stream_id: number }[];
}

/** Who follows a channel. Others are added and taken off here, by those who may. */
export function Subscribers({ channel }: { channel: Channel }) {
  const client = useClient();
  const { stream_id, name } = channel;
  const ids = useSignal<readonly number[] | undefined>(undefined);
  useEffect(() => {
    const load = () =>
      client.attempt(
        client.call<{ subscribers: number[] }>('GET', `/streams/${stream_id}/members`).then(({ subscribers }) => {
          ids.value = subscribers;
        }),
      );
    void load();
    return client.store.follow((event) => {
      const { type, stream_ids = [], subscriptions = [] } = event as PeerEvent;
      const isHere = stream_ids.includes(stream_id) || subscriptions.some((one) => one.stream_id === stream_id);
      if (type === 'subscription' && isHere) void load();
    });
  }, [stream_id]);
  const people = useComputed(() =>
    client.store
      .read('people')
      .state.realm_users.filter(({ user_id }) => ids.value?.includes(user_id))
      .sort((a, b) => a.full_name.localeCompare(b.full_name)),
  );
  const remove = (user_id: number) =>
    client.attempt(client.call('DELETE', '/users/me/subscriptions', { subscriptions: [name], principals: [user_id] }));
  return (
    <section class="inbox-group">
      <h2>Followed by {ids.value?.length ?? '…'}</h2>
      <AddPeople channel={channel} subscribers={ids.value ?? []} />
      <ul>
        {people.value.map(({ user_id, full_name }) => (
          <li key={user_id} class="inbox-row">
            <a href={`#user/${user_id}`} data-row>
              <span class="person">
                <Avatar user_id={user_id} size={28} /> {full_name}
              </span>
            </a>
            <button
              type="button"
              class="button is-plain"
              aria-label={`Take off ${full_name}`}
              onClick={() => void remove(user_id)}
            >
              Take off
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const most = 8;

function AddPeople({ channel, subscribers }: { channel: Channel; subscribers: readonly number[] }) {
  const client = useClient();
  const written = useSignal('');
  const found = useComputed(() => {
    if (written.value === '') return [];
    const { realm_users } = client.store.read('people').state;
    const wanted = fold(written.value);
    return realm_users.filter((one) => !subscribers.includes(one.user_id) && fold(one.full_name).includes(wanted));
  });
  const add = (user_id: number) => {
    written.value = '';
    const params = { subscriptions: [{ name: channel.name }], principals: [user_id] };
    void client.attempt(client.call('POST', '/users/me/subscriptions', params));
  };
  return (
    <>
      <input
        class="field"
        type="search"
        aria-label="Add people"
        placeholder="Add people"
        value={written.value}
        onInput={({ currentTarget }) => {
          written.value = currentTarget.value;
        }}
      />
      <ul class="menu">
        {found.value.slice(0, most).map(({ user_id, full_name }) => (
          <li key={user_id}>
            <button type="button" onClick={() => add(user_id)}>
              Add {full_name}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
