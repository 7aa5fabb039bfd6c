import { type Field, fieldLimits, fieldTypes } from '../accounts/profile-field.ts';
import { checkFieldData } from '../accounts/profile-field-data.ts';
import { foldName } from '../ground/text.ts';
import { ApiError } from '../http/errors.ts';
import { firstPicture } from '../images/still.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { checkLinkifier } from '../organization/linkifier-check.ts';
import { doAddPlayground } from '../organization/playground.ts';
import { findImage, insertImage } from '../realm/stored-image.ts';
import type { ArchivedEmoji, ArchivedProfileField } from './archive.ts';
import { cleanName, freeName, isNews, type Job, storeEach, storeIfAllowed, storeNumbered, storing } from './job.ts';
import { cameBefore } from './origins.ts';
import { storePicture } from './store-pictures.ts';

export function storeEmoji(job: Job): void {
  const store = (emoji: ArchivedEmoji) => {
    const old = job.origins.find('emoji', emoji.key);
    if (old !== undefined) {
      job.ids.emoji.match(emoji.from, emoji.id, old);
      job.tally.leave('emoji', cameBefore, emoji.name);
      return;
    }
    if (!matchEmoji(job, emoji)) insertEmoji(job, emoji);
    job.origins.note('emoji', emoji.key, job.ids.emoji.get(emoji.from, emoji.id));
    job.tally.add('emoji');
  };
  storeNumbered(job, { noun: 'emoji', ids: job.ids.emoji }, { items: job.archive.emoji, store });
}

function matchEmoji({ app, ids, isMerge }: Job, { from, id, name, deactivated }: ArchivedEmoji): boolean {
  const sql = 'SELECT id FROM realm_emoji WHERE name = ? AND deactivated = 0 AND id <= ?';
  const known = isMerge && !deactivated ? app.db.value<number>(sql, name, ids.emoji.lastBefore) : undefined;
  if (known !== undefined) ids.emoji.match(from, id, known);
  return known !== undefined;
}

function insertEmoji(job: Job, { from, id, name, author_id, deactivated, pictures }: ArchivedEmoji): void {
  const { db } = job.app;
  const image_id = storePicture(job, 'pictures of emoji', pictures);
  const image = image_id === undefined ? undefined : findImage(db, image_id);
  const still = image && firstPicture(image);
  storing(from, () =>
    db.run(
      `INSERT INTO realm_emoji (id, name, author_id, deactivated, image_id, still_image_id)
       VALUES (?, ?, ?, ?, ?, ?)`,
      job.ids.emoji.take(from, id),
      name,
      job.ids.users.maybe(from, author_id),
      Number(deactivated),
      image_id ?? null,
      still ? insertImage(job.app, still) : null,
    ),
  );
}

/** Stores linkifiers after the existing ones. */
export function storeLinkifiers(job: Job): void {
  for (const { from: _, ...wanted } of job.archive.linkifiers()) {
    if (!isNews(job, 'linkifier', `${wanted.pattern} ${wanted.url_template}`, 'linkifiers')) continue;
    storeIfAllowed(job, 'linkifiers', wanted.pattern, () => {
      const settings = checkLinkifier(wanted);
      job.app.db.run(
        `INSERT OR IGNORE INTO linkifiers (pattern, url_template, example_input, reverse_template,
           alternative_url_templates, position)
         VALUES (?, ?, ?, ?, ?, (SELECT ifnull(max(position), 0) + 1 FROM linkifiers))`,
        settings.pattern,
        settings.url_template,
        settings.example_input,
        settings.reverse_template,
        JSON.stringify(settings.alternative_url_templates),
      );
    });
  }
}

export function storePlaygrounds(job: Job): void {
  for (const { from: _, ...wanted } of job.archive.playgrounds()) {
    if (!isNews(job, 'playground', `${wanted.pygments_language} ${wanted.name}`, 'playgrounds')) continue;
    storeIfAllowed(job, 'playgrounds', wanted.name, () => doAddPlayground(job.app, wanted));
  }
}

export function storeProfileFields(job: Job): void {
  const store = (field: ArchivedProfileField) => {
    const old = job.origins.find('field', field.key);
    if (old !== undefined) {
      job.ids.fields.match(field.from, field.id, old);
      job.tally.leave('profile fields', cameBefore, field.name);
      return;
    }
    if (!matchField(job, field)) insertField(job, field);
    job.origins.note('field', field.key, job.ids.fields.get(field.from, field.id));
    job.tally.add('profile fields');
  };
  storeNumbered(job, { noun: 'profile fields', ids: job.ids.fields }, { items: job.archive.fields(), store });
}

function matchField({ app, ids, isMerge }: Job, { from, id, name, field_type }: ArchivedProfileField): boolean {
  const sql = 'SELECT id FROM profile_fields WHERE name_key = ? AND field_type = ? AND id <= ?';
  const known = isMerge ? app.db.value<number>(sql, foldName(name), field_type, ids.fields.lastBefore) : undefined;
  if (known !== undefined) ids.fields.match(from, id, known);
  return known !== undefined;
}

function insertField(job: Job, field: ArchivedProfileField): void {
  const { db } = job.app;
  const { from, hint } = field;
  const isTaken = (name: string) =>
    db.value<number>('SELECT 1 FROM profile_fields WHERE name_key = ?', foldName(name)) !== undefined;
  const name = freeName(job, 'profile fields', cleanName(field.name, fieldLimits.name, `field ${field.id}`), isTaken);
  const { field_type, field_data } = dataOf(job, field);
  const flags = ['display_in_profile_summary', 'required', 'editable_by_user', 'use_for_user_matching'] as const;
  storing(from, () =>
    db.run(
      `INSERT INTO profile_fields (id, field_type, name, name_key, hint, field_data, position,
         display_in_profile_summary, required, editable_by_user, use_for_user_matching)
       VALUES (?, ?, ?, ?, ?, ?, (SELECT ifnull(max(position), 0) + 1 FROM profile_fields), ?, ?, ?, ?)`,
      job.ids.fields.take(from, field.id),
      field_type,
      name,
      foldName(name),
      hint,
      field_data,
      ...flags.map((flag) => Number(field[flag])),
    ),
  );
}

/** A field's type and data. A field with unreadable options or account becomes a field for short texts. */
function dataOf(
  { tally }: Job,
  { from, name, ...field }: ArchivedProfileField,
): Pick<Field, 'field_type' | 'field_data'> {
  const type = Object.values(fieldTypes).find(({ id }) => id === field.field_type);
  if (!type) return from.fail(`${field.field_type} is no type of a profile field`);
  try {
    const data: unknown = field.field_data === '' ? {} : JSON.parse(field.field_data);
    return { field_type: type.id, field_data: checkFieldData(type.id, data) };
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof SyntaxError)) throw error;
    tally.change('profile fields', 'their options cannot be read: they become short texts', name);
    return { field_type: fieldTypes.SHORT_TEXT.id, field_data: '' };
  }
}

const markdownTypes: readonly number[] = [fieldTypes.SHORT_TEXT.id, fieldTypes.LONG_TEXT.id];

export function storeProfileValues(job: Job): void {
  storeEach(job, 'profile values', job.archive.fieldValues(), (one) => {
    const { from, user_id, value } = one;
    const field_id = job.ids.fields.get(from, one.field_id);
    const type = job.app.db.value<number>('SELECT field_type FROM profile_fields WHERE id = ?', field_id);
    const own_id = job.ids.users.get(from, user_id);
    if (type === undefined || job.oldUserIds.has(own_id)) {
      job.tally.leave('profile values', type === undefined ? 'their field was deleted here' : cameBefore, '');
      return;
    }
    const own = type === fieldTypes.USER.id ? usersHere(job, value) : value;
    if (own === undefined) {
      job.tally.leave('profile values', 'they are not lists of users', value);
      return;
    }
    job.app.db.run(
      'INSERT OR IGNORE INTO profile_values (user_id, field_id, value, rendered_value) VALUES (?, ?, ?, ?)',
      own_id,
      field_id,
      own,
      markdownTypes.includes(type) ? renderMarkdown(value) : null,
    );
    job.tally.add('profile values');
  });
}

/** A JSON list of users with their ids of this database; undefined for any other text. */
function usersHere({ ids }: Job, value: string): string | undefined {
  if (!/^\[\s*(?:\d{1,15}\s*(?:,\s*\d{1,15}\s*)*)?\]$/.test(value)) return undefined;
  return value.replace(/\d+/g, (id) => String(ids.users.find(Number(id)) ?? id));
}
