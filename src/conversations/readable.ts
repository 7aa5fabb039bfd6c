import type { Context } from '../context.ts';
import { inJsonList } from '../db/database.ts';
import { always, keepTexts, type Sql } from '../db/sql.ts';
import { errorKind } from '../http/errors.ts';
import { roles, type User } from '../users/user.ts';
import { canReadChannel, findChannel, getChannel, hasSharedHistory, isSubscribed } from './channel.ts';
import type { Conversation } from './conversation.ts';
import { getMessage, type Message } from './message.ts';
import { receivedSql as received, sawMoveSql } from './read-state.ts';
import { ensureMayWriteIn } from './writing-scope.ts';

export const invalidMessage = errorKind('Invalid message(s)');

/** A message that the user may read. Throws invalidMessage. */
export function accessMessage(app: Context, user: User, id: number): Message {
  if (listReadable(app, user, [id]).length === 0) throw invalidMessage();
  return getMessage(app.db, id);
}

/**
 * The same for a change; also throws invalidMessage if the user may change no message of its channel, and outOfScope if
 * the scope of a bot does not let it write there.
 */
export function accessChangeableMessage(app: Context, user: User, id: number): Message {
  const message = accessMessage(app, user, id);
  ensureMayWriteIn(app.db, user, { id: message.conversation_id });
  if (message.channel_id === null) return message;
  const isArchived = findChannel(app.db, message.channel_id)?.is_archived;
  if (isArchived || !takesPart(app, user, message.channel_id)) throw invalidMessage();
  return message;
}

/** Whether a user may act in a channel that they may read: guests do so only where they are subscribed. */
export function takesPart({ db }: Context, user: User, channel_id: number): boolean {
  return user.role !== roles.guest || isSubscribed(db, user.id, channel_id);
}

/**
 * Whether a user may read a message of a topic. Considers messages up to `max_message_id`, so a conversation as it was
 * before a message tells whether the user saw it before.
 */
export function seesTopic(app: Context, user: User, { id, channel_id, max_message_id }: Conversation): boolean {
  if (channel_id === null || max_message_id === null) return false;
  const channel = getChannel(app.db, channel_id);
  if (hasSharedHistory(channel) && canReadChannel(app, user, channel)) return true;
  const { sql, values } = protectedSql(user, listClosedChannels(app, user));
  const newestFirst = `SELECT 1 FROM messages m WHERE m.conversation_id = ? AND m.id <= ? AND ${sql} ORDER BY m.id DESC`;
  return app.db.value(`${newestFirst} LIMIT 1`, id, max_message_id, ...values) !== undefined;
}

/** Ids of everyone who sent or reacted to a message of a topic that a user may read. */
export function listParticipantIds(app: Context, user: User, { id, channel_id }: Conversation): number[] {
  const { sql, values } = readableIn(app, user, channel_id === null ? [] : [channel_id]);
  return app.db.values(
    `WITH readable (id, sender_id) AS (SELECT m.id, m.sender_id FROM messages m WHERE m.conversation_id = ? AND ${sql})
     SELECT sender_id FROM readable UNION SELECT user_id FROM reactions JOIN readable ON readable.id = message_id`,
    id,
    ...values,
  );
}

/** The ids among `ids` of messages that a user may read, ascending. */
export function listReadable(app: Context, user: User, ids: readonly number[]): number[] {
  const { sql, values } = readableSql(app, user, ids);
  return app.db.values(
    `SELECT m.id FROM messages m WHERE m.id ${inJsonList} AND ${sql} ORDER BY m.id`,
    JSON.stringify(ids),
    ...values,
  );
}

/** True of messages that a user received and may still read; `closed` comes from listClosedChannels. */
export function receivedSql(user: User, closed: readonly number[]): Sql {
  const open = outsideSql(closed);
  return {
    sql: receivedAnd(open.sql),
    values: [user.id, user.id, ...open.values],
  };
}

// One lookup for each message, instead of a list of conversations that is built for each query.
const takesPartSql = `EXISTS (SELECT 1 FROM direct_members d
  WHERE d.user_id = ? AND d.conversation_id = m.conversation_id)`;

const receivedAnd = keepTexts(
  (open) => `CASE WHEN m.channel_id IS NULL THEN ${takesPartSql} ELSE ${received('?')} AND ${open} END`,
);

/**
 * True of messages of a protected-history channel that a user may read: received, or moved there during the current
 * subscription.
 */
export function protectedSql(user: User, closed: readonly number[]): Sql {
  const own = receivedSql(user, closed);
  return {
    sql: `(${own.sql} OR ${sawMoveSql('?')})`,
    values: [...own.values, user.id],
  };
}

/** True of messages that a user may read, if they are among `ids`: received, or in shared history open to the user. */
export function readableSql(app: Context, user: User, ids: readonly number[]): Sql {
  const channel_ids = app.db.values<number>(
    `SELECT DISTINCT channel_id FROM messages WHERE id ${inJsonList} AND channel_id IS NOT NULL`,
    JSON.stringify(ids),
  );
  return readableIn(app, user, channel_ids);
}

/** True of all messages that a user may read. */
export function allReadableSql(app: Context, user: User): Sql {
  return readableIn(app, user, app.db.cachedValues<number>(sharedSql));
}

const sharedSql = 'SELECT id FROM channels WHERE history_public_to_subscribers = 1';

function readableIn(app: Context, user: User, channel_ids: readonly number[]): Sql {
  const open = channel_ids.filter((channel_id) => {
    const channel = findChannel(app.db, channel_id);
    return channel && hasSharedHistory(channel) && canReadChannel(app, user, channel);
  });
  const own = protectedSql(user, listClosedChannels(app, user));
  return {
    sql: `(m.channel_id ${inJsonList} OR ${own.sql})`,
    values: [JSON.stringify(open), ...own.values],
  };
}

const leftSql = 'SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 0';
// Jumps from one channel of the index to the next, skipping the messages between them.
export const movedChannelsSql = `
  WITH RECURSIVE moved (channel_id) AS (
    SELECT min(channel_id) FROM messages INDEXED BY messages_moved WHERE moved_at_id IS NOT NULL
    UNION ALL
    SELECT (SELECT min(m.channel_id) FROM messages m INDEXED BY messages_moved
      WHERE m.moved_at_id IS NOT NULL AND m.channel_id > moved.channel_id)
    FROM moved WHERE moved.channel_id IS NOT NULL)
  SELECT channel_id FROM moved WHERE channel_id IS NOT NULL`;

/** Ids of the channels that a user may not read, among those that the user left or that messages moved to. */
export function listClosedChannels(app: Context, user: User): number[] {
  const left = app.db.cachedValues<number>(leftSql, user.id);
  const moved = app.db.cachedValues<number>(movedChannelsSql);
  return [...new Set([...left, ...moved])].filter((channel_id) => {
    const channel = findChannel(app.db, channel_id);
    return !channel || !canReadChannel(app, user, channel);
  });
}

/** True of messages outside these channels. */
export function outsideSql(closed: readonly number[]): Sql {
  if (closed.length === 0) return always;
  return { sql: 'm.channel_id NOT IN (SELECT value FROM json_each(?))', values: [JSON.stringify(closed)] };
}
