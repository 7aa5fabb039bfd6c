import { existsSync } from 'node:fs';
import { nativeBinding } from '../assets.ts';
import { newestMessageId } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import type { Clock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import { isKind } from '../http/errors.ts';
import type { SearchOptions } from './indexed-search.ts';
import { SearchQueue, tooManySearches } from './search-queue.ts';
import { SearchThread, searchUnavailable, ThreadEnded } from './search-thread.ts';
import type { Term } from './term.ts';
import { indexFile, isDamage, openIndex, type Progress, readProgress, removeIndex } from './text-index.ts';
import { type FoundPage, findRequested, isIntricate, type PageRequest, searchesText } from './text-search.ts';
import { Turns } from './turns.ts';

/** A port for those who search. */
export interface SearchesText {
  searcher: Pick<Searcher, 'isWanted' | 'find'>;
}

/** The ways a search can fail. */
export const searchErrors = [searchUnavailable, tooManySearches] as const;

const nothing: Progress = { message_id: 0, change_id: 0, done_until: 0, merged_until: 0 };

/**
 * Searches the text of messages in a thread of its own, and finds there what else may take long. Only a database that
 * is small or has no file is searched on the spot, without an index: a long search would hold up all other requests.
 */
export class Searcher {
  #db: Database;
  #clock: Clock;
  #log: Log;
  #options: SearchOptions | undefined;
  #thread: SearchThread | undefined;
  #progress = nothing;
  // What there was at the last look.
  #seen = 0;
  #usedAt = 0;
  #queue = new SearchQueue();
  #turns: Turns;
  /** Settles when all is done that was asked a second time. */
  #again: Promise<unknown> = Promise.resolve();
  /** Up to so many messages are searched without an index. */
  small = 2000;
  /** From so many messages on, intricate narrows may take long, and so may searching texts that the index lacks. */
  large = 50_000;
  /** The index follows, though nobody searches, when it lacks so many messages or changes. */
  far = 1000;
  /** It rests while more than this is written between two looks, until it lacks as much as may take long to search. */
  busy = 1000;
  /** After so many milliseconds without a search the thread ends. */
  idle = 600_000;
  /** A search takes at most so many milliseconds, without those in which it waits. */
  budget = 2000;

  constructor(db: Database, clock: Clock, log: Log) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#turns = new Turns(db, () => this.budget);
    const { memory, name } = db.connection;
    this.#options = memory || name === '' ? undefined : { messages: name, file: indexFile(name), nativeBinding };
  }

  /** Whether its thread runs. */
  get hasThread(): boolean {
    return this.#thread !== undefined;
  }

  /** Looks how far the index has come, before anything is written that could hide that it is of another database. */
  start(): void {
    if (!this.#options || !existsSync(this.#options.file)) return;
    const index = openIndex(this.#db, this.#options);
    this.#progress = readProgress(index);
    index.close();
  }

  /** Whether finding the messages of a narrow may take too long to let other requests wait. */
  isWanted(terms: readonly Term[]): boolean {
    return searchesText(terms) || (isIntricate(terms) && newestMessageId(this.#db) > this.large);
  }

  /**
   * Finds a page when it is the user's turn. A search that takes longer than the budget ends with what it has found.
   * Throws tooManySearches, and searchUnavailable for a search that fails. Rejects when the signal aborts.
   */
  find(request: PageRequest, signal: AbortSignal): Promise<FoundPage> {
    return this.#queue.run(request.user.id, () => this.#find(request, signal), signal);
  }

  async #find(request: PageRequest, signal: AbortSignal): Promise<FoundPage> {
    this.#usedAt = this.#clock.monotonic();
    const isSmall = newestMessageId(this.#db) <= this.small;
    if (isSmall || !this.#options) return this.#turns.run(findRequested(this.#db, pausing(request)), signal);
    try {
      return await this.#ensureThread(this.#options).find(request, signal);
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw this.#refusal(error, signal);
      return this.#findAgain(this.#options, request, signal);
    }
  }

  /** Sees to it that the index follows what is written; to be called every few seconds. */
  follow(): void {
    this.#progress = this.#thread?.progress ?? this.#progress;
    const written = newestMessageId(this.#db) + this.#newestChange();
    const missing = written - this.#progress.message_id - this.#progress.change_id;
    const isQuiet = written - this.#seen <= this.busy || missing > this.large;
    this.#seen = written;
    if (missing >= this.far && this.#options) this.#ensureThread(this.#options);
    this.#thread?.follow(isQuiet);
    if (missing === 0) this.#rest();
  }

  async stop(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.stop();
  }

  // One search after the other: the one that ends the new thread too is alone to blame.
  #findAgain(options: SearchOptions, request: PageRequest, signal: AbortSignal): Promise<FoundPage> {
    const again = this.#again.then(async () => {
      try {
        signal.throwIfAborted();
        return await this.#ensureThread(options).find(request, signal);
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
    this.#thread ??= new SearchThread({ ...options, budget: this.budget }, (error) => this.#giveUp(error));
    return this.#thread;
  }

  // An index that is damaged is made anew: everything in it follows from the messages.
  #giveUp(error: unknown): void {
    this.#log.error('the text index failed', { error });
    this.#thread = undefined;
    if (!this.#options || !isDamage(error)) return;
    removeIndex(this.#options.file);
    this.#progress = nothing;
  }

  #rest(): void {
    this.#forgetChanges();
    if (this.#thread && this.#clock.monotonic() - this.#usedAt > this.idle) void this.stop();
  }

  #newestChange(): number {
    return this.#db.value<number | null>('SELECT max(id) FROM search_changes') ?? 0;
  }

  /** Forgets the changes that the index has followed, but for the last one, which tells that it has. */
  #forgetChanges(): void {
    const sql = 'SELECT count(*) FROM search_changes WHERE id < ?';
    if ((this.#db.value<number>(sql, this.#progress.change_id) ?? 0) < this.far) return;
    this.#db.transaction(() => this.#db.run('DELETE FROM search_changes WHERE id < ?', this.#progress.change_id));
  }
}

function pausing({ narrow, ...request }: PageRequest): PageRequest {
  return { ...request, narrow: { ...narrow, canPause: true } };
}

function ignore(): void {}
