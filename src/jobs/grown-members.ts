import type { App } from '../app.ts';
import { publishSightSince } from '../channels/sight.ts';
import { publishGrown } from '../groups/membership-event.ts';

/** Until when the clients of a server were told, in UNIX seconds; a client that registers later knows already. */
const told = new WeakMap<App, number>();

/**
 * Tells clients who has become a full member since the last time, or since a moment in UNIX seconds, by waiting long
 * enough, and these of the channels that this opens to them; called every minute.
 */
export function tellGrownMembers(app: App, since: number = told.get(app) ?? app.clock.now() - 60): void {
  const now = app.clock.now();
  told.set(app, now);
  const past = { ...app, clock: { now: () => since, monotonic: () => app.clock.monotonic() } };
  app.db.transaction(() => {
    for (const user_id of publishGrown(app, since)) {
      if (app.queues.isOnline(user_id)) publishSightSince(past, app, user_id);
    }
  });
}
