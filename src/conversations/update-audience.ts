import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import type { Audience } from '../events/event.ts';
import { findUser, type User } from '../users/user.ts';
import { historyAudience } from './audience.ts';
import { type Channel, canReadChannel, findChannel, hasSharedHistory, listSubscriberIds } from './channel.ts';
import type { Conversation } from './conversation.ts';
import { listOutsideReaderIds } from './outside-readers.ts';
import { countUntil } from './sorted-ids.ts';

/** An audience, and the messages visible to it. Ids are ascending. */
export interface AudiencePart {
  audience: Audience;
  ids: readonly number[];
}

/** The same with the ids of users. */
export interface Viewers {
  user_ids: number[];
  ids: readonly number[];
}

/**
 * The audiences of a change to messages of one conversation, each with the messages visible to it. Ids are ascending.
 * The actor gets the event even without a subscription.
 */
export function listUpdateAudience(
  app: Context,
  conversation: Conversation,
  ids: readonly number[],
  actor?: User,
): AudiencePart[] {
  const { channel_id } = conversation;
  const channel = channel_id === null ? undefined : findChannel(app.db, channel_id);
  if (!channel || hasSharedHistory(channel)) {
    return [{ audience: historyAudience(app, conversation, ids, actor), ids }];
  }
  return listViewers(app, channel, ids).map(({ user_ids, ids }) => ({ audience: { user_ids }, ids }));
}

/**
 * The users who see messages of a channel, subscribers and outside readers, grouped by the messages they see. Ids are
 * ascending.
 */
export function listViewers(app: Context, channel: Channel, ids: readonly number[]): Viewers[] {
  if (!hasSharedHistory(channel)) {
    return [...listProtectedViewers(app.db, channel.id, ids), ...listProtectedOutsideReaders(app, channel, ids)];
  }
  return [{ user_ids: [...listSubscriberIds(app.db, channel.id), ...listOutsideReaderIds(app, channel, ids)], ids }];
}

/**
 * Returns a function that finds, for messages just moved to a channel, which of them a user sees there. `seen` are the
 * messages the user saw before the move.
 */
export function arrivalFinder(
  app: Context,
  channel: Channel,
  ids: readonly number[],
): (user_id: number, seen: readonly number[]) => readonly number[] {
  const subscribers = new Set(listSubscriberIds(app.db, channel.id));
  const listReceived = receivedLister(app.db, ids);
  return (user_id, seen) => {
    if (subscribers.has(user_id)) return ids;
    const user = findUser(app.db, user_id);
    if (!user || !canReadChannel(app, user, channel)) return [];
    return hasSharedHistory(channel) ? ids : listReceived(user_id, seen);
  };
}

/** In a channel with protected history, readers without a subscription see the messages that they received. */
function listProtectedOutsideReaders(app: Context, channel: Channel, ids: readonly number[]): Viewers[] {
  const listReceived = receivedLister(app.db, ids);
  const groups = Map.groupBy(listOutsideReaderIds(app, channel, ids), (user_id) => listReceived(user_id, ids));
  return [...groups].map(([ids, user_ids]) => ({ user_ids, ids })).filter(({ ids }) => ids.length > 0);
}

/**
 * Returns a function that lists those of `ids` that a user received, for messages of channels. `all` contains them. Users
 * with equivalent spans get the same list: there may be thousands of both.
 */
function receivedLister(
  db: Database,
  all: readonly number[],
): (user_id: number, ids: readonly number[]) => readonly number[] {
  let sent: Sent | undefined;
  const known = new Map<readonly number[], Map<string, readonly number[]>>();
  return (user_id, ids) => {
    sent ??= findSent(db, all);
    const { channelOf, channel_ids } = sent;
    const lists = known.get(ids) ?? new Map<string, readonly number[]>();
    known.set(ids, lists);
    const spans = db.tuples<Span>(ownSpansSql, user_id, channel_ids);
    const key = spans.map((span) => spanKey(span, ids, [])).join();
    const list = lists.get(key) ?? ids.filter((id) => isReceived(spans, id, channelOf.get(id)));
    lists.set(key, list);
    return list;
  };
}

function isReceived(spans: readonly Span[], id: number, sent_channel_id: number | undefined): boolean {
  return spans.some(([, channel_id, from, until]) => {
    return channel_id === sent_channel_id && id > from && (until === null || id <= until);
  });
}

/** Where messages were sent. */
interface Sent {
  channelOf: ReadonlyMap<number, number>;
  /** As a JSON list. */
  channel_ids: string;
}

function findSent(db: Database, ids: readonly number[]): Sent {
  const channelOf = new Map(db.tuples<[id: number, channel_id: number]>(sentSql, JSON.stringify(ids)));
  return { channelOf, channel_ids: JSON.stringify([...new Set(channelOf.values())]) };
}

const sentSql = `SELECT id, sent_channel_id FROM messages WHERE id ${inJsonList}`;

const ownSpansSql = `SELECT user_id, channel_id, from_message_id, until_message_id FROM subscription_spans
  WHERE user_id = ? AND channel_id ${inJsonList} ORDER BY channel_id, from_message_id`;

type Span = readonly [user_id: number, channel_id: number, from: number, until: number | null];
type Moved = readonly [id: number, sent_channel_id: number, moved_at_id: number];

// In a channel with protected history, users see the messages sent or moved there while they were subscribed. Most
// users were subscribed the whole time, so users are grouped by equivalent spans before any message is checked.
function listProtectedViewers(db: Database, channel_id: number, ids: readonly number[]): Viewers[] {
  const messages = db.tuples<Moved>(
    `SELECT id, sent_channel_id, coalesce(moved_at_id, 0) FROM messages WHERE id ${inJsonList} ORDER BY id`,
    JSON.stringify(ids),
  );
  const moves = [...new Set(messages.map(([, , moved_at_id]) => moved_at_id))].sort((a, b) => a - b);
  const alike = new Map<string, { user_ids: number[]; spans: Span[] }>();
  for (const [user_id, spans] of Map.groupBy(listSpans(db, channel_id, messages), ([user_id]) => user_id)) {
    const key = spans.map((span) => spanKey(span, ids, moves)).join();
    const group = alike.get(key);
    if (group) group.user_ids.push(user_id);
    else alike.set(key, { user_ids: [user_id], spans });
  }
  return [...alike.values()]
    .map(({ user_ids, spans }) => ({ user_ids, ids: seenIds(messages, spans, channel_id) }))
    .filter((group) => group.ids.length > 0);
}

function listSpans(db: Database, channel_id: number, messages: readonly Moved[]): Span[] {
  const channel_ids = new Set([channel_id, ...messages.map(([, sent_channel_id]) => sent_channel_id)]);
  return db.tuples<Span>(
    `SELECT s.user_id, s.channel_id, s.from_message_id, s.until_message_id
     FROM subscriptions sub JOIN subscription_spans s ON s.user_id = sub.user_id
     WHERE sub.channel_id = ? AND sub.is_active = 1 AND s.channel_id ${inJsonList}`,
    channel_id,
    JSON.stringify([...channel_ids]),
  );
}

function spanKey([, channel_id, from, until]: Span, ids: readonly number[], moves: readonly number[]): string {
  const end = until === null ? 'open' : countUntil(ids, until);
  return `${channel_id}:${countUntil(ids, from)}:${countUntil(moves, from)}:${end}`;
}

function seenIds(messages: readonly Moved[], spans: readonly Span[], present: number): number[] {
  const isThere = ([, channel_id, from, until]: Span, moved_at_id: number) =>
    channel_id === present && until === null && moved_at_id > from;
  const isSeen = ([id, sent_channel_id, moved_at_id]: Moved) =>
    isReceived(spans, id, sent_channel_id) || spans.some((span) => isThere(span, moved_at_id));
  return messages.filter(isSeen).map(([id]) => id);
}
