import { existsSync } from 'node:fs';
import { nativeBinding } from '../assets.ts';
import { newestMessageId } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { isKind } from '../http/errors.ts';
import type { SearchOptions } from './indexed-search.ts';
import { KeptMatches } from './kept-matches.ts';
import { SearchQueue, tooManySearches } from './search-queue.ts';
import { SearchThread, searchUnavailable, ThreadEnded } from './search-thread.ts';
import type { Term } from './term.ts';
import { indexFile, isDamage, openIndex, type Progress, readProgress, removeIndex } from './text-index.ts';
import { type FoundPage, findRequested, isExpensive, type PageRequest, searchesText } from './text-search.ts';
import { Turns } from './turns.ts';

/** The port for code that searches. */
export interface SearchesText {
  searcher: Pick<Searcher, 'needsThread' | 'find'>;
}

export const searchErrors = [searchUnavailable, tooManySearches] as const;

const usualThresholds = {
  /** Databases up to this many messages are searched without an index. */
  unindexed: 2000,
  /** Above this many messages, expensive narrows and unindexed texts take long. */
  large: 50_000,
  /** The index is updated without a search if it lacks this many messages and changes. */
  lag: 1000,
  /** Indexing pauses while more than this is written between two checks, unless more than `large` are missing. */
  burst: 1000,
  /** The thread ends after this many milliseconds without a search. */
  idle: 30_000,
  /** Maximum time of one search, in milliseconds. Waiting does not count. */
  budget: 2000,
};

const nothing: Progress = { message_id: 0, change_id: 0, done_until: 0, merged_until: 0 };

/**
 * Finds pages that may take long, in a thread with a text index. A small database, or one without a file, is searched
 * in steps on the main thread.
 */
export class Searcher {
  #db: Database;
  #clock: Clock;
  #log: Log;
  #options: SearchOptions | undefined;
  #thread: SearchThread | undefined;
  #progress = nothing;
  // The sum of the newest message id and change id at the last check.
  #seen = 0;
  #usedAt = 0;
  #queue = new SearchQueue();
  #kept: KeptMatches;
  #turns: Turns;
  /** Settles when all retried searches are done. */
  #again: Promise<unknown> = Promise.resolve();
  /** Variable, for tests. */
  readonly thresholds = { ...usualThresholds };

  constructor(db: Database, clock: Clock, log: Log) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#kept = new KeptMatches(db);
    this.#turns = new Turns(db, () => this.thresholds.budget);
    const { memory, name } = db.connection;
    this.#options = memory || name === '' ? undefined : { messages: name, file: indexFile(name), nativeBinding };
  }

  get hasThread(): boolean {
    return this.#thread !== undefined;
  }

  /** Reads the state of the index before the first write, which could hide that it belongs to another database. */
  start(): void {
    if (!this.#options || !existsSync(this.#options.file)) return;
    const index = openIndex(this.#db, this.#options);
    this.#progress = readProgress(index);
    index.close();
  }

  /** Whether finding the messages of a narrow may take too long for the main thread. */
  needsThread(terms: readonly Term[]): boolean {
    return searchesText(terms) || (isExpensive(terms) && newestMessageId(this.#db) > this.thresholds.large);
  }

  /**
   * Finds a page in the user's turn. After its budget a search ends with what it has found. Throws tooManySearches, and
   * searchUnavailable if it fails. Rejects if the signal aborts.
   */
  async find(request: PageRequest, signal: AbortSignal): Promise<FoundPage> {
    return this.#kept.find(request) ?? this.#queue.run(request.user.id, () => this.#find(request, signal), signal);
  }

  async #find(request: PageRequest, signal: AbortSignal): Promise<FoundPage> {
    this.#usedAt = this.#clock.monotonic();
    const isSmall = newestMessageId(this.#db) <= this.thresholds.unindexed;
    if (isSmall || !this.#options) return this.#turns.run(findRequested(this.#db, pausing(request)), signal);
    try {
      return await this.#findInThread(this.#options, request, signal);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw this.#refusal(error, signal);
      return this.#findAgain(this.#options, request, signal);
    }
  }

  async #findInThread(options: SearchOptions, request: PageRequest, signal: AbortSignal): Promise<FoundPage> {
    const wanted = this.#kept.wanted(request);
    const { newest, ...page } = await this.#ensureThread(options).find({ ...request, wanted }, signal);
    if (wanted && newest) this.#kept.keep(wanted, newest);
    return page;
  }

  /** Keeps the index up to date. Called every few seconds. */
  follow(): void {
    this.#progress = this.#thread?.progress ?? this.#progress;
    const written = newestMessageId(this.#db) + this.#newestChange();
    const missing = written - this.#progress.message_id - this.#progress.change_id;
    const isQuiet = written - this.#seen <= this.thresholds.burst || missing > this.thresholds.large;
    this.#seen = written;
    if (missing >= this.thresholds.lag && this.#options) this.#ensureThread(this.#options);
    this.#thread?.follow(isQuiet);
    if (missing === 0) this.#rest();
  }

  /** Forgets the matches that are kept for the next searches. */
  forgetKept(): void {
    this.#kept.clear();
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.stop();
  }

  // Retries one search at a time: if the retry ends the new thread too, that search is at fault.
  #findAgain(options: SearchOptions, request: PageRequest, signal: AbortSignal): Promise<FoundPage> {
    const again = this.#again.then(async () => {
      try {
        signal.throwIfAborted();
        return await this.#findInThread(options, request, signal);
      } catch (error) {
        throw this.#refusal(error, signal);
      }
    });
    this.#again = again.then(ignore, ignore);
    return again;
  }

  #refusal(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted || isKind(error, searchUnavailable)) return error;
    this.#log.error('a search failed', { error });
    return searchUnavailable();
  }

  #ensureThread(options: SearchOptions): SearchThread {
    this.#thread ??= new SearchThread({ ...options, budget: this.thresholds.budget }, (error) => this.#giveUp(error));
    return this.#thread;
  }

  // A damaged index is rebuilt from the messages.
  #giveUp(error: unknown): void {
    this.#log.error('the text index failed', { error });
    this.#thread = undefined;
    if (!this.#options || !isDamage(error)) return;
    removeIndex(this.#options.file);
    this.#progress = nothing;
  }

  #rest(): void {
    this.#forgetChanges();
    if (this.#thread && this.#clock.monotonic() - this.#usedAt > this.thresholds.idle) void this.stop();
  }

  #newestChange(): number {
    return this.#db.value<number | null>('SELECT max(id) FROM search_changes') ?? 0;
  }

  /** Deletes the changes that the index has applied, except the last one, which proves that the index is current. */
  #forgetChanges(): void {
    const sql = 'SELECT count(*) FROM search_changes WHERE id < ?';
    if ((this.#db.value<number>(sql, this.#progress.change_id) ?? 0) < this.thresholds.lag) return;
    this.#db.transaction(() => this.#db.run('DELETE FROM search_changes WHERE id < ?', this.#progress.change_id));
  }
}

function pausing({ narrow, ...request }: PageRequest): PageRequest {
  return { ...request, narrow: { ...narrow, canPause: true } };
}

function ignore(): void {}
