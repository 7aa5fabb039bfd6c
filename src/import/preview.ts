import type { ArchivedMessage } from './archive.ts';
import { Fields } from './fields.ts';
import type { Job } from './job.ts';
import type { Source } from './unusable-archive.ts';

/** A conversation of a dry run, as the archive has it and as it would be here. */
export interface ShownConversation {
  /** `#channel > topic`, or the names of people. */
  place: string;
  /** How many new messages it has, of which some are shown. */
  count: number;
  messages: readonly ShownMessage[];
}

interface ShownMessage {
  sender: string;
  sent_at: number;
  /** The text in the archive; empty if there is none. */
  before: string;
  /** HTML. */
  after: string;
  reactions: readonly string[];
}

const mostConversations = 3;
const mostMessages = 15;
/** In characters, of a text in the archive. */
const longestWritten = 4000;

/** The text of a record as its program wrote it, whatever the field is called there. */
export function writtenOf(from: Source): string {
  return from instanceof Fields ? wordsIn(from.all, 0).slice(0, longestWritten) : '';
}

const textFields = ['text', 'content', 'message', 'msg', 'formatted_body', 'body'];

function wordsIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return '';
  if (Array.isArray(value)) return value.map((one) => wordsIn(one, depth + 1)).join('');
  const record = value as Readonly<Record<string, unknown>>;
  if (typeof record.written === 'string') return record.written;
  const words = textFields.map((name) => (Object.hasOwn(record, name) ? wordsIn(record[name], depth + 1) : ''));
  return words.find((one) => one !== '') ?? '';
}

interface ConversationRow {
  id: number;
  count: number;
  channel: string | null;
  topic: string | null;
}

/** Three conversations of what was just stored: where possible one in a topic, one outside of topics, and a direct one. */
export function showConversations(job: Job): ShownConversation[] {
  const chosen = choose(job.app.db.all<ConversationRow>(largestSql, job.messages.base));
  const wanted = new Map<number, string>();
  for (const { id } of chosen) for (const message of listStored(job, id)) wanted.set(message.id, '');
  for (const message of wanted.size > 0 ? job.archive.messages(() => {}) : []) note(job, message, wanted);
  return chosen.map(({ id, count, channel, topic }) => ({
    place: channel === null ? membersOf(job, id) : `#${channel}${topic ? ` > ${topic}` : ''}`,
    count,
    messages: listStored(job, id).map((message) => ({
      sender: message.sender,
      sent_at: message.sent_at,
      before: wanted.get(message.id) ?? '',
      after: message.rendered_content,
      reactions: job.app.db.values<string>(reactionsSql, message.id),
    })),
  }));
}

const largestSql = `SELECT o.id, count(*) AS count, c.name AS channel, o.topic FROM messages m
  JOIN conversations o ON o.id = m.conversation_id LEFT JOIN channels c ON c.id = o.channel_id
  WHERE m.id > ? GROUP BY o.id ORDER BY count(*) DESC, o.id`;

const reactionsSql = `SELECT emoji_name || ' ' || count(*) FROM reactions WHERE message_id = ? GROUP BY emoji_name ORDER BY emoji_name`;

function choose(rows: readonly ConversationRow[]): ConversationRow[] {
  const kinds = [
    rows.find(({ topic }) => Boolean(topic)),
    rows.find(({ topic, channel }) => channel !== null && !topic),
    rows.find(({ channel }) => channel === null),
  ];
  const distinct = new Set([...kinds.flatMap((one) => one ?? []), ...rows]);
  return [...distinct].slice(0, mostConversations);
}

interface StoredRow {
  id: number;
  sender: string;
  sent_at: number;
  rendered_content: string;
}

const storedSql = `SELECT m.id, u.full_name AS sender, m.sent_at, m.rendered_content FROM messages m
  JOIN users u ON u.id = m.sender_id WHERE m.conversation_id = ? AND m.id > ? ORDER BY m.id LIMIT ?`;

function listStored({ app: { db }, messages }: Job, id: number): StoredRow[] {
  return db.all<StoredRow>(storedSql, id, messages.base, mostMessages);
}

function note(job: Job, { id, from }: ArchivedMessage, wanted: Map<number, string>): void {
  const own = job.messages.here(id);
  if (wanted.has(own)) wanted.set(own, writtenOf(from));
}

const membersSql = `SELECT group_concat(full_name, ', ') FROM
  (SELECT u.full_name FROM direct_members d JOIN users u ON u.id = d.user_id WHERE d.conversation_id = ? ORDER BY 1)`;

function membersOf({ app: { db } }: Job, id: number): string {
  return db.value<string>(membersSql, id) ?? '';
}
