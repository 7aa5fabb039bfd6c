import { isUtf8 } from 'node:buffer';

/** What browsers show as a picture, film or sound and run nothing of. SVG can run scripts. */
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

/** Whether a browser may show a file of this type; all others it is to save. */
export function isShown(content_type: string): boolean {
  return shown.has(content_type);
}

/** What a file is by its first bytes, whatever it is called: its content type, and the usual ending of its name. */
export async function detectType(start: Buffer): Promise<{ content_type: string; ending: string }> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(start);
  if (found) return { content_type: found.mime.split(';', 1)[0] as string, ending: `.${found.ext}` };
  return isText(start)
    ? { content_type: 'text/plain; charset=utf-8', ending: '.txt' }
    : { content_type: 'application/octet-stream', ending: '' };
}

// The last character may be cut off.
function isText(start: Buffer): boolean {
  if (start.includes(0)) return false;
  return [0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, start.length - cut)));
}
