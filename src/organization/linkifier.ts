import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { plainPublication, publishVariants } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';
import { ensureNoProblem } from './field-problem.ts';
import { checkLinkifier, type LinkifierSettings } from './linkifier-check.ts';

/** Turns the matches of a pattern in messages and topics into links. */
interface Linkifier extends LinkifierSettings {
  id: number;
}

export const linkifierNotFound = errorKind('Linkifier not found.');
export const linkifierExists = errorKind('Realm filter with this Realm and Pattern already exists.');
const orderRepeats = errorKind('The ordered list must not contain duplicated linkifiers');
const orderIncomplete = errorKind('The ordered list must enumerate all existing linkifiers exactly once');
export const linkifierOrderErrors = [orderRepeats, orderIncomplete] as const;

type Row = Omit<Linkifier, 'alternative_url_templates'> & { alternative_url_templates: string };
const columns = 'id, pattern, url_template, example_input, reverse_template, alternative_url_templates';

/** All linkifiers in the order of application, as stored and as the API shows them. */
export function listLinkifiers(db: Database): Linkifier[] {
  return db.all<Row>(`SELECT ${columns} FROM linkifiers ORDER BY position, id`).map(fromRow);
}

export function accessLinkifier(db: Database, id: number): Linkifier {
  const row = db.get<Row>(`SELECT ${columns} FROM linkifiers WHERE id = ?`, id);
  if (!row) throw linkifierNotFound();
  return fromRow(row);
}

const linkifiers: RealmList = {
  name: phrase('linkifiers'),
  max: 100,
  count: 'SELECT count(*) FROM linkifiers',
  size: {
    maxMib: 1,
    bytes: `SELECT sum(octet_length(pattern) + octet_length(url_template) + octet_length(alternative_url_templates)
      + ifnull(octet_length(example_input), 0) + ifnull(octet_length(reverse_template), 0)) FROM linkifiers`,
  },
};

/** Adds a linkifier after all others; returns its id. Throws one of linkifierErrors, linkifierExists or realmListFull. */
export function doAddLinkifier(app: Context, wanted: LinkifierSettings): number {
  const settings = checkLinkifier(wanted);
  ensurePatternFree(app.db, settings.pattern);
  const { id } = app.db.run(
    `INSERT INTO linkifiers (pattern, url_template, example_input, reverse_template, alternative_url_templates, position)
     VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(position), 0) + 1 FROM linkifiers))`,
    ...storedForm(settings),
  );
  ensureRealmListFits(app.db, linkifiers);
  publishLinkifiers(app);
  return id;
}

/** Updates a linkifier. Throws one of linkifierErrors, linkifierExists or realmListFull. */
export function doUpdateLinkifier(app: Context, { id }: Linkifier, wanted: LinkifierSettings): void {
  const settings = checkLinkifier(wanted);
  ensurePatternFree(app.db, settings.pattern, id);
  app.db.run(
    `UPDATE linkifiers SET pattern = ?, url_template = ?, example_input = ?, reverse_template = ?,
       alternative_url_templates = ?
     WHERE id = ?`,
    ...storedForm(settings),
    id,
  );
  ensureRealmListFits(app.db, linkifiers);
  publishLinkifiers(app);
}

export function doRemoveLinkifier(app: Context, { id }: Linkifier): void {
  app.db.run('DELETE FROM linkifiers WHERE id = ?', id);
  publishLinkifiers(app);
}

/** Sorts all linkifiers by a list of their ids. Throws one of linkifierOrderErrors. */
export function doReorderLinkifiers(app: Context, order: readonly number[]): void {
  if (new Set(order).size < order.length) throw orderRepeats();
  const existing = listLinkifiers(app.db).map(({ id }) => id);
  if (order.length < existing.length || !order.every((id) => existing.includes(id))) throw orderIncomplete();
  if (isDeepStrictEqual(order, existing)) return;
  for (const [position, id] of order.entries()) {
    app.db.run('UPDATE linkifiers SET position = ? WHERE id = ?', position, id);
  }
  publishLinkifiers(app);
}

function ensurePatternFree(db: Database, pattern: string, linkifier_id?: number): void {
  const holder = db.value<number>('SELECT id FROM linkifiers WHERE pattern = ?', pattern);
  if (holder !== undefined && holder !== linkifier_id) {
    ensureNoProblem([{ field: '__all__', error: linkifierExists() }]);
  }
}

function publishLinkifiers(app: Context): void {
  const event = { type: 'realm_linkifiers', realm_linkifiers: listLinkifiers(app.db) } as const;
  publishVariants(app, {
    ...plainPublication(event, 'everyone'),
    // Older clients would read the templates as the older format strings.
    accepts: (profile) => profile.linkifier_url_template,
  });
}

function fromRow(row: Row): Linkifier {
  return { ...row, alternative_url_templates: JSON.parse(row.alternative_url_templates) as string[] };
}

function storedForm(settings: LinkifierSettings) {
  const { pattern, url_template, example_input, reverse_template, alternative_url_templates } = settings;
  return [pattern, url_template, example_input, reverse_template, JSON.stringify(alternative_url_templates)] as const;
}
