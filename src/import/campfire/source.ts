import type { ArchivedUser } from '../archive.ts';
import type { Fields } from '../fields.ts';
import type { History } from '../history.ts';
import type { ForeignDatabase } from './database.ts';

export interface CampfireStorage {
  history: History;
  db: ForeignDatabase;
  /** Paths of files by their keys. */
  files: ReadonlyMap<string, string>;
  /** The ids of the direct conversations. */
  directs: Set<string>;
}

/** The place of a record in a room. Throws UnusableArchive if the room is none that comes along. */
export function placeOf({ history, directs }: CampfireStorage, row: Fields): string {
  const place = String(row.id('room_id'));
  return history.channels.has(place) || directs.has(place) ? place : row.fail('its room is not among the rooms');
}

/** Who a record says that somebody is. */
export function userIn({ history }: CampfireStorage, row: Fields, name: 'creator_id' | 'user_id'): ArchivedUser {
  return history.accounts.get(row, String(row.id(name)));
}

/** A file of Active Storage that belongs to a record. */
export const attachedSql = `SELECT b.* FROM active_storage_attachments a JOIN active_storage_blobs b ON b.id = a.blob_id
  WHERE a.record_type = ? AND a.name = ? AND a.record_id = ? ORDER BY a.id`;
