import { normalize } from '../ground/text.ts';

/** Where uploaded files are, below the server's URL. */
export const uploadsPrefix = '/user_uploads/';

/** The URL of a file, below the server's URL. */
export function uploadUrl(path_id: string): string {
  return uploadsPrefix + path_id.split('/').map(encodeURIComponent).join('/');
}

/** The file that a URL below the server's leads to, whether there is one or not; undefined for any other URL. */
export function pathIdOf(url: string): string | undefined {
  if (!url.startsWith(uploadsPrefix)) return undefined;
  const path = url.slice(uploadsPrefix.length).split(/[?#]/, 1)[0] ?? '';
  try {
    return normalize(decodeURIComponent(path), 'NFC');
  } catch {
    return undefined;
  }
}
