import type { App } from '../app.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { errorKind } from '../http/errors.ts';
import { findUserSetting } from './settings.ts';

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
  joined_at: number;
}

export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const;
export type Role = (typeof roles)[keyof typeof roles];

export const noSuchUser = errorKind('No such user');
export const userIsDeactivated = errorKind('User is deactivated');

/** The columns that make a User, for queries that join other tables. */
export const userColumns = `users.id, users.email, users.email_key, users.full_name, users.role, users.is_active,
  users.bot_type, users.bot_owner_id, users.is_system_bot, users.timezone, users.avatar_version, users.joined_at`;

// Made once: the database looks its statements up by their text, and a text pieced together anew takes longer to find.
const findUserSql = `SELECT ${userColumns} FROM users WHERE id = ?`;
const amongSql = `SELECT ${userColumns} FROM users WHERE id ${inJsonList}`;

export function findUser(db: Database, user_id: number): User | undefined {
  return db.get<User>(findUserSql, user_id);
}

/** Finds by real address, in any case. */
export function findUserByEmail(db: Database, email: string): User | undefined {
  return db.get<User>(`SELECT ${userColumns} FROM users WHERE email_key = ?`, email.toLowerCase());
}

/** Everyone, also the deactivated and the system bots, by id. */
export function listUsers(db: Database): User[] {
  return db.all<User>(`SELECT ${userColumns} FROM users ORDER BY id`);
}

/** Those of some users that exist. */
export function listUsersAmong(db: Database, ids: Iterable<number>): User[] {
  return db.all<User>(amongSql, JSON.stringify([...new Set(ids)]));
}

/** The user of that id, as far as anyone may know of them. Throws noSuchUser. */
export function accessUser(db: Database, user_id: number): User {
  const user = findUser(db, user_id);
  if (!user) throw noSuchUser();
  return user;
}

/** The user whose address, as `viewer` sees it, is `email`. Throws noSuchUser. */
export function accessUserByEmail(app: App, viewer: User, email: string): User {
  const address = email.toLowerCase();
  const placeholder = /^user(\d{1,15})@/.exec(address);
  // An address in the form of a placeholder can also be somebody's real one.
  const candidates = [
    placeholder ? findUser(app.db, Number(placeholder[1])) : undefined,
    findUserByEmail(app.db, email),
  ].filter((user) => user !== undefined);
  const found = candidates.find((user) => addressesSeenBy(app, viewer, user).includes(address));
  if (!found) throw noSuchUser();
  return found;
}

function addressesSeenBy(app: App, viewer: User, user: User): string[] {
  return canSeeEmail(app.db, viewer, user)
    ? [apiEmail(app, user).toLowerCase(), user.email_key]
    : [apiEmail(app, user).toLowerCase()];
}

/** A user that can still receive something. Throws noSuchUser or userIsDeactivated. */
export function ensureActive(user: User): User {
  if (!user.is_active) throw userIsDeactivated();
  return user;
}

export function isOwner(user: User): boolean {
  return user.role === roles.owner;
}

/** Whether the user is an administrator or more. */
export function isAdministrator(user: User): boolean {
  return user.role <= roles.administrator;
}

export function isModerator(user: User): boolean {
  return user.role <= roles.moderator;
}

export function isBot(user: User): boolean {
  return user.bot_type !== null;
}

/** The address that the API shows to everyone: the real one, or a placeholder when the user hides it from some. */
export function apiEmail(app: App, user: User): string {
  const isOpen = user.is_system_bot || emailVisibility(app.db, user) === emailVisibilities.everyone;
  return isOpen ? user.email : `user${user.id}@${app.config.host}`;
}

export function canSeeEmail(db: Database, viewer: User, user: User): boolean {
  if (viewer.id === user.id || user.is_system_bot) return true;
  const least = leastRole[emailVisibility(db, user)];
  return least !== undefined && viewer.role <= least;
}

/** Values of the setting `email_address_visibility`. */
export const emailVisibilities = { everyone: 1, members: 2, administrators: 3, nobody: 4, moderators: 5 } as const;

const leastRole: Record<number, Role> = {
  [emailVisibilities.everyone]: roles.guest,
  [emailVisibilities.members]: roles.member,
  [emailVisibilities.moderators]: roles.moderator,
  [emailVisibilities.administrators]: roles.administrator,
};

function emailVisibility(db: Database, user: User): number {
  return findUserSetting(db, user.id, 'email_address_visibility');
}

/** Where the picture generated for a user is served. */
export function avatarUrl(user: Pick<User, 'id' | 'avatar_version'>): string {
  return `/avatar/${user.id}?version=${user.avatar_version}`;
}

export interface PresentOptions {
  /** Leave the avatar's URL null for those whose client can compute one from the address. */
  client_gravatar: boolean;
}

/** A user record as `GET /users` and events show it to `viewer`. */
export function presentUser(app: App, viewer: User, user: User, { client_gravatar }: PresentOptions): UserRecord {
  const seesEmail = canSeeEmail(app.db, viewer, user);
  return {
    user_id: user.id,
    email: apiEmail(app, user),
    delivery_email: seesEmail ? user.email : null,
    full_name: user.full_name,
    role: user.role,
    is_admin: isAdministrator(user),
    is_owner: isOwner(user),
    is_guest: user.role === roles.guest,
    is_bot: isBot(user),
    is_active: user.is_active === 1,
    is_imported_stub: false,
    timezone: user.timezone,
    date_joined: `${new Date(user.joined_at * 1000).toISOString().slice(0, 16)}+00:00`,
    avatar_url: client_gravatar && seesEmail ? null : avatarUrl(user),
    avatar_version: user.avatar_version,
    ...(isBot(user) ? { bot_type: user.bot_type, bot_owner_id: user.bot_owner_id } : {}),
    ...(user.is_system_bot ? { is_system_bot: true } : {}),
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
  profile_data?: Record<string, never>;
}
