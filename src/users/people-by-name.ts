import type { Database } from '../db/database.ts';
import { foldName } from '../ground/text.ts';

/** The columns that mentions need. */
export interface Named {
  id: number;
  full_name: string;
  is_active: 0 | 1;
}

const groupedByName = new WeakMap<readonly Named[], Map<string, Named[]>>();

/** All users with this name, ignoring case, including deactivated ones. */
export function listPeopleNamed(db: Database, name: string): readonly Named[] {
  const people = db.cachedAll<Named>('SELECT id, full_name, is_active FROM users');
  let byName = groupedByName.get(people);
  if (!byName) {
    byName = Map.groupBy(people, ({ full_name }) => foldName(full_name));
    groupedByName.set(people, byName);
  }
  return byName.get(foldName(name)) ?? [];
}
