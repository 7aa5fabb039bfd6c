import { useComputed } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { fetchMissing, markAllRead } from '../commands/actions.ts';
import { openDialog } from '../commands/view-state.ts';
import { TopicName } from '../messages/lines.tsx';
import { useClient } from '../parts/context.ts';
import { textOf } from '../parts/message-text.ts';
import { PageBody, PageHead } from '../parts/page.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { Tool } from '../parts/tool.tsx';
import { Count } from '../sidebar/side-parts.tsx';
import { keyOf } from '../store/conversation.ts';
import type { UnreadConversation } from '../store/unread.ts';
import { formatFull, formatShort } from '../text/time.ts';
import { SearchField } from './search-field.tsx';

interface Group {
  key: string;
  title: string;
  stream_id?: number;
  /** The channel's folder, if channels are grouped by folder. */
  folder?: string | undefined;
  rows: UnreadConversation[];
}

// The maximum number of rows with a preview of their message. Hardly anybody reads further rows.
const mostDescribed = 200;

/** Unread conversations: mentions and direct messages first. */
export function Inbox() {
  const client = useClient();
  const groups = useComputed(() => group(client, [...client.unread.value.conversations.values()]));
  const { total } = client.unread.value;
  const newestIds = groups.value.flatMap(({ rows }) => rows.map(({ newest }) => newest));
  useEffect(() => void fetchMissing(client, newestIds.slice(0, mostDescribed)), [newestIds.join(), client.store.model]);
  return (
    <main class="page">
      <PageHead title="Inbox" about={total === 0 ? '' : `${total} unread`}>
        {total > 0 && <Tool name="Mark all as read" icon="check" onClick={() => openDialog({ kind: 'read-all' })} />}
        <SearchField />
      </PageHead>
      <PageBody>
        {groups.value.length === 0 && <AllRead />}
        {groups.value.map((one, index) => (
          <Fragment key={one.key}>
            {one.folder !== undefined && one.folder !== groups.value[index - 1]?.folder && (
              <h2 class="inbox-folder">{one.folder}</h2>
            )}
            <GroupSection group={one} />
          </Fragment>
        ))}
      </PageBody>
    </main>
  );
}

function GroupSection({ group: { title, stream_id, folder, rows } }: { group: Group }) {
  const Heading = folder === undefined ? 'h2' : 'h3';
  return (
    <section class="inbox-group">
      <Heading>
        {stream_id !== undefined && <Swatch stream_id={stream_id} />}
        {title}
      </Heading>
      <ul>
        {rows.map((row) => (
          <Row key={keyOf(row.conversation)} row={row} isBelowChannel={stream_id !== undefined} />
        ))}
      </ul>
    </section>
  );
}

function group(client: Client, all: UnreadConversation[]): Group[] {
  const waiting = all.filter(({ isMuted, mentions }) => !isMuted || mentions > 0).sort((a, b) => b.newest - a.newest);
  const mentioned = waiting.filter(({ mentions, conversation }) => mentions > 0 && conversation.type === 'topic');
  const direct = waiting.filter(({ conversation }) => conversation.type === 'direct');
  const rest = waiting.filter((one) => !mentioned.includes(one) && !direct.includes(one));
  const byChannel = Map.groupBy(rest, ({ conversation }) =>
    conversation.type === 'topic' ? conversation.stream_id : 0,
  );
  return [
    { key: 'mentions', title: 'You were mentioned', rows: mentioned },
    { key: 'direct', title: 'Direct messages', rows: direct },
    ...byFolder(
      client,
      [...byChannel].map(([stream_id, rows]) => ({
        key: String(stream_id),
        title: client.channelName(stream_id),
        stream_id,
        rows,
      })),
    ),
  ].filter(({ rows }) => rows.length > 0);
}

/** Groups channels by folder, in the order of the folders; channels without one come last. */
function byFolder({ store }: Client, groups: (Group & { stream_id: number })[]): Group[] {
  const { channel_folders, user_settings } = store.read('channels', 'personal').state;
  if (user_settings.web_inbox_show_channel_folders === false) return groups;
  const open = new Map(channel_folders.filter(({ is_archived }) => !is_archived).map((one) => [one.id, one]));
  const folderOf = ({ stream_id }: { stream_id: number }) =>
    open.get(store.subscriptions.value.get(stream_id)?.folder_id ?? 0);
  if (!groups.some(folderOf)) return groups;
  const order = (one: { stream_id: number }) => folderOf(one)?.order ?? Number.POSITIVE_INFINITY;
  return groups
    .toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)))
    .map((one) => ({ ...one, folder: folderOf(one)?.name ?? 'Other channels' }));
}

function Row({ row, isBelowChannel }: { row: UnreadConversation; isBelowChannel: boolean }) {
  const client = useClient();
  const { conversation, ids, newest, mentions } = row;
  const last = client.store.read('messages').messages.get(newest);
  return (
    <li class="inbox-row">
      <a href={client.linkTo(conversation)} data-row>
        <span class="inbox-name">
          {conversation.type === 'topic' && !isBelowChannel && (
            <span class="quiet">{client.channelName(conversation.stream_id)} › </span>
          )}
          {conversation.type === 'direct' ? (
            client.describePeople(conversation.user_ids)
          ) : (
            <TopicName topic={conversation.topic} />
          )}
        </span>
        <Count count={ids.length} isMention={mentions > 0 || conversation.type === 'direct'} />
        {last && <Last message={last} />}
      </a>
      <Tool
        name={`Mark ${client.describe(conversation)} as read`}
        icon="check"
        title="Mark as read"
        onClick={() => markAllRead(client, ids)}
      />
    </li>
  );
}

/** The preview of a message: its sender, time and beginning. */
function Last({ message }: { message: Message }) {
  const { sender_full_name, timestamp, is_me_message } = message;
  return (
    <>
      <time class="quiet" dateTime={new Date(timestamp * 1000).toISOString()} title={formatFull(timestamp)}>
        {formatShort(timestamp)}
      </time>
      <span class="inbox-text" dir="auto">
        {is_me_message ? '' : `${sender_full_name}: `}
        {textOf(message).slice(0, longest)}
      </span>
    </>
  );
}

const longest = 200;

function AllRead() {
  const { store } = useClient();
  const [first, ...others] = store.read('people').state.realm_users.filter(({ is_bot }) => !is_bot);
  if (first?.is_owner && others.length === 0) return <FirstOne />;
  return (
    <div class="empty">
      <h2>Nothing is waiting for you</h2>
      <p>
        Everything is read. See the latest messages under <a href="#recent">Recent</a>, or go through{' '}
        <a href="#channels">all channels</a>.
      </p>
    </div>
  );
}

/** The next steps for an owner who is still alone. */
function FirstOne() {
  const { realm_name } = useClient().store.read('realm').state;
  return (
    <div class="empty">
      <h2>Welcome to {realm_name}</h2>
      <p>
        You are the first one here. <a href="#invite">Invite people</a>, <a href="#channels/new">create a channel</a>,
        or <a href="#settings/profile">show who you are</a>.
      </p>
    </div>
  );
}
