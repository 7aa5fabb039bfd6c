import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { parameterInvalid } from '../http/errors.ts';
import { problems } from '../http/parameter-problems.ts';
import { integer, type Kind, list, object, required } from '../http/params.ts';
import { type Hours, isQuiet, type Quiet } from '../reach/quiet.ts';
import { findUser } from './user.ts';

/** When a user may be notified, and until when their status holds, as the API presents it. */
export interface Availability extends Quiet {
  /** UNIX seconds; null if the status stays. */
  status_ends_at: number | null;
}

export function findAvailability(db: Database, user_id: number): Availability {
  const sql = 'SELECT quiet_until, hours, status_ends_at FROM availability WHERE user_id = ?';
  const row = db.cached<Omit<Availability, 'hours'> & { hours: string | null }>(sql, user_id);
  const { quiet_until = null, hours = null, status_ends_at = null } = row ?? {};
  return { quiet_until, hours: hours === null ? [] : (JSON.parse(hours) as Hours[]), status_ends_at };
}

/** At most four spans a day, and times within a year, in seconds. */
const availabilityLimits = { hours: 28, ahead: 366 * 86_400 };

/** The hours of the week with notifications, as a parameter. */
export function weeklyHours(): Kind<Hours[]> {
  const kind = list(spanOfHours, { max: availabilityLimits.hours });
  return {
    ...kind,
    read(raw, name) {
      const hours = kind.read(raw, name);
      for (const [at, { from, until }] of hours.entries()) {
        if (from >= until) throw parameterInvalid({ name: `${name}[${at}]["until"]`, problem: problems.tooSmall });
      }
      return hours;
    },
  };
}

const minutesOfDay = 1440;
const spanOfHours = object({
  weekday: required(integer({ min: 1, max: 7 }), '1 for Monday to 7 for Sunday.'),
  from: required(integer({ min: 0, max: minutesOfDay }), 'Minutes after midnight, in your time zone.'),
  until: required(integer({ min: 0, max: minutesOfDay }), 'Minutes after midnight; later than `from`.'),
});

/** Throws an error of the parameter unless a time lies ahead, within a year. Undefined and null pass. */
export function ensureAhead({ clock }: Pick<Context, 'clock'>, name: string, time: number | null | undefined): void {
  if (time == null) return;
  const now = clock.now();
  if (time <= now) throw parameterInvalid({ name, problem: problems.tooSmall });
  if (time > now + availabilityLimits.ahead) throw parameterInvalid({ name, problem: problems.tooLarge });
}

/** Whether a user wants no notifications now. */
export function isQuietNow({ db, clock }: Pick<Context, 'db' | 'clock'>, user_id: number): boolean {
  const availability = findAvailability(db, user_id);
  const user = availability.hours.length > 0 ? findUser(db, user_id) : undefined;
  return isQuiet(availability, user?.timezone ?? '', clock.now());
}
