import { computed, type ReadonlySignal, untracked } from '@preact/signals-core';
import { fetchNewest } from '../api/source.ts';
import type { Client } from '../client.ts';
import { RecentConversations } from '../live/recent.ts';
import { formatNarrow } from '../store/routes.ts';
import { type Completion, fold, rank } from '../text/ranking.ts';
import { parseSearch } from '../text/search-text.ts';

const most = 12;

const pages: readonly [name: string, hash: string][] = [
  ['Inbox', '#inbox'],
  ['Recent', '#recent'],
  ['Combined feed', '#feed'],
  ['Mentions', '#narrow/is/mentioned'],
  ['Starred messages', '#narrow/is/starred'],
  ['Drafts', '#drafts'],
  ['Scheduled', '#scheduled'],
  ['Reminders', '#reminders'],
  ['All channels', '#channels'],
  ['Settings', '#settings/preferences'],
];

/** Numbers of messages by which recent conversations are described. */
const recentMessages = { all: 400, own: 1000 };

/** The recent conversations, one object for all views. */
export function recentOf(client: Client): RecentConversations {
  const { call, store, topics, unread } = client;
  const own = [{ operator: 'sender', operand: store.user_id }];
  const fetch = (whose: 'all' | 'own') => fetchNewest(call, recentMessages[whose], whose === 'own' ? own : []);
  client.recent ??= new RecentConversations(store, { fetch, topics, unread });
  return client.recent;
}

/**
 * A function that finds the places whose name contains a text, the best first; a new one whenever places appear or
 * change. The search for the text in messages comes last.
 */
export function watchTargets(client: Client): ReadonlySignal<(written: string) => Completion[]> {
  untracked(() => void loadTopics(client));
  return computed(() => {
    const targets = listTargets(client);
    return (written) => [...find(targets, written).slice(0, most), ...offerSearch(client, written)];
  });
}

/** Fetches the topics of the channels that the user follows, and then those of the others. */
async function loadTopics(client: Client): Promise<void> {
  const { topics, store } = client;
  await recentOf(client).open();
  const open = [...store.channels.peek().values()].filter(({ is_archived }) => !is_archived);
  await topics.loadAll(open.map(({ stream_id }) => stream_id)).catch(() => {});
}

/** The targets whose name contains the text; after them those whose name and channel contain all its words. */
function find(targets: readonly Completion[], written: string): Completion[] {
  const named = rank(targets, written);
  const words = fold(written).split(/\s+/).filter(Boolean);
  if (words.length < 2) return named;
  const known = new Set(named);
  const isDescribed = ({ label, detail = '' }: Completion) => {
    const text = fold(`${detail} ${label}`);
    return words.every((word) => text.includes(word));
  };
  return [...named, ...targets.filter((one) => !known.has(one) && isDescribed(one))];
}

/** The search for the text in messages. */
function offerSearch(client: Client, written: string): Completion[] {
  const narrow = parseSearch(written, client.names);
  if (narrow.length === 0) return [];
  const text = formatNarrow(narrow, { channelName: (id) => client.channelName(id) });
  return [{ key: 'search', label: `Search messages for “${written.trim()}”`, text }];
}

/** The targets, as completions whose text is the address. Conversations come first, the latest of them first. */
function listTargets(client: Client): Completion[] {
  const plain = pages.map(([label, text]) => ({ key: text, label, text }));
  return [...listRecent(client), ...listChannels(client), ...listPeople(client), ...plain];
}

function listRecent(client: Client): Completion[] {
  return recentOf(client).all.value.flatMap(({ conversation }) => {
    // People are listed separately by name.
    if (conversation.type === 'direct' && conversation.user_ids.length < 2) return [];
    const text = client.linkTo(conversation);
    return conversation.type === 'direct'
      ? { key: text, label: client.describePeople(conversation.user_ids), detail: 'Direct messages', text }
      : {
          key: text,
          label: client.topicName(conversation.topic),
          detail: `#${client.channelName(conversation.stream_id)}`,
          text,
        };
  });
}

/** Channels, the user's own first. */
function listChannels({ store }: Client): Completion[] {
  const own = store.subscriptions.value;
  return [...store.channels.value.values()]
    .filter(({ is_archived }) => !is_archived)
    .sort((a, b) => Number(own.has(b.stream_id)) - Number(own.has(a.stream_id)))
    .map(({ stream_id, name }) => ({
      key: `channel ${stream_id}`,
      label: name,
      detail: 'Channel',
      text: formatNarrow([{ operator: 'channel', operand: stream_id }], { channelName: () => name }),
    }));
}

function listPeople(client: Client): Completion[] {
  return client.store.read('people').state.realm_users.map(({ user_id, full_name }) => ({
    key: `user ${user_id}`,
    label: full_name,
    detail: 'Direct messages',
    user_id,
    text: client.linkTo({ type: 'direct', user_ids: [user_id] }),
  }));
}
