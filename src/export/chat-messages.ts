import type { Database } from '../db/database.ts';
import { rowsOf } from './rows.ts';

/** A message for another program, in which topics are threads. */
export interface ChatMessage {
  id: number;
  conversation_id: number;
  channel_id: number | null;
  topic: string | null;
  sender_id: number;
  sent_at: number;
  content: string;
  /** The last edit of the text; null if there is none. */
  edited_at: number | null;
  editor_id: number | null;
  is_pinned: number;
}

const columns = `m.id, m.conversation_id, m.channel_id, c.topic, m.sender_id, m.sent_at, m.content,
  (SELECT max(e.edited_at) FROM message_edits e WHERE e.message_id = m.id AND e.prev_content IS NOT NULL) AS edited_at,
  (SELECT e.user_id FROM message_edits e WHERE e.message_id = m.id AND e.prev_content IS NOT NULL
    ORDER BY e.edited_at DESC LIMIT 1) AS editor_id,
  EXISTS (SELECT 1 FROM pinned_messages p WHERE p.message_id = m.id) AS is_pinned`;

const ofConversationSql = `SELECT ${columns} FROM messages m JOIN conversations c ON c.id = m.conversation_id
  WHERE m.conversation_id = ? ORDER BY m.id`;

/** The messages of a topic or direct conversation, in order. */
export function listOfConversation(db: Database, conversation_id: number): Generator<ChatMessage> {
  return rowsOf<ChatMessage>(db, ofConversationSql, conversation_id);
}

const byDaySql = `SELECT ${columns} FROM messages m JOIN conversations c ON c.id = m.conversation_id
  ORDER BY ifnull(m.channel_id, -m.conversation_id), m.sent_at / 86400, m.id`;

/** All messages, those of a channel or direct conversation and of one day (UTC) together. */
export function listByDay(db: Database): Generator<ChatMessage> {
  return rowsOf<ChatMessage>(db, byDaySql);
}

interface ChatReaction {
  user_id: number;
  emoji_name: string;
}

export function listReactions(db: Database, message_id: number): ChatReaction[] {
  return db.all<ChatReaction>('SELECT user_id, emoji_name FROM reactions WHERE message_id = ? ORDER BY id', message_id);
}

export interface ChatFile {
  id: number;
  name: string;
  sha256: string;
  size: number;
  content_type: string;
  created_at: number;
}

const filesSql = `SELECT a.id, a.name, a.sha256, a.size, a.content_type, a.created_at FROM attachments a
  JOIN attachment_messages r ON r.attachment_id = a.id WHERE r.message_id = ? ORDER BY a.id`;

/** The files of a message. */
export function listFiles(db: Database, message_id: number): ChatFile[] {
  return db.all<ChatFile>(filesSql, message_id);
}

const attachedSql = `SELECT id, name, sha256 FROM attachments a
  WHERE EXISTS (SELECT 1 FROM attachment_messages r WHERE r.attachment_id = a.id) ORDER BY id`;

/** The files of all messages, without those that are missing on disk. */
export function listAttached(db: Database, missing: ReadonlySet<string>): Pick<ChatFile, 'id' | 'name' | 'sha256'>[] {
  const rows = db.all<Pick<ChatFile, 'id' | 'name' | 'sha256'>>(attachedSql);
  return rows.filter(({ sha256 }) => !missing.has(sha256));
}

/** Names of devices, which Windows opens in their place whatever follows a point. */
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?= *(\.|$))/i;

/** The name of a file as the last part of a path, which every system can unpack. */
export function safeName(name: string): string {
  return name
    .replace(/[/\\:*?"<>|\p{Cc}]/gu, '-')
    .replace(/[. ]+$/, (end) => '-'.repeat(end.length))
    .replace(device, '$1-');
}

/** What somebody does, which their message says after their name; undefined if it is no such message. */
export function actionIn(content: string): string | undefined {
  return /^\/me\s+(\S.*)$/s.exec(content)?.[1];
}

/** The text of the first message of a topic begins with the topic in bold, so that its thread is called so. */
export function withTopic(topic: string | null, isFirst: boolean, text: string, bold: '*' | '**'): string {
  return topic && isFirst ? `${bold}${topic.replace(/[*\n]+/g, ' ').trim()}${bold}\n\n${text}` : text;
}
