import { announce, announcement, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import type { UploadedFile } from '../http/endpoint.ts';
import { type Image, readImage } from '../images/image.ts';

/** An image may be larger than its display size. */
export const imageAdded = announcement<void>('imageAdded');

/** Stores the only picture of a form and returns its id. Throws one of imageErrors. */
export function storeImage(app: Context, files: readonly UploadedFile[]): number {
  return insertImage(app, readImage(files));
}

/** Stores an image, has its size checked after the commit, and returns its id. */
export function insertImage(app: Context, { content_type, bytes }: Image): number {
  const { id } = app.db.run('INSERT INTO images (content_type, bytes) VALUES (?, ?)', content_type, bytes);
  announce(app, imageAdded);
  return id;
}

export function findImage(db: Database, id: number): Image | undefined {
  return db.get<Image>('SELECT content_type, bytes FROM images WHERE id = ?', id);
}

/** An image that must exist. */
export function getImage(db: Database, id: number): Image {
  const image = findImage(db, id);
  if (!image) throw new Error(`there is no image ${id}`);
  return image;
}

/** Ids of the images whose size has not been checked yet, ascending. */
export function listUnfitted(db: Database): number[] {
  return db.values('SELECT id FROM images WHERE is_fitted = 0 ORDER BY id');
}

export function isAvatar(db: Database, id: number): boolean {
  return db.value<number>('SELECT 1 FROM users WHERE avatar_image_id = ? LIMIT 1', id) !== undefined;
}

/** Replaces an image with a smaller one, or marks it as final. */
export function storeFitted(db: Database, id: number, smaller: Image | undefined): void {
  if (smaller) {
    const sql = 'UPDATE images SET content_type = ?, bytes = ?, is_fitted = 1 WHERE id = ?';
    db.run(sql, smaller.content_type, smaller.bytes, id);
  } else {
    db.run('UPDATE images SET is_fitted = 1 WHERE id = ?', id);
  }
}

export function deleteImage(db: Database, id: number): void {
  db.run('DELETE FROM images WHERE id = ?', id);
}
