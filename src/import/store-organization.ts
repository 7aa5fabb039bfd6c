import { fieldLimits } from '../accounts/profile-field.ts';
import { foldName } from '../ground/text.ts';
import { findImage, insertImage } from '../images/image.ts';
import { firstPicture } from '../images/still.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { checkLinkifier } from '../organization/linkifier-check.ts';
import { doAddPlayground } from '../organization/playground.ts';
import type { ArchivedEmoji, ArchivedProfileField } from './archive.ts';
import { freeName, type Job, storeIfAllowed, storing } from './job.ts';
import { storePicture } from './store-pictures.ts';

export function storeEmoji(job: Job): void {
  for (const emoji of job.archive.emoji) {
    if (!matchEmoji(job, emoji)) insertEmoji(job, emoji);
    job.tally.add('emoji');
  }
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
      still ? insertImage(db, still) : null,
    ),
  );
}

/** Stores linkifiers after those that are here. */
export function storeLinkifiers(job: Job): void {
  for (const { from: _, ...wanted } of job.archive.linkifiers()) {
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
    storeIfAllowed(job, 'playgrounds', wanted.name, () => doAddPlayground(job.app, wanted));
  }
}

export function storeProfileFields(job: Job): void {
  for (const field of job.archive.fields()) {
    job.tally.add('profile fields');
    if (!matchField(job, field)) insertField(job, field);
  }
}

function matchField({ app, ids, isMerge }: Job, { from, id, name, field_type }: ArchivedProfileField): boolean {
  const sql = 'SELECT id FROM profile_fields WHERE name_key = ? AND field_type = ? AND id <= ?';
  const known = isMerge ? app.db.value<number>(sql, foldName(name), field_type, ids.fields.lastBefore) : undefined;
  if (known !== undefined) ids.fields.match(from, id, known);
  return known !== undefined;
}

function insertField(job: Job, field: ArchivedProfileField): void {
  const { db } = job.app;
  const { from, hint, field_data } = field;
  const isTaken = (name: string) =>
    db.value<number>('SELECT 1 FROM profile_fields WHERE name_key = ?', foldName(name)) !== undefined;
  const name = freeName(job, 'profile fields', [...field.name].slice(0, fieldLimits.name).join(''), isTaken);
  const flags = ['display_in_profile_summary', 'required', 'editable_by_user', 'use_for_user_matching'] as const;
  storing(from, () =>
    db.run(
      `INSERT INTO profile_fields (id, field_type, name, name_key, hint, field_data, position,
         display_in_profile_summary, required, editable_by_user, use_for_user_matching)
       VALUES (?, ?, ?, ?, ?, ?, (SELECT ifnull(max(position), 0) + 1 FROM profile_fields), ?, ?, ?, ?)`,
      job.ids.fields.take(from, field.id),
      field.field_type,
      name,
      foldName(name),
      hint,
      field_data,
      ...flags.map((flag) => Number(field[flag])),
    ),
  );
}

/** Field types whose values are Markdown, and the one whose values are users. */
const markdownTypes = [1, 2];
const usersType = 6;

export function storeProfileValues(job: Job): void {
  const { db } = job.app;
  for (const { from, user_id, field_id, value } of job.archive.fieldValues()) {
    const field = job.ids.fields.get(from, field_id);
    const type = db.value<number>('SELECT field_type FROM profile_fields WHERE id = ?', field) as number;
    db.run(
      'INSERT OR IGNORE INTO profile_values (user_id, field_id, value, rendered_value) VALUES (?, ?, ?, ?)',
      job.ids.users.get(from, user_id),
      field,
      type === usersType ? usersHere(job, value) : value,
      markdownTypes.includes(type) ? renderMarkdown(value) : null,
    );
    job.tally.add('profile values');
  }
}

function usersHere({ ids }: Job, value: string): string {
  return value.replace(/\d{1,15}/g, (id) => String(ids.users.find(Number(id)) ?? id));
}
