import type { Context } from '../context.ts';

/**
 * Ids of the active users for whom an SQL condition on `users` holds and whom an event reaches: in a server, those with
 * a client; in a program beside it, all. The condition numbers its values from `?2` on. Most users of a large
 * organization have no client, so an audience is looked for among those who have.
 */
export function listRecipientIds(app: Context, condition = 'true', ...values: number[]): number[] {
  const candidates = app.clients.listReachedIds() ?? app.db.values<number>('SELECT id FROM users');
  return app.db.values(
    `SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?1)) AND is_active = 1 AND ${condition}`,
    JSON.stringify(candidates),
    ...values,
  );
}
