import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { plainPublication, publishVariants } from '../events/event.ts';
import type { Fields } from '../http/endpoint.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { accessTest, userAudience } from '../users/access.ts';
import { findUserSetting } from '../users/settings.ts';
import { apiEmail, isBot, listUsersById, type User } from '../users/user.ts';

/** `active`: the user is at the keyboard; `idle`: only the client is running. */
type PresenceStatus = 'active' | 'idle';

/** The last times a user's clients reported. */
export interface Presence {
  /** A user was at the keyboard; null if never. */
  active_at: number | null;
  /** A client was running. */
  connected_at: number;
}

/** In seconds: the interval of reports, and the time without a report after which a user counts as offline. */
export const presenceTimes = { ping: 60, offline: 200 };

/** In seconds. A report sooner after the last one is ignored. */
const freshness = 55;

/** With more clients than this, nothing is published immediately: clients poll every minute anyway. */
const mostTold = 1000;

const defaultHistoryDays = 14;

/**
 * Records that a client of the user is running, and publishes the user's return. Changes nothing for a user who hides
 * their presence.
 */
export function doReportPresence(app: Context, user: User, status: PresenceStatus): void {
  if (!isShown(app.db, user)) return;
  const now = app.clock.now();
  const before = findPresence(app.db, user.id);
  if (before && isFresh(before, status, now)) return;
  const presence = { active_at: status === 'active' ? now : (before?.active_at ?? null), connected_at: now };
  storePresence(app.db, user.id, presence);
  if (isReturn(before, status, now) && app.clients.size <= mostTold) publishPresence(app, user, presence);
}

function isReturn(before: Presence | undefined, status: PresenceStatus, now: number): boolean {
  if (!before) return true;
  return status === 'active' && now - (before.active_at ?? 0) > presenceTimes.offline;
}

/** Publishes the user as online, or as offline for some minutes. */
export function doShowPresence(app: Context, user: User, isVisible: boolean): void {
  if (findRealmSetting(app.db, 'presence_disabled')) return;
  const now = app.clock.now();
  const gone = { active_at: null, connected_at: now - presenceTimes.offline - 120 };
  const presence = isVisible ? { active_at: now, connected_at: now } : gone;
  storePresence(app.db, user.id, presence);
  publishPresence(app, user, presence);
}

/** A user's presence; undefined if never reported or if the organization disabled presence. */
export function findVisiblePresence(db: Database, user: User): Presence | undefined {
  return findRealmSetting(db, 'presence_disabled') ? undefined : findPresence(db, user.id);
}

interface Wish {
  /** Entries by user id; otherwise in the older form, by address. */
  slim: boolean;
  /** The client's last update. */
  last_update_id: number | undefined;
  history_limit_days: number | undefined;
}

/** The presence of all users whom `viewer` may know, limited to updates that are new to the client. */
export function presentPresences(
  app: Context,
  viewer: User,
  { slim, last_update_id, history_limit_days }: Wish,
): Fields {
  const since = last_update_id ?? -1;
  const now = app.clock.now();
  // A client with earlier updates receives all later ones, however old.
  const oldest = since > 0 ? 0 : now - (history_limit_days ?? defaultHistoryDays) * 86_400;
  const rows = listPresences(app, viewer, since, oldest);
  const presences = slim ? slimObject(rows) : legacyObject(app, rows);
  return { presences, presence_last_update_id: rows.at(-1)?.update_id ?? since, server_timestamp: now };
}

function slimObject(rows: readonly Row[]): object {
  return Object.fromEntries(rows.map(({ user, presence }) => [user.id, presentSlim(user, presence)]));
}

function legacyObject(app: Context, rows: readonly Row[]): object {
  return Object.fromEntries(rows.map(({ user, presence }) => [apiEmail(app, user), presentLegacy(presence)]));
}

/** Presence in the newer form. */
function presentSlim({ joined_at }: User, { active_at, connected_at }: Presence) {
  // Clients need both times; a user never seen at the keyboard was last active when joining.
  return { active_timestamp: active_at ?? Math.min(joined_at, connected_at), idle_timestamp: connected_at };
}

/** Presence in the older form, which once had an entry for each client. */
export function presentLegacy(presence: Presence) {
  const website = presentWebsite(presence);
  const { pushable: _, ...aggregated } = website;
  return { aggregated, website };
}

function presentWebsite({ active_at, connected_at }: Presence) {
  // A client that reports activity and then idles does so within about a minute.
  const isActive = active_at !== null && active_at + 70 >= connected_at;
  const status: PresenceStatus = isActive ? 'active' : 'idle';
  return { client: 'website', status, timestamp: isActive ? active_at : connected_at, pushable: false };
}

function publishPresence(app: Context, user: User, presence: Presence): void {
  const audience = userAudience(app, user);
  const simple = plainPublication(
    { type: 'presence', presences: { [user.id]: presentSlim(user, presence) } },
    audience,
  );
  const older = plainPublication(
    {
      type: 'presence',
      user_id: user.id,
      email: apiEmail(app, user),
      server_timestamp: app.clock.now(),
      presence: { website: presentWebsite(presence) },
    },
    audience,
  );
  publishVariants(app, {
    ...older,
    fields: (profile) => (profile.simplified_presence_events ? simple : older).fields(profile),
  });
}

function isShown(db: Database, user: User): boolean {
  return findUserSetting(db, user.id, 'presence_enabled') && !findRealmSetting(db, 'presence_disabled');
}

function isFresh({ active_at, connected_at }: Presence, status: PresenceStatus, now: number): boolean {
  const isRecent = (time: number | null) => time !== null && now - time < freshness;
  return isRecent(connected_at) && (status === 'idle' || isRecent(active_at));
}

function findPresence(db: Database, user_id: number): Presence | undefined {
  return db.get<Presence>('SELECT active_at, connected_at FROM presence WHERE user_id = ?', user_id);
}

function storePresence(db: Database, user_id: number, { active_at, connected_at }: Presence): void {
  const sql = 'INSERT OR REPLACE INTO presence (user_id, active_at, connected_at) VALUES (?, ?, ?)';
  db.run(sql, user_id, active_at, connected_at);
}

interface Row {
  update_id: number;
  user: User;
  presence: Presence;
}

// Joining the users, who are cached, in SQL would take several times as long.
function listPresences(app: Context, viewer: User, since: number, oldest: number): Row[] {
  if (findRealmSetting(app.db, 'presence_disabled')) return [];
  const tuples = app.db.tuples<Tuple>(presencesSql, since, oldest);
  const mayKnow = accessTest(app, viewer);
  const users = listUsersById(app.db);
  return tuples.flatMap(([update_id, user_id, active_at, connected_at]) => {
    const user = users.get(user_id);
    const isShown = user?.is_active && !isBot(user) && mayKnow(user);
    return isShown ? { update_id, user, presence: { active_at, connected_at } } : [];
  });
}

type Tuple = [update_id: number, user_id: number, active_at: number | null, connected_at: number];

const presencesSql = `SELECT update_id, user_id, active_at, connected_at FROM presence
  WHERE update_id > ? AND connected_at >= ? ORDER BY update_id`;
