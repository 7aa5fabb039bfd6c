const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const seconds = /^-?\d{1,12}(\.\d{1,9})?$/;
const dates = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<clock>.+))?$/i,
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<name>[a-z]{3,9})\.?,? (?<year>\d{4})(?:,? (?:at )?(?<clock>.+))?$/i,
  /^(?<name>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})(?:,? (?:at )?(?<clock>.+))?$/i,
];
const clocks = [
  /^(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:\.\d{1,9})?)? ?(?<zone>(?![ap]m$)[a-z]{1,5}|[+-]\d\d(:?\d\d)?)?$/i,
  /^(?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d))?)? ?(?<half>am|pm) ?(?<zone>(?![ap]m$)[a-z]{1,5}|[+-]\d\d(:?\d\d)?)?$/i,
];

type Groups = Record<string, string | undefined>;

/**
 * Reads a time to the second: UNIX seconds, ISO 8601, or a date such as `5 June 2017, 10:30pm`; in UTC unless it names
 * a time zone. Undefined for invalid times and outside the years 1 to 9999.
 */
export function readTime(text: string): Date | undefined {
  const time = seconds.test(text) ? Number(text) : readDate(text.trim());
  const date = new Date(time === undefined ? Number.NaN : Math.floor(time) * 1000);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date : undefined;
}

/** In UNIX seconds. */
function readDate(text: string): number | undefined {
  const date = matchAny(dates, text);
  if (!date) return undefined;
  const month = date.month === undefined ? findMonth(date.name as string) : Number(date.month);
  const day = startOfDay(Number(date.year), month, Number(date.day));
  const clock = date.clock === undefined ? 0 : readClock(date.clock);
  return day === undefined || clock === undefined ? undefined : day + clock;
}

/** The number of a month by its name or abbreviation; 0 if unknown. */
function findMonth(name: string): number {
  const isName =
    /^(jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sept?(ember)?|oct(ober)?|(nov|dec)(ember)?)$/i;
  return isName.test(name) ? months.indexOf(name.slice(0, 3).toLowerCase()) + 1 : 0;
}

function startOfDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 ? date.getTime() / 1000 : undefined;
}

/** The seconds since the start of the day, in UTC. */
function readClock(text: string): number | undefined {
  const clock = matchAny(clocks, text);
  if (!clock) return undefined;
  const [hour, minute, second] = [Number(clock.hour), Number(clock.minute ?? 0), Number(clock.second ?? 0)];
  const hours = hoursOf(hour, clock.half?.toLowerCase());
  const offset = readOffset(clock.zone ?? 'z');
  if (hours === undefined || minute > 59 || second > 59 || offset === undefined) return undefined;
  return hours * 3600 + minute * 60 + second - offset;
}

/** The hour of the day, of a clock with 24 hours or a half of the day. */
function hoursOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour > 23 ? undefined : hour;
  return hour > 12 || hour === 0 ? undefined : (hour % 12) + (half === 'pm' ? 12 : 0);
}

// Common abbreviations. If one has several meanings, the most populous zone counts.
const hoursByZone: Readonly<Record<string, number>> = {
  ...{ z: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, eet: 2, eest: 3, msk: 3 },
  ...{ wat: 1, cat: 2, sast: 2, eat: 3, pkt: 5, ist: 5.5, wib: 7, wita: 8, hkt: 8, jst: 9, kst: 9 },
  ...{ awst: 8, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
  ...{ nst: -3.5, ndt: -2.5, brt: -3, ast: -4, adt: -3, est: -5, edt: -4, cst: -6, cdt: -5 },
  ...{ mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
};

/** The offset of a time zone from UTC, in seconds; undefined for an unknown one. */
function readOffset(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (sign === undefined) return secondsOf(hoursByZone[zone.toLowerCase()]);
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

function secondsOf(hours: number | undefined): number | undefined {
  return hours === undefined ? undefined : hours * 3600;
}

function matchAny(patterns: readonly RegExp[], text: string): Groups | undefined {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return groups;
  }
  return undefined;
}
