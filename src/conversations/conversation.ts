import { type Database, inJsonList } from '../db/database.ts';
import { findInvalidCharacter, foldName } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';

/** A topic of a channel, or a group of users who exchange direct messages. */
export interface Conversation {
  id: number;
  channel_id: number | null;
  topic: string | null;
  members_key: string | null;
  max_message_id: number | null;
}

/** In Unicode code points. */
export const maxTopicLength = 60;

/** Display name of the empty topic, for clients that do not support it. */
export const emptyTopicDisplayName = 'general chat';

/** Prefix of a resolved topic's name. */
export const resolvedPrefix = '✔ ';

export const topicTooLong = errorKind(`topic is too long (limit: ${maxTopicLength} characters)`);
export const topicCharacter = errorKind<{ position: number }>('Invalid character in topic, at position {position}!');
export const topicErrors = [topicTooLong, topicCharacter] as const;

const columns = 'id, channel_id, topic, members_key, max_message_id';
// Built once: statements are cached by their text, and looking up a newly built string takes longer.
const byIdSql = `SELECT ${columns} FROM conversations WHERE id = ?`;
const byIdsSql = `SELECT ${columns} FROM conversations WHERE id ${inJsonList}`;
const byTopicSql = `SELECT ${columns} FROM conversations WHERE channel_id = ? AND topic_key = ?`;
const idByTopicSql = 'SELECT id FROM conversations WHERE channel_id = ? AND topic_key = ?';

/** Normalizes a topic's name for storage. Throws one of topicErrors. */
export function checkTopic(name: string): string {
  const trimmed = name.trim();
  if (isLongerThan(trimmed, maxTopicLength)) throw topicTooLong();
  const position = findInvalidCharacter(trimmed);
  if (position > 0) throw topicCharacter({ position });
  return isEmptyTopicName(trimmed) ? '' : trimmed;
}

/** Whether a name stands for the empty topic. */
export function isEmptyTopicName(name: string): boolean {
  return name === '' || name === emptyTopicDisplayName;
}

/** The same for the topic of a message to send: clients that predate the empty topic send this name instead. */
export function isUnnamedTopic(name: string): boolean {
  return isEmptyTopicName(name) || name === '(no topic)';
}

export function findConversation(db: Database, id: number): Conversation | undefined {
  return db.get<Conversation>(byIdSql, id);
}

/** A conversation that must exist. */
export function getConversation(db: Database, id: number): Conversation {
  const conversation = findConversation(db, id);
  if (!conversation) throw new Error(`there is no conversation ${id}`);
  return conversation;
}

/** The conversations with these ids; unknown ids are skipped. */
export function listConversations(db: Database, ids: Iterable<number>): Conversation[] {
  return db.all<Conversation>(byIdsSql, JSON.stringify([...new Set(ids)]));
}

export function findTopic(db: Database, channel_id: number, topic: string): Conversation | undefined {
  return db.get<Conversation>(byTopicSql, channel_id, foldName(topic));
}

/** The same for the id alone, which a narrow needs for each page. */
export function findTopicId(db: Database, channel_id: number, topic: string): number | undefined {
  return db.value<number>(idByTopicSql, channel_id, foldName(topic));
}

/** Finds a topic or creates it. */
export function ensureTopic(db: Database, channel_id: number, topic: string): Conversation {
  const found = findTopic(db, channel_id, topic);
  if (found) return found;
  const sql = 'INSERT INTO conversations (channel_id, topic, topic_key) VALUES (?, ?, ?)';
  const { id } = db.run(sql, channel_id, topic, foldName(topic));
  return { id, channel_id, topic, members_key: null, max_message_id: null };
}

export function findDirectConversation(db: Database, user_ids: readonly number[]): Conversation | undefined {
  return db.get<Conversation>(`SELECT ${columns} FROM conversations WHERE members_key = ?`, membersKey(user_ids));
}

/** Finds the direct conversation of these users, the sender included, or creates it. */
export function ensureDirectConversation(db: Database, user_ids: readonly number[]): Conversation {
  const found = findDirectConversation(db, user_ids);
  if (found) return found;
  const members_key = membersKey(user_ids);
  const { id } = db.run('INSERT INTO conversations (members_key) VALUES (?)', members_key);
  for (const user_id of new Set(user_ids)) {
    db.run('INSERT INTO direct_members (user_id, conversation_id) VALUES (?, ?)', user_id, id);
  }
  return { id, channel_id: null, topic: null, members_key, max_message_id: null };
}

/** A topic that is not stored yet; its id is 0. */
export function unmadeTopic(channel_id: number, topic: string): Conversation {
  return { id: 0, channel_id, topic, members_key: null, max_message_id: null };
}

/** A direct conversation that is not stored yet; its id is 0. */
export function unmadeDirectConversation(user_ids: readonly number[]): Conversation {
  return { id: 0, channel_id: null, topic: null, members_key: membersKey(user_ids), max_message_id: null };
}

/** Stores a conversation that is not stored yet. */
export function ensureConversation(db: Database, conversation: Conversation): Conversation {
  const { id, channel_id, topic } = conversation;
  if (id !== 0) return conversation;
  if (channel_id === null || topic === null) return ensureDirectConversation(db, memberIds(conversation));
  return ensureTopic(db, channel_id, topic);
}

/** Ids of a direct conversation's members, ascending. */
export function memberIds(conversation: Pick<Conversation, 'members_key'>): number[] {
  return (conversation.members_key ?? '').split(',').map(Number);
}

/** A user's direct conversations with the newest messages, newest first; a megabyte of user ids at most. */
export function presentRecentDirect(db: Database, user_id: number): { max_message_id: number; user_ids: number[] }[] {
  const rows = db.tuples<[members_key: string, max_message_id: number]>(
    `SELECT c.members_key, c.max_message_id FROM direct_members d JOIN conversations c ON c.id = d.conversation_id
     WHERE d.user_id = ? AND c.max_message_id IS NOT NULL ORDER BY c.max_message_id DESC LIMIT ?`,
    user_id,
    maxRecentDirect,
  );
  let bytes = 0;
  const fitting = rows.filter(([members_key]) => {
    bytes += members_key.length;
    return bytes <= maxRecentBytes;
  });
  return fitting.map(([members_key, max_message_id]) => {
    const others = members_key.split(',').map(Number);
    return { max_message_id, user_ids: others.filter((id) => id !== user_id) };
  });
}

/** More than anyone scrolls through; clients find older conversations by fetching messages. */
const maxRecentDirect = 1000;
const maxRecentBytes = 1_000_000;

/** The API's recipient id: one for each channel and for each direct conversation. */
export function recipientId(conversation: Conversation): number {
  return conversation.channel_id === null ? conversation.id * 2 : conversation.channel_id * 2 - 1;
}

function membersKey(user_ids: readonly number[]): string {
  return [...new Set(user_ids)].sort((a, b) => a - b).join(',');
}

/** The id of the organization's newest message; 0 before the first. */
export function newestMessageId(db: Database): number {
  return db.value<number>('SELECT max(id) FROM messages') ?? 0;
}

/** The last id taken by a message or by a move of messages. Later ids are greater, even after deletions. */
export function lastMessageId(db: Database): number {
  return db.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'messages'") ?? 0;
}

/** A topic's name for a client; the empty topic has its display name unless the client supports empty names. */
export function presentTopic(topic: string, { empty_topic_name }: { empty_topic_name: boolean }): string {
  return topic === '' && !empty_topic_name ? emptyTopicDisplayName : topic;
}
