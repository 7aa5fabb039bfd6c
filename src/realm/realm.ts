import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import { doCreateChannel } from '../channels/new-channel.ts';
import type { Database } from '../db/database.ts';
import { roles } from '../users/user.ts';
import { systemBots } from './bots.ts';
import { doCreateSystemGroups } from './group.ts';
import { doSetRealmSetting } from './settings.ts';

/** The organization. */
export interface Realm {
  uuid: string;
  name: string;
  /** Markdown. */
  description: string;
  created_at: number;
}

/** What an organization is called that nobody has given a name. */
export const unnamedRealm = 'My organization';

export function findRealm(db: Database): Realm {
  const realm = db.get<Realm>('SELECT uuid, name, description, created_at FROM realm');
  if (!realm) throw new Error('the database has no organization');
  return realm;
}

/**
 * Fills a fresh database with its organization: the system groups, the server's own bots, and one channel that every
 * newcomer gets and where new channels are announced.
 */
export function doCreateRealm(app: App, name: string): void {
  const { db, clock } = app;
  db.run('INSERT INTO realm (id, uuid, name, created_at) VALUES (1, ?, ?, ?)', randomUUID(), name, clock.now());
  doCreateSystemGroups(db);
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
  const general = doCreateChannel(app, undefined, {
    name: 'general',
    description: 'For everyone: announcements, questions, and whatever has no channel of its own.',
    is_default: true,
  });
  doSetRealmSetting(db, 'new_stream_announcements_stream_id', general.id);
}

/** Whether somebody can administer the organization. */
export function hasOwner(db: Database): boolean {
  const sql = 'SELECT 1 FROM users WHERE role = ? AND is_active = 1 AND bot_type IS NULL LIMIT 1';
  return db.value<number>(sql, roles.owner) !== undefined;
}
