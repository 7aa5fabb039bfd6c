import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Client } from '../client.ts';
import { type Conversation, keyOf } from '../store/conversation.ts';
import type { RecentConversation } from '../store/recent.ts';
import { Problem } from './action.tsx';
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
  const shown = useComputed(() => client.recent.all.value.filter(isShownBy(filter.value, client)));
  const status = client.recent.status.value;
  return (
    <main class="page">
      <PageHead title="Recent">
        <SearchField />
      </PageHead>
      <PageBody>
        <Filters filter={filter} />
        {(status === 'new' || status === 'loading') && (
          <p class="empty" role="status">
            Loading…
          </p>
        )}
        {status === 'failed' && (
          <Problem text="The conversations could not be loaded." onRetry={() => void client.recent.open()} />
        )}
        {status === 'ready' && shown.value.length === 0 && (
          <p class="empty">
            {filter.value === 'All'
              ? 'No conversations yet. Open a channel or write to somebody to begin one.'
              : 'No such conversations.'}
          </p>
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

function isShownBy(filter: Filter, client: Client): (one: RecentConversation) => boolean {
  const { conversations } = client.unread.value;
  const tests: Record<Filter, (one: RecentConversation) => boolean> = {
    All: () => true,
    Unread: ({ conversation }) => conversations.has(keyOf(conversation)),
    Participated: ({ isParticipant }) => isParticipant,
    Direct: ({ conversation }) => conversation.type === 'direct',
  };
  return tests[filter];
}

function Filters({ filter }: { filter: Signal<Filter> }) {
  return (
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
  );
}

function Row({ row: { conversation, last, senders } }: { row: RecentConversation }) {
  const client = useClient();
  const unread = client.unread.value.conversations.get(keyOf(conversation));
  return (
    <li>
      <a class={`recent-row ${unread ? 'is-unread' : ''}`} href={client.linkTo(conversation)} data-row>
        <RecentName conversation={conversation} />
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

function RecentName({ conversation }: { conversation: Conversation }) {
  const client = useClient();
  const isTopic = conversation.type === 'topic';
  return (
    <span class="recent-name">
      <span class="recent-channel">
        {isTopic && <Swatch stream_id={conversation.stream_id} />}
        {isTopic ? client.channelName(conversation.stream_id) : 'Direct'}
      </span>
      <span class="recent-topic">
        {isTopic ? <TopicName topic={conversation.topic} /> : client.describePeople(conversation.user_ids)}
      </span>
    </span>
  );
}
