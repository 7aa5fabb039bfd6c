import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';
import { ensureNoProblem, fieldBlank, type Problem } from './field-problem.ts';
import { templateInvalid, templateVariables } from './url-template.ts';

/** A website that runs code of a language. */
interface Playground {
  id: number;
  name: string;
  /** One of the language's names in code blocks. */
  pygments_language: string;
  /** An RFC 6570 template with the variable `code`. */
  url_template: string;
}

/** In Unicode code points. */
export const playgroundLimits = { name: 100, pygments_language: 40, url_template: 1000 };

export const playgroundNotFound = errorKind('Invalid playground');
const languageInvalid = errorKind('Invalid characters in pygments language');
const codeMissing = errorKind('Missing the required variable "code" in the URL template');
const codeNotAlone = errorKind('"code" should be the only variable present in the URL template');
const playgroundExists = errorKind('Realm playground with this Realm, Pygments language and Name already exists.');

/** The answer lists all problems by field, as `errors`. */
export const playgroundErrors = [
  fieldBlank,
  languageInvalid,
  templateInvalid,
  codeMissing,
  codeNotAlone,
  playgroundExists,
] as const;

/** All playgrounds, as stored and as the API shows them. */
export function listPlaygrounds(db: Database): Playground[] {
  return db.all<Playground>('SELECT id, name, pygments_language, url_template FROM playgrounds ORDER BY id');
}

export function accessPlayground(db: Database, id: number): Playground {
  const sql = 'SELECT id, name, pygments_language, url_template FROM playgrounds WHERE id = ?';
  const playground = db.get<Playground>(sql, id);
  if (!playground) throw playgroundNotFound();
  return playground;
}

const playgrounds: RealmList = { name: phrase('playgrounds'), max: 100, count: 'SELECT count(*) FROM playgrounds' };

/** Adds a playground; returns its id. Throws one of playgroundErrors, or realmListFull. */
export function doAddPlayground(app: Context, wanted: Omit<Playground, 'id'>): number {
  const name = wanted.name.trim();
  const pygments_language = wanted.pygments_language.trim();
  const url_template = wanted.url_template.trim();
  ensureNoProblem(findProblems({ name, pygments_language, url_template }));
  ensureFree(app.db, name, pygments_language);
  const sql = 'INSERT INTO playgrounds (name, pygments_language, url_template) VALUES (?, ?, ?)';
  const { id } = app.db.run(sql, name, pygments_language, url_template);
  ensureRealmListFits(app.db, playgrounds);
  publishPlaygrounds(app);
  return id;
}

export function doRemovePlayground(app: Context, { id }: Playground): void {
  app.db.run('DELETE FROM playgrounds WHERE id = ?', id);
  publishPlaygrounds(app);
}

function findProblems(playground: Omit<Playground, 'id'>): Problem[] {
  const blanks = Object.entries(playground).filter(([, text]) => text === '');
  const problems: Problem[] = blanks.map(([field]) => ({ field, error: fieldBlank() }));
  if (!/^[\w +\-./#]*$/.test(playground.pygments_language)) {
    problems.push({ field: 'pygments_language', error: languageInvalid() });
  }
  if (playground.url_template !== '') problems.push(...findTemplateProblem(playground.url_template));
  return problems;
}

function findTemplateProblem(url_template: string): Problem[] {
  const variables = templateVariables(url_template);
  if (!variables) return [{ field: 'url_template', error: templateInvalid() }];
  if (!variables.has('code')) return [{ field: '__all__', error: codeMissing() }];
  return variables.size === 1 ? [] : [{ field: '__all__', error: codeNotAlone() }];
}

function ensureFree(db: Database, name: string, pygments_language: string): void {
  const sql = 'SELECT 1 FROM playgrounds WHERE pygments_language = ? AND name = ?';
  const isTaken = db.value<number>(sql, pygments_language, name) !== undefined;
  if (isTaken) ensureNoProblem([{ field: '__all__', error: playgroundExists() }]);
}

function publishPlaygrounds(app: Context): void {
  publish(app, { type: 'realm_playgrounds', realm_playgrounds: listPlaygrounds(app.db) }, 'everyone');
}
