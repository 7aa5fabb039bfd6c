import type { Channel } from '../conversations/channel.ts';
import type { Database } from '../db/database.ts';

/** The ids of the active subscribers of channels as JSON lists, cached until a subscriber joins or leaves. */
export function listSubscribers(db: Database, channels: readonly Channel[]): Map<number, string> {
  const known = db.derived('subscribers', 'subscriptions users', () => new Map<number, string>());
  const missing = channels.flatMap(({ id }) => (known.has(id) ? [] : id));
  if (missing.length === 0) return known;
  for (const [id, list] of db.tuples<[number, string]>(subscribersSql, JSON.stringify(missing))) known.set(id, list);
  return known;
}

// SQLite builds one list for each channel: reading a row for each id takes four times as long.
const subscribersSql = `
  SELECT value, (SELECT json_group_array(user_id ORDER BY user_id) FROM subscriptions
    WHERE channel_id = value AND is_active = 1 AND user_id NOT IN (SELECT id FROM users WHERE is_active = 0))
  FROM json_each(?)`;
