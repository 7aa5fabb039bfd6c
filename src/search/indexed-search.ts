import Sqlite from 'better-sqlite3';
import { Database } from '../db/database.ts';
import { freeMemory } from '../db/free-memory.ts';
import { textsOf } from './conditions.ts';
import { addTextFunction } from './full-text.ts';
import { Indexer } from './indexer.ts';
import type { Narrow } from './narrow.ts';
import { listNewestMatches } from './newest-matches.ts';
import { findHits, parseQuery } from './query.ts';
import type { Steps } from './steps.ts';
import { textFinder } from './text-finder.ts';
import { type IndexOptions, openIndex, type Progress } from './text-index.ts';
import { findRequested, type PageRequest, type ThreadPage } from './text-search.ts';
import { WordLists } from './word-lists.ts';

export interface SearchOptions extends IndexOptions {
  /** The database file of the messages. */
  messages: string;
}

/** Searches with an index, and updates it. */
export class IndexedSearch {
  /** The connection for searching. */
  readonly messages: Database;
  #index: Database;
  #indexer: Indexer;
  #lists: WordLists;

  constructor(options: SearchOptions) {
    this.messages = openReader(options);
    this.#index = openIndex(this.messages, options);
    this.#indexer = new Indexer(this.messages, this.#index);
    this.messages.run('ATTACH ? AS search', options.file);
    this.#lists = new WordLists(this.messages);
  }

  /** The index's progress. */
  get progress(): Progress {
    return this.#indexer.progress;
  }

  /** Indexes about `limit` messages, or merges the index. Returns whether there is more to do. */
  step(limit: number): boolean {
    return this.#indexer.step(limit) || this.#indexer.merge();
  }

  *find(request: PageRequest): Steps<ThreadPage> {
    const page = yield* findRequested(this.messages, withFinder(request, this.#lists));
    const { wanted } = request;
    return wanted ? { ...page, newest: listNewestMatches(this.messages, wanted, this.#lists) } : page;
  }

  /** Frees the cached pages of both databases and the kept lists, and returns free memory to the system. */
  freeMemory(): void {
    this.#lists.clear();
    freeMemory([this.messages.connection, this.#index.connection]);
  }

  close(): void {
    this.messages.close();
    this.#index.close();
  }
}

function withFinder({ narrow, ...request }: PageRequest, lists: WordLists): PageRequest {
  const terms = textsOf(narrow.conditions).flatMap(parseQuery);
  if (terms.length === 0) return { ...request, narrow: { ...narrow, canPause: true } };
  const finder: Narrow['finder'] = (db, user, all) => textFinder(db, user, all, lists);
  return { ...request, narrow: { ...narrow, findHits: (text) => findHits(terms, text), finder } };
}

function openReader({ messages, nativeBinding }: SearchOptions): Database {
  const connection = new Sqlite(messages, {
    readonly: true,
    timeout: 5000,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  });
  connection.pragma(`cache_size = -${16 * 1024}`);
  const db = new Database(connection);
  addTextFunction(db);
  return db;
}
