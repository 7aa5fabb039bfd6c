import type { Database } from '../db/database.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { type Channel, findChannel, listChannels } from './channel.ts';

/** Whether people without an account may read: the organization lets them, and a channel is open to the web. */
export function hasSpectators(db: Database): boolean {
  const sql = 'SELECT 1 FROM channels WHERE is_web_public = 1 AND is_archived = 0 LIMIT 1';
  return findRealmSetting(db, 'enable_spectator_access') && db.value<number>(sql) !== undefined;
}

/** The channels that people without an account may read. */
export function listOpenChannels(db: Database): Channel[] {
  return findRealmSetting(db, 'enable_spectator_access') ? listChannels(db).filter(isOpenToWeb) : [];
}

/** A channel that people without an account may read; undefined for all others, existing or not. */
export function findOpenChannel(db: Database, id: number): Channel | undefined {
  const channel = findRealmSetting(db, 'enable_spectator_access') ? findChannel(db, id) : undefined;
  return channel && isOpenToWeb(channel) ? channel : undefined;
}

function isOpenToWeb({ is_web_public, is_archived }: Channel): boolean {
  return is_web_public === 1 && is_archived === 0;
}
