import type { UserTopic } from '../api/types.ts';
import { setTopicPolicy } from '../commands/actions.ts';
import { idsOf, listPeople } from '../forms/choices.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { Finder } from '../forms/picker.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { visibility } from '../store/unread.ts';

/** Muted users and topics, and followed topics. */
export function Muted() {
  return (
    <>
      <MutedPeople />
      <Topics />
    </>
  );
}

function MutedPeople() {
  const client = useClient();
  const { muted_users } = client.store.read('personal', 'people').state;
  const set = (method: 'POST' | 'DELETE', id: number) =>
    void client.attempt(client.call(method, `/users/me/muted_users/${id}`));
  return (
    <EditableList
      title="Muted people"
      about="Their messages are marked as read and hidden."
      items={muted_users}
      empty="You have muted nobody."
      keyOf={({ id }) => id}
      nameOf={({ id }) => client.userName(id)}
      tools={({ id }) => (
        <button
          type="button"
          class="button is-plain"
          aria-label={`Unmute ${client.userName(id)}`}
          onClick={() => set('DELETE', id)}
        >
          Unmute
        </button>
      )}
      footer={<MuteFinder onMute={(id) => set('POST', id)} />}
    >
      {({ id }) => (
        <a class="person" href={`#user/${id}`}>
          <Avatar user_id={id} size={28} /> {client.userName(id)}
        </a>
      )}
    </EditableList>
  );
}

function MuteFinder({ onMute }: { onMute: (user_id: number) => void }) {
  const client = useClient();
  const { muted_users, user_id } = client.store.read('personal', 'people').state;
  const closed = new Set([user_id, ...muted_users.map(({ id }) => id)]);
  const open = listPeople(client).filter(({ user_id: id = 0 }) => !closed.has(id));
  return (
    <Finder
      id="mute-person"
      label="Mute somebody"
      choices={open}
      onChoose={(key) => onMute(idsOf([key], 'user')[0] ?? 0)}
    />
  );
}

const policies: readonly [policy: number, name: string][] = [
  [visibility.inherit, 'Nothing special'],
  [visibility.muted, 'Muted'],
  [visibility.unmuted, 'Unmuted'],
  [visibility.followed, 'Followed'],
];

function Topics() {
  const client = useClient();
  const { user_topics } = client.store.read('channels').state;
  return (
    <EditableList
      title="Topics"
      about="Topics that you muted, follow, or unmuted in a muted channel."
      items={user_topics.toSorted((a, b) => b.last_updated - a.last_updated)}
      empty="You have not muted or followed any topics."
      keyOf={({ stream_id, topic_name }) => `${stream_id} ${topic_name}`}
      nameOf={({ topic_name }) => client.topicName(topic_name)}
      tools={(topic) => <PolicySelect topic={topic} />}
    >
      {({ stream_id, topic_name }) => (
        <a class="row-link" href={client.linkTo({ type: 'topic', stream_id, topic: topic_name })}>
          <b dir="auto">{client.topicName(topic_name)}</b> <span class="quiet">#{client.channelName(stream_id)}</span>
        </a>
      )}
    </EditableList>
  );
}

function PolicySelect({ topic }: { topic: UserTopic }) {
  const client = useClient();
  const { stream_id, topic_name, visibility_policy } = topic;
  return (
    <select
      class="field is-short"
      aria-label={`How you hear of ${client.topicName(topic_name)}`}
      value={String(visibility_policy)}
      onChange={({ currentTarget }) =>
        setTopicPolicy(client, { type: 'topic', stream_id, topic: topic_name }, Number(currentTarget.value) as 0)
      }
    >
      {policies.map(([policy, name]) => (
        <option key={policy} value={policy}>
          {name}
        </option>
      ))}
    </select>
  );
}
