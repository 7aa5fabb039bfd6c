import type { ArchivedUser } from '../archive.ts';
import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import type { History } from '../history.ts';

/** A dump of the database, of which users and rooms were read. */
export interface RocketChatDump {
  history: History;
  folder: ArchiveFolder;
  /** Users by their names in mentions. */
  byName: Map<string, ArchivedUser>;
  /** Places of rooms by their names in mentions. */
  rooms: Map<string, string>;
  /** Places that are not public. */
  closed: Set<string>;
  /** Uploaded files by their ids. */
  uploads: Map<string, Upload>;
}

interface Upload {
  name: string;
  /** Undefined if the archive lacks its content. */
  path: string | undefined;
}

/** The account of a user in a record with `_id`, `username` and maybe `name`. Throws UnusableArchive without an id. */
export function userOf({ history }: RocketChatDump, from: Fields): ArchivedUser {
  const name = from.text('name', '').trim() || from.text('username', '').trim();
  return history.accounts.get(from, from.key('_id'), name || undefined);
}
