import type { ArchiveFolder } from '../archive-folder.ts';
import type { Fields } from '../fields.ts';
import type { History } from '../history.ts';

export interface TelegramExport {
  history: History;
  folder: ArchiveFolder;
  /** The account that made an export of all chats; undefined in the export of one chat. */
  owner: Fields | undefined;
}
