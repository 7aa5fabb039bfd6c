import { publishVisibilitySince } from '../channels/visibility.ts';
import type { Context } from '../context.ts';
import { publishFullSince } from '../groups/membership-event.ts';

/** A port that remembers how far clients know who became a full member by waiting. */
export interface TracksFullMembers {
  fullMembers: {
    /** UNIX seconds; a client that registers later knows already. */
    told_until: number | undefined;
  };
}

/**
 * Tells clients who has become a full member since the last time, or since a moment in UNIX seconds, by waiting long
 * enough, and these of the channels that this opens to them; called every minute.
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
