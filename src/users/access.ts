import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import {
  type Audience,
  type Event,
  type Profile,
  type Publication,
  plainPublication,
  publish,
  publishVariants,
} from '../events/event.ts';
import { IdSet } from '../ground/id-set.ts';
import { systemGroupId } from '../realm/group.ts';
import { realmPermissionGroup } from '../realm/settings.ts';
import { avatarUrl } from './avatar-url.ts';
import { type ProfileRecord, profilePresenter } from './profile-record.ts';
import { listRecipientIds, recipientsSql } from './recipients.ts';
import { publishStatus, showsStatus, statusPresenter } from './status-record.ts';
import {
  apiEmail,
  canSeeEmail,
  findUser,
  findUserByEmail,
  getUser,
  listUsersAmong,
  noSuchUser,
  placeholderEmail,
  roles,
  type Sight,
  sightReader,
  type User,
  type UserRecord,
  userColumns,
  userPresenter,
} from './user.ts';

/**
 * Whether a user may know everyone: all except guests in an organization that restricts `can_access_all_users_group`.
 */
export function canAccessEveryone({ db }: Context, viewer: User): boolean {
  return viewer.role !== roles.guest || !isAccessRestricted(db);
}

/** Whether `viewer` may know a user: oneself, a bot, or one met in a channel, while active, or a direct conversation. */
export function canAccessUser(app: Context, viewer: User, user: User): boolean {
  if (viewer.id === user.id || user.bot_type !== null || canAccessEveryone(app, viewer)) return true;
  return app.db.value<number>(isMetSql, viewer.id, user.id) === 1;
}

/** The user with this id, if `viewer` may know them. Throws noSuchUser. */
export function accessUser(app: Context, viewer: User, user_id: number): User {
  const user = findUser(app.db, user_id);
  if (!user || !canAccessUser(app, viewer, user)) throw noSuchUser();
  return user;
}

/** The user with this real address (if `viewer` may see it) or placeholder address. Throws noSuchUser. */
export function accessUserByEmail(app: Context, viewer: User, email: string): User {
  const address = email.toLowerCase();
  const placeholder = /^user(\d{1,15})@/.exec(address);
  // A real address can have the form of a placeholder.
  const candidates = [
    placeholder ? findUser(app.db, Number(placeholder[1])) : undefined,
    findUserByEmail(app.db, email),
  ].filter((user) => user !== undefined);
  const found = candidates.find((user) => addressesSeenBy(app, viewer, user).includes(address));
  if (!found || !canAccessUser(app, viewer, found)) throw noSuchUser();
  return found;
}

/** The user named in a request's path, by id, real address or placeholder. Throws noSuchUser. */
export function accessUserNamed(app: Context, viewer: User, named: string): User {
  const isId = /^\d{1,15}$/.test(named);
  const user = isId ? accessUser(app, viewer, Number(named)) : accessUserByEmail(app, viewer, named);
  if (user.is_system_bot) throw noSuchUser();
  return user;
}

/** Audience of events about a user: the active users who may know them. */
export function userAudience(app: Context, user: User): 'everyone' | { user_ids: readonly number[] } {
  if (user.bot_type !== null || !isAccessRestricted(app.db)) return 'everyone';
  return { user_ids: listRecipientIds(app, knowingSql, user.id, roles.guest) };
}

/** Returns a test for whether `viewer` may know a user, for use with many users. */
export function accessTest(app: Context, viewer: User): (user: User) => boolean {
  if (canAccessEveryone(app, viewer)) return () => true;
  const met = metBy(app.db, viewer);
  return (user) => user.id === viewer.id || user.bot_type !== null || met.has(user.id);
}

/** Ids of the users whom a user has met; cached for some, of whom nearly all are guests. */
function metBy(db: Database, viewer: User): IdSet {
  const found = metByGuests(db).get(viewer.id);
  if (found) return found;
  const met = findMet(db, viewer.id);
  storeMet(db, viewer.id, met);
  return met;
}

function storeMet(db: Database, viewer_id: number, met: IdSet): void {
  const known = metByGuests(db);
  if (known.size >= mostGuests) known.clear();
  known.set(viewer_id, met);
}

function metByGuests(db: Database): Map<number, IdSet> {
  return db.derived('met by guests', 'users subscriptions direct_members conversations', () => new Map());
}

/** Number of guests whose acquaintances are cached; in an organization of 10,000 users, each takes 10 KB. */
const mostGuests = 200;

/** Ids of the active users with a common channel, and of all with a direct conversation that has messages. */
function findMet(db: Database, viewer_id: number): IdSet {
  const channel_ids = db.cachedValues<number>(ownChannelsSql, viewer_id);
  return new IdSet([...subscriberLists(db, channel_ids), db.values<number>(correspondentsSql, viewer_id)]);
}

/** The ids of the active subscribers of channels. Cached: many guests follow the same channels. */
function subscriberLists(db: Database, channel_ids: readonly number[]): readonly number[][] {
  const cached = db.derived('subscribers of channels of guests', 'users subscriptions', () => ({
    lists: new Map<number, number[]>(),
    size: 0,
  }));
  if (cached.size > mostSubscribers) Object.assign(cached, { lists: new Map(), size: 0 });
  const missing = channel_ids.filter((id) => !cached.lists.has(id));
  for (const [id, list] of db.tuples<[number, string]>(subscribersSql, JSON.stringify(missing))) {
    const user_ids: number[] = JSON.parse(list);
    cached.lists.set(id, user_ids);
    cached.size += user_ids.length;
  }
  return channel_ids.map((id) => cached.lists.get(id) ?? []);
}

/** Number of ids in cached lists; 4 MB. */
const mostSubscribers = 500_000;

/** The fields that name a user. */
export interface PublicIdentity {
  email: string;
  full_name: string;
  avatar_url: string;
}

/** The fields that replace a user's for viewers who may not know the user. */
export function presentUnknownIdentity(app: Context, user_id: number): PublicIdentity {
  return { email: placeholderEmail(app, user_id), full_name: unknownUserName, avatar_url: unknownAvatarUrl };
}

/** Returns a test for whether a viewer may know `user`, for use with the recipients of an event. */
export function visibilityTest(app: Context, user: User): (viewer_id: number) => boolean {
  if (user.bot_type !== null || !isAccessRestricted(app.db)) return () => true;
  return (viewer_id) => {
    const viewer = findUser(app.db, viewer_id);
    return viewer !== undefined && canAccessUser(app, viewer, user);
  };
}

/**
 * Publishes an event that names users. Recipients who may not know one of them get the unknown user's fields instead.
 */
export function publishNaming(
  app: Context,
  users: readonly User[],
  make: (identityOf: (user: User) => PublicIdentity, profile: Pick<Profile, 'empty_topic_name'>) => Event,
  audience: Audience,
  accepts: (profile: Profile) => boolean = () => true,
): void {
  const tests = users.map((user) => visibilityTest(app, user));
  const made = new Map<string, Publication>();
  const variantFor = (profile: Profile): Publication => {
    const known = tests.map((test) => test(profile.user_id));
    const key = `${known.join()} ${profile.empty_topic_name}`;
    const identityOf = (user: User) =>
      known[users.indexOf(user)] ? presentIdentity(app, user) : presentUnknownIdentity(app, user.id);
    const variant = made.get(key) ?? plainPublication(make(identityOf, profile), audience);
    made.set(key, variant);
    return variant;
  };
  const open = plainPublication(
    make((user) => presentIdentity(app, user), { empty_topic_name: true }),
    audience,
  );
  publishVariants(app, { ...open, accepts, fields: (profile) => variantFor(profile).fields(profile) });
}

/** The fields that name a user to a viewer, who may or may not know the user. */
export function presentIdentityTo(app: Context, viewer: User, user: User): PublicIdentity {
  return canAccessUser(app, viewer, user) ? presentIdentity(app, user) : presentUnknownIdentity(app, user.id);
}

function presentIdentity(app: Context, user: User): PublicIdentity {
  return { email: apiEmail(app, user), full_name: user.full_name, avatar_url: avatarUrl(app, user) };
}

/** The ids of known users, by the id of the viewer. */
export type KnownUsers = Map<number, IdSet>;

/** The users known to each online guest among `user_ids`, before a change. Empty if guests know everyone. */
function snapshotKnownToGuests(app: Context, user_ids: Iterable<number>): KnownUsers {
  return snapshotKnown(app, listOnlineGuests(app, user_ids));
}

/** The online guests among `user_ids`; none if guests know everyone. */
function listOnlineGuests(app: Context, user_ids: Iterable<number>): User[] {
  if (!isAccessRestricted(app.db)) return [];
  const online = [...user_ids].filter((id) => app.clients.isOnline(id));
  return listUsersAmong(app.db, online).filter(({ role }) => role === roles.guest);
}

/** Users who join or leave others. */
export interface Meeting {
  /** Ids of the users who join or leave; ascending. */
  mover_ids: readonly number[];
  /** Ids of these users and the others; ascending. */
  all_ids: readonly number[];
}

/** Whom guests have met, before a change. */
export interface MetByGuests {
  /** Of each online guest: of the users whom they may meet or lose. Empty if guests know everyone. */
  online: ReadonlyMap<User, Met>;
  /** What is cached, by the guest's id. */
  cached: ReadonlyMap<number, IdSet>;
}

interface Met {
  has(user_id: number): boolean;
}

/** Whom the guests among some users have met, before these meet or part. */
export function snapshotMetByGuests(app: Context, meeting: Meeting): MetByGuests {
  const concerns = concernedBy(meeting);
  const guests = listOnlineGuests(app, meeting.all_ids);
  const online = new Map(guests.map((guest) => [guest, metAmong(app.db, guest, concerns(guest.id))]));
  return { online, cached: metByGuests(app.db) };
}

/** Returns a function that lists those whom a user may meet or lose: the movers all others, the others the movers. */
function concernedBy({ mover_ids, all_ids }: Meeting): (user_id: number) => readonly number[] {
  const movers = new Set(mover_ids);
  return (user_id) => (movers.has(user_id) ? all_ids : mover_ids);
}

/** A user who is deactivated or reactivated, and the guests in the same channels. */
export function meetingOfActivity({ db }: Context, user: User): Meeting {
  const guest_ids =
    isAccessRestricted(db) && user.bot_type === null ? db.values<number>(guestsSql, user.id, roles.guest) : [];
  return { mover_ids: [user.id], all_ids: [...new Set([...guest_ids, user.id])].sort((one, other) => one - other) };
}

const guestsSql = `
  SELECT DISTINCT sub.user_id FROM subscriptions sub JOIN users ON users.id = sub.user_id AND users.role = ?2
  WHERE sub.is_active = 1 AND sub.channel_id IN (SELECT channel_id FROM subscriptions WHERE user_id = ?1 AND is_active = 1)`;

/** If a guest may meet or lose fewer users than this, each pair is asked. */
const manyUsers = 50;

/** Whom of some users a guest has met, and perhaps others. */
function metAmong(db: Database, guest: User, user_ids: readonly number[]): Met {
  if (user_ids.length >= manyUsers || metByGuests(db).has(guest.id)) return metBy(db, guest);
  return new Set(db.values<number>(metAmongSql, guest.id, JSON.stringify(user_ids)));
}

/** Reads into the caches, in steps, what publishMeeting needs when these users meet. */
export function* prepareMeeting(app: Context, user_ids: readonly number[]): Generator<unknown, void> {
  const guests = listOnlineGuests(app, user_ids);
  for (const guest of guests) yield metBy(app.db, guest);
  const [viewer] = guests;
  if (!viewer) return;
  const present = userPresenter(app);
  for (const id of user_ids) yield present(viewer, getUser(app.db, id));
}

/** Watches users who meet, for instance by a first message: publishes to guests the users they now know. */
export function watchAcquaintance(app: Context, { user_ids }: { user_ids: readonly number[] }): () => void {
  const before = snapshotKnownToGuests(app, user_ids);
  return () => publishVisibilityChanges(app, before);
}

/**
 * Watches a change of a user, for instance of their role: publishes to them the users they now know or no longer know.
 */
export function watchKnownTo(app: Context, { user }: { user: User }): () => void {
  const before = snapshotKnown(app, [user]);
  return () => publishVisibilityChanges(app, before);
}

function snapshotKnown(app: Context, users: readonly User[]): KnownUsers {
  if (!isAccessRestricted(app.db)) return new Map();
  const online = users.filter(({ id }) => app.clients.isOnline(id));
  return new Map(online.map((user) => [user.id, knownTo(app, user)]));
}

/** Changes whether guests know everyone, and publishes to online guests the users they now know. */
export function withAccessEvents(app: Context, change: () => void): void {
  const guests = app.db.all<User>(`SELECT ${userColumns} FROM users WHERE role = ?`, roles.guest);
  const online = guests.filter(({ id }) => app.clients.isOnline(id));
  const before = new Map(online.map((guest) => [guest.id, knownTo(app, guest)]));
  change();
  publishVisibilityChanges(app, before);
}

/**
 * Publishes to each viewer the users they know since `before`, or no longer know. Viewers who see a user alike share an
 * event: when a thousand people join a channel with a hundred guests, these are a thousand events, not a hundred
 * thousand.
 */
export function publishVisibilityChanges(app: Context, before: KnownUsers): void {
  const appeared = new Map<number, User[]>();
  const lost = new Map<number, User[]>();
  for (const [viewer_id, known] of before) {
    const viewer = getUser(app.db, viewer_id);
    const now = knownTo(app, viewer);
    for (const id of now) if (!known.has(id)) listOf(appeared, id).push(viewer);
    for (const id of known) if (!now.has(id)) listOf(lost, id).push(viewer);
  }
  publishAppearances(app, appeared);
  for (const [id, viewers] of lost) publishLoss(app, id, idsOf(viewers));
}

/** Publishes to each guest the users of a meeting whom they did not know before. Nobody else has met since `before`. */
export function publishMeeting(app: Context, before: MetByGuests, meeting: Meeting): void {
  const concerns = concernedBy(meeting);
  const all = new IdSet([meeting.all_ids]);
  // Others may join next. To read again whom a guest has met takes ten times as long.
  for (const [id, met] of before.cached) storeMet(app.db, id, all.has(id) ? new IdSet([concerns(id)], met) : met);
  const appeared = new Map<number, User[]>();
  for (const [viewer, met] of before.online) {
    const isNew = (id: number) => !met.has(id) && id !== viewer.id && getUser(app.db, id).bot_type === null;
    for (const id of concerns(viewer.id)) if (isNew(id)) listOf(appeared, id).push(viewer);
  }
  publishAppearances(app, appeared);
}

/** Publishes to each guest the users whom they knew before these parted, and no longer know. */
export function publishParting(app: Context, before: MetByGuests, parting: Meeting): void {
  const concerns = concernedBy(parting);
  const lost = new Map<number, User[]>();
  for (const [viewer, met] of before.online) {
    const concerned = concerns(viewer.id);
    const now = metAmong(app.db, viewer, concerned);
    const isLost = (id: number) => met.has(id) && !now.has(id) && id !== viewer.id;
    for (const id of concerned) if (isLost(id) && getUser(app.db, id).bot_type === null) listOf(lost, id).push(viewer);
  }
  for (const [id, viewers] of lost) publishLoss(app, id, idsOf(viewers));
}

function publishAppearances(app: Context, appeared: ReadonlyMap<number, readonly User[]>): void {
  const user_ids = [...appeared.keys()];
  const facts = {
    sightOf: sightReader(app.db),
    present: userPresenter(app),
    profileOf: profilePresenter(app.db, user_ids),
    statusOf: statusPresenter(app.db, user_ids),
  };
  for (const [id, viewers] of appeared) publishAppearance(app, getUser(app.db, id), viewers, facts);
}

function listOf(lists: Map<number, User[]>, id: number): User[] {
  const list = lists.get(id) ?? [];
  lists.set(id, list);
  return list;
}

interface Facts {
  sightOf: (viewer: User, user: User) => Sight;
  present: (viewer: User, user: User) => UserRecord;
  profileOf: (user: User) => ProfileRecord;
  statusOf: (user: User) => object;
}

function publishAppearance(app: Context, user: User, viewers: readonly User[], facts: Facts): void {
  const { sightOf, present, profileOf, statusOf } = facts;
  const profile = profileOf(user);
  for (const alike of Map.groupBy(viewers, (viewer) => sightOf(viewer, user).showsEmail).values()) {
    // A group is never empty.
    const person = { ...present(alike[0] as User, user), ...profile };
    publish(app, { type: 'realm_user', op: 'add', person }, { user_ids: idsOf(alike) });
  }
  if (showsStatus(user)) publishStatus(app, user, statusOf(user), { user_ids: idsOf(viewers) });
}

function publishLoss(app: Context, user_id: number, viewer_ids: readonly number[]): void {
  const person = { user_id, full_name: unknownUserName };
  publish(app, { type: 'realm_user', op: 'remove', person }, { user_ids: viewer_ids });
}

function idsOf(users: readonly User[]): number[] {
  return users.map(({ id }) => id);
}

/** Ids of the users known to a viewer; events about them are in this order. */
function knownTo(app: Context, viewer: User): IdSet {
  if (canAccessEveryone(app, viewer)) return new IdSet([app.db.cachedValues<number>('SELECT id FROM users')]);
  const bots = app.db.cachedValues<number>('SELECT id FROM users WHERE bot_type IS NOT NULL');
  return new IdSet([[viewer.id], bots], metBy(app.db, viewer));
}

const unknownUserName = 'Unknown user';
const unknownAvatarUrl = '/avatar/0?version=1';

/** The record of a user whom the viewer may not know, for clients that need a record of every user. */
export function presentUnknownUser(app: Context, user_id: number): UserRecord {
  return {
    user_id,
    email: placeholderEmail(app, user_id),
    delivery_email: null,
    full_name: unknownUserName,
    role: roles.member,
    is_admin: false,
    is_owner: false,
    is_guest: false,
    is_bot: false,
    is_active: true,
    is_imported_stub: false,
    timezone: '',
    date_joined: '1970-01-01T00:00+00:00',
    avatar_url: unknownAvatarUrl,
    avatar_version: 1,
  };
}

function addressesSeenBy(app: Context, viewer: User, user: User): string[] {
  const open = [apiEmail(app, user).toLowerCase(), placeholderEmail(app, user.id).toLowerCase()];
  return canSeeEmail(app.db, viewer, user) ? [...open, user.email_key] : open;
}

/** Whether guests only know users with a common channel or conversation. */
function isAccessRestricted(db: Database): boolean {
  return realmPermissionGroup(db, 'can_access_all_users_group') !== systemGroupId(db, 'role:everyone');
}

const ownChannelsSql = 'SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 1';

// As one JSON text for each channel: a row for each id takes longer to read.
const subscribersSql = `
  SELECT value, (SELECT json_group_array(user_id) FROM subscriptions JOIN users ON users.id = user_id
    WHERE channel_id = value AND subscriptions.is_active = 1 AND users.is_active = 1)
  FROM json_each(?)`;

const correspondentsSql = `
  SELECT theirs.user_id FROM direct_members mine JOIN conversations ON conversations.id = mine.conversation_id
    JOIN direct_members theirs ON theirs.conversation_id = mine.conversation_id
  WHERE mine.user_id = ? AND conversations.max_message_id IS NOT NULL`;

// Whether a guest, the one of `pair`, has met the other.
const haveMet = `(
  EXISTS (
    SELECT 1 FROM subscriptions mine JOIN users ON users.id = pair.other AND users.is_active = 1
      CROSS JOIN subscriptions theirs ON theirs.channel_id = mine.channel_id
    WHERE mine.user_id = pair.one AND mine.is_active = 1 AND theirs.user_id = pair.other AND theirs.is_active = 1
  ) OR EXISTS (
    SELECT 1 FROM direct_members mine CROSS JOIN direct_members theirs ON theirs.conversation_id = mine.conversation_id
      JOIN conversations ON conversations.id = mine.conversation_id
    WHERE mine.user_id = pair.one AND theirs.user_id = pair.other AND conversations.max_message_id IS NOT NULL))`;

const isMetSql = `SELECT ${haveMet} FROM (SELECT ?1 AS one, ?2 AS other) pair`;
const metAmongSql = `SELECT other FROM (SELECT ?1 AS one, value AS other FROM json_each(?2)) pair WHERE ${haveMet}`;

// A guest is in few channels.
const knowingSql = `${recipientsSql} AND (role <> ?3 OR id = ?2
  OR EXISTS (SELECT 1 FROM (SELECT users.id AS one, ?2 AS other) pair WHERE ${haveMet}))`;
