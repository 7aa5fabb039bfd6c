import { useSignal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { groupChannels, restKey } from '../commands/channel-groups.ts';
import { opening } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { Late } from '../late.ts';
import { TopicName } from '../messages/lines.tsx';
import { useClient } from '../parts/context.ts';
import { Icon } from '../parts/icon.tsx';
import { lazy } from '../parts/lazy.tsx';
import { Menu, MenuLink } from '../parts/menu.tsx';
import { Swatch } from '../parts/swatch.tsx';
import { conversationIn, keyOf, topicKey } from '../store/conversation.ts';
import type { Route } from '../store/routes.ts';
import { isTopicMuted, topicPolicies, type UnreadConversation } from '../store/unread.ts';
import type { addressOfChannel } from './open-channel.ts';
import { CallSign, Count, MoreButton, Section, useInSight } from './side-parts.tsx';

/** The subscribed channels by folder, and the topics of the open one. */
export function Channels({ route }: { route: Route }) {
  const client = useClient();
  const { unread, isSpectator } = client;
  const isWaiting = ({ stream_id }: Subscription) =>
    isOpenIn(route, stream_id) || (unread.value.channels.get(stream_id)?.count ?? 0) > 0;
  return (
    <>
      {groupChannels(client)
        .filter(({ key, channels, isOwn }) => channels.length > 0 || key === restKey || isOwn)
        .map(({ key, title, channels, isOwn }) => (
          <Section
            key={key}
            id={key}
            title={title}
            action={isOwn ? <SectionMenu name={title} /> : key === restKey && !isSpectator && <AddChannels />}
            group={key}
          >
            {(isFolded) => (
              <ul class="links">
                {channels
                  .filter((channel) => !isFolded || isWaiting(channel))
                  .map((channel) => (
                    <ChannelEntry key={channel.stream_id} channel={channel} route={route} />
                  ))}
              </ul>
            )}
          </Section>
        ))}
    </>
  );
}

export const sectionMenu = new Late<FunctionComponent<{ name: string }>>();

const SectionMenu = lazy(sectionMenu.get);

function isOpenIn(route: Route, stream_id: number): route is Extract<Route, { page: 'messages' }> {
  return route.page === 'messages' && route.narrow[0]?.operator === 'channel' && route.narrow[0].operand === stream_id;
}

function AddChannels() {
  const { can_create_streams } = useClient().store.read('people', 'realm').state;
  return (
    <Menu label={t('sidebar.addChannels')} icon="plus">
      {(close) => (
        <ul class="menu">
          {can_create_streams === true && (
            <MenuLink href="#channels/new" label={t('common.newChannel')} close={close} />
          )}
          <MenuLink href="#channels" label={t('common.browseChannels')} close={close} />
        </ul>
      )}
    </Menu>
  );
}

interface ChannelProps {
  channel: Subscription;
  route: Route;
  /** Topics that are listed instead of those of the open channel. */
  children?: ComponentChildren;
}

export function ChannelEntry({ channel, route, children }: ChannelProps) {
  const client = useClient();
  const { stream_id, name, is_muted } = channel;
  const isOpen = isOpenIn(route, stream_id);
  const isOpening = opening.value === stream_id;
  const { count = 0, mentions = 0 } = client.unread.value.channels.get(stream_id) ?? {};
  const isHere = isOpen && route.narrow.length === 1;
  const isMarked = isHere || (isOpening && !isOpen);
  const entry = useInSight(isMarked);
  return (
    <li>
      <a
        ref={entry}
        class={`entry ${is_muted ? 'is-muted' : ''}`}
        href={client.linkToChannel(stream_id)}
        data-stream-id={stream_id}
        aria-current={isMarked ? 'page' : undefined}
        onClick={isOpen || client.isSpectator ? undefined : (event) => void open(client, stream_id, event)}
      >
        <Swatch stream_id={stream_id} />
        <span class="name" dir="auto">
          {name}
        </span>
        {channel.invite_only && <Icon name="lock" />}
        <CallSign isLive={(call) => call.type === 'stream' && call.stream_id === stream_id} />
        {hasCount(client, channel) && <Count count={count} isMention={mentions > 0} />}
      </a>
      {children ?? ((isOpen || isOpening) && <Topics stream_id={stream_id} route={route} />)}
    </li>
  );
}

export const channelAddress = new Late<typeof addressOfChannel>();

/** Opens a channel in the view of the user's setting. The link itself, and a second click, open its feed. */
async function open(client: Client, stream_id: number, event: MouseEvent): Promise<void> {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  // The side bar moves first: the answer may take long.
  opening.value = stream_id;
  const address = channelAddress.get().then((addressOf) => addressOf(client, stream_id));
  await client.attempt(client.router.goTo(address));
  if (opening.peek() === stream_id) opening.value = undefined;
}

/** Whether a channel shows its number of unread messages: by the setting all do, those not muted, or none. */
function hasCount({ store }: Client, { is_muted }: Subscription): boolean {
  const policy = store.read('personal').state.user_settings.web_stream_unreads_count_display_policy;
  return policy === 1 || (policy !== 3 && !is_muted);
}

const mostTopics = 8;
const mostUnread = 12;

/** The topics of the open channel. */
function Topics({ stream_id, route }: { stream_id: number; route: Route }) {
  const isWhole = useSignal(false);
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const here = shown && keyOf(shown);
  const { all, latest, isChannelMuted } = useTopics(stream_id, here);
  const listed = isWhole.value ? all : latest;
  const onScreen = new Set(listed);
  const hidden = all.filter((topic) => !topic.isMuted && !onScreen.has(topic));
  return (
    <ul class="links topics">
      {listed.map((topic) => (
        <TopicEntry
          key={topic.key}
          {...{ topic, stream_id }}
          isHere={topic.key === here}
          isDim={topic.isMuted && !isChannelMuted}
        />
      ))}
      {latest.length < all.length && (
        <MoreButton
          isWhole={isWhole}
          label={isWhole.value ? t('sidebar.fewerTopics') : t('sidebar.allTopics', { count: all.length })}
          unread={hidden.flatMap(({ found }) => found ?? [])}
        />
      )}
    </ul>
  );
}

export interface ListedTopic {
  name: string;
  key: string;
  isMuted: boolean;
  found: UnreadConversation | undefined;
}

/** All topics of a channel, and the short list: the latest, the latest unread ones, and the shown one. */
function useTopics(stream_id: number, here: string | undefined) {
  const client = useClient();
  const policies = topicPolicies(client.store.read('channels').state);
  const isChannelMuted = client.store.subscriptions.value.get(stream_id)?.is_muted ?? false;
  const { conversations } = client.unread.value;
  const all = (client.topics.in(stream_id) ?? []).map(({ name }): ListedTopic => {
    const key = topicKey(stream_id, name);
    return { name, key, isMuted: isTopicMuted(policies, key, isChannelMuted), found: conversations.get(key) };
  });
  const unread = all.filter(({ found }) => found).toSorted((a, b) => Number(a.isMuted) - Number(b.isMuted));
  const shown = new Set([
    ...all.slice(0, mostTopics).filter(({ isMuted }) => !isMuted),
    ...unread.slice(0, mostUnread),
  ]);
  const latest = all.filter((topic) => topic.key === here || shown.has(topic));
  return { all, latest, isChannelMuted };
}

interface TopicEntryProps {
  topic: ListedTopic;
  stream_id: number;
  isHere: boolean;
  isDim: boolean;
}

export function TopicEntry({ topic: { name, key, isMuted, found }, stream_id, isHere, isDim }: TopicEntryProps) {
  const client = useClient();
  const entry = useInSight(isHere);
  return (
    <li>
      <a
        ref={entry}
        class={`entry ${isDim ? 'is-muted' : ''}`}
        href={client.linkTo({ type: 'topic', stream_id, topic: name })}
        data-stream-id={stream_id}
        data-topic={name}
        aria-current={isHere ? 'page' : undefined}
      >
        <span class="name" dir="auto">
          <TopicName topic={name} />
        </span>
        <CallSign isLive={(call) => call.type === 'stream' && topicKey(call.stream_id, call.topic) === key} />
        <Count count={found?.ids.length ?? 0} isMention={(found?.mentions ?? 0) > 0} isMuted={isMuted} />
      </a>
    </li>
  );
}
