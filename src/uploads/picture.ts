import { type FileHandle, open } from 'node:fs/promises';
import { announce, announcement, type Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { joinTiff, type PictureHeader, readHeader, tiffDirectoryAt, tiffHeaderLength } from '../images/header.ts';
import { uploadUrl } from './address.ts';

/** A picture needs a thumbnail. */
export const pictureAdded = announcement<void>('pictureAdded');

/** An uploaded picture. */
export interface Picture {
  /** Of the file, in hexadecimal. */
  sha256: string;
  /** In pixels, as displayed. */
  width: number;
  height: number;
  /** The Exif orientation. */
  orientation: number;
  /** `none` if the picture itself is shown: it is animated, or no thumbnail could be created. */
  thumbnail: 'waiting' | 'ready' | 'none';
}

/** The only thumbnail size, and the name by which clients request it. */
export const thumbnailFormat = { name: '840x560.jpg', max_width: 840, max_height: 560, format: 'jpg', animated: false };

/** The path of a picture's thumbnail on this server. */
export function thumbnailUrl(path_id: string): string {
  return uploadUrl(`thumbnail/${path_id}/${thumbnailFormat.name}`);
}

/** Number of bytes read from a file: cameras write much data before the dimensions. */
const headLength = 1024 * 1024;

/** The header of a picture file; undefined for types without thumbnails. */
export async function readPicture(path: string, content_type: string): Promise<PictureHeader | undefined> {
  if (!content_type.startsWith('image/')) return undefined;
  const handle = await open(path);
  try {
    const start = await (content_type === 'image/tiff' ? readTiff(handle) : readBytes(handle, 0, headLength));
    return readHeader(content_type, start);
  } finally {
    await handle.close();
  }
}

// The directory of a TIFF may be anywhere in the file; here it follows the header.
async function readTiff(handle: FileHandle): Promise<Buffer> {
  const header = await readBytes(handle, 0, tiffHeaderLength);
  return joinTiff(header, await readBytes(handle, tiffDirectoryAt(header), 4096));
}

async function readBytes(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** Stores a picture, unless it is stored already, and requests a thumbnail of it after the commit. */
export function storePicture(app: Context, sha256: string, header: PictureHeader): void {
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

/** SHA-256 of the pictures that need a thumbnail, the last uploaded first. */
export function listWaiting(db: Database): string[] {
  return db.values(`SELECT sha256 FROM pictures p WHERE thumbnail = 'waiting'
    ORDER BY (SELECT max(id) FROM attachments a WHERE a.sha256 = p.sha256) DESC`);
}
