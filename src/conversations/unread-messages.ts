import type { Database } from '../db/database.ts';
import { joinedMessages, receivedSql, visibleSql } from './read-state.ts';

/**
 * The start of a query for a user's unread messages; binds the user's id. `me` is the user; `open` holds the
 * conversations that may have unread messages, with the read position, and `joined` the same for joined places;
 * `has_moved` is 0 where no message has moved to the channel, and after `last_exception` the user has none: both save
 * most messages a lookup. A floor
 * is never before the start of the current subscription, so messages after it that were sent to the channel were
 * received.
 */
export const openSql = `
  WITH me (id) AS (SELECT ?), open (conversation_id, channel_id, floor, position, has_joined, has_moved, last_exception) AS (
    SELECT c.id, c.channel_id, coalesce(f.message_id, 0), coalesce(w.message_id, f.message_id, 0),
      EXISTS (SELECT 1 FROM joined_places p WHERE p.conversation_id = c.id),
      EXISTS (SELECT 1 FROM messages moved INDEXED BY messages_moved
        WHERE moved.channel_id = c.channel_id AND moved.moved_at_id IS NOT NULL),
      (SELECT max(e.message_id) FROM read_exceptions e WHERE e.user_id = me.id)
    FROM me CROSS JOIN subscriptions sub ON sub.user_id = me.id
    JOIN conversations c ON c.channel_id = sub.channel_id
    LEFT JOIN read_floors f ON f.user_id = me.id AND f.channel_id = sub.channel_id
    LEFT JOIN read_watermarks w ON w.user_id = me.id AND w.place_id = c.id
    WHERE sub.is_active = 1 AND c.max_message_id > coalesce(w.message_id, f.message_id, 0)
    UNION ALL
    SELECT c.id, NULL, 0, coalesce(w.message_id, 0), 0, 0,
      (SELECT max(e.message_id) FROM read_exceptions e WHERE e.user_id = me.id)
    FROM me CROSS JOIN direct_members d ON d.user_id = me.id
    JOIN conversations c ON c.id = d.conversation_id
    LEFT JOIN read_watermarks w ON w.user_id = me.id AND w.place_id = c.id
    WHERE c.max_message_id > coalesce(w.message_id, 0)
  ), joined (place_id, conversation_id, channel_id, floor, position, has_moved, last_exception) AS (
    SELECT p.id, p.conversation_id, p.channel_id, coalesce(f.message_id, 0), coalesce(w.message_id, f.message_id, 0), 1,
      (SELECT max(e.message_id) FROM read_exceptions e WHERE e.user_id = me.id)
    FROM me CROSS JOIN subscriptions sub ON sub.user_id = me.id
    JOIN joined_places p ON p.channel_id = sub.channel_id
    LEFT JOIN read_floors f ON f.user_id = me.id AND f.channel_id = sub.channel_id
    LEFT JOIN read_watermarks w ON w.user_id = me.id AND w.place_id = p.id
    WHERE sub.is_active = 1 AND p.max_message_id > coalesce(w.message_id, f.message_id, 0)
  )`;

/** True of messages `m` of `open` that belong to no joined place. */
export const ownSql = '(open.has_joined = 0 OR m.joined_place_id IS NULL)';

/**
 * True of messages `m` of a place after its position that `me` has not read. Only messages up to the floor and messages
 * moved in need a check of the subscription spans.
 */
export const unreadThereSql = `(m.id > coalesce(open.last_exception, 0) OR NOT EXISTS (SELECT 1 FROM read_exceptions e
    WHERE e.user_id = me.id AND e.message_id = m.id))
  AND ((m.id > open.floor AND (open.has_moved = 0 OR NOT EXISTS (SELECT 1 FROM messages moved INDEXED BY messages_moved
      WHERE moved.channel_id = open.channel_id AND moved.id = m.id AND moved.moved_at_id IS NOT NULL)))
    OR ${receivedSql('me.id')})`;

/** For FROM: the messages `m` explicitly marked as unread by `me`, received or reopened. */
export const unreadBehindSql = `me CROSS JOIN read_exceptions e ON e.user_id = me.id AND e.is_read = 0
  JOIN messages m ON m.id = e.message_id AND ${visibleSql('me.id')}
    AND (m.channel_id IS NULL OR EXISTS (SELECT 1 FROM subscriptions s
      WHERE s.user_id = me.id AND s.channel_id = m.channel_id AND s.is_active = 1))`;

/** A lower bound for the ids of a user's unread messages; undefined if all are read. */
export function findUnreadBound(db: Database, user_id: number): number | undefined {
  const bound = db.cachedValue<number | null>(
    `${openSql} SELECT min(id) FROM (
       SELECT min((SELECT m.id FROM messages m INDEXED BY messages_by_conversation
         WHERE m.conversation_id = open.conversation_id AND m.id > open.position AND ${ownSql}
         ORDER BY m.id LIMIT 1)) AS id FROM open
       UNION ALL
       SELECT min((SELECT m.id FROM ${joinedMessages} = joined.place_id AND m.id > joined.position
         ORDER BY m.id LIMIT 1)) FROM joined
       UNION ALL
       SELECT min(e.message_id) FROM me CROSS JOIN read_exceptions e ON e.user_id = me.id AND e.is_read = 0)`,
    user_id,
  );
  return bound ?? undefined;
}

const unreadSql = `${openSql}
  SELECT m.id, m.conversation_id, open.channel_id
  FROM me CROSS JOIN open CROSS JOIN messages m INDEXED BY messages_by_conversation
    ON m.conversation_id = open.conversation_id AND m.id > open.position AND ${ownSql} AND ${unreadThereSql}
  UNION ALL
  SELECT m.id, m.conversation_id, open.channel_id
  FROM me CROSS JOIN joined open CROSS JOIN messages m INDEXED BY messages_joined
    ON m.joined_place_id = open.place_id AND m.id > open.position AND ${unreadThereSql}
  UNION ALL
  SELECT m.id, m.conversation_id, m.channel_id FROM ${unreadBehindSql}`;
/** True of a place of `open` whose messages after the position are all unread: no message needs a check of its own. */
const wholeSql = `open.has_joined = 0 AND open.has_moved = 0
  AND open.position >= max(open.floor, coalesce(open.last_exception, 0))`;
// Ascending: the index lists the messages of a conversation by id.
const aheadSql = `SELECT json_group_array(m.id) FROM messages m INDEXED BY messages_by_conversation
    WHERE m.conversation_id = open.conversation_id AND m.id > open.position`;
const byConversationSql = `${openSql}
  SELECT open.conversation_id, iif(${wholeSql}, (${aheadSql}), (${aheadSql} AND ${ownSql} AND ${unreadThereSql}))
  FROM me CROSS JOIN open
  UNION ALL
  SELECT open.conversation_id, (SELECT json_group_array(m.id) FROM messages m INDEXED BY messages_joined
    WHERE m.joined_place_id = open.place_id AND m.id > open.position AND ${unreadThereSql})
  FROM me CROSS JOIN joined open
  UNION ALL
  SELECT m.conversation_id, json_group_array(m.id ORDER BY m.id) FROM ${unreadBehindSql} GROUP BY m.conversation_id`;
// SQLite asks each part of the query for the channel or conversation alone.
const unreadInChannelSql = `SELECT id FROM (${unreadSql}) WHERE channel_id = ? ORDER BY id`;
const unreadInConversationSql = `SELECT id FROM (${unreadSql}) WHERE conversation_id = ? ORDER BY id`;

/** The unread messages of a conversation, ascending. */
export interface UnreadMessages {
  conversation_id: number;
  ids: number[];
}

/**
 * A user's unread messages in current subscriptions and direct conversations; the conversation with the oldest comes
 * first. The ids of a conversation come as one JSON list, because there may be tens of thousands.
 */
export function listUnreadByConversation(db: Database, user_id: number): UnreadMessages[] {
  const found = new Map<number, number[]>();
  for (const [conversation_id, list] of db.tuples<[id: number, ids: string]>(byConversationSql, user_id)) {
    const ids = JSON.parse(list) as number[];
    const others = found.get(conversation_id);
    if (ids.length > 0) found.set(conversation_id, others ? [...others, ...ids].sort((a, b) => a - b) : ids);
  }
  const groups = [...found].map(([conversation_id, ids]) => ({ conversation_id, ids }));
  return groups.sort((one, other) => Number(one.ids[0]) - Number(other.ids[0]));
}

/** Ids of all these messages, ascending. */
export function listUnread(db: Database, user_id: number): number[] {
  const groups = listUnreadByConversation(db, user_id);
  return groups.flatMap(({ ids }) => ids).sort((a, b) => a - b);
}

/** Ids of the unread messages of present subscriptions that a user never received but marked as unread, ascending. */
export function listReopened(db: Database, user_id: number): readonly number[] {
  return db.cachedValues(reopenedSql, user_id);
}

const reopenedSql = `SELECT m.id FROM (SELECT ? AS id) ${unreadBehindSql} WHERE NOT ${receivedSql('me.id')} ORDER BY m.id`;

/** Ids of a user's unread messages in a channel to which they are subscribed, ascending. */
export function listUnreadInChannel(db: Database, user_id: number, channel_id: number): number[] {
  return db.values(unreadInChannelSql, user_id, channel_id);
}

/** Ids of a user's unread messages in a direct conversation or a topic of a present subscription, ascending. */
export function listUnreadInConversation(db: Database, user_id: number, conversation_id: number): number[] {
  return db.values(unreadInConversationSql, user_id, conversation_id);
}
