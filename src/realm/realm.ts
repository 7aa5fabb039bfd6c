import type { Database } from '../db/database.ts';

interface Realm {
  uuid: string;
  name: string;
  /** Markdown. */
  description: string;
  created_at: number;
}

/** The initial name of an organization. */
export const unnamedRealm = 'My organization';

/** Whether the database contains an organization. */
export function hasRealm(db: Database): boolean {
  return db.value<number>('SELECT 1 FROM realm') !== undefined;
}

export function findRealm(db: Database): Realm {
  const realm = db.get<Realm>('SELECT uuid, name, description, created_at FROM realm');
  if (!realm) throw new Error('the database has no organization');
  return realm;
}
