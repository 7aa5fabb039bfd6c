import type { Database } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';

/** A folder of channels. */
export interface Folder {
  id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  /** Display order; equal positions are sorted by id. */
  position: number;
  creator_id: number | null;
  created_at: number;
  is_archived: 0 | 1;
}

export const invalidFolder = errorKind('Invalid channel folder ID');

const columns = `id, name, name_key, description, rendered_description, position, creator_id, created_at, is_archived`;

/** The folder with this id, archived or not. Throws invalidFolder. */
export function accessFolder(db: Database, folder_id: number): Folder {
  const folder = db.get<Folder>(`SELECT ${columns} FROM channel_folders WHERE id = ?`, folder_id);
  if (!folder) throw invalidFolder();
  return folder;
}

/** A folder that accepts channels. Throws invalidFolder, also for an archived folder. */
export function accessOpenFolder(db: Database, folder_id: number): Folder {
  const folder = accessFolder(db, folder_id);
  if (folder.is_archived) throw invalidFolder();
  return folder;
}

/** All folders in display order, archived ones included. */
export function listFolders(db: Database): Folder[] {
  return db.all<Folder>(`SELECT ${columns} FROM channel_folders ORDER BY position, id`);
}
