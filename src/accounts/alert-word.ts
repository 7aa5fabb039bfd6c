import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { foldName } from '../ground/text.ts';
import { phrase } from '../http/phrase.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import type { User } from '../users/user.ts';

const alertWords: OwnList = {
  name: phrase('alert words'),
  max: 1000,
  count: 'SELECT count(*) FROM alert_words WHERE user_id = ?',
};

/** The words and phrases that alert a user, in alphabetical order. */
export function listAlertWords(db: Database, user: User): readonly string[] {
  return db.cachedValues('SELECT word FROM alert_words WHERE user_id = ? ORDER BY word_key', user.id);
}

/** Adds words that a user does not have yet, ignoring case. Throws listFull. */
export function doAddAlertWords(app: Context, user: User, words: readonly string[]): void {
  const sql = 'INSERT OR IGNORE INTO alert_words (user_id, word_key, word) VALUES (?, ?, ?)';
  const added = words.filter((word) => app.db.run(sql, user.id, wordKey(word), word).changes > 0);
  ensureWithinBound(app.db, user, alertWords);
  if (added.length > 0) publishAlertWords(app, user);
}

/** Removes words of a user, ignoring case. */
export function doRemoveAlertWords(app: Context, user: User, words: readonly string[]): void {
  const sql = 'DELETE FROM alert_words WHERE user_id = ? AND word_key = ?';
  const removed = words.filter((word) => app.db.run(sql, user.id, wordKey(word)).changes > 0);
  if (removed.length > 0) publishAlertWords(app, user);
}

/** Trims a phrase and reduces its spaces to one between words. */
export function trimAlertWord(word: string): string {
  return wordsOf(word).join(' ');
}

/** Number of words in a phrase. */
export function countWords(phrase: string): number {
  return wordsOf(phrase).length;
}

function wordsOf(phrase: string): string[] {
  return phrase.split(/\s+/).filter(Boolean);
}

// Folding can turn other characters into spaces.
function wordKey(word: string): string {
  return trimAlertWord(foldName(word));
}

function publishAlertWords(app: Context, user: User): void {
  publish(app, { type: 'alert_words', alert_words: listAlertWords(app.db, user) }, { user_ids: [user.id] });
}
