import { normalize } from '../ground/text.ts';

/** The path of uploaded files on this server. */
export const uploadsPrefix = '/user_uploads/';

/** The path of a file on this server. */
export function uploadUrl(path_id: string): string {
  return uploadsPrefix + path_id.split('/').map(encodeURIComponent).join('/');
}

/** The path id in a path on this server, whether or not the file exists; undefined for any other URL. */
export function pathIdOf(url: string): string | undefined {
  if (!url.startsWith(uploadsPrefix)) return undefined;
  const path = url.slice(uploadsPrefix.length).split(/[?#]/, 1)[0] ?? '';
  try {
    return normalize(decodeURIComponent(path), 'NFC');
  } catch {
    return undefined;
  }
}
