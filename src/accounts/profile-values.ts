import type { Context } from '../context.ts';
import { plainPublication, publishVariants } from '../events/event.ts';
import { errorKind, parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { integer, isLongerThan, type Kind, list, object, required, text } from '../http/params.ts';
import { phrase } from '../http/phrase.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { realmListFull } from '../realm/realm-list.ts';
import { canAccessUser, userAudience } from '../users/access.ts';
import type { ProfileValue } from '../users/profile-record.ts';
import { findUser, getUser, isAdministrator, isBot, type User } from '../users/user.ts';
import { accessField, type Field, type FieldType, fieldNotFound, fieldTypes } from './profile-field.ts';
import { choiceKeys, isWebUrl } from './profile-field-data.ts';

/** The new value of a profile field: text, user ids for fields of that type, or null for none. */
export interface NewProfileValue {
  id: number;
  value: string | number[] | null;
}

/** In Unicode code points. */
const limits = { short: 50, long: 500, url: 2048 };

export const fieldRestricted = errorKind(
  'You are not allowed to change this field. Contact an administrator to update it.',
);
const notText = errorKind<{ name: string }>('{name} is not a string');
const notUserIds = errorKind<{ name: string }>('{name} is not a list of user IDs');
const tooLong = errorKind<{ name: string; limit: number }>('{name} is too long (limit: {limit} characters)');
const notChoice = errorKind<{ name: string; value: string }>("'{value}' is not a valid choice for '{name}'.");
const notDate = errorKind<{ name: string }>('{name} is not a date');
const notUrl = errorKind<{ name: string }>('{name} is not a URL');
const unknownUsers = errorKind<{ ids: string }>('Invalid user IDs: {ids}');
const userIsBot = errorKind<{ id: number }>('User with ID {id} is a bot');
const userDeactivated = errorKind<{ id: number }>('User with ID {id} is deactivated');

export const profileErrors = [
  fieldNotFound,
  fieldRestricted,
  notText,
  notUserIds,
  tooLong,
  notChoice,
  notDate,
  notUrl,
  unknownUsers,
  userIsBot,
  userDeactivated,
  realmListFull,
] as const;

const valueKind: Kind<NewProfileValue['value']> = {
  schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }, { type: 'null' }] },
  json: false,
  bad: [],
  read(raw, name) {
    if (raw === null) return null;
    if (Array.isArray(raw)) return list(integer()).read(raw, name);
    if (typeof raw === 'string') return text().read(raw, name);
    throw parameterInvalid({ name, problem: problems.notStringOrList });
  },
};

/** A list of `{id, value}`, the parameter of profile changes. */
export const profileValues: Kind<NewProfileValue[]> = list(
  object({
    id: required(integer(), 'The field.'),
    value: required(valueKind, 'Text, a list of user ids, or null for nothing.'),
  }),
  { max: 1000 },
);

/** Sets values of a user's profile fields; empty values remove the stored ones. Throws one of profileErrors. */
export function doSetProfileValues(app: Context, actor: User, target: User, values: readonly NewProfileValue[]): void {
  for (const { id, value } of values) {
    const field = accessEditableField(app, actor, id);
    if (isEmpty(value)) doRemoveValue(app, target, field);
    else doSetValue(app, target, field, checkValue(app, actor, field, value));
  }
  ensureProfileFits(app, target);
}

const longProfiles = phrase('long profiles');

/** Throws realmListFull if long profiles are together too long; a short one always fits. */
function ensureProfileFits({ db }: Context, { id }: User): void {
  const own = db.value<number | null>(`${profileBytesSql} WHERE user_id = ?`, id) ?? 0;
  if (own <= shortProfile || (db.value<number>(profileBytesSql) ?? 0) <= maxProfileMib * 1024 * 1024) return;
  throw realmListFull({ name: longProfiles, limit: `${maxProfileMib} MiB` });
}

/** Every client gets all profiles with the initial state. */
const maxProfileMib = 16;

/** In bytes. */
const shortProfile = 2048;
const profileBytesSql =
  'SELECT sum(octet_length(value) + coalesce(octet_length(rendered_value), 0)) FROM profile_values';

/** Removes values of a user's profile fields. Throws fieldNotFound or fieldRestricted. */
export function doRemoveProfileValues(app: Context, actor: User, target: User, field_ids: readonly number[]): void {
  for (const id of field_ids) doRemoveValue(app, target, accessEditableField(app, actor, id));
}

/** Removes profile values whose option is missing in the new `field_data` of a list. */
export function doRemoveLostChoices(app: Context, field: Field, field_data: string): void {
  if (field.field_type !== fieldTypes.SELECT.id) return;
  const kept = new Set(choiceKeys(field_data));
  const rows = app.db.tuples<[number, string]>(
    'SELECT user_id, value FROM profile_values WHERE field_id = ? ORDER BY user_id',
    field.id,
  );
  for (const [user_id, value] of rows) {
    if (!kept.has(value)) doRemoveValue(app, getUser(app.db, user_id), field);
  }
}

function accessEditableField(app: Context, actor: User, id: number): Field {
  const field = accessField(app.db, id);
  if (!field.editable_by_user && !isAdministrator(actor)) throw fieldRestricted();
  return field;
}

function isEmpty(value: NewProfileValue['value']): value is null | '' {
  return value === null || value.length === 0 || (typeof value === 'string' && value.trim() === '');
}

function doSetValue(app: Context, target: User, field: Field, value: string): void {
  const rendered_value = hasMarkdown.has(field.field_type) ? renderMarkdown(value) : null;
  const { changes } = app.db.run(
    `INSERT INTO profile_values (user_id, field_id, value, rendered_value) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET value = excluded.value, rendered_value = excluded.rendered_value
       WHERE value <> excluded.value OR rendered_value IS NOT excluded.rendered_value`,
    target.id,
    field.id,
    value,
    rendered_value,
  );
  if (changes === 0) return;
  publishValue(app, target, field, rendered_value === null ? { value } : { value, rendered_value });
}

function doRemoveValue(app: Context, target: User, field: Field): void {
  const sql = 'DELETE FROM profile_values WHERE user_id = ? AND field_id = ?';
  if (app.db.run(sql, target.id, field.id).changes > 0) publishValue(app, target, field, { value: null });
}

function publishValue(app: Context, user: User, field: Field, value: ProfileValue | { value: null }): void {
  const person = { user_id: user.id, custom_profile_field: { id: field.id, ...value } };
  const event = { type: 'realm_user', op: 'update', person } as const;
  // Messages show nothing of a profile, unlike other data of a user.
  publishVariants(app, { ...plainPublication(event, userAudience(app, user)), message_ids: [] });
}

const hasMarkdown = new Set<FieldType>([fieldTypes.SHORT_TEXT.id, fieldTypes.LONG_TEXT.id]);

/** Checks a value and returns its stored form. */
function checkValue(app: Context, actor: User, field: Field, value: string | number[]): string {
  if (field.field_type === fieldTypes.USER.id) {
    if (typeof value === 'string') throw notUserIds(field);
    return JSON.stringify(checkUserIds(app, actor, value));
  }
  if (typeof value !== 'string') throw notText(field);
  const trimmed = value.trim();
  checkText(field, trimmed);
  return trimmed;
}

function checkText(field: Field, value: string): void {
  switch (field.field_type) {
    case fieldTypes.SELECT.id:
      if (!choiceKeys(field.field_data).includes(value)) throw notChoice({ name: field.name, value });
      return;
    case fieldTypes.DATE.id:
      if (!isDate(value)) throw notDate(field);
      return;
    case fieldTypes.URL.id:
      ensureLength(field, value, limits.url);
      if (!isWebUrl(value)) throw notUrl(field);
      return;
    default:
      ensureLength(field, value, field.field_type === fieldTypes.LONG_TEXT.id ? limits.long : limits.short);
  }
}

function ensureLength({ name }: Field, value: string, limit: number): void {
  if (isLongerThan(value, limit)) throw tooLong({ name, limit });
}

// An existing calendar day survives the conversion unchanged.
function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function checkUserIds(app: Context, actor: User, ids: readonly number[]): number[] {
  const users = new Map(ids.map((id) => [id, findUser(app.db, id)]));
  const unknown = [...users].filter(([, user]) => !user || !canAccessUser(app, actor, user)).map(([id]) => id);
  if (unknown.length > 0) throw unknownUsers({ ids: unknown.join(', ') });
  for (const [id, user] of users) {
    if (user && isBot(user)) throw userIsBot({ id });
    if (!user?.is_active) throw userDeactivated({ id });
  }
  return [...users.keys()];
}
