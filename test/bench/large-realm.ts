import { createApiKey } from '../../src/accounts/api-key.ts';
import { type App, createApp } from '../../src/app.ts';
import { doCreateChannel } from '../../src/channels/new-channel.ts';
import type { Database } from '../../src/db/database.ts';
import { accessGroup, doCreateGroup, doUpdateGroup } from '../../src/groups/user-group.ts';
import { doCreateRealm } from '../../src/organization/new-realm.ts';
import { insertSubgroup, systemGroupId } from '../../src/realm/group.ts';
import { setRealmSetting } from '../../src/realm/settings.ts';
import { findUserByEmail, roles, type User } from '../../src/users/user.ts';
import { keyFile, openData, type Person, temporaryFolder } from './data.ts';

export const size = { users: 10_000, channels: 1000, groups: 200, membersOfGroup: 20, channelsOfUser: 30, people: 200 };

/** A data directory with a large organization. */
export interface LargeRealm {
  folder: string;
  /** Some of its people, of all roles; the first is an administrator. */
  people: Person[];
  /** The ids of all people follow each other. */
  first_user_id: number;
  /** Ids of the channels; every second one is private. */
  channel_ids: number[];
  /** Ids of the groups, each the only subgroup of the one before. */
  group_ids: number[];
}

/**
 * Everyone is in some channels, one in ten is a guest who knows only those met there, and whatever can be given to a
 * group is given to the one that contains all others.
 */
export function makeLargeRealm(): LargeRealm {
  const folder = temporaryFolder();
  keyFile(folder);
  const app = createApp(openData(folder));
  const made = app.db.transaction(() => {
    doCreateRealm(app, 'Benchmark');
    insertUsers(app.db);
    const people = Array.from({ length: size.people }, (_, index) => personOf(app, firstIndex + index * step));
    const [{ user: administrator }] = people as [Person];
    const group_ids = makeGroups(app, administrator);
    const channel_ids = makeChannels(app, group_ids[0] as number);
    insertSubscriptions(app.db, channel_ids[0] as number);
    for (const name of ['can_add_subscribers_group', 'can_manage_all_groups', 'can_create_groups'] as const) {
      setRealmSetting(app.db, name, group_ids[0] as number);
    }
    setRealmSetting(app.db, 'can_access_all_users_group', systemGroupId(app.db, 'role:members'));
    return { people, first_user_id: administrator.id - firstIndex, channel_ids, group_ids };
  });
  app.db.close();
  return { folder, ...made };
}

/** Every tenth user but the first, who is an administrator, is a guest. */
export const guestEvery = 10;
/** The first of those who can log in, and how far the next ones are from each other. */
const firstIndex = 5;
const step = 49;

function insertUsers(db: Database): void {
  db.run(
    `INSERT INTO users (email, email_key, full_name, role, joined_at)
     WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?1 - 1)
     SELECT 'person' || n || '@example.com', 'person' || n || '@example.com', 'Person ' || n,
       CASE WHEN n < 10 THEN ?2 WHEN n < 100 AND n % ?3 > 0 THEN ?4 WHEN n % ?3 = 0 THEN ?5 ELSE ?6 END, 1700000000 + n
     FROM numbers`,
    size.users,
    roles.administrator,
    guestEvery,
    roles.moderator,
    roles.guest,
    roles.member,
  );
}

function personOf(app: App, index: number): Person {
  const email = `person${index}@example.com`;
  const user = findUserByEmail(app.db, email);
  if (!user) throw new Error(`nobody is ${email}`);
  return { user, email, key: createApiKey(app, user) };
}

function makeGroups(app: App, creator: User): number[] {
  const group_ids = Array.from({ length: size.groups }, (_, index) => {
    const members = Array.from({ length: size.membersOfGroup }, (_, k) => creator.id + ((index * 37 + k * 101) % 9000));
    const values = { name: `group ${index}`, description: '', members, subgroups: [], permissions: {} };
    return doCreateGroup(app, creator, values);
  });
  const [widest] = group_ids as [number];
  for (const [index, group_id] of group_ids.entries()) {
    const subgroup_id = group_ids[index + 1];
    if (subgroup_id !== undefined) insertSubgroup(app.db, group_id, subgroup_id);
    const permissions = { can_manage_group: { new: widest, old: undefined } };
    doUpdateGroup(app, accessGroup(app.db, group_id), { name: undefined, description: undefined, permissions });
  }
  return group_ids;
}

function makeChannels(app: App, group_id: number): number[] {
  const permissions = {
    can_administer_channel_group: group_id,
    can_subscribe_group: group_id,
    can_send_message_group: group_id,
  };
  return Array.from({ length: size.channels }, (_, index) => {
    return doCreateChannel(app, undefined, { name: `channel ${index}`, invite_only: index % 2 === 0, permissions }).id;
  });
}

function insertSubscriptions(db: Database, first_channel_id: number): void {
  const rows = `
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2 - 1)
    SELECT DISTINCT users.id, ?1 + (users.id * 7 + n * 33) % ?3 AS channel_id FROM users CROSS JOIN numbers
    WHERE is_system_bot = 0`;
  const values = [first_channel_id, size.channelsOfUser, size.channels] as const;
  db.run(`INSERT INTO subscriptions (user_id, channel_id, color) SELECT *, '#3f7fbf' FROM (${rows})`, ...values);
  db.run(`INSERT INTO subscription_spans (user_id, channel_id, from_message_id) SELECT *, 0 FROM (${rows})`, ...values);
  db.run(`INSERT INTO read_floors (user_id, channel_id, message_id) SELECT *, 0 FROM (${rows})`, ...values);
}
