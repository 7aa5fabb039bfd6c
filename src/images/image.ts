import type { Database } from '../db/database.ts';
import type { UploadedFile } from '../http/endpoint.ts';
import { errorKind } from '../http/errors.ts';

/** A picture that somebody uploaded. */
export interface Image {
  content_type: string;
  bytes: Buffer;
}

export const oneFileExpected = errorKind('You must upload exactly one file.');
export const imageInvalid = errorKind('Could not decode image; did you upload an image file?');
export const imageTooLarge = errorKind<{ limit: number }>(
  'Uploaded file is larger than the allowed limit of {limit} MiB',
);
export const imageErrors = [oneFileExpected, imageInvalid, imageTooLarge];

/** In MiB: of an avatar, an icon, a logo. */
export const maxImageMib = 5;

/**
 * Stores the one picture a form carries and returns its id. It is served as it came, so it must be of a format that
 * browsers show as a picture and as nothing else. Throws oneFileExpected, imageTooLarge or imageInvalid.
 */
export function doStoreImage(db: Database, files: readonly UploadedFile[]): number {
  const [file] = files;
  if (!file || files.length > 1) throw oneFileExpected();
  if (file.bytes.length > maxImageMib * 1024 * 1024) throw imageTooLarge({ limit: maxImageMib });
  const content_type = contentType(file.bytes);
  if (content_type === undefined) throw imageInvalid();
  return doInsertImage(db, { content_type, bytes: file.bytes });
}

/** Stores a picture and returns its id. */
export function doInsertImage(db: Database, { content_type, bytes }: Image): number {
  return db.run('INSERT INTO images (content_type, bytes) VALUES (?, ?)', content_type, bytes).id;
}

export function findImage(db: Database, id: number): Image | undefined {
  return db.get<Image>('SELECT content_type, bytes FROM images WHERE id = ?', id);
}

/** Deletes a picture that nothing shows any more. */
export function doDeleteImage(db: Database, id: number): void {
  db.run('DELETE FROM images WHERE id = ?', id);
}

const signatures: readonly [type: string, start: string][] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
];

function contentType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return signatures.find(([, signature]) => start.startsWith(signature))?.[0];
}
