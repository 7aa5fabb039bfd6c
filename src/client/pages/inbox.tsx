import { useComputed } from '@preact/signals';
import { Fragment, type FunctionComponent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Message } from '../api/types.ts';
import type { Client } from '../client.ts';
import { fetchMissing, markAllRead } from '../commands/actions.ts';
import { screen } from '../commands/screen.ts';
import { openDialog } from '../commands/view-state.ts';
import { stepOf } from '../language/arrow-keys.ts';
import { shownName } from '../language/system-bots.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { TopicName } from '../messages/lines.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { lazy } from '../parts/lazy.tsx';
import { textOf } from '../parts/message-text.ts';
import { PageBody, PageHead } from '../parts/page.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { Time } from '../parts/time.tsx';
import { Tool } from '../parts/tool.tsx';
import { Count, useFold } from '../sidebar/side-parts.tsx';
import { keyOf } from '../store/conversation.ts';
import type { UnreadConversation } from '../store/unread.ts';
import { SearchField } from './search-field.tsx';

export const allRead = new Late<FunctionComponent>();

const AllRead = lazy(allRead.get);

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
  useLayoutEffect(
    () => void fetchMissing(client, newestIds.slice(0, mostDescribed)),
    [newestIds.join(), client.store.model],
  );
  return (
    <main class="page">
      <PageHead title={t('common.inbox')} about={total === 0 ? '' : t('sidebar.unread', { count: total })}>
        {total > 0 && (
          <Tool
            name={t('common.markAllAsRead')}
            title={t('pages.markAllAsReadKeys')}
            icon="read"
            onClick={() => openDialog({ kind: 'read-all' })}
          />
        )}
        <SearchField />
      </PageHead>
      <PageBody>{groups.value.length === 0 ? <AllRead /> : <Groups groups={groups.value} />}</PageBody>
    </main>
  );
}

function Groups({ groups }: { groups: readonly Group[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const markRead = () => frame.current?.querySelector<HTMLElement>('li:focus-within > .tool')?.click();
  useLayoutEffect(() => screen.inbox.fill({ markRead }), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the rows and headings below it
    <div ref={frame} onKeyDown={foldByKey}>
      {groups.map((one, index) => (
        <Fragment key={one.key}>
          {one.folder !== undefined && one.folder !== groups[index - 1]?.folder && (
            <h2 class="inbox-folder">{one.folder}</h2>
          )}
          <GroupSection group={one} />
        </Fragment>
      ))}
    </div>
  );
}

/** The arrow keys to the sides fold the group with the focus, and unfold it. */
function foldByKey(event: KeyboardEvent): void {
  const step = stepOf(event.key);
  const group = event.target instanceof Element ? event.target.closest('section') : null;
  const fold = group?.querySelector<HTMLElement>('.fold');
  if (step === undefined || fold?.ariaExpanded !== String(step === -1)) return;
  event.preventDefault();
  fold.focus();
  fold.click();
}

function GroupSection({ group: { key, title, stream_id, folder, rows } }: { group: Group }) {
  const { isFolded, toggle } = useFold(`inbox ${key}`);
  const Heading = folder === undefined ? 'h2' : 'h3';
  const unread = rows.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <section class="inbox-group">
      <Heading>
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          data-row={isFolded ? true : undefined}
          onClick={toggle}
        >
          {stream_id !== undefined && <Swatch stream_id={stream_id} />}
          <span dir="auto">{title}</span>
          <Icon name="down" />
          {isFolded && <Count count={unread} />}
        </button>
      </Heading>
      {!isFolded && (
        <ul>
          {rows.map((row) => (
            <Row key={keyOf(row.conversation)} row={row} isBelowChannel={stream_id !== undefined} />
          ))}
        </ul>
      )}
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
    { key: 'mentions', title: t('pages.youWereMentioned'), rows: mentioned },
    { key: 'direct', title: t('common.directMessages'), rows: direct },
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
    .map((one) => ({ ...one, folder: folderOf(one)?.name ?? t('pages.otherChannels') }));
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
        name={t('pages.markConversationRead', { conversation: client.describe(conversation) })}
        icon="read"
        title={t('pages.markRead')}
        isSwiped
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
      <Time timestamp={timestamp} />
      <span class="inbox-text" dir="auto">
        {is_me_message ? '' : `${shownName(sender_full_name)}: `}
        {textOf(message).slice(0, longest)}
      </span>
    </>
  );
}

const longest = 200;
