import type { Database } from '../db/database.ts';
import { maxPixels } from '../images/thumbnail-thread.ts';
import type { Media, Picture as ShownPicture } from '../markdown/context.ts';
import type { Attachment } from './attachment.ts';
import { isShown, isTranscoded } from './content-type.ts';
import { findPicture, type Picture, thumbnailFormat, thumbnailUrl } from './picture.ts';

/** In bytes: a larger picture is not shown without a thumbnail, because every reader would load it. */
const largestOriginal = 20 * 1024 * 1024;

/** What messages show of a file; undefined for a link alone. */
export function findShown(db: Database, file: Attachment): Media | undefined {
  const { content_type } = file;
  if (!isShown(content_type) && !isTranscoded(content_type)) return undefined;
  if (!content_type.startsWith('image/')) return { content_type };
  const picture = findPicture(db, file.sha256);
  return picture && isHarmless(file, picture) ? { content_type, picture: present(file, picture) } : undefined;
}

function isHarmless({ content_type, size }: Attachment, { width, height, thumbnail }: Picture): boolean {
  if (width * height > maxPixels) return false;
  return thumbnail !== 'none' || (size <= largestOriginal && isShown(content_type));
}

function present({ content_type, path_id }: Attachment, { width, height, thumbnail }: Picture): ShownPicture {
  return {
    width,
    height,
    thumbnail_url: thumbnail === 'none' ? undefined : thumbnailUrl(path_id),
    is_waiting: thumbnail === 'waiting',
    transcoded: isTranscoded(content_type) ? thumbnailFormat.name : undefined,
  };
}
