import type { Model, Place } from '../../../src/client/store/fold/model.ts';
import { isAmong } from '../../../src/client/store/fold/sight.ts';
import type { HeardEvent as Json } from '../events.ts';

/** All that a client shows: what it was told, and what follows from that by the meaning of the keys. */
export function viewOf(model: Model): Json {
  const { state } = model;
  return {
    ...state,
    ...messageSections(model),
    ...permissionsOf(state),
    ...policiesOf(state),
    ...channelsOf(state),
    muted_topics: mutedTopics(state),
    jitsi_server_url: state.realm_jitsi_server_url ?? state.server_jitsi_server_url,
    attachments: model.files.attachments,
  };
}

function messageSections(model: Model) {
  const all = [...model.messages.values()];
  const received = all.filter(({ flags }) => !flags.includes('historical'));
  return {
    max_message_id: model.hidden.size > 0 ? undefined : Math.max(-1, ...received.map(({ id }) => id)),
    starred_messages: [...model.starred],
    recent_private_conversations: recentConversations(model.state.user_id, received),
    unread_msgs: unreadSection(model),
  };
}

function recentConversations(user_id: number, messages: readonly Json[]) {
  const newest = new Map<string, { user_ids: number[]; max_message_id: number }>();
  for (const { id, type, display_recipient } of messages) {
    if (type !== 'private') continue;
    const user_ids: number[] = ascending(display_recipient.map((one: Json) => one.id)).filter((one) => one !== user_id);
    const known = newest.get(user_ids.join())?.max_message_id ?? 0;
    newest.set(user_ids.join(), { user_ids, max_message_id: Math.max(known, id) });
  }
  return [...newest.values()];
}

function unreadSection(model: Model) {
  const { state, messages } = model;
  const shown = [...model.unread].filter(
    ([, { stream_id }]) => stream_id === undefined || isFollowed(state, stream_id),
  );
  const heard = shown.filter(([, place]) => !isMuted(state, place));
  const flagsOf = (id: number): string[] => messages.get(id)?.flags ?? [];
  const isAddressed = ([id, place]: [number, Place]) =>
    flagsOf(id).includes('mentioned') ||
    (!isMuted(state, place) && flagsOf(id).some((flag) => /mentioned$/.test(flag)));
  return {
    pms: grouped(shown, ({ user_ids }) =>
      user_ids?.length === 1 ? { other_user_id: user_ids[0], sender_id: user_ids[0] } : undefined,
    ),
    streams: grouped(shown, ({ stream_id, topic }) => (stream_id === undefined ? undefined : { stream_id, topic })),
    huddles: grouped(shown, ({ user_ids = [] }) =>
      user_ids.length > 1 ? { user_ids_string: ascending([...user_ids, state.user_id]).join() } : undefined,
    ),
    mentions: ascending(shown.filter(isAddressed).map(([id]) => id)),
    count: heard.length,
    old_unreads_missing: false,
  };
}

function grouped(entries: readonly [number, Place][], keyOf: (place: Place) => object | undefined) {
  const groups = Map.groupBy(entries, ([, place]) => JSON.stringify(keyOf(place) ?? null).toLowerCase());
  groups.delete('null');
  return [...groups.values()].map((group) => ({
    ...keyOf((group[0] as [number, Place])[1]),
    unread_message_ids: ascending(group.map(([id]) => id)),
  }));
}

function isFollowed(state: Json, stream_id: number): boolean {
  return state.subscriptions.some((one: Json) => one.stream_id === stream_id);
}

function isMuted(state: Json, { stream_id, topic }: Place): boolean {
  if (stream_id === undefined) return false;
  const isThat = (one: Json) =>
    one.stream_id === stream_id && one.topic_name.toLowerCase() === (topic as string).toLowerCase();
  const policy = state.user_topics.find(isThat)?.visibility_policy ?? 0;
  if (policy !== 0) return policy === 1;
  return state.subscriptions.some((one: Json) => one.stream_id === stream_id && one.is_muted);
}

function mutedTopics(state: Json) {
  const open = new Map(
    state.streams.filter((one: Json) => !one.is_archived).map((one: Json) => [one.stream_id, one.name]),
  );
  return state.user_topics
    .filter((one: Json) => one.visibility_policy === 1 && open.has(one.stream_id))
    .map((one: Json) => [open.get(one.stream_id), one.topic_name, one.last_updated]);
}

/** With the whole list of subscribers a client need not be told how many there are. */
function channelsOf(state: Json) {
  const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'];
  const counted = (one: Json) => ({ ...one, subscriber_count: one.subscribers.length });
  const all = lists.map((name): [string, Json[]] => [name, state[name].map(counted)]);
  const counts = new Map(all.flatMap(([, list]) => list.map((one) => [one.stream_id, one.subscriber_count])));
  const streams = state.streams.map((one: Json) => ({ ...one, subscriber_count: counts.get(one.stream_id) }));
  return { ...Object.fromEntries(all), streams };
}

function permissionsOf(state: Json) {
  const may = (name: string) => hasPermission(state, name);
  const [can_create_public_streams, can_create_private_streams] = [
    may('can_create_public_channel_group'),
    may('can_create_private_channel_group'),
  ];
  return {
    can_create_streams: can_create_public_streams || can_create_private_streams,
    can_create_public_streams,
    can_create_private_streams,
    can_create_web_public_streams: state.realm_enable_spectator_access && may('can_create_web_public_channel_group'),
    can_invite_others_to_realm: may('can_invite_users_group'),
  };
}

function hasPermission(state: Json, name: string): boolean {
  const rule = state.server_supported_permission_settings.realm[name];
  if (state.is_guest && !rule.allow_everyone_group) return false;
  return isAmong(state, state[`realm_${name}`]);
}

/** Numbers that older clients read, for system groups; the usual one for all other values. */
const policies: readonly [key: string, permission: string, numbers: Record<string, number>, otherwise: number][] = [
  ['realm_create_public_stream_policy', 'can_create_public_channel_group', creators(), 1],
  ['realm_create_private_stream_policy', 'can_create_private_channel_group', creators(), 1],
  [
    'realm_create_web_public_stream_policy',
    'can_create_web_public_channel_group',
    { administrators: 2, moderators: 4, nobody: 6, owners: 7 },
    7,
  ],
  [
    'realm_wildcard_mention_policy',
    'can_mention_many_users_group',
    { everyone: 1, members: 2, fullmembers: 3, administrators: 5, owners: 5, nobody: 6, moderators: 7 },
    1,
  ],
];

function creators(): Record<string, number> {
  return { members: 1, administrators: 2, owners: 2, fullmembers: 3, moderators: 4 };
}

function policiesOf(state: Json) {
  return Object.fromEntries(
    policies.map(([key, permission, numbers, otherwise]) => {
      const value = state[`realm_${permission}`];
      const name = state.realm_user_groups.find(({ id }: Json) => id === value)?.name ?? '';
      return [key, numbers[name.replace('role:', '')] ?? otherwise];
    }),
  );
}

export function ascending(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}
