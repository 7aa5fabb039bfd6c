import type { Context } from '../context.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { minuteWriter } from '../ground/time.ts';
import { errorKind } from '../http/errors.ts';
import { systemBots } from '../realm/system-bots.ts';
import { avatarUrls } from './avatar-url.ts';
import { listRecipientIds, recipientsSql } from './recipients.ts';
import { userSettingDefaults } from './settings.ts';

/** A person or bot as stored, without the password. */
export interface User {
  id: number;
  email: string;
  email_key: string;
  full_name: string;
  role: Role;
  is_active: 0 | 1;
  bot_type: number | null;
  bot_owner_id: number | null;
  is_system_bot: 0 | 1;
  timezone: string;
  avatar_version: number;
  /** The uploaded avatar; null for the generated one. */
  avatar_image_id: number | null;
  joined_at: number;
}

export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof roles)[keyof typeof roles];

export const noSuchUser = errorKind('No such user');
export const userIsDeactivated = errorKind('User is deactivated');

/** The columns of a User, for queries that join other tables. */
export const userColumns = `users.id, users.email, users.email_key, users.full_name, users.role, users.is_active,
  users.bot_type, users.bot_owner_id, users.is_system_bot, users.timezone, users.avatar_version,
  users.avatar_image_id, users.joined_at`;

// Built once: statements are cached by their text, and looking up a newly built string takes longer.
const findUserSql = `SELECT ${userColumns} FROM users WHERE id = ?`;
const allSql = `SELECT ${userColumns} FROM users ORDER BY id`;
const amongSql = `SELECT ${userColumns} FROM users WHERE id ${inJsonList}`;

export function findUser(db: Database, user_id: number): User | undefined {
  return db.cached<User>(findUserSql, user_id);
}

/** A user that must exist. */
export function getUser(db: Database, id: number): User {
  const user = findUser(db, id);
  if (!user) throw new Error(`there is no user ${id}`);
  return user;
}

/** Finds a user by real address, in any case. */
export function findUserByEmail(db: Database, email: string): User | undefined {
  return db.get<User>(`SELECT ${userColumns} FROM users WHERE email_key = ?`, email.toLowerCase());
}

/** One of the bots that send the server's own messages. */
export function getSystemBot(db: Database, name: keyof typeof systemBots): User {
  const bot = findUserByEmail(db, systemBots[name].email);
  if (!bot) throw new Error(`the organization has no ${name} bot`);
  return bot;
}

/** All users by id, deactivated ones and system bots included. */
export function listUsers(db: Database): readonly User[] {
  return db.cachedAll<User>(allSql);
}

/** The same by id. */
export function listUsersById(db: Database): ReadonlyMap<number, User> {
  return db.computed('users by id', () => new Map(listUsers(db).map((user) => [user.id, user])));
}

/** The users with these ids; unknown ids are skipped. */
export function listUsersAmong(db: Database, ids: Iterable<number>): User[] {
  return db.all<User>(amongSql, JSON.stringify([...new Set(ids)]));
}

/** The user, if active. Throws userIsDeactivated. */
export function ensureActive(user: User): User {
  if (!user.is_active) throw userIsDeactivated();
  return user;
}

export function isOwner(user: User): boolean {
  return user.role === roles.owner;
}

/** Whether the user is an administrator or owner. */
export function isAdministrator(user: User): boolean {
  return user.role <= roles.administrator;
}

export function isModerator(user: User): boolean {
  return user.role <= roles.moderator;
}

export function isIncomingWebhook(user: User): boolean {
  return user.bot_type === 2;
}

export function isBot(user: User): boolean {
  return user.bot_type !== null;
}

/** The address that the API shows to everyone: the real one, or a placeholder unless everyone may see it. */
export function apiEmail(app: Context, user: User): string {
  return isEmailOpen(app.db, user) ? user.email : placeholderEmail(app, user.id);
}

/** Whether everyone may see a user's real address. */
export function isEmailOpen(db: Database, user: User): boolean {
  return user.is_system_bot === 1 || emailVisibility(db, user) === emailVisibilities.everyone;
}

/** The address shown instead of a hidden one. */
export function placeholderEmail(app: Context, user_id: number): string {
  return `user${user_id}@${app.config.host}`;
}

/** Finds a user by the address typed at login, ignoring case: the real one or the placeholder. */
export function findUserByLogin(app: Context, address: string): User | undefined {
  const user = findUserByEmail(app.db, address);
  const [, id] = /^user(\d{1,15})@/i.exec(address) ?? [];
  if (user || id === undefined) return user;
  const named = findUser(app.db, Number(id));
  return named && isPlaceholderOf(app, named, address.toLowerCase()) ? named : undefined;
}

/** Whether an address, in lower case, is the placeholder of a user. */
export function isPlaceholderOf(app: Context, user: Pick<User, 'id'>, address: string): boolean {
  return placeholderEmail(app, user.id).toLowerCase() === address;
}

export function canSeeEmail(db: Database, viewer: User, user: User): boolean {
  return seesEmail(viewer, user, emailVisibility(db, user));
}

function seesEmail(viewer: User, user: User, visibility: number): boolean {
  if (viewer.id === user.id || user.is_system_bot) return true;
  const least = leastRole[visibility];
  return least !== undefined && viewer.role <= least;
}

/** Ids of the active users who may see a user's real address and whom an event reaches. */
export function listEmailAudience(app: Context, user: User): number[] {
  return listRecipientIds(app, emailAudienceSql, user.id, leastRole[emailVisibility(app.db, user)] ?? 0);
}

const emailAudienceSql = `${recipientsSql} AND (id = ?2 OR role <= ?3)`;

/** Values of the setting `email_address_visibility`. */
const emailVisibilities = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

const leastRole: Record<number, Role> = {
  [emailVisibilities.everyone]: roles.guest,
  [emailVisibilities.members]: roles.member,
  [emailVisibilities.moderators]: roles.moderator,
  [emailVisibilities.administrators]: roles.administrator,
};

function emailVisibility(db: Database, user: User): number {
  return visibilityReader(db)(user);
}

function visibilityReader(db: Database): (user: User) => number {
  const stored = db.computed('email visibilities', () => new Map(db.tuples<[number, string]>(visibilitiesSql)));
  return ({ id }) => Number(stored.get(id) ?? userSettingDefaults.email_address_visibility);
}

// All at once, because lists show the addresses of everybody.
const visibilitiesSql = "SELECT user_id, value FROM user_settings WHERE name = 'email_address_visibility'";

/** A user record as `GET /users` and events show it to `viewer`. */
export function presentUser(app: Context, viewer: User, user: User): UserRecord {
  return userPresenter(app)(viewer, user);
}

/** The same as a function for many users; it computes what they share once. */
export function userPresenter(app: Context): (viewer: User, user: User) => UserRecord {
  const minuteOf = minuteWriter();
  const urlOf = avatarUrls(app);
  const visibilityOf = visibilityReader(app.db);
  return (viewer, user) => {
    const visibility = visibilityOf(user);
    const isOpen = user.is_system_bot === 1 || visibility === emailVisibilities.everyone;
    const record: UserRecord = {
      user_id: user.id,
      email: isOpen ? user.email : placeholderEmail(app, user.id),
      delivery_email: isOpen || seesEmail(viewer, user, visibility) ? user.email : null,
      full_name: user.full_name,
      role: user.role,
      is_admin: isAdministrator(user),
      is_owner: isOwner(user),
      is_guest: user.role === roles.guest,
      is_bot: isBot(user),
      is_active: user.is_active === 1,
      is_imported_stub: false,
      timezone: user.timezone,
      date_joined: `${minuteOf(user.joined_at)}+00:00`,
      avatar_url: urlOf(user),
      avatar_version: user.avatar_version,
    };
    // Spread into each record, these would add a tenth to the time of a long list.
    if (isBot(user)) {
      record.bot_type = user.bot_type;
      record.bot_owner_id = user.bot_owner_id;
    }
    if (user.is_system_bot) record.is_system_bot = true;
    return record;
  };
}

export interface UserRecord {
  user_id: number;
  email: string;
  delivery_email: string | null;
  full_name: string;
  role: Role;
  is_admin: boolean;
  is_owner: boolean;
  is_guest: boolean;
  is_bot: boolean;
  is_active: boolean;
  is_imported_stub: boolean;
  timezone: string;
  date_joined: string;
  avatar_url: string | null;
  avatar_version: number;
  bot_type?: number | null;
  bot_owner_id?: number | null;
  is_system_bot?: boolean;
}

/** Whether the organization has an active owner. */
export function hasOwner(db: Database): boolean {
  const sql = 'SELECT 1 FROM users WHERE role = ? AND is_active = 1 AND bot_type IS NULL LIMIT 1';
  return db.value<number>(sql, roles.owner) !== undefined;
}
