import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { foldName } from '../ground/text.ts';
import type { Archive } from './archive.ts';
import type { ArchiveFolder } from './archive-folder.ts';
import { parseJson } from './byte-cursor.ts';
import type { Faults } from './faults.ts';
import { Fields } from './fields.ts';
import { LineFinder } from './record-file.ts';
import { distinctTopic } from './thread-topic.ts';

/** A message of an archive, found in one pass over its files. */
export interface Post {
  /** The channel or direct conversation, by its name or id in the archive. */
  place: string;
  /** Identifies the message in its place. */
  key: string;
  /** Its key in later archives, if `key` can differ there; equal ones get numbers. */
  steady?: string;
  /** The key of the message that began its thread; null outside threads. */
  thread: string | null;
  /** UNIX seconds, with a fraction if the archive has one. */
  sent_at: number;
  /** The topic of the thread if this is its first message; empty outside threads. */
  title: string;
  /** The location of its record: the file, the offset in bytes, and for a reply inside a record its number from 1. */
  file: string;
  start: number;
  length: number;
  part: number;
  /** Whether the message has reactions or other marks of users. */
  isMarked: boolean;
}

/** A message with its number in the order of sending. */
export interface PostInOrder extends Pick<Post, 'place' | 'key' | 'thread' | 'file' | 'start' | 'length' | 'part'> {
  id: number;
  /** The topic of its thread; null outside threads. */
  topic: string | null;
}

/**
 * The messages of an archive whose files are not in the order of sending. There can be millions, so they are stored in
 * a separate database. After sort(), a thread is a topic if it has a reply.
 */
export class PostIndex {
  readonly #db: Sqlite.Database;
  readonly #insert: Sqlite.Statement;
  /** Prepared once: an archive has many files, and a statement stays in memory until JavaScript's is collected. */
  readonly #insertFile: Sqlite.Statement;
  readonly #files = new Map<string, number>();
  #find: Sqlite.Statement<[string, string], PostInOrder> | undefined;
  #threadOf: Sqlite.Statement<[string, string], string | null> | undefined;
  #key: Sqlite.Statement<[number], string> | undefined;
  #before: Sqlite.Statement<[number], number> | undefined;

  constructor(scratch: string) {
    this.#db = new Sqlite(join(scratch, 'posts.db'));
    for (const pragma of ['journal_mode = OFF', 'synchronous = OFF', 'cache_size = -16384']) this.#db.pragma(pragma);
    this.#db.exec(schema);
    this.#insert = this.#db.prepare(insertSql);
    this.#insertFile = this.#db.prepare('INSERT INTO files (name) VALUES (?)');
    this.#db.exec('BEGIN');
  }

  /** Returns whether the message is new: false if its place already has one with the same key. */
  add({ place, key, steady, thread, sent_at, title, file, start, length, part, isMarked }: Post): boolean {
    const where = [this.#numberOf(file), start, length, part];
    const values = [place, key, steady ?? null, thread, sent_at, title, ...where, Number(isMarked)];
    return this.#insert.run(...values).changes > 0;
  }

  /** The thread of a message that was added; null outside threads, and if there is no such message. Before sort(). */
  threadOf(place: string, key: string): string | null {
    const sql = 'SELECT thread FROM found WHERE place = ? AND key = ?';
    this.#threadOf ??= this.#db.prepare<[string, string], string | null>(sql).pluck();
    return this.#threadOf.get(place, key) ?? null;
  }

  sort(): void {
    this.#threadOf = undefined;
    this.#db.exec(sortSql);
    this.#nameThreads();
    this.#db.exec('COMMIT');
    this.#find = this.#db.prepare(`${listSql} WHERE p.place = ? AND p.key = ?`);
    this.#key = this.#db.prepare<[number], string>(`${keySql} WHERE id = ?`).pluck();
    this.#before = this.#db.prepare<[number], number>(beforeSql).pluck();
  }

  *list(): Generator<PostInOrder> {
    yield* this.#db.prepare<[], PostInOrder>(`${listSql} ORDER BY p.id`).iterate();
  }

  /** Messages with reactions or other marks of users. */
  *listMarked(): Generator<PostInOrder> {
    yield* this.#db.prepare<[], PostInOrder>(`${listSql} WHERE p.is_marked = 1 ORDER BY p.id`).iterate();
  }

  /** The key of a message in all archives of its source, by its number. */
  keyOf(id: number): string | undefined {
    return this.#key?.get(id);
  }

  *keys(): Generator<string> {
    yield* this.#db.prepare<[], string>(`${keySql} ORDER BY id`).pluck().iterate();
  }

  /** The number of the previous message of its thread. */
  before(id: number): number | undefined {
    return this.#before?.get(id);
  }

  /** Undefined if the archive lacks it. */
  find(place: string, key: string): PostInOrder | undefined {
    return this.#find?.get(place, key);
  }

  close(): void {
    this.#db.close();
  }

  #numberOf(file: string): number {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    // Each file is read once, from start to end.
    this.#files.clear();
    const id = Number(this.#insertFile.run(file).lastInsertRowid);
    this.#files.set(file, id);
    return id;
  }

  #nameThreads(): void {
    const isTaken = this.#db.prepare<[string, string]>('SELECT 1 FROM topics WHERE place = ? AND topic_key = ?');
    const name = this.#db.prepare('INSERT INTO topics (place, thread, topic, topic_key) VALUES (?, ?, ?, ?)');
    const next = this.#db.prepare<[number], Thread>(threadsSql);
    for (let threads = next.all(0); threads.length > 0; threads = next.all(threads.at(-1)?.id ?? 0)) {
      for (const { place, thread, title, sent_at } of threads) {
        const topic = distinctTopic(title, sent_at, (key) => isTaken.get(place, key) !== undefined);
        name.run(place, thread, topic, foldName(topic));
      }
    }
  }
}

type Thread = Pick<Post, 'place' | 'title' | 'sent_at'> & { id: number; thread: string };

const schema = `
  CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE found (id INTEGER PRIMARY KEY, place TEXT NOT NULL, key TEXT NOT NULL, steady TEXT, thread TEXT, sent_at REAL NOT NULL,
    title TEXT NOT NULL, file INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL, part INTEGER NOT NULL,
    is_marked INTEGER NOT NULL, UNIQUE (place, key));
  CREATE TABLE topics (place TEXT NOT NULL, thread TEXT NOT NULL, topic TEXT NOT NULL, topic_key TEXT NOT NULL,
    PRIMARY KEY (place, thread), UNIQUE (place, topic_key)) WITHOUT ROWID;`;

const insertSql = `INSERT INTO found (place, key, steady, thread, sent_at, title, file, start, length, part,
    is_marked)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;

const sortSql = `
  CREATE TABLE posts AS SELECT row_number() OVER (ORDER BY sent_at, id) AS id, place, key,
    steady || ' ' || row_number() OVER (PARTITION BY place, steady ORDER BY sent_at, id) AS steady, thread, sent_at, title, file,
    start, length, part, is_marked FROM found ORDER BY sent_at, id;
  DROP TABLE found;
  CREATE UNIQUE INDEX posts_by_id ON posts (id);
  CREATE UNIQUE INDEX posts_by_key ON posts (place, key);
  CREATE INDEX posts_by_thread ON posts (place, thread, id) WHERE thread IS NOT NULL;
  CREATE TABLE threads (id INTEGER PRIMARY KEY);
  INSERT INTO threads SELECT min(id) FROM posts WHERE thread IS NOT NULL GROUP BY place, thread
    HAVING max(key <> thread);`;

/** Threads, by their first messages, some at a time. */
const threadsSql = `SELECT p.id, place, thread, title, sent_at FROM threads t JOIN posts p ON p.id = t.id
  WHERE t.id > ? ORDER BY t.id LIMIT 1000`;

const listSql = `SELECT p.id, p.place, p.key, p.thread, f.name AS file, p.start, p.length, p.part, t.topic
  FROM posts p JOIN files f ON f.id = p.file LEFT JOIN topics t ON t.place = p.place AND t.thread = p.thread`;

const keySql = "SELECT place || ' ' || coalesce(steady, key) FROM posts";

const beforeSql = `SELECT o.id FROM posts p JOIN posts o ON o.place = p.place AND o.thread = p.thread AND o.id < p.id
  WHERE p.id = ? AND o.thread IS NOT NULL ORDER BY o.id DESC LIMIT 1`;

/** The answers of an archive about its messages. */
export function answersOf(posts: PostIndex): Pick<Archive, 'messageKey' | 'messageKeys' | 'messageBefore'> {
  return {
    messageKey: (id) => posts.keyOf(id),
    messageKeys: () => posts.keys(),
    messageBefore: (id) => posts.before(id),
  };
}

/** An archive whose records are read again. */
interface Reread {
  folder: Pick<ArchiveFolder, 'find'>;
  faults: Faults;
}

/** Messages with their records, which are read again. */
export function* readPosts(archive: Reread, posts: Iterable<PostInOrder>): Generator<[PostInOrder, Fields]> {
  const reader = new RecordReader(archive);
  try {
    for (const post of posts) yield [post, reader.read(post)];
  } finally {
    reader.close();
  }
}

/** More than the number of channels with messages on most days. */
const mostOpen = 256;

/** Reads records again by their location. */
export class RecordReader {
  readonly #folder: Pick<ArchiveFolder, 'find'>;
  readonly #faults: Faults;
  readonly #descriptors = new Map<string, number>();

  constructor({ folder, faults }: Reread) {
    this.#folder = folder;
    this.#faults = faults;
  }

  read({ file, start, length }: Pick<Post, 'file' | 'start' | 'length'>): Fields {
    const bytes = Buffer.allocUnsafe(length);
    const count = readSync(this.#open(file), bytes, 0, length, start);
    const path = this.#folder.find(file) as string;
    const place = { key: `${file} ${start}`, text: () => `${file}, line ${new LineFinder(path).at(start)}` };
    return new Fields(parseJson(bytes.subarray(0, count)), place, this.#faults.mended);
  }

  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor);
    this.#descriptors.clear();
  }

  #open(file: string): number {
    const known = this.#descriptors.get(file);
    if (known !== undefined) return known;
    if (this.#descriptors.size >= mostOpen) this.close();
    const descriptor = openSync(this.#folder.find(file) as string, 'r');
    this.#descriptors.set(file, descriptor);
    return descriptor;
  }
}
