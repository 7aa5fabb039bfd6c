import type { Database } from '../db/database.ts';
import { gramsOfWord } from './grams.ts';
import { type IndexedRow, indexedMessage, readSql } from './indexer.ts';
import { isIndexOf, type Progress, readProgress } from './text-index.ts';

/** What the comparison of a text index with its messages found. */
export interface IndexCheck {
  /** False for an index of another version or another state of the database: the server makes it anew. */
  isCurrent: boolean;
  /** Ids of messages whose entries are not those that their text gives. */
  wrongMessages: number[];
  /** Words that are missing, or whose entries are not those that they give. */
  wrongWords: string[];
}

/**
 * Compares a text index with the messages it was made of. Both connections must be read-only, each in a transaction,
 * that of the index begun first: the index may be behind the messages, never before them.
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
  // What is left is of messages that are gone.
  for (const id of found.keys()) if (!changed.has(id)) wrongMessages.push(id);
  return { isCurrent: true, wrongMessages, wrongWords: listWrongWords(index, words) };
}

/** The messages whose change the index has yet to follow. */
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

/** A sum of the entries of each row of an FTS5 table, by the row's id. */
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

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

// Not through Database, which reads all rows before it returns the first.
function eachRow<Row>(db: Database, sql: string, ...values: number[]): IterableIterator<Row> {
  return db.connection.prepare<number[], Row>(sql).iterate(...values);
}
