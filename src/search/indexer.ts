import type { Database } from '../db/database.ts';
import { detached } from '../ground/text.ts';
import { gramsOfWord } from './grams.ts';
import { type Indexed, indexed, propertyEntry } from './index-entries.ts';
import { type Progress, readProgress } from './text-index.ts';

export interface IndexedRow {
  id: number;
  content: string;
  sender_id: number;
  channel_id: number | null;
  sent_channel_id: number | null;
  conversation_id: number;
  topic: string | null;
  /** The user ids of a direct conversation, joined by commas. */
  members_key: string | null;
}

interface Change {
  id: number;
  message_id: number | null;
  conversation_id: number | null;
}

const knownWords = 20_000;
const longestKnown = 100;
const leastMerged = 5000;
const mergedPages = 100;
const tables = ['message_index', 'word_index'];

/** Updates the index from the database, in steps. */
export class Indexer {
  #messages: Database;
  #index: Database;
  // Words that are known to be in the index. Most words of a message occurred in recent ones.
  #words = new Set<string>();
  /** The last indexed message when the current merge began. */
  #merging: number | undefined;
  progress: Progress;

  constructor(messages: Database, index: Database) {
    this.#messages = messages;
    this.#index = index;
    this.progress = readProgress(index);
  }

  /** Indexes about `limit` new or changed messages. Returns whether there may be more. */
  step(limit: number): boolean {
    const next = { ...this.progress };
    try {
      return this.#index.transaction(() => {
        const left = this.#readNew(next, this.#followChanges(next, limit));
        if (left < limit) this.#keep(next);
        return left <= 0;
      });
    } catch (error) {
      this.#words.clear();
      this.progress = readProgress(this.#index);
      throw error;
    }
  }

  /**
   * Continues merging the index into one segment, or starts when it has grown by a tenth: a query looks every term up
   * in each segment. Returns whether there is more to merge.
   */
  merge(): boolean {
    const { message_id, merged_until } = this.progress;
    if (this.#merging === undefined && message_id - merged_until < Math.max(leastMerged, message_id / 10)) return false;
    // A negative number starts a merge of all segments in FTS5.
    const pages = this.#merging === undefined ? -mergedPages : mergedPages;
    const moved = tables.map((table) => this.#mergeSome(table, pages));
    const isDone = this.#merging !== undefined && moved.every((changes) => changes === 0);
    if (isDone) this.#keep({ ...this.progress, merged_until: this.#merging as number });
    this.#merging = isDone ? undefined : (this.#merging ?? message_id);
    return !isDone;
  }

  /** Returns the number of changes. */
  #mergeSome(table: string, pages: number): number {
    const before = this.#countChanges();
    this.#index.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, pages);
    // The statement itself counts as one change.
    return this.#countChanges() - before - 1;
  }

  /** Applies pending changes. Returns how many more messages this step may read. */
  #followChanges(next: Progress, limit: number): number {
    let left = limit;
    for (const change of this.#messages.all<Change>(changesSql, next.change_id, limit)) {
      if (left <= 0) break;
      const ids = this.#listChanged(change, next, left);
      for (const id of ids) this.#renew(id);
      if (change.conversation_id !== null && ids.length === left) {
        next.done_until = ids.at(-1) as number;
        return 0;
      }
      left -= Math.max(1, ids.length);
      Object.assign(next, { change_id: change.id, done_until: 0 });
    }
    return left;
  }

  /** The indexed messages that a change affects. */
  #listChanged({ message_id, conversation_id }: Change, { message_id: last, done_until }: Progress, limit: number) {
    if (message_id !== null) return message_id > last ? [] : [message_id];
    return this.#messages.values<number>(renamedSql, conversation_id, done_until, last, limit);
  }

  #readNew(next: Progress, limit: number): number {
    if (limit <= 0) return 0;
    const messages = this.#messages.all<IndexedRow>(newSql, next.message_id, limit);
    for (const message of messages) this.#put(message);
    next.message_id = messages.at(-1)?.id ?? next.message_id;
    return limit - messages.length;
  }

  #renew(id: number): void {
    const message = this.#messages.get<IndexedRow>(messageSql, id);
    if (message) this.#put(message);
    else this.#index.run('DELETE FROM message_index WHERE rowid = ?', id);
  }

  #put(message: IndexedRow): void {
    const { entries, words } = indexedMessage(message);
    const sql = 'INSERT OR REPLACE INTO message_index (rowid, entries) VALUES (?, ?)';
    this.#index.run(sql, BigInt(message.id), [...entries].join(' '));
    for (const word of words) if (!this.#words.has(word)) this.#putWord(word);
  }

  #putWord(word: string): void {
    if (this.#words.size >= knownWords) this.#words.clear();
    if (word.length <= longestKnown) this.#words.add(detached(word));
    const grams = gramsOfWord(word);
    if (grams.size === 0) return;
    const { changes, id } = this.#index.run('INSERT INTO words (word) VALUES (?) ON CONFLICT DO NOTHING', word);
    if (changes === 0) return;
    const sql = 'INSERT INTO word_index (rowid, entries) VALUES (?, ?)';
    this.#index.run(sql, BigInt(id), [...grams].join(' '));
  }

  #keep(progress: Progress): void {
    const { message_id, change_id, done_until, merged_until } = progress;
    const sql = 'UPDATE progress SET message_id = ?, change_id = ?, done_until = ?, merged_until = ?';
    this.#index.run(sql, message_id, change_id, done_until, merged_until);
    this.progress = progress;
  }

  #countChanges(): number {
    return this.#index.value<number>('SELECT total_changes()') ?? 0;
  }
}

const changesSql = 'SELECT id, message_id, conversation_id FROM search_changes WHERE id > ? ORDER BY id LIMIT ?';
const renamedSql = 'SELECT id FROM messages WHERE conversation_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ?';
const fromMessages = `SELECT m.id, m.content, m.sender_id, m.channel_id, m.sent_channel_id, m.conversation_id,
  c.topic, c.members_key FROM messages m JOIN conversations c ON c.id = m.conversation_id`;
const messageSql = `${fromMessages} WHERE m.id = ?`;
const newSql = `${fromMessages} WHERE m.id > ? ORDER BY m.id LIMIT ?`;

/** All entries and words of a message. */
export function indexedMessage(message: IndexedRow): Indexed {
  const { entries, words } = indexed(message.content, message.topic ?? '');
  for (const property of listProperties(message)) entries.add(propertyEntry(property));
  return { entries, words };
}

/** The messages up to an id. */
export const readSql: string = `${fromMessages} WHERE m.id <= ? ORDER BY m.id`;

/** Properties that narrows search by: sender, conversation, channels, and members of a direct conversation. */
function listProperties({
  sender_id,
  conversation_id,
  channel_id,
  sent_channel_id,
  members_key,
}: IndexedRow): string[] {
  const channels = [channel_id, sent_channel_id].flatMap((id) => (id === null ? [] : [`c${id}`]));
  const members = members_key === null ? [] : members_key.split(',').map((id) => `d${id}`);
  return [`s${sender_id}`, `t${conversation_id}`, ...channels, ...members];
}
