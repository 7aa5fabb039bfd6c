import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { lastMessageId } from '../conversations/conversation.ts';
import { Database } from '../db/database.ts';

// The index is a separate database, so that the thread that writes it blocks no request. It can be rebuilt from the
// messages at any time.

/** The version of the entries. An index of another version is rebuilt. */
const version = 3;

// The rowids of the FTS5 tables are ids of messages and words. They store no content and no positions, which saves
// space; a candidate is tested on the message itself.
const schema = `
  CREATE VIRTUAL TABLE message_index USING fts5 (entries, content = '', contentless_delete = 1, detail = none,
    tokenize = 'ascii');
  CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE) STRICT;
  CREATE VIRTUAL TABLE word_index USING fts5 (entries, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
  CREATE TABLE progress (message_id INTEGER NOT NULL, change_id INTEGER NOT NULL, done_until INTEGER NOT NULL,
    merged_until INTEGER NOT NULL) STRICT;
  PRAGMA user_version = ${version};`;

/** The progress of an index. */
export interface Progress {
  /** The last message that was indexed; later ones are missing. */
  message_id: number;
  /** The last row of search_changes that was applied. */
  change_id: number;
  /** The next change may affect many messages; those up to this one are done. */
  done_until: number;
  /** The last message in the index when its segments were last merged. */
  merged_until: number;
}

/** The path of the index of a database file. */
export function indexFile(databaseFile: string): string {
  return join(dirname(databaseFile), 'search.db');
}

export interface IndexOptions {
  file: string;
  nativeBinding: string | undefined;
}

/**
 * Opens the index of a database for writing. An index that is damaged, of another version, or of another state of the
 * database (after a restore) is replaced by an empty one.
 */
export function openIndex(messages: Database, options: IndexOptions): Database {
  const index = tryOpen(messages, options);
  if (index) return index;
  removeIndex(options.file);
  const fresh = open(options);
  create(messages, fresh);
  return fresh;
}

export function removeIndex(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
}

function tryOpen(messages: Database, options: IndexOptions): Database | undefined {
  let index: Database | undefined;
  try {
    index = open(options);
    if (isIndexOf(messages, index)) return index;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  index?.close();
  return undefined;
}

/** Whether an error means that a database file is damaged. */
export function isDamage(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^SQLITE_(CORRUPT|NOTADB)/.test(code);
}

// FULL: progress must survive a power cut, because applied changes are deleted.
function open({ file, nativeBinding }: IndexOptions): Database {
  const connection = new Sqlite(file, { ...(nativeBinding === undefined ? {} : { nativeBinding }) });
  try {
    connection.pragma('journal_mode = wal');
    connection.pragma('synchronous = FULL');
    connection.pragma(`cache_size = -${16 * 1024}`);
    connection.pragma(`journal_size_limit = ${16 * 1024 * 1024}`);
    return new Database(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
}

function create(messages: Database, index: Database): void {
  index.transaction(() => {
    index.connection.exec(schema);
    // Changes until now are already contained in the messages.
    index.run('INSERT INTO progress VALUES (0, ?, 0, 0)', lastChange(messages));
  });
}

export function readProgress(index: Database): Progress {
  return index.get<Progress>('SELECT message_id, change_id, done_until, merged_until FROM progress') as Progress;
}

/** Whether an index belongs to this database, and no change since is missing. No index has triggers or views. */
export function isIndexOf(messages: Database, index: Database): boolean {
  if (index.connection.pragma('user_version', { simple: true }) !== version) return false;
  if (index.value<number>("SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view')") !== undefined) return false;
  const { message_id, change_id } = readProgress(index);
  const isPast = message_id <= lastMessageId(messages) && change_id <= lastChange(messages);
  return isPast && hasChangesSince(messages, change_id);
}

/** Whether the database still has all changes after this one. */
export function hasChangesSince(messages: Database, change_id: number): boolean {
  const oldest = messages.value<number | null>('SELECT min(id) FROM search_changes') ?? change_id;
  return oldest <= change_id + 1;
}

/** The last change of a message or topic, also if it was deleted since. */
export function lastChange(messages: Database): number {
  return messages.value<number>("SELECT seq FROM sqlite_sequence WHERE name = 'search_changes'") ?? 0;
}
