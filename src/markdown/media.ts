const uploads = '/user_uploads/';

const tiff = 'image/tiff';

// Media that browsers display without a plugin, and TIFF, of which they display the thumbnail. SVG is left out: it can
// run scripts.
const contentTypes: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  gif: 'image/gif',
  jpe: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  tif: tiff,
  tiff,
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  aac: 'audio/aac',
  flac: 'audio/flac',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
};

/** Whether a URL points to an upload on this server. */
export function isUpload(url: string): boolean {
  return url.startsWith(uploads) && url.length > uploads.length;
}

/** The content type by the file extension of a URL, for images, videos and sounds that can be shown. */
export function mediaType(url: string): string | undefined {
  const ending = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(contentTypes, ending) ? contentTypes[ending] : undefined;
}

/** Whether browsers display the file at a URL as a picture, by its extension. */
export function isPicture(url: string): boolean {
  const type = mediaType(url);
  return type !== undefined && type !== tiff && type.startsWith('image/');
}
