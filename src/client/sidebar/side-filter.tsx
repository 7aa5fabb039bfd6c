import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Client } from '../client.ts';
import { takeEarlyText } from '../commands/early-text.ts';
import { isFiltering } from '../commands/view-state.ts';
import { t } from '../language/texts.ts';
import { useClient } from '../parts/context.ts';
import { FindField } from '../parts/find-field.tsx';
import { keyOf, topicKey } from '../store/conversation.ts';
import type { Route } from '../store/routes.ts';
import { isTopicMuted, topicPolicies } from '../store/unread.ts';
import { findIn, indexOf } from '../text/matching.ts';
import { ChannelEntry, type ListedTopic, TopicEntry } from './side-channels.tsx';
import { DirectEntry, listRecent } from './side-direct.tsx';

/** The largest numbers of direct conversations, of channels, and of topics of all channels that are found. */
const most = { direct: 12, channels: 60, topics: 60 };

/** A field above the lists of the side bar, and what has the name that is written there; without one, the lists. */
export function SideFilter({ route, children }: { route: Route; children: ComponentChildren }) {
  const client = useClient();
  const written = useSignal('');
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    written.value = takeEarlyText('filter');
    frame.current?.querySelector('input')?.focus();
  }, []);
  useLayoutEffect(() => {
    const own = [...client.store.subscriptions.peek().keys()];
    // The filter then finds only channels and people.
    void client.topics.loadAll(own).catch(() => {});
  }, []);
  const isWritten = written.value.trim() !== '';
  const listEntries = () => [...(frame.current?.querySelectorAll<HTMLElement>('.entry') ?? [])];
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') isFiltering.value = false;
    if (step === undefined) return;
    const entries = listEntries();
    const next = entries.findIndex((one) => one.matches(':focus')) + step;
    const target = next < 0 ? frame.current?.querySelector('input') : entries[next];
    target?.focus();
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and of the entries below it
    <div ref={frame} class="side-filter" onKeyDown={pressed}>
      <FindField label={t('sidebar.filterHint')} written={written} onEnter={() => listEntries()[0]?.click()} />
      <div class="side-scroll">{isWritten ? <Found written={written.value} route={route} /> : children}</div>
    </div>
  );
}

function Found({ written, route }: { written: string; route: Route }) {
  const client = useClient();
  const direct = findDirect(client, written);
  const channels = findChannels(client, written);
  if (direct.length + channels.length === 0) return <p class="empty">{t('sidebar.nothingFound')}</p>;
  return (
    <ul class="links">
      {direct.map((conversation) => (
        <li key={keyOf(conversation)}>
          <DirectEntry conversation={conversation} isHere={false} />
        </li>
      ))}
      {channels.map(({ channel, topics, isChannelMuted }) => (
        <ChannelEntry key={channel.stream_id} channel={channel} route={route}>
          <ul class="links topics">
            {topics.map((topic) => (
              <TopicEntry
                key={topic.key}
                {...{ topic, stream_id: channel.stream_id }}
                isHere={false}
                isDim={topic.isMuted && !isChannelMuted}
              />
            ))}
          </ul>
        </ChannelEntry>
      ))}
    </ul>
  );
}

function findDirect(client: Client, written: string) {
  const all = listRecent(client.store).map((one) => ({ label: client.describePeople(one.user_ids), one }));
  return findIn(indexOf(all), written, most.direct).map(({ one }) => one);
}

/** The channels that have the name, or topics that have it. */
function findChannels(client: Client, written: string) {
  const { store, topics, unread } = client;
  const own = [...store.subscriptions.value.values()].filter(({ is_archived }) => !is_archived);
  const names = own.map(({ stream_id, name }) => ({ label: name, stream_id }));
  const known = topics.known.value.flatMap(([stream_id, all]) =>
    all.map(({ name }) => ({ label: client.topicName(name), name, stream_id })),
  );
  const found = Map.groupBy(findIn(indexOf(known), written, most.topics), ({ stream_id }) => stream_id);
  const named = findIn(indexOf(names), written, most.channels).map(({ stream_id }) => stream_id);
  const policies = topicPolicies(store.read('channels').state);
  return [...new Set([...named, ...found.keys()])].flatMap((stream_id) => {
    const channel = store.subscriptions.value.get(stream_id);
    if (!channel) return [];
    const listed = (found.get(stream_id) ?? []).map(({ name }): ListedTopic => {
      const key = topicKey(stream_id, name);
      const isMuted = isTopicMuted(policies, key, channel.is_muted);
      return { name, key, isMuted, found: unread.value.conversations.get(key) };
    });
    return { channel, topics: listed, isChannelMuted: channel.is_muted };
  });
}
