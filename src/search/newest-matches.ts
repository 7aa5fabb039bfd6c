import { newestMessageId } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { conjunction } from '../db/sql.ts';
import { candidateQuery, candidateSql, listMatching, nearestOf, notIndexed, type Reached } from './candidates.ts';
import { textCondition } from './full-text.ts';
import { hasChangesSince, lastChange, readProgress } from './text-index.ts';
import type { WordLists } from './word-lists.ts';

/** The newest messages with some texts, the same for all users. */
export interface NewestMatches extends Reached {
  /** Newest first. */
  ids: readonly number[];
  /** All matches from this message on are listed. */
  from: number;
}

const mostListed = 300;
/** If more messages came or were changed, a new list takes less time. */
const mostMissing = 200;

/**
 * Lists the newest matches, on a connection with the index attached; undefined while the index lacks many messages.
 */
export function listNewestMatches(db: Database, texts: readonly string[], lists: WordLists): NewestMatches | undefined {
  const query = candidateQuery(texts, lists);
  const ids = db.values<number>(`${candidateSql.before} LIMIT ?`, query, 0, Number.MAX_SAFE_INTEGER, mostListed);
  const { message_id, change_id } = readProgress(db);
  const list = { ids: stillMatching(db, ids, texts), from: startOf(ids), message_id, change_id };
  return withMissing(db, list, texts);
}

/** A list with the messages that came or were changed since; undefined if there are many. */
export function updateMatches(db: Database, list: NewestMatches, texts: readonly string[]): NewestMatches | undefined {
  if (lastChange(db) === list.change_id) {
    return newestMessageId(db) === list.message_id ? list : withMissing(db, list, texts);
  }
  if (!hasChangesSince(db, list.change_id)) return undefined;
  return withMissing(db, { ...list, ids: stillMatching(db, list.ids, texts) }, texts);
}

function withMissing(db: Database, list: NewestMatches, texts: readonly string[]): NewestMatches | undefined {
  const missing = notIndexed(db, list, conjunction(texts.map(textCondition)));
  if (missing.count(mostMissing) === mostMissing) return undefined;
  const added = missing.find('before', { from: list.from, until: Number.MAX_SAFE_INTEGER }, mostMissing);
  const ids = nearestOf('before', list.ids, added, mostListed);
  const from = Math.max(list.from, startOf(ids));
  return { ids, from, message_id: newestMessageId(db), change_id: lastChange(db) };
}

function stillMatching(db: Database, ids: readonly number[], texts: readonly string[]): readonly number[] {
  return listMatching(db, conjunction(texts.map(textCondition)), ids, mostListed);
}

/** The message from which on a list has everything. */
function startOf(ids: readonly number[]): number {
  return ids.length < mostListed ? 0 : (ids.at(-1) as number);
}
