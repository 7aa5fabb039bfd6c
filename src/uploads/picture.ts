import { open } from 'node:fs/promises';
import { type App, announce, announcement } from '../context.ts';
import type { Database } from '../db/database.ts';
import { type PictureHeader, readHeader } from '../images/header.ts';
import { uploadUrl } from './address.ts';

/** A picture waits for its thumbnail. */
export const pictureAdded = announcement<void>('pictureAdded');

/** A picture that somebody uploaded. */
export interface Picture {
  /** Of the file, in hexadecimal. */
  sha256: string;
  /** In pixels, as it is shown. */
  width: number;
  height: number;
  /** As Exif has it. */
  orientation: number;
  /** `none` where the picture itself is shown: it moves, or no thumbnail could be made. */
  thumbnail: 'waiting' | 'ready' | 'none';
}

/** The one size that thumbnails have, and the name by which clients ask for it. */
export const thumbnailFormat = { name: '840x560.jpg', max_width: 840, max_height: 560, format: 'jpg', animated: false };

/** Where the thumbnail of a picture is, below the server's URL. */
export function thumbnailUrl(path_id: string): string {
  return uploadUrl(`thumbnail/${path_id}/${thumbnailFormat.name}`);
}

/** So much of a file is looked at: cameras put much before the size. */
const headLength = 256 * 1024;

/** What a file of this type tells of the picture it is; undefined for all but pictures that thumbnails are made of. */
export async function readPicture(path: string, content_type: string): Promise<PictureHeader | undefined> {
  if (!content_type.startsWith('image/')) return undefined;
  const handle = await open(path);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return readHeader(content_type, buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Notes what is known of a picture, unless it is known, and has a thumbnail made once that is on the disk. */
export function doAddPicture(app: App, sha256: string, header: PictureHeader): void {
  const { width, height, orientation, is_animated } = header;
  app.db.run(
    'INSERT OR IGNORE INTO pictures (sha256, width, height, orientation, thumbnail) VALUES (?, ?, ?, ?, ?)',
    sha256,
    width,
    height,
    orientation,
    is_animated ? 'none' : 'waiting',
  );
  announce(app, pictureAdded);
}

const columns = 'sha256, width, height, orientation, thumbnail';

export function findPicture(db: Database, sha256: string): Picture | undefined {
  return db.get<Picture>(`SELECT ${columns} FROM pictures WHERE sha256 = ?`, sha256);
}

/** A picture of which a thumbnail is to be made. */
export function findWaiting(db: Database): Picture | undefined {
  return db.get<Picture>(`SELECT ${columns} FROM pictures WHERE thumbnail = 'waiting' LIMIT 1`);
}
