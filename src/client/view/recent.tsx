import { useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keyOf } from '../store/conversation.ts';
import type { RecentConversation } from '../store/recent.ts';
import { Avatar } from './avatar.tsx';
import { useClient } from './context.ts';
import { Swatch, TopicName } from './lines.tsx';
import { PageBody, PageHead } from './page.tsx';
import { SearchField } from './search-field.tsx';
import { Count } from './side-parts.tsx';
import { formatFull, formatShort } from './time.ts';

const filters = ['All', 'Unread', 'Participated', 'Direct'] as const;
type Filter = (typeof filters)[number];

/** Conversations by their newest message. */
export function Recent() {
  const client = useClient();
  const filter = useSignal<Filter>('All');
  useEffect(() => void client.recent.open(), []);
  const shown = useComputed(() => {
    const { conversations } = client.unread.value;
    const isShown: Record<Filter, (one: RecentConversation) => boolean> = {
      All: () => true,
      Unread: ({ conversation }) => conversations.has(keyOf(conversation)),
      Participated: ({ isParticipant }) => isParticipant,
      Direct: ({ conversation }) => conversation.type === 'direct',
    };
    return client.recent.all.value.filter(isShown[filter.value]);
  });
  const status = client.recent.status.value;
  return (
    <main class="page">
      <PageHead title="Recent">
        <SearchField />
      </PageHead>
      <PageBody>
        <fieldset class="filters">
          <legend class="unseen">Show</legend>
          {filters.map((name) => (
            <button
              key={name}
              type="button"
              class="chip"
              aria-pressed={name === filter.value}
              onClick={() => {
                filter.value = name;
              }}
            >
              {name}
            </button>
          ))}
        </fieldset>
        {status === 'failed' && <p role="alert">The conversations could not be loaded. Come back to try again.</p>}
        {status === 'ready' && shown.value.length === 0 && (
          <p class="empty">{filter.value === 'All' ? 'No conversations yet.' : 'No such conversations.'}</p>
        )}
        <ul class="recent">
          {shown.value.map((one) => (
            <Row key={keyOf(one.conversation)} row={one} />
          ))}
        </ul>
      </PageBody>
    </main>
  );
}

function Row({ row }: { row: RecentConversation }) {
  const client = useClient();
  const { conversation, last, senders } = row;
  const unread = client.unread.value.conversations.get(keyOf(conversation));
  return (
    <li>
      <a class="recent-row" href={client.linkTo(conversation)} data-row>
        <span class="recent-name">
          {conversation.type === 'topic' ? (
            <>
              <span class="recent-channel">
                <Swatch stream_id={conversation.stream_id} />
                {client.channelName(conversation.stream_id)}
              </span>
              <span class="recent-topic">
                <TopicName topic={conversation.topic} />
              </span>
            </>
          ) : (
            <>
              <span class="recent-channel">Direct</span>
              <span class="recent-topic">{client.describePeople(conversation.user_ids)}</span>
            </>
          )}
        </span>
        <Count
          count={unread?.ids.length ?? 0}
          isMention={(unread?.mentions ?? 0) > 0}
          isMuted={unread?.isMuted ?? false}
        />
        <span class="recent-people">
          {senders.slice(0, 3).map((id) => (
            <Avatar key={id} user_id={id} size={22} />
          ))}
        </span>
        <time class="quiet" dateTime={new Date(last.timestamp * 1000).toISOString()} title={formatFull(last.timestamp)}>
          {formatShort(last.timestamp)}
        </time>
      </a>
    </li>
  );
}
