import { isUtf8 } from 'node:buffer';

/** Media types that browsers display without running code. SVG is left out: it can run scripts. */
const shown = new Set([
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/x-m4a',
]);

/** Whether a browser may display a file of this type; others are downloaded. */
export function isShown(content_type: string): boolean {
  return shown.has(content_type);
}

/** Whether browsers can only display the thumbnail of a picture of this type. */
export function isTranscoded(content_type: string): boolean {
  return content_type === 'image/tiff';
}

/** The content type of a file, determined by its first bytes and not its name, and the usual file name extension. */
export async function detectType(start: Buffer): Promise<{ content_type: string; ending: string }> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(start);
  if (found) return { content_type: found.mime.split(';', 1)[0] as string, ending: `.${found.ext}` };
  if (isTiff(start)) return { content_type: 'image/tiff', ending: '.tif' };
  return isText(start)
    ? { content_type: 'text/plain; charset=utf-8', ending: '.txt' }
    : { content_type: 'application/octet-stream', ending: '' };
}

// The library reads the directory, which is often behind the pixels.
function isTiff(start: Buffer): boolean {
  return ['II*\0', 'MM\0*'].includes(start.toString('latin1', 0, 4));
}

// The last character may be incomplete.
function isText(start: Buffer): boolean {
  if (start.includes(0)) return false;
  return [0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, start.length - cut)));
}
