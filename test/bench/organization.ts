import { type App, createApp } from '../../src/app.ts';
import { type Channel, canReadChannel, canSeeChannel, findChannel } from '../../src/conversations/channel.ts';
import {
  canAdministerChannel,
  hasChannelPermission,
  mayAddSubscribers,
} from '../../src/conversations/channel-permissions.ts';
import { isInGroup } from '../../src/groups/membership.ts';
import { canManageGroup, hasGroupPermission } from '../../src/groups/permissions.ts';
import { hasRealmPermission } from '../../src/groups/realm-permission.ts';
import { canAccessUser } from '../../src/users/access.ts';
import { findUser, type Role, roles, type User } from '../../src/users/user.ts';
import { Bystander } from './bystander.ts';
import { Child } from './child.ts';
import { Connection, getRequest, postRequest } from './connection.ts';
import { openData, type Person } from './data.ts';
import { guestEvery, type LargeRealm, makeLargeRealm, size } from './large-realm.ts';
import type { Figure } from './report.ts';
import { type Requests, slowest, slowestOf } from './slowest.ts';

const checksEach = 5000;
/** After so many checks something is stored, and what was kept of it in memory is of no use any more. */
const checksAChange = 10;
const crowdSize = 1000;
const registrations = 20;

/** What depends on how many people, channels and groups there are. There is no floor; the bars are milliseconds. */
export async function organization(): Promise<Figure[]> {
  const realm = makeLargeRealm();
  return [...checks(realm), ...(await requests(realm))];
}

/** Whom a check is about. */
interface Case {
  user: User;
  other: User;
  guest: User;
  channel: Channel;
  group: { id: number; is_system_group: 0 };
}

/** Permissions, asked of the core: each time for another user, channel and group. */
function checks(realm: LargeRealm): Figure[] {
  const app = createApp(openData(realm.folder));
  const widest = realm.group_ids[0] as number;
  const wanted: Record<string, (one: Case) => boolean> = {
    'a group of 200 nested ones': ({ user }) => isInGroup(app, user, widest),
    'a permission of the organization': ({ user }) => hasRealmPermission(app, user, 'can_create_groups'),
    'seeing a channel': ({ user, channel }) => canSeeChannel(app, user, channel),
    'reading a channel': ({ user, channel }) => canReadChannel(app, user, channel),
    'sending to a channel': ({ user, channel }) =>
      hasChannelPermission(app, user, channel.id, 'can_send_message_group'),
    'administering a channel': ({ user, channel }) => canAdministerChannel(app, user, channel.id),
    'subscribing others': ({ user, channel }) => mayAddSubscribers(app, user, channel.id),
    'managing a group': ({ user, group }) => canManageGroup(app, user, group),
    'joining a group': ({ user, group }) => hasGroupPermission(app, user, group, 'can_join_group'),
    'knowing of a user': ({ guest, other }) => canAccessUser(app, guest, other),
  };
  const figures = Object.entries(wanted).map(([name, check]) => {
    const took = Array.from({ length: checksEach }, (_, n) => {
      if (n % checksAChange === 0) change(app, n);
      const one = caseOf(app, realm, n);
      const began = performance.now();
      check(one);
      return performance.now() - began;
    });
    return slowestOf(`permission: ${name}`, 0.2, took);
  });
  app.db.close();
  return figures;
}

function caseOf({ db }: App, { first_user_id, channel_ids, group_ids }: LargeRealm, n: number): Case {
  const userAt = (index: number) => findUser(db, first_user_id + (index % size.users)) as User;
  return {
    user: userAt(n * 7919),
    other: userAt(n * 104_729),
    guest: userAt(n * 127 * guestEvery),
    channel: findChannel(db, channel_ids[(n * 31) % size.channels] as number) as Channel,
    group: { id: group_ids[(n * 7) % size.groups] as number, is_system_group: 0 },
  };
}

function change({ db }: App, n: number): void {
  db.transaction(() => {
    db.run('UPDATE users SET timezone = timezone WHERE id = ?', n);
    db.run('UPDATE subscriptions SET is_muted = is_muted WHERE user_id = ?', n);
    db.run('UPDATE group_members SET user_id = user_id WHERE user_id = ?', n);
    db.run('UPDATE group_subgroups SET subgroup_id = subgroup_id WHERE group_id = ?', n);
    db.run('UPDATE channel_permissions SET group_id = group_id WHERE channel_id = ?', n);
    db.run('UPDATE realm_settings SET value = value');
  });
}

/** What clients and administrators ask of such an organization, while some of its people are there. */
async function requests(realm: LargeRealm): Promise<Figure[]> {
  const { folder, people } = realm;
  const chatd = await Child.start('chatd', [folder]);
  const connection = await Connection.open(chatd.port);
  for (const person of people) await connection.request(register(person, { event_types: '["subscription","stream"]' }));
  const ofRole = (role: Role) => people.find(({ user }) => user.role === role) as Person;
  const member = ofRole(roles.member);
  const guest = ofRole(roles.guest);
  const crowd = (n: number) => subscribeCrowd(realm, ofRole(roles.administrator), n);
  const of = (count: number, request: (n: number) => string) => ({ connection, count, request });
  const figures = [
    await slowest(
      'everyone, of 10,000 people',
      150,
      of(20, () => getRequest('/api/v1/users', member)),
    ),
    await slowest(
      'everyone a guest knows',
      150,
      of(20, () => getRequest('/api/v1/users', guest)),
    ),
    ...(await subscribing({ chatd, other: member, requests: of(30, crowd) })),
    await slowest(
      'register, with 10,000 people',
      80,
      of(10, () => register(member, {})),
    ),
    ...(await registerAfterChanges({ connection, chatd, realm, member, administrator: ofRole(roles.administrator) })),
  ];
  connection.close();
  await chatd.stop();
  return figures;
}

/** How long it takes for each, and how long others wait meanwhile. */
async function subscribing({ chatd, other, requests }: Subscribing): Promise<Figure[]> {
  const others = await Bystander.start(chatd, other);
  const figure = await others.during(() => slowest('subscribing 1,000 people', 100, requests));
  await others.stop();
  return [figure, others.figure(30)];
}

interface Subscribing {
  chatd: Child;
  other: Person;
  requests: Requests;
}

interface Changing {
  connection: Connection;
  chatd: Child;
  realm: LargeRealm;
  member: Person;
  administrator: Person;
}

/** Each time after somebody was renamed and somebody else was subscribed, as happens all the time among so many. */
async function registerAfterChanges(changing: Changing): Promise<Figure[]> {
  const { connection, chatd, realm, member, administrator } = changing;
  const others = await Bystander.start(chatd, member);
  const took: number[] = [];
  for (let n = 0; n < registrations; n++) {
    const values = { method: 'PATCH', full_name: `Renamed ${n}` };
    await connection.request(postRequest(`/api/v1/users/${realm.first_user_id + n}`, administrator, values));
    await connection.request(subscribe(administrator, `channel ${n}`, [realm.first_user_id + 1000 + n]));
    await others.during(async () => {
      const began = performance.now();
      await connection.request(register(member, {}));
      took.push(performance.now() - began);
    });
  }
  await others.stop();
  return [slowestOf('register, with 10,000, after changes', 80, took), others.figure(20)];
}

function register(person: Person, fields: Record<string, string>): string {
  return postRequest('/api/v1/register', person, fields);
}

// Every other channel is private; the crowd is another one each time.
function subscribeCrowd({ first_user_id }: LargeRealm, administrator: Person, n: number): string {
  const user_ids = Array.from({ length: crowdSize }, (_, k) => first_user_id + ((n * 13 + k * 7919) % size.users));
  return subscribe(administrator, `channel ${n}`, user_ids);
}

function subscribe(administrator: Person, name: string, user_ids: readonly number[]): string {
  return postRequest('/api/v1/users/me/subscriptions', administrator, {
    subscriptions: JSON.stringify([{ name }]),
    principals: JSON.stringify(user_ids),
  });
}
