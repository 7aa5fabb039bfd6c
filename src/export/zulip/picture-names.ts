import { createHash } from 'node:crypto';
import { pictureEnding } from '../../images/file-ending.ts';
import { realm_id } from './job.ts';

/** The name of an emoji's image; importers recognize its type by the extension. */
export function emojiFileName(id: number, content_type: string | null): string {
  return `${id}.${pictureEnding(content_type)}`;
}

/** The path of a user's picture, without extension: 40 digits, as Zulip requires. */
export function avatarPath(user_id: number): string {
  return `${realm_id}/${createHash('sha1').update(`avatar ${user_id}`).digest('hex')}`;
}
