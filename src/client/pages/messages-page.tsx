import { type Signal, signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { findMessage } from '../commands/actions.ts';
import { nameTopic } from '../commands/replies.ts';
import { composing, isPeopleOpen, namedTopic, selected, togglePeople } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { TopicName } from '../messages/lines.tsx';
import { MessagePane } from '../messages/message-pane.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { lazy } from '../parts/lazy.tsx';
import { PageHead } from '../parts/page.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { Tool } from '../parts/tool.tsx';
import { type Conversation, conversationIn, conversationOf, keyOf } from '../store/conversation.ts';
import type { MessageList } from '../store/message-list.ts';
import { placeAfter } from '../store/moves.ts';
import { narrowKey } from '../store/narrow.ts';
import { canSend } from '../store/rights.ts';
import { formatNarrow } from '../store/routes.ts';
import { formatSearch } from '../text/search-text.ts';
import { Announcer } from './announcer.tsx';
import { ConversationTools, PageMenu } from './conversation-tools.tsx';
import { isTyped, SearchField } from './search-field.tsx';
import { WhoTypes } from './who-types.tsx';
import { Writing } from './writing.tsx';

interface Props {
  narrow: readonly NarrowTerm[];
  near: number | undefined;
}

export const pinned = new Late<FunctionComponent<{ stream_id: number; topic: string | undefined }>>();

const Pinned = lazy(pinned.get);

/** What a search shows of what it finds. */
export type SearchView = Signal<'messages' | 'files'>;

export const searchHead = new Late<FunctionComponent<{ narrow: readonly NarrowTerm[]; view: SearchView }>>();

const SearchHead = lazy(searchHead.get);

export const searchedFiles = new Late<FunctionComponent<{ narrow: readonly NarrowTerm[] }>>();

const SearchedFiles = lazy(searchedFiles.get);

/** The page of a narrow: a conversation, the feed of a channel, or any other. */
export function MessagesPage({ narrow, near }: Props) {
  const client = useClient();
  const key = narrowKey(narrow);
  const list = useMemo(
    () => client.lists.open(narrow, near ?? (isSearch(narrow) ? 'newest' : 'first_unread')),
    [key, near],
  );
  useOpened(key, near);
  useLayoutEffect(() => () => client.lists.close(), []);
  const view: SearchView = useMemo(() => signal(narrow.some(asksForFiles) ? 'files' : 'messages'), [key]);
  const isOpened = list.status.value === 'ready' && !list.isOpening.value;
  useLayoutEffect(() => {
    if (near === undefined || !isOpened || list.isKept.peek()) return;
    if (!list.ids.peek().includes(near)) void goAfter(client, list, near);
  }, [list, near, isOpened]);
  const conversation = conversationIn(narrow);
  useMove(conversation, (target) => client.router.replace(client.linkTo(target)));
  return (
    <main class="page" aria-labelledby="page-title">
      <PageHead title={<Title narrow={narrow} />}>{!client.isSpectator && <Tools narrow={narrow} />}</PageHead>
      {isTyped(narrow) && <SearchHead narrow={narrow} view={view} />}
      {isOpened && <PinnedIn key={key} narrow={narrow} />}
      {view.value === 'files' ? (
        <SearchedFiles key={key} narrow={narrow} />
      ) : (
        <MessagePane key={key} client={client} list={list} near={near} />
      )}
      {conversation && <WhoTypes conversation={conversation} />}
      <Writing narrow={narrow} conversation={conversation} />
      <Announcer narrow={narrow} />
    </main>
  );
}

/** Begins a page with the message that its address names, and ends what was begun to be written on the one before. */
function useOpened(key: string, near: number | undefined): void {
  useLayoutEffect(() => {
    selected.value = near;
  }, [key, near]);
  // Before the next page is painted: what is written there from then on must stay.
  useLayoutEffect(
    () => () => {
      composing.value = namedTopic.value = undefined;
    },
    [key, near],
  );
}

/** Actions on all messages of the page. */
function Tools({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const conversation = conversationIn(narrow);
  const hasMenu = conversation !== undefined || narrow[0]?.operator === 'channel';
  return (
    <>
      <NewTopic narrow={narrow} />
      {conversation && <ConversationTools conversation={conversation} />}
      <ChannelLink narrow={narrow} />
      <Tool
        name={t('common.people')}
        title={t('common.withKey', { name: t('common.people'), key: 'w' })}
        icon="people"
        class={hasMenu ? 'is-wide-only' : ''}
        aria-pressed={isPeopleOpen.value}
        onClick={togglePeople}
      />
      <SearchField narrow={narrow} />
      {hasMenu && <PageMenu narrow={narrow} />}
    </>
  );
}

/** What is pinned to the topic or channel of the page. */
export function PinnedIn({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const [first] = narrow;
  const conversation = conversationIn(narrow);
  if (client.isSpectator || first?.operator !== 'channel' || typeof first.operand !== 'number') return null;
  if (narrow.length > 1 && !conversation) return null;
  return <Pinned stream_id={first.operand} topic={conversation?.type === 'topic' ? conversation.topic : undefined} />;
}

/** Begins a topic in the channel of the page. */
function NewTopic({ narrow: [first] }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const channel = first?.operator === 'channel' ? client.store.channels.value.get(Number(first.operand)) : undefined;
  if (!channel || !client.store.subscriptions.value.has(channel.stream_id) || !canSend(client.store, channel))
    return null;
  return <Tool name={t('pages.newTopic')} icon="topic" onClick={() => nameTopic(client, channel.stream_id)} />;
}

function ChannelLink({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const [first] = narrow;
  if (first?.operator !== 'channel' || typeof first.operand !== 'number') return null;
  return (
    <a
      class="tool is-wide-only"
      href={`#channels/${first.operand}`}
      aria-label={t('pages.aboutChannel')}
      title={t('pages.aboutChannel')}
    >
      <Icon name="sliders" />
    </a>
  );
}

/** Calls back with the new place of the shown topic after it was moved as a whole. */
export function useMove(shown: Conversation | undefined, follow: (to: Conversation) => void): void {
  const { store } = useClient();
  useLayoutEffect(() => {
    if (!shown) return;
    return store.follow((event) => {
      const next = placeAfter(event, shown);
      if (next) follow(next);
    });
  }, [shown && keyOf(shown)]);
}

/** Whether a term asks for messages with files. */
export function asksForFiles({ operator, operand, negated }: NarrowTerm): boolean {
  return operator === 'has' && operand === 'attachment' && !negated;
}

export function isSearch(narrow: readonly NarrowTerm[]): boolean {
  return narrow.some(
    ({ operator }) => operator === 'search' || operator === 'is' || operator === 'has' || operator === 'sender',
  );
}

/** Opens the conversation of a message that is not in the shown one; if there is none, says so. */
async function goAfter(client: Client, { narrow, ids }: MessageList, id: number): Promise<void> {
  const isHere = client.router.hold();
  const message = await findMessage(client, id);
  if (!isHere()) return;
  // A page without messages says so itself.
  if (!message && ids.peek().length > 0) client.say(t('pages.messageGone'));
  const shown = conversationIn(narrow);
  if (!message || !shown) return;
  const conversation = conversationOf(message, client.store.user_id);
  if (keyOf(conversation) !== keyOf(shown)) client.router.replace(client.linkTo(conversation, id));
}

/** What a narrow shows, in words. */
export function Title({ narrow, id = 'page-title' }: { narrow: readonly NarrowTerm[]; id?: string }) {
  const client = useClient();
  const conversation = conversationIn(narrow);
  const [first] = narrow;
  if (!first) return <span id={id}>{t('common.combinedFeed')}</span>;
  if (conversation?.type === 'direct') return <span id={id}>{client.describePeople(conversation.user_ids)}</span>;
  if (first.operator === 'channel' && typeof first.operand === 'number' && narrow.length <= 2 && !isTyped(narrow))
    return <ChannelTitle id={id} stream_id={first.operand} topic={conversation?.topic} />;
  const name = narrow.length === 1 && first.operator === 'is' ? viewNames().get(String(first.operand)) : undefined;
  return <span id={id}>{name ?? t('pages.searchFor', { search: formatSearch(narrow, client.names) })}</span>;
}

const viewNames = (): ReadonlyMap<string, string> =>
  new Map([
    ['mentioned', t('common.mentions')],
    ['starred', t('common.starredMessages')],
    ['dm', t('common.directMessages')],
  ]);

interface ChannelTitleProps {
  id: string;
  stream_id: number;
  topic: string | undefined;
}

function ChannelTitle({ id, stream_id, topic }: ChannelTitleProps) {
  const client = useClient();
  const name = client.channelName(stream_id);
  const href = formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name });
  return (
    <span id={id} class="channel-title">
      <a href={href}>
        <Swatch stream_id={stream_id} />
        {name}
      </a>
      {topic !== undefined && (
        <>
          <span class="arrow" aria-hidden="true">
            ›
          </span>
          <TopicName topic={topic} />
        </>
      )}
    </span>
  );
}
