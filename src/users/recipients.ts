import type { Context } from '../context.ts';

/** For listRecipientIds(): conditions follow, whose values are numbered from `?2` on. */
export const recipientsSql = 'SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?1)) AND is_active = 1';

/**
 * Ids of the active users whom an event reaches: in a server, those with a client; in a program beside it, all. Most
 * users of a large organization have no client, so an audience is looked for among those who have.
 */
export function listRecipientIds(app: Context, sql = recipientsSql, ...values: number[]): number[] {
  const candidates = app.clients.listReachedIds() ?? app.db.values<number>('SELECT id FROM users');
  return app.db.values(sql, JSON.stringify(candidates), ...values);
}
