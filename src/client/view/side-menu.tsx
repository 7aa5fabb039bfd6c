import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  copy,
  isResolved,
  markAllRead,
  setSubscription,
  setTopicPolicy,
  toggleResolved,
  unsubscribe,
} from '../actions.ts';
import type { Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { parseHash } from '../routes.ts';
import { conversationIn, topicKey } from '../store/conversation.ts';
import { canResolve } from '../store/rights.ts';
import { isTopicMuted, topicPolicies, visibility } from '../store/unread.ts';
import { useClient } from './context.ts';
import { Menu, MenuItem } from './menu.tsx';

/** A channel of the side bar or one of its topics, and the position of its entry on screen. */
interface Target {
  href: string;
  channel: Subscription;
  topic: string | undefined;
  edge: DOMRect;
}

/** The context menu of a channel or topic in the side bar, opened by pointer or keys. */
export function SideMenu() {
  const client = useClient();
  const frame = useRef<HTMLDivElement>(null);
  const target = useTarget(client, frame).value;
  if (!target) return null;
  const { href, channel, topic, edge } = target;
  const label = topic === undefined ? `About #${channel.name}` : `About the topic ${client.topicName(topic)}`;
  return (
    <div
      ref={frame}
      class="side-menu"
      style={{ top: `${edge.top}px`, left: `${edge.right}px`, height: `${edge.height}px` }}
    >
      <Menu key={href} label={label} icon="more">
        {(close) => (
          <ul class="menu">
            {listActs(client, target).map(({ name, act }) => (
              <MenuItem key={name} label={name} act={act} close={close} />
            ))}
          </ul>
        )}
      </Menu>
    </div>
  );
}

function useTarget(client: Client, frame: RefObject<HTMLDivElement | null>): Signal<Target | undefined> {
  const target = useSignal<Target | undefined>(undefined);
  useEffect(() => followEntries(client, frame, target), []);
  // Entries move when another channel shows its topics, so the menu closes.
  const route = client.router.route.value;
  useEffect(() => {
    target.value = undefined;
  }, [route]);
  return target;
}

/** Keeps the target at the entry that is pointed at, and opens its menu when asked. Returns a function that stops this. */
function followEntries(
  client: Client,
  frame: RefObject<HTMLDivElement | null>,
  target: Signal<Target | undefined>,
): () => void {
  let isDown = false;
  let isOpening = false;
  const isInUse = (event?: Event) =>
    isOpening ||
    frame.current?.querySelector('[popover]:popover-open') ||
    (event?.target instanceof Node && frame.current?.contains(event.target));
  const point = (event: Event) => {
    if (!isInUse(event)) target.value = findTarget(client, event);
  };
  const open = () =>
    requestAnimationFrame(() => {
      if (isOpening) frame.current?.querySelector('button')?.click();
      isOpening = false;
    });
  const ask = (event: Event) => {
    const found = findTarget(client, event);
    if (!found) return;
    event.preventDefault();
    target.value = found;
    isOpening = true;
    // Browsers close a menu when a pointer is released outside it, so it opens after that.
    if (!isDown) open();
  };
  const press = ({ type }: Event) => {
    isDown = type === 'pointerdown';
    if (isOpening && !isDown) open();
  };
  const leave = () => {
    if (!isInUse()) target.value = undefined;
  };
  const pressing = { pointerdown: press, pointerup: press, pointercancel: press };
  return listen({ ...pressing, pointerover: point, contextmenu: ask, scroll: leave, toggle: leave });
}

/** Listens to events of the whole page, some of which do not bubble. Returns a function that stops this. */
function listen(listeners: Readonly<Record<string, (event: Event) => void>>): () => void {
  const ending = new AbortController();
  for (const [type, act] of Object.entries(listeners))
    document.addEventListener(type, act, { capture: true, signal: ending.signal });
  return () => ending.abort();
}

/** The channel or topic of an event's entry in the side bar. */
function findTarget(client: Client, { target }: Event): Target | undefined {
  const entry = target instanceof Element ? target.closest('.side a.entry') : null;
  if (!entry) return undefined;
  const href = entry.getAttribute('href') ?? '';
  const route = parseHash(href, { ...client.names, home: () => client.home() });
  const first = route.page === 'messages' ? route.narrow[0] : undefined;
  const channel = client.store.subscriptions.value.get(Number(first?.operand));
  if (route.page !== 'messages' || first?.operator !== 'channel' || !channel) return undefined;
  const conversation = conversationIn(route.narrow);
  const topic = conversation?.type === 'topic' ? conversation.topic : undefined;
  return { href, channel, topic, edge: entry.getBoundingClientRect() };
}

interface Act {
  name: string;
  act: () => void;
}

function listActs(client: Client, target: Target): Act[] {
  const { href, channel, topic } = target;
  const unread = listUnread(client, target);
  return [
    ...(unread.length > 0 ? [{ name: 'Mark all as read', act: () => markAllRead(client, unread) }] : []),
    ...(topic === undefined ? actsOfChannel(client, channel) : actsOfTopic(client, channel, topic)),
    { name: 'Copy the link', act: () => void copy(client, `${location.origin}/${href}`) },
  ];
}

function listUnread(client: Client, { channel: { stream_id }, topic }: Target): number[] {
  const all = [...client.unread.value.conversations.values()];
  return all.flatMap(({ conversation: one, ids }) => {
    const isHere = one.type === 'topic' && one.stream_id === stream_id && (topic === undefined || one.topic === topic);
    return isHere ? ids : [];
  });
}

function actsOfChannel(client: Client, { stream_id, name, is_muted, pin_to_top, invite_only }: Subscription): Act[] {
  const leave = { name: 'Leave', act: () => void unsubscribe(client, name) };
  return [
    { name: is_muted ? 'Unmute' : 'Mute', act: () => setSubscription(client, stream_id, 'is_muted', !is_muted) },
    { name: pin_to_top ? 'Unpin' : 'Pin', act: () => setSubscription(client, stream_id, 'pin_to_top', !pin_to_top) },
    { name: 'All topics', act: () => client.router.go(`#channels/${stream_id}/topics`) },
    { name: 'Settings of the channel', act: () => client.router.go(`#channels/${stream_id}`) },
    // A user who leaves a private channel cannot return, so this is left to the channel's page, which asks first.
    ...(invite_only ? [] : [leave]),
  ];
}

function actsOfTopic(client: Client, channel: Subscription, topic: string): Act[] {
  const { stream_id, is_muted } = channel;
  const conversation = { type: 'topic', stream_id, topic } as const;
  const key = topicKey(stream_id, topic);
  const policies = topicPolicies(client.store.read('channels').state);
  const isMuted = isTopicMuted(policies, key, is_muted);
  const isFollowed = policies.get(key) === visibility.followed;
  const resolve = {
    name: isResolved(topic) ? 'Reopen' : 'Resolve',
    act: () => void toggleResolved(client, conversation),
  };
  const set = (name: string, policy: Parameters<typeof setTopicPolicy>[2]): Act => {
    return { name, act: () => setTopicPolicy(client, conversation, policy) };
  };
  return [
    isMuted ? set('Unmute', is_muted ? visibility.unmuted : visibility.inherit) : set('Mute', visibility.muted),
    isFollowed ? set('Follow no longer', visibility.inherit) : set('Follow', visibility.followed),
    ...(topic !== '' && canResolve(client.store, channel) ? [resolve] : []),
  ];
}
