import type { App } from '../app.ts';
import { publishGrown } from '../groups/membership-event.ts';

/** Until when the clients of a server were told, in UNIX seconds; a client that registers later knows already. */
const told = new WeakMap<App, number>();

/** Tells clients who has become a full member since the last time, by waiting long enough; called every minute. */
export function tellGrownMembers(app: App): void {
  const now = app.clock.now();
  const since = told.get(app) ?? now - 60;
  told.set(app, now);
  app.db.transaction(() => publishGrown(app, since));
}
