import type { Database } from '../db/database.ts';
import { rowsOf } from './rows.ts';

/** A user as exports for other chat programs read it. */
export interface ExportedUser {
  id: number;
  email: string;
  full_name: string;
  role: number;
  is_active: number;
  bot_type: number | null;
  bot_owner_id: number | null;
  is_system_bot: number;
  timezone: string;
  joined_at: number;
}

const sql = `SELECT id, email, full_name, role, is_active, bot_type, bot_owner_id, is_system_bot, timezone, joined_at
  FROM users WHERE is_system_bot = 0 OR EXISTS (SELECT 1 FROM messages m WHERE m.sender_id = users.id) ORDER BY id`;

/** All users; the server's own bots are there if they wrote something. */
export function listExportedUsers(db: Database): Iterable<ExportedUser> {
  return rowsOf<ExportedUser>(db, sql);
}

export function isExportedBot({ bot_type, is_system_bot }: ExportedUser): boolean {
  return bot_type !== null || is_system_bot === 1;
}
