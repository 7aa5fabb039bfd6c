import { receivedSql as received, spansSql } from '../conversations/read-state.ts';
import { movedChannelsSql, outsideSql } from '../conversations/readable.ts';
import { inJsonList } from '../db/database.ts';
import type { User } from '../users/user.ts';
import { conversationsSource, type IndexRange, type Source } from './source.ts';

const spansOutsideSql = `SELECT json_array(s.channel_id, s.from_message_id,
  coalesce(s.until_message_id, 9007199254740991)) FROM ${spansSql} WHERE s.channel_id NOT ${inJsonList}`;

/**
 * A source of the messages that a user received, by the channels and conversations in which they came. It skips
 * messages that are now in one of the channels `without`.
 */
export function receivedSource(user: User, closed: readonly number[], without: readonly number[]): Source {
  return [
    {
      keys: {
        list: {
          sql: spansOutsideSql,
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
      also: outsideSql([...closed, ...without]),
    },
    ...(without.length === 0 ? [] : [movedOutSource(user, closed, without)]),
    ...directSource(user),
  ];
}

/** Messages that came in some of these channels and were moved to others later. */
function movedOutSource(user: User, closed: readonly number[], from: readonly number[]): IndexRange {
  const elsewhere = outsideSql([...closed, ...from]);
  return {
    keys: { list: { sql: movedChannelsSql, values: [] }, table: { sql: 'json_each(?) p', values: [] } },
    from: 'messages m INDEXED BY messages_moved',
    id: 'm.id',
    where: { sql: 'm.moved_at_id IS NOT NULL AND m.channel_id = p.value', values: [] },
    also: {
      sql: `m.sent_channel_id ${inJsonList} AND ${elsewhere.sql} AND ${received('?')}`,
      values: [JSON.stringify(from), ...elsewhere.values, user.id],
    },
  };
}

export function directSource(user: User): Source {
  return conversationsSource({
    sql: 'SELECT conversation_id FROM direct_members WHERE user_id = ?',
    values: [user.id],
  });
}
