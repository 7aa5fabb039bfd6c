import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { customEmojiPath, isUnicodeEmojiName } from '../emoji/emoji.ts';
import { publish } from '../events/event.ts';
import type { UploadedFile } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';
import { isLongerThan } from '../http/params.ts';
import { phrase } from '../http/phrase.ts';
import { pictureEnding } from '../images/file-ending.ts';
import type { Image } from '../images/image.ts';
import { firstPicture } from '../images/still.ts';
import { ensureRealmListFits, type RealmList } from '../realm/realm-list.ts';
import { findImage, getImage, insertImage, storeImage } from '../realm/stored-image.ts';
import { isAdministrator, type User } from '../users/user.ts';

/** A custom emoji in use. */
interface CustomEmoji {
  id: number;
  author_id: number | null;
}

/** In Unicode code points. */
const maxNameLength = 100;

const emojiNameMissing = errorKind('Emoji name is missing');
const emojiNameTooLong = errorKind(`Emoji names have at most ${maxNameLength} characters.`);
const emojiNameCharacters = errorKind(
  'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.',
);
const emojiNameEnd = errorKind('Emoji names must end with a letter or a digit.');
const emojiNameTaken = errorKind('A custom emoji with this name already exists.');
const emojiOverrideRefused = errorKind('Only administrators can override default emoji.');
export const emojiMissing = errorKind<{ name: string }>("Emoji '{name}' does not exist", { status: 404 });
export const emojiNotOwn = errorKind('Must be an organization administrator or emoji author');
export const emojiNameErrors = [
  emojiNameMissing,
  emojiNameTooLong,
  emojiNameCharacters,
  emojiNameEnd,
  emojiNameTaken,
  emojiOverrideRefused,
] as const;

/** Normalizes and checks the name of a new emoji. Throws one of emojiNameErrors. */
export function checkEmojiName(db: Database, user: User, text: string): string {
  const name = underscored(text);
  if (name === '') throw emojiNameMissing();
  if (isLongerThan(name, maxNameLength)) throw emojiNameTooLong();
  if (!/^[0-9a-z_-]+$/.test(name)) throw emojiNameCharacters();
  if (!/[0-9a-z]$/.test(name)) throw emojiNameEnd();
  if (findByName(db, name)) throw emojiNameTaken();
  if (isUnicodeEmojiName(name) && !isAdministrator(user)) throw emojiOverrideRefused();
  return name;
}

/** A custom emoji that a user may deactivate. Throws emojiMissing or emojiNotOwn. */
export function accessOwnEmoji(db: Database, user: User, text: string): CustomEmoji {
  const emoji = findByName(db, normalized(text));
  if (!emoji) throw emojiMissing({ name: text });
  if (!isAdministrator(user) && emoji.author_id !== user.id) throw emojiNotOwn();
  return emoji;
}

// Spaces and underscores, and upper and lower case, are equivalent.
function normalized(name: string): string {
  return underscored(name).toLowerCase();
}

function underscored(name: string): string {
  return name.trim().replaceAll(' ', '_');
}

// Deactivated ones count: clients get them, too.
const emoji: RealmList = { name: phrase('custom emoji'), max: 10_000, count: 'SELECT count(*) FROM realm_emoji' };

/** Adds a custom emoji with the single image of an upload. The caller has checked the name. */
export function doAddEmoji(app: Context, author: User, name: string, files: readonly UploadedFile[]): void {
  const image_id = storeImage(app, files);
  const still = firstPicture(getImage(app.db, image_id));
  app.db.run(
    'INSERT INTO realm_emoji (name, author_id, image_id, still_image_id) VALUES (?, ?, ?, ?)',
    name,
    author.id,
    image_id,
    still ? insertImage(app, still) : null,
  );
  ensureRealmListFits(app.db, emoji);
  publishEmoji(app);
}

/** Deactivates a custom emoji. Existing messages and reactions keep it. */
export function doDeactivateEmoji(app: Context, { id }: CustomEmoji): void {
  app.db.run('UPDATE realm_emoji SET deactivated = 1 WHERE id = ?', id);
  publishEmoji(app);
}

function publishEmoji(app: Context): void {
  publish(app, { type: 'realm_emoji', op: 'update', realm_emoji: presentCustomEmoji(app.db) }, 'everyone');
}

interface Row extends CustomEmoji {
  name: string;
  deactivated: 0 | 1;
  content_type: string | null;
  /** Of its first frame; null unless it is animated. */
  still_type: string | null;
}

/** All custom emoji by id, deactivated ones included. */
export function presentCustomEmoji(db: Database): Record<string, object> {
  const rows = db.all<Row>(
    `SELECT e.id, name, author_id, deactivated, i.content_type, s.content_type AS still_type FROM realm_emoji e
     LEFT JOIN images i ON i.id = image_id LEFT JOIN images s ON s.id = still_image_id ORDER BY e.id`,
  );
  return Object.fromEntries(rows.map((row) => [String(row.id), presentEmoji(row)]));
}

function presentEmoji({ id, name, author_id, deactivated, content_type, still_type }: Row): object {
  return {
    id: String(id),
    name,
    source_url: customEmojiPath(id, content_type),
    still_url: still_type === null ? null : `/emoji/${id}/still.${pictureEnding(still_type)}`,
    deactivated: deactivated === 1,
    author_id,
  };
}

/** The image of a custom emoji, or its first frame if `isStill`. */
export function findEmojiImage(db: Database, id: number, isStill: boolean): Image | undefined {
  const sql = 'SELECT image_id, still_image_id FROM realm_emoji WHERE id = ?';
  const row = db.get<{ image_id: number | null; still_image_id: number | null }>(sql, id);
  const image_id = isStill ? row?.still_image_id : row?.image_id;
  return image_id ? findImage(db, image_id) : undefined;
}

function findByName(db: Database, name: string): CustomEmoji | undefined {
  return db.get('SELECT id, author_id FROM realm_emoji WHERE name = ? AND deactivated = 0', name);
}
