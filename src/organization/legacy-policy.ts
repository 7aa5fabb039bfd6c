import type { Database } from '../db/database.ts';
import { groupName, presentGroupValue, type SystemGroup } from '../realm/group.ts';
import type { RealmPermission } from '../realm/setting-table.ts';
import { realmPermissionGroup } from '../realm/settings.ts';

type Numbers = Partial<Record<SystemGroup, number>>;

const creators: Numbers = {
  'role:members': 1,
  'role:administrators': 2,
  'role:owners': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};

/** Permissions in the form for older clients: a number for each system group. */
const policies = {
  create_private_stream_policy: { permission: 'can_create_private_channel_group', numbers: creators, otherwise: 1 },
  create_public_stream_policy: { permission: 'can_create_public_channel_group', numbers: creators, otherwise: 1 },
  create_web_public_stream_policy: {
    permission: 'can_create_web_public_channel_group',
    numbers: { 'role:administrators': 2, 'role:moderators': 4, 'role:nobody': 6, 'role:owners': 7 },
    otherwise: 7,
  },
  wildcard_mention_policy: {
    permission: 'can_mention_many_users_group',
    numbers: {
      'role:everyone': 1,
      'role:members': 2,
      'role:fullmembers': 3,
      'role:administrators': 5,
      'role:owners': 5,
      'role:nobody': 6,
      'role:moderators': 7,
    },
    otherwise: 1,
  },
} as const satisfies Record<string, { permission: RealmPermission; numbers: Numbers; otherwise: number }>;

/** Some permissions in the form for older clients, with the prefix `realm_`. */
export function presentLegacyPolicies(db: Database): Record<string, number> {
  return Object.fromEntries(
    Object.entries(policies).map(([name, { permission, numbers, otherwise }]) => {
      // As presented to clients: an anonymous group that contains only another group counts as that group.
      const value = presentGroupValue(db, realmPermissionGroup(db, permission));
      const group = (typeof value === 'number' && groupName(db, value)) || '';
      return [`realm_${name}`, (numbers as Record<string, number>)[group] ?? otherwise];
    }),
  );
}
