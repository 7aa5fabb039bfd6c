import { type Signal, useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Client } from '../client.ts';
import { fetchMissing } from '../commands/actions.ts';
import { recentOf } from '../dialogs/targets.ts';
import { t } from '../language/texts.ts';
import type { RecentConversation } from '../live/recent.ts';
import { TopicName } from '../messages/lines.tsx';
import { Problem } from '../parts/action.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useClient } from '../parts/context.ts';
import { PageBody, PageHead } from '../parts/page.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { Time } from '../parts/time.tsx';
import { Count } from '../sidebar/side-parts.tsx';
import { type Conversation, keyOf } from '../store/conversation.ts';
import { SearchField } from './search-field.tsx';

const filters = ['all', 'unread', 'participated', 'direct'] as const;
type Filter = (typeof filters)[number];

const filterNames = (): Record<Filter, string> => ({
  all: t('pages.filterAll'),
  unread: t('pages.filterUnread'),
  participated: t('pages.filterParticipated'),
  direct: t('pages.filterDirect'),
});

/** The number of rows that are shown at once, and added when the user reaches their end. */
const step = 60;

/** All conversations by their newest message. */
export function Recent() {
  const client = useClient();
  const recent = recentOf(client);
  const filter = useSignal<Filter>('all');
  const count = useSignal(step);
  useLayoutEffect(() => void recent.open(), []);
  useLayoutEffect(() => {
    count.value = step;
    if (filter.value === 'participated') void recent.findOwn();
  }, [filter.value]);
  const found = useComputed(() => recent.all.value.filter(isShownBy(filter.value, client)));
  const shown = found.value.slice(0, count.value);
  useMessages(shown);
  return (
    <main class="page">
      <PageHead title={t('common.recent')}>
        <SearchField />
      </PageHead>
      <PageBody>
        <Filters filter={filter} />
        <ul class="recent">
          {shown.map((one) => (
            <Row key={keyOf(one.conversation)} row={one} />
          ))}
        </ul>
        {found.value.length > shown.length ? (
          <More
            onReached={() => {
              count.value += step;
            }}
          />
        ) : (
          <End filter={filter.value} isEmpty={shown.length === 0} />
        )}
      </PageBody>
    </main>
  );
}

/** Fetches the newest messages of rows whose conversation is only known by its name. */
function useMessages(rows: readonly RecentConversation[]): void {
  const client = useClient();
  const missing = rows.flatMap(({ newest, last }) => (last ? [] : newest));
  useLayoutEffect(() => void fetchMissing(client, missing), [missing.join(), client.store.model]);
}

/** Shows further rows when it comes near the window, or is pressed. */
function More({ onReached }: { onReached: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const { current } = button;
    if (!current) return;
    const watch = new IntersectionObserver(([one]) => one?.isIntersecting && onReached(), { rootMargin: '600px' });
    watch.observe(current);
    return () => watch.disconnect();
  });
  return (
    <button ref={button} type="button" class="button is-plain" data-row onClick={onReached}>
      {t('pages.showMore')}
    </button>
  );
}

/** Says below the last row what is missing there. */
function End({ filter, isEmpty }: { filter: Filter; isEmpty: boolean }) {
  const recent = recentOf(useClient());
  const all = [recent.status.value, recent.completion.value];
  if (all.includes('failed')) return <Problem text={t('pages.recentIncomplete')} onRetry={() => void recent.open()} />;
  if (all.includes('loading') || all.includes('new'))
    return (
      <p class="empty" role="status">
        {t('common.loading')}
      </p>
    );
  if (!isEmpty) return null;
  return <p class="empty">{filter === 'all' ? t('pages.noConversations') : t('pages.noConversationFound')}</p>;
}

function isShownBy(filter: Filter, client: Client): (one: RecentConversation) => boolean {
  const { conversations } = client.unread.value;
  const tests: Record<Filter, (one: RecentConversation) => boolean> = {
    all: ({ conversation, last }) =>
      conversation.type === 'direct' ||
      last !== undefined ||
      client.store.subscriptions.value.has(conversation.stream_id),
    unread: ({ conversation }) => conversations.has(keyOf(conversation)),
    participated: ({ isParticipant }) => isParticipant,
    direct: ({ conversation }) => conversation.type === 'direct',
  };
  return tests[filter];
}

function Filters({ filter }: { filter: Signal<Filter> }) {
  return (
    <fieldset class="filters">
      <legend class="unseen">{t('pages.show')}</legend>
      {filters.map((one) => (
        <button
          key={one}
          type="button"
          class="chip"
          aria-pressed={one === filter.value}
          onClick={() => {
            filter.value = one;
          }}
        >
          {filterNames()[one]}
        </button>
      ))}
    </fieldset>
  );
}

function Row({ row: { conversation, newest, ...row } }: { row: RecentConversation }) {
  const client = useClient();
  const last = row.last ?? client.store.read('messages').messages.get(newest);
  const senders = last ? [...new Set([last.sender_id, ...row.senders])] : row.senders;
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
        {last && <Time timestamp={last.timestamp} />}
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
        {isTopic ? client.channelName(conversation.stream_id) : t('pages.direct')}
      </span>
      <span class="recent-topic">
        {isTopic ? <TopicName topic={conversation.topic} /> : client.describePeople(conversation.user_ids)}
      </span>
    </span>
  );
}
