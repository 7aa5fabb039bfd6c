import { computed, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import { has24Hours } from '../../languages/clock.ts';
import { formatDate, locale } from '../language/locale.ts';
import { t } from '../language/texts.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

const isChosen24 = signal<boolean | null>(null);

/** Whether times look like 17:00, everywhere: by the user's setting, or else as in the language. */
export const is24Hours: ReadonlySignal<boolean> = computed(() => isChosen24.value ?? has24Hours(locale()));

export function setClock(chosen: boolean | null): void {
  isChosen24.value = chosen;
}

const clock = formatter({ hour: 'numeric', minute: '2-digit' });
const full = formatter({ dateStyle: 'full', timeStyle: 'short' });
const moment = formatter({ dateStyle: 'medium', timeStyle: 'short' });

// Rows show thousands of times, of which there are 1440.
const known = computed<string[]>(() => {
  void [is24Hours.value, locale()];
  return [];
});

/** The time of day. Rows are rendered again when the clock changes, so they do not subscribe to it one by one. */
export function formatTime(timestamp: number): string {
  const date = new Date(timestamp * 1000);
  const minuteOfDay = date.getHours() * 60 + date.getMinutes();
  const times = known.peek();
  times[minuteOfDay] ??= untracked(() => clock(timestamp));
  return times[minuteOfDay];
}

/** The time of day in a time zone. Throws RangeError if the browser does not know it. */
export function formatTimeIn(timeZone: string): string {
  return new Date().toLocaleTimeString(locale(), { timeZone, timeStyle: 'short', ...cycle() });
}

/** The day, for people: Today, Yesterday, or its date. */
export function formatDay(timestamp: number, now = Date.now()): string {
  const date = new Date(timestamp * 1000);
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / day);
  if (days === 0) return t('time.today');
  if (days === 1) return t('time.yesterday');
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  return formatDate(timestamp, {
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
  return moment(timestamp);
}

/** A time in as few characters as possible, for lists. */
export function formatShort(timestamp: number, now = Date.now()): string {
  const date = new Date(timestamp * 1000);
  const days = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / day);
  if (days === 0) return clock(timestamp);
  if (days < 7) return formatDate(timestamp, { weekday: 'short' });
  return formatDate(timestamp, { day: 'numeric', month: 'short' });
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

/** Formats UNIX seconds. Creating the formatter takes much longer than using it. */
function formatter(options: Intl.DateTimeFormatOptions): (timestamp: number) => string {
  const made = computed(() => new Intl.DateTimeFormat(locale(), { ...options, ...cycle() }));
  return (timestamp) => made.value.format(timestamp * 1000);
}

// `hour12: false` would call midnight 24:00 in some languages.
function cycle(): Intl.DateTimeFormatOptions {
  return { hourCycle: is24Hours.value ? 'h23' : 'h12' };
}
