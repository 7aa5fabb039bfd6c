import type { Database } from '../db/database.ts';
import { gramsOfWord } from './grams.ts';
import { type IndexedRow, indexedMessage, readSql } from './indexer.ts';
import { isIndexOf, type Progress, readProgress } from './text-index.ts';

/** The result of comparing a text index with its messages. */
interface IndexCheck {
  /** False for an index of another version or database state, which the server would rebuild. */
  isCurrent: boolean;
  /** Ids of messages with wrong entries. */
  wrongMessages: number[];
  /** Words that are missing or have wrong entries. */
  wrongWords: string[];
}

/**
 * Compares a text index with its messages. Both connections must be read-only and in a transaction; that of the index
 * must begin first, because the index may be behind the messages but not ahead.
 */
export function checkIndex(messages: Database, index: Database): IndexCheck {
  if (!isIndexOf(messages, index)) return { isCurrent: false, wrongMessages: [], wrongWords: [] };
  const progress = readProgress(index);
  const changed = listChanged(messages, progress);
  const found = sumEntries(index, 'message_index');
  const words = new Set<string>();
  const wrongMessages: number[] = [];
  for (const message of eachRow<IndexedRow>(messages, readSql, progress.message_id)) {
    const sum = found.get(message.id);
    found.delete(message.id);
    if (changed.has(message.id)) continue;
    const { entries, words: own } = indexedMessage(message);
    for (const word of own) words.add(word);
    if (sum !== sumOf(entries)) wrongMessages.push(message.id);
  }
  // The remaining rows belong to messages that no longer exist.
  for (const id of found.keys()) if (!changed.has(id)) wrongMessages.push(id);
  return { isCurrent: true, wrongMessages, wrongWords: listWrongWords(index, words) };
}

/** Messages with changes that the index has not applied yet. */
function listChanged(messages: Database, { change_id, message_id }: Progress): Set<number> {
  const sql = `SELECT message_id FROM search_changes WHERE id > ?1 AND message_id IS NOT NULL
    UNION SELECT m.id FROM messages m WHERE m.id <= ?2
      AND m.conversation_id IN (SELECT conversation_id FROM search_changes WHERE id > ?1)`;
  return new Set(messages.values<number>(sql, change_id, message_id));
}

function listWrongWords(index: Database, expected: ReadonlySet<string>): string[] {
  const found = sumEntries(index, 'word_index');
  const known = new Set<string>();
  const wrong: string[] = [];
  for (const { id, word } of eachRow<{ id: number; word: string }>(index, 'SELECT id, word FROM words')) {
    known.add(word);
    if (found.get(id) !== sumOf(gramsOfWord(word))) wrong.push(word);
  }
  const missing = [...expected].filter((word) => !known.has(word) && gramsOfWord(word).size > 0);
  return [...wrong, ...missing];
}

/** A checksum of the entries of each row of an FTS5 table, by rowid. */
function sumEntries(index: Database, table: 'message_index' | 'word_index'): Map<number, number> {
  const name = `${table}_entries`;
  index.connection.exec(`CREATE VIRTUAL TABLE temp.${name} USING fts5vocab('main', '${table}', 'instance')`);
  const sums = new Map<number, number>();
  let last = '';
  let hash = 0;
  for (const { term, doc } of eachRow<{ term: string; doc: number }>(index, `SELECT term, doc FROM temp.${name}`)) {
    if (term !== last) hash = hashOf(term);
    last = term;
    sums.set(doc, (sums.get(doc) ?? 0) + hash);
  }
  return sums;
}

function sumOf(entries: ReadonlySet<string>): number | undefined {
  let sum = 0;
  for (const entry of entries) sum += hashOf(entry);
  return entries.size === 0 ? undefined : sum;
}

/** 32-bit FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

// Database would read all rows before it returns the first.
function eachRow<Row>(db: Database, sql: string, ...values: number[]): IterableIterator<Row> {
  return db.connection.prepare<number[], Row>(sql).iterate(...values);
}
