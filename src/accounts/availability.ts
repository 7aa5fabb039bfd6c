import type { Context } from '../context.ts';
import { publish } from '../events/event.ts';
import { type Availability, findAvailability } from '../users/availability-record.ts';
import type { User } from '../users/user.ts';

/** Changes when a user may be notified, or when their status ends, and tells the user's clients. */
export function doChangeAvailability(app: Context, user: User, change: Partial<Availability>): void {
  const before = findAvailability(app.db, user.id);
  const next = { ...before, ...change };
  if (JSON.stringify(next) === JSON.stringify(before)) return;
  storeAvailability(app, user.id, next);
  publish(app, { type: 'availability', ...next }, { user_ids: [user.id] });
}

function storeAvailability(
  { db }: Context,
  user_id: number,
  { quiet_until, hours, status_ends_at }: Availability,
): void {
  if (quiet_until === null && hours.length === 0 && status_ends_at === null) {
    db.run('DELETE FROM availability WHERE user_id = ?', user_id);
    return;
  }
  db.run(
    `INSERT INTO availability (user_id, quiet_until, hours, status_ends_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET (quiet_until, hours, status_ends_at) =
       (excluded.quiet_until, excluded.hours, excluded.status_ends_at)`,
    user_id,
    quiet_until,
    hours.length === 0 ? null : JSON.stringify(hours),
    status_ends_at,
  );
}
