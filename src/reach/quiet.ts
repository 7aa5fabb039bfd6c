/** Hours of a weekday in which a person may be notified, on the clocks of the person's time zone. */
export interface Hours {
  /** 1 for Monday to 7 for Sunday. */
  weekday: number;
  /** Minutes after midnight; `until` is later, and at most 1440. */
  from: number;
  until: number;
}

/** When a person wants no notifications. */
export interface Quiet {
  /** Do not disturb until then, in UNIX seconds; null if that is not set. */
  quiet_until: number | null;
  /** The hours of the week with notifications; none for all. */
  hours: readonly Hours[];
}

/** Whether a person wants no notifications at a time in UNIX seconds. Without a known time zone, hours are those of UTC. */
export function isQuiet({ quiet_until, hours }: Quiet, timezone: string, now: number): boolean {
  if (quiet_until !== null && now < quiet_until) return true;
  if (hours.length === 0) return false;
  const { weekday, minute } = wallClock(now, timezone);
  return !hours.some((one) => one.weekday === weekday && one.from <= minute && minute < one.until);
}

interface WallClock {
  weekday: number;
  minute: number;
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What clocks show in a time zone: summer time is that of the day. */
function wallClock(now: number, timezone: string): WallClock {
  const parts = formatOf(timezone).formatToParts(now * 1000);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { weekday: weekdays.indexOf(read('weekday')) + 1, minute: Number(read('hour')) * 60 + Number(read('minute')) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

// Creating one takes thirty times as long as using it. There are as many as the language data has names of zones.
function formatOf(timezone: string): Intl.DateTimeFormat {
  const format = formats.get(timezone) ?? createFormat(timezone);
  formats.set(timezone, format);
  return format;
}

function createFormat(timezone: string): Intl.DateTimeFormat {
  const options = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: timezone || 'UTC' });
  } catch {
    // Imported accounts and older language data have zones that are unknown here.
    return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  }
}
