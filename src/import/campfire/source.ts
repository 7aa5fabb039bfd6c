import type { History } from '../history.ts';
import type { ForeignDatabase } from './database.ts';

export interface CampfireStorage {
  history: History;
  db: ForeignDatabase;
  /** Paths of files by their keys. */
  files: ReadonlyMap<string, string>;
}

/** A file of Active Storage that belongs to a record. */
export const attachedSql = `SELECT b.* FROM active_storage_attachments a JOIN active_storage_blobs b ON b.id = a.blob_id
  WHERE a.record_type = ? AND a.name = ? AND a.record_id = ? ORDER BY a.id`;
