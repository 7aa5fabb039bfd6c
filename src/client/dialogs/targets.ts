import { computed, untracked } from '@preact/signals-core';
import { fetchNewest } from '../api/source.ts';
import type { NarrowTerm } from '../api/types.ts';
import type { Client } from '../client.ts';
import { keysOf, listCommands } from '../commands/commands.ts';
import { addressOfSearch, narrowAt } from '../commands/saved-searches.ts';
import { visitedPlaces } from '../device/stored-addresses.ts';
import { t } from '../language/texts.ts';
import { RecentConversations } from '../live/recent.ts';
import type { Option } from '../parts/completion-list.tsx';
import { type Conversation, conversationIn, keyOf, narrowTo, topicKey } from '../store/conversation.ts';
import type { Route } from '../store/routes.ts';
import type { Drawing, IconName } from '../text/icons.ts';
import { lateIcons } from '../text/late-icons.ts';
import { findIn, indexOf, type Named } from '../text/matching.ts';
import { formatSearch, parseSearch } from '../text/search-text.ts';
import { organizationSections, ownSections, type SectionName } from './setting-sections.ts';

/** Something that people look for by its name: a place, or an act. */
export interface Target extends Option, Named {
  icon?: IconName | Drawing;
  stream_id?: number;
  keys?: readonly string[];
  /** The messages of the place, which can be opened beside the page. */
  narrow?: readonly NarrowTerm[];
  /** Opens the place, or does the act. */
  choose: (client: Client) => void;
}

const most = 12;

/** The icon of what is done and not opened. */
const bolt: Drawing = { path: 'M13 3.500L5.500 13.500h5L10 20.500l8-10.500h-5z' };

const views = (): readonly [name: string, hash: string, icon: IconName | Drawing, words?: string][] => [
  [t('common.inbox'), '#inbox', 'inbox', 'unread'],
  [t('common.recent'), '#recent', 'clock', 'conversations'],
  [t('common.combinedFeed'), '#feed', 'feed', t('dialogs.combinedFeedWords')],
  [t('common.mentions'), '#narrow/is/mentioned', 'at'],
  [t('common.starredMessages'), '#narrow/is/starred', 'star', t('dialogs.starredWords')],
  [t('common.drafts'), '#drafts', 'draft'],
  [t('common.scheduled'), '#scheduled', 'later', t('dialogs.scheduledWords')],
  [t('common.reminders'), '#reminders', 'alarm'],
  [t('common.browseChannels'), '#channels', 'list', t('dialogs.browseWords')],
  [t('common.formattingHelp'), '#message-formatting', lateIcons.bold, 'markdown'],
  [t('common.searchOperators'), '#search-operators', 'search', t('dialogs.operatorsWords')],
  [t('common.helpAndAbout'), '#about-zulip', 'smile', 'version'],
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
 * A function that finds the targets that a text means, the best first. It reads signals, so that its callers are run
 * again whenever targets appear or change. The search for the text in messages comes last. Without a text, it finds the
 * places where the user was last.
 */
export function watchTargets(client: Client): (written: string) => Target[] {
  untracked(() => void loadTopics(client));
  const visited = listVisited(client);
  // Not before something is written: it takes long in a large organization.
  const index = computed(() => indexOf(listTargets(client, visited)));
  return (written) => {
    if (written.trim() === '') return fill(client, visited);
    return [...findIn(index.value, written, most), ...offerSearch(client, written)];
  };
}

/** Fetches the topics of the channels that the user follows, and then those of the others. */
async function loadTopics(client: Client): Promise<void> {
  const { topics, store } = client;
  await recentOf(client).open();
  const open = [...store.channels.peek().values()].filter(({ is_archived }) => !is_archived);
  await topics.loadAll(open.map(({ stream_id }) => stream_id)).catch(() => {});
}

/** The places where the user was last, except the present one; after them the conversations with the newest messages. */
function fill(client: Client, visited: readonly Target[]): Target[] {
  const here = targetAt(client, addressOf(client, client.router.route.peek()))?.key;
  const recent = visited.length > most ? [] : recentOf(client).all.value.slice(0, most);
  const latest = recent.map(({ conversation }) => conversationTarget(client, conversation));
  return withoutDoubles([...visited, ...latest])
    .filter(({ key }) => key !== here)
    .slice(0, most);
}

function withoutDoubles(targets: readonly Target[]): Target[] {
  const known = new Set<string>();
  return targets.filter(({ key }) => !known.has(key) && known.add(key));
}

/** The search for the text in messages. */
function offerSearch(client: Client, written: string): Target[] {
  const narrow = parseSearch(written, client.names);
  if (narrow.length === 0) return [];
  return [{ ...searchTarget(client, narrow), key: 'search', label: t('dialogs.searchFor', { text: written.trim() }) }];
}

/** All targets; of those that match equally, the first one is the best. */
function listTargets(client: Client, visited: readonly Target[]): Target[] {
  const { store } = client;
  const open = [...store.channels.value.values()].filter(({ is_archived }) => !is_archived);
  const own = store.subscriptions.value;
  const channels = Map.groupBy(open, ({ stream_id }) => own.has(stream_id));
  const recent = recentOf(client).all.value.map(({ conversation }) => conversation);
  return withoutDoubles([
    ...visited,
    ...(channels.get(true) ?? []).map((one) => channelTarget(client, one)),
    ...listPeople(client, recent),
    ...listPages(),
    ...listCommands(client).map(commandTarget),
    ...recent.filter(({ type }) => type === 'topic').map((one) => conversationTarget(client, one)),
    ...(channels.get(false) ?? []).map((one) => channelTarget(client, one)),
  ]);
}

/** The places where the user was last, as far as they still exist. */
function listVisited(client: Client): Target[] {
  const visited = visitedPlaces(localStorage, client.store.user_id).list();
  return visited.flatMap((address) => targetAt(client, address) ?? []);
}

/** The address of the present page as it is remembered, without the message in view. */
export function addressOf(client: Client, route: Route): string {
  if (route.page !== 'messages') return location.hash;
  return addressOfSearch(client, route.narrow);
}

function targetAt(client: Client, address: string): Target | undefined {
  const page = listPages().find(({ key }) => key === address);
  const narrow = narrowAt(client, address);
  if (page || !narrow) return page;
  const conversation = conversationIn(narrow);
  if (conversation) return isKnown(client, conversation) ? conversationTarget(client, conversation) : undefined;
  const [first, ...more] = narrow;
  if (first?.operator !== 'channel' || more.length > 0) return searchTarget(client, narrow);
  const channel = client.store.channels.peek().get(Number(first.operand));
  return channel && channelTarget(client, channel);
}

/** Whether a conversation exists, as far as that is known. */
function isKnown({ store, topics }: Client, conversation: Conversation): boolean {
  if (conversation.type === 'direct') return true;
  const { stream_id, topic } = conversation;
  if (!store.channels.peek().has(stream_id)) return false;
  const known = topics.known.peek().find(([id, names]) => id === stream_id && names.length > 0);
  return known?.[1].some(({ name }) => topicKey(stream_id, name) === topicKey(stream_id, topic)) ?? true;
}

function searchTarget(client: Client, narrow: readonly NarrowTerm[]): Target {
  const address = addressOfSearch(client, narrow);
  const go = ({ router }: Client) => router.go(address);
  return {
    key: address,

    icon: 'search',
    label: formatSearch(narrow, client.names),
    narrow,
    detail: t('common.search'),
    choose: go,
  };
}

function conversationTarget(client: Client, conversation: Conversation): Target {
  const go = ({ router }: Client) => router.go(client.linkTo(conversation));
  const key = keyOf(conversation);
  const narrow = narrowTo(conversation);
  if (conversation.type === 'topic') {
    const { stream_id, topic } = conversation;
    const detail = `#${client.channelName(stream_id)}`;
    return { key, stream_id, label: client.topicName(topic), detail, narrow, choose: go };
  }
  const [first = client.store.user_id] = conversation.user_ids;
  const label = client.describePeople(conversation.user_ids);
  return { key, user_id: first, label, detail: t('common.directMessages'), narrow, choose: go };
}

function channelTarget(client: Client, { stream_id, name }: { stream_id: number; name: string }): Target {
  const go = ({ router }: Client) => router.go(client.linkToChannel(stream_id));
  return {
    key: `channel:${stream_id}`,
    stream_id,
    label: name,
    detail: t('dialogs.channel'),
    narrow: [{ operator: 'channel', operand: stream_id }],
    choose: go,
  };
}

/** People, those of the latest direct conversations first; groups of people after them. */
function listPeople(client: Client, recent: readonly Conversation[]): Target[] {
  const direct = recent.filter(({ type }) => type === 'direct');
  const users = client.store.read('people').state.realm_users;
  const everyone = users.map(({ user_id }): Conversation => ({ type: 'direct', user_ids: [user_id] }));
  return [...direct, ...everyone].map((one) => conversationTarget(client, one));
}

/** Views and settings, by their address. */
function listPages(): Target[] {
  const plain = views().map(([label, hash, icon, words = '']): Target => ({ ...pageTarget(label, hash), icon, words }));
  const sections = (title: string, base: string, all: readonly SectionName[]) =>
    all.map(
      ({ id, name, words }): Target => ({
        ...pageTarget(name, `${base}/${id}`),
        ...{ icon: 'sliders', detail: title, words },
      }),
    );
  return [
    ...plain,
    ...sections(t('common.settings'), '#settings', ownSections()),
    ...sections(t('common.organization'), '#organization', organizationSections()),
  ];
}

function pageTarget(label: string, hash: string) {
  return { key: hash, label, keys: keysOf(hash), choose: ({ router }: Client) => router.go(hash) };
}

function commandTarget({ label, keys = [], group, act }: ReturnType<typeof listCommands>[number]): Target {
  return { key: `command:${group}:${label}`, icon: bolt, label, detail: group, keys, choose: act };
}
