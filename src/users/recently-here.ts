import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { findRealmSetting } from '../realm/settings.ts';

/** In seconds. Clients are likely to show users who were online within this time. */
const recently = 14 * 86_400;

/**
 * Returns a test for whether clients are likely to show a user: a bot, or a person who was online in the last two weeks
 * or whose presence is unknown.
 */
export function recentlyHereTest(app: Context): (user_id: number) => boolean {
  if (findRealmSetting(app.db, 'presence_disabled')) return () => true;
  const ids = listHereSince(app.db, app.clock.now() - recently);
  return (user_id) => ids.has(user_id);
}

interface Here {
  since: number;
  ids: ReadonlySet<number>;
}

// Cached, because one answer asks several times. As one JSON text: a row for each id takes longer to read.
function listHereSince(db: Database, since: number): ReadonlySet<number> {
  const last = db.derived<Here>('recently here', 'users presence user_settings', () => ({ since: -1, ids: new Set() }));
  if (last.since !== since) last.ids = new Set(JSON.parse(db.value<string>(hereSql, since) ?? '[]') as number[]);
  last.since = since;
  return last.ids;
}

const hereSql = `
  SELECT json_group_array(id) FROM (
    SELECT id FROM users WHERE bot_type IS NOT NULL
    UNION ALL SELECT user_id FROM presence WHERE connected_at >= ?
    UNION ALL SELECT user_id FROM user_settings WHERE name = 'presence_enabled' AND value = 'false')`;
