import type { Context } from '../context.ts';
import { findRealmSetting } from '../realm/settings.ts';

/** In seconds. Clients are likely to show users who were online within this time. */
const recently = 14 * 86_400;

/** Ids of bots, and of people who were online in the last two weeks or whose presence is unknown; ascending. */
export function listRecentlyHere(app: Context): number[] {
  if (findRealmSetting(app.db, 'presence_disabled')) return app.db.values('SELECT id FROM users ORDER BY id');
  return app.db.values(hereSql, app.clock.now() - recently);
}

const hereSql = `
  SELECT id FROM users WHERE bot_type IS NOT NULL
  UNION SELECT user_id FROM presence WHERE connected_at >= ?
  UNION SELECT user_id FROM user_settings WHERE name = 'presence_enabled' AND value = 'false'
  ORDER BY 1`;
