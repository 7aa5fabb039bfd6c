import { useComputed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { logOut } from '../actions.ts';
import type { Subscription } from '../api/types.ts';
import { formatNarrow, type Route } from '../routes.ts';
import type { Conversation } from '../store/conversation.ts';
import { conversationIn, keyOf, topicKey } from '../store/conversation.ts';
import { isTopicMuted, topicPolicies } from '../store/unread.ts';
import { Avatar, PresenceDot } from './avatar.tsx';
import { useClient } from './context.ts';
import { Icon, type IconName } from './icon.tsx';
import { Swatch, TopicName } from './lines.tsx';
import { Menu } from './menu.tsx';
import { dialog, isSideOpen } from './view-state.ts';

/** Everything there is to go to, with how much of it is unread. */
export function SideBar() {
  const { router } = useClient();
  const route = router.route.value;
  // On a narrow screen the side bar leaves once something was chosen.
  useEffect(() => {
    isSideOpen.value = false;
  }, [route]);
  return (
    <nav class="side" aria-label="Conversations">
      <Organization />
      <button
        type="button"
        class="jump-to"
        onClick={() => {
          dialog.value = { kind: 'switcher' };
        }}
      >
        <Icon name="search" /> Jump to… <kbd>Ctrl K</kbd>
      </button>
      <div class="side-scroll">
        <Views route={route} />
        <DirectConversations route={route} />
        <Channels route={route} />
      </div>
    </nav>
  );
}

function Organization() {
  const { store } = useClient();
  const { state } = store.read('realm', 'people');
  return (
    <div class="organization">
      <img src={state.realm_icon_url} alt="" width="32" height="32" />
      <strong dir="auto">{state.realm_name}</strong>
      <Menu label={`Your account: ${state.full_name}`} icon="sliders">
        {(close) => <AccountMenu close={close} />}
      </Menu>
    </div>
  );
}

const accountLinks: readonly [label: string, href: string][] = [
  ['Settings', '#settings/preferences'],
  ['Organization', '#organization/profile'],
  ['Invite people', '#invite'],
  ['Keyboard shortcuts', '#keyboard-shortcuts'],
  ['Connect other apps', '/apps'],
];

function AccountMenu({ close }: { close: () => void }) {
  const { store } = useClient();
  const { full_name, delivery_email, user_id } = store.read('people').state;
  return (
    <div class="account">
      <p>
        <Avatar user_id={user_id} />
        <span>
          <b>{full_name}</b>
          <span class="quiet">{delivery_email}</span>
        </span>
      </p>
      <ul class="menu">
        {accountLinks.map(([label, href]) => (
          <li key={href}>
            <a href={href} onClick={close}>
              {label}
            </a>
          </li>
        ))}
        <li>
          <button type="button" onClick={logOut}>
            Log out
          </button>
        </li>
      </ul>
    </div>
  );
}

function Views({ route }: { route: Route }) {
  const { unread, drafts, store } = useClient();
  const { total, mentions } = unread.value;
  const isFeed = route.page === 'messages' && route.narrow.length === 0;
  const is = (operand: string) =>
    route.page === 'messages' && route.narrow.length === 1 && route.narrow[0]?.operand === operand;
  const starred = store.read('messages').starred.size;
  return (
    <ul class="links">
      <View icon="inbox" name="Inbox" href="#inbox" isHere={route.page === 'inbox'} count={total} />
      <View icon="clock" name="Recent" href="#recent" isHere={route.page === 'recent'} />
      <View icon="feed" name="Combined feed" href="#feed" isHere={isFeed} />
      <View icon="at" name="Mentions" href="#narrow/is/mentioned" isHere={is('mentioned')} count={mentions} isMention />
      <View icon="star" name="Starred" href="#narrow/is/starred" isHere={is('starred')} quiet={starred} />
      <View icon="pencil" name="Drafts" href="#drafts" isHere={route.page === 'drafts'} quiet={drafts.all.value.size} />
    </ul>
  );
}

interface ViewProps {
  icon: IconName;
  name: string;
  href: string;
  isHere: boolean;
  count?: number;
  /** A number that asks for nothing. */
  quiet?: number;
  isMention?: boolean;
}

function View({ icon, name, href, isHere, count = 0, quiet = 0, isMention = false }: ViewProps) {
  return (
    <li>
      <a class="entry" href={href} aria-current={isHere ? 'page' : undefined}>
        <Icon name={icon} />
        <span class="name">{name}</span>
        <Count count={count} isMention={isMention} />
        {quiet > 0 && <span class="quiet-count">{quiet}</span>}
      </a>
    </li>
  );
}

export function Count({
  count,
  isMention = false,
  isMuted = false,
}: {
  count: number;
  isMention?: boolean;
  isMuted?: boolean;
}) {
  if (count === 0) return null;
  const classes = ['unread-count', isMention && 'is-mention', isMuted && 'is-muted'];
  return (
    <span class={classes.filter(Boolean).join(' ')} aria-label={`${count} unread`} role="img">
      {count}
    </span>
  );
}

function Section({
  title,
  action,
  children,
}: {
  title: string;
  action: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section>
      <header class="section-head">
        <h2>{title}</h2>
        {action}
      </header>
      {children}
    </section>
  );
}

const mostDirect = 12;

function DirectConversations({ route }: { route: Route }) {
  const client = useClient();
  const { store, unread } = client;
  const conversations = useComputed(() => {
    const { state } = store.read('messages', 'people');
    const known = new Map(unread.value.conversations);
    const listed = state.recent_private_conversations
      .toSorted((a, b) => b.max_message_id - a.max_message_id)
      .map(
        ({ user_ids }): Conversation => ({
          type: 'direct',
          user_ids: user_ids.length > 0 ? user_ids : [state.user_id],
        }),
      );
    const waiting = [...known.values()].flatMap(({ conversation }) =>
      conversation.type === 'direct' ? conversation : [],
    );
    const all = new Map([...waiting, ...listed].map((one) => [keyOf(one), one]));
    return [...all].slice(0, mostDirect);
  });
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const here = shown && keyOf(shown);
  return (
    <Section
      title="Direct messages"
      action={
        <button
          type="button"
          class="tool"
          aria-label="New direct message"
          onClick={() => {
            dialog.value = { kind: 'direct' };
          }}
        >
          <Icon name="plus" />
        </button>
      }
    >
      <ul class="links">
        {conversations.value.map(([key, conversation]) => (
          <li key={key}>
            <DirectEntry conversation={conversation} isHere={key === here} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function DirectEntry({ conversation, isHere }: { conversation: Conversation; isHere: boolean }) {
  const client = useClient();
  if (conversation.type !== 'direct') return null;
  const { user_ids } = conversation;
  const found = client.unread.value.conversations.get(keyOf(conversation));
  const [first = 0] = user_ids;
  return (
    <a class="entry" href={client.linkTo(conversation)} aria-current={isHere ? 'page' : undefined}>
      {user_ids.length === 1 ? <PresenceDot user_id={first} /> : <span class="group-size">{user_ids.length}</span>}
      <span class="name">{client.describePeople(user_ids)}</span>
      <Count count={found?.ids.length ?? 0} isMention />
    </a>
  );
}

function Channels({ route }: { route: Route }) {
  const { store } = useClient();
  const { channel_folders } = store.read('channels').state;
  const all = [...store.subscriptions.value.values()].filter(({ is_archived }) => !is_archived).sort(byName);
  const folders = channel_folders.filter(({ is_archived }) => !is_archived).sort((a, b) => a.order - b.order);
  const inFolder = new Set(folders.map(({ id }) => id));
  const groups: [title: string, channels: Subscription[]][] = [
    ['Pinned', all.filter(({ pin_to_top }) => pin_to_top)],
    ...folders.map(({ id, name }): [string, Subscription[]] => [
      name,
      all.filter((one) => one.folder_id === id && !one.pin_to_top),
    ]),
    ['Channels', all.filter((one) => !one.pin_to_top && !inFolder.has(one.folder_id ?? 0))],
  ];
  return (
    <>
      {groups
        .filter(([title, channels]) => channels.length > 0 || title === 'Channels')
        .map(([title, channels]) => (
          <Section
            key={title}
            title={title}
            action={
              title === 'Channels' && (
                <a class="tool" href="#channels" aria-label="All channels" title="All channels">
                  <Icon name="plus" />
                </a>
              )
            }
          >
            <ul class="links">
              {channels.map((channel) => (
                <ChannelEntry key={channel.stream_id} channel={channel} route={route} />
              ))}
            </ul>
          </Section>
        ))}
    </>
  );
}

function byName(a: Subscription, b: Subscription): number {
  return Number(a.is_muted) - Number(b.is_muted) || a.name.localeCompare(b.name);
}

function ChannelEntry({ channel, route }: { channel: Subscription; route: Route }) {
  const client = useClient();
  const { stream_id, name, is_muted } = channel;
  const isOpen =
    route.page === 'messages' && route.narrow[0]?.operator === 'channel' && route.narrow[0].operand === stream_id;
  const { count = 0, mentions = 0 } = client.unread.value.channels.get(stream_id) ?? {};
  const href = formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name });
  const isHere = isOpen && route.narrow.length === 1;
  return (
    <li>
      <a class={`entry ${is_muted ? 'is-muted' : ''}`} href={href} aria-current={isHere ? 'page' : undefined}>
        <Swatch stream_id={stream_id} />
        <span class="name" dir="auto">
          {name}
        </span>
        {channel.invite_only && <Icon name="lock" />}
        <Count count={count} isMention={mentions > 0} />
      </a>
      {isOpen && <Topics stream_id={stream_id} route={route} />}
    </li>
  );
}

const mostTopics = 8;

/** The latest topics of the open channel, all that have unread messages, and the one that is shown. */
function Topics({ stream_id, route }: { stream_id: number; route: Route }) {
  const client = useClient();
  const { state } = client.store.read('channels');
  const policies = topicPolicies(state);
  const isChannelMuted = client.store.subscriptions.value.get(stream_id)?.is_muted ?? false;
  const shown = route.page === 'messages' ? conversationIn(route.narrow) : undefined;
  const here = shown && keyOf(shown);
  const { conversations } = client.unread.value;
  const topics = (client.topics.in(stream_id) ?? []).map(({ name }) => {
    const key = topicKey(stream_id, name);
    return { name, key, isMuted: isTopicMuted(policies, key, isChannelMuted), found: conversations.get(key) };
  });
  const listed = topics.filter(
    ({ key, isMuted, found }, index) => key === here || found || (index < mostTopics && !isMuted),
  );
  return (
    <ul class="links topics">
      {listed.map(({ name, key, isMuted, found }) => (
        <li key={key}>
          <a
            class={`entry ${isMuted && !isChannelMuted ? 'is-muted' : ''}`}
            href={client.linkTo({ type: 'topic', stream_id, topic: name })}
            aria-current={key === here ? 'page' : undefined}
          >
            <span class="name">
              <TopicName topic={name} />
            </span>
            <Count count={found?.ids.length ?? 0} isMention={(found?.mentions ?? 0) > 0} isMuted={isMuted} />
          </a>
        </li>
      ))}
    </ul>
  );
}
