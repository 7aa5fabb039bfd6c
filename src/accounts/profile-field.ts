import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { findInvalidCharacter, foldName } from '../ground/text.ts';
import { errorKind } from '../http/errors.ts';
import { phrase } from '../http/phrase.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';

/** The types of fields, by their API names. */
export const fieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  LONG_TEXT: { id: 2, name: 'Long text' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const;
export type FieldType = (typeof fieldTypes)[keyof typeof fieldTypes]['id'];

/** A custom profile field, as stored. */
export interface Field {
  id: number;
  field_type: FieldType;
  name: string;
  hint: string;
  /** JSON of the options or of the external account; empty for other types. */
  field_data: string;
  /** Display order; equal positions are sorted by id. */
  position: number;
  display_in_profile_summary: 0 | 1;
  required: 0 | 1;
  editable_by_user: 0 | 1;
  use_for_user_matching: 0 | 1;
}

/** The settings of a field; the data is already checked for its type. */
export interface FieldSettings {
  name: string;
  hint: string;
  field_data: string;
  display_in_profile_summary: boolean;
  required: boolean;
  editable_by_user: boolean;
  use_for_user_matching: boolean;
}

/** In Unicode code points. */
export const fieldLimits = { name: 40, hint: 80 };
const maxInSummary = 2;

export const fieldNotFound = errorKind<{ id: number }>('Field id {id} not found.');
export const fieldTypeInvalid = errorKind('Invalid field type.');
export const fieldOrderIncomplete = errorKind('Invalid order mapping.');
const nameEmpty = errorKind('Label cannot be blank.');
const nameCharacter = errorKind<{ position: number }>('Invalid character in field name, at position {position}.');
const nameInUse = errorKind('A field with that label already exists.');
const summaryUnfit = errorKind('Field type not supported for display in profile summary.');
const summaryFull = errorKind(`Only ${maxInSummary} custom profile fields can be displayed in the profile summary.`);
export const fieldErrors = [nameEmpty, nameCharacter, nameInUse, summaryUnfit, summaryFull] as const;
export const usualFieldFixed = errorKind('Default custom field cannot be updated.');

const columns = `id, field_type, name, hint, field_data, position, display_in_profile_summary, required,
  editable_by_user, use_for_user_matching`;

export function accessField(db: Database, id: number): Field {
  const field = db.get<Field>(`SELECT ${columns} FROM profile_fields WHERE id = ?`, id);
  if (!field) throw fieldNotFound({ id });
  return field;
}

/** All fields in display order. */
function listFields(db: Database): Field[] {
  return db.all<Field>(`SELECT ${columns} FROM profile_fields ORDER BY position, id`);
}

/** All fields in display order, as the API shows them. */
export function presentFields(db: Database): object[] {
  return listFields(db).map((field) => ({
    id: field.id,
    type: field.field_type,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    order: field.position,
    required: field.required === 1,
    editable_by_user: field.editable_by_user === 1,
    use_for_user_matching: field.use_for_user_matching === 1,
    ...(field.display_in_profile_summary === 1 ? { display_in_profile_summary: true } : {}),
  }));
}

/** The current settings of a field. */
export function settingsOf(field: Field): FieldSettings {
  return {
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    display_in_profile_summary: field.display_in_profile_summary === 1,
    required: field.required === 1,
    editable_by_user: field.editable_by_user === 1,
    use_for_user_matching: field.use_for_user_matching === 1,
  };
}

/** The type with this number. Throws fieldTypeInvalid. */
export function checkFieldType(field_type: number): FieldType {
  const type = Object.values(fieldTypes).find(({ id }) => id === field_type);
  if (!type) throw fieldTypeInvalid();
  return type.id;
}

const fields: RealmList = {
  name: phrase('profile fields'),
  max: 50,
  count: 'SELECT count(*) FROM profile_fields',
  size: { maxMib: 1, bytes: 'SELECT sum(octet_length(hint) + octet_length(field_data)) FROM profile_fields' },
};

/** Creates a field after all others; returns its id. Throws one of fieldErrors. */
export function doCreateField(app: Context, field_type: FieldType, wanted: FieldSettings): number {
  const settings = checkSettings(app.db, { field_type }, wanted);
  const { id } = app.db.run(
    `INSERT INTO profile_fields (field_type, name, name_key, hint, field_data, display_in_profile_summary, required,
       editable_by_user, use_for_user_matching, position)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(position), 0) + 1 FROM profile_fields))`,
    field_type,
    ...storedForm(settings),
  );
  ensureRealmListFits(app.db, fields);
  publishFields(app);
  return id;
}

/** Updates a field's settings. Throws one of fieldErrors. */
export function doUpdateField(app: Context, field: Field, wanted: FieldSettings): void {
  const settings = checkSettings(app.db, field, wanted);
  if (isDeepStrictEqual(settings, settingsOf(field))) return;
  app.db.run(
    `UPDATE profile_fields SET name = ?, name_key = ?, hint = ?, field_data = ?, display_in_profile_summary = ?,
       required = ?, editable_by_user = ?, use_for_user_matching = ?
     WHERE id = ?`,
    ...storedForm(settings),
    field.id,
  );
  ensureRealmListFits(app.db, fields);
  publishFields(app);
}

/** Deletes a field and its values in profiles. */
export function doDeleteField(app: Context, field: Field): void {
  app.db.run('DELETE FROM profile_fields WHERE id = ?', field.id);
  publishFields(app);
}

/** Sorts all fields by a list of their ids; unknown ids are ignored. Throws fieldOrderIncomplete. */
export function doReorderFields(app: Context, order: readonly number[]): void {
  const positions = new Map(order.map((id, index) => [id, index]));
  const before = listFields(app.db).map(({ id }) => id);
  if (before.some((id) => !positions.has(id))) throw fieldOrderIncomplete();
  const after = order.filter((id, index) => before.includes(id) && positions.get(id) === index);
  // Clients keep the positions, too, so an order that is there already changes none of them.
  if (isDeepStrictEqual(after, before)) return;
  const sql = 'UPDATE profile_fields SET position = ? WHERE id = ?';
  for (const id of after) app.db.run(sql, positions.get(id) as number, id);
  publishFields(app);
}

function checkSettings(
  db: Database,
  { id, field_type }: { id?: number; field_type: FieldType },
  settings: FieldSettings,
): FieldSettings {
  if (settings.display_in_profile_summary) ensureRoomInSummary(db, id);
  const name = checkName(db, settings.name, id);
  if (settings.display_in_profile_summary) ensureFitsSummary(field_type);
  return { ...settings, name, hint: settings.hint.trim() };
}

function ensureRoomInSummary(db: Database, field_id: number | undefined): void {
  const sql = 'SELECT count(*) FROM profile_fields WHERE display_in_profile_summary = 1 AND id IS NOT ?';
  if ((db.value<number>(sql, field_id ?? null) ?? 0) >= maxInSummary) throw summaryFull();
}

function checkName(db: Database, name: string, field_id: number | undefined): string {
  const trimmed = name.trim();
  if (trimmed === '') throw nameEmpty();
  const position = findInvalidCharacter(trimmed);
  if (position > 0) throw nameCharacter({ position });
  const holder = db.value<number>('SELECT id FROM profile_fields WHERE name_key = ?', foldName(trimmed));
  if (holder !== undefined && holder !== field_id) throw nameInUse();
  return trimmed;
}

// A summary only has room for short values.
function ensureFitsSummary(field_type: FieldType): void {
  if (field_type === fieldTypes.LONG_TEXT.id || field_type === fieldTypes.USER.id) throw summaryUnfit();
}

function storedForm(settings: FieldSettings) {
  return [
    settings.name,
    foldName(settings.name),
    settings.hint,
    settings.field_data,
    Number(settings.display_in_profile_summary),
    Number(settings.required),
    Number(settings.editable_by_user),
    Number(settings.use_for_user_matching),
  ] as const;
}

function publishFields(app: Context): void {
  publish(app, { type: 'custom_profile_fields', fields: presentFields(app.db) }, 'everyone');
}
