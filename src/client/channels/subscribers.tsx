import type { Channel, ServerEvent, User } from '../api/types.ts';
import type { Client } from '../client.ts';
import { idsOf, listChannels, listGroups, listPeople, peopleIn } from '../forms/choices.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { Finder } from '../forms/picker.tsx';
import { compareNames } from '../language/locale.ts';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { useFetched } from '../parts/fetched.tsx';
import { mayAddSubscribers, mayRemoveSubscribers } from './access.ts';

interface PeerEvent extends ServerEvent {
  stream_ids?: number[];
  subscriptions?: { stream_id: number }[];
}

function isAbout(event: ServerEvent, stream_id: number): boolean {
  const { type, stream_ids = [], subscriptions = [] } = event as PeerEvent;
  return (
    type === 'subscription' &&
    (stream_ids.includes(stream_id) || subscriptions.some((one) => one.stream_id === stream_id))
  );
}

async function fetchSubscribers({ call }: Client, stream_id: number): Promise<number[]> {
  const { subscribers } = await call<{ subscribers: number[] }>('GET', `/streams/${stream_id}/members`);
  return subscribers;
}

/** The subscribers of a channel, with controls to add and remove others, if permitted. */
export function Subscribers({ channel }: { channel: Channel }) {
  const client = useClient();
  const { store } = client;
  const { stream_id, is_archived } = channel;
  const fetched = useFetched(
    () => fetchSubscribers(client, stream_id),
    (event) => isAbout(event, stream_id),
    stream_id,
  );
  const { value } = fetched;
  const ids = new Set(value.value);
  const people = store.read('people').state.realm_users.filter(({ user_id }) => ids.has(user_id));
  const mayRemove = mayRemoveSubscribers(store, channel) && !is_archived;
  return (
    <>
      {mayAddSubscribers(store, channel) && !is_archived && <AddPeople channel={channel} present={ids} />}
      <EditableList
        title={t('channels.memberCount', { count: value.value ? ids.size : '…' })}
        items={value.value && people.toSorted((a, b) => compareNames(a.full_name, b.full_name))}
        source={fetched}
        empty={t('channels.itHasNoMembers')}
        keyOf={({ user_id }) => user_id}
        nameOf={({ full_name }) => full_name}
        tools={(user) => mayRemove && <RemoveButton channel={channel} user={user} />}
      >
        {({ user_id, full_name }) => (
          <a class="person" href={`#user/${user_id}`}>
            <Avatar user_id={user_id} size={28} /> <span dir="auto">{full_name}</span>
          </a>
        )}
      </EditableList>
    </>
  );
}

function RemoveButton({ channel, user }: { channel: Channel; user: User }) {
  const client = useClient();
  const params = { subscriptions: [channel.name], principals: [user.user_id] };
  const remove = () => client.attempt(client.call('DELETE', '/users/me/subscriptions', params));
  return (
    <button
      type="button"
      class="button is-plain"
      aria-label={t('channels.removeMember', { name: user.full_name })}
      onClick={() => void remove()}
    >
      {t('common.remove')}
    </button>
  );
}

/** The users of a choice: single users, all members of groups, or all subscribers of other channels. */
export async function listChosen(client: Client, keys: readonly string[]): Promise<number[]> {
  const channels = await Promise.all(idsOf(keys, 'channel').map((id) => fetchSubscribers(client, id)));
  const set = { direct_members: idsOf(keys, 'user'), direct_subgroups: idsOf(keys, 'group') };
  return [...new Set([...peopleIn(client, set), ...channels.flat()])];
}

function AddPeople({ channel, present }: { channel: Channel; present: ReadonlySet<number> }) {
  const client = useClient();
  const choices = [
    ...listGroups(client, ({ name }) => !/^role:(internet|nobody)$/.test(name)),
    ...listChannels(client)
      .filter(({ key }) => key !== `channel ${channel.stream_id}`)
      .map((one) => ({ ...one, detail: t('channels.everybodyThere') })),
    ...listPeople(client).filter(({ user_id = 0 }) => !present.has(user_id)),
  ];
  const add = async (key: string) => {
    const principals = (await listChosen(client, [key])).filter((id) => !present.has(id));
    if (principals.length === 0) return client.say(t('channels.everybodyThereIsA'));
    await client.call('POST', '/users/me/subscriptions', { subscriptions: [{ name: channel.name }], principals });
    client.say(t('channels.addedPeople', { count: principals.length }));
  };
  return (
    <Finder
      id="new-subscriber"
      label={t('channels.addMembersOrChannel')}
      choices={choices}
      onChoose={(key) => void client.attempt(add(key))}
    />
  );
}
