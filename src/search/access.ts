import type { App } from '../app.ts';
import { canReadChannel, findChannel, hasSharedHistory } from '../conversations/channel.ts';
import { receivedSql as received, sawMoveSql } from '../conversations/read-state.ts';
import { inJsonList } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { conversationsSource, type Source, type Stretch } from './source.ts';
import { always, type Sql } from './sql.ts';

/** True of the messages a user received and may still read; `closed` as listClosedChannels gives it. */
export function receivedSql(user: User, closed: readonly number[]): Sql {
  const open = outside(closed);
  return {
    sql: `CASE WHEN m.channel_id IS NULL THEN ${takesPartSql} ELSE ${received('?')} AND ${open.sql} END`,
    values: [user.id, user.id, ...open.values],
  };
}

// One look for each message, and not a list that is made anew for each place that messages are looked for in.
const takesPartSql = `EXISTS (SELECT 1 FROM direct_members d
  WHERE d.user_id = ? AND d.conversation_id = m.conversation_id)`;

/**
 * The same messages, by the channels and conversations they came in. Those that are in one of the channels `without` now
 * are left out, so that nobody looks through them for nothing.
 */
export function receivedSource(user: User, closed: readonly number[], without: readonly number[]): Source {
  return [
    {
      places: {
        list: {
          sql: `SELECT json_array(channel_id, from_message_id, coalesce(until_message_id, 9007199254740991))
            FROM subscription_spans WHERE user_id = ? AND channel_id NOT ${inJsonList}`,
          values: [user.id, JSON.stringify(without)],
        },
        table: {
          sql: `(SELECT value ->> 0 AS channel_id, value ->> 1 AS from_message_id, value ->> 2 AS until_message_id
            FROM json_each(?)) p`,
          values: [],
        },
      },
      from: 'messages m INDEXED BY messages_by_sent_channel',
      id: 'm.id',
      where: { sql: 'm.sent_channel_id = p.channel_id', values: [] },
      after: 'p.from_message_id',
      until: 'p.until_message_id',
      also: outside([...closed, ...without]),
    },
    ...(without.length === 0 ? [] : [movedOutSource(user, closed, without)]),
    ...directSource(user),
  ];
}

/** What a user received in some channels and has moved to others since. */
function movedOutSource(user: User, closed: readonly number[], from: readonly number[]): Stretch {
  const elsewhere = outside([...closed, ...from]);
  return {
    places: { list: { sql: movedSql, values: [] }, table: { sql: 'json_each(?) p', values: [] } },
    from: 'messages m INDEXED BY messages_moved',
    id: 'm.id',
    where: { sql: 'm.moved_at_id IS NOT NULL AND m.channel_id = p.value', values: [] },
    also: {
      sql: `m.sent_channel_id ${inJsonList} AND ${elsewhere.sql} AND ${received('?')}`,
      values: [JSON.stringify(from), ...elsewhere.values, user.id],
    },
  };
}

/** The messages of a user's direct conversations. */
export function directSource(user: User): Source {
  return conversationsSource({
    sql: 'SELECT conversation_id FROM direct_members WHERE user_id = ?',
    values: [user.id],
  });
}

/** True of what a user reads of a channel with protected history: received, or moved there before their eyes. */
export function protectedSql(user: User, closed: readonly number[]): Sql {
  const own = receivedSql(user, closed);
  return {
    sql: `(${own.sql} OR ${sawMoveSql('?')})`,
    values: [...own.values, user.id],
  };
}

/** True of those among some messages that a user may read: received ones, and shared history open to them. */
export function readableSql(app: App, user: User, ids: readonly number[]): Sql {
  const channel_ids = app.db.values<number>(
    `SELECT DISTINCT channel_id FROM messages WHERE id ${inJsonList} AND channel_id IS NOT NULL`,
    JSON.stringify(ids),
  );
  return readableIn(app, user, channel_ids);
}

/** True of all messages that a user may read. */
export function allReadableSql(app: App, user: User): Sql {
  return readableIn(app, user, app.db.recallValues<number>(sharedSql));
}

const sharedSql = 'SELECT id FROM channels WHERE history_public_to_subscribers = 1';

function readableIn(app: App, user: User, channel_ids: readonly number[]): Sql {
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
// Goes from one channel of the index to the next, past the messages between them.
const movedSql = `
  WITH RECURSIVE moved (channel_id) AS (
    SELECT min(channel_id) FROM messages INDEXED BY messages_moved WHERE moved_at_id IS NOT NULL
    UNION ALL
    SELECT (SELECT min(m.channel_id) FROM messages m INDEXED BY messages_moved
      WHERE m.moved_at_id IS NOT NULL AND m.channel_id > moved.channel_id)
    FROM moved WHERE moved.channel_id IS NOT NULL)
  SELECT channel_id FROM moved WHERE channel_id IS NOT NULL`;

/** Ids of the channels a user once received messages of, or that messages moved to, and that they may not read. */
export function listClosedChannels(app: App, user: User): number[] {
  const left = app.db.recallValues<number>(leftSql, user.id);
  const moved = app.db.recallValues<number>(movedSql);
  return [...new Set([...left, ...moved])].filter((channel_id) => {
    const channel = findChannel(app.db, channel_id);
    return !channel || !canReadChannel(app, user, channel);
  });
}

function outside(closed: readonly number[]): Sql {
  if (closed.length === 0) return always;
  return { sql: 'm.channel_id NOT IN (SELECT value FROM json_each(?))', values: [JSON.stringify(closed)] };
}
