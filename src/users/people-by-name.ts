import type { Database } from '../db/database.ts';
import { foldName } from '../ground/text.ts';

/** The columns that mentions need. */
interface Named {
  id: number;
  full_name: string;
  is_active: 0 | 1;
}

/** All users with this name, ignoring case, including deactivated ones. */
export function listPeopleNamed(db: Database, name: string): readonly Named[] {
  const byName = db.computed('people by name', () => {
    const people = db.cachedAll<Named>('SELECT id, full_name, is_active FROM users');
    return Map.groupBy(people, ({ full_name }) => foldName(full_name));
  });
  return byName.get(foldName(name)) ?? [];
}
