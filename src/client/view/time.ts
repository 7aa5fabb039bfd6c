const minute = 60_000;
const day = 24 * 60 * minute;

const clock = { hour: 'numeric', minute: '2-digit' } as const;

// Creating a formatter takes much longer than using it.
const clocks = { 12: perMinute({ ...clock, hour12: true }), 24: perMinute({ ...clock, hour12: false }) };
const full = formatter({ dateStyle: 'full', timeStyle: 'short' });

/** The time of day, in the user's format. */
export function formatTime(timestamp: number, is24Hours: boolean): string {
  return clocks[is24Hours ? 24 : 12](timestamp);
}

/** The day, for people: Today, Yesterday, or its date. */
export function formatDay(timestamp: number, now = Date.now()): string {
  const date = new Date(timestamp * 1000);
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / day);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return date.toLocaleDateString([], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

export function formatFull(timestamp: number): string {
  return full(timestamp);
}

/** A date and time within text, such as `Nov 23, 2026, 9:00 AM`. */
export function formatMoment(timestamp: number): string {
  return new Date(timestamp * 1000).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
}

/** A time in as few characters as possible, for lists. */
export function formatShort(timestamp: number, now = Date.now()): string {
  const date = new Date(timestamp * 1000);
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / day);
  if (days === 0) return date.toLocaleTimeString([], clock);
  if (days < 7) return date.toLocaleDateString([], { weekday: 'short' });
  return date.toLocaleDateString([], { day: 'numeric', month: 'short' });
}

// Dates are slow, and most messages are of the same day as the previous one.
let known = { start: 0, end: 0 };

export function isSameDay(one: number, other: number): boolean {
  if (!isKnown(one)) known = dayOf(new Date(one * 1000));
  return isKnown(other);
}

function isKnown(timestamp: number): boolean {
  return timestamp >= known.start && timestamp < known.end;
}

/** The start and end of a date's day, in UNIX seconds. */
function dayOf(date: Date): typeof known {
  const next = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
  return { start: startOfDay(date) / 1000, end: next.getTime() / 1000 };
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Formats times of day. Each of the 1440 values is formatted once, because rows show thousands of them. */
function perMinute(options: Intl.DateTimeFormatOptions): (timestamp: number) => string {
  const format = formatter(options);
  const known: string[] = [];
  return (timestamp) => {
    const date = new Date(timestamp * 1000);
    const minuteOfDay = date.getHours() * 60 + date.getMinutes();
    known[minuteOfDay] ??= format(timestamp);
    return known[minuteOfDay];
  };
}

/** Formats UNIX seconds. */
function formatter(options: Intl.DateTimeFormatOptions): (timestamp: number) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (timestamp) => {
    made ??= new Intl.DateTimeFormat([], options);
    return made.format(timestamp * 1000);
  };
}
