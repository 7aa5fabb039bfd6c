import { join } from 'node:path';
import { visibleSql } from '../../conversations/read-state.ts';
import { type Edit, listEditsBetween, presentEdit } from '../../messages/edit-history.ts';
import { rowsOf } from '../rows.ts';
import { directRecipient, isTrue, type Job, realm_id, recipientOf } from './job.ts';
import { RecordWriter } from './record-writer.ts';

const messagesOfFile = 1000;

/** Writes the files of messages, each with the rows of their receivers; returns the counts by file. */
export async function writeMessages(job: Job, folder: string): Promise<Record<string, Record<string, number>>> {
  const counts: Record<string, Record<string, number>> = {};
  const received = { last: 0 };
  const ranges = rangesOf(job);
  job.progress.begin(ranges.length);
  for (const [index, range] of ranges.entries()) {
    const name = `messages-${String(index + 1).padStart(6, '0')}`;
    const writer = new RecordWriter(join(folder, `${name}.json`), job.progress);
    await writer.writeTables([
      ['zerver_message', listMessages(job, range)],
      ['zerver_usermessage', listReceived(job, range, received)],
    ]);
    counts[name] = writer.counts;
    job.progress.advance();
  }
  return counts;
}

interface Range {
  first: number;
  last: number;
}

/** Message ids by file; one empty file if there are no messages. */
function rangesOf({ db }: Job): Range[] {
  const sql = `SELECT min(id) AS first, max(id) AS last FROM (
      SELECT id, (row_number() OVER (ORDER BY id) - 1) / CAST(? AS INTEGER) AS file FROM messages)
    GROUP BY file ORDER BY file`;
  const ranges = db.all<Range>(sql, messagesOfFile);
  return ranges.length > 0 ? ranges : [{ first: 0, last: 0 }];
}

interface MessageRow {
  id: number;
  sender_id: number;
  conversation_id: number;
  channel_id: number | null;
  topic: string | null;
  members_key: string | null;
  content: string;
  rendered_content: string;
  client: string;
  sent_at: number;
  has_link: number;
  has_image: number;
  has_attachment: number;
}

const messagesSql = `SELECT m.id, m.sender_id, m.conversation_id, m.channel_id, c.topic, c.members_key, m.content,
    m.rendered_content, m.client, m.sent_at, m.has_link, m.has_image, m.has_attachment
  FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.id BETWEEN ? AND ? ORDER BY m.id`;

function* listMessages(job: Job, range: Range): Generator<object> {
  const edits = Map.groupBy(listEditsBetween(job.db, range.first, range.last), ({ message_id }) => message_id);
  for (const row of rowsOf<MessageRow>(job.db, messagesSql, range.first, range.last)) {
    yield presentMessage(job, row, edits.get(row.id) ?? []);
  }
}

function presentMessage({ clientIds }: Job, row: MessageRow, edits: readonly Edit[]): object {
  return {
    id: row.id,
    sender: row.sender_id,
    recipient:
      row.channel_id === null
        ? directRecipient(row.conversation_id, row.members_key ?? '', row.sender_id)
        : recipientOf.channel(row.channel_id),
    realm: realm_id,
    type: 1,
    subject: row.topic ?? '',
    content: row.content,
    rendered_content: row.rendered_content,
    rendered_content_version: 1,
    date_sent: row.sent_at,
    sending_client: clientIds.get(row.client),
    last_edit_time: edits.at(0)?.edited_at ?? null,
    edit_history: edits.length > 0 ? JSON.stringify(edits.map(presentOldEdit)) : null,
    has_attachment: isTrue(row.has_attachment),
    has_image: isTrue(row.has_image),
    has_link: isTrue(row.has_link),
    is_channel_message: row.channel_id !== null,
    // The importing server indexes the message.
    search_tsvector: null,
  };
}

function presentOldEdit(edit: Edit): object {
  const shown = presentEdit(edit, { empty_topic_name: true });
  return edit.prev_content === null ? shown : { ...shown, prev_rendered_content_version: 1 };
}

/** Bits of `flags_mask`. */
const bits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  channel_wildcard_mentioned: 16,
  topic_wildcard_mentioned: 32,
  group_mentioned: 64,
  has_alert_word: 512,
  historical: 1024,
  direct: 2048,
} as const;

interface ReceivedRow {
  message_id: number;
  user_id: number;
  is_read: number;
  mentions_channel: number;
  is_direct: number;
}

// Like `isReadSql` in read-state.ts, but for the views of a scope, which have no indexes to refer to.
const isReadSql = `coalesce(
  (SELECT e.is_read FROM read_exceptions e WHERE e.user_id = u.id AND e.message_id = m.id),
  m.id <= coalesce(
    (SELECT w.message_id FROM read_watermarks w
      WHERE w.user_id = u.id AND w.place_id = coalesce(m.joined_place_id, m.conversation_id)),
    (SELECT f.message_id FROM read_floors f WHERE f.user_id = u.id AND f.channel_id = m.channel_id),
    0))`;

// Zulip shows each received message to its receiver, so those that moved where they may not read are not theirs.
// Guests (600) read public channels only where they are subscribed.
const hasMovedAwaySql = `m.channel_id <> m.sent_channel_id AND c.is_web_public = 0
  AND (c.invite_only = 1 OR u.role = 600)`;

// Messages of channels to which a user is not subscribed count as unread nowhere; in Zulip they are all read.
const receivedSql = `SELECT m.id AS message_id, u.id AS user_id, h.user_id IS NULL OR ${isReadSql} AS is_read,
    m.mentions_channel, 0 AS is_direct
  FROM messages m CROSS JOIN subscriptions s ON s.channel_id = m.sent_channel_id
  CROSS JOIN subscription_spans p ON p.user_id = s.user_id AND p.channel_id = s.channel_id
    AND p.from_message_id < m.id AND (p.until_message_id IS NULL OR m.id <= p.until_message_id)
  CROSS JOIN users u ON u.id = s.user_id AND u.is_system_bot = 0
  CROSS JOIN channels c ON c.id = m.channel_id
  LEFT JOIN subscriptions h ON h.user_id = u.id AND h.channel_id = m.channel_id AND h.is_active = 1
  WHERE m.id BETWEEN ? AND ? AND m.sent_channel_id IS NOT NULL AND NOT (h.user_id IS NULL AND ${hasMovedAwaySql})
  UNION ALL
  SELECT m.id, u.id, ${isReadSql}, 0, 1
  FROM messages m CROSS JOIN direct_members d ON d.conversation_id = m.conversation_id
  CROSS JOIN users u ON u.id = d.user_id AND u.is_system_bot = 0
  WHERE m.id BETWEEN ? AND ? AND m.sent_channel_id IS NULL`;

/** The rows of messages for their receivers, and for other users who flagged them or marked them as unread. */
function* listReceived(job: Job, range: Range, numbers: { last: number }): Generator<object> {
  const bounds = [range.first, range.last, range.first, range.last];
  const flags = findFlags(job, range);
  const unread = findMarkedUnread(job, range);
  for (const key of unread) flags.set(key, flags.get(key) ?? bits.historical);
  const record = (user_profile: number, message: number, flags_mask: number) => {
    return { id: ++numbers.last, user_profile, message, flags_mask };
  };
  for (const row of rowsOf<ReceivedRow>(job.db, receivedSql, ...bounds)) {
    const key = keyOf(row.message_id, row.user_id);
    yield record(row.user_id, row.message_id, maskOf(row) | ((flags.get(key) ?? 0) & ~bits.historical));
    flags.delete(key);
  }
  for (const [key, mask] of flags) {
    const [message_id = 0, user_id = 0] = key.split(' ').map(Number);
    yield record(user_id, message_id, unread.has(key) ? mask : mask | bits.read);
  }
}

function maskOf({ is_read, mentions_channel, is_direct }: ReceivedRow): number {
  return (
    (is_read === 1 ? bits.read : 0) |
    (mentions_channel === 1 ? bits.channel_wildcard_mentioned : 0) |
    (is_direct === 1 ? bits.direct : 0)
  );
}

function keyOf(message_id: number, user_id: number): string {
  return `${message_id} ${user_id}`;
}

/** The messages that users explicitly marked as unread, received or not, in channels to which they are subscribed. */
function findMarkedUnread({ db }: Job, { first, last }: Range): Set<string> {
  const sql = `SELECT e.message_id, e.user_id FROM read_exceptions e JOIN messages m ON m.id = e.message_id
    JOIN subscriptions s ON s.user_id = e.user_id AND s.channel_id = m.channel_id AND s.is_active = 1
    JOIN users u ON u.id = e.user_id AND u.is_system_bot = 0
    WHERE e.message_id BETWEEN ? AND ? AND e.is_read = 0 AND ${visibleSql('e.user_id')}`;
  const rows = db.tuples<[message_id: number, user_id: number]>(sql, first, last);
  return new Set(rows.map(([message_id, user_id]) => keyOf(message_id, user_id)));
}

type Flagged = [message_id: number, user_id: number, flag: keyof typeof bits, is_direct: 0 | 1];

/** The flags of users on messages, by both. Channel messages count as historical, as if they had not been received. */
function findFlags({ db }: Job, { first, last }: Range): Map<string, number> {
  const sql = `SELECT f.message_id, f.user_id, f.flag, m.channel_id IS NULL FROM message_flags f
    JOIN messages m ON m.id = f.message_id JOIN users u ON u.id = f.user_id AND u.is_system_bot = 0
    LEFT JOIN channels c ON c.id = m.channel_id
    LEFT JOIN subscriptions h ON h.user_id = u.id AND h.channel_id = m.channel_id AND h.is_active = 1
    WHERE f.message_id BETWEEN ? AND ? AND NOT (c.id IS NOT NULL AND h.user_id IS NULL AND ${hasMovedAwaySql})`;
  const flags = new Map<string, number>();
  for (const [message_id, user_id, flag, is_direct] of db.tuples<Flagged>(sql, first, last)) {
    const key = keyOf(message_id, user_id);
    flags.set(key, (flags.get(key) ?? (is_direct === 1 ? bits.direct : bits.historical)) | bits[flag]);
  }
  return flags;
}

export function listReactions({ db }: Job): Iterable<object> {
  const sql = `SELECT id, user_id AS user_profile, emoji_name, reaction_type, emoji_code, message_id AS message
    FROM reactions ORDER BY id`;
  return rowsOf(db, sql);
}

/** Steps of polls and to-do lists. The first step of each is the widget itself. */
export function listSteps({ db }: Job): Iterable<object> {
  const sql = 'SELECT id, message_id AS message, sender_id AS sender, msg_type, content FROM submessages ORDER BY id';
  return rowsOf(db, sql);
}
