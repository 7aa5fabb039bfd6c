import { resolvedPrefix } from '../../conversations/conversation.ts';
import { receivedSql } from '../../conversations/read-state.ts';
import { openSql, ownSql, unreadBehindSql, unreadThereSql } from '../../conversations/unread-messages.ts';
import { excerpt } from '../../http/params.ts';
import type { User } from '../../users/user.ts';
import { conversationsSource, type IndexRange, type Keys, type Source } from '../source.ts';
import { badNarrow, termProblems } from '../term.ts';
import { allDirect } from './direct.ts';
import { followed, muted } from './muting.ts';
import type { Compilation, Condition } from './operator.ts';

/** `is`: a state of the message, mostly for this user. */
export function byIs(compilation: Compilation, operand: unknown): Condition {
  const state = typeof operand === 'string' && Object.hasOwn(states, operand) ? states[operand] : undefined;
  if (!state) throw badNarrow({ desc: termProblems.unknownOperand({ operator: 'is', operand: excerpt(operand) }) });
  return state(compilation);
}

const states: Readonly<Record<string, (compilation: Compilation) => Condition>> = {
  dm: allDirect,
  private: allDirect,
  starred: ({ user }) => flagged(user, 'starred'),
  unread: ({ user }) => unread(user),
  mentioned: ({ user }) => mentioned(user),
  alerted: ({ user }) => flagged(user, 'has_alert_word'),
  followed,
  muted,
  resolved: () => resolved,
};

const resolved: Condition = {
  isOfConversation: true,
  sql: '(SELECT substr(c.topic, 1, length(?)) = ? FROM conversations c WHERE c.id = m.conversation_id)',
  values: [resolvedPrefix, resolvedPrefix],
  source: conversationsSource({
    sql: `SELECT id FROM conversations
      WHERE topic_key >= ? AND topic_key < ? || char(1114111) AND substr(topic, 1, length(?)) = ?`,
    values: [resolvedPrefix, resolvedPrefix, resolvedPrefix, resolvedPrefix],
  }),
};

function flagged(user: User, flag: string): Condition {
  return {
    sql: 'EXISTS (SELECT 1 FROM message_flags f WHERE f.user_id = ? AND f.flag = ? AND f.message_id = m.id)',
    values: [user.id, flag],
    source: [flagRange(user, flag)],
  };
}

function flagRange(user: User, flag: string): IndexRange {
  const where = { sql: 's.user_id = ? AND s.flag = ?', values: [user.id, flag] };
  return { from: 'message_flags s', id: 's.message_id', where };
}

const mentionFlags = ['mentioned', 'group_mentioned', 'topic_wildcard_mentioned'];
const mentionFlagsSql = mentionFlags.map((flag) => `'${flag}'`).join();

// Mentioned by name, by group, as a follower of the topic, or with the whole channel.
function mentioned(user: User): Condition {
  const withAll = { sql: 'm.mentions_channel = 1', values: [] };
  const received = { sql: receivedSql('?'), values: [user.id] };
  return {
    sql: `(EXISTS (SELECT 1 FROM message_flags f WHERE f.user_id = ? AND f.message_id = m.id
        AND f.flag IN (${mentionFlagsSql}))
      OR (${withAll.sql} AND ${received.sql}))`,
    values: [user.id, ...received.values],
    source: [
      ...mentionFlags.map((flag) => flagRange(user, flag)),
      { from: 'messages m INDEXED BY messages_mentioning_channel', id: 'm.id', where: withAll, also: received },
    ],
  };
}

const unreadSql = `CASE (SELECT e.is_read FROM read_exceptions e WHERE e.user_id = ? AND e.message_id = m.id)
    WHEN 1 THEN 0 WHEN 0 THEN 1
    ELSE m.id > coalesce(
      (SELECT w.message_id FROM read_watermarks w WHERE w.user_id = ? AND w.place_id = m.place_id),
      (SELECT f.message_id FROM read_floors f WHERE f.user_id = ? AND f.channel_id = m.channel_id), 0)
      AND ${receivedSql('?')}
  END
  AND (m.channel_id IS NULL OR EXISTS (SELECT 1 FROM subscriptions sub
    WHERE sub.user_id = ? AND sub.channel_id = m.channel_id AND sub.is_active = 1))`;

/** Unread, and still counted by clients. */
export function unread({ id }: User): Condition {
  return { sql: unreadSql, values: [id, id, id, id, id], source: unreadSource(id) };
}

function unreadSource(user_id: number): Source {
  const ahead = { id: 'm.id', after: 'open.position' };
  return [
    {
      ...ahead,
      keys: openPlaces(user_id, 'open', ['conversation_id', 'has_joined']),
      from: 'messages m INDEXED BY messages_by_conversation',
      where: { sql: 'm.conversation_id = open.conversation_id', values: [] },
      also: { sql: `${ownSql} AND ${unreadThereSql}`, values: [] },
    },
    {
      ...ahead,
      keys: openPlaces(user_id, 'joined', ['place_id']),
      from: 'messages m INDEXED BY messages_joined',
      where: { sql: 'm.joined_place_id = open.place_id', values: [] },
      also: { sql: unreadThereSql, values: [] },
    },
    {
      from: `(SELECT ? AS id) ${unreadBehindSql}`,
      id: 'm.id',
      where: { sql: 'e.is_read = 0', values: [user_id] },
    },
  ];
}

/** The places of a part of `openSql` that are not read to the end. */
function openPlaces(user_id: number, part: 'open' | 'joined', own: readonly string[]): Keys {
  const columns = ['channel_id', 'floor', 'position', 'has_moved', 'last_exception', ...own];
  const values = columns.map((column, index) => `value ->> ${index} AS ${column}`);
  return {
    list: {
      sql: `${openSql} SELECT json_array(${columns.map((column) => `m.${column}`)}) FROM ${part} m`,
      values: [user_id],
    },
    isNarrowable: true,
    table: { sql: `(SELECT ? AS id) me CROSS JOIN (SELECT ${values} FROM json_each(?)) open`, values: [user_id] },
  };
}
