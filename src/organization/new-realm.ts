import { randomUUID } from 'node:crypto';
import { announce, announcement, type Context } from '../context.ts';
import { insertSystemGroups } from '../realm/group.ts';
import { systemBots } from '../realm/system-bots.ts';
import { roles } from '../users/user.ts';

/** The organization is created and has no users yet. */
export const realmCreated = announcement<void>('realmCreated');

/** Creates the organization in an empty database, with the system groups and system bots. */
export function doCreateRealm(app: Context, name: string): void {
  const { db, clock } = app;
  db.run('INSERT INTO realm (id, uuid, name, created_at) VALUES (1, ?, ?, ?)', randomUUID(), name, clock.now());
  insertSystemGroups(db);
  for (const { email, full_name } of Object.values(systemBots)) {
    db.run(
      `INSERT INTO users (email, email_key, full_name, role, bot_type, is_system_bot, joined_at)
       VALUES (?, ?, ?, ?, 1, 1, ?)`,
      email,
      email,
      full_name,
      roles.member,
      clock.now(),
    );
  }
  announce(app, realmCreated);
}
