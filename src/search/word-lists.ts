import type { Database } from '../db/database.ts';
import { gramsQuery, type PartPlace } from './index-entries.ts';

/** Up to this many words replace a part of a word in the query. */
const mostWords = 200;
const mostCandidates = 1000;
/** Up to this many newer words, a kept list is completed, which is faster than a new one. */
const mostNewer = 1000;
const mostLists = 200;

/** Words that contain a part of a word: all, or some of those that came into the index first. */
interface Words {
  words: readonly string[];
  areAll: boolean;
}

/**
 * Lists the words of an index that contain a part of a word. Lists are kept, because people read on in what they found,
 * page by page, and a list takes a third of the time of a search for a common word.
 */
export class WordLists {
  #db: Database;
  /** By place and part, with the id of the newest word in the index then. Words are only added to the index. */
  #lists = new Map<string, Words & { newest: number }>();

  /** `db` is a connection with the index attached. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** All words that contain a part; undefined if there are too many. */
  find(part: string, place: PartPlace): readonly string[] | undefined {
    const { words, areAll } = this.findSome(part, place);
    return areAll ? words : undefined;
  }

  /** Words that contain a part: if there are too many, the first in the index, which are mostly the most common. */
  findSome(part: string, place: PartPlace): Words {
    const key = `${place} ${part}`;
    const newest = this.#db.value<number | null>('SELECT max(id) FROM words') ?? 0;
    const kept = this.#lists.get(key);
    if (kept?.newest === newest) return kept;
    const isRecent = kept && newest - kept.newest <= mostNewer;
    const list = isRecent ? this.#complete(kept, kept.newest, part, place) : this.#look(part, place);
    if (this.#lists.size >= mostLists) this.#lists.clear();
    this.#lists.set(key, { ...list, newest });
    return list;
  }

  clear(): void {
    this.#lists.clear();
  }

  #complete({ words, areAll }: Words, since: number, part: string, place: PartPlace): Words {
    if (!areAll) return { words, areAll };
    const newer = this.#db.values<string>('SELECT word FROM words WHERE id > ?', since);
    return few([...words, ...newer.filter((word) => isAt(word, part, place))]);
  }

  #look(part: string, place: PartPlace): Words {
    const sql = `SELECT words.word FROM word_index CROSS JOIN words ON words.id = word_index.rowid
      WHERE word_index MATCH ? LIMIT ?`;
    const candidates = this.#db.values<string>(sql, gramsQuery(part), mostCandidates);
    const { words, areAll } = few(candidates.filter((word) => isAt(word, part, place)));
    return { words, areAll: areAll && candidates.length < mostCandidates };
  }
}

function few(words: string[]): Words {
  return { words: words.slice(0, mostWords), areAll: words.length <= mostWords };
}

function isAt(word: string, part: string, place: PartPlace): boolean {
  if (place === 'start') return word.startsWith(part);
  return place === 'anywhere' ? word.includes(part) : word.endsWith(part);
}
