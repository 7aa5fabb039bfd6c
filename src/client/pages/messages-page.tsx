import { useEffect, useMemo } from 'preact/hooks';
import type { NarrowTerm, ServerEvent } from '../api/types.ts';
import type { Client } from '../client.ts';
import { findMessage } from '../commands/actions.ts';
import { nameTopic } from '../commands/replies.ts';
import { composing, isPeopleOpen, selected, togglePeople } from '../commands/view-state.ts';
import { TopicName } from '../messages/lines.tsx';
import { MessagePane } from '../messages/message-pane.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { PageHead } from '../parts/page.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { Tool } from '../parts/tool.tsx';
import { type Conversation, conversationIn, conversationOf, keyOf, topicKey } from '../store/conversation.ts';
import type { MessageList } from '../store/message-list.ts';
import { narrowKey } from '../store/narrow.ts';
import { canSend } from '../store/rights.ts';
import { formatNarrow } from '../store/routes.ts';
import { formatSearch } from '../text/search-text.ts';
import { Announcer } from './announcer.tsx';
import { ConversationTools } from './conversation-tools.tsx';
import { SearchField } from './search-field.tsx';
import { WhoTypes } from './who-types.tsx';
import { Writing } from './writing.tsx';

interface Props {
  narrow: readonly NarrowTerm[];
  near: number | undefined;
}

/** The page of a narrow: a conversation, the feed of a channel, or any other. */
export function MessagesPage({ narrow, near }: Props) {
  const client = useClient();
  const key = narrowKey(narrow);
  const list = useMemo(
    () => client.lists.open(narrow, near ?? (isSearch(narrow) ? 'newest' : 'first_unread')),
    [key, near],
  );
  useEffect(() => {
    selected.value = near;
    composing.value = undefined;
  }, [key, near]);
  useEffect(() => () => client.lists.close(), []);
  const isOpened = list.status.value === 'ready' && !list.isOpening.value;
  useEffect(() => {
    if (near === undefined || !isOpened || list.isKept.peek()) return;
    if (!list.ids.peek().includes(near)) void goAfter(client, list, near);
  }, [list, near, isOpened]);
  useEffect(() => client.store.follow((event) => followMove(client, narrow, event)), [key]);
  const conversation = conversationIn(narrow);
  return (
    <main class="page" aria-labelledby="page-title">
      <PageHead title={<Title narrow={narrow} />}>{!client.isSpectator && <Tools narrow={narrow} />}</PageHead>
      <MessagePane key={key} client={client} list={list} near={near} />
      {conversation && <WhoTypes conversation={conversation} />}
      <Writing narrow={narrow} conversation={conversation} />
      <Announcer narrow={narrow} />
    </main>
  );
}

/** Actions on all messages of the page. */
function Tools({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const conversation = conversationIn(narrow);
  return (
    <>
      <NewTopic narrow={narrow} />
      {conversation && <ConversationTools conversation={conversation} />}
      <ChannelLink narrow={narrow} />
      <Tool
        name="People"
        icon="people"
        class={conversation?.type === 'topic' ? 'is-wide-only' : ''}
        aria-pressed={isPeopleOpen.value}
        onClick={togglePeople}
      />
      <SearchField narrow={narrow} />
    </>
  );
}

/** Begins a topic in the channel of the page. */
function NewTopic({ narrow: [first] }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const channel = first?.operator === 'channel' ? client.store.channels.value.get(Number(first.operand)) : undefined;
  if (!channel || !client.store.subscriptions.value.has(channel.stream_id) || !canSend(client.store, channel))
    return null;
  return <Tool name="New topic (Shift+C)" icon="topic" onClick={() => nameTopic(client, channel.stream_id)} />;
}

function ChannelLink({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const [first] = narrow;
  if (first?.operator !== 'channel' || typeof first.operand !== 'number') return null;
  return (
    <a
      class={`tool ${narrow.length > 1 ? 'is-wide-only' : ''}`}
      href={`#channels/${first.operand}`}
      aria-label="About this channel"
      title="About this channel"
    >
      <Icon name="sliders" />
    </a>
  );
}

function isSearch(narrow: readonly NarrowTerm[]): boolean {
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
  if (!message && ids.peek().length > 0) client.say('This message was deleted, or you cannot see it.');
  const shown = conversationIn(narrow);
  if (!message || !shown) return;
  const conversation = conversationOf(message, client.store.user_id);
  if (keyOf(conversation) !== keyOf(shown)) client.router.replace(client.linkTo(conversation, id));
}

interface Move extends ServerEvent {
  stream_id: number;
  orig_subject?: string;
  subject?: string;
  new_stream_id?: number;
  propagate_mode?: string;
}

/** Opens the new place of the shown topic after it was moved as a whole. */
function followMove(client: Client, narrow: readonly NarrowTerm[], event: ServerEvent): void {
  const shown = conversationIn(narrow);
  const { stream_id, orig_subject, subject, new_stream_id, propagate_mode } = event as Move;
  if (event.type !== 'update_message' || orig_subject === undefined || propagate_mode !== 'change_all') return;
  if (!shown || keyOf(shown) !== topicKey(stream_id, orig_subject)) return;
  const target: Conversation = { type: 'topic', stream_id: new_stream_id ?? stream_id, topic: subject ?? orig_subject };
  client.router.replace(client.linkTo(target));
}

function Title({ narrow }: { narrow: readonly NarrowTerm[] }) {
  const client = useClient();
  const conversation = conversationIn(narrow);
  const [first] = narrow;
  if (!first) return <span id="page-title">Combined feed</span>;
  if (conversation?.type === 'direct')
    return <span id="page-title">{client.describePeople(conversation.user_ids)}</span>;
  if (first.operator === 'channel' && typeof first.operand === 'number' && narrow.length <= 2)
    return <ChannelTitle stream_id={first.operand} topic={conversation?.topic} />;
  const name = narrow.length === 1 && first.operator === 'is' ? viewNames.get(String(first.operand)) : undefined;
  return <span id="page-title">{name ?? `Search: ${formatSearch(narrow, client.names)}`}</span>;
}

const viewNames: ReadonlyMap<string, string> = new Map([
  ['mentioned', 'Mentions'],
  ['starred', 'Starred messages'],
  ['dm', 'Direct messages'],
]);

function ChannelTitle({ stream_id, topic }: { stream_id: number; topic: string | undefined }) {
  const client = useClient();
  const name = client.channelName(stream_id);
  const href = formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name });
  return (
    <span id="page-title" class="channel-title">
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
