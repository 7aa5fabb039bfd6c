import { useSignal } from '@preact/signals';
import type { Channel } from '../api/types.ts';
import { t } from '../language/texts.ts';
import { TopicName } from '../messages/lines.tsx';
import { useClient } from '../parts/context.ts';
import { FindField } from '../parts/find-field.tsx';
import { Count } from '../sidebar/side-parts.tsx';
import { topicKey } from '../store/conversation.ts';
import { fold } from '../text/ranking.ts';

/** All topics of a channel, latest first. */
export function TopicList({ channel: { stream_id } }: { channel: Channel }) {
  const client = useClient();
  const wanted = useSignal('');
  const topics = client.topics.in(stream_id);
  if (!topics) return <p class="quiet">{t('common.loading')}</p>;
  const shown = topics.filter(({ name }) => fold(client.topicName(name)).includes(fold(wanted.value)));
  return (
    <>
      <FindField label={t('pages.findTopics')} written={wanted} />
      {shown.length === 0 && (
        <p class="empty">{topics.length === 0 ? t('pages.noTopicsYet') : t('pages.noTopicFound')}</p>
      )}
      <ul class="inbox-group">
        {shown.map(({ name }) => (
          <li key={topicKey(stream_id, name)} class="inbox-row">
            <Row stream_id={stream_id} topic={name} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Row({ stream_id, topic }: { stream_id: number; topic: string }) {
  const client = useClient();
  const unread = client.unread.value.conversations.get(topicKey(stream_id, topic));
  return (
    <a href={client.linkTo({ type: 'topic', stream_id, topic })}>
      <TopicName topic={topic} />
      <Count
        count={unread?.ids.length ?? 0}
        isMention={(unread?.mentions ?? 0) > 0}
        isMuted={unread?.isMuted ?? false}
      />
    </a>
  );
}
