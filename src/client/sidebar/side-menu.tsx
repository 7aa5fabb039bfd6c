import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Subscription } from '../api/types.ts';
import type { Client } from '../client.ts';
import { channelMenu } from '../commands/channel-commands.ts';
import { nameTopic } from '../commands/replies.ts';
import { topicMenu } from '../commands/topic-commands.ts';
import { isRightToLeft, t } from '../language/texts.ts';
import { CommandMenu } from '../parts/command-menu.tsx';
import { useClient } from '../parts/context.ts';
import { Menu } from '../parts/menu.tsx';
import { Tool } from '../parts/tool.tsx';
import { canSend } from '../store/rights.ts';

/** A channel of the side bar or one of its topics, and the position of its entry on screen. */
interface Target {
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
  const { channel, topic, edge } = target;
  const label =
    topic === undefined
      ? t('sidebar.aboutChannel', { channel: channel.name })
      : t('sidebar.aboutTopic', { topic: client.topicName(topic) });
  return (
    <div
      ref={frame}
      class="side-menu"
      style={{
        top: `${edge.top}px`,
        left: `${isRightToLeft() ? edge.left : edge.right}px`,
        height: `${edge.height}px`,
      }}
    >
      {topic === undefined && canSend(client.store, channel) && (
        <Tool
          name={t('sidebar.newTopic', { channel: channel.name })}
          icon="topic"
          onClick={() => nameTopic(client, channel.stream_id)}
        />
      )}
      <Menu key={label} label={label} icon="more">
        {(close) => <Entries channel={channel} topic={topic} close={close} />}
      </Menu>
    </div>
  );
}

function Entries({ channel, topic, close }: Pick<Target, 'channel' | 'topic'> & { close: () => void }) {
  if (topic === undefined) return <CommandMenu groups={channelMenu} target={channel} close={close} />;
  const target = { type: 'topic', stream_id: channel.stream_id, topic } as const;
  return <CommandMenu groups={topicMenu} target={target} close={close} />;
}

function useTarget(client: Client, frame: RefObject<HTMLDivElement | null>): Signal<Target | undefined> {
  const target = useSignal<Target | undefined>(undefined);
  useLayoutEffect(() => followEntries(client, frame, target), []);
  // Entries move when another channel shows its topics, so the menu closes.
  const route = client.router.route.value;
  useLayoutEffect(() => {
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
      // The button would close a menu that is open, such as for somebody who asks twice.
      const isOpen = frame.current?.querySelector('[popover]:popover-open');
      if (isOpening && !isOpen) frame.current?.querySelector<HTMLElement>('[popovertarget]')?.click();
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
function findTarget({ store }: Client, { target }: Event): Target | undefined {
  const entry = target instanceof Element ? target.closest<HTMLElement>('[data-stream-id]') : null;
  const channel = store.subscriptions.value.get(Number(entry?.dataset.streamId));
  if (!entry || !channel) return undefined;
  return { channel, topic: entry.dataset.topic, edge: entry.getBoundingClientRect() };
}
