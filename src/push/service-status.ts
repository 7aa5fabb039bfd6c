import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { publish } from '../events/event.ts';
import { errorKind } from '../http/errors.ts';

export const serviceNotConfigured = errorKind('Server is not configured to use push notification service.', {
  code: 'PUSH_SERVICE_NOT_CONFIGURED',
});

/** Throws serviceNotConfigured. */
export function ensureServiceConfigured({ config }: Context): void {
  if (!config.push_service) throw serviceNotConfigured();
}

/** Whether the push service serves the organization, and until when, as far as known. */
interface ServiceStatus {
  can_push: boolean;
  /** UNIX seconds. */
  ends_at: number | null;
}

/** The status of phone notifications as clients receive it. */
export function presentServiceStatus(app: Pick<Context, 'db' | 'config'>) {
  const { can_push, ends_at } = findStatus(app.db);
  const enabled = app.config.push_service !== undefined && can_push;
  return { push_notifications_enabled: enabled, push_notifications_enabled_end_timestamp: enabled ? ends_at : null };
}

/** Stores the status reported by the push service, and publishes it to everyone if it changed. */
export function doSetServiceStatus(app: Context, { can_push, ends_at }: ServiceStatus): void {
  const before = presentServiceStatus(app);
  const stored = findStatus(app.db);
  if (stored.can_push === can_push && stored.ends_at === ends_at) return;
  const sql = 'INSERT OR REPLACE INTO push_service (id, can_push, ends_at) VALUES (1, ?, ?)';
  app.db.run(sql, Number(can_push), ends_at);
  const after = presentServiceStatus(app);
  for (const property of Object.keys(after) as (keyof typeof after)[]) {
    const value = after[property];
    if (value !== before[property]) publish(app, { type: 'realm', op: 'update', property, value }, 'everyone');
  }
}

function findStatus(db: Database): ServiceStatus {
  const row = db.cached<{ can_push: number; ends_at: number | null }>('SELECT can_push, ends_at FROM push_service');
  return { can_push: row?.can_push !== 0, ends_at: row?.ends_at ?? null };
}
