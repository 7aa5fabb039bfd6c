import type { App } from '../app.ts';
import { tooManyLogins } from '../http/errors.ts';

const maxFailures = 5;
const windowSeconds = 30 * 60;
const maxNames = 10_000;

// Times of failed logins by address, in monotonic milliseconds; forgotten when the server stops.
const failures = new WeakMap<App, Map<string, number[]>>();

/** Throws tooManyLogins for an address whose password was guessed at too often lately. */
export function ensureLoginAllowed(app: App, username: string): void {
  const recent = recentFailures(app, username);
  const [oldest] = recent;
  if (oldest === undefined || recent.length < maxFailures) return;
  throw tooManyLogins({ seconds: windowSeconds - (app.clock.monotonic() - oldest) / 1000 });
}

export function recordFailedLogin(app: App, username: string): void {
  const byName = failuresOf(app);
  const times = [...recentFailures(app, username), app.clock.monotonic()];
  byName.delete(keyOf(username));
  byName.set(keyOf(username), times);
  // A flood of made-up names pushes out the oldest ones instead of filling the memory.
  const [first] = byName.keys();
  if (byName.size > maxNames && first !== undefined) byName.delete(first);
}

function recentFailures(app: App, username: string): number[] {
  const since = app.clock.monotonic() - windowSeconds * 1000;
  return (failuresOf(app).get(keyOf(username)) ?? []).filter((time) => time > since);
}

function failuresOf(app: App): Map<string, number[]> {
  const known = failures.get(app) ?? new Map<string, number[]>();
  failures.set(app, known);
  return known;
}

function keyOf(username: string): string {
  return username.trim().toLowerCase().slice(0, 254);
}
