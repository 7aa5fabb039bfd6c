/** The beginning of a message in a line: its date as numbers in the order written, its time, and the rest of the line. */
export interface Stamp {
  numbers: readonly [number, number, number];
  isYearFirst: boolean;
  /** 24-hour clock. */
  hour: number;
  minute: number;
  second: number;
  isTwelveHour: boolean;
  rest: string;
}

// Marks of the half of the day, in the languages that the app writes them in.
const morning =
  'a\\. ?m\\.?|am|上午|午前|오전|ص|πμ|π\\.μ\\.|öö|sa|pg|de\\.|पूर्वाह्न|ก่อนเที่ยง|dop\\.|fm|ap\\.|' +
  'לפנה[״"]צ|ق\\.ظ\\.?|дп|пр\\.об\\.|凌晨|清晨|早上|முற்பகல்|e paradites';
const evening =
  'p\\. ?m\\.?|pm|下午|午後|오후|م|μμ|μ\\.μ\\.|ös|ch|ptg|du\\.|अपराह्न|หลังเที่ยง|odp\\.|em|ip\\.|' +
  'אחה[״"]צ|ب\\.ظ\\.?|пп|сл\\.об\\.|中午|晚上|பிற்பகல்|e pasdites';
const half = `(?:(?<am>${morning})|(?<pm>${evening}))`;
const halfAfter = half.replaceAll('<am>', '<amAfter>').replaceAll('<pm>', '<pmAfter>');

/**
 * `[31.12.20, 23:59:58] Ann: text` of iPhones, `12/31/20, 11:59 PM - Ann: text` of Android, and the same in other
 * languages: `2020. 12. 31. 오후 11:59 - `, `31/12/2020 à 23:59 - `, `31.12.2020 klo 23.59.58`. iPhones of before 2017
 * write no brackets: `31/12/15, 23:59:58: Ann: text`.
 */
const start = new RegExp(
  [
    '^[\\u200e\\u200f]*(?<bracket>\\[)?(?<a>\\d{1,4})(?<mark>[./-]|年 ?|년 ?) ?(?<b>\\d{1,2})(?:[./-]|月 ?|월 ?) ?(?<c>\\d{1,4})(?:[.日일]| г\\.)?',
    '[,،]? (?:\\p{L}{1,5}\\.? )??',
    `(?:${half} ?)?(?<hour>\\d{1,2})(?:[:.]| h )(?<minute>\\d{2})(?:(?:[:.]| min )(?<second>\\d{2}))?(?: ?${halfAfter})?`,
    '(?: Uhr| h| s| ч\\.)?(?:\\](?: |$)| [-–] |(?<=\\d{2}[:.]\\d{2}[:.]\\d{2}(?: \\p{L}{2})?): )(?<rest>.*)$',
  ].join(''),
  'isu',
);

/** The hour of 24, and whether it was written as one of twelve. */
function hourOf({ hour, am, amAfter, pm, pmAfter }: Readonly<Record<string, string>>) {
  const evening = pm ?? pmAfter;
  const isTwelveHour = (am ?? amAfter ?? evening) !== undefined;
  const written = Number(hour);
  return { hour: isTwelveHour ? (written % 12) + (evening === undefined ? 0 : 12) : written, isTwelveHour };
}

/** Undefined if no message begins with this line. */
export function readStamp(line: string): Stamp | undefined {
  // Most lines that only continue a message are told apart without the expression.
  const groups = /^[\u200e\u200f]*\[?\d/.test(line) ? start.exec(line)?.groups : undefined;
  if (!groups) return undefined;
  const [a, b, c] = [Number(groups.a), Number(groups.b), Number(groups.c)];
  const { hour, isTwelveHour } = hourOf(groups);
  const [minute, second] = [Number(groups.minute), Number(groups.second ?? 0)];
  const isYearFirst = (groups.a as string).length === 4;
  return { numbers: [a, b, c], isYearFirst, hour, minute, second, isTwelveHour, rest: groups.rest as string };
}

/** Which of the first two numbers is the day, unless the year is the first. */
export type Order = 'day first' | 'month first';

/** Collects what all dates of a file say about the order of day and month. */
export class DateOrder {
  #isDayFirst = false;
  #isMonthFirst = false;
  #isTwelveHour = false;
  #hasDates = false;
  readonly #last = { 'day first': 0, 'month first': 0 };
  /** How often a date is before the one above it, in each order. */
  readonly #backwards = { 'day first': 0, 'month first': 0 };

  add(stamp: Stamp): void {
    if (stamp.isYearFirst) return;
    const [a, b] = stamp.numbers;
    this.#hasDates = true;
    this.#isTwelveHour ||= stamp.isTwelveHour;
    this.#isDayFirst ||= a > 12;
    this.#isMonthFirst ||= b > 12;
    for (const order of ['day first', 'month first'] as const) {
      const { year, month, day } = dateOf(stamp, order);
      const date = (year * 100 + month) * 100 + day;
      if (date < this.#last[order]) this.#backwards[order]++;
      this.#last[order] = date;
    }
  }

  /** Whether no date told the order, so that it is guessed. */
  get isGuessed(): boolean {
    const { 'day first': day, 'month first': month } = this.#backwards;
    return this.#hasDates && this.#isDayFirst === this.#isMonthFirst && day === month;
  }

  /** By a number that is no month; else by the order of sending; else as the clock of the language goes along with. */
  get order(): Order {
    if (this.#isDayFirst !== this.#isMonthFirst) return this.#isDayFirst ? 'day first' : 'month first';
    const { 'day first': day, 'month first': month } = this.#backwards;
    if (day !== month) return day < month ? 'day first' : 'month first';
    return this.#isTwelveHour ? 'month first' : 'day first';
  }
}

/** The year of the common era. Phones in Thailand count 543 more; the app's first year is 2552 there. */
function yearOf(written: number): number {
  if (written >= 100) return written >= 2500 ? written - 543 : written;
  return written >= 52 ? 1957 + written : 2000 + written;
}

function dateOf(
  { numbers: [a, b, c], isYearFirst }: Stamp,
  order: Order,
): { year: number; month: number; day: number } {
  if (isYearFirst) return { year: yearOf(a), month: b, day: c };
  const year = yearOf(c);
  return order === 'day first' ? { year, month: b, day: a } : { year, month: a, day: b };
}

/** The app is of 2009. */
const firstYear = 2009;

/** UNIX seconds of a time in the time zone of this process; undefined if there is no such one. */
export function secondsOf(stamp: Stamp, order: Order): number | undefined {
  if (stamp.hour > 23 || stamp.minute > 59 || stamp.second > 59) return undefined;
  const { year, month, day } = dateOf(stamp, order);
  const date = new Date(year, month - 1, day, stamp.hour, stamp.minute, stamp.second);
  const isThere = year >= firstYear && date.getMonth() === month - 1 && date.getDate() === day;
  return isThere ? date.getTime() / 1000 : undefined;
}
