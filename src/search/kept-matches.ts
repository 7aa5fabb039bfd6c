import type { Database } from '../db/database.ts';
import { listMatching } from './candidates.ts';
import { textsOf, withoutTexts } from './conditions.ts';
import { highlight } from './highlight.ts';
import type { Direction, IdRange } from './id-range.ts';
import { type NewestMatches, updateMatches } from './newest-matches.ts';
import type { FindHits } from './operators/operator.ts';
import type { Stepwise } from './steps.ts';
import { type FoundPage, findRequested, type PageRequest } from './text-search.ts';

const mostLists = 100;
/** Characters of highlighted messages that are kept. */
const mostMarked = 4 * 1024 * 1024;
/** Matches tested at once for each wanted message: users read only a part of all channels. */
const testedEach = 6;

/**
 * Keeps the newest matches of texts that are searched for repeatedly, by whomever. A page of them is found without the
 * search thread: what remains is to test which of them the user may read.
 */
export class KeptMatches {
  #db: Database;
  /** By texts; undefined after the first search. */
  #lists = new Map<string, NewestMatches | undefined>();
  /** Highlighted HTML, by texts and HTML. */
  #marked = new Map<string, string>();
  #markedSize = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The page of a request, if it is among kept matches. */
  find(request: PageRequest): FoundPage | undefined {
    const texts = plainTextsOf(request);
    if (!texts || !this.#lists.has(keyOf(texts))) return undefined;
    const [outcome] = this.#db.snapshot([() => this.#find(request, texts)]);
    if (outcome && 'error' in outcome) throw outcome.error;
    return outcome?.value as FoundPage | undefined;
  }

  /** The texts of a request whose matches should be kept, because they were searched for before. */
  wanted(request: PageRequest): readonly string[] | undefined {
    const texts = plainTextsOf(request);
    if (!texts || this.#lists.has(keyOf(texts))) return texts;
    if (this.#lists.size >= mostLists) this.#lists.clear();
    this.#lists.set(keyOf(texts), undefined);
    return undefined;
  }

  keep(texts: readonly string[], matches: NewestMatches): void {
    this.#lists.set(keyOf(texts), matches);
  }

  clear(): void {
    this.#lists.clear();
    this.#forgetMarked();
  }

  #find(request: PageRequest, texts: readonly string[]): FoundPage | undefined {
    const key = keyOf(texts);
    const kept = this.#lists.get(key);
    const matches = kept && updateMatches(this.#db, kept, texts);
    this.#lists.set(key, matches);
    return matches && findAmong(this.#db, request, matches, (html, find) => this.#mark(key, html, find));
  }

  #mark(key: string, html: string, findHits: FindHits): string {
    const whole = key + html;
    const known = this.#marked.get(whole);
    if (known !== undefined) return known;
    const marked = highlight(html, findHits);
    this.#markedSize += whole.length + marked.length;
    if (this.#markedSize > mostMarked) this.#forgetMarked();
    this.#marked.set(whole, marked);
    return marked;
  }

  #forgetMarked(): void {
    this.#marked.clear();
    this.#markedSize = 0;
  }
}

function keyOf(texts: readonly string[]): string {
  return JSON.stringify(texts);
}

/** The texts of a search for the newest messages without other terms. */
function plainTextsOf({ anchor, narrow: { conditions, isPersonal } }: PageRequest): readonly string[] | undefined {
  const texts = textsOf(conditions);
  const isPlain = texts.length > 0 && isPersonal && conditions.length === texts.length + 1;
  return isPlain && anchor === 'newest' ? texts : undefined;
}

/** The page of a request, if it is among the newest matches. */
function findAmong(
  db: Database,
  { narrow, ...request }: PageRequest,
  matches: NewestMatches,
  mark: typeof highlight,
): FoundPage | undefined {
  const where = withoutTexts(narrow.conditions);
  let isAmong = true;
  const find = (direction: Direction, { from, until }: IdRange, limit: number) => {
    const inOrder = direction === 'before' ? matches.ids : matches.ids.toReversed();
    const ids: number[] = [];
    const within = inOrder.filter((id) => id >= from && id <= until);
    for (let at = 0; at < within.length && ids.length < limit; at += limit * testedEach) {
      ids.push(...listMatching(db, where, within.slice(at, at + limit * testedEach), limit - ids.length));
    }
    isAmong &&= from >= matches.from || ids.length === limit;
    return { ids };
  };
  const finder = (): Stepwise => ({ firstSize: () => Number.POSITIVE_INFINITY, find });
  // A page that needs a pause is long: marking it would delay all requests.
  const { done, value } = findRequested(db, { ...request, narrow: { ...narrow, finder } }, mark).next(true);
  return isAmong && done ? value : undefined;
}
