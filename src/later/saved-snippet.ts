import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { awaitFiles } from '../uploads/awaited.ts';
import { ensureWithinBound, type OwnList } from '../users/own-list.ts';
import type { User } from '../users/user.ts';

/** A text saved for reuse, as the API presents it. */
interface SavedSnippet {
  id: number;
  title: string;
  /** Markdown. */
  content: string;
  date_created: number;
}

export const snippetMissing = errorKind('Saved snippet does not exist.', { status: 404 });

const ownSnippets: OwnList = {
  name: phrase('saved snippets'),
  max: 1000,
  count: 'SELECT count(*) FROM saved_snippets WHERE user_id = ?',
  size: {
    maxMib: 1,
    bytes: `SELECT sum(100 + octet_length(json_quote(title)) + octet_length(json_quote(content)))
      FROM saved_snippets WHERE user_id = ?`,
  },
};

const columns = 'id, title, content, created_at AS date_created';

/** A user's own snippet. Throws snippetMissing. */
export function accessSnippet(db: Database, user: User, id: number): SavedSnippet {
  const sql = `SELECT ${columns} FROM saved_snippets WHERE id = ? AND user_id = ?`;
  const snippet = db.get<SavedSnippet>(sql, id, user.id);
  if (!snippet) throw snippetMissing();
  return snippet;
}

/** A user's snippets, oldest first. */
export function listSnippets(db: Database, user: User): SavedSnippet[] {
  return db.all(`SELECT ${columns} FROM saved_snippets WHERE user_id = ? ORDER BY id`, user.id);
}

/** Saves a snippet and publishes it to the user's clients. Returns its id. Throws listFull. */
export function doAddSnippet(app: Context, user: User, { title, content }: { title: string; content: string }): number {
  const date_created = app.clock.now();
  const sql = 'INSERT INTO saved_snippets (user_id, title, content, created_at) VALUES (?, ?, ?, ?)';
  const { id } = app.db.run(sql, user.id, title, content, date_created);
  ensureWithinBound(app.db, user, ownSnippets);
  awaitFiles(app, user, { saved_snippet_id: id }, content);
  const saved_snippet = { id, title, content, date_created };
  publish(app, { type: 'saved_snippets', op: 'add', saved_snippet }, { user_ids: [user.id] });
  return id;
}

/** Stores the title and content of `snippet`, and publishes them to the user's clients. Throws listFull. */
export function doEditSnippet(app: Context, user: User, snippet: SavedSnippet): void {
  const sql = 'UPDATE saved_snippets SET title = ?, content = ? WHERE id = ?';
  app.db.run(sql, snippet.title, snippet.content, snippet.id);
  ensureWithinBound(app.db, user, ownSnippets);
  awaitFiles(app, user, { saved_snippet_id: snippet.id }, snippet.content);
  publish(app, { type: 'saved_snippets', op: 'update', saved_snippet: snippet }, { user_ids: [user.id] });
}

/** Deletes a snippet and publishes that to the user's clients. */
export function doRemoveSnippet(app: Context, user: User, { id }: SavedSnippet): void {
  app.db.run('DELETE FROM saved_snippets WHERE id = ?', id);
  publish(app, { type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, { user_ids: [user.id] });
}
