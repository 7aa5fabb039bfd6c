import { createHash } from 'node:crypto';
import {
  type ChannelPermission,
  channelPermissionNames,
  permissionGroupId,
} from '../../conversations/channel-permissions.ts';
import { rowsOf } from '../rows.ts';
import { inRealm, isTrue, type Job, maybeTrue, numbered, realm_id, recipientOf, recipientTypes } from './job.ts';

type Records = Iterable<object>;

/** Permissions of channels without a column in the format. */
export const missingPermissions: readonly ChannelPermission[] = [
  'can_create_topic_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_move_messages_out_of_channel_group',
  'can_move_messages_within_channel_group',
  'can_resolve_topics_group',
];

const permissions = channelPermissionNames.filter((name) => !missingPermissions.includes(name));

/** In seconds: channels without a message for this long count as inactive. */
const activePeriod = 180 * 86_400;

interface ChannelRow {
  id: number;
  name: string;
  created_at: number;
  creator_id: number | null;
  is_archived: number;
  description: string;
  rendered_description: string;
  invite_only: number;
  history_public_to_subscribers: number;
  is_web_public: number;
  message_retention_days: number | null;
  first_message_id: number | null;
  last_sent_at: number | null;
}

const channelSql = `SELECT c.*,
    (SELECT min(m.id) FROM messages m WHERE m.channel_id = c.id) AS first_message_id,
    (SELECT m.sent_at FROM messages m WHERE m.channel_id = c.id ORDER BY m.id DESC LIMIT 1) AS last_sent_at
  FROM channels c ORDER BY c.id`;

export function* listChannels({ db, now }: Job): Records {
  for (const row of rowsOf<ChannelRow>(db, channelSql)) {
    yield {
      id: row.id,
      name: row.name,
      realm: realm_id,
      date_created: row.created_at,
      creator: row.creator_id,
      deactivated: isTrue(row.is_archived),
      description: row.description,
      rendered_description: row.rendered_description,
      recipient: recipientOf.channel(row.id),
      invite_only: isTrue(row.invite_only),
      history_public_to_subscribers: isTrue(row.history_public_to_subscribers),
      is_web_public: isTrue(row.is_web_public),
      is_in_zephyr_realm: false,
      message_retention_days: row.message_retention_days,
      ...Object.fromEntries(permissions.map((name) => [name, permissionGroupId(db, row.id, name)])),
      first_message_id: row.first_message_id,
      is_recently_active: (row.last_sent_at ?? row.created_at) > now - activePeriod,
    };
  }
}

export function listDefaultChannels({ db }: Job): Records {
  const sql = `SELECT id AS stream FROM channels WHERE is_default = 1 ORDER BY channels.id`;
  return inRealm(numbered(rowsOf<object>(db, sql)));
}

/** Direct conversations of more than two users; those of two are identified by the users. */
const groupsSql = `SELECT c.id, c.members_key FROM conversations c
  WHERE c.members_key LIKE '%,%,%' AND c.max_message_id IS NOT NULL ORDER BY c.id`;

interface GroupRow {
  id: number;
  members_key: string;
}

export function* listDirectGroups({ db }: Job): Records {
  for (const { id, members_key } of rowsOf<GroupRow>(db, groupsSql)) {
    yield {
      id,
      huddle_hash: createHash('sha1').update(members_key).digest('hex'),
      recipient: recipientOf.conversation(id),
      group_size: members_key.split(',').length,
    };
  }
}

export function* listRecipients({ db }: Job): Records {
  const of = (kind: keyof typeof recipientTypes, type_id: number) => {
    return { id: recipientOf[kind](type_id), type_id, type: recipientTypes[kind] };
  };
  for (const id of db.values<number>('SELECT id FROM channels ORDER BY id')) yield of('channel', id);
  for (const id of db.values<number>('SELECT id FROM users WHERE is_system_bot = 0 ORDER BY id')) yield of('user', id);
  for (const { id } of rowsOf<GroupRow>(db, groupsSql)) yield of('conversation', id);
}

/** Subscriptions of users: to channels, to their own direct messages, and to direct conversations of more than two. */
export function* listSubscriptions(job: Job): Records {
  yield* numbered(subscriptionsOf(job));
}

interface SubscriptionRow {
  user_id: number;
  channel_id: number;
  is_active: number;
  is_user_active: number;
  color: string;
  is_muted: number;
  pin_to_top: number;
  desktop_notifications: number | null;
  audible_notifications: number | null;
  push_notifications: number | null;
  email_notifications: number | null;
  wildcard_mentions_notify: number | null;
}

const subscriptionSql = `SELECT s.*, u.is_active AS is_user_active FROM subscriptions s JOIN users u ON u.id = s.user_id
  WHERE u.is_system_bot = 0 ORDER BY s.user_id, s.channel_id`;

function* subscriptionsOf(job: Job): Generator<object> {
  for (const row of rowsOf<SubscriptionRow>(job.db, subscriptionSql)) yield presentSubscription(row);
  const sql = 'SELECT id, is_active FROM users WHERE is_system_bot = 0 ORDER BY id';
  const isActive = new Map(job.db.tuples<[number, number]>(sql));
  for (const [id, is_active] of isActive) yield plainSubscription(id, recipientOf.user(id), is_active);
  for (const { id, members_key } of rowsOf<GroupRow>(job.db, groupsSql)) {
    for (const user_id of members_key.split(',').map(Number)) {
      yield plainSubscription(user_id, recipientOf.conversation(id), isActive.get(user_id) ?? 1);
    }
  }
}

function presentSubscription(row: SubscriptionRow): object {
  return {
    user_profile: row.user_id,
    recipient: recipientOf.channel(row.channel_id),
    active: isTrue(row.is_active),
    is_user_active: isTrue(row.is_user_active),
    is_muted: isTrue(row.is_muted),
    color: row.color,
    pin_to_top: isTrue(row.pin_to_top),
    desktop_notifications: maybeTrue(row.desktop_notifications),
    audible_notifications: maybeTrue(row.audible_notifications),
    push_notifications: maybeTrue(row.push_notifications),
    email_notifications: maybeTrue(row.email_notifications),
    wildcard_mentions_notify: maybeTrue(row.wildcard_mentions_notify),
  };
}

function plainSubscription(user_profile: number, recipient: number, is_user_active: number): object {
  return {
    user_profile,
    recipient,
    active: true,
    is_user_active: isTrue(is_user_active),
    is_muted: false,
    color: '#c2c2c2',
    pin_to_top: false,
    desktop_notifications: null,
    audible_notifications: null,
    push_notifications: null,
    email_notifications: null,
    wildcard_mentions_notify: null,
  };
}

/** Event types of the log: a user subscribed for the first time, left, or came back. */
const logged = { subscribed: 301, came_back: 302, left: 303 } as const;

interface SpanRow {
  user_id: number;
  channel_id: number;
  from_message_id: number;
  until_message_id: number | null;
}

/** The log of joining and leaving channels; the importing server derives from it who received which messages. */
export function* listLog(job: Job): Records {
  yield* numbered(eventsOf(job));
}

function* eventsOf({ db }: Job): Generator<object> {
  const sql = `SELECT p.* FROM subscription_spans p JOIN users u ON u.id = p.user_id AND u.is_system_bot = 0
    ORDER BY p.user_id, p.channel_id, p.from_message_id`;
  let previous: SpanRow | undefined;
  for (const span of rowsOf<SpanRow>(db, sql)) {
    const isFirst = previous?.user_id !== span.user_id || previous.channel_id !== span.channel_id;
    yield eventOf(db, span, isFirst ? logged.subscribed : logged.came_back, span.from_message_id);
    if (span.until_message_id !== null) yield eventOf(db, span, logged.left, span.until_message_id);
    previous = span;
  }
}

function eventOf(db: Job['db'], { user_id, channel_id }: SpanRow, event_type: number, message_id: number): object {
  return {
    event_time: db.cachedValue<number>(momentSql, message_id) as number,
    backfilled: true,
    extra_data: {},
    event_type,
    realm: realm_id,
    acting_user: null,
    modified_user: user_id,
    modified_stream: channel_id,
    modified_user_group: null,
    event_last_message_id: message_id,
  };
}

/** Only the position among the messages is stored, so the time is that of the previous message. */
const momentSql = `SELECT coalesce((SELECT sent_at FROM messages WHERE id <= ? ORDER BY id DESC LIMIT 1),
  (SELECT created_at FROM realm))`;
