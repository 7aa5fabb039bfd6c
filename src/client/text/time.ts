import { type Signal, signal } from '@preact/signals-core';

const minute = 60_000;
const day = 24 * 60 * minute;

const isUsual24 = /^h2/.test(new Intl.DateTimeFormat([], { hour: 'numeric' }).resolvedOptions().hourCycle ?? '');

/** Whether times look like 17:00, everywhere: by the user's setting, or else as in the language of the browser. */
export const is24Hours: Signal<boolean> = signal(isUsual24);

export function setClock(chosen: boolean | null): void {
  is24Hours.value = chosen ?? isUsual24;
}

const clock = formatter({ hour: 'numeric', minute: '2-digit' });
const full = formatter({ dateStyle: 'full', timeStyle: 'short' });
const moment = formatter({ dateStyle: 'medium', timeStyle: 'short' });

// Rows show thousands of times, of which there are 1440.
const known: Record<'true' | 'false', string[]> = { true: [], false: [] };

/** The time of day. Rows are rendered again when the clock changes, so they do not subscribe to it one by one. */
export function formatTime(timestamp: number): string {
  const is24 = is24Hours.peek();
  const date = new Date(timestamp * 1000);
  const minuteOfDay = date.getHours() * 60 + date.getMinutes();
  const times = known[`${is24}`];
  times[minuteOfDay] ??= clock(timestamp, is24);
  return times[minuteOfDay];
}

/** The time of day in a time zone. Throws RangeError if the browser does not know it. */
export function formatTimeIn(timeZone: string): string {
  return new Date().toLocaleTimeString([], { timeZone, timeStyle: 'short', ...cycle(is24Hours.value) });
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
  return full(timestamp, is24Hours.value);
}

/** A date and time within text, such as `Nov 23, 2026, 9:00 AM`. */
export function formatMoment(timestamp: number): string {
  return moment(timestamp, is24Hours.value);
}

/** A time in as few characters as possible, for lists. */
export function formatShort(timestamp: number, now = Date.now()): string {
  const date = new Date(timestamp * 1000);
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / day);
  if (days === 0) return clock(timestamp, is24Hours.value);
  if (days < 7) return date.toLocaleDateString([], { weekday: 'short' });
  return date.toLocaleDateString([], { day: 'numeric', month: 'short' });
}

// Dates are slow, and most messages are of the same day as the previous one.
let knownDay = { start: 0, end: 0 };

export function isSameDay(one: number, other: number): boolean {
  if (!isKnown(one)) knownDay = dayOf(new Date(one * 1000));
  return isKnown(other);
}

function isKnown(timestamp: number): boolean {
  return timestamp >= knownDay.start && timestamp < knownDay.end;
}

/** The start and end of a date's day, in UNIX seconds. */
function dayOf(date: Date): typeof knownDay {
  const next = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
  return { start: startOfDay(date) / 1000, end: next.getTime() / 1000 };
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Formats UNIX seconds. Creating the formatters takes much longer than using them. */
function formatter(options: Intl.DateTimeFormatOptions): (timestamp: number, is24: boolean) => string {
  const made = new Map<boolean, Intl.DateTimeFormat>();
  return (timestamp, is24) => {
    const format = made.get(is24) ?? new Intl.DateTimeFormat([], { ...options, ...cycle(is24) });
    made.set(is24, format);
    return format.format(timestamp * 1000);
  };
}

// `hour12: false` would call midnight 24:00 in some languages.
function cycle(is24: boolean): Intl.DateTimeFormatOptions {
  return { hourCycle: is24 ? 'h23' : 'h12' };
}
