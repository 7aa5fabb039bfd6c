import { publishVisibilitySince } from '../channels/visibility.ts';
import type { Context } from '../context.ts';
import { publishFullSince } from '../groups/membership-event.ts';

/** A port for the time up to which clients have been notified about new full members. */
export interface TracksFullMembers {
  fullMembers: {
    /** UNIX seconds. Clients that register later are up to date. */
    told_until: number | undefined;
  };
}

/**
 * Publishes users who became full members by waiting long enough, since the last call or since a time in UNIX seconds,
 * and the channels that become visible to them. Called every minute.
 */
export function publishNewFullMembers(app: Context & TracksFullMembers, since?: number): void {
  const now = app.clock.now();
  const from = since ?? app.fullMembers.told_until ?? now - 60;
  app.fullMembers.told_until = now;
  const past = { ...app, clock: { now: () => from, monotonic: () => app.clock.monotonic() } };
  app.db.transaction(() => {
    for (const user_id of publishFullSince(app, from)) {
      if (app.clients.isOnline(user_id)) publishVisibilitySince(past, app, user_id);
    }
  });
}
