import { doCreateUser } from '../accounts/new-user.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';
import { doCreateChannel } from '../channels/new-channel.ts';
import { doSubscribe } from '../channels/subscription.ts';
import type { Context } from '../context.ts';
import { findChannelByName } from '../conversations/channel.ts';
import { type Database, inJsonList } from '../db/database.ts';
import { renderMarkdown } from '../markdown/render.ts';
import { findRealm } from '../realm/realm.ts';
import { storeUserSetting } from '../users/settings.ts';
import { findUserByEmail, type Role, roles } from '../users/user.ts';
import {
  type DemoChannel,
  type DemoPerson,
  demoChannels,
  demoDescription,
  demoName,
  demoPeople,
  demoThreads,
} from './content.ts';
import { day, doPlayLine, doResolve, planLines } from './lines.ts';
import { doMarkRead } from './read-marks.ts';
import { access, createStage, type Stage } from './stage.ts';

/** The password of all users of a demo that only this machine can reach. */
export const publishedPassword: string = 'riverbank';

/** A user of the demo. */
export interface DemoLogin {
  full_name: string;
  email: string;
  /** `owner`, `admin`, `moderator`, `member` or `guest`. */
  role: string;
  password: string;
}

/** Whether this database contains the demo, recognized by its addresses in a reserved domain. */
export function isSeeded(db: Database): boolean {
  return demoPeople.some(({ email }) => findUserByEmail(db, email) !== undefined);
}

/**
 * Fills an unused organization with the demo, in one transaction, and gives all its people a password. Returns their
 * logins. Changes nothing if the demo is already there with this password. Throws if the organization has other people.
 */
export async function seedDemo(app: Context, password: string): Promise<DemoLogin[]> {
  const [first] = people;
  const user = first && findUserByEmail(app.db, first.email);
  if (!(await verifyPassword(app, user, password))) {
    const password_hash = await hashPassword(app, password);
    app.db.transaction(() => {
      if (!isSeeded(app.db)) doSeed(app);
      storePasswordHashes(app, password_hash);
    });
  }
  return people.map(({ full_name, email, role }) => ({ full_name, email, role, password }));
}

const people = demoPeople.filter((person) => !person.is_bot);

/** Stores the hash for all people of the demo: they have the same one, also those whose address was changed. */
function storePasswordHashes({ db }: Context, password_hash: string): void {
  const emails = JSON.stringify(people.map(({ email }) => email));
  db.run(
    `UPDATE users SET password_hash = ? WHERE email ${inJsonList}
     OR password_hash IN (SELECT password_hash FROM users WHERE email ${inJsonList})`,
    password_hash,
    emails,
    emails,
  );
}

function doSeed(app: Context): void {
  ensureUnused(app.db);
  const now = app.clock.now();
  const lines = planLines(now);
  const stage = createStage(app, (lines[0]?.sent_at ?? now) - day);
  doSetUpRealm(stage);
  for (const person of demoPeople) doAddPerson(stage, person);
  for (const channel of demoChannels) doAddChannel(stage, channel);
  for (const line of lines) doPlayLine(stage, line, now);
  for (const thread of demoThreads) if (thread.resolved) doResolve(stage, thread, now);
  for (const user of stage.users.values()) doMarkRead(stage.db, user);
}

function ensureUnused(db: Database): void {
  const people = db.value<number>('SELECT count(*) FROM users WHERE is_system_bot = 0') ?? 0;
  if (people === 0) return;
  throw new Error(`The demo needs a data directory of its own: this one holds ${findRealm(db).name}.`);
}

function doSetUpRealm({ db, clock, channels }: Stage): void {
  const created_at = clock.now();
  db.run('UPDATE realm SET name = ?, description = ?, created_at = ?', demoName, demoDescription, created_at);
  db.run('UPDATE users SET joined_at = ? WHERE is_system_bot = 1', created_at);
  // No default channels until the subscribers of the story are stored.
  db.run('UPDATE channels SET created_at = ?, is_default = 0', created_at);
  const general = findChannelByName(db, 'general');
  if (general) channels.set(general.name, general);
}

const roleNumbers: Record<DemoPerson['role'], Role> = {
  owner: roles.owner,
  admin: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
};

function doAddPerson({ app, db, users }: Stage, person: DemoPerson): void {
  const { key, email, full_name, role, is_bot, timezone } = person;
  const user = doCreateUser(app, {
    email,
    full_name,
    role: roleNumbers[role],
    password_hash: null,
    ...(is_bot ? { bot: { owner_id: users.get('tomasz')?.id ?? null } } : {}),
  });
  db.run('UPDATE users SET timezone = ? WHERE id = ?', timezone, user.id);
  // Viewers of the demo are in other time zones than its people.
  storeUserSetting(db, user.id, 'web_suggest_update_timezone', false);
  users.set(key, user);
}

function doAddChannel(stage: Stage, { name, description, invite_only, subscribers }: DemoChannel): void {
  const { app, db, users, channels } = stage;
  const values = { name, description, invite_only: invite_only === true };
  const channel = channels.get(name) ?? doCreateChannel(app, users.get('ada'), values);
  channels.set(name, channel);
  const isForAll = subscribers === 'everyone';
  const keys = isForAll ? [...users.keys()] : subscribers;
  const readers = keys.map((key) => access(users, key)).filter((user) => !isForAll || user.role !== roles.guest);
  doSubscribe(app, channel, readers);
  db.run(
    'UPDATE channels SET description = ?, rendered_description = ?, is_default = ? WHERE id = ?',
    description,
    renderMarkdown(description),
    Number(isForAll),
    channel.id,
  );
}
