import type { App } from '../context.ts';
import type { Database } from '../db/database.ts';
import { isUnicodeEmojiName } from '../emoji/emoji.ts';
import { publish } from '../events/event.ts';
import type { UploadedFile } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { doInsertImage, doStoreImage, findImage, getImage, type Image } from '../images/image.ts';
import { firstPicture } from '../images/still.ts';
import { isAdministrator, type User } from '../users/user.ts';

/** An emoji of the organization's own that one can still use. */
interface CustomEmoji {
  id: number;
  author_id: number | null;
}

/** In Unicode code points. */
const maxNameLength = 100;

const emojiNameMissing = errorKind('Emoji name is missing');
const emojiNameTooLong = errorKind(`Emoji names have at most ${maxNameLength} characters.`);
const emojiNameCharacters = errorKind(
  'Emoji names consist of letters from a to z, digits, spaces, dashes and underscores.',
);
const emojiNameEnd = errorKind('Emoji names must end with a letter or a digit.');
const emojiNameTaken = errorKind('A custom emoji with this name already exists.');
const emojiOverrideRefused = errorKind('Only administrators can override default emoji.');
export const emojiMissing = errorKind<{ name: string }>("Emoji '{name}' does not exist", { status: 404 });
export const emojiNotOwn = errorKind('Must be an organization administrator or emoji author');
/** The ways a name can be unfit for a new emoji. */
export const emojiNameErrors = [
  emojiNameMissing,
  emojiNameTooLong,
  emojiNameCharacters,
  emojiNameEnd,
  emojiNameTaken,
  emojiOverrideRefused,
] as const;

/** The name in the form it is stored in, if a user may give it to a new emoji. Throws one of emojiNameErrors. */
export function checkEmojiName(db: Database, user: User, text: string): string {
  const name = normalized(text);
  if (name === '') throw emojiNameMissing();
  if (isLongerThan(name, maxNameLength)) throw emojiNameTooLong();
  if (!/^[0-9a-z_-]+$/.test(name)) throw emojiNameCharacters();
  if (!/[0-9a-z]$/.test(name)) throw emojiNameEnd();
  if (findByName(db, name)) throw emojiNameTaken();
  if (isUnicodeEmojiName(name) && !isAdministrator(user)) throw emojiOverrideRefused();
  return name;
}

/** An emoji in use that a user may take away. Throws emojiMissing or emojiNotOwn. */
export function accessOwnEmoji(db: Database, user: User, text: string): CustomEmoji {
  const emoji = findByName(db, normalized(text));
  if (!emoji) throw emojiMissing({ name: text });
  if (!isAdministrator(user) && emoji.author_id !== user.id) throw emojiNotOwn();
  return emoji;
}

// To people these are the same name.
function normalized(name: string): string {
  return name.trim().toLowerCase().replaceAll(' ', '_');
}

/** Adds an emoji with the one picture a form carries, and tells everyone. The caller has checked the name. */
export function doAddEmoji(app: App, author: User, name: string, files: readonly UploadedFile[]): void {
  const image_id = doStoreImage(app.db, files);
  const still = firstPicture(getImage(app.db, image_id));
  app.db.run(
    'INSERT INTO realm_emoji (name, author_id, image_id, still_image_id) VALUES (?, ?, ?, ?)',
    name,
    author.id,
    image_id,
    still ? doInsertImage(app.db, still) : null,
  );
  publishEmoji(app);
}

/** Takes an emoji out of use, and tells everyone. Where it was used it stays. */
export function doDeactivateEmoji(app: App, { id }: CustomEmoji): void {
  app.db.run('UPDATE realm_emoji SET deactivated = 1 WHERE id = ?', id);
  publishEmoji(app);
}

function publishEmoji(app: App): void {
  publish(app, { type: 'realm_emoji', op: 'update', realm_emoji: presentCustomEmoji(app.db) }, 'everyone');
}

interface Row extends CustomEmoji {
  name: string;
  deactivated: 0 | 1;
  is_animated: 0 | 1;
}

/** Every emoji the organization ever had of its own, by id. */
export function presentCustomEmoji(db: Database): Record<string, object> {
  const rows = db.all<Row>(
    `SELECT id, name, author_id, deactivated, still_image_id IS NOT NULL AS is_animated FROM realm_emoji ORDER BY id`,
  );
  return Object.fromEntries(rows.map((row) => [String(row.id), presentEmoji(row)]));
}

function presentEmoji({ id, name, author_id, deactivated, is_animated }: Row): object {
  return {
    id: String(id),
    name,
    source_url: `/emoji/${id}`,
    still_url: is_animated ? `/emoji/${id}/still` : null,
    deactivated: deactivated === 1,
    author_id,
  };
}

/** The picture of an emoji, or the first one of those that move. */
export function findEmojiImage(db: Database, id: number, isStill: boolean): Image | undefined {
  const sql = 'SELECT image_id, still_image_id FROM realm_emoji WHERE id = ?';
  const row = db.get<{ image_id: number | null; still_image_id: number | null }>(sql, id);
  const image_id = isStill ? row?.still_image_id : row?.image_id;
  return image_id ? findImage(db, image_id) : undefined;
}

function findByName(db: Database, name: string): CustomEmoji | undefined {
  return db.get('SELECT id, author_id FROM realm_emoji WHERE name = ? AND deactivated = 0', name);
}
