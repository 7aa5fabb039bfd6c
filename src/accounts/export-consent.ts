import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { userSettingFinder } from '../users/settings.ts';
import { roles, type User } from '../users/user.ts';

/** Whether a person lets administrators export their private data. */
interface ExportConsent {
  user_id: number;
  consented: boolean;
  /** Who sees their address: 1 everyone to 5 moderators, as in the setting. */
  email_address_visibility: number;
}

/** The consents of all active people. */
export function listExportConsents(db: Database): ExportConsent[] {
  const sql = `SELECT id AS user_id, EXISTS (SELECT 1 FROM user_settings
      WHERE user_id = users.id AND name = 'allow_private_data_export' AND value = 'true') AS consented
    FROM users WHERE is_active = 1 AND bot_type IS NULL ORDER BY id`;
  const rows = db.all<{ user_id: number; consented: number }>(sql);
  const user_ids = rows.map(({ user_id }) => user_id);
  const visibilityOf = userSettingFinder(db, user_ids, 'email_address_visibility');
  return rows.map(({ user_id, consented }) => ({
    user_id,
    consented: consented === 1,
    email_address_visibility: visibilityOf(user_id),
  }));
}

/** Publishes a changed consent to the people who administer the organization. */
export function publishExportConsent(app: Context, user: User, consented: boolean): void {
  const sql = 'SELECT id FROM users WHERE is_active = 1 AND bot_type IS NULL AND role <= ?';
  const user_ids = app.db.values<number>(sql, roles.administrator);
  publish(app, { type: 'realm_export_consent', user_id: user.id, consented }, { user_ids });
}
