import { visibilityPolicies } from '../../reach/topic-policy.ts';
import type { UserTopic } from '../api/types.ts';
import { setTopicPolicy } from '../commands/actions.ts';
import { idsOf, listPeople } from '../forms/choices.ts';
import { EditableList } from '../forms/editable-list.tsx';
import { Finder } from '../forms/picker.tsx';
import { t } from '../language/texts.ts';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';

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
      title={t('settings.mutedPeople')}
      about={t('settings.mutedPeopleHint')}
      items={muted_users}
      empty={t('settings.noMutedPeople')}
      keyOf={({ id }) => id}
      nameOf={({ id }) => client.userName(id)}
      tools={({ id }) => (
        <button
          type="button"
          class="button is-plain"
          aria-label={t('settings.unmutePerson', { userName: client.userName(id) })}
          onClick={() => set('DELETE', id)}
        >
          {t('common.unmute')}
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
      label={t('settings.muteSomebody')}
      choices={open}
      onChoose={(key) => onMute(idsOf([key], 'user')[0] ?? 0)}
    />
  );
}

const policies = (): readonly [policy: number, name: string][] => [
  [visibilityPolicies.inherit, t('settings.nothingSpecial')],
  [visibilityPolicies.muted, t('common.topicMuted')],
  [visibilityPolicies.unmuted, t('common.topicUnmuted')],
  [visibilityPolicies.followed, t('common.topicFollowed')],
];

function Topics() {
  const client = useClient();
  const { user_topics } = client.store.read('channels').state;
  return (
    <EditableList
      title={t('settings.topics')}
      about={t('settings.topicsHint')}
      items={user_topics.toSorted((a, b) => b.last_updated - a.last_updated)}
      empty={t('settings.noTopics')}
      keyOf={({ stream_id, topic_name }) => `${stream_id} ${topic_name}`}
      nameOf={({ topic_name }) => client.topicName(topic_name)}
      tools={(topic) => <PolicySelect topic={topic} />}
    >
      {({ stream_id, topic_name }) => (
        <a class="row-link" href={client.linkTo({ type: 'topic', stream_id, topic: topic_name })}>
          <b dir="auto">{client.topicName(topic_name)}</b> <bdi class="quiet">#{client.channelName(stream_id)}</bdi>
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
      aria-label={t('settings.topicPolicyOf', { topicName: client.topicName(topic_name) })}
      value={String(visibility_policy)}
      onChange={({ currentTarget }) =>
        setTopicPolicy(client, { type: 'topic', stream_id, topic: topic_name }, Number(currentTarget.value) as 0)
      }
    >
      {policies().map(([policy, name]) => (
        <option key={policy} value={policy}>
          {name}
        </option>
      ))}
    </select>
  );
}
